"""Where to stand: squares from which something can be reached, and what they cost in danger."""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Flag, Life
from dnd_env.core.work import Work
from dnd_env.envs.functional import (
    floods,
    geometry,
    paths,
    routes,
    sight,
    threats,
)

NOWHERE = -1
PRESSED = 4.0  # what it costs a shooter to stand next to a foe
CROWD = 0.6  # what each foe costs that can reach the square


@rule
def is_hostile(state: State, scene: Scene, who: int, other: int) -> bool:
    """Is another an upright foe that the creature's side can place?"""
    creature, there = state.creatures[who], state.creatures[other]
    if (scene.hostile_to[creature.side] >> there.side) & 1 == 0 or not sight.is_up(state, other):
        return False
    return (state.located[creature.side] >> other) & 1 != 0


@rule
def is_aim(state: State, scene: Scene, who: int, other: int, heals: bool) -> bool:
    """Is it worth going to a creature: an upright foe, or to heal, a fallen ally?"""
    if not heals:
        return is_hostile(state, scene, who, other)
    there = state.creatures[other]
    if there.stat_block == 0 or there.side != state.creatures[who].side:
        return False
    return there.life == Life.DYING or there.life == Life.STABLE


@rule
def has_fallen_ally(state: State, scene: Scene, who: int) -> bool:
    """Is there anybody of a creature's side to be brought back to its feet?"""
    for other in range(scene.creature_count):
        if is_aim(state, scene, who, other, True):
            return True
    return False


@rule
def foes_beside(state: State, scene: Scene, who: int, x: int, y: int) -> int:
    """Count the foes within 5 ft of a place that could strike there."""
    count = 0
    for other in range(scene.creature_count):
        if is_hostile(state, scene, who, other):
            if geometry.distance_from(state, scene, who, x, y, other) <= geometry.FEET:
                count += not sight.has(state.creatures[other], Flag.CANNOT_ACT)
    return count


@rule
def danger_of_leaving(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, x: int, y: int
) -> float:
    """Return the damage to fear from opportunity attacks on the way to a place."""
    threats.list_known(state, scene, tables, work, who)
    creature = state.creatures[who]
    danger = 0.0
    for index in range(work.guard_count):
        guard = work.guards[index]
        if threats.is_left(
            state, scene, who, work.guard_reach[index], guard, creature.x, creature.y, x, y
        ):
            block = tables.stat_blocks[state.creatures[guard].stat_block - 1]
            danger += 0.5 * block.menace[0]
    return danger


@rule
def is_reachable(work: Work, x: int, y: int) -> bool:
    return (work.reach[y] >> x) & 1 != 0


@rule
def best_square(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    target: int,
    reach_ft: int,
    shoots: bool,
) -> tuple[int, float]:
    """Find the best square within reach (``work.reach``) from which a target is in range.

    Returns:
        The square as x + geometry.ROW * y, NOWHERE for none, and what it costs: danger there and on
        the way.
    """
    creature, there = state.creatures[who], state.creatures[target]
    span = reach_ft // geometry.FEET
    low_y = max(there.y - span - creature.width + 1, 0)
    high_y = min(there.y + there.width - 1 + span, scene.height - 1)
    columns = geometry.bits_between(
        max(there.x - span - creature.width + 1, 0),
        min(there.x + there.width - 1 + span, scene.width - 1),
    )
    best, least = NOWHERE, 1e9
    for y in range(low_y, high_y + 1):
        bits = work.reach[y] & columns
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            far = geometry.distance_from(state, scene, who, x, y, target)
            if far > reach_ft or not sees_from(scene, there, x, y):
                continue
            cost = cost_of_square(state, scene, who, x, y, far, shoots, least)
            if cost < least:
                best, least = x + geometry.ROW * y, cost
    if best != NOWHERE:
        x, y = best % geometry.ROW, best // geometry.ROW
        least += danger_of_leaving(state, scene, tables, work, who, x, y)
    return best, least


