"""Flooding: all squares that a creature can reach, and at what cost.

The squares first reached at each cost are kept as rows of bits, a "layer", so that a whole row is
flooded at once; ``routes`` finds ways back through the layers. ``paths.prepare`` comes first.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_MOVEMENT
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.work import Work
from dnd_env.rules import paths
from dnd_env.rules.geometry import FEET
from dnd_env.rules.paths import CLIMB, FLY, SWIM, WALK


@rule
def flood(state: State, scene: Scene, tables: Tables, work: Work, who: int, limit_ft: int) -> int:
    """Find all squares that a creature can reach, layer by layer.

    Args:
        state: STATE record.
        scene: SCENE record.
        tables: TABLES record.
        work: WORK record; ``layers[parity, cost, y]`` and ``reach[y]`` are filled.
        who: the mover.
        limit_ft: -1 for what is left of its speeds, else that many feet in any mode.

    Returns:
        The highest cost of a layer.
    """
    creature = state.creatures[who]
    mode = FLY if creature.is_flying != 0 else WALK
    on_land = limit_ft if limit_ft >= 0 else paths.budget_ft(state, scene, tables, who, mode)
    in_water, on_walls = on_land, on_land
    if limit_ft < 0 and creature.speed_ft[SWIM] > 0:
        in_water = paths.budget_ft(state, scene, tables, who, SWIM)
    if limit_ft < 0 and creature.speed_ft[CLIMB] > 0:
        on_walls = paths.budget_ft(state, scene, tables, who, CLIMB)
    land, water, walls = on_land // FEET, in_water // FEET, on_walls // FEET
    last = min(max(land, water, walls), MAX_MOVEMENT)
    base = 1 + paths.extra_cost(state, scene, tables, who)
    rows = last // base
    first = max(creature.y - rows, 0)
    final = min(creature.y + rows, scene.height - creature.width)
    kinds = sort_squares(work, first, final)
    parities = 1 + int(scene.diagonals_5_10_5 != 0)
    for y in range(scene.height + 1):
        work.reach[y] = 0
    begin(work, creature, parities, first, final)
    if parities == 1:
        fill(work, creature, last, base, kinds, first, final, land, water, walls)
    else:
        fill_by_parity(work, creature.width, last, base, kinds, first, final, land, water, walls)
    return last


@rule
def begin(work: Work, creature, parities: int, first: int, final: int) -> None:
    """Empty the rows of a flood but for the square where it starts; ``seen`` one row further, for
    ways back look at a square's neighbours."""
    for parity in range(parities):
        work.seen[parity, max(first - 1, 0)], work.seen[parity, final + 1] = 0, 0
    for y in range(first, final + 1):
        for parity in range(parities):
            work.seen[parity, y], work.layers[parity, 0, y] = 0, 0
    start = creature.diagonals & 1 if parities == 2 else 0
    work.layers[start, 0, creature.y] = 1 << creature.x
    work.seen[start, creature.y] = 1 << creature.x


@rule
def sort_squares(work: Work, first: int, final: int) -> int:
    """Sort the free squares by what they cost more: ``work.costs`` rows for none, difficult or hard
    to move in, both. Returns how many of these kinds there are."""
    kinds = 1
    for y in range(first, final + 1):
        slow, hard, free = work.slow[y], work.hard[y], work.free[y]
        work.costs[0, y] = free & ~(slow | hard)
        work.costs[1, y] = free & (slow ^ hard)
        work.costs[2, y] = free & slow & hard
        if work.costs[2, y] != 0:
            kinds = 3
        elif work.costs[1, y] != 0:
            kinds = max(kinds, 2)
    return kinds


@rule
def keep(
    work: Work, parity: int, cost: int, y: int, bits: int, land: int, water: int, walls: int
) -> None:
    """Put the bits of a row that are reached for the first time into the layer of a cost; ``land``,
    ``water``, ``walls``: squares that are left of the speeds for them."""
    on_foot = bits & ~(work.swims[y] | work.climbs[y]) if cost <= land else 0
    wet = bits & work.swims[y] if cost <= water else 0
    steep = bits & work.climbs[y] if cost <= walls else 0
    bits = (on_foot | wet | steep) & ~work.seen[parity, y]
    work.layers[parity, cost, y] = bits
    work.seen[parity, y] |= bits
    work.reach[y] |= bits & work.stops[y]


# --- every diagonal costs one square -------------------------------------------------------------


