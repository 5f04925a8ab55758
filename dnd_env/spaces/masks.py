"""The exact mask of legal actions, and what an action says.

One flat ``Discrete(n)`` in blocks::

    [pass] [verbs] [activities] [creatures] [options] [squares]

An action is the index of its block's first entry (``scene.*_at``) plus the index of what it names:
a Verb, a slot of the decider's stat block, a creature, an Option, or a square x + y * stride, where
the stride is the width of the layout's map + 1.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    LAST_ACTIVITY_VERB,
    Answer,
    Context,
    Decision,
    Event,
    Option,
    Verb,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    choices,
    floods,
    jumping,
    legality,
    modifiers,
    paths,
    placing,
    stack,
    turns,
    usable,
    verbs,
)
from dnd_env.rules.geometry import ROW, lowest_bit

PASS = 0


@rule
def answer_of(scene: Scene, action: int) -> tuple[int, int]:
    """Return what an action says: an Answer and its value."""
    if action >= scene.squares_at:
        square = action - scene.squares_at
        return Answer.SQUARE, square % scene.square_stride + ROW * (square // scene.square_stride)
    if action >= scene.options_at:
        return Answer.OPTION, action - scene.options_at
    if action >= scene.creatures_at:
        return Answer.CREATURE, action - scene.creatures_at
    if action >= scene.activities_at:
        return Answer.ACTIVITY, action - scene.activities_at
    if action >= scene.verbs_at:
        return Answer.VERB, action - scene.verbs_at
    return Answer.PASS, 0


@rule
def write(state: State, scene: Scene, tables: Tables, work: Work, mask) -> int:
    """Write the mask of the decider, int8 [action_count]; return how many actions are legal.

    Without a decider only ``pass`` is.
    """
    for action in range(scene.action_count):
        mask[action] = 0
    decision = state.decision
    if state.decider == 0:
        mask[PASS] = 1
        return 1
    who = state.decider - 1
    if decision == Decision.TURN:
        write_turn(state, scene, tables, work, who, mask)
    elif decision == Decision.TARGET:
        write_targets(state, scene, tables, work, who, mask)
    elif decision == Decision.SQUARE:
        write_squares(state, scene, tables, work, who, mask)
    elif decision == Decision.RESPONSE:
        write_responses(state, scene, tables, work, who, mask)
    elif decision == Decision.LEGENDARY:
        mask[PASS] = 1
        legality.survey(state, scene, tables, work, who)
        write_slots(state, scene, tables, work, who, Context.LEGENDARY, mask)
    else:
        write_options(state, scene, tables, work, who, mask)
    return count_legal(scene, mask)


@rule
def count_legal(scene: Scene, mask) -> int:
    """Count the legal actions of a mask."""
    count = 0
    for action in range(scene.action_count):
        count += mask[action]
    return count


@rule
def write_turn(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask) -> None:
    """End of turn, verbs, activities, and the squares that can be reached."""
    mask[PASS] = 1
    if turns.is_out_of_time(state):
        return
    legality.survey(state, scene, tables, work, who)
    for verb in range(1, LAST_ACTIVITY_VERB + 1):
        slot = choices.slot_of_verb(verb)
        if usable.can_use(state, scene, tables, work, who, slot, Context.TURN):
            mask[scene.verbs_at + verb - 1] = 1
    write_slots(state, scene, tables, work, who, Context.TURN, mask)
    paths.prepare(state, scene, tables, work, who)
    for verb in range(LAST_ACTIVITY_VERB + 1, scene.verb_count + 1):
        if verb != Verb.JUMP and verbs.can_say(state, scene, tables, work, who, verb):
            mask[scene.verbs_at + verb - 1] = 1
    if scene.compact == 0:
        floods.flood(state, scene, tables, work, who, -1)
        write_reach(state, scene, work, who, mask)
        if verbs.can_say(state, scene, tables, work, who, Verb.JUMP):
            mask[scene.verbs_at + Verb.JUMP - 1] = 1


@rule
def write_slots(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, context: int, mask
) -> None:
    block = modifiers.block_of(state, tables, who)
    for slot in range(min(block.activity_count, scene.slot_count)):
        if usable.can_use(state, scene, tables, work, who, slot, context):
            mask[scene.activities_at + slot] = 1


@rule
def write_reach(state: State, scene: Scene, work: Work, who: int, mask) -> None:
    """Set the squares of ``work.reach``, the decider's own place left out."""
    creature = state.creatures[who]
    for y in range(scene.height):
        bits = work.reach[y]
        if y == creature.y:
            bits &= ~(1 << creature.x)
        write_row(scene, y, bits, mask)


@rule
def write_row(scene: Scene, y: int, bits: int, mask) -> None:
    row = scene.squares_at + y * scene.square_stride
    while bits != 0:
        mask[row + lowest_bit(bits)] = 1
        bits &= bits - 1


