"""The greedy agent's choices, one function a kind of decision. An answer is an action of the
mask."""

from typing import Any

from agents.scripted import answers, places, responses, values, worths
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Context,
    Cost,
    Decision,
    Gate,
    Option,
    Target,
    Verb,
)
from dnd_env.core.work import Work
from dnd_env.envs.functional import (
    attacks,
    floods,
    geometry,
    legality,
    masks,
    modifiers,
    paths,
    play,
    routes,
    stack,
)


@rule
def choose(state: State, scene: Scene, tables: Tables, work: Work, mask: Any) -> int:
    """Return the action that is worth most at once."""
    who = state.decider - 1
    decision = state.decision
    if decision == Decision.TURN:
        return on_turn(state, scene, tables, work, who, mask)
    if decision == Decision.TARGET:
        return answers.target(state, scene, tables, work, who, mask)
    if decision == Decision.SQUARE or decision == Decision.CORNER:
        return answers.place(state, scene, tables, work, who, mask)
    if decision == Decision.RESPONSE:
        return responses.respond(state, scene, tables, work, who, mask)
    if decision == Decision.LEGENDARY:
        return worths.best_activity(state, scene, tables, work, who, mask)
    if decision == Decision.FAIL_SAVE or decision == Decision.KNOCK_OUT:
        return scene.options_at + Option.NO - 1
    if decision == Decision.TEMP_HIT_POINTS:
        better = state.frames[stack.top(state)].amount > state.creatures[who].temp_hit_points
        return scene.options_at + (Option.YES if better else Option.NO) - 1
    return play.nth_legal(scene, mask, 0)


# --- the turn ------------------------------------------------------------------------------------