@rule
def fill(
    work: Work,
    creature,
    last: int,
    base: int,
    kinds: int,
    first: int,
    final: int,
    land: int,
    water: int,
    walls: int,
) -> None:
    """Fill the layers. What one step out of each layer reaches is worked out once, in ``steps``."""
    width = creature.width
    is_open = True
    for y in range(max(first - 1, 0), final + width):
        is_open &= work.walls[y] == 0
    for cost in range(last + 1):
        high, low = max(creature.y - cost // base, first), min(creature.y + cost // base, final)
        if cost > 0:
            for y in range(first, final + 1):
                work.layers[0, cost, y] = 0
            for y in range(high, low + 1):
                bits = 0
                for extra in range(min(kinds, cost - base + 1)):
                    bits |= work.steps[cost - base - extra, y] & work.costs[extra, y]
                keep(work, 0, cost, y, bits, land, water, walls)
        for y in range(first, final + 1):
            work.steps[cost, y] = 0
        if is_open:
            step_anywhere(work, cost, high, low, first, final)
        else:
            for y in range(max(high - 1, first), min(low + 1, final) + 1):
                work.steps[cost, y] = straight(work, 0, cost, y, first, final) | diagonal(
                    work, 0, cost, y, first, final, width
                )


@rule
def step_anywhere(work: Work, cost: int, high: int, low: int, first: int, final: int) -> None:
    """Work out the squares one step from a layer where there are no corners to mind."""
    for y in range(high, low + 1):
        row = work.layers[0, cost, y]
        row |= row << 1 | row >> 1
        work.steps[cost, y] |= row
        if y > first:
            work.steps[cost, y - 1] |= row
        if y < final:
            work.steps[cost, y + 1] |= row


@rule
def straight(work: Work, parity: int, cost: int, y: int, first: int, final: int) -> int:
    """Return the bits of a row that a step north, east, south or west out of a layer reaches."""
    here = work.layers[parity, cost, y]
    bits = here << 1 | here >> 1
    if y > first:
        bits |= work.layers[parity, cost, y - 1]
    if y < final:
        bits |= work.layers[parity, cost, y + 1]
    return bits


@rule
def diagonal(work: Work, parity: int, cost: int, y: int, first: int, final: int, width: int) -> int:
    """Return the bits of a row that a diagonal step out of a layer reaches. GRD-02."""
    bits = 0
    if y < final:  # northward: out of the row below
        row = work.layers[parity, cost, y + 1]
        if row != 0:
            side, ahead = work.walls[y + width], work.walls[y]
            bits |= (row & ~(side >> width | ahead)) << 1
            bits |= (row & ~(side << 1 | ahead >> (width - 1))) >> 1
    if y > first:  # southward: out of the row above
        row = work.layers[parity, cost, y - 1]
        if row != 0:
            side, ahead = work.walls[y - 1], work.walls[y + width - 1]
            bits |= (row & ~(side >> width | ahead)) << 1
            bits |= (row & ~(side << 1 | ahead >> (width - 1))) >> 1
    return bits


# --- every second diagonal costs two squares -----------------------------------------------------


@rule
def fill_by_parity(
    work: Work,
    width: int,
    last: int,
    base: int,
    kinds: int,
    first: int,
    final: int,
    land: int,
    water: int,
    walls: int,
) -> None:
    """Fill the layers of those who have made an even, and an odd, number of diagonal steps."""
    for cost in range(1, last + 1):
        for parity in range(2):
            for y in range(first, final + 1):
                bits = arrivals(work, parity, cost, base, kinds, y, first, final, width)
                keep(work, parity, cost, y, bits, land, water, walls)


@rule
def arrivals(
    work: Work,
    parity: int,
    cost: int,
    base: int,
    kinds: int,
    y: int,
    first: int,
    final: int,
    width: int,
) -> int:
    """Return the bits of a row that can be entered at a cost, ending at a parity of diagonals."""
    bits = 0
    for extra in range(kinds):
        of_kind, step = work.costs[extra, y], base + extra
        if of_kind == 0:
            continue
        if cost >= step:
            near = straight(work, parity, cost - step, y, first, final)
            if parity == 1:  # a first diagonal
                near |= diagonal(work, 0, cost - step, y, first, final, width)
            bits |= near & of_kind
        if parity == 0 and cost >= 2 * step:  # a second one
            bits |= diagonal(work, 1, cost - 2 * step, y, first, final, width) & of_kind
    return bits
