"""The greedy agent's choices, one function a kind of decision. An answer is an action of the mask."""

from typing import Any

from agents.scripted import places, values
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    LAST_ACTIVITY_VERB,
    Context,
    Cost,
    Decision,
    Event,
    Gate,
    Option,
    RollChange,
    Shape,
    Target,
    Verb,
    Do,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    attacks,
    choices,
    floods,
    geometry,
    legality,
    modifiers,
    paths,
    placing,
    routes,
    stack,
)
from dnd_env.rules.geometry import ROW, lowest_bit
from dnd_env.rules.saving_throws import cover_bonus
from dnd_env.spaces import masks, play

NOTHING = -1e9
SLOT_PRICE = 1.2  # hit points that a slot level is held to be worth
OPTION_TO_DISENGAGE = 0.1


@rule
def choose(state: State, scene: Scene, tables: Tables, work: Work, mask: Any) -> int:
    """Return the action that is worth most at once."""
    who = state.decider - 1
    decision = state.decision
    if decision == Decision.TURN:
        return on_turn(state, scene, tables, work, who, mask)
    if decision == Decision.TARGET:
        return target(state, scene, tables, work, who, mask)
    if decision == Decision.SQUARE or decision == Decision.CORNER:
        return place(state, scene, tables, work, who, mask)
    if decision == Decision.RESPONSE:
        return respond(state, scene, tables, work, who, mask)
    if decision == Decision.LEGENDARY:
        return best_activity(state, scene, tables, work, who, mask)
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
    here, worth = best_use(state, scene, tables, work, who, mask)
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


@rule
def best_activity(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any
) -> int:
    """Return the best legal activity, or ``pass`` if none is worth anything."""
    action, worth = best_use(state, scene, tables, work, who, mask)
    return action if action >= 0 and worth > 0.05 else masks.PASS


@rule
def best_use(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any
) -> tuple[int, float]:
    """Return the legal activity or verb that is worth most from here, -1 for none, and its worth."""
    legality.survey(state, scene, tables, work, who)
    best, most = -1, NOTHING
    block = modifiers.block_of(state, tables, who)
    for slot in range(min(block.activity_count, scene.slot_count)):
        action = scene.activities_at + slot
        if mask[action] != 0:
            worth = worth_here(state, scene, tables, work, who, block.activities[slot] - 1)
            if worth > most:
                best, most = action, worth
    for verb in range(Verb.GRAPPLE, LAST_ACTIVITY_VERB + 1):
        action = scene.verbs_at + verb - 1
        if mask[action] != 0:
            worth = worth_of_verb(state, scene, tables, work, who, verb)
            if worth > most:
                best, most = action, worth
    return best, most


@rule
def worth_of_verb(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int
) -> float:
    """Return what a common action is worth: strikes by damage, rescue of allies, escape."""
    row = tables.verbs[verb] - 1
    if verb == Verb.UNARMED_STRIKE:
        return worth_here(state, scene, tables, work, who, row)
    if verb == Verb.ESCAPE:
        return 3.0
    if verb == Verb.STABILIZE:
        return 2.5
    return 4.0 if verb == Verb.WAKE else NOTHING


@rule
def worth_here(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int
) -> float:
    """Return what an activity is worth if it is used from where the creature stands."""
    activity = tables.activities[row]
    price = SLOT_PRICE * activity.spell_level if activity.resource == 0 else 0.3
    if activity.target == Target.CREATURE:
        worth, _ = best_target(state, scene, tables, work, who, row)
        more = min(activity.targets, 4) - 1
        return worth * (1.0 + 0.7 * more) - price
    if activity.target == Target.POINT or activity.target == Target.DIRECTION:
        worth, _, _ = best_place(state, scene, tables, work, who, row)
        return worth - price
    if activity.target == Target.AROUND:
        at = state.creatures[who]
        worth = values.of_area(
            state, scene, tables, work, who, row, 2 * at.x, 2 * at.y, 2 * at.x, 2 * at.y
        )
        return worth - price
    if activity.target == Target.SELF:
        return values.of_boon(state, scene, tables, work, who, row) - price
    return NOTHING


