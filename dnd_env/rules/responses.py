"""Triggers and responses: what happens by itself when something happens, and who may answer it.

Source: SRD 5.1, "Reactions"; SRD 5.2, "Legendary Resistance" and the like; REA-01, REA-02, ORD-04.
For each event first the triggers of traits and lasting effects go off, then, in initiative order,
each creature that could respond is asked until it declines.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Context, Decision, Do, Event, Frame, Outcome, Trait, Verb
from dnd_env.core.work import Work
from dnd_env.rules import choices, legality, modifiers, predicates, sight, stack

ONCE_A_ROUND = 2


@rule
def attend(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Deal with the next event of the top frame, one step."""
    frame = state.frames[stack.top(state)]
    event = state.events[frame.next_event]
    if event.is_told == 0:
        event.is_told = 1
        set_off(state, scene, tables, work, event)
        return
    for index in range(state.order_count):
        who = state.order[index]
        if (event.asked >> who) & 1 or not might_respond(state, tables, who, event):
            continue
        slot = first_response(state, scene, tables, work, who, event)
        if slot < 0:
            event.asked |= 1 << who
            event.answered = 0
        elif is_automatic(state, scene, tables, who, slot):
            choices.choose(state, scene, tables, work, who, slot, Context.RESPONSE)
            return
        else:
            stack.ask(state, Decision.RESPONSE, who)
            return
    frame.next_event += 1
    if frame.next_event == state.event_count:
        state.event_count = frame.next_event = frame.first_event


@rule
def might_respond(state: State, tables: Tables, who: int, event) -> bool:
    """Is it worth asking what a creature could respond with?"""
    if event.kind == Event.LEAVES_REACH:
        return event.target == who + 1
    block = modifiers.block_of(state, tables, who)
    return block.response_count > 0 and (block.listens >> event.kind) & 1 != 0


@rule
def first_response(state: State, scene: Scene, tables: Tables, work: Work, who: int, event) -> int:
    """Return the first slot with which a creature may respond, -1 for none."""
    block = modifiers.block_of(state, tables, who)
    if event.kind == Event.LEAVES_REACH:
        for slot in range(block.activity_count):
            if legality.can_respond(state, scene, tables, work, who, slot, event):
                return slot
        for verb in (Verb.UNARMED_STRIKE, Verb.GRAPPLE, Verb.SHOVE_PRONE, Verb.SHOVE_AWAY):
            slot = choices.slot_of_verb(verb)
            if legality.can_respond(state, scene, tables, work, who, slot, event):
                return slot
        return -1
    for index in range(block.response_count):
        slot = block.responses[index]
        if legality.can_respond(state, scene, tables, work, who, slot, event):
            return slot
    return -1


@rule
def is_automatic(state: State, scene: Scene, tables: Tables, who: int, slot: int) -> bool:
    """Is a response used unasked?"""
    if scene.ask_minor != 0 or slot >= MAX_SLOTS:
        return False
    row = modifiers.activity_in(state, tables, who, slot)
    return (tables.activities[row - 1].traits >> Trait.AUTOMATIC) & 1 != 0


@rule
def decline(state: State, who: int) -> None:
    """Have a creature let an event pass."""
    frame = state.frames[stack.top(state)]
    event = state.events[frame.next_event]
    event.asked |= 1 << who
    event.answered = 0


@rule
def set_off(state: State, scene: Scene, tables: Tables, work: Work, event) -> None:
    """Push the effects of all triggers that an event sets off."""
    at = stack.top(state)
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if (creature.listens >> event.kind) & 1 == 0 or not sight.is_here(state, who):
            continue
        modifiers.gather(state, scene, tables, work, who)
        for index in range(work.gathered_count):
            row = work.gathered[index]
            effect = tables.effects[row.effect - 1]
            if effect.do == Do.TRIGGER and effect.kind == event.kind:
                if goes_off(state, scene, tables, who, row, event, at):
                    push_trigger(state, tables, who, row, event)


@rule
def goes_off(state: State, scene: Scene, tables: Tables, who: int, row, event, frame: int) -> bool:
    """Does a trigger go off for its bearer?"""
    effect = tables.effects[row.effect - 1]
    source, target = event.source - 1, event.target - 1
    if not legality.is_witness(state, scene, who, effect.mode, source, target):
        return False
    if effect.once != 0 and (state.creatures[who].triggers_used >> (effect.once - 1)) & 1:
        return False
    other = source if source != who else target
    return predicates.holds_of(state, scene, tables, row, who, other, frame)


@rule
def push_trigger(state: State, tables: Tables, who: int, row, event) -> None:
    """Begin the children of a trigger: its bearer is the source, the other party the target."""
    effect = tables.effects[row.effect - 1]
    source, target = event.source - 1, event.target - 1
    if effect.once != 0:
        state.creatures[who].triggers_used |= 1 << (effect.once - 1)
    other = source if source != who else target
    frame = state.frames[stack.push(state, Frame.EFFECTS, who, other, event.activity - 1)]
    frame.when = 1 << Outcome.ALWAYS
    frame.next_effect = effect.first_child
    frame.end_effect = effect.first_child + effect.child_count
    frame.cause, frame.amount, frame.ongoing = other + 1, event.amount, row.ongoing
