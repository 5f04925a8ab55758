"""What each activity is worth from where a creature stands, and on whom or where it is worth
most."""

from typing import Any

from agents.scripted import places, values
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import LAST_ACTIVITY_VERB, Cost, Life, Shape, Target, Trait, Verb
from dnd_env.core.work import Work
from dnd_env.envs.functional import geometry, legality, masks, modifiers, placing

NOTHING = -1e9
ACTION_TO_HEAL = 8.0  # what an action for healing is worth otherwise; a bonus action is free
SLOT_PRICE = 1.2  # hit points that a slot level is held to be worth


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
    """Return the legal activity or verb that is worth most from here, -1 for none, and its
    worth."""
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
        able = legality.targets_of(state, scene, tables, work, who, tables.activities[row])
        return 3.5 if is_any_dying(state, able) else NOTHING
    return 4.0 if verb == Verb.WAKE else NOTHING


@rule
def is_any_dying(state: State, able: int) -> bool:
    """Is one of a mask of creatures dying?"""
    while able != 0:
        if state.creatures[geometry.lowest_bit(able)].life == Life.DYING:
            return True
        able &= able - 1
    return False


@rule
def price_of(state: State, tables: Tables, who: int, activity: Any) -> float:
    """Return what using an activity costs: its slot, something rare, what is concentrated on."""
    price = SLOT_PRICE * activity.spell_level if activity.resource == 0 else 0.3
    if (activity.traits >> Trait.CONCENTRATION) & 1:
        price += values.of_held(state, who)
    if activity.cost == Cost.ACTION and activity.target == Target.CREATURE:
        if values.healing_of(tables, activity, activity.spell_level) > 0.0:
            price += ACTION_TO_HEAL
    return price


@rule
def worth_here(state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int) -> float:
    """Return what an activity is worth if it is used from where the creature stands."""
    activity = tables.activities[row]
    price = price_of(state, tables, who, activity)
    if activity.target == Target.CREATURE:
        return best_targets(state, scene, tables, work, who, row) - price
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
def best_targets(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int
) -> float:
    """Return what an activity is worth upon its best targets; surveyed before."""
    activity = tables.activities[row]
    able = legality.targets_of(state, scene, tables, work, who, activity)
    total, picks = NOTHING, 0
    for _ in range(min(activity.targets, MOST_PICKS)):
        best, most = best_target(state, scene, tables, work, who, row, able, picks)
        if best < 0 or (picks != 0 and most <= 0.0):
            break
        total = most if picks == 0 else total + most
        picks = with_pick(picks, best)
        if (activity.traits >> Trait.SAME_TARGET_AGAIN) & 1 == 0:
            able &= ~(1 << best)
    return total


MOST_PICKS = 7
"""Targets chosen are kept as picks: an int of one byte each, creature + 1."""


@rule
def with_pick(picks: int, who: int) -> int:
    return picks << 8 | who + 1


@rule
def times_picked(picks: int, who: int) -> int:
    """Count how often a creature is among the picks."""
    count = 0
    while picks != 0:
        count += picks & 255 == who + 1
        picks >>= 8
    return count


@rule
def best_target(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    row: int,
    able: int,
    picks: int,
) -> tuple[int, float]:
    """Return the best of a mask of targets after those picked, -1 for none, and its worth."""
    best, most = -1, NOTHING
    while able != 0:
        other = geometry.lowest_bit(able)
        able &= able - 1
        before = times_picked(picks, other)
        worth = values.upon_again(state, scene, tables, work, who, other, row, before)
        if worth > most:
            best, most = other, worth
    return best, most


@rule
def best_place(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int
) -> tuple[float, int, int]:
    """Return what the best place or aim of an area is worth, and its square; corners of foes are
    tried."""
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
            worth = values.of_area(state, scene, tables, work, who, row, px, py, aim_x, aim_y)
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
def upon_from(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    other: int,
    row: int,
    square: int,
) -> float:
    """Return what using an activity upon a creature would be worth from another square."""
    creature = state.creatures[who]
    x, y = creature.x, creature.y
    creature.x, creature.y = square % geometry.ROW, square // geometry.ROW
    worth = values.upon(state, scene, tables, work, who, other, row)
    creature.x, creature.y = x, y
    return worth
