"""What single moves are worth to the greedy agent, and their odds: the raw material of advice."""

from enum import IntEnum
from typing import Any

from agents.scripted import moves, places, values, worths
from dnd_env.core.jit import entry, rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Gate, Life, Target, Trait
from dnd_env.core.work import Work
from dnd_env.envs.functional import (
    attacks,
    floods,
    geometry,
    legality,
    modifiers,
    odds,
    paths,
    sight,
)

SLOT, TARGET, SQUARE, WORTH, CHANCE, DAMAGE, HARM, FOES, ALLIES, MODE, BESIDE, FAR = range(12)
HEALING, TIMES, IN_TURN, ABLE, IS_AREA, IS_ATTACK, CAUGHT = range(12, 19)
COLUMNS = 19
"""Of a plan. What LIST finds: the slot of its activity; its target or -1; the square to go to first
as x + ROW * y or -1; its worth. What WEIGH adds, from where the creature stands then: the chance to
hit, or that the save fails (in an area: on the mean of the foes), or -1; the damage to expect, to
foes and to allies; how many foes and allies an area catches; advantage (1) or disadvantage (-1);
foes beside; is it used from afar; hit points restored; how many darts or rays there are at the
lowest slot that is left; are they aimed one after another; the mask of possible targets; is it an
area; an attack; the mask of those whom the area catches."""

Task = IntEnum("Task", "LIST WEIGH")


@entry
def drive_plans(
    states: Any,
    scenes: Any,
    tables: Any,
    works: Any,
    masks: Any,
    index: int,
    task: int,
    plans: Any,
) -> int:
    """List or weigh what the decider of battle ``index`` might do.

    LIST: each activity, on each target or at the best place, from here or from the best square
    within reach. WEIGH: fill in the odds of plans, for where the creature stands now.

    Args:
        states: STATE records [n].
        scenes: SCENE records [1].
        tables: TABLES records [1].
        works: WORK records [1].
        masks: int8 [n, action_count].
        index: which battle.
        task: a Task.
        plans: float64 [k, COLUMNS], written.

    Returns:
        How many plans there are.
    """
    state, scene, t, work = states[index], scenes[0], tables[0], works[0]
    who = state.decider - 1
    if task == Task.WEIGH:
        for number in range(len(plans)):
            weigh(state, scene, t, work, who, plans[number])
        return len(plans)
    block = modifiers.block_of(state, t, who)
    count = 0
    for slot in range(min(block.activity_count, scene.slot_count)):
        usable = masks[index][scene.activities_at + slot] != 0
        if not usable and not moves.could_attack(state, scene, t, who, slot):
            continue
        activity = t.activities[block.activities[slot] - 1]
        if activity.target == Target.CREATURE:
            count = add_targets(state, scene, t, work, who, slot, usable, plans, count)
        elif count < len(plans):
            worth, square = worths.NOTHING, -1
            if usable:
                legality.survey(state, scene, t, work, who)
                worth = worths.worth_here(state, scene, t, work, who, block.activities[slot] - 1)
            if worth <= 0.0 and is_placed(activity):
                worth, square = area_elsewhere(state, scene, t, work, who, slot)
            put(plans, count, slot, -1, square, worth)
            count += 1
    return count


@rule
def put(plans: Any, count: int, slot: int, target: int, square: int, worth: float) -> None:
    row = plans[count]
    row[SLOT], row[TARGET], row[SQUARE] = float(slot), float(target), float(square)
    row[WORTH], row[CHANCE], row[DAMAGE] = worth, -1.0, 0.0


@rule
def is_placed(activity: Any) -> bool:
    """Does an activity work in an area?"""
    target = activity.target
    return target == Target.POINT or target == Target.DIRECTION or target == Target.AROUND


@rule
def lowest_level(state: State, who: int, activity: Any) -> int:
    """Return the lowest slot level at which an activity can be used."""
    if activity.spell_level == 0 or activity.resource != 0:
        return activity.spell_level
    for level in range(activity.spell_level, SPELL_LEVELS + 1):
        if state.creatures[who].resources[level - 1] > 0:
            return level
    return activity.spell_level


