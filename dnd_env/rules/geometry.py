"""Squares, distances and areas.

Source: SRD 5.1, "Movement and Position", "Areas of Effect"; the grid variant. A square is 5 ft; a
space is ``width`` squares across from its north-west square. Areas are measured in half squares, so
that centres and intersections are whole numbers: a square is in an area if its centre is.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_WIDTH
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.terms import Shape

FEET = 5  # a square
ROW = 64  # a square is said as x + ROW * y: intersections reach one beyond the map


@rule
def square_of(x: int, y: int) -> int:
    """Number a square: the key of the sight rows and of path scratch."""
    return y * MAX_WIDTH + x


@rule
def step_x(direction: int) -> int:
    """Directions go clockwise from north, 0 to 7."""
    if direction == 0 or direction == 4:
        return 0
    return 1 if direction < 4 else -1


@rule
def step_y(direction: int) -> int:
    return step_x((direction + 6) % 8)


@rule
def direction_of(dx: int, dy: int) -> int:
    """Return the direction of a step; -1 if it is none."""
    for direction in range(8):
        if step_x(direction) == dx and step_y(direction) == dy:
            return direction
    return -1


@rule
def sign(value: int) -> int:
    return (value > 0) - (value < 0)


@rule
def bits_between(first: int, last: int) -> int:
    """Return a row with the bits ``first`` to ``last`` set."""
    return ((1 << (last + 1)) - 1) & ~((1 << first) - 1) if last >= first else 0


@rule
def lowest_bit(mask: int) -> int:
    """Return the position of the lowest set bit of a mask that is not 0."""
    position = 0
    for width in (32, 16, 8, 4, 2, 1):
        if mask & ((1 << width) - 1) == 0:
            mask >>= width
            position += width
    return position


@rule
def count_bits(mask: int) -> int:
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@rule
def gap(a: int, a_width: int, b: int, b_width: int) -> int:
    """Squares from one span to another along one axis; 0 if they overlap."""
    return max(0, b - (a + a_width - 1), a - (b + b_width - 1))


@rule
def rise_between(a, b) -> int:
    """Feet up or down from one creature's space to another's; they are as high as they are wide."""
    return gap(a.altitude_ft // FEET, a.width, b.altitude_ft // FEET, b.width) * FEET


@rule
def is_level(a, b) -> bool:
    """Do two creatures' spaces overlap in height?"""
    return rise_between(a, b) == 0


@rule
def overlaps(state: State, who: int, x: int, y: int, other: int) -> bool:
    """Would a creature's space, were it at (x, y) on its level, overlap another's?"""
    a, b = state.creatures[who], state.creatures[other]
    if gap(x, a.width, b.x, b.width) != 0 or gap(y, a.width, b.y, b.width) != 0:
        return False
    return is_level(a, b)


@rule
def touches(rows, creature, x: int, y: int) -> bool:
    """Is a bit of ``rows`` set in a creature's space, were it at (x, y)?"""
    span = bits_between(x, x + creature.width - 1)
    for row in range(y, y + creature.width):
        if rows[row] & span:
            return True
    return False


@rule
def squares_apart(scene: Scene, dx: int, dy: int) -> int:
    """Count squares along the shortest route over ``dx`` columns and ``dy`` rows."""
    longer, shorter = max(dx, dy), min(dx, dy)
    return longer + shorter // 2 if scene.diagonals_5_10_5 != 0 else longer


@rule
def distance_to_square(state: State, scene: Scene, who: int, x: int, y: int) -> int:
    """Feet from a creature's space to a square on its level."""
    creature = state.creatures[who]
    dx = gap(creature.x, creature.width, x, 1)
    dy = gap(creature.y, creature.width, y, 1)
    return squares_apart(scene, dx, dy) * FEET


@rule
def distance_from(state: State, scene: Scene, who: int, x: int, y: int, other: int) -> int:
    """Feet from a creature's space, were it at (x, y), to another's. GRD-03, GRD-04."""
    a, b = state.creatures[who], state.creatures[other]
    dx = gap(x, a.width, b.x, b.width)
    dy = gap(y, a.width, b.y, b.width)
    level = squares_apart(scene, dx, dy) * FEET
    if a.altitude_ft == b.altitude_ft:
        return level
    height = rise_between(a, b)
    if scene.height_sum != 0:
        return level + height // 2 if level >= height else height + level // 2
    return max(level, height)


@rule
def distance(state: State, scene: Scene, who: int, other: int) -> int:
    """Feet between the nearest squares of two spaces; adjacent is 5, sharing a square 0."""
    creature = state.creatures[who]
    return distance_from(state, scene, who, creature.x, creature.y, other)


@rule
def clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)


@rule
def covers(
    shape: int, size_ft: int, width_ft: int, px: int, py: int, ax: int, ay: int, x: int, y: int
) -> bool:
    """Is the centre of square (x, y) in an area?

    Args:
        shape: a Shape, of ``size_ft`` (radius, edge or length); a line is ``width_ft`` wide.
        px: where it starts, in half squares (a cube: its north-west corner).
        py: likewise.
        ax: what a cone or line is aimed at, in half squares.
        ay: likewise.
        x: the square's column.
        y: the square's row.
    """
    dx, dy = 2 * x + 1 - px, 2 * y + 1 - py
    size = size_ft * 2 // FEET
    if shape == Shape.CUBE:
        return 0 < dx < size and 0 < dy < size
    if shape == Shape.CONE or shape == Shape.LINE:
        aim_x, aim_y = ax - px, ay - py
        along = dx * aim_x + dy * aim_y
        across = dx * aim_y - dy * aim_x
        aim = aim_x * aim_x + aim_y * aim_y
        if along <= 0 or along * along > size * size * aim:
            return False
        if shape == Shape.CONE:
            return 2 * abs(across) <= along
        # Half-open, so that a line along a row's edge takes one row and not two.
        width = width_ft * 2 // FEET
        reach = 4 * across * across - width * width * aim
        return reach < 0 or (reach == 0 and across > 0)
    return dx * dx + dy * dy <= size * size


@rule
def surrounds(size_ft: int, x: int, y: int, width: int, at_x: int, at_y: int) -> bool:
    """Is the centre of square (at_x, at_y) within ``size_ft`` of the space at (x, y)?"""
    dx = 2 * at_x + 1 - clamp(2 * at_x + 1, 2 * x, 2 * (x + width))
    dy = 2 * at_y + 1 - clamp(2 * at_y + 1, 2 * y, 2 * (y + width))
    size = size_ft * 2 // FEET
    return dx * dx + dy * dy <= size * size