@rule
def write_targets(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask) -> None:
    """The creatures that may be targeted next, squares that may be guessed, and "no more"."""
    legality.survey(state, scene, tables, work, who)
    targets = choices.legal_targets(state, scene, tables, work, who)
    while targets != 0:
        mask[scene.creatures_at + lowest_bit(targets)] = 1
        targets &= targets - 1
    choice = state.choice[0]
    if choice.activity == 0 or choice.target_count > 0:
        mask[PASS] = 1
        return
    activity = tables.activities[choice.activity - 1]
    if usable.can_guess(state, scene, tables, work, who, activity):
        for y in range(scene.height):
            write_row(scene, y, work.reach[y], mask)


@rule
def write_squares(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask) -> None:
    """The squares to jump, move, or place something at."""
    choice = state.choice[0]
    if choice.verb == Verb.JUMP:
        paths.prepare(state, scene, tables, work, who)
        jumping.mark_jumps(state, scene, tables, work, who)
    elif choice.activity == 0:
        mask[PASS] = 1
        frame = state.frames[stack.top(state)]
        paths.prepare(state, scene, tables, work, who)
        if scene.compact != 0:
            write_steps(state, scene, tables, work, who, frame.amount, mask)
            return
        floods.flood(state, scene, tables, work, who, frame.amount)
        write_reach(state, scene, work, who, mask)
        return
    else:
        activity = tables.activities[choice.activity - 1]
        placing.mark(state, scene, tables, work, who, activity)
    for y in range(scene.height + 1):
        write_row(scene, y, work.reach[y], mask)


@rule
def write_steps(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, feet: int, mask
) -> None:
    """The single steps that an offered move of so many feet allows, in the compact set."""
    for verb in range(Verb.STEP_NORTH, Verb.STEP_NORTH_WEST + 1):
        if verbs.can_step(state, scene, tables, work, who, verb, feet):
            mask[scene.verbs_at + verb - 1] = 1


@rule
def write_responses(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask) -> None:
    """ "No", and what may answer the event."""
    mask[PASS] = 1
    event = state.events[state.frames[stack.top(state)].next_event]
    block = modifiers.block_of(state, tables, who)
    if event.kind == Event.LEAVES_REACH:
        for slot in range(min(block.activity_count, scene.slot_count)):
            if legality.can_respond(state, scene, tables, work, who, slot, event):
                mask[scene.activities_at + slot] = 1
        for verb in range(Verb.GRAPPLE, Verb.UNARMED_STRIKE + 1):
            slot = choices.slot_of_verb(verb)
            if legality.can_respond(state, scene, tables, work, who, slot, event):
                mask[scene.verbs_at + verb - 1] = 1
        return
    for index in range(block.response_count):
        slot = block.responses[index]
        if legality.can_respond(state, scene, tables, work, who, slot, event):
            mask[scene.activities_at + slot] = 1


@rule
def write_options(state: State, scene: Scene, tables: Tables, work: Work, who: int, mask) -> None:
    """The options that answer a question of the decider."""
    options = options_of(state, scene, tables, work, who)
    while options != 0:
        mask[scene.options_at + lowest_bit(options) - 1] = 1
        options &= options - 1


@rule
def options_of(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> int:
    """Return the mask of 1 << Option that answers the decision."""
    decision = state.decision
    choice = state.choice[0]
    if decision == Decision.OPTION:
        return verbs.options(state, scene, tables, work, who, choice.verb)
    if decision == Decision.LEVEL:
        return levels_of(state, tables, who)
    if decision == Decision.CORNER:
        activity = tables.activities[choice.activity - 1]
        placing.mark(state, scene, tables, work, who, activity)
        corners = placing.corners_of(state, scene, work, activity, choice.anchor - 1)
        return corners << Option.NORTH_WEST
    if decision == Decision.SKILL:
        return 1 << Option.ATHLETICS | 1 << Option.ACROBATICS
    if decision == Decision.SAVE_ABILITY:
        frame = state.frames[stack.top(state)]
        return frame.ability << Option.STRENGTH
    if decision == Decision.ORDER:
        return ((1 << min(turns.count_due(state), 10)) - 1) << Option.FIRST
    return 1 << Option.YES | 1 << Option.NO


@rule
def levels_of(state: State, tables: Tables, who: int) -> int:
    """Return the mask of the slot levels that a spell can be cast at."""
    choice = state.choice[0]
    lowest = tables.activities[choice.activity - 1].spell_level
    creature = state.creatures[who]
    mask = 0
    for level in range(lowest, 10):
        if creature.resources[level - 1] > 0:
            mask |= 1 << (Option.LEVEL_1 + level - 1)
    return mask