SPELL_LEVELS = 9


@rule
def times_of(state: State, who: int, activity: Any) -> int:
    """Count the darts or rays of an activity, which may all go at one target."""
    if (activity.traits >> Trait.SAME_TARGET_AGAIN | activity.traits >> Trait.SEQUENTIAL) & 1 == 0:
        return 1
    more = lowest_level(state, who, activity) - activity.spell_level
    return max(activity.targets + more * activity.per_level_targets, 1)


# --- listing -------------------------------------------------------------------------------------


@rule
def add_targets(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    slot: int,
    usable: bool,
    plans: Any,
    count: int,
) -> int:
    """Add a plan for each creature that an activity could be used on; return how many there are
    then."""
    row = modifiers.activity_in(state, tables, who, slot) - 1
    activity = tables.activities[row]
    legality.survey(state, scene, tables, work, who)
    here = legality.targets_of(state, scene, tables, work, who, activity) if usable else 0
    price = worths.price_of(state, tables, who, activity)
    for other in range(scene.creature_count):
        if count == len(plans):
            break
        creature = state.creatures[who]
        square, cost = -1, 0.0
        at = creature.x + geometry.ROW * creature.y
        if (here >> other) & 1 == 0:
            square, cost = way_to(state, scene, tables, work, who, other, row)
            if square == places.NOWHERE:
                continue
            at = square
        worth = worths.upon_from(state, scene, tables, work, who, other, row, at)
        for before in range(1, times_of(state, who, activity)):
            worth += values.upon_again(state, scene, tables, work, who, other, row, before)
        put(plans, count, slot, other, square, worth - cost - price)
        count += 1
    return count


@rule
def way_to(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, other: int, row: int
) -> tuple[int, float]:
    """Return the square from which a foe can be attacked, NOWHERE for none, and what going there
    costs."""
    activity = tables.activities[row]
    if activity.gate != Gate.ATTACK or not places.is_hostile(state, scene, who, other):
        return places.NOWHERE, 0.0
    paths.prepare(state, scene, tables, work, who)
    floods.flood(state, scene, tables, work, who, -1)
    shoots = attacks.is_ranged(activity)
    reach = activity.range_ft if shoots else legality.range_of(state, who, activity)
    return places.best_square(state, scene, tables, work, who, other, reach, shoots)


@rule
def area_elsewhere(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, slot: int
) -> tuple[float, int]:
    """Return what an area is worth from the best square from which it catches a foe, and that."""
    row = modifiers.activity_in(state, tables, who, slot) - 1
    activity = tables.activities[row]
    reach = activity.range_ft if activity.target == Target.POINT else activity.size_ft
    creature = state.creatures[who]
    x, y = creature.x, creature.y
    most, best = worths.NOTHING, places.NOWHERE
    for other in range(scene.creature_count):
        if not places.is_hostile(state, scene, who, other):
            continue
        paths.prepare(state, scene, tables, work, who)
        floods.flood(state, scene, tables, work, who, -1)
        square, cost = places.best_square(
            state, scene, tables, work, who, other, max(reach - geometry.FEET, 0), True
        )
        if square == places.NOWHERE:
            continue
        creature.x, creature.y = square % geometry.ROW, square // geometry.ROW
        worth = worths.worth_here(state, scene, tables, work, who, row) - cost
        creature.x, creature.y = x, y
        if worth > most:
            most, best = worth, square
    return most, best


# --- weighing ------------------------------------------------------------------------------------


