"""Distances and areas. GRD-01, GRD-03, GRD-04, AOE-01.

Distances are whole feet. A square is in an area if its centre is; points are in half squares, so
that centres and intersections are both whole.
"""

from dnd_env.core.terms import Shape
from tests.reference.facts import Ground, Square
from tests.reference.position import Creature, Position

FEET = 5  # a square
HALVES = 2  # a square


def apart(first: int, first_size: int, second: int, second_size: int) -> int:
    """Return how many squares one has to go from one span to touch the other; 0: they overlap."""
    if second > first:
        return max(second - (first + first_size - 1), 0)
    return max(first - (second + second_size - 1), 0)


def route(ground: Ground, across: int, down: int) -> int:
    """Return the length in squares of the shortest route over so many columns and rows."""
    diagonals = min(across, down)
    straight = max(across, down) - diagonals
    if ground.options.diagonals_5_10_5:
        return straight + diagonals + diagonals // 2  # every second one counts twice
    return straight + diagonals


def level_distance(
    ground: Ground, place: Square, width: int, other_place: Square, other_width: int
) -> int:
    """Return the feet between two spaces, height left aside."""
    across = apart(place[0], width, other_place[0], other_width)
    down = apart(place[1], width, other_place[1], other_width)
    return route(ground, across, down) * FEET


def height_between(a: Creature, b: Creature, altitude_ft: int | None = None) -> int:
    """Return the feet between two creatures up and down; they are as high as they are wide."""
    altitude_ft = a.altitude_ft if altitude_ft is None else altitude_ft
    return apart(altitude_ft // FEET, a.width, b.altitude_ft // FEET, b.width) * FEET


def distance(
    position: Position,
    who: int,
    other: int,
    at: Square | None = None,
    altitude_ft: int | None = None,
) -> int:
    """Return the feet between two creatures, or were the first at ``at`` or so high. GRD-03."""
    a, b = position.creatures[who], position.creatures[other]
    level = level_distance(position.ground, at or a.place, a.width, b.place, b.width)
    height = height_between(a, b, altitude_ft)
    larger, smaller = max(level, height), min(level, height)
    if position.ground.options.height_sum:
        return larger + smaller // 2
    return larger


def distance_to_square(position: Position, who: int, square: Square) -> int:
    """Return the feet from a creature's space to a square."""
    creature = position.creatures[who]
    return level_distance(position.ground, creature.place, creature.width, square, 1)


# --- areas ---------------------------------------------------------------------------------------


def centre(square: Square) -> tuple[int, int]:
    """Return the centre of a square, in half squares."""
    return HALVES * square[0] + 1, HALVES * square[1] + 1


def to_halves(feet: int) -> int:
    return feet * HALVES // FEET


def in_ball(origin: tuple[int, int], size_ft: int, square: Square) -> bool:
    x, y = centre(square)
    return (x - origin[0]) ** 2 + (y - origin[1]) ** 2 <= to_halves(size_ft) ** 2


def in_cube(corner: tuple[int, int], size_ft: int, square: Square) -> bool:
    """Is a square in a cube from its north-west corner on?"""
    size = to_halves(size_ft)
    return all(low < at < low + size for at, low in zip(centre(square), corner, strict=True))


def in_beam(
    shape: int,
    origin: tuple[int, int],
    aim: tuple[int, int],
    size_ft: int,
    width_ft: int,
    square: Square,
) -> bool:
    """Is a square in a cone or line from an origin toward an aim?

    A cone is as wide as it is far from the origin. A line takes the edge on its one side only, so
    that along the edge of a row it takes one row and not two.
    """
    x, y = centre(square)
    dx, dy = x - origin[0], y - origin[1]
    ax, ay = aim[0] - origin[0], aim[1] - origin[1]
    length_squared = ax * ax + ay * ay
    along = dx * ax + dy * ay  # times the aim's length
    across = dx * ay - dy * ax
    if along <= 0 or along**2 > to_halves(size_ft) ** 2 * length_squared:
        return False
    if shape == Shape.CONE:
        return abs(across) * 2 <= along
    half_width_squared = to_halves(width_ft) ** 2 * length_squared
    if 4 * across**2 == half_width_squared:
        return across > 0
    return 4 * across**2 < half_width_squared


def near_space(creature: Creature, size_ft: int, square: Square) -> bool:
    """Is the centre of a square within so many feet of a creature's space?"""
    total = 0
    for at, low in zip(centre(square), creature.place, strict=True):
        first, last = HALVES * low, HALVES * (low + creature.width)
        total += (first - at if at < first else max(at - last, 0)) ** 2
    return total <= to_halves(size_ft) ** 2
