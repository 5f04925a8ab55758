"""Going somewhere: the way to a square; and what to do on a turn with nothing to strike."""

from typing import Any

from agents.scripted import hands, places
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import ALTITUDES_FT, Edition, Gate, Option, Outcome, Target, Verb
from dnd_env.core.work import Work
from dnd_env.envs.functional import attacks, floods, geometry, masks, modifiers, odds, paths, routes


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
    fly = scene.verbs_at + Verb.FLY - 1
    if fresh and foe >= 0 and mask[fly] != 0 and creature.is_flying != 0:
        if abs(creature.altitude_ft - state.creatures[foe].altitude_ft) > geometry.FEET:
            return fly
    x, y = goal(state, scene, who, foe)
    if has_moves(scene, mask):
        if fresh or creature.extra_ft > 0 or closes_in(state, scene, tables, who, foe):
            square = places.approach(state, scene, tables, work, who, x, y)
            if square != places.NOWHERE:
                return go(state, scene, tables, work, who, mask, square)
    if fresh and creature.moved_ft == 0:
        clear = hands.clearing(state, scene, tables, work, who, mask, 0.0, True)
        if clear >= 0:
            return clear
    door = scene.verbs_at + Verb.USE_DOOR - 1
    if mask[door] != 0 and foe < 0 and state.doors_shut[creature.side] != 0:
        return door
    dash, dodge = scene.verbs_at + Verb.DASH - 1, scene.verbs_at + Verb.DODGE - 1
    if mask[dash] != 0 and max(abs(creature.x - x), abs(creature.y - y)) > 2:
        return dash
    return dodge if mask[dodge] != 0 else masks.PASS


@rule
def goal(state: State, scene: Scene, who: int, foe: int) -> tuple[int, int]:
    """Return the place to close in on: a foe's, or where one was last seen, or the middle."""
    if foe >= 0:
        return state.creatures[foe].x, state.creatures[foe].y
    square = places.last_known_foe(state, scene, who)
    if square != places.NOWHERE:
        return square % geometry.ROW, square // geometry.ROW
    return scene.width // 2, scene.height // 2


@rule
def closes_in(state: State, scene: Scene, tables: Tables, who: int, foe: int) -> bool:
    """Does a creature strike harder hand to hand than from afar, and stand beside nobody?"""
    creature = state.creatures[who]
    if foe < 0 or places.foes_beside(state, scene, who, creature.x, creature.y) > 0:
        return False
    block = modifiers.block_of(state, tables, who)
    if scene.edition == Edition.SRD_5_1 and creature.main_hand == 0 and block.items[0] != 0:
        return False  # its weapon may lie here
    near, far = 0.0, 0.0
    for slot in range(min(block.activity_count, scene.slot_count)):
        activity = tables.activities[block.activities[slot] - 1]
        if activity.target != Target.CREATURE or activity.spell_level > 0:
            continue
        outcome = Outcome.HIT if activity.gate == Gate.ATTACK else Outcome.FAIL
        damage = odds.damage_rows(state, tables, foe, block.activities[slot] - 1, 0, outcome)
        if activity.gate == Gate.ATTACK and not attacks.is_ranged(activity):
            near = max(near, damage)
        else:
            far = max(far, damage)
    return near > far


@rule
def altitude(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """Choose the altitude nearest to that of the nearest foe."""
    foe = places.nearest_foe(state, scene, who)
    wanted = state.creatures[foe].altitude_ft if foe >= 0 else 0
    best, least = masks.PASS, 1 << 20
    for index in range(len(ALTITUDES_FT)):
        action = scene.options_at + Option.UP_0 - 1 + index
        gap = abs(ALTITUDES_FT[index] - wanted)
        if mask[action] != 0 and gap < least:
            best, least = action, gap
    return best
