"""The greedy agent's responses: opportunity attacks, shields, counterspells, rare successes."""

from typing import Any

from agents.scripted import values, worths
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Do, Event, RollChange
from dnd_env.core.work import Work
from dnd_env.envs.functional import masks, modifiers, saving_throws, stack


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
        return float(event.amount) - 1.5 if hostile else worths.NOTHING
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
    armor_class = state.creatures[who].armor_class + saving_throws.cover_bonus(frame.cover)
    turned = frame.natural != 20 and frame.total < armor_class + gain
    return 4.0 if turned else worths.NOTHING


@rule
def worth_of_saving(state: State, tables: Tables, who: int, frame: Any) -> float:
    """Spend a rare success on what disables, or on much damage; not on trifles."""
    if frame.against != 0:
        harsh = frame.against & SEVERE != 0
        return 5.0 if harsh else worths.NOTHING
    creature = state.creatures[who]
    return 2.0 if 4 * creature.hit_points < creature.hit_point_maximum else worths.NOTHING


SEVERE = 1 << 6 | 1 << 8 | 1 << 9 | 1 << 13 | 1 << 14 | 1 << 12
"""Incapacitated, paralyzed, petrified, stunned, unconscious, restrained: 1 << Condition - 1."""
