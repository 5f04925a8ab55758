"""The greedy agent's answers to what a choice goes on to ask: targets, places, corners."""

from typing import Any

from agents.scripted import places, values, worths
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Decision, Option, Target
from dnd_env.core.work import Work
from dnd_env.envs.functional import choices, masks, placing, play, stack


@rule
def target(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """Choose the best target, or no more."""
    choice = state.choice[0]
    row = choice.activity - 1
    if choice.activity == 0:
        row = state.frames[stack.top(state)].activity - 1
    activity = tables.activities[row]
    if choice.activity != 0 and choices.takes_place(activity):
        _, x, y = worths.best_place(state, scene, tables, work, who, row)
        return nearest_creature(state, scene, mask, x, y)
    able, picks = 0, 0
    for other in range(scene.creature_count):
        able |= int(mask[scene.creatures_at + other] != 0) << other
    if choice.activity != 0:
        for index in range(min(choice.target_count, worths.MOST_PICKS)):
            picks = worths.with_pick(picks, choice.targets[index] - 1)
    best, worth = worths.best_target(state, scene, tables, work, who, row, able, picks)
    if best >= 0 and (worth > 0.0 or mask[masks.PASS] == 0):
        return scene.creatures_at + best
    return play.nth_legal(scene, mask, 0)


@rule
def nearest_creature(state: State, scene: Scene, mask: Any, x: int, y: int) -> int:
    """Return the legal creature nearest to a place."""
    best, least = play.nth_legal(scene, mask, 0), 1 << 20
    for other in range(scene.creature_count):
        if mask[scene.creatures_at + other] != 0:
            creature = state.creatures[other]
            far = max(abs(creature.x - x), abs(creature.y - y))
            if far < least:
                best, least = scene.creatures_at + other, far
    return best


@rule
def place(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """Choose the square or corner of a place; where a move is offered, go toward a foe or stay."""
    choice = state.choice[0]
    if choice.activity == 0:
        return masks.PASS if mask[masks.PASS] != 0 else play.nth_legal(scene, mask, 0)
    row = choice.activity - 1
    activity = tables.activities[row]
    if state.decision == Decision.CORNER:
        return best_corner(state, scene, tables, work, who, mask, row)
    if activity.target == Target.SPACE:
        return safest_space(state, scene, who, mask)
    worth, x, y = worths.best_place(state, scene, tables, work, who, row)
    if worth > worths.NOTHING:
        action = scene.squares_at + x + y * scene.square_stride
        if mask[action] != 0:
            return action
    return play.nth_legal(scene, mask, 0)


@rule
def best_corner(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any, row: int
) -> int:
    """Choose the corner of the anchor that is worth most."""
    choice, activity = state.choice[0], tables.activities[row]
    user = state.creatures[who]
    best, most = play.nth_legal(scene, mask, 0), worths.NOTHING
    for corner in range(4):
        action = scene.options_at + Option.NORTH_WEST - 1 + corner
        if mask[action] == 0:
            continue
        x, y = placing.anchored(state, activity, choice.anchor - 1, corner)
        px, py, aim_x, aim_y = worths.origin(activity, user, x, y)
        worth = values.of_area(state, scene, tables, work, who, row, px, py, aim_x, aim_y)
        if activity.target == Target.SPACE:
            worth = float(places.safety(state, scene, who, x, y))
        if worth > most:
            best, most = action, worth
    return best


@rule
def safest_space(state: State, scene: Scene, who: int, mask: Any) -> int:
    """Choose the legal square furthest from foes."""
    best, most = play.nth_legal(scene, mask, 0), -1
    for y in range(scene.height):
        for x in range(scene.width):
            action = scene.squares_at + x + y * scene.square_stride
            if mask[action] != 0:
                value = places.safety(state, scene, who, x, y)
                if value > most:
                    best, most = action, value
    return best
