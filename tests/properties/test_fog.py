"""Under fog of war, what is hidden from a side changes not a byte of what it is told. B173.

Random positions of fogged encounters are changed in one hidden thing each: a foe that the decider's
side cannot place, doors and zones out of its sight, the dice to come. Observations of all of the
side, and the decider's mask, stay as they were.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from dnd_env.core.layout import fill
from dnd_env.core.terms import Condition, Life, Shape
from dnd_env.envs.functional import Op
from tests.properties.cases import LEVELS, NAMES
from tests.properties.play import Field
from tests.properties.scramble import zone_rows
from tests.reference import sight
from tests.reference.position import Position

ROUNDS = 14  # positions of each encounter
CONDITIONS = (Condition.POISONED, Condition.PRONE, Condition.BLINDED, Condition.RESTRAINED)


class Eavesdropper:
    """Looks for what a side is told of what it cannot know.

    Attributes:
        told: by change, how often it was tried.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.random = field.random
        self.arena = field.arena
        self.zones = zone_rows(field)
        self.told: dict[str, int] = {}

    def listen(self, index: int) -> Iterator[str]:
        """Try all changes on a battle; say what they have changed that they should not."""
        self.arena.drive(Op.REFRESH, index, index + 1)
        before = self.arena.raw[index].copy()
        state = self.arena.records[index]
        if not state.decider:
            return
        position = self.field.referee.position(state)
        side = position.creatures[state.decider - 1].side
        heard = self.all_told(index, side)
        for change in CHANGES:
            self.arena.raw[index] = before
            if change(self, state, position, side):
                self.arena.drive(Op.REFRESH, index, index + 1)
                if self.is_as_known(state, position, side):
                    self.told[change.__name__] = self.told.get(change.__name__, 0) + 1
                    if self.all_told(index, side) != heard:
                        yield f"{self.field.what}, battle {index}: {change.__name__} shows"
        self.arena.raw[index] = before
        self.arena.drive(Op.MASK, index, index + 1)

    def all_told(self, index: int, side: int) -> list[bytes]:
        """Return all that a side is told: the decider's mask, and everybody's observation."""
        state = self.arena.records[index]
        self.arena.drive(Op.MASK, index, index + 1)
        told = [self.arena.masks[index].tobytes()]
        count = self.field.referee.ground.options.creature_count
        for who in range(count):
            creature = state.creatures[who]
            if creature.stat_block and creature.side == side:
                deciding = state.decider == who + 1
                told.append(self.arena.observe(index, who, deciding).tobytes())
        return told

    def is_as_known(self, state: Any, before: Position, side: int) -> bool:
        """Does a side see, place and know the same as before, by the referee's judgement?"""
        if not state.decider or state.winner:
            return False
        after = self.field.referee.position(state)
        same_sight = sight.spotted(after, side) == sight.spotted(before, side)
        same_zones = sight.known_zones(after, side) == sight.known_zones(before, side)
        same_eyes = all(
            sight.sees(after, who, other) == sight.sees(before, who, other)
            for who in sight.members(before, side)
            for other in before.creatures
        )
        placed = sight.located(after, side) == sight.located(before, side)
        return same_sight and same_zones and same_eyes and placed

    def one_of(self, things: Any) -> Any:
        return things[int(self.random.integers(len(things)))]

    def hidden_foe(self, position: Position, side: int) -> int | None:
        """Return a foe, alive, that a side cannot place, None if there is no such."""
        foes = [
            who
            for who, creature in position.creatures.items()
            if creature.side in position.ground.hostile[side]
            and who not in sight.located(position, side)
            and creature.life == Life.UP
            and who != position.turn
        ]
        return self.one_of(foes) if foes else None


# --- changes: each says whether it could be made -------------------------------------------------


def moving_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    who = self.hidden_foe(position, side)
    if who is None:
        return False
    creature, ground = state.creatures[who], position.ground
    squares = [square for square in ground.all_squares() if square not in ground.walls]
    creature.x, creature.y = self.one_of(squares)
    inside = creature.x + creature.width <= ground.width
    return bool(inside and creature.y + creature.width <= ground.height)


def hurting_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    who = self.hidden_foe(position, side)
    if who is None:
        return False
    state.creatures[who].hit_points = 1
    state.creatures[who].temp_hit_points = 7
    return True


def emptying_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """Its resources, what it carries and holds."""
    who = self.hidden_foe(position, side)
    if who is None:
        return False
    creature = state.creatures[who]
    for at in range(len(creature.resources)):
        creature.resources[at] = 0
    creature.main_hand, creature.off_hand = 0, 0
    return True


