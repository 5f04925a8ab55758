"""Where a creature may go, and what each square costs it.

Source: SRD 5.1, "Movement and Position"; MOV-01 to MOV-11, GRD-01, GRD-02. What counts is what the
mover's side knows: a creature that it cannot place bars nothing. Costs are in squares; rows are of
bits, see ``core/scene.py``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import FRIGHTENS, Tables
from dnd_env.core.terms import Edition, Flag, Life, MovementMode, Size, ZoneTrait
from dnd_env.core.work import Work
from dnd_env.rules import areas, geometry, grappling, modifiers, ongoing, sight
from dnd_env.rules.geometry import FEET, bits_between
from dnd_env.rules.sight import has

WALK, CLIMB, SWIM, FLY, BURROW = (mode - 1 for mode in MovementMode)


@rule
def budget_ft(state: State, scene: Scene, tables: Tables, who: int, mode: int) -> int:
    """Feet that a creature may still move this turn in a mode, 0 to 4. MOV-03, ATK-15."""
    creature = state.creatures[who]
    speed = creature.speed_ft[mode]
    if speed == 0:
        return 0
    if scene.edition == Edition.SRD_5_1 and grappling.drags(state, scene, tables, who):
        speed //= 2
    return max(speed + creature.extra_ft - creature.moved_ft, 0)


@rule
def extra_cost(state: State, scene: Scene, tables: Tables, who: int) -> int:
    """Squares that each square costs a creature on top of one: crawling, squeezing, dragging."""
    creature = state.creatures[who]
    extra = int(has(creature, Flag.CRAWLS))
    if creature.squeezes_to != 0 and not has(creature, Flag.AMORPHOUS):
        extra += scene.edition == Edition.SRD_5_1
    if scene.edition == Edition.SRD_5_2 and grappling.drags(state, scene, tables, who):
        extra += 1
    return extra


@rule
def may_pass(state: State, scene: Scene, tables: Tables, who: int, other: int) -> bool:
    """May a creature move through another's space? MOV-08."""
    a, b = state.creatures[who], state.creatures[other]
    if b.life == Life.DEAD:
        return True
    if has(a, Flag.INCORPOREAL) or has(a, Flag.SWARM) or has(b, Flag.SWARM):
        return True
    hostile = (scene.hostile_to[a.side] >> b.side) & 1 != 0
    if not hostile:
        return True
    size, others = modifiers.size_of(state, tables, who), modifiers.size_of(state, tables, other)
    if abs(size - others) >= 2:
        return True
    if scene.edition == Edition.SRD_5_1:
        return False
    return others == Size.TINY or has(b, Flag.CANNOT_ACT) or b.life != Life.UP


@rule
def may_share(state: State, tables: Tables, who: int, other: int) -> bool:
    """May a creature end its move in another's space: a corpse's, a swarm's, Tiny by Tiny?"""
    a, b = state.creatures[who], state.creatures[other]
    if b.life == Life.DEAD or has(a, Flag.SWARM) or has(b, Flag.SWARM):
        return True
    tiny = modifiers.size_of(state, tables, who) == Size.TINY
    return tiny and modifiers.size_of(state, tables, other) == Size.TINY


@rule
def is_hampering(state: State, scene: Scene, tables: Tables, who: int, other: int) -> bool:
    """Is another's space difficult terrain? [2014] any; [2024] not an ally's or a Tiny one's."""
    if state.creatures[other].life == Life.DEAD:
        return False
    if scene.edition == Edition.SRD_5_1:
        return True
    if state.creatures[other].side == state.creatures[who].side:
        return False
    return modifiers.size_of(state, tables, other) != Size.TINY


