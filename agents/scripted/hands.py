"""What the greedy agent has in its hands: clearing them for a better weapon, picking things up."""

from typing import Any

from agents.scripted import places, values
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Cost, Edition, Target, Verb
from dnd_env.core.work import Work
from dnd_env.envs.functional import attacks, geometry, legality, modifiers

LEFT_BEHIND = 1.0  # what it costs to have a weapon lie on the ground
NOTHING = -1


@rule
def clearing(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    mask: Any,
    worth: float,
    stuck: bool,
) -> int:
    """Return the verb that frees the hands for a weapon that beats what else can be done
    (``worth``), NOTHING if there is none. Drawing it is part of the attack.

    A blade is left for a bow only by who is ``stuck``, or far from all foes: else it walks.
    """
    creature = state.creatures[who]
    drop, stow = scene.verbs_at + Verb.DROP_ITEM - 1, scene.verbs_at + Verb.STOW - 1
    if mask[drop] == 0 or creature.actions <= 0:
        return NOTHING
    by_stowing = scene.edition == Edition.SRD_5_2 and creature.interactions > 0
    if creature.interactions <= 0 and scene.edition == Edition.SRD_5_1:
        return NOTHING
    least = max(worth, 0.0) + LEFT_BEHIND
    may_shoot = stuck or is_far_from_all(state, scene, who)
    block = modifiers.block_of(state, tables, who)
    for slot in range(min(block.activity_count, scene.slot_count)):
        row = block.activities[slot] - 1
        activity = tables.activities[row]
        if mask[scene.activities_at + slot] != 0 or not is_at_belt(state, tables, who, activity):
            continue
        if may_shoot or not attacks.is_ranged(activity):
            if best_upon(state, scene, tables, work, who, row) > least:
                return stow if by_stowing and mask[stow] != 0 else drop
    return NOTHING


@rule
def is_far_from_all(state: State, scene: Scene, who: int) -> bool:
    """Is a creature out of two moves of all foes, or are they above or below it?"""
    foe, creature = places.nearest_foe(state, scene, who), state.creatures[who]
    if foe < 0:
        return False
    if abs(creature.altitude_ft - state.creatures[foe].altitude_ft) > 2 * geometry.FEET:
        return True
    return geometry.distance(state, scene, who, foe) > 2 * creature.speed_ft[0]


@rule
def is_at_belt(state: State, tables: Tables, who: int, activity: Any) -> bool:
    """Is it an attack with a weapon that is carried, and could be drawn if hands were free?"""
    creature = state.creatures[who]
    if activity.cost != Cost.ATTACK or activity.item == 0 or activity.target != Target.CREATURE:
        return False
    if creature.main_hand == activity.item or creature.off_hand == activity.item:
        return False
    if creature.items[activity.item - 1] <= 0 or (
        activity.ammunition != 0 and creature.items[activity.ammunition - 1] <= 0
    ):
        return False
    return activity.grip <= 2 - shields(state, tables, who)


@rule
def shields(state: State, tables: Tables, who: int) -> int:
    """Count the hands that hold a shield."""
    creature = state.creatures[who]
    block = modifiers.block_of(state, tables, who)
    count = 0
    for held in (creature.main_hand, creature.off_hand):
        if held != 0:
            count += tables.items[block.items[held - 1] - 1].is_shield
    return count


@rule
def best_upon(state: State, scene: Scene, tables: Tables, work: Work, who: int, row: int) -> float:
    """Return what an attack would be worth upon the best foe in its range."""
    activity = tables.activities[row]
    reach = activity.range_ft
    if not attacks.is_ranged(activity):
        reach = legality.range_of(state, who, activity)
    most = 0.0
    for other in range(scene.creature_count):
        if not places.is_hostile(state, scene, who, other):
            continue
        if geometry.distance(state, scene, who, other) <= reach and (work.in_line >> other) & 1:
            most = max(most, values.upon(state, scene, tables, work, who, other, row))
    return most


@rule
def wants_pick_up(state: State, scene: Scene, who: int, mask: Any) -> bool:
    """Is there something of its own to pick up at no cost, and a hand free for it?"""
    creature = state.creatures[who]
    if mask[scene.verbs_at + Verb.PICK_UP - 1] == 0 or creature.interactions <= 0:
        return False
    return creature.main_hand == 0 or creature.off_hand == 0
