"""Who sees whom, and who knows where whom is. VIS-01, VIS-02.

Heavy obscurement is opaque, from within too. Who is unseen but not hidden is heard, and so placed;
with fog of war only if no wall is in between.
"""

from collections.abc import Iterator

from dnd_env.core.terms import Flag, Light, ZoneTrait
from tests.reference.facts import Square, Squares, bits
from tests.reference.lines import any_line, shut_doors, solid
from tests.reference.position import Position, Zone, kept
from tests.reference.shapes import distance, distance_to_square
from tests.reference.standing import has, standing
from tests.reference.zones import squares_of

DARKVISION, BLINDSIGHT, TRUESIGHT, TREMORSENSE = range(4)


# --- what bars sight just now --------------------------------------------------------------------


@kept
def zone_squares(position: Position, trait: ZoneTrait, side: int | None = None) -> Squares:
    """Return the squares of the zones with a trait; with a side, of those that it knows."""
    zones = [zone for zone in position.zones if trait in bits(zone.effect.filter)]
    if side is not None:
        zones = [zone for zone in zones if zone.index in known_zones(position, side)]
    return frozenset[Square]().union(*(squares_of(position, zone.index) for zone in zones))


@kept
def foggy(position: Position) -> Squares:
    """Return what no eye sees through."""
    obscured = zone_squares(position, ZoneTrait.HEAVILY_OBSCURED)
    return position.ground.opaque | shut_doors(position, None) | obscured


@kept
def opaque(position: Position) -> Squares:
    """Return what plain eyes do not see through."""
    return foggy(position) | zone_squares(position, ZoneTrait.MAGICAL_DARKNESS)


@kept
def has_effect_line(position: Position, who: int, other: int, side: int | None = None) -> bool:
    """Is there a line between two creatures that walls and doors leave free?"""
    a, b = position.creatures[who], position.creatures[other]
    return any_line(solid(position, side), a.space(), b.space())


@kept
def light_at(position: Position, square: Square) -> Light:
    ground = position.ground
    if square not in ground.dark and square not in ground.dim:
        return Light.BRIGHT
    if square in zone_squares(position, ZoneTrait.BRIGHT):
        return Light.BRIGHT
    if square in zone_squares(position, ZoneTrait.DIM):
        return Light.DIM
    return Light.DARK if square in ground.dark else Light.DIM


def is_obscured(position: Position, square: Square) -> bool:
    """Is a square heavily obscured: foliage, fog, magical darkness?"""
    if square in position.ground.opaque and square not in position.ground.solid:
        return True
    traits = (ZoneTrait.HEAVILY_OBSCURED, ZoneTrait.MAGICAL_DARKNESS)
    return any(square in zone_squares(position, trait) for trait in traits)


# --- who sees whom -------------------------------------------------------------------------------


def is_awake(position: Position, who: int) -> bool:
    return position.creatures[who].is_up and not has(position, who, Flag.UNAWARE)


@kept
def sees(position: Position, who: int, other: int) -> bool:
    """Does one creature see another?"""
    a, b = position.creatures[who], position.creatures[other]
    if not is_awake(position, who) or not b.is_here:
        return False
    if who == other:
        return True
    eyes, far = standing(position, who), distance(position, who, other)
    if far <= eyes.senses[BLINDSIGHT] and has_effect_line(position, who, other):
        return True
    if eyes.has(Flag.CANNOT_SEE):
        return False
    true_sight = far <= eyes.senses[TRUESIGHT]
    target = standing(position, other)
    if target.has(Flag.INVISIBLE) and not target.has(Flag.OUTLINED):
        if not true_sight and not eyes.has(Flag.SEES_INVISIBLE):
            return False
    pierces = true_sight or eyes.has(Flag.PIERCES_DARKNESS)
    if not any_line(foggy(position) if pierces else opaque(position), a.space(), b.space()):
        return False
    if pierces or far <= eyes.senses[DARKVISION]:
        return True
    return any(light_at(position, square) != Light.DARK for square in b.space())


def sees_square(position: Position, who: int, square: Square) -> bool:
    """Does a creature see a square?"""
    creature, eyes = position.creatures[who], standing(position, who)
    far = distance_to_square(position, who, square)
    if far <= eyes.senses[BLINDSIGHT]:
        return any_line(solid(position), creature.space(), frozenset([square]))
    if eyes.has(Flag.CANNOT_SEE):
        return False
    pierces = far <= eyes.senses[TRUESIGHT] or eyes.has(Flag.PIERCES_DARKNESS)
    bars = foggy(position) if pierces else opaque(position)
    if not any_line(bars, creature.space(), frozenset([square])):
        return False
    lit = light_at(position, square) != Light.DARK
    return pierces or lit or far <= eyes.senses[DARKVISION]


def members(position: Position, side: int) -> Iterator[int]:
    return (who for who, creature in position.creatures.items() if creature.side == side)


@kept
def spotted(position: Position, side: int) -> frozenset[int]:
    """Return the creatures that a side sees, and its own."""
    own = frozenset(members(position, side))
    return own | {
        other for other in position.creatures if any(sees(position, who, other) for who in own)
    }


@kept
def located(position: Position, side: int) -> frozenset[int]:
    """Return the creatures that a side can place: seen, heard or felt."""
    awake = [who for who in members(position, side) if is_awake(position, who)]
    return spotted(position, side) | {
        other for other in position.creatures if any(notices(position, who, other) for who in awake)
    }


def notices(position: Position, who: int, other: int) -> bool:
    """Does a creature hear another, or feel it through the ground?"""
    there = position.creatures[other]
    if not there.is_here:
        return False
    if feels(position, who, other):
        return True
    if who in there.hidden_from:
        return False
    return not position.ground.has_fog or has_effect_line(position, who, other)


def feels(position: Position, who: int, other: int) -> bool:
    """Does a creature's tremorsense tell it where another stands?"""
    reach = standing(position, who).senses[TREMORSENSE]
    on_ground = not position.creatures[who].is_flying and not position.creatures[other].is_flying
    return on_ground and reach > 0 and distance(position, who, other) <= reach


def knows(position: Position, who: int, other: int) -> bool:
    """Does the side of a creature know where another is?"""
    return other in located(position, position.creatures[who].side)


@kept
def known_zones(position: Position, side: int) -> frozenset[int]:
    """Return the zones that a side has made, or of which one of it overlooks a square."""
    known = set()
    for zone in position.zones:
        own = position.creatures[zone.source].side == side
        if own or not position.ground.has_fog or _is_overlooked(position, zone, side):
            known.add(zone.index)
    return frozenset(known)


def _is_overlooked(position: Position, zone: Zone, side: int) -> bool:
    """Has somebody of a side a line to a square of a zone, as far as the map's walls go?"""
    squares, walls = squares_of(position, zone.index), position.ground.solid
    return any(
        is_awake(position, who) and any_line(walls, position.creatures[who].space(), squares)
        for who in members(position, side)
    )
