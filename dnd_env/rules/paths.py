"""Where a creature may go, and what each square costs it.

Source: SRD 5.1, "Movement and Position"; MOV-01 to MOV-11, GRD-01, GRD-02. What counts is what the
mover's side knows: a creature that it cannot place bars nothing. Costs are in squares; rows are of
bits, see ``core/scene.py``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import FRIGHTENS, Tables
from dnd_env.core.terms import Edition, Flag, Life, MovementMode, ObjectKind, Size, ZoneTrait
from dnd_env.core.work import Work
from dnd_env.rules import areas, geometry, grappling, modifiers, ongoing, sight
from dnd_env.rules.geometry import bits_between
from dnd_env.rules.sight import has

WALK, CLIMB, SWIM, FLY, BURROW = (mode - 1 for mode in MovementMode)
TINY_TO_A_SQUARE = 4


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
    extra = int(has(creature, Flag.CRAWLS)) + drag_cost(state, scene, tables, who)
    if modifiers.is_squeezing(creature):
        extra += scene.edition == Edition.SRD_5_1
    return extra


@rule
def drag_cost(state: State, scene: Scene, tables: Tables, who: int) -> int:
    """Squares that each square costs a creature more that drags another along. ATK-15 [2024]."""
    return int(scene.edition == Edition.SRD_5_2 and grappling.drags(state, scene, tables, who))


@rule
def is_cramped(scene: Scene, creature) -> bool:
    """Is every square difficult terrain to a creature, for it squeezes? MOV-11 [2024]."""
    slowed = modifiers.is_squeezing(creature) and not has(creature, Flag.IGNORES_DIFFICULT)
    return slowed and scene.edition == Edition.SRD_5_2


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
    a, b = state.creatures[who], state.creatures[other]
    if b.life == Life.DEAD or has(a, Flag.IGNORES_DIFFICULT):
        return False
    if scene.edition == Edition.SRD_5_1:
        return True
    if (scene.hostile_to[a.side] >> b.side) & 1 == 0:
        return False
    return modifiers.size_of(state, tables, other) != Size.TINY


@rule
def in_the_way(state: State, who: int, other: int) -> bool:
    """Is another creature on the map, on the same level, and known to the mover's side? Whom the
    mover drags along gives way."""
    if who == other or not sight.is_here(state, other) or not sight.is_located(state, who, other):
        return False
    if is_ridden(state, who, other) or grappling.is_held_by(state, other, who):
        return False
    return geometry.is_level(state.creatures[who], state.creatures[other])


@rule
def is_ridden(state: State, who: int, other: int) -> bool:
    """Does one of two creatures ride the other?"""
    return state.creatures[other].rider == who + 1 or state.creatures[who].rider == other + 1


@rule
def mark_space(rows, creature, width: int) -> None:
    """Set the bits of all squares at which a mover ``width`` across would overlap a space."""
    span = bits_between(max(creature.x - width + 1, 0), creature.x + creature.width - 1)
    for y in range(max(creature.y - width + 1, 0), creature.y + creature.width):
        rows[y] |= span


@rule
def spread_back(rows, work: Work, height: int, width: int, to) -> None:
    """Set in ``to`` where a space ``width`` across would take in a bit of ``rows``."""
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
    """Fill the rows of a mover: ``walls``, where it is ``blocked`` and where ``pits`` are, ``free``
    to pass, ``stops`` to end on, ``slow``, where it ``swims`` or ``climbs`` by a speed for it, and
    where that is ``hard`` for want of one; a space stands for its north-west square."""
    creature = state.creatures[who]
    width, height = creature.width, scene.height
    all_slow = bits_between(0, scene.width - 1) if is_cramped(scene, creature) else 0
    for y in range(height):
        work.walls[y] = scene.bars_move[y]
        work.blocked[y], work.pits[y], work.occupied[y] = 0, 0, 0
        work.slow[y], work.swims[y], work.climbs[y], work.hard[y] = all_slow, 0, 0, 0
    sight.add_doors_known(state, creature.side, work.walls)
    mark_walls(work, creature, height)
    if creature.is_flying == 0:
        spread_back(scene.chasm, work, height, width, work.pits)
        mark_modes(scene, work, creature)
        if not has(creature, Flag.IGNORES_DIFFICULT):
            mark_difficult(state, scene, tables, work, creature.side, width)
    mark_others(state, scene, tables, work, who)
    if has(creature, Flag.AFRAID):
        shun(state, scene, tables, work, who)
    inside = bits_between(0, scene.width - width)
    for y in range(height):
        free = inside & ~(work.blocked[y] | work.pits[y]) if y <= height - width else 0
        work.free[y], work.stops[y] = free, free & ~work.occupied[y]


@rule
def mark_modes(scene: Scene, work: Work, creature) -> None:
    """Set where a mover swims, and where it climbs, over low walls; without a speed for it each
    foot is 1 extra. MOV-05."""
    swims, climbs = creature.speed_ft[SWIM] > 0, creature.speed_ft[CLIMB] > 0
    height, width = scene.height, creature.width
    spread_back(scene.water, work, height, width, work.swims if swims else work.hard)
    spread_back(scene.low_wall, work, height, width, work.climbs if climbs else work.hard)


@rule
def mark_walls(work: Work, creature, height: int) -> None:
    """Bar the walls, or have them slow who can walk through them, corners and all."""
    if not has(creature, Flag.INCORPOREAL):
        spread_back(work.walls, work, height, creature.width, work.blocked)
        return
    if not has(creature, Flag.IGNORES_DIFFICULT):
        spread_back(work.walls, work, height, creature.width, work.slow)
    for y in range(height):
        work.walls[y] = 0


@rule
def mark_others(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Set where known creatures bar the way, slow the mover, or are in its place. MOV-08."""
    width = state.creatures[who].width
    for other in range(scene.creature_count):
        if in_the_way(state, who, other):
            there = state.creatures[other]
            if not may_pass(state, scene, tables, who, other):
                mark_space(work.blocked, there, width)
            elif is_hampering(state, scene, tables, who, other):
                mark_space(work.slow, there, width)
            if not may_share(state, tables, who, other) or is_full(
                state, scene, tables, who, there.x, there.y
            ):
                mark_space(work.occupied, there, width)


