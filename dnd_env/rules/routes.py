"""The way to a square: a cheapest path out of the flood's layers, which among those leaves the
reach of as few known foes as it can.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_SQUARES, MAX_STEPS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.work import Work
from dnd_env.rules import paths, threats
from dnd_env.rules.geometry import lowest_bit, square_of, step_x, step_y

NO_WAY = 1 << 20


@rule
def find(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, x: int, y: int, last: int
) -> int:
    """Write into ``state.path`` the directions of a way to (x, y); return how many, 0 for no way.

    ``flood`` has filled the layers up to cost ``last``.
    """
    cost, parity = cheapest(scene, work, x, y, last)
    if cost < 0:
        return 0
    base = 1 + paths.extra_cost(state, scene, tables, who)
    threats.list_known(state, scene, tables, work, who)
    if work.guard_count > 0:
        mark_ways(scene, work, state.creatures[who].width, base, x, y, cost, parity)
        if is_any_guarded(scene, work):
            rate_ways(state, scene, work, who, base, cost)
        else:
            work.guard_count = 0
    count = 0
    while cost > 0 and count < MAX_STEPS:
        direction = best_step(state, scene, work, who, base, x, y, cost, parity)
        work.way[count] = direction
        count += 1
        before = parity_before(scene, parity, direction)
        cost -= step_cost(scene, work, base, x, y, direction, before)
        x, y, parity = x - step_x(direction), y - step_y(direction), before
    for index in range(count):
        state.path[index] = work.way[count - 1 - index]
    return count


@rule
def cheapest(scene: Scene, work: Work, x: int, y: int, last: int) -> tuple[int, int]:
    """Return the least cost of a square, -1 if it is not reached, and the parity of diagonals."""
    for cost in range(last + 1):
        for parity in range(1 + int(scene.diagonals_5_10_5 != 0)):
            if (work.layers[parity, cost, y] >> x) & 1:
                return cost, parity
    return -1, 0


@rule
def is_diagonal(direction: int) -> bool:
    return direction % 2 == 1


@rule
def parity_before(scene: Scene, parity: int, direction: int) -> int:
    """Return the parity of diagonals from which a step leads to a parity."""
    if scene.diagonals_5_10_5 != 0 and is_diagonal(direction):
        return 1 - parity
    return parity


@rule
def step_cost(
    scene: Scene, work: Work, base: int, x: int, y: int, direction: int, before: int
) -> int:
    """Squares of movement that a step into (x, y) costs, from parity ``before``."""
    cost = paths.square_cost(work, x, y, base)
    second = scene.diagonals_5_10_5 != 0 and is_diagonal(direction) and before == 1
    return 2 * cost if second else cost


@rule
def leads_here(
    scene: Scene,
    work: Work,
    creature,
    base: int,
    x: int,
    y: int,
    cost: int,
    parity: int,
    direction: int,
) -> bool:
    """Is the step by ``direction`` into (x, y) part of a cheapest way?"""
    from_x, from_y = x - step_x(direction), y - step_y(direction)
    if not (0 <= from_x < scene.width and 0 <= from_y < scene.height):
        return False
    before = parity_before(scene, parity, direction)
    left = cost - step_cost(scene, work, base, x, y, direction, before)
    if left < 0 or (work.seen[before, from_y] >> from_x) & 1 == 0:
        return False
    if (work.layers[before, left, from_y] >> from_x) & 1 == 0:
        return False
    dx, dy = step_x(direction), step_y(direction)
    return not is_diagonal(direction) or paths.is_diagonal_open(
        work, from_x, from_y, dx, dy, creature.width
    )


@rule
def node(x: int, y: int, parity: int) -> int:
    return square_of(x, y) + MAX_SQUARES * parity


@rule
def mark_ways(
    scene: Scene, work: Work, width: int, base: int, x: int, y: int, cost: int, parity: int
) -> None:
    """Set in ``work.ways`` all squares that lie on some cheapest way to (x, y), a row at once."""
    for row in range(scene.height):
        work.ways[0, row], work.ways[1, row] = 0, 0
    work.ways[parity, y] = 1 << x
    for at in range(cost, 0, -1):
        for half in range(1 + int(scene.diagonals_5_10_5 != 0)):
            for row in range(scene.height):
                bits = work.ways[half, row] & work.layers[half, at, row]
                if bits == 0:
                    continue
                for extra in range(3):
                    entered = bits & work.costs[extra, row]
                    if entered != 0:
                        mark_before(scene, work, width, half, at, row, base + extra, entered)


@rule
def mark_before(
    scene: Scene, work: Work, width: int, half: int, at: int, row: int, step: int, entered: int
) -> None:
    """Mark from where cheapest ways enter squares of a row, each at a cost of ``step``."""
    before, left, slanted = half, at - step, at - step
    mark_in(work, half, left, row, entered << 1 | entered >> 1)
    if scene.diagonals_5_10_5 != 0:
        before = 1 - half
        slanted -= step if before == 1 else 0
    for dy in range(-1, 2, 2):
        source = row - dy
        if not 0 <= source <= scene.height - width:
            continue
        mark_in(work, half, left, source, entered)
        beside = work.walls[source + width - 1 if dy < 0 else source]
        ahead = work.walls[source - 1 if dy < 0 else source + width]
        eastward = entered >> 1 & ~(beside >> width | ahead)
        westward = entered << 1 & ~(beside << 1 | ahead >> (width - 1))
        mark_in(work, before, slanted, source, eastward | westward)


@rule
def mark_in(work: Work, parity: int, cost: int, row: int, bits: int) -> None:
    """Mark those squares of a row that the flood has reached at a cost."""
    if cost >= 0:
        reached = work.layers[parity, cost, row] & work.seen[parity, row]
        work.ways[parity, row] |= bits & reached


@rule
def is_any_guarded(scene: Scene, work: Work) -> bool:
    """Does a cheapest way lead through the reach of somebody on guard?"""
    for index in range(work.guard_count):
        for y in range(scene.height):
            if work.guarded[index, y] & (work.ways[0, y] | work.ways[1, y]):
                return True
    return False


@rule
def rate_ways(state: State, scene: Scene, work: Work, who: int, base: int, cost: int) -> None:
    """Count for all marked squares, near ones first, the fewest reaches left on the way there."""
    creature = state.creatures[who]
    start = creature.diagonals & 1 if scene.diagonals_5_10_5 != 0 else 0
    work.provoked[node(creature.x, creature.y, start)] = 0
    for at in range(1, cost + 1):
        for half in range(1 + int(scene.diagonals_5_10_5 != 0)):
            for row in range(scene.height):
                if work.ways[half, row] == 0:
                    continue
                bits = work.ways[half, row] & work.layers[half, at, row]
                while bits != 0:
                    column = lowest_bit(bits)
                    bits &= bits - 1
                    direction = best_step(state, scene, work, who, base, column, row, at, half)
                    work.provoked[node(column, row, half)] = provoked_by_way(
                        state, scene, work, who, column, row, half, direction
                    )


@rule
def best_step(
    state: State,
    scene: Scene,
    work: Work,
    who: int,
    base: int,
    x: int,
    y: int,
    cost: int,
    parity: int,
) -> int:
    """Return the direction of the best last step of a cheapest way to (x, y)."""
    creature = state.creatures[who]
    best, least = -1, NO_WAY
    for direction in range(8):
        if leads_here(scene, work, creature, base, x, y, cost, parity, direction):
            if work.guard_count == 0:
                return direction
            provoked = provoked_by_way(state, scene, work, who, x, y, parity, direction)
            if provoked < least:
                best, least = direction, provoked
    return best


@rule
def provoked_by_way(
    state: State, scene: Scene, work: Work, who: int, x: int, y: int, parity: int, direction: int
) -> int:
    """Count the reaches left on the best way to (x, y) whose last step is ``direction``."""
    from_x, from_y = x - step_x(direction), y - step_y(direction)
    count = work.provoked[node(from_x, from_y, parity_before(scene, parity, direction))]
    for index in range(work.guard_count):
        near = (work.guarded[index, from_y] >> from_x) & 1
        count += near & ~(work.guarded[index, y] >> x)
    return count
