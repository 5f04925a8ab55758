"""Whom and what an activity can be aimed at: ATK-01, ATK-05, ATK-07, ATK-09, COV-03, AOE-01.

Nothing may be begun that cannot be completed: ``can_be_aimed`` looks for one whole way to say it.
"""

from dnd_env.core.terms import (
    AttackKind,
    Do,
    Flag,
    Gate,
    Life,
    LifeChange,
    Shape,
    Target,
    Trait,
    Who,
)
from tests.reference.economy import has_trait
from tests.reference.facts import Row, Square, bits
from tests.reference.lines import any_line, has_line, shut_doors, solid
from tests.reference.movement import CHARMS, binders, may_stay
from tests.reference.position import Creature, Position, Zone, footprint, kept
from tests.reference.shapes import (
    FEET,
    HALVES,
    apart,
    distance,
    distance_to_square,
    level_distance,
    route,
)
from tests.reference.sight import has_effect_line, knows, located, sees, sees_square
from tests.reference.situations import suits
from tests.reference.standing import has, standing

LATEST_REVIVAL = 10  # rounds after death
RANGED = {AttackKind.RANGED_WEAPON, AttackKind.RANGED_SPELL}


# --- creatures -----------------------------------------------------------------------------------


def is_melee(activity: Row) -> bool:
    return bool(activity.gate == Gate.ATTACK and activity.attack_kind not in RANGED)


def range_ft(position: Position, who: int, activity: Row) -> int:
    """Return how far away the target may be."""
    if activity.long_range_ft:
        return int(activity.long_range_ft)
    if is_melee(activity):
        return int(activity.range_ft) + standing(position, who).reach_ft
    return int(activity.range_ft)


def is_of_kind(position: Position, who: int, other: int, kinds: int) -> bool:
    """Is another creature of those that a Who mask names?"""
    if other == who:
        return Who.SELF in bits(kinds)
    return (Who.ENEMY if position.fights(who, other) else Who.ALLY) in bits(kinds)


@kept
def within_line(position: Position, who: int) -> frozenset[int]:
    """Return the creatures that a creature's side can place and no total cover shields."""
    side = position.creatures[who].side
    return frozenset(
        other
        for other in located(position, side)
        if position.creatures[other].is_here
        and (other == who or has_effect_line(position, who, other, side))
    )


def is_alive_enough(position: Position, activity: Row, other: int) -> bool:
    """Is a creature alive; or, for what brings back the dead, dead for at most a minute? DMG-08."""
    creature = position.creatures[other]
    effects = position.content.effects(activity.first_effect, min(activity.effect_count, 1))
    if any(row.do == Do.LIFE and row.kind == LifeChange.REVIVE for row in effects):
        age = position.round_number - int(creature.died_on)
        return creature.is_dead and age <= LATEST_REVIVAL
    return not creature.is_dead


def zone_of_spell(position: Position, who: int, activity: Row) -> Zone | None:
    """Return the zone that a creature has laid by the spell of an activity."""
    for zone in position.zones:
        if zone.source == who and zone.activity.tag == activity.tag:
            return zone
    return None


