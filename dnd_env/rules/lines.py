"""Straight lines past what bars them.

A line runs between corners drawn in by an eighth of a square, and is barred by a square that it
crosses or touches: so a shot down a corridor one square wide is free, and there is no peeping
through the crack where two walls meet at a corner. Coordinates are in eighths of a square; sums are
exact. A map row is an int64 of bits (see ``core/scene.py``).
"""

from dnd_env.core.jit import rule
from dnd_env.rules.geometry import bits_between, lowest_bit

EIGHTHS = 8
NEAR, FAR = 1, 7  # a corner, drawn in


@rule
def touches(px: int, py: int, qx: int, qy: int, x: int, y: int) -> bool:
    """Does the segment touch the square (x, y), given that its bounding box does?"""
    left, top = x * EIGHTHS, y * EIGHTHS
    right, bottom = left + EIGHTHS, top + EIGHTHS
    dx, dy = qx - px, qy - py
    a = dx * (top - py) - dy * (left - px)
    b = dx * (top - py) - dy * (right - px)
    c = dx * (bottom - py) - dy * (left - px)
    d = dx * (bottom - py) - dy * (right - px)
    return min(a, b, c, d) <= 0 <= max(a, b, c, d)


@rule
def is_free(rows, px: int, py: int, qx: int, qy: int) -> bool:
    """Does the segment from p to q touch none of the squares set in ``rows``, int64 [height]?"""
    first = bits_between(min(px, qx) // EIGHTHS, max(px, qx) // EIGHTHS)
    for y in range(min(py, qy) // EIGHTHS, max(py, qy) // EIGHTHS + 1):
        bits = rows[y] & first
        while bits != 0:
            x = lowest_bit(bits)
            if touches(px, py, qx, qy, x, y):
                return False
            bits &= bits - 1
    return True


@rule
def is_clear_box(rows, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Is no square set in ``rows`` within the box that two squares span?"""
    span = bits_between(min(x, to_x), max(x, to_x))
    for row in range(min(y, to_y), max(y, to_y) + 1):
        if rows[row] & span != 0:
            return False
    return True


@rule
def corner_x(x: int, corner: int) -> int:
    """Corners: 0 north-west, 1 north-east, 2 south-west, 3 south-east."""
    return x * EIGHTHS + (FAR if corner & 1 else NEAR)


@rule
def corner_y(y: int, corner: int) -> int:
    return y * EIGHTHS + (FAR if corner & 2 else NEAR)


@rule
def free_corners(rows, px: int, py: int, x: int, y: int) -> int:
    """Count the corners of square (x, y) to which the line from point p is free, 0 to 4."""
    count = 0
    for corner in range(4):
        count += is_free(rows, px, py, corner_x(x, corner), corner_y(y, corner))
    return count


@rule
def best_corners(rows, x: int, y: int, to_x: int, to_y: int) -> int:
    """Count the free lines from the best corner of one square to the corners of another."""
    if is_clear_box(rows, x, y, to_x, to_y):
        return 4
    best = 0
    for corner in range(4):
        best = max(best, free_corners(rows, corner_x(x, corner), corner_y(y, corner), to_x, to_y))
    return best


@rule
def has_line(rows, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Is some line from one square to another free of the squares set in ``rows``?"""
    span = bits_between(min(x, to_x), max(x, to_x))
    some, every = 0, span
    for row in range(min(y, to_y), max(y, to_y) + 1):
        bits = rows[row] & span
        some |= bits
        every &= bits
        if bits == span:  # a row filled all across, which no line gets past; likewise a column
            return False
    if some == 0:
        return True
    if every != 0:
        return False
    for corner in range(16):
        px, py = corner_x(x, corner >> 2), corner_y(y, corner >> 2)
        if is_free(rows, px, py, corner_x(to_x, corner & 3), corner_y(to_y, corner & 3)):
            return True
    return False


@rule
def passes(px: int, py: int, qx: int, qy: int, x: int, y: int) -> bool:
    """Does the segment from p to q, in half squares, pass through the inside of square (x, y)?"""
    left, top = 2 * x, 2 * y
    if min(px, qx) >= left + 2 or max(px, qx) <= left:
        return False
    if min(py, qy) >= top + 2 or max(py, qy) <= top:
        return False
    dx, dy = qx - px, qy - py
    left, top = left - px, top - py
    a = dx * top - dy * left
    b = dx * top - dy * (left + 2)
    c = dx * (top + 2) - dy * left
    d = dx * (top + 2) - dy * (left + 2)
    return min(a, b, c, d) < 0 < max(a, b, c, d)
