"""Cover, and whether one may try to hide. COV-01 to COV-04, ACT-08, ACT-09.

Walls count by corners, from the best corner of the one to the corners of the other. Things that
give cover, and creatures, count if the line between the nearest squares' centres crosses them.
"""

from dnd_env.core.terms import Cover, Do, Flag, Light, Sense
from tests.reference.facts import Row, Square, Squares
from tests.reference.position import Position
from tests.reference.sight import (
    is_awake,
    is_line_free,
    is_obscured,
    knows,
    light_at,
    sees,
    solid,
)
from tests.reference.standing import has


def nearest(a: Squares, b: Squares) -> tuple[Square, Square]:
    """Return the squares of two spaces that are nearest to each other; each is a full square."""
    return (_closest(a, _closest(b, min(a))), _closest(b, _closest(a, min(b))))


def _closest(space: Squares, to: Square) -> Square:
    (left, top), (right, bottom) = min(space), max(space)
    return min(max(to[0], left), right), min(max(to[1], top), bottom)


def crosses(a: Square, b: Square, through: Square) -> bool:
    """Does the line between the centres of two squares pass through the inside of a third?

    Doubled coordinates. The line meets the inside where, for some t of [0, 1], both its coordinates
    lie strictly within the square's.
    """
    if a == b:
        return False
    low, high, scale = 0, 1, 1
    for at, to, square in zip(a, b, through, strict=True):
        start, step = 2 * at + 1, 2 * (to - at)
        first, last = 2 * square, 2 * square + 2
        if step == 0:
            if not first < start < last:
                return False
            continue
        size, way = abs(step), 1 if step > 0 else -1
        enters, leaves = sorted([(first - start) * way, (last - start) * way])  # over ``size``
        low, high = max(low * size, enters * scale), min(high * size, leaves * scale)
        scale *= size
    return low < high


def cover_between(position: Position, source: int, target: int) -> int:
    """Return the best Cover, 0 for none, that a target has from a creature."""
    a, b = nearest(position.creatures[source].space(), position.creatures[target].space())
    degree = max(wall_cover(position, a, b), thing_cover(position, a, b))
    if degree == 0 and _is_somebody_between(position, a, b, source, target):
        return Cover.HALF
    return degree


def wall_cover(position: Position, a: Square, b: Square) -> int:
    """From the best corner of one square: how many lines to the other's corners do walls bar?"""
    bars = solid(position)
    free = max(sum(is_line_free(bars, a, i, b, j) for j in range(4)) for i in range(4))
    return {4: 0, 3: Cover.HALF, 2: Cover.HALF, 1: Cover.THREE_QUARTERS, 0: Cover.TOTAL}[free]


def thing_cover(position: Position, a: Square, b: Square) -> int:
    ground, degree = position.ground, 0
    for things, gives in (
        (ground.half_covers, Cover.HALF),
        (ground.better_covers, Cover.THREE_QUARTERS),
    ):
        if any(thing != a and crosses(a, b, thing) for thing in things):
            degree = max(degree, gives)
    return degree


def _is_somebody_between(
    position: Position, a: Square, b: Square, source: int, target: int
) -> bool:
    altitude = position.creatures[target].altitude_ft
    return any(
        crosses(a, b, square)
        for who, creature in position.creatures.items()
        if who not in (source, target) and creature.is_here and creature.altitude_ft == altitude
        for square in creature.space()
    )


# --- hiding --------------------------------------------------------------------------------------


def is_hiding(position: Position, activity: Row) -> bool:
    """Is an activity an attempt to hide?"""
    effects = position.content.effects(activity.first_effect, min(activity.effect_count, 1))
    return any(row.do == Do.VISIBILITY and row.kind == Sense.HIDE for row in effects)


def may_hide(position: Position, who: int) -> bool:
    """May a creature try to hide from the foes that its side knows to be awake? ACT-08, ACT-09."""
    foes = [
        other
        for other in position.creatures
        if position.fights(who, other) and is_awake(position, other) and knows(position, who, other)
    ]
    unseeing = [other for other in foes if not sees(position, other, who)]
    if not position.ground.is_2024:
        return not foes or bool(unseeing) or has(position, who, Flag.INVISIBLE)
    return len(unseeing) == len(foes) and is_sheltered(position, who, foes)


def is_sheltered(position: Position, who: int, foes: list[int]) -> bool:
    """Is a creature heavily obscured, or behind enough cover from each foe?"""
    if all(
        light_at(position, square) == Light.DARK or is_obscured(position, square)
        for square in position.creatures[who].space()
    ):
        return True
    enough = Cover.HALF if position.ground.options.half_cover_hides else Cover.THREE_QUARTERS
    return all(cover_between(position, foe, who) >= enough for foe in foes)