@rule
def on_turn(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """Use the best activity from here; or go where a better one can be used; else get ready."""
    stand = scene.verbs_at + Verb.STAND_UP - 1
    if mask[stand] != 0:
        return stand
    here, worth = worths.best_use(state, scene, tables, work, who, mask)
    creature = state.creatures[who]
    free = creature.is_attacking == 0 or creature.attack_count == 0 or worth <= 0.0
    if has_moves(scene, mask) and (free or worth <= 0.0):
        there, better = best_move(state, scene, tables, work, who, mask, worth)
        if there >= 0 and better > worth + 0.3:
            return go(state, scene, tables, work, who, mask, there)
    if here >= 0 and worth > 0.05:
        return here
    return otherwise(state, scene, tables, work, who, mask)


@rule
def has_moves(scene: Scene, mask: Any) -> bool:
    """Is there any square to go to, or step to take?"""
    if scene.compact != 0:
        for verb in range(Verb.STEP_NORTH, Verb.STEP_NORTH_WEST + 1):
            if mask[scene.verbs_at + verb - 1] != 0:
                return True
        return False
    for action in range(scene.squares_at, scene.action_count):
        if mask[action] != 0:
            return True
    return False


# --- going somewhere -----------------------------------------------------------------------------


@rule
def best_move(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any, here: float
) -> tuple[int, float]:
    """Return the square (x + geometry.ROW * y) from which an attack is worth most, and its worth
    less danger."""
    paths.prepare(state, scene, tables, work, who)
    floods.flood(state, scene, tables, work, who, -1)
    creature = state.creatures[who]
    block = modifiers.block_of(state, tables, who)
    best, most = places.NOWHERE, here
    pressed = places.foes_beside(state, scene, who, creature.x, creature.y) > 0
    for slot in range(min(block.activity_count, scene.slot_count)):
        if mask[scene.activities_at + slot] == 0 and not could_attack(
            state, scene, tables, who, slot
        ):
            continue
        row = block.activities[slot] - 1
        activity = tables.activities[row]
        if activity.gate != Gate.ATTACK or activity.target != Target.CREATURE:
            continue
        shoots = attacks.is_ranged(activity)
        if here > 0.0 and not (shoots and pressed) and shoots:
            continue  # a shooter with a clear shot stays
        reach = legality.range_of(state, who, activity)
        if shoots:
            reach = min(activity.range_ft, 120)
        for other in range(scene.creature_count):
            if not places.is_hostile(state, scene, who, other):
                continue
            worth = values.upon(state, scene, tables, work, who, other, row)
            if worth <= most:
                continue
            square, cost = places.best_square(state, scene, tables, work, who, other, reach, shoots)
            if square != places.NOWHERE and worth - cost > most:
                best, most = square, worth - cost
    return best, most


@rule
def could_attack(state: State, scene: Scene, tables: Tables, who: int, slot: int) -> bool:
    """Could an attack be made if there were somebody in reach?"""
    row = modifiers.activity_in(state, tables, who, slot)
    activity = tables.activities[row - 1]
    if activity.cost != Cost.ATTACK:
        return False
    return legality.is_affordable(state, scene, tables, who, slot, activity, Context.TURN)


@rule
def go(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any, square: int
) -> int:
    """Return the action that goes to a square within reach, or takes the first step there."""
    x, y = square % geometry.ROW, square // geometry.ROW
    if scene.compact == 0:
        return scene.squares_at + x + y * scene.square_stride
    paths.prepare(state, scene, tables, work, who)
    last = floods.flood(state, scene, tables, work, who, -1)
    count = routes.find(state, scene, tables, work, who, x, y, last)
    if count > 0:
        action = scene.verbs_at + Verb.STEP_NORTH - 1 + state.path[0]
        if mask[action] != 0:
            return action
    return step_nearer(state, scene, who, mask, x, y)


@rule
def step_nearer(state: State, scene: Scene, who: int, mask: Any, x: int, y: int) -> int:
    """Return the single step that comes nearest to a square, or ``pass``."""
    creature = state.creatures[who]
    best = masks.PASS
    least = 4 * max(abs(creature.x - x), abs(creature.y - y)) + 4
    for direction in range(8):
        action = scene.verbs_at + Verb.STEP_NORTH - 1 + direction
        dx = abs(creature.x + geometry.step_x(direction) - x)
        dy = abs(creature.y + geometry.step_y(direction) - y)
        far = 4 * max(dx, dy) + min(dx, dy)
        if mask[action] != 0 and far < least:
            best, least = action, far
    return best


@rule
def otherwise(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """With nothing to strike: close in, dash if that is all, take cover behind a dodge, or end."""
    creature = state.creatures[who]
    fresh = creature.actions > 0
    foe = places.nearest_foe(state, scene, who)
    goal = places.last_known_foe(state, scene, who)
    if foe >= 0:
        goal = state.creatures[foe].x + geometry.ROW * state.creatures[foe].y
    if goal == places.NOWHERE:
        goal = scene.width // 2 + geometry.ROW * (scene.height // 2)
    if fresh and has_moves(scene, mask):
        paths.prepare(state, scene, tables, work, who)
        floods.flood(state, scene, tables, work, who, -1)
        square = places.toward(state, scene, work, who, goal % geometry.ROW, goal // geometry.ROW)
        if square != places.NOWHERE:
            return go(state, scene, tables, work, who, mask, square)
    door = scene.verbs_at + Verb.USE_DOOR - 1
    if mask[door] != 0 and foe < 0 and state.doors_shut[creature.side] != 0:
        return door
    dash, dodge = scene.verbs_at + Verb.DASH - 1, scene.verbs_at + Verb.DODGE - 1
    far = max(abs(creature.x - goal % geometry.ROW), abs(creature.y - goal // geometry.ROW))
    if mask[dash] != 0 and far > 2:
        return dash
    if mask[dodge] != 0:
        return dodge
    if not fresh and creature.extra_ft > 0 and has_moves(scene, mask) and far > 1:
        paths.prepare(state, scene, tables, work, who)
        floods.flood(state, scene, tables, work, who, -1)
        square = places.toward(state, scene, work, who, goal % geometry.ROW, goal // geometry.ROW)
        if square != places.NOWHERE:
            return go(state, scene, tables, work, who, mask, square)
    return masks.PASS