@rule
def is_full(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> bool:
    """Has a square no room for one more Tiny creature? MOV-10."""
    if modifiers.size_of(state, tables, who) != Size.TINY:
        return False
    count = 0
    for other in range(scene.creature_count):
        there = state.creatures[other]
        if there.x == x and there.y == y and in_the_way(state, who, other):
            tiny = modifiers.size_of(state, tables, other) == Size.TINY
            count += int(tiny and there.life != Life.DEAD)
    return count >= TINY_TO_A_SQUARE


@rule
def fits(state: State, scene: Scene, tables: Tables, work: Work, who: int, x: int, y: int) -> bool:
    """Could a creature, as wide as it is, stand at (x, y), as far as its side knows?"""
    prepare(state, scene, tables, work, who)
    return (work.stops[y] >> x) & 1 != 0


@rule
def shun(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Bar what is nearer to somebody that a creature fears than it is now."""
    feared = ongoing.binders_of(state, tables, who, FRIGHTENS)
    for other in range(scene.creature_count):
        if (feared >> other) & 1 == 0 or not sight.is_located(state, who, other):
            continue
        now = geometry.distance(state, scene, who, other)
        for y in range(scene.height):
            for x in range(scene.width):
                if geometry.distance_from(state, scene, who, x, y, other) < now:
                    work.blocked[y] |= 1 << x


@rule
def mark_difficult(
    state: State, scene: Scene, tables: Tables, work: Work, side: int, width: int
) -> None:
    """Set in ``work.slow`` the difficult terrain of map and known zones. MOV-04."""
    spread_back(scene.difficult, work, scene.height, width, work.slow)
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
def square_cost(work: Work, x: int, y: int, base: int) -> int:
    """Squares of movement that entering a square takes, by an orthogonal step."""
    return base + ((work.slow[y] >> x) & 1) + ((work.hard[y] >> x) & 1)


@rule
def cost_into(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> int:
    """Squares of movement that a creature pays to enter a place by an orthogonal step: as
    ``square_cost``, for one place."""
    creature = state.creatures[who]
    cost = 1 + extra_cost(state, scene, tables, who)
    slow = is_cramped(scene, creature) or is_crowded(state, scene, tables, who, x, y)
    slow |= is_in_wall(state, scene, creature, x, y)
    if creature.is_flying != 0:
        return cost + int(slow)
    slow |= is_difficult(state, scene, tables, who, x, y)
    return cost + int(slow) + int(is_hard(scene, creature, x, y))


@rule
def is_hard(scene: Scene, creature, x: int, y: int) -> bool:
    """Has a creature to swim or climb at (x, y), and no speed for it? MOV-05."""
    if creature.speed_ft[SWIM] == 0 and geometry.touches(scene.water, creature, x, y):
        return True
    return creature.speed_ft[CLIMB] == 0 and geometry.touches(scene.low_wall, creature, x, y)


@rule
def is_in_wall(state: State, scene: Scene, creature, x: int, y: int) -> bool:
    """Would a creature that walks through walls be slowed by one at (x, y)?"""
    if not has(creature, Flag.INCORPOREAL) or has(creature, Flag.IGNORES_DIFFICULT):
        return False
    return geometry.touches(scene.bars_move, creature, x, y) or is_at_door(state, creature, x, y)


@rule
def is_at_door(state: State, creature, x: int, y: int) -> bool:
    """Is there a closed door in a creature's space, were it at (x, y)?"""
    if state.closed_doors == 0:
        return False
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind == ObjectKind.DOOR and thing.is_open == 0:
            if x <= thing.x < x + creature.width and y <= thing.y < y + creature.width:
                return True
    return False


@rule
def is_difficult(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> bool:
    """Is the ground under a creature at (x, y) difficult terrain to it? MOV-04."""
    creature = state.creatures[who]
    if has(creature, Flag.IGNORES_DIFFICULT):
        return False
    slow = geometry.touches(scene.difficult, creature, x, y)
    if slow or state.zone_count == 0:
        return slow
    for row in range(y, y + creature.width):
        for column in range(x, x + creature.width):
            if (areas.zone_traits(state, tables, column, row) >> ZoneTrait.DIFFICULT) & 1:
                return True
    return False


@rule
def is_crowded(state: State, scene: Scene, tables: Tables, who: int, x: int, y: int) -> bool:
    """Would a creature at (x, y) overlap a space that is difficult terrain to it?"""
    for other in range(scene.creature_count):
        if in_the_way(state, who, other) and geometry.overlaps(state, who, x, y, other):
            if is_hampering(state, scene, tables, who, other):
                return True
    return False


@rule
def is_crammed(state: State, scene: Scene, tables: Tables, who: int) -> bool:
    """Is a creature in the space of another, where it cannot keep its feet? Not if it is Tiny or
    the larger one. MOV-08 [2024]."""
    creature = state.creatures[who]
    size = modifiers.size_of(state, tables, who)
    for other in range(scene.creature_count):
        if who == other or size == Size.TINY or not sight.is_here(state, other):
            continue
        if is_ridden(state, who, other) or may_share(state, tables, who, other):
            continue
        if size <= modifiers.size_of(state, tables, other) and geometry.overlaps(
            state, who, creature.x, creature.y, other
        ):
            return True
    return False
