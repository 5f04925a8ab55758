"""What single moves are worth to the greedy agent, and their odds: the raw material of advice."""

from typing import Any

from agents.scripted import moves, places, values, worths
from dnd_env.core.jit import entry, rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Gate, Target
from dnd_env.core.work import Work
from dnd_env.envs.functional import attacks, floods, geometry, legality, modifiers, odds, paths

SLOT, TARGET, SQUARE, WORTH, CHANCE, DAMAGE = range(6)
COLUMNS = 6
"""Of a plan: the slot of its activity; its target or -1; the square to go to first as x + ROW * y
or -1; its worth; the chance to hit, or that the save fails, or -1; and the damage to expect."""


@entry
def list_plans(
    states: Any, scenes: Any, tables: Any, works: Any, masks: Any, index: int, plans: Any
) -> int:
    """List what the decider of battle ``index`` might do: each activity, on each target, from here
    or from the best square within reach.

    Args:
        states: STATE records [n].
        scenes: SCENE records [1].
        tables: TABLES records [1].
        works: WORK records [1].
        masks: int8 [n, action_count].
        index: which battle.
        plans: float64 [k, COLUMNS], written.

    Returns:
        How many plans there are.
    """
    state, scene, t, work = states[index], scenes[0], tables[0], works[0]
    who = state.decider - 1
    block = modifiers.block_of(state, t, who)
    count = 0
    for slot in range(min(block.activity_count, scene.slot_count)):
        usable = masks[index][scene.activities_at + slot] != 0
        if t.activities[block.activities[slot] - 1].target == Target.CREATURE:
            count = add_targets(state, scene, t, work, who, slot, usable, plans, count)
        elif usable and count < len(plans):
            legality.survey(state, scene, t, work, who)
            worth = worths.worth_here(state, scene, t, work, who, block.activities[slot] - 1)
            put(plans, count, slot, -1, -1, worth)
            count += 1
    return count


@rule
def put(plans: Any, count: int, slot: int, target: int, square: int, worth: float) -> None:
    row = plans[count]
    row[SLOT], row[TARGET], row[SQUARE] = float(slot), float(target), float(square)
    row[WORTH], row[CHANCE], row[DAMAGE] = worth, -1.0, 0.0


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
    if not usable and not moves.could_attack(state, scene, tables, who, slot):
        return count
    legality.survey(state, scene, tables, work, who)
    here = legality.targets_of(state, scene, tables, work, who, activity) if usable else 0
    for other in range(scene.creature_count):
        if count == len(plans):
            break
        square, cost = -1, 0.0
        if (here >> other) & 1 == 0:
            square, cost = way_to(state, scene, tables, work, who, other, row)
            if square == places.NOWHERE:
                continue
        worth = values.upon(state, scene, tables, work, who, other, row) - cost
        put(plans, count, slot, other, square, worth)
        weigh(state, scene, tables, work, who, other, row, plans[count])
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
def weigh(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    other: int,
    row: int,
    plan: Any,
) -> None:
    """Add the odds of a plan."""
    activity = tables.activities[row]
    if activity.gate == Gate.ATTACK:
        plan[CHANCE], _ = odds.hit(state, scene, tables, work, who, other, row)
    elif activity.gate == Gate.SAVE:
        plan[CHANCE] = odds.fail(
            state, scene, tables, work, who, other, activity.ability, activity.save_dc
        )
    plan[DAMAGE] = odds.expected_damage(
        state, scene, tables, work, who, other, row, activity.spell_level
    )


def square_of(value: float) -> tuple[int, int] | None:
    """Return the square of a plan, None where it stays."""
    return None if value < 0 else (int(value) % geometry.ROW, int(value) // geometry.ROW)
