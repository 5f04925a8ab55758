"""What is being resolved: frames, the events that they emit, and the awaited decision.

All of it lies in the state, so clone and save work in the middle of a reaction to a reaction. The
events of a frame are answered in order before it goes on; a response is a frame on top of it.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_EVENTS, MAX_FRAMES
from dnd_env.core.state import State
from dnd_env.core.terms import Error


@rule
def push(state: State, kind: int, source: int, target: int, activity: int) -> int:
    """Begin a frame above whatever is being resolved; -1 for no source, target or activity.

    Returns its index. Where there is no room the battle is in error, and the top frame is reused.
    """
    if state.frame_count == MAX_FRAMES:
        state.error = Error.TOO_MANY_FRAMES
        state.frame_count -= 1
    index = state.frame_count
    frame = state.frames[index]
    frame.kind, frame.phase = kind, 0
    frame.source, frame.target, frame.activity = source + 1, target + 1, activity + 1
    frame.cause, frame.slot, frame.level, frame.context = 0, 0, 0, 0
    frame.next_effect, frame.end_effect, frame.when, frame.gate = 0, 0, 0, 0
    frame.gate_effect, frame.outcome, frame.against, frame.cover, frame.bits = 0, 0, 0, 0, 0
    frame.natural, frame.total, frame.advantage, frame.disadvantage = 0, 0, 0, 0
    frame.other_natural = 0
    frame.dc, frame.ability, frame.skill, frame.damage_type = 0, 0, 0, 0
    frame.x, frame.y, frame.aim_x, frame.aim_y = 0, 0, 0, 0
    frame.target_count, frame.targets_done = 0, 0
    frame.ongoing, frame.zone, frame.amount = 0, 0, 0
    frame.is_void, frame.is_halved, frame.is_missed, frame.has_felled = 0, 0, 0, 0
    frame.next_step, frame.step_count = 0, 0
    frame.targets_mask = 0
    frame.first_event = frame.next_event = state.event_count
    for damage_type in range(len(frame.damage)):
        frame.damage[damage_type] = 0
    for index_rolled in range(len(frame.rolled)):
        frame.rolled[index_rolled] = -1
    state.frame_count += 1
    return index


@rule
def pop(state: State) -> None:
    """End the top frame and forget its events."""
    state.event_count = state.frames[state.frame_count - 1].first_event
    state.frame_count -= 1


@rule
def top(state: State) -> int:
    return state.frame_count - 1


@rule
def emit(state: State, kind: int, source: int, target: int, amount: int, activity: int) -> None:
    """Queue an event of the top frame, unless nobody in this battle would respond to its kind."""
    if (state.listened >> kind) & 1 == 0:
        return
    if state.event_count == MAX_EVENTS:
        state.error = Error.TOO_MANY_EVENTS
        return
    event = state.events[state.event_count]
    event.kind, event.source, event.target = kind, source + 1, target + 1
    event.amount, event.activity = amount, activity + 1
    event.asked, event.answered, event.is_told = 0, 0, 0
    state.event_count += 1


@rule
def has_events(state: State) -> bool:
    """Does the top frame have events that are not dealt with?"""
    return state.frames[state.frame_count - 1].next_event < state.event_count


@rule
def ask(state: State, decision: int, who: int) -> None:
    """Wait for a creature's decision."""
    state.decision, state.decider = decision, who + 1
