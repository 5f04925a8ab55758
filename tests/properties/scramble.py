"""Scrambling: positions that play seldom leads to, made of those that it does.

At a turn's decision creatures are put elsewhere, fly, squeeze, seize each other, suffer
conditions, hide, have spent this and that; doors open and shut, zones lie about. The engine then
derives everything afresh.
"""

from typing import Any

from dnd_env.core.layout import fill
from dnd_env.core.terms import (
    ALTITUDES_FT,
    Condition,
    Decision,
    Do,
    Flag,
    Life,
    ObjectKind,
    Role,
    Shape,
)
from dnd_env.envs.functional import Op
from tests.properties.play import Field

FLY = 3  # index of a speed
CONDITIONS = [
    condition
    for condition in Condition
    if condition not in (Condition.EXHAUSTION, Condition.UNCONSCIOUS)
]
LIKELY = [*CONDITIONS, *2 * [Condition.CHARMED, Condition.FRIGHTENED, Condition.PRONE]]
HIGHEST = 20  # feet up that a creature reaches
FAR_AWAY = 1000
FEET = (0, 0, 5, 10, 15, 20, 30)


class Scrambler:
    """Scrambles battles of a field."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.random = field.random
        self.zones = zone_rows(field)

    def scramble(self, index: int) -> bool:
        """Scramble a battle that waits for a turn's decision; False if no decision comes of it."""
        state = self.field.arena.records[index]
        if state.decision != Decision.TURN or state.frame_count != 1:
            return False
        for who in self._creatures(state):
            self._put_somewhere(state, who)
            self._spend(state, who)
        for _ in range(self._draw(5)):
            self._afflict(state)
        self._change_things(state)
        if self.zones and self._draw(2):
            self._lay_zone(state)
        for _ in range(2):  # what ends a grip is only known once all is derived
            self.field.arena.drive(Op.REFRESH, index, index + 1)
        decider = state.creatures[state.decider - 1]
        is_able = decider.life == Life.UP and not (decider.flags >> Flag.UNAWARE) & 1
        return bool(is_able and state.frame_count == 1 and not state.winner)

    # --- within ----------------------------------------------------------------------------------

    def _draw(self, below: int) -> int:
        return int(self.random.integers(below))

    def _one_of(self, things: Any) -> Any:
        return things[self._draw(len(things))]

    def _creatures(self, state: Any) -> list[int]:
        count = self.field.referee.ground.options.creature_count
        return [who for who in range(count) if state.creatures[who].stat_block]

    def _put_somewhere(self, state: Any, who: int) -> None:
        """Put a creature on a free place of the map, in the air if it flies, squeezed or not."""
        creature = state.creatures[who]
        creature.width = max(creature.width, creature.squeezes_to)
        creature.squeezes_to = 0
        if creature.width > 1 and self._draw(4) == 0:
            creature.squeezes_to, creature.width = creature.width, creature.width - 1
        creature.is_flying, creature.altitude_ft = 0, 0
        if creature.speed_ft[FLY] > 0 and self._draw(2):
            creature.is_flying, creature.altitude_ft = 1, self._one_of(ALTITUDES_FT[:8])
        for _ in range(20):
            place = self._somewhere(state, creature)
            if self._is_free(state, who, place):
                creature.x, creature.y = place
                return

    def _somewhere(self, state: Any, creature: Any) -> tuple[int, int]:
        """Return a place near a creature or anywhere; for a flyer, one above somebody."""
        ground = self.field.referee.ground
        if creature.is_flying and self._draw(2):
            below = state.creatures[self._one_of(self._creatures(state))]
            return below.x, below.y
        if self._draw(2):
            return creature.x + self._draw(9) - 4, creature.y + self._draw(9) - 4
        return self._draw(ground.width), self._draw(ground.height)

    def _is_free(self, state: Any, who: int, place: tuple[int, int]) -> bool:
        """Is a place on the map, outside walls, and free of others on about the same level?"""
        creature, ground = state.creatures[who], self.field.referee.ground
        squares = range(creature.width)
        space = {(place[0] + dx, place[1] + dy) for dx in squares for dy in squares}
        if not all(ground.holds(one) for one in space) or space & (ground.walls | ground.chasm):
            return False
        return not any(
            space & _space(state.creatures[other])
            for other in self._creatures(state)
            if other != who
            and abs(state.creatures[other].altitude_ft - creature.altitude_ft) < HIGHEST
        )

    def _spend(self, state: Any, who: int) -> None:
        creature = state.creatures[who]
        creature.moved_ft = self._one_of(FEET)
        creature.extra_ft = self._one_of((0, 0, 0, creature.speed_ft[0]))
        creature.approach_ft = self._one_of((0, 10))
        creature.diagonals = self._draw(4)
        creature.hidden_from = self._draw(1 << 12) if self._draw(4) == 0 else 0
        for part in ("actions", "bonus_actions", "reactions", "interactions"):
            creature[part] = int(self._draw(3) > 0)
        for part in ("cast_bonus_spell", "cast_other_spell", "spent_slot"):
            creature[part] = int(self._draw(4) == 0)
        for at in range(len(creature.resources)):
            if creature.resources[at] > 0 and self._draw(4) == 0:
                creature.resources[at] = self._draw(creature.resources[at] + 1)
        self._rearm(creature)
        if who != state.decider - 1 and self._draw(8) == 0:
            creature.life, creature.hit_points = (
                self._one_of((Life.DYING, Life.STABLE, Life.DEAD)),
                0,
            )

    def _rearm(self, creature: Any) -> None:
        """Take other things in hand."""
        block = self.field.tables.stat_blocks[creature.stat_block - 1]
        carried = [at + 1 for at, row in enumerate(_items(block)) if row and creature.items[at] > 0]
        if carried and self._draw(3) == 0:
            creature.main_hand = self._one_of([0, *carried])
            creature.off_hand = self._one_of([0, 0, *carried])
            if creature.off_hand == creature.main_hand:
                creature.off_hand = 0

    def _afflict(self, state: Any) -> None:
        """Lay a condition upon somebody, or a grip by somebody close."""
        if state.ongoing_count + 1 >= len(state.ongoing):
            return
        creatures = self._creatures(state)
        target = state.decider - 1 if self._draw(2) else self._one_of(creatures)
        source = self._one_of(creatures)
        row = state.ongoing[state.ongoing_count]
        if self._draw(2):
            source, target = target, min(creatures, key=lambda who: _apart(state, target, who))
            effect = self.field.tables.role_effects[Role.SEIZED]
            fill(row, {"effect": effect, "is_grip": 1, "save_dc": 12})
        else:
            effect = self.field.encounter.content.condition_effect(self._one_of(LIKELY)) + 1
            fill(row, {"effect": effect, "is_grip": 0})
        fill(row, {"source": source + 1, "target": target + 1, "rounds": 0, "is_due": 0})
        state.ongoing_count += 1

    def _change_things(self, state: Any) -> None:
        """Open and shut doors that are free; let things lie on the ground."""
        occupied = {
            square for who in self._creatures(state) for square in _space(state.creatures[who])
        }
        state.closed_doors = 0
        for index in range(state.object_count):
            thing = state.objects[index]
            if thing.kind == ObjectKind.DOOR:
                thing.is_open = int((thing.x, thing.y) in occupied or self._draw(2) == 0)
                state.closed_doors += 1 - thing.is_open

    def _lay_zone(self, state: Any) -> None:
        """Lay a zone of the content somewhere."""
        if state.zone_count == len(state.zones):
            return
        effect, activity = self._one_of(self.zones)
        row, ground = self.field.tables.effects[effect], self.field.referee.ground
        source = self._one_of(self._creatures(state))
        x, y = 2 * self._draw(ground.width), 2 * self._draw(ground.height)
        values = {
            "effect": effect + 1,
            "activity": activity + 1,
            "source": source + 1,
            "x": x,
            "y": y,
        }
        values |= {"aim_x": x + self._draw(9) - 4, "aim_y": y + 5, "size_ft": row.amount}
        values |= {
            "anchor": self._one_of((0, source + 1)) if row.kind != Shape.EMANATION else source + 1
        }
        fill(state.zones[state.zone_count], values | {"is_due": 0, "befell": 0, "rounds": 0})
        state.zone_count += 1


def _space(creature: Any) -> set[tuple[int, int]]:
    columns = range(creature.x, creature.x + creature.width)
    rows = range(creature.y, creature.y + creature.width)
    return {(x, y) for x in columns for y in rows}


def _apart(state: Any, who: int, other: int) -> int:
    """Return how far apart two creatures are, about; far, if it is the same one."""
    a, b = state.creatures[who], state.creatures[other]
    return FAR_AWAY if who == other else max(abs(a.x - b.x), abs(a.y - b.y))


def _items(block: Any) -> list[int]:
    return [block.items[at] for at in range(len(block.items))]


def zone_rows(field: Field) -> list[tuple[int, int]]:
    """Return the effect rows that lay zones, each with an activity that has it."""
    found = []
    for activity in range(field.tables.activity_count):
        row = field.referee.content.activity(activity)
        for effect in field.referee.content.effects(row.first_effect, row.effect_count):
            if effect.do == Do.ZONE:
                found.append((effect.index, activity))
    return found