def distance_for(position: Position, who: int, activity: Row, other: int) -> int | None:
    """Return the feet to a target: from the user, or from the zone that it has laid."""
    if not has_trait(activity, Trait.FROM_ZONE):
        return 0 if other == who else distance(position, who, other)
    zone = zone_of_spell(position, who, activity)
    if zone is None:
        return None
    return distance_to_square(position, other, (zone.at[0] // HALVES, zone.at[1] // HALVES))


def targets(position: Position, who: int, activity: Row) -> set[int]:
    """Return the creatures that an activity may target."""
    found = set()
    for other in within_line(position, who):
        if not is_of_kind(position, who, other, activity.who):
            continue
        if not is_alive_enough(position, activity, other):
            continue
        if has_trait(activity, Trait.NEEDS_SIGHT) and not sees(position, who, other):
            continue
        if is_charmed_by(position, who, activity, other):
            continue
        if has_trait(activity, Trait.ANOTHER) and not is_beside_first(position, activity, other):
            continue
        far = distance_for(position, who, activity, other)
        if far is not None and far <= range_ft(position, who, activity):
            if suits(position, activity, who, other):
                found.add(other)
    return found


def is_charmed_by(position: Position, who: int, activity: Row, other: int) -> bool:
    """May a creature not harm another, for it is charmed by it?"""
    harmful = has_trait(activity, Trait.HARMFUL) and has(position, who, Flag.CHARMED)
    return harmful and other in binders(position, who, CHARMS)


def is_beside_first(position: Position, activity: Row, other: int) -> bool:
    """Is a creature near the target of the event that is responded to, and not that one?"""
    if position.event is None:
        return True
    first = position.event.target - 1
    near = distance(position, first, other) <= activity.named_range_ft
    return bool(other != first and near)


def nameable(position: Position, who: int, activity: Row) -> set[int]:
    """Return the creatures that may be named first: the foe of *help*."""
    return {
        other
        for other in within_line(position, who)
        if is_of_kind(position, who, other, activity.named_who)
        and not position.creatures[other].is_dead
        and distance(position, who, other) <= activity.named_range_ft
    }


# --- squares where somebody unseen is suspected --------------------------------------------------


def may_guess(position: Position, who: int) -> bool:
    """Is there a foe that the side has met and lost, or none that it can place? ATK-05, B055."""
    side = position.creatures[who].side
    foes = [other for other in position.creatures if position.fights(who, other)]
    placed = located(position, side)
    if any(other not in placed and other in position.remembered[side] for other in foes):
        return True
    return not any(other in placed and position.creatures[other].life == Life.UP for other in foes)


def guesses(position: Position, who: int, activity: Row) -> set[Square]:
    """Return the squares that may be attacked on suspicion: not in the compact action set, and not
    from a zone."""
    ground, creature = position.ground, position.creatures[who]
    if ground.options.compact or has_trait(activity, Trait.FROM_ZONE):
        return set()
    if activity.gate != Gate.ATTACK or not may_guess(position, who):
        return set()
    known = {
        square
        for other in located(position, creature.side)
        if position.creatures[other].is_here
        for square in position.creatures[other].space()
    }
    closed = ground.walls | shut_doors(position, creature.side)
    return {
        square
        for square in ground.all_squares()
        if square not in known | closed
        and distance_to_square(position, who, square) <= range_ft(position, who, activity)
        and any_line(solid(position, creature.side), creature.space(), frozenset([square]))
    }


# --- places --------------------------------------------------------------------------------------


def places(position: Position, who: int, activity: Row) -> set[Square]:
    """Return the squares, or the intersections, where an activity can be placed or aimed."""
    key = (places, who, activity.index)
    if key not in position.memo:
        judge = {Target.DIRECTION: aims, Target.SPACE: spaces, Target.POINT: points}
        position.memo[key] = judge[Target(activity.target)](position, who, activity)
    return position.memo[key]  # type: ignore[no-any-return]


def aims(position: Position, who: int, activity: Row) -> set[Square]:
    """Any square outside the user's space; a cube's north-west square, if it touches that space."""
    creature, found = position.creatures[who], set()
    width = activity.size_ft // FEET if activity.shape == Shape.CUBE else 1
    for x, y in position.ground.all_squares():
        across = apart(creature.place[0], creature.width, x, width)
        down = apart(creature.place[1], creature.width, y, width)
        far = max(across, down)
        if far == 1 or (far > 1 and activity.shape != Shape.CUBE):
            found.add((x, y))
    return found


def spaces(position: Position, who: int, activity: Row) -> set[Square]:
    """Free places within range that the user sees."""
    creature = position.creatures[who]
    return {
        place
        for place in position.ground.all_squares()
        if place != creature.place
        and level_distance(position.ground, creature.place, 1, place, 1) <= activity.range_ft
        and may_stay(position, who, place)
        and all(sees_square(position, who, one) for one in footprint(place, creature.width))
    }


def points(position: Position, who: int, activity: Row) -> set[Square]:
    """Intersections within range to which the way is free."""
    ground, creature = position.ground, position.creatures[who]
    low = (HALVES * creature.place[0], HALVES * creature.place[1])
    high = (low[0] + HALVES * creature.width, low[1] + HALVES * creature.width)
    if has_trait(activity, Trait.FROM_ZONE):
        zone = zone_of_spell(position, who, activity)
        if zone is None:
            return set()
        low = high = zone.at
    found = set()
    for x in range(ground.width + 1):
        for y in range(ground.height + 1):
            across = max(low[0] - HALVES * x, HALVES * x - high[0], 0)
            down = max(low[1] - HALVES * y, HALVES * y - high[1], 0)
            feet = FEET * route(ground, -(-across // HALVES), -(-down // HALVES))
            if feet <= activity.range_ft and is_point_open(position, creature, (x, y)):
                found.add((x, y))
    return found


@kept
def _open_squares(position: Position, who: int) -> frozenset[Square]:
    """Return the squares to which the way from a creature is free, as far as its side knows."""
    creature = position.creatures[who]
    bars = solid(position, creature.side)
    return frozenset(
        square
        for square in position.ground.all_squares()
        if square not in position.ground.solid
        and any(has_line(bars, own, square) for own in creature.space())
    )


def is_point_open(position: Position, creature: Creature, point: Square) -> bool:
    """Is the way to an intersection free, to some square that touches it?"""
    x, y = point
    around = {(x - dx, y - dy) for dx in (0, 1) for dy in (0, 1)}
    return bool(around & _open_squares(position, creature.who))


# --- places in the compact action set ------------------------------------------------------------


def anchored(position: Position, activity: Row, anchor: int, corner: int) -> Square:
    """Return the square that a creature and a corner (0 to 3: NW, NE, SW, SE) stand for."""
    creature = position.creatures[anchor]
    (x, y), width, east, south = creature.place, creature.width, corner % 2, corner // 2
    if activity.target == Target.DIRECTION and activity.shape != Shape.CUBE:
        return x + width // 2, y + width // 2
    if activity.target == Target.SPACE:  # just outside, diagonally
        return (x + width if east else x - 1), (y + width if south else y - 1)
    x, y = x + east * width, y + south * width
    if activity.shape == Shape.CUBE:  # the cube lies outward from the corner
        size = activity.size_ft // FEET
        return x - east * size, y - south * size
    return x, y


def corners(position: Position, who: int, activity: Row, anchor: int) -> set[int]:
    """Return the corners of a creature that name a legal place."""
    legal = places(position, who, activity)
    return {one for one in range(4) if anchored(position, activity, anchor, one) in legal}


def anchors(position: Position, who: int, activity: Row) -> set[int]:
    """Return the creatures by which a place can be named."""
    return {
        other
        for other in position.creatures
        if knows(position, who, other) and corners(position, who, activity, other)
    }


# --- can it be completed? ------------------------------------------------------------------------


def can_be_aimed(position: Position, who: int, activity: Row) -> bool:
    """Is there a whole way to say what an activity is aimed at?"""
    target = activity.target
    if target == Target.CREATURE:
        if activity.named_who and not nameable(position, who, activity):
            return False
        return bool(targets(position, who, activity) or guesses(position, who, activity))
    if target in (Target.POINT, Target.DIRECTION, Target.SPACE):
        if position.ground.options.compact:
            return bool(anchors(position, who, activity))
        return bool(places(position, who, activity))
    return bool(target != Target.SELF or suits(position, activity, who, who))
