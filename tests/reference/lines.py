"""Straight lines, and what bars them. COV-03, AOE-01.

A line runs between corners drawn in by an eighth of a square, and is barred by a square that it
crosses or touches.
"""

from functools import cache, lru_cache

from tests.reference.facts import Square, Squares
from tests.reference.position import Position, kept

EIGHTHS = 8
CORNERS = ((1, 1), (7, 1), (1, 7), (7, 7))  # north-west, north-east, south-west, south-east


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
def touched_between(start: tuple[int, int], dx: int, dy: int, corner: int) -> Squares:
    """Return the squares touched by the line from a point of square (0, 0), in eighths, to a corner
    of square (dx, dy)."""
    bx, by = CORNERS[corner]
    return touched(start, (EIGHTHS * dx + bx, EIGHTHS * dy + by))


def is_point_free(bars: Squares, a: Square, point: tuple[int, int], b: Square, corner: int) -> bool:
    """Is the line from a point of one square, in eighths, to a corner of another free of bars?"""
    way = touched_between(point, b[0] - a[0], b[1] - a[1], corner)
    return not any((x + a[0], y + a[1]) in bars for x, y in way)


def is_line_free(bars: Squares, a: Square, first: int, b: Square, second: int) -> bool:
    """Is the line from a corner of one square to a corner of another free of bars?"""
    return is_point_free(bars, a, CORNERS[first], b, second)


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


# --- walls and doors -----------------------------------------------------------------------------


@kept
def shut_doors(position: Position, side: int | None) -> Squares:
    """Return the squares of closed doors: in truth, or as a side takes them to be."""
    if side is None:
        return frozenset(door.square for door in position.doors if not door.is_open)
    known = position.doors_shut[side]
    return frozenset(door.square for door in position.doors if door.index in known)


@kept
def solid(position: Position, side: int | None = None) -> Squares:
    """Return what gives total cover: walls and closed doors (as a side takes them to be)."""
    return position.ground.solid | shut_doors(position, side)
