"""Where to stand: squares from which something can be reached, and what they cost in danger."""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Flag, Life
from dnd_env.core.work import Work
from dnd_env.envs.functional import (
    geometry,
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
            if geometry.distance_from(state, scene, who, x, y, target) > reach_ft:
                continue
            if not sees_from(scene, there, x, y):
                continue
            steps = max(abs(x - creature.x), abs(y - creature.y))
            cost = 0.02 * steps
            if shoots:
                cost += PRESSED * foes_beside(state, scene, who, x, y)
                far = geometry.distance_from(state, scene, who, x, y, target)
                cost -= 0.01 * min(far, 60) / geometry.FEET
            else:
                cost += CROWD * foes_beside(state, scene, who, x, y)
            if cost < least:
                best, least = x + geometry.ROW * y, cost
    if best != NOWHERE:
        x, y = best % geometry.ROW, best // geometry.ROW
        least += danger_of_leaving(state, scene, tables, work, who, x, y)
    return best, least


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
def away(state: State, scene: Scene, work: Work, who: int) -> int:
    """Return the square within reach that is furthest from the nearest foes, NOWHERE for none
    better."""
    creature = state.creatures[who]
    best, most = NOWHERE, safety(state, scene, who, creature.x, creature.y)
    for y in range(scene.height):
        bits = work.reach[y]
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            value = safety(state, scene, who, x, y)
            if value > most:
                best, most = x + geometry.ROW * y, value
    return best


@rule
def safety(state: State, scene: Scene, who: int, x: int, y: int) -> int:
    """Return the distance in feet from a place to the nearest foe."""
    least = 1 << 20
    for other in range(scene.creature_count):
        if is_hostile(state, scene, who, other):
            least = min(least, geometry.distance_from(state, scene, who, x, y, other))
    return least


@rule
def is_dead(state: State, who: int) -> bool:
    return state.creatures[who].life == Life.DEAD