@rule
def weigh(state: State, scene: Scene, tables: Tables, work: Work, who: int, plan: Any) -> None:
    """Add the odds of a plan, from where the creature stands."""
    row = modifiers.activity_in(state, tables, who, int(plan[SLOT])) - 1
    activity, creature = tables.activities[row], state.creatures[who]
    plan[CHANCE] = -1.0
    for column in range(DAMAGE, COLUMNS):
        plan[column] = 0.0
    plan[BESIDE] = places.foes_beside(state, scene, who, creature.x, creature.y)
    plan[FAR] = int(attacks.is_ranged(activity) or activity.range_ft > NEAR_FT)
    plan[TIMES] = times_of(state, who, activity)
    plan[IN_TURN] = (activity.traits >> Trait.SEQUENTIAL) & 1
    plan[HEALING] = values.healing_of(tables, activity, lowest_level(state, who, activity))
    plan[IS_ATTACK] = int(activity.gate == Gate.ATTACK)
    if is_placed(activity):
        plan[IS_AREA] = 1.0
        weigh_area(state, scene, tables, work, who, row, plan)
    elif activity.target == Target.CREATURE:
        legality.survey(state, scene, tables, work, who)
        plan[ABLE] = float(legality.targets_of(state, scene, tables, work, who, activity))
        if plan[TARGET] >= 0.0:
            weigh_one(state, scene, tables, work, who, int(plan[TARGET]), row, plan)


NEAR_FT = 10


@rule
def weigh_one(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    other: int,
    row: int,
    plan: Any,
) -> None:
    """Add the odds of one use upon one creature."""
    activity = tables.activities[row]
    if activity.gate == Gate.ATTACK:
        plan[CHANCE], _ = odds.hit(state, scene, tables, work, who, other, row)
        helped, hindered, _ = attacks.modes(state, scene, tables, work, who, other, row, -1)
        plan[MODE] = int(helped != 0) - int(hindered != 0)
    elif activity.gate == Gate.SAVE:
        plan[CHANCE] = odds.fail(
            state, scene, tables, work, who, other, activity.ability, activity.save_dc
        )
    level = lowest_level(state, who, activity)
    plan[DAMAGE] = odds.expected_damage(state, scene, tables, work, who, other, row, level)


@rule
def weigh_area(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int, plan: Any
) -> None:
    """Add whom an area catches at the best place, how likely they fail, and the damage to all."""
    activity, at = tables.activities[row], state.creatures[who]
    px, py, aim_x, aim_y = 2 * at.x, 2 * at.y, 2 * at.x, 2 * at.y
    if activity.target != Target.AROUND:
        worth, x, y = worths.best_place(state, scene, tables, work, who, row)
        if worth == worths.NOTHING:
            return
        px, py, aim_x, aim_y = worths.origin(activity, at, x, y)
    failing, level = 0.0, lowest_level(state, who, activity)
    for other in range(scene.creature_count):
        if not is_caught(state, scene, activity, who, other):
            continue
        if not values.is_in_area(state, scene, activity, who, other, px, py, aim_x, aim_y):
            continue
        plan[CAUGHT] += float(1 << other)
        damage = odds.expected_damage(state, scene, tables, work, who, other, row, level)
        if not places.is_hostile(state, scene, who, other):
            plan[ALLIES] += 1.0
            plan[HARM] += damage
            continue
        plan[FOES] += 1.0
        plan[DAMAGE] += damage
        if activity.gate == Gate.SAVE:
            failing += odds.fail(
                state, scene, tables, work, who, other, activity.ability, activity.save_dc
            )
    if activity.gate == Gate.SAVE and plan[FOES] > 0.0:
        plan[CHANCE] = failing / plan[FOES]


@rule
def is_caught(state: State, scene: Scene, activity: Any, who: int, other: int) -> bool:
    """May an area befall a creature that its user knows of?"""
    located = state.located[state.creatures[who].side]
    if (located >> other) & 1 == 0 or not sight.is_here(state, other):
        return False
    if state.creatures[other].life == Life.DEAD or (
        other == who and activity.target != Target.POINT
    ):
        return False
    return (activity.who >> modifiers.relation(state, who, other)) & 1 != 0


def square_of(value: float) -> tuple[int, int] | None:
    """Return the square of a plan, None where it stays."""
    return None if value < 0 else (int(value) % geometry.ROW, int(value) // geometry.ROW)
