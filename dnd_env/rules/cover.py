"""Cover: what stands between an attacker, or the origin of an effect, and its target.

Source: SRD 5.1, "Cover"; COV-01 to COV-04. Walls count by corners: from the attacker's best corner,
one or two lines to the target's corners barred are half cover, three are three-quarters, and no free
line at all is total cover. Things that give cover, and creatures, count if the line between the
centres of the nearest squares passes through their space.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.terms import Cover
from dnd_env.core.work import Work
from dnd_env.rules import geometry, lines, sight
from dnd_env.rules.geometry import bits_between, clamp

HALF, TOTAL = int(Cover.HALF), int(Cover.TOTAL)


@rule
def between(state: State, scene: Scene, work: Work, source: int, target: int) -> int:
    """Return the best Cover, 0 for none, that a target has from a creature."""
    a, b = state.creatures[source], state.creatures[target]
    x, y = clamp(b.x, a.x, a.x + a.width - 1), clamp(b.y, a.y, a.y + a.width - 1)
    to_x, to_y = clamp(x, b.x, b.x + b.width - 1), clamp(y, b.y, b.y + b.width - 1)
    x, y = clamp(to_x, a.x, a.x + a.width - 1), clamp(to_y, a.y, a.y + a.width - 1)
    degree = behind_walls(state, scene, work, x, y, to_x, to_y)
    degree = max(degree, behind_things(scene, x, y, to_x, to_y))
    if degree == 0:
        degree = behind_creatures(state, scene, x, y, to_x, to_y, source, target)
    return degree


@rule
def from_point(state: State, scene: Scene, work: Work, px: int, py: int, target: int) -> int:
    """Return the Cover that a creature has from the origin of an effect, in half squares: that of its
    least covered square. Creatures in the way give cover against attacks only."""
    creature = state.creatures[target]
    least = TOTAL
    for y in range(creature.y, creature.y + creature.width):
        for x in range(creature.x, creature.x + creature.width):
            least = min(least, square_from_point(state, scene, work, px, py, x, y))
    return least


@rule
def square_from_point(
    state: State, scene: Scene, work: Work, px: int, py: int, x: int, y: int
) -> int:
    """Return the Cover of one square from the origin of an effect.

    A point on an edge or corner is taken to lie just inside whichever square about it is best and
    not filled.
    """
    corners = 0
    for side in range(4):
        at_x = px // 2 - int(px % 2 == 0 and side & 1 != 0)
        at_y = py // 2 - int(py % 2 == 0 and side & 2 != 0)
        if not (0 <= at_x < scene.width and 0 <= at_y < scene.height):
            continue
        if (scene.bars_effect[at_y] >> at_x) & 1:
            continue
        from_x = px * 4 + (0 if px % 2 else (-1 if side & 1 else 1))
        from_y = py * 4 + (0 if py % 2 else (-1 if side & 2 else 1))
        corners = max(corners, free_corners_now(state, scene, work, from_x, from_y, x, y))
    at_x, at_y = px // 2 - int(px % 2 == 0 and x < px // 2), py // 2 - int(py % 2 == 0 and y < py // 2)
    return max(of_corners(corners), behind_things(scene, at_x, at_y, x, y))


@rule
def free_corners_now(
    state: State, scene: Scene, work: Work, from_x: int, from_y: int, x: int, y: int
) -> int:
    """Count the corners of a square in free line from a point in eighths, doors as they are now."""
    if state.closed_doors == 0:
        return lines.free_corners(scene.bars_effect, from_x, from_y, x, y)
    add_walls_and_doors(state, scene, work)
    return lines.free_corners(work.blocked, from_x, from_y, x, y)


@rule
def add_walls_and_doors(state: State, scene: Scene, work: Work) -> None:
    """Fill ``work.blocked`` with what bars effects now."""
    for row in range(scene.height):
        work.blocked[row] = scene.bars_effect[row]
    sight.add_closed_doors(state, work.blocked)


@rule
def of_corners(corners: int) -> int:
    """Return the Cover of a square with so many corners in free line. COV-01 to COV-03."""
    if corners == 4:
        return 0
    if corners == 0:
        return Cover.TOTAL
    return HALF if corners >= 2 else HALF + 1


@rule
def behind_walls(
    state: State, scene: Scene, work: Work, x: int, y: int, to_x: int, to_y: int
) -> int:
    """Return the Cover that walls and closed doors give."""
    if state.closed_doors == 0:
        return of_corners(lines.best_corners(scene.bars_effect, x, y, to_x, to_y))
    add_walls_and_doors(state, scene, work)
    return of_corners(lines.best_corners(work.blocked, x, y, to_x, to_y))


@rule
def behind_things(scene: Scene, x: int, y: int, to_x: int, to_y: int) -> int:
    """Return the Cover that low walls, trunks, portcullises and the like give."""
    degree = 0
    span = bits_between(min(x, to_x), max(x, to_x))
    for row in range(min(y, to_y), max(y, to_y) + 1):
        bits = (scene.half_cover[row] | scene.three_quarters_cover[row]) & span
        while bits != 0:
            column = geometry.lowest_bit(bits)
            bits &= bits - 1
            if column == x and row == y:
                continue
            if lines.crosses(x, y, to_x, to_y, column, row):
                better = (scene.three_quarters_cover[row] >> column) & 1
                degree = max(degree, HALF + better)
    return degree


@rule
def behind_creatures(
    state: State, scene: Scene, x: int, y: int, to_x: int, to_y: int, source: int, target: int
) -> int:
    """Return half cover if any other creature, friend or foe, is in the way."""
    for who in range(scene.creature_count):
        if who == source or who == target or not sight.is_here(state, who):
            continue
        creature = state.creatures[who]
        if creature.altitude_ft != state.creatures[target].altitude_ft:
            continue
        for row in range(creature.y, creature.y + creature.width):
            for column in range(creature.x, creature.x + creature.width):
                if lines.crosses(x, y, to_x, to_y, column, row):
                    return Cover.HALF
    return 0

