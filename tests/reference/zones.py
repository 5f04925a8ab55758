"""Zones: the squares that they cover, and whom they are for. AOE-01.

A zone covers those squares of its shape from which some straight line to its origin meets no total
cover; if it spreads, those that can be reached from there around corners.
"""

from dnd_env.core.terms import Shape, Who, ZoneTrait
from tests.reference.facts import Square, Squares, bits
from tests.reference.lines import EIGHTHS, any_line, is_box_free, is_point_free, solid
from tests.reference.position import Position, Zone, kept
from tests.reference.shapes import FEET, HALVES, in_ball, in_beam, in_cube, near_space

Point = tuple[int, int]  # in half squares
EIGHTHS_OF_HALF = EIGHTHS // HALVES


@kept
def squares_of(position: Position, index: int) -> Squares:
    """Return the squares of the zone in a row of the state."""
    zone = next(zone for zone in position.zones if zone.index == index)
    walls = solid(position)
    shape = frozenset(
        square for square in position.ground.all_squares() if _is_in_shape(position, zone, square)
    )
    if zone.effect.kind == Shape.EMANATION and zone.anchor is not None:
        space = position.creatures[zone.anchor].space()
        return frozenset(
            square for square in shape - walls if any_line(walls, space, frozenset([square]))
        )
    origin = corner_of(position, zone)
    if ZoneTrait.SPREADS in bits(zone.effect.filter):
        return spread(shape - walls, around(position, origin))
    return frozenset(square for square in shape if is_open_to(position, origin, square))


def corner_of(position: Position, zone: Zone) -> Point:
    """Return where a zone starts: a cube from the corner by which it is placed; one that moves
    along, from the middle of a creature."""
    if zone.anchor is None:
        return zone.at
    about = position.creatures[zone.anchor]
    return HALVES * about.place[0] + about.width, HALVES * about.place[1] + about.width


def _is_in_shape(position: Position, zone: Zone, square: Square) -> bool:
    shape, at = zone.effect.kind, corner_of(position, zone)
    if shape == Shape.EMANATION and zone.anchor is not None:
        return near_space(position.creatures[zone.anchor], zone.size_ft, square)
    if shape == Shape.CUBE:
        return in_cube(at, zone.size_ft, square)
    if shape in (Shape.CONE, Shape.LINE):
        return in_beam(shape, at, zone.aim, zone.size_ft, FEET, square)
    return in_ball(at, zone.size_ft, square)


def around(position: Position, point: Point) -> list[Square]:
    """Return the squares of the map that a point lies in or touches, but those that are filled."""
    columns = {point[0] // HALVES, (point[0] - 1) // HALVES}
    rows = {point[1] // HALVES, (point[1] - 1) // HALVES}
    walls = solid(position)
    return [
        (x, y)
        for x in columns
        for y in rows
        if position.ground.holds((x, y)) and (x, y) not in walls
    ]


def is_open_to(position: Position, origin: Point, square: Square) -> bool:
    """Is some corner of a square in free line of an origin?

    A point on an edge is taken to lie just inside any of the squares about it.
    """
    walls = solid(position)
    for start in around(position, origin):
        if is_box_free(walls, start, square):
            return True
        point = _inside(origin[0], start[0]), _inside(origin[1], start[1])
        if any(is_point_free(walls, start, point, square, corner) for corner in range(4)):
            return True
    return False


def _inside(half: int, start: int) -> int:
    """Return a coordinate of a point within a square, in eighths: off the edge by one."""
    at = half * EIGHTHS_OF_HALF - start * EIGHTHS
    return min(max(at, 1), EIGHTHS - 1)


def spread(allowed: Squares, starts: list[Square]) -> Squares:
    """Return the allowed squares that can be reached from some of them, side by side."""
    found: set[Square] = set()
    queue = [square for square in starts if square in allowed]
    while queue:
        x, y = queue.pop()
        if (x, y) not in found:
            found.add((x, y))
            queue += [
                square
                for square in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if square in allowed
            ]
    return frozenset(found)


def befalls(position: Position, zone: Zone, who: int) -> bool:
    """Is a creature one of those that a zone is for?"""
    wanted = bits(zone.effect.mode)
    if not wanted:
        return True
    if who == zone.source:
        return Who.SELF in wanted
    same = position.creatures[who].side == position.creatures[zone.source].side
    return (Who.ALLY if same else Who.ENEMY) in wanted


def is_inside(position: Position, zone: Zone, who: int) -> bool:
    """Is any square of a creature's space in a zone?"""
    return bool(position.creatures[who].space() & squares_of(position, zone.index))
