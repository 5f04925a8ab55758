"""Changing what a side cannot know of, and hearing whether it is told.

Positions of fogged battles, half of them with one foe more made invisible and hidden, are changed
in one thing each. What the change leaves as it was by the referee's judgement (whom the side sees
and places, how those fare, which zones it knows) is all that the side may be told of.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from dnd_env.core.layout import fill
from dnd_env.core.terms import Condition, Life, Shape
from dnd_env.envs.functional import Op
from tests.properties.play import Field
from tests.properties.scramble import zone_rows
from tests.reference import sight
from tests.reference.lines import any_line
from tests.reference.position import Position
from tests.reference.standing import standing

CONDITIONS = (Condition.POISONED, Condition.PRONE, Condition.BLINDED, Condition.RESTRAINED)
EVERYBODY = (1 << 12) - 1


class Eavesdropper:
    """Looks for what a side is told of what it cannot know.

    Attributes:
        told: by change, how often it was tried.
        positions: in how many positions.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.random = field.random
        self.arena = field.arena
        self.zones = zone_rows(field)
        self.told: Counter[str] = Counter()
        self.positions = 0

    def listen(self, index: int) -> Iterator[str]:
        """Try all changes on a battle; say which of them show, though they should not."""
        as_played = self.arena.raw[index].copy()
        state = self.arena.records[index]
        if self.random.random() < 0.5:
            self._veil(state)
        self.arena.drive(Op.REFRESH, index, index + 1)
        if state.decider and not state.winner:
            self.positions += 1
            yield from self._try_all(index, state)
        self.arena.restore(index, as_played)

    def _veil(self, state: Any) -> None:
        """Make a foe of the decider invisible, and hide it from all."""
        position = self.field.referee.position(state)
        assert position.decider is not None
        foes = [who for who in position.creatures if position.fights(position.decider, who)]
        who = self.one_of(foes)
        if state.ongoing_count + 1 < len(state.ongoing):
            lay(self, state, who, Condition.INVISIBLE)
            state.creatures[who].hidden_from = EVERYBODY

    def _try_all(self, index: int, state: Any) -> Iterator[str]:
        before = self.arena.raw[index].copy()
        position = self.field.referee.position(state)
        assert position.decider is not None
        side = position.creatures[position.decider].side
        heard = self._all_told(index, side)
        for change in CHANGES:
            self.arena.raw[index] = before
            if change(self, state, position, side):
                self.arena.drive(Op.REFRESH, index, index + 1)
                if self._is_as_known(state, position, side):
                    self.told[change.__name__] += 1
                    if self._all_told(index, side) != heard:
                        yield f"{self.field.what}, battle {index}: {change.__name__} shows"

    def _all_told(self, index: int, side: int) -> list[bytes]:
        """Return all that a side is told: the decider's mask, and everybody's observation."""
        state = self.arena.records[index]
        self.arena.drive(Op.MASK, index, index + 1)
        told = [self.arena.masks[index].tobytes()]
        for who in range(self.field.referee.ground.options.creature_count):
            creature = state.creatures[who]
            if creature.stat_block and creature.side == side:
                deciding = state.decider == who + 1
                told.append(self.arena.observe(index, who, deciding).tobytes())
        return told

    def _is_as_known(self, state: Any, before: Position, side: int) -> bool:
        """Does a side see, place and know the same as before, by the referee's judgement; and has
        nothing come of the change, such as a flyer's fall?"""
        same_story = state.frame_count == len(before.frames) and not state.winner
        if not same_story or state.decider - 1 != before.decider:
            return False
        after = self.field.referee.position(state)
        return known_to(after, side) == known_to(before, side)

    # --- what changes are made of ----------------------------------------------------------------

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


def known_to(position: Position, side: int) -> Any:
    """Return what a side knows: whom it sees and places, how they fare, and zones."""
    own, placed = [*sight.members(position, side)], sight.located(position, side)
    seen = {(who, other) for who in own for other in placed if sight.sees(position, who, other)}
    fare = {
        who: (standing(position, who), position.creatures[who].place, position.creatures[who].life)
        for who in placed
    }
    return sight.spotted(position, side), placed, seen, fare, sight.known_zones(position, side)


def lay(self: Eavesdropper, state: Any, who: int, condition: Condition) -> None:
    """Have a creature suffer a condition, without an end."""
    effect = self.field.encounter.content.condition_effect(condition) + 1
    row = {"effect": effect, "source": who + 1, "target": who + 1, "rounds": 0, "is_grip": 0}
    fill(state.ongoing[state.ongoing_count], row)
    state.ongoing_count += 1


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


def hurting_one_that_is_only_heard(
    self: Eavesdropper, state: Any, position: Position, side: int
) -> bool:
    """Exact numbers are for eyes, and without full knowledge not even for them."""
    known = sight.located(position, side) - sight.spotted(position, side)
    if position.ground.options.partial_knowledge:
        known |= sight.spotted(position, side)
    foes = [who for who in sorted(known) if position.creatures[who].side != side]
    fit = [who for who in foes if state.creatures[who].hit_points > 1]
    if not fit:
        return False
    creature = state.creatures[self.one_of(fit)]
    is_bloodied = 2 * creature.hit_points <= creature.hit_point_maximum
    creature.temp_hit_points += 3
    creature.hit_points -= 1
    return bool((2 * creature.hit_points <= creature.hit_point_maximum) == is_bloodied)


def felling_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    who = self.hidden_foe(position, side)
    if who is None:
        return False
    state.creatures[who].life, state.creatures[who].hit_points = Life.DEAD, 0
    return True


def disguising_a_foe(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """Another stat block, of a creature as large."""
    who = self.hidden_foe(position, side)
    if who is None:
        return False
    own = state.creatures[who].stat_block
    tables = self.field.tables
    size = tables.stat_blocks[own - 1].size
    others = [
        row + 1
        for row in range(tables.stat_block_count)
        if row + 1 != own and tables.stat_blocks[row].size == size
    ]
    if not others:
        return False
    state.creatures[who].stat_block = self.one_of(others)
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
    lay(self, state, who, self.one_of(CONDITIONS))
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


def confusing_the_others(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """What another side remembers of creatures and doors."""
    other = next(iter(position.ground.hostile[side]))
    for who in position.creatures:
        state.remembered[other, who] = 0
    state.doors_shut[other] ^= sum(1 << door.index for door in position.doors)
    return True


def working_a_door(self: Eavesdropper, state: Any, position: Position, side: int) -> bool:
    """A door to which nobody of the side has a line, as far as the map's walls go."""
    watching = [position.creatures[who].space() for who in sight.members(position, side)]
    walls = position.ground.solid
    doors = [
        door
        for door in position.doors
        if not any(any_line(walls, space, frozenset([door.square])) for space in watching)
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
    hurting_one_that_is_only_heard,
    felling_a_foe,
    disguising_a_foe,
    emptying_a_foe,
    afflicting_a_foe,
    tiring_a_foe,
    delaying_a_foe,
    confusing_the_others,
    working_a_door,
    laying_a_zone,
    loading_the_dice,
]