def afflicting_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    who = self.hidden_foe(position, side)
    if who is None or state.ongoing_count + 1 >= len(state.ongoing):
        return False
    effect = self.field.encounter.content.condition_effect(self.one_of(CONDITIONS)) + 1
    row = {"effect": effect, "source": who + 1, "target": who + 1, "rounds": 0, "is_grip": 0}
    fill(state.ongoing[state.ongoing_count], row)
    state.ongoing_count += 1
    return True


def tiring_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """Its reactions and actions, what it has done, its Stealth."""
    who = self.hidden_foe(position, side)
    if who is None:
        return False
    creature = state.creatures[who]
    creature.reactions = 1 - min(creature.reactions, 1)
    creature.actions, creature.legendary_actions = 0, 0
    creature.has_acted, creature.moved_ft, creature.stealth_total = 1, 15, 30
    return True


def delaying_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """Its initiative: its place in the order of turns."""
    who = self.hidden_foe(position, side)
    if who is None or state.turn == 0:
        return False
    order = [state.order[at] for at in range(state.order_count)]
    order.remove(who)
    order.insert(int(self.random.integers(len(order) + 1)), who)
    for at, one in enumerate(order):
        state.order[at] = one
    state.turn_index = order.index(state.turn - 1)
    state.creatures[who].initiative = 0
    return True


def working_a_door(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """A door to which nobody of the side has a line."""
    watching = [position.creatures[who].space() for who in sight.members(position, side)]
    walls = position.ground.solid
    doors = [
        door
        for door in position.doors
        if not any(sight.any_line(walls, space, frozenset([door.square])) for space in watching)
    ]
    if not doors:
        return False
    thing = state.objects[self.one_of(doors).index]
    thing.is_open = 1 - thing.is_open
    state.closed_doors += -1 if thing.is_open else 1
    return True


def laying_a_zone(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    who = self.hidden_foe(position, side)
    rows = [row for row in self.zones if position.content.effect(row[0]).kind != Shape.EMANATION]
    if who is None or not rows or state.zone_count == len(state.zones):
        return False
    effect, activity = self.one_of(rows)
    x, y = self.one_of(position.ground.all_squares())
    values = {"effect": effect + 1, "activity": activity + 1, "source": who + 1, "anchor": 0}
    values |= {"x": 2 * x, "y": 2 * y, "aim_x": 2 * x + 3, "aim_y": 2 * y + 3, "is_due": 0}
    values |= {"size_ft": position.content.effect(effect).amount, "rounds": 0, "befell": 0}
    fill(state.zones[state.zone_count], values)
    state.zone_count += 1
    return True


def loading_the_dice(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    state.dice_keys[0], state.dice_keys[1] = 12345, 678
    state.dice_counter += 17
    return True


CHANGES: list[Callable[[Eavesdropper, Any, Position, int], bool]] = [
    moving_a_foe,
    hurting_a_foe,
    emptying_a_foe,
    afflicting_a_foe,
    tiring_a_foe,
    delaying_a_foe,
    working_a_door,
    laying_a_zone,
    loading_the_dice,
]


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.case("B173")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_what_is_hidden_does_not_show(name: str, rules: str) -> None:
    """Observations and masks depend on nothing that is hidden from the side."""
    complaints: list[str] = []
    for at, actions in enumerate(("full", "compact")):
        level = LEVELS[(NAMES.index(name) + at) % 3]
        field = Field(name, rules, 2, at, actions, level, observe=True, visibility="fog")
        ears = Eavesdropper(field)
        for index in field.spread(ROUNDS, 5):
            complaints += ears.listen(index)

    assert not complaints, "\n".join(complaints[:5])


@pytest.mark.case("B173")
def test_every_change_is_tried() -> None:
    """There is something hidden to be changed: else the property says nothing."""
    told: dict[str, int] = {}
    for name in ("dark_crypt", "mage_duel", "goblin_ambush"):
        field = Field(name, "2014", 3, 5, "full", 5, observe=True, visibility="fog")
        ears = Eavesdropper(field)
        for index in field.spread(12, 5):
            list(ears.listen(index))
        for change, count in ears.told.items():
            told[change] = told.get(change, 0) + count

    assert {change.__name__ for change in CHANGES} <= told.keys()


@pytest.mark.case("B173")
def test_without_fog_all_is_told() -> None:
    """The same changes do show where there is no fog."""
    field = Field("skirmish", "2014", 1, 5, "full", 5, observe=True)
    before = field.arena.observe(0, 0, False).copy()
    field.arena.records[0].creatures[5].hit_points = 1
    field.arena.drive(Op.REFRESH)

    assert not np.array_equal(field.arena.observe(0, 0, False), before)
