"""Who sees whom, and who knows where whom is. VIS-01, VIS-02.

A line runs between corners drawn in by an eighth of a square, and is barred by a square that it
crosses or touches. Heavy obscurement is opaque, from within too. Who is unseen but not hidden is
heard, and so placed; with fog of war only if no wall is in between.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from dnd_env.core.terms import Flag, Light, ZoneTrait
from tests.reference.facts import Square, Squares, bits
from tests.reference.position import Position, Zone, kept
from tests.reference.shapes import distance, distance_to_square, zone_has
from tests.reference.standing import has, standing

EIGHTHS = 8
CORNERS = ((1, 1), (7, 1), (1, 7), (7, 7))  # north-west, north-east, south-west, south-east
DARKVISION, BLINDSIGHT, TRUESIGHT, TREMORSENSE = range(4)


# --- lines ---------------------------------------------------------------------------------------


def touched(start: tuple[int, int], end: tuple[int, int]) -> Squares:
    """Return the squares that a straight line crosses or touches; points in eighths of a square.

    Column by column: the line's stretch within the column spans some height, and touches every
    square of that height. Heights are fractions over ``dx``, kept as whole numbers times ``dx``.
    """
    (px, py), (qx, qy) = sorted([start, end])
    dx, dy = qx - px, qy - py
    found = set()
    for column in range(-(-px // EIGHTHS) - 1, qx // EIGHTHS + 1):
        left, right = max(px, column * EIGHTHS), min(qx, (column + 1) * EIGHTHS)
        if dx == 0:
            top, bottom, scale = min(py, qy), max(py, qy), 1
        else:
            ends = [py * dx + dy * (left - px), py * dx + dy * (right - px)]
            top, bottom, scale = min(ends), max(ends), dx
        first = -(-top // (EIGHTHS * scale)) - 1
        last = bottom // (EIGHTHS * scale)
        found |= {(column, row) for row in range(first, last + 1)}
    return frozenset(found)


@cache
def touched_between(dx: int, dy: int, first: int, second: int) -> Squares:
    """Return the squares touched by the line from a corner of square (0, 0) to one of (dx, dy)."""
    (ax, ay), (bx, by) = CORNERS[first], CORNERS[second]
    return touched((ax, ay), (EIGHTHS * dx + bx, EIGHTHS * dy + by))


def is_line_free(bars: Squares, a: Square, first: int, b: Square, second: int) -> bool:
    """Is the line from a corner of one square to a corner of another free of bars?"""
    way = touched_between(b[0] - a[0], b[1] - a[1], first, second)
    return not any((x + a[0], y + a[1]) in bars for x, y in way)


def is_box_free(bars: Squares, a: Square, b: Square) -> bool:
    """Is nothing in the box that two squares span? Then every line between them is free."""
    columns = range(min(a[0], b[0]), max(a[0], b[0]) + 1)
    rows = range(min(a[1], b[1]), max(a[1], b[1]) + 1)
    return not any((x, y) in bars for x in columns for y in rows)


@lru_cache(maxsize=200_000)
def has_line(bars: Squares, a: Square, b: Square) -> bool:
    """Is some line from one square to another free?"""
    if is_box_free(bars, a, b):
        return True
    return any(is_line_free(bars, a, i, b, j) for i in range(4) for j in range(4))


def any_line(bars: Squares, from_squares: Squares, to_squares: Squares) -> bool:
    return any(has_line(bars, a, b) for a in from_squares for b in to_squares)


# --- what bars lines just now --------------------------------------------------------------------


@kept
def shut_doors(position: Position, side: int | None) -> Squares:
    """Return the squares of closed doors: in truth, or as a side takes them to be."""
    if side is None:
        return frozenset(door.square for door in position.doors if not door.is_open)
    known = position.doors_shut[side]
    return frozenset(door.square for door in position.doors if door.index in known)


@kept
def zone_squares(position: Position, trait: ZoneTrait, side: int | None = None) -> Squares:
    """Return the squares of the zones with a trait; with a side, of those that it knows."""
    zones = [zone for zone in position.zones if trait in bits(zone.effect.filter)]
    if side is not None:
        zones = [zone for zone in zones if zone.index in known_zones(position, side)]
    return frozenset(
        square
        for square in (position.ground.all_squares() if zones else ())
        if any(zone_has(position, zone, square) for zone in zones)
    )


@kept
def solid(position: Position, side: int | None = None) -> Squares:
    """Return what gives total cover: walls and closed doors (as a side takes them to be)."""
    return position.ground.solid | shut_doors(position, side)


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
    ground = position.ground
    squares = frozenset(one for one in ground.all_squares() if zone_has(position, zone, one))
    return any(
        is_awake(position, who) and any_line(ground.solid, position.creatures[who].space(), squares)
        for who in members(position, side)
    )
