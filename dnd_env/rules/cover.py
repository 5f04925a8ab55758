"""Cover: what stands between an attacker, or the origin of an effect, and its target.

Source: SRD 5.1, "Cover"; COV-01 to COV-04. Walls count by corners: from the attacker's best corner,
one or two lines to the target's corners barred are half cover, three are three-quarters, and none
free is total cover. Things that give cover, and creatures, count if the line between the centres of
two squares passes through their space. Of a large space the squares count between which there is
the least cover. Points are in half squares.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.terms import Cover, Life
from dnd_env.core.work import Work
from dnd_env.rules import areas, geometry, lines, sight
from dnd_env.rules.geometry import bits_between

NONE, HALF, TOTAL = 0, int(Cover.HALF), int(Cover.TOTAL)


@rule
def between(state: State, scene: Scene, work: Work, source: int, target: int) -> int:
    """Return the Cover, 0 for none, that a target has from a creature."""
    a, b = state.creatures[source], state.creatures[target]
    raise_walls(state, scene, work)
    least = TOTAL
    for y in range(a.y, a.y + a.width):
        for x in range(a.x, a.x + a.width):
            for to_y in range(b.y, b.y + b.width):
                for to_x in range(b.x, b.x + b.width):
                    if least != NONE:
                        degree = of_corners(lines.best_corners(work.blocked, x, y, to_x, to_y))
                        degree = max(
                            degree,
                            behind_anything(
                                state, scene, 2 * x + 1, 2 * y + 1, to_x, to_y, source, target
                            ),
                        )
                        least = min(least, degree)
    return least


@rule
def from_point(state: State, scene: Scene, work: Work, px: int, py: int, target: int) -> int:
    """Return the Cover that a creature has from the origin of an effect."""
    creature = state.creatures[target]
    raise_walls(state, scene, work)
    least = TOTAL
    for y in range(creature.y, creature.y + creature.width):
        for x in range(creature.x, creature.x + creature.width):
            if least != NONE:
                degree = of_corners(corners_from_point(scene, work, px, py, x, y))
                degree = max(degree, behind_anything(state, scene, px, py, x, y, target, target))
                least = min(least, degree)
    return least


@rule
def shield(state: State, scene: Scene, work: Work, px: int, py: int, spreads: bool) -> None:
    """Take from an area, ``work.squares``, what total cover shields from its origin; where it
    spreads, only what cannot be reached around corners. AOE-01."""
    raise_walls(state, scene, work)
    if spreads:
        areas.keep_what_spreads(scene, work, px, py)
        return
    for y in range(scene.height):
        bits = work.squares[y]
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            if corners_from_point(scene, work, px, py, x, y) == 0:
                work.squares[y] &= ~(1 << x)


@rule
def shield_about(state: State, scene: Scene, work: Work, creature) -> None:
    """Take from an area about a creature, ``work.squares``, what total cover shields from it."""
    raise_walls(state, scene, work)
    shut = state.closed_doors != 0
    for y in range(scene.height):
        bits = work.squares[y]
        work.squares[y] &= ~work.blocked[y]
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            if not sight.line_to_square(scene.effect, work.blocked, shut, creature, x, y):
                work.squares[y] &= ~(1 << x)


@rule
def behind_anything(
    state: State, scene: Scene, px: int, py: int, x: int, y: int, source: int, target: int
) -> int:
    """Return the Cover that things and creatures give a square from a point."""
    degree = behind_things(scene, px, py, x, y)
    if degree == NONE and is_behind_somebody(state, scene, px, py, x, y, source, target):
        degree = HALF
    return degree


# --- walls and doors -----------------------------------------------------------------------------


@rule
def raise_walls(state: State, scene: Scene, work: Work) -> None:
    """Fill ``work.blocked`` with what bars effects now."""
    for row in range(scene.height):
        work.blocked[row] = scene.bars_effect[row]
    sight.add_closed_doors(state, work.blocked)


@rule
def corners_from_point(scene: Scene, work: Work, px: int, py: int, x: int, y: int) -> int:
    """Count the corners of a square in free line from the origin of an effect, 0 to 4, past the
    walls of ``raise_walls``.

    A point on an edge or corner is taken to lie just inside whichever square about it is best and
    not filled.
    """
    corners = 0
    for side in range(4):
        if corners == 4:
            break
        at_x = px // 2 - int(px % 2 == 0 and side & 1 != 0)
        at_y = py // 2 - int(py % 2 == 0 and side & 2 != 0)
        if not (0 <= at_x < scene.width and 0 <= at_y < scene.height):
            continue
        if (work.blocked[at_y] >> at_x) & 1:
            continue
        from_x = px * 4 + (0 if px % 2 else (-1 if side & 1 else 1))
        from_y = py * 4 + (0 if py % 2 else (-1 if side & 2 else 1))
        corners = max(corners, lines.free_corners(work.blocked, from_x, from_y, x, y))
    return corners


@rule
def of_corners(corners: int) -> int:
    """Return the Cover of a square with so many corners in free line. COV-01 to COV-03."""
    if corners == 4:
        return 0
    if corners == 0:
        return Cover.TOTAL
    return HALF if corners >= 2 else HALF + 1


# --- things and creatures ------------------------------------------------------------------------


@rule
def behind_things(scene: Scene, px: int, py: int, to_x: int, to_y: int) -> int:
    """Return the Cover that low walls, trunks and the like give a square from a point."""
    degree = NONE
    span = bits_between(min(px // 2, to_x), max(px // 2, to_x))
    for row in range(min(py // 2, to_y), min(max(py // 2, to_y) + 1, scene.height)):
        bits = (scene.half_cover[row] | scene.three_quarters_cover[row]) & span
        while bits != 0:
            column = geometry.lowest_bit(bits)
            bits &= bits - 1
            if not is_within(px, py, column, row) and lines.passes(
                px, py, 2 * to_x + 1, 2 * to_y + 1, column, row
            ):
                better = (scene.three_quarters_cover[row] >> column) & 1
                degree = max(degree, HALF + better)
    return degree


@rule
def is_within(px: int, py: int, x: int, y: int) -> bool:
    """Is a point inside a square, not on its edge?"""
    return 2 * x < px < 2 * x + 2 and 2 * y < py < 2 * y + 2


@rule
def is_behind_somebody(
    state: State, scene: Scene, px: int, py: int, to_x: int, to_y: int, source: int, target: int
) -> bool:
    """Is another living creature, friend or foe, between a point and a square? Not one that shares
    the space of the attacker or of the target."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if who in (source, target) or not sight.is_here(state, who):
            continue
        if creature.life == Life.DEAD or not geometry.is_level(creature, state.creatures[target]):
            continue
        for row in range(creature.y, creature.y + creature.width):
            for column in range(creature.x, creature.x + creature.width):
                shared = (column == to_x and row == to_y) or is_within(px, py, column, row)
                if not shared and lines.passes(px, py, 2 * to_x + 1, 2 * to_y + 1, column, row):
                    return True
    return False