@rule
def best_target(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int
) -> tuple[float, int]:
    """Return what the best target of an activity is worth, and who; surveyed before."""
    activity = tables.activities[row]
    able = legality.targets_of(state, scene, tables, work, who, activity)
    best, most = -1, NOTHING
    while able != 0:
        other = lowest_bit(able)
        able &= able - 1
        worth = values.upon(state, scene, tables, work, who, other, row)
        if worth > most:
            best, most = other, worth
    return most, best


# --- going somewhere -----------------------------------------------------------------------------


@rule
def best_move(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any, here: float
) -> tuple[int, float]:
    """Return the square (x + ROW * y) from which an attack is worth most, and its worth less danger."""
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
            square, cost = places.best_square(
                state, scene, tables, work, who, other, reach, shoots
            )
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
    x, y = square % ROW, square // ROW
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
        goal = state.creatures[foe].x + ROW * state.creatures[foe].y
    if goal == places.NOWHERE:
        goal = scene.width // 2 + ROW * (scene.height // 2)
    if fresh and has_moves(scene, mask):
        paths.prepare(state, scene, tables, work, who)
        floods.flood(state, scene, tables, work, who, -1)
        square = places.toward(state, scene, work, who, goal % ROW, goal // ROW)
        if square != places.NOWHERE:
            return go(state, scene, tables, work, who, mask, square)
    dash, dodge = scene.verbs_at + Verb.DASH - 1, scene.verbs_at + Verb.DODGE - 1
    far = max(abs(creature.x - goal % ROW), abs(creature.y - goal // ROW))
    if mask[dash] != 0 and far > 2:
        return dash
    if mask[dodge] != 0:
        return dodge
    if not fresh and creature.extra_ft > 0 and has_moves(scene, mask) and far > 1:
        paths.prepare(state, scene, tables, work, who)
        floods.flood(state, scene, tables, work, who, -1)
        square = places.toward(state, scene, work, who, goal % ROW, goal // ROW)
        if square != places.NOWHERE:
            return go(state, scene, tables, work, who, mask, square)
    return masks.PASS


# --- what a choice goes on to ask ----------------------------------------------------------------


@rule
def target(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """Choose the best target, or no more."""
    choice = state.choice[0]
    row = choice.activity - 1
    if choice.activity == 0:
        row = state.frames[stack.top(state)].activity - 1
    activity = tables.activities[row]
    if choice.activity != 0 and choices.takes_place(activity):
        _, x, y = best_place(state, scene, tables, work, who, row)
        return nearest_creature(state, scene, mask, x, y)
    best, most = masks.PASS, 0.0 if mask[masks.PASS] != 0 else NOTHING
    for other in range(scene.creature_count):
        action = scene.creatures_at + other
        if mask[action] != 0:
            worth = values.upon(state, scene, tables, work, who, other, row)
            if worth > most:
                best, most = action, worth
    if best == masks.PASS and mask[masks.PASS] == 0:
        return play.nth_legal(scene, mask, 0)
    return best


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
def best_place(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int
) -> tuple[float, int, int]:
    """Return what the best place or aim of an area is worth, and its square; corners of foes are tried."""
    activity = tables.activities[row]
    placing.mark(state, scene, tables, work, who, activity)
    for y in range(scene.height + 1):
        work.squares[y] = work.reach[y]
    user = state.creatures[who]
    best_x, best_y, most = -1, -1, NOTHING
    for other in range(scene.creature_count):
        if not places.is_hostile(state, scene, who, other):
            continue
        there = state.creatures[other]
        for corner in range(9):
            x = there.x + corner % 3 - 1 + int(activity.target == Target.POINT)
            y = there.y + corner // 3 - 1 + int(activity.target == Target.POINT)
            if not (0 <= x <= scene.width and 0 <= y <= scene.height):
                continue
            if (work.squares[y] >> x) & 1 == 0:
                continue
            px, py, aim_x, aim_y = origin(activity, user, x, y)
            worth = values.of_area(
                state, scene, tables, work, who, row, px, py, aim_x, aim_y
            )
            if worth > most:
                best_x, best_y, most = x, y, worth
    return most, best_x, best_y


@rule
def origin(activity: Any, user: Any, x: int, y: int) -> tuple[int, int, int, int]:
    """Return where an area starts and is aimed, in half squares, if a square is said."""
    if activity.target == Target.POINT or activity.shape == Shape.CUBE:
        return 2 * x, 2 * y, 2 * x, 2 * y
    aim_x, aim_y = 2 * x + 1, 2 * y + 1
    left, top = 2 * user.x, 2 * user.y
    px = geometry.clamp(aim_x, left, left + 2 * user.width)
    py = geometry.clamp(aim_y, top, top + 2 * user.width)
    return px, py, aim_x, aim_y


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
    worth, x, y = best_place(state, scene, tables, work, who, row)
    if worth > NOTHING:
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
    best, most = play.nth_legal(scene, mask, 0), NOTHING
    for corner in range(4):
        action = scene.options_at + Option.NORTH_WEST - 1 + corner
        if mask[action] == 0:
            continue
        x, y = placing.anchored(state, activity, choice.anchor - 1, corner)
        px, py, aim_x, aim_y = origin(activity, user, x, y)
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


# --- responses -----------------------------------------------------------------------------------


@rule
def respond(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any) -> int:
    """Take the response that is worth most; decline what is worth nothing."""
    frame = state.frames[stack.top(state)]
    event = state.events[frame.next_event]
    block = modifiers.block_of(state, tables, who)
    best, most = masks.PASS, 0.0
    for slot in range(min(block.activity_count, scene.slot_count)):
        action = scene.activities_at + slot
        if mask[action] == 0:
            continue
        row = block.activities[slot] - 1
        worth = worth_of_response(state, scene, tables, work, who, row, frame, event)
        if worth > most:
            best, most = action, worth
    return best


@rule
def worth_of_response(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    row: int,
    frame: Any,
    event: Any,
) -> float:
    """Return what answering an event with an activity is worth."""
    activity = tables.activities[row]
    kind = event.kind
    if kind == Event.LEAVES_REACH:
        return values.upon(state, scene, tables, work, who, event.source - 1, row)
    if kind == Event.HIT and frame.target == who + 1:
        return worth_of_defence(state, tables, who, activity, frame)
    if kind == Event.SPELL_CAST:
        hostile = state.creatures[event.source - 1].side != state.creatures[who].side
        return float(event.amount) - 1.5 if hostile else NOTHING
    if kind == Event.SAVE_FAILED:
        return worth_of_saving(state, tables, who, frame)
    return 1.0


@rule
def worth_of_defence(state: State, tables: Tables, who: int, activity: Any, frame: Any) -> float:
    """A defence against a hit is worth it if it can turn it into a miss, or halves the damage."""
    effect = tables.effects[activity.first_effect]
    if effect.do == Do.ROLL_CHANGE and effect.kind == RollChange.HALVE_DAMAGE:
        return 5.0
    if effect.do != Do.ONGOING:
        return 1.0
    gain = tables.effects[effect.first_child].amount
    armor_class = state.creatures[who].armor_class + cover_bonus(frame.cover)
    turned = frame.natural != 20 and frame.total < armor_class + gain
    return 4.0 if turned else NOTHING


@rule
def worth_of_saving(state: State, tables: Tables, who: int, frame: Any) -> float:
    """Spend a rare success on what disables, or on much damage; not on trifles."""
    if frame.against != 0:
        harsh = frame.against & SEVERE != 0
        return 5.0 if harsh else NOTHING
    creature = state.creatures[who]
    return 2.0 if 4 * creature.hit_points < creature.hit_point_maximum else NOTHING


SEVERE = 1 << 6 | 1 << 8 | 1 << 9 | 1 << 13 | 1 << 14 | 1 << 12
"""Incapacitated, paralyzed, petrified, stunned, unconscious, restrained: 1 << Condition - 1."""
