"""Jumping: long jumps in a straight line, over chasms and low walls.

Source: SRD 5.1, "Movement", "Jumping"; SRD 5.2, "Jumping"; MOV-05.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Ability, Flag, Frame
from dnd_env.core.work import Work
from dnd_env.rules import geometry, modifiers, paths, stack
from dnd_env.rules.geometry import FEET, step_x, step_y
from dnd_env.rules.sight import has
from dnd_env.rules.threats import JUMPS

RUN_UP_FT = 10  # on foot before a running jump
HIGH_JUMP_BASE_FT = 3
SHORTEST_FT = 10  # what is shorter is a step
LOW_WALL_FT = 3


@rule
def jump_ft(state: State, tables: Tables, who: int, high: bool) -> int:
    """Feet of a long or high jump; half without a run-up of 10 ft. MOV-05."""
    block = modifiers.block_of(state, tables, who)
    feet = block.ability_scores[Ability.STRENGTH - 1]
    if high:
        feet = max(HIGH_JUMP_BASE_FT + block.ability_modifiers[Ability.STRENGTH - 1], 0)
    return feet if state.creatures[who].approach_ft >= RUN_UP_FT else feet // 2


@rule
def mark_jumps(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """Set in ``work.reach`` where a jump in a straight line can land; False for nowhere.

    ``paths.prepare`` comes first.
    """
    creature = state.creatures[who]
    for y in range(scene.height + 1):
        work.reach[y] = 0
    on_foot = creature.is_flying == 0 and not has(creature, Flag.CRAWLS)
    if not on_foot or has(creature, Flag.CANNOT_MOVE) or creature.squeezes_to != 0:
        return False
    a_foot = 1 + paths.drag_cost(state, scene, tables, who)
    left = paths.budget_ft(state, scene, tables, who, paths.WALK) // a_foot
    far = min(jump_ft(state, tables, who, False), left)
    clears_walls = jump_ft(state, tables, who, True) >= LOW_WALL_FT
    found = False
    for direction in range(8):
        found |= mark_along(scene, work, creature, direction, far, clears_walls)
    return found


@rule
def mark_along(
    scene: Scene, work: Work, creature, direction: int, far: int, clears_walls: bool
) -> bool:
    """Set in ``work.reach`` where a jump of up to ``far`` feet in a direction can land."""
    found = False
    x, y, jumped = creature.x, creature.y, 0
    diagonals = creature.diagonals
    while True:
        twice = scene.diagonals_5_10_5 != 0 and direction % 2 == 1 and diagonals % 2 == 1
        jumped += 2 * FEET if twice else FEET
        diagonals += direction % 2
        x, y = x + step_x(direction), y + step_y(direction)
        if jumped > far or not may_fly_over(scene, work, creature, x, y, direction, clears_walls):
            return found
        if jumped >= SHORTEST_FT and (work.stops[y] >> x) & 1:
            work.reach[y] |= 1 << x
            found = True


@rule
def may_fly_over(
    scene: Scene, work: Work, creature, x: int, y: int, direction: int, clears_walls: bool
) -> bool:
    """May a jumper pass over a square: nothing in the way, low walls only if it clears them?"""
    if not (0 <= x <= scene.width - creature.width and 0 <= y <= scene.height - creature.width):
        return False
    if (work.blocked[y] >> x) & 1:
        return False
    if not clears_walls and geometry.touches(scene.low_wall, creature, x, y):
        return False
    dx, dy = step_x(direction), step_y(direction)
    return direction % 2 == 0 or paths.is_diagonal_open(
        work, x - dx, y - dy, dx, dy, creature.width
    )


@rule
def jump(state: State, who: int, x: int, y: int) -> None:
    """Begin to jump to a marked square."""
    creature = state.creatures[who]
    dx, dy = x - creature.x, y - creature.y
    frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
    frame.step_count, frame.amount = max(abs(dx), abs(dy)), -1
    frame.bits = JUMPS
    direction = geometry.direction_of(geometry.sign(dx), geometry.sign(dy))
    for index in range(frame.step_count):
        state.path[index] = direction
