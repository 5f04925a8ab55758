"""Cover, and whether one may try to hide. COV-01 to COV-04, ACT-08, ACT-09.

Walls count by corners, from the best corner of the one to the corners of the other. Things that
give cover, and creatures, count if the line between the squares' centres crosses them. Of large
spaces the squares count between which there is the least cover.
"""

from dnd_env.core.terms import Cover, Do, Flag, Light, Sense
from tests.reference.facts import Row, Square, Squares
from tests.reference.lines import is_line_free, solid
from tests.reference.position import Position
from tests.reference.shapes import height_between
from tests.reference.sight import is_awake, is_obscured, knows, light_at, sees
from tests.reference.standing import has


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
    """Return the Cover, 0 for none, that a target has: between the squares with the least."""
    a, b = position.creatures[source].space(), position.creatures[target].space()
    others = _squares_between(position, source, target)
    return min(
        max(wall_cover(position, one, other), thing_cover(position, one, other, others))
        for one in a
        for other in b
    )


def wall_cover(position: Position, a: Square, b: Square) -> int:
    """From the best corner of one square: how many lines to the other's corners do walls bar?"""
    bars = solid(position)
    free = max(sum(is_line_free(bars, a, i, b, j) for j in range(4)) for i in range(4))
    return {4: 0, 3: Cover.HALF, 2: Cover.HALF, 1: Cover.THREE_QUARTERS, 0: Cover.TOTAL}[free]


def thing_cover(position: Position, a: Square, b: Square, others: Squares) -> int:
    """Return the cover of things, and of creatures on squares ``others``, between two squares."""
    ground, degree = position.ground, 0
    for things, gives in (
        (others - {b}, Cover.HALF),
        (ground.half_covers, Cover.HALF),
        (ground.better_covers, Cover.THREE_QUARTERS),
    ):
        if any(crosses(a, b, thing) for thing in things - {a}):
            degree = max(degree, gives)
    return degree


def _squares_between(position: Position, source: int, target: int) -> Squares:
    """Return the squares of the living on the target's level but source and target."""
    there = position.creatures[target]
    return frozenset(
        square
        for who, creature in position.creatures.items()
        if who not in (source, target) and creature.is_here and not creature.is_dead
        if height_between(creature, there) == 0
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