@rule
def in_the_way(state: State, who: int, other: int) -> bool:
    """Is another creature on the map, on the same level, and known to the mover's side?"""
    if who == other or not sight.is_here(state, other) or not sight.is_located(state, who, other):
        return False
    a, b = state.creatures[who], state.creatures[other]
    if b.rider == who + 1 or a.rider == other + 1:
        return False
    return geometry.gap(a.altitude_ft // FEET, a.width, b.altitude_ft // FEET, b.width) == 0


@rule
def mark_space(rows, creature, width: int) -> None:
    """Set the bits of all squares at which a mover ``width`` across would overlap a space."""
    span = bits_between(max(creature.x - width + 1, 0), creature.x + creature.width - 1)
    for y in range(max(creature.y - width + 1, 0), creature.y + creature.width):
        rows[y] |= span


@rule
def spread_back(rows, work: Work, height: int, width: int, to) -> None:
    """Set in ``to`` the squares at which a space ``width`` across would take in a bit of ``rows``."""
    for y in range(height):
        bits = rows[y]
        if bits == 0:
            continue
        wide = bits
        for step in range(1, width):
            wide |= bits >> step
        for up in range(width):
            if y >= up:
                to[y - up] |= wide


@rule
def prepare(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Fill the rows of a mover: ``walls``, ``free`` to pass, ``stops`` to end on, ``slow``,
    ``swims``; all by its north-west square."""
    creature = state.creatures[who]
    width, height = creature.width, scene.height
    for y in range(height):
        work.walls[y] = scene.bars_move[y]
        work.blocked[y], work.occupied[y], work.slow[y], work.swims[y] = 0, 0, 0, 0
    sight.add_doors_known(state, creature.side, work.walls)
    if not has(creature, Flag.INCORPOREAL):
        spread_back(work.walls, work, height, width, work.blocked)
    if creature.is_flying == 0:
        spread_back(scene.chasm, work, height, width, work.blocked)
        spread_back(scene.water, work, height, width, work.swims)
        if not has(creature, Flag.IGNORES_DIFFICULT):
            mark_difficult(state, scene, tables, work, creature.side, width)
    for other in range(scene.creature_count):
        if in_the_way(state, who, other):
            there = state.creatures[other]
            if not may_pass(state, scene, tables, who, other):
                mark_space(work.blocked, there, width)
            elif is_hampering(state, scene, tables, who, other):
                mark_space(work.slow, there, width)
            if not may_share(state, tables, who, other):
                mark_space(work.occupied, there, width)
    if has(creature, Flag.AFRAID):
        shun(state, scene, tables, work, who)
    inside = bits_between(0, scene.width - width)
    for y in range(height):
        free = inside & ~work.blocked[y] if y <= height - width else 0
        work.free[y], work.stops[y] = free, free & ~work.occupied[y]


@rule
def fits(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, x: int, y: int
) -> bool:
    """Could a creature, as wide as it is, stand at (x, y), as far as its side knows?"""
    prepare(state, scene, tables, work, who)
    return (work.stops[y] >> x) & 1 != 0


@rule
def shun(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Bar what is nearer to somebody that a creature fears than it is now."""
    creature = state.creatures[who]
    feared = ongoing.binders_of(state, tables, who, FRIGHTENS)
    for other in range(scene.creature_count):
        if (feared >> other) & 1 == 0 or not sight.is_located(state, who, other):
            continue
        near = geometry.distance(state, scene, who, other) // FEET - 1
        there = state.creatures[other]
        if near < 0:
            continue
        span = bits_between(
            max(there.x - near - creature.width + 1, 0),
            min(there.x + there.width - 1 + near, scene.width - 1),
        )
        last = min(there.y + there.width - 1 + near, scene.height - 1)
        for y in range(max(there.y - near - creature.width + 1, 0), last + 1):
            work.blocked[y] |= span


@rule
def mark_difficult(
    state: State, scene: Scene, tables: Tables, work: Work, side: int, width: int
) -> None:
    """Set in ``work.slow`` the difficult terrain of map, low walls and known zones. MOV-04."""
    spread_back(scene.difficult, work, scene.height, width, work.slow)
    spread_back(scene.low_wall, work, scene.height, width, work.slow)
    if areas.has_zone_trait(state, tables, 1 << ZoneTrait.DIFFICULT):
        for y in range(scene.height):
            work.squares[y] = 0
        known = state.zones_known[side]
        sight.add_zones(state, scene, tables, 1 << ZoneTrait.DIFFICULT, known, work.squares)
        spread_back(work.squares, work, scene.height, width, work.slow)


@rule
def is_diagonal_open(work: Work, x: int, y: int, dx: int, dy: int, width: int) -> bool:
    """Is a diagonal step from (x, y) free of corners of what fills its space? GRD-02."""
    side_x = x + width if dx > 0 else x - 1
    side_y = y + width - 1 if dy < 0 else y
    ahead_x = x if dx > 0 else x + width - 1
    ahead_y = y - 1 if dy < 0 else y + width
    return (work.walls[side_y] >> side_x | work.walls[ahead_y] >> ahead_x) & 1 == 0


@rule
def square_cost(work: Work, x: int, y: int, swims: bool, base: int) -> int:
    """Squares of movement that entering a square takes, by an orthogonal step."""
    wet = 0 if swims else (work.swims[y] >> x) & 1
    return base + ((work.slow[y] >> x) & 1) + wet


@rule
def cost_into(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> int:
    """Squares of movement that a creature pays to enter a place by an orthogonal step: as
    ``square_cost``, for one place."""
    creature = state.creatures[who]
    cost = 1 + extra_cost(state, scene, tables, who)
    if creature.is_flying != 0:
        return cost + is_crowded(state, scene, tables, who, x, y)
    slow = is_difficult(state, scene, tables, who, x, y)
    slow |= is_crowded(state, scene, tables, who, x, y)
    wet = False
    for row in range(y, y + creature.width):
        wet |= scene.water[row] & bits_between(x, x + creature.width - 1) != 0
    return cost + int(slow) + int(wet and creature.speed_ft[SWIM] == 0)


@rule
def is_difficult(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> bool:
    """Is the ground under a creature at (x, y) difficult terrain to it? MOV-04."""
    creature = state.creatures[who]
    if has(creature, Flag.IGNORES_DIFFICULT):
        return False
    span = bits_between(x, x + creature.width - 1)
    for row in range(y, y + creature.width):
        if (scene.difficult[row] | scene.low_wall[row]) & span:
            return True
        if state.zone_count > 0:
            for column in range(x, x + creature.width):
                if (areas.zone_traits(state, tables, column, row) >> ZoneTrait.DIFFICULT) & 1:
                    return True
    return False


@rule
def is_crowded(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> bool:
    """Would a creature at (x, y) overlap a space that is difficult terrain to it?"""
    width = state.creatures[who].width
    for other in range(scene.creature_count):
        if in_the_way(state, who, other):
            there = state.creatures[other]
            if geometry.gap(x, width, there.x, there.width) == 0 and (
                geometry.gap(y, width, there.y, there.width) == 0
            ):
                if is_hampering(state, scene, tables, who, other):
                    return True
    return False
