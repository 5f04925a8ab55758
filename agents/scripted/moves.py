"""The greedy agent's choices, one function a kind of decision. An answer is an action of the
mask."""

from typing import Any

from agents.scripted import answers, closing, hands, places, responses, values, worths
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
    modifiers,
    paths,
    play,
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
    if decision == Decision.OPTION and state.choice[0].verb == Verb.FLY:
        return closing.altitude(state, scene, tables, work, who, mask)
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
    there, better = places.NOWHERE, worth + 0.3
    if free and closing.has_moves(scene, mask):
        there, better = best_move(state, scene, tables, work, who, mask, better)
    clear = hands.clearing(state, scene, tables, work, who, mask, better, False)
    if clear >= 0:
        return clear
    if there != places.NOWHERE:
        if hands.wants_pick_up(state, scene, who, mask):
            return scene.verbs_at + Verb.PICK_UP - 1
        return closing.go(state, scene, tables, work, who, mask, there)
    if here >= 0 and worth > 0.05:
        return here
    if hands.wants_pick_up(state, scene, who, mask):
        return scene.verbs_at + Verb.PICK_UP - 1
    return closing.otherwise(state, scene, tables, work, who, mask)


# --- going somewhere -----------------------------------------------------------------------------


@rule
def best_move(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, mask: Any, here: float
) -> tuple[int, float]:
    """Return the square (x + geometry.ROW * y) from which an activity is worth more than ``here``,
    NOWHERE if there is none, and its worth less danger."""
    paths.prepare(state, scene, tables, work, who)
    floods.flood(state, scene, tables, work, who, -1)
    creature, block = state.creatures[who], modifiers.block_of(state, tables, who)
    best, most = places.NOWHERE, here
    stays = here > CLEAR_SHOT
    if stays:
        stays = places.foes_beside(state, scene, who, creature.x, creature.y) == 0
    fallen = places.has_fallen_ally(state, scene, who)
    for slot in range(min(block.activity_count, scene.slot_count)):
        row = block.activities[slot] - 1
        activity = tables.activities[row]
        if activity.target != Target.CREATURE:
            continue
        heals = fallen and values.healing_of(tables, activity, activity.spell_level) > 0.0
        if activity.gate != Gate.ATTACK and not heals and here > CLEAR_SHOT:
            continue  # a spell that needs no better place
        if mask[scene.activities_at + slot] == 0:
            if not could_attack(state, scene, tables, who, slot):
                continue
        for other in range(scene.creature_count):
            if not places.is_aim(state, scene, who, other, heals):
                continue
            square, worth = plan(state, scene, tables, work, who, other, row, stays, most)
            if square != places.NOWHERE and worth > most:
                best, most = square, worth
    return best, most


CLEAR_SHOT = 0.3


@rule
def plan(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    other: int,
    row: int,
    stays: bool,
    most: float,
) -> tuple[int, float]:
    """Return the best square from which to use an activity upon a creature, NOWHERE if none may be
    worth more than ``most``, and what that is worth less danger.

    A shooter with a clear shot (``stays``) goes nowhere but out of long range.
    """
    activity = tables.activities[row]
    by_attack = activity.gate == Gate.ATTACK
    shoots = attacks.is_ranged(activity) or not by_attack
    reach = legality.range_of(state, who, activity)
    if shoots:
        reach = min(activity.range_ft, FAR_FT)
        if stays and geometry.distance(state, scene, who, other) <= reach:
            return places.NOWHERE, 0.0
    price = worths.price_of(state, tables, who, activity)
    hopes = BETTER_SHOT if shoots and by_attack else 1.0
    if hopes * values.upon(state, scene, tables, work, who, other, row) - price <= most:
        return places.NOWHERE, 0.0
    square, cost = places.best_square(state, scene, tables, work, who, other, reach, shoots)
    if square == places.NOWHERE:
        return square, 0.0
    worth = worths.upon_from(state, scene, tables, work, who, other, row, square)
    return square, worth - price - cost


FAR_FT = 120
BETTER_SHOT = 2.0  # how much better a shot may be from another square


@rule
def could_attack(state: State, scene: Scene, tables: Tables, who: int, slot: int) -> bool:
    """Could an attack, or what else is aimed, be made if there were somebody in reach?"""
    row = modifiers.activity_in(state, tables, who, slot)
    activity = tables.activities[row - 1]
    if activity.cost > Cost.BONUS_ACTION or activity.event != 0:
        return False
    return legality.is_affordable(state, scene, tables, who, slot, activity, Context.TURN)