@rule
def cost_of_square(
    state: State, scene: Scene, who: int, x: int, y: int, far: int, shoots: bool, least: float
) -> float:
    """Return what it costs to stand on a square, ``far`` feet from the target: steps, and foes,
    who are not looked at once it is no less than ``least``."""
    creature = state.creatures[who]
    cost = 0.02 * max(abs(x - creature.x), abs(y - creature.y))
    if shoots:
        cost -= 0.01 * min(far, 60) / geometry.FEET
    if cost >= least:
        return cost
    return cost + (PRESSED if shoots else CROWD) * foes_beside(state, scene, who, x, y)


@rule
def sees_from(scene: Scene, there, x: int, y: int) -> bool:
    """Is there a line from a square to a creature's space, as far as the map goes?"""
    for row in range(there.y, there.y + there.width):
        span = geometry.bits_between(there.x, there.x + there.width - 1)
        if scene.effect[geometry.square_of(x, y), row] & span:
            return True
    return False


@rule
def nearest_foe(state: State, scene: Scene, who: int) -> int:
    """Return the nearest foe that can be placed, or was last seen; -1 for none."""
    best, least = -1, 1 << 20
    for other in range(scene.creature_count):
        if is_hostile(state, scene, who, other):
            far = geometry.distance(state, scene, who, other)
            if far < least:
                best, least = other, far
    return best


@rule
def last_known_foe(state: State, scene: Scene, who: int) -> int:
    """Return the square (x + geometry.ROW * y) where a foe was last seen, NOWHERE for none."""
    side = state.creatures[who].side
    for other in range(scene.creature_count):
        there = state.creatures[other]
        if (scene.hostile_to[side] >> there.side) & 1 and there.stat_block != 0:
            place = state.remembered[side, other]
            if place != 0 and (state.located[side] >> other) & 1 == 0:
                square = place - 1
                return square % WIDTH + geometry.ROW * (square // WIDTH)
    return NOWHERE


WIDTH = 40


@rule
def toward(state: State, scene: Scene, work: Work, who: int, to_x: int, to_y: int) -> int:
    """Return the square within reach that is nearest to a place, NOWHERE if none is nearer than
    here."""
    creature = state.creatures[who]
    least = 4 * max(abs(creature.x - to_x), abs(creature.y - to_y)) + min(
        abs(creature.x - to_x), abs(creature.y - to_y)
    )
    best = NOWHERE
    for y in range(scene.height):
        bits = work.reach[y]
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            dx, dy = abs(x - to_x), abs(y - to_y)
            far = 4 * max(dx, dy) + min(dx, dy)
            if far < least:
                best, least = x + geometry.ROW * y, far
    return best


@rule
def approach(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, to_x: int, to_y: int
) -> int:
    """Return the square within reach that is furthest along the shortest way to a place, or what
    of it is known; NOWHERE if there is no way nearer."""
    creature = state.creatures[who]
    paths.prepare(state, scene, tables, work, who)
    last = floods.flood(state, scene, tables, work, who, -1)
    end = toward(state, scene, work, who, to_x, to_y)
    if end != NOWHERE:
        left = max(abs(end % geometry.ROW - to_x), abs(end // geometry.ROW - to_y))
        far = max(abs(creature.x - to_x), abs(creature.y - to_y))
        if left <= 1 or 2 * (far - left) >= last:
            return end  # straight enough
    last = floods.flood(state, scene, tables, work, who, LONG_WAY_FT)
    end = toward(state, scene, work, who, to_x, to_y)
    if end == NOWHERE:
        return NOWHERE
    x, y = end % geometry.ROW, end // geometry.ROW
    count = routes.find(state, scene, tables, work, who, x, y, last)
    floods.flood(state, scene, tables, work, who, -1)
    if is_reachable(work, x, y):
        return end
    x, y, best = creature.x, creature.y, NOWHERE
    for index in range(count):
        x += geometry.step_x(state.path[index])
        y += geometry.step_y(state.path[index])
        if is_reachable(work, x, y):
            best = x + geometry.ROW * y
    return best


LONG_WAY_FT = 150


@rule
def safety(state: State, scene: Scene, who: int, x: int, y: int) -> int:
    """Return the distance in feet from a place to the nearest foe."""
    least = 1 << 20
    for other in range(scene.creature_count):
        if is_hostile(state, scene, who, other):
            least = min(least, geometry.distance_from(state, scene, who, x, y, other))
    return least
