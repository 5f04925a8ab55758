"""What holds for a creature just now: conditions, flags, speeds and senses.

Source: the content's rows as ``dnd_env/core/tables.py`` explains them; MOV-03, CND-01.
"""

from dataclasses import dataclass
from typing import Any

from dnd_env.core.terms import Do, Flag, MovementMode, Op, Outcome, Predicate, Stat, ZoneWhen
from tests.reference.facts import Row, bits
from tests.reference.position import Creature, Position, kept
from tests.reference.zones import befalls, is_inside

OF_BEARER_ALONE = {
    Predicate.BLOODIED,
    Predicate.EXHAUSTION_AT_LEAST,
    Predicate.IN_SUNLIGHT,
    Predicate.IN_WATER,
    Predicate.UNARMORED,
}
SPEEDS = {Stat.WALK: 0, Stat.CLIMB: 1, Stat.SWIM: 2, Stat.FLY: 3, Stat.BURROW: 4}
SENSES = {Stat.DARKVISION: 0, Stat.BLINDSIGHT: 1, Stat.TRUESIGHT: 2, Stat.TREMORSENSE: 3}


@dataclass(frozen=True)
class Standing:
    """Derived values; ``speeds`` by MovementMode - 1, ``senses`` as the stat block orders them."""

    conditions: frozenset[int]
    flags: frozenset[int]
    speeds: tuple[int, ...]
    senses: tuple[int, ...]
    reach_ft: int
    hit_point_maximum: int

    def has(self, flag: Flag) -> bool:
        return flag in self.flags

    def speed(self, mode: MovementMode) -> int:
        return self.speeds[mode - 1]


@kept
def standing(position: Position, who: int) -> Standing:
    """Work out what holds for a creature."""
    creature = position.creatures[who]
    rows, conditions = _rows_upon(position, who)
    maximum = _hit_point_maximum(creature, rows)
    rows = [(row, dealt) for row, dealt in rows if _stands(position, creature, row, maximum)]
    changes = [row for row, _ in rows if row.do == Do.MODIFIER]
    flags = _flags(creature, [row for row, _ in rows])
    senses = list(creature.block.sense_ft)
    for row in changes:
        if row.kind in SENSES:
            at = SENSES[Stat(row.kind)]
            senses[at] = max(senses[at], row.amount)
    return Standing(
        conditions=conditions,
        flags=flags,
        speeds=_speeds(creature, changes, Flag.CANNOT_MOVE in flags),
        senses=tuple(senses),
        reach_ft=sum(row.amount for row in changes if row.kind == Stat.REACH),
        hit_point_maximum=_hit_point_maximum(creature, rows),
    )


def has(position: Position, who: int, flag: Flag) -> bool:
    return standing(position, who).has(flag)


def _rows_upon(position: Position, who: int) -> tuple[list[tuple[Row, int]], frozenset[int]]:
    """Return all effect rows that lie upon a creature (each with the damage it came with), and the
    bits of its conditions, those implied included."""
    creature, content = position.creatures[who], position.content
    block = creature.block
    found = [(row, 0) for row in content.effects(block.first_effect, block.effect_count)]
    spells: set[int] = set()
    for lasting in position.lasting:
        if lasting.target != who or lasting.effect.key in spells:
            continue  # the same spell twice counts once
        spells |= {lasting.effect.key} - {0}
        if lasting.effect.do == Do.ONGOING:
            children = content.children(lasting.effect)
            found += [
                (row, lasting.dealt) for row in children if Outcome.ALWAYS in bits(row.outcome)
            ]
        else:
            found.append((lasting.effect, lasting.dealt))
    for zone in position.zones:
        if befalls(position, zone, who) and is_inside(position, zone, who):
            children = content.children(zone.effect)
            found += [(row, 0) for row in children if ZoneWhen.INSIDE in bits(row.outcome)]
    rows: list[tuple[Row, int]] = []
    conditions: set[int] = set()
    for row, dealt in found:
        if row.do == Do.CONDITION:
            condition = content.condition(row.condition - 1)
            conditions |= bits(condition.implies)
            rows += [
                (inner, 0)
                for inner in content.effects(condition.first_effect, condition.effect_count)
            ]
        else:
            rows.append((row, dealt))
    return rows, frozenset(conditions)


def _stands(position: Position, creature: Creature, row: Row, maximum: int) -> bool:
    """Do those tests of a row hold that depend on the bearer alone?"""
    tests = [(row.predicate, row.predicate_value), (row.also, row.also_value)]
    for predicate, value in tests:
        if predicate and abs(predicate) in OF_BEARER_ALONE:
            held = judge_bearer_alone(position, creature, abs(predicate), value, maximum)
            if held != (predicate > 0):
                return False
    return True


def judge_bearer_alone(
    position: Position, creature: Creature, predicate: int, value: int, maximum: int
) -> bool:
    """Judge a test that depends on the bearer alone."""
    ground = position.ground
    if predicate == Predicate.BLOODIED:
        return bool(2 * creature.hit_points <= maximum)
    if predicate == Predicate.EXHAUSTION_AT_LEAST:
        return bool(creature.exhaustion >= value)
    if predicate == Predicate.IN_SUNLIGHT:
        shaded = creature.place in ground.dark or creature.place in ground.dim
        return bool(ground.options.is_sunlit) and not shaded
    if predicate == Predicate.IN_WATER:
        return creature.place in ground.water
    return bool(creature.block.wears_armor == 0)


def _is_of_a_roll(row: Row) -> bool:
    """Does a row hold only for some rolls, or against some others?"""
    tests = {abs(row.predicate), abs(row.also)} - {0}
    return bool(tests - OF_BEARER_ALONE)


def _flags(creature: Creature, rows: list[Row]) -> frozenset[int]:
    flags: set[int] = set()
    for row in rows:
        if row.do == Do.FLAG and not _is_of_a_roll(row):
            flags |= bits(row.filter)
    if creature.block.hovers:
        flags.add(Flag.HOVERS)
    if creature.block.uses_dying_rules:
        flags.add(Flag.DYING_RULES)
    return frozenset(flags)


def _hit_point_maximum(creature: Creature, rows: list[tuple[Row, int]]) -> int:
    maximum = getattr(creature.record, "base_hit_points", 0) or creature.block.hit_points
    for row, dealt in rows:
        if row.do != Do.MODIFIER or row.kind != Stat.HIT_POINT_MAXIMUM:
            continue
        if row.mode == Op.DEALT:
            maximum -= dealt
        elif row.mode == Op.HALVE:
            maximum //= 2
        else:
            maximum += row.amount
        maximum = max(maximum, 0)
    return int(maximum)


def _speeds(creature: Creature, changes: list[Row], is_stuck: bool) -> tuple[int, ...]:
    """Return the speeds: what is added to all, then doubled, then halved; 0 if it cannot move."""
    speeds = list(creature.block.speed_ft)
    for row in changes:
        if row.kind in SPEEDS:
            at = SPEEDS[Stat(row.kind)]
            speeds[at] = max(speeds[at], row.amount)
    general = [row for row in changes if row.kind == Stat.SPEED]
    added = sum(_times(creature, row) * row.amount for row in general)
    doublings = sum(row.mode == Op.DOUBLE for row in general)
    halvings = sum(row.mode == Op.HALVE for row in general)
    if is_stuck:
        return tuple(0 for _ in speeds)
    return tuple(
        max(speed + added, 0) * 2**doublings // 2**halvings if speed else 0 for speed in speeds
    )


def _times(creature: Creature, row: Row) -> Any:
    return creature.exhaustion if row.mode == Op.PER_LEVEL else 1
