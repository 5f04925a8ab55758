"""Choices that take several answers: the activity, then its slot level, targets, place; then it is
paid for and used. What has been said so far lies in ``state.choice``.

Source: SRD 5.1, "Casting a Spell", "Targets". Legality is judged by ``legality`` and ``placing``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_SLOTS, MAX_TARGETS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    LAST_ACTIVITY_VERB,
    Answer,
    Context,
    Decision,
    Event,
    Frame,
    Option,
    Shape,
    Target,
    Trait,
    Verb,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    economy,
    equipment,
    geometry,
    jumping,
    legality,
    modifiers,
    placing,
    stack,
    uses,
    verbs,
    zones,
)
from dnd_env.rules.uses import has_trait

NOBODY = 0  # a target said as a square: nobody that is known


@rule
def slot_of_verb(verb: int) -> int:
    """Return the slot of the activity behind a verb."""
    return MAX_SLOTS + verb - 1


@rule
def begin(state: State, who: int, slot: int, row: int, context: int) -> None:
    """Begin to choose an activity (``row``, its index)."""
    choice = state.choice[0]
    choice.activity, choice.slot, choice.verb, choice.context = row + 1, slot, 0, context
    choice.level, choice.named, choice.target_count = 0, 0, 0
    choice.x, choice.y, choice.is_placed, choice.anchor = 0, 0, 0, 0


@rule
def clear(state: State) -> None:
    choice = state.choice[0]
    choice.activity, choice.verb = 0, 0


@rule
def ask_next(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Ask for what the choice still lacks, or carry it out."""
    choice = state.choice[0]
    activity = tables.activities[choice.activity - 1]
    if takes_level(activity) and choice.level == 0:
        stack.ask(state, Decision.LEVEL, who)
    elif lacks_creature(state, scene, tables, work, who):
        stack.ask(state, Decision.TARGET, who)
    elif takes_place(activity) and choice.is_placed == 0:
        if scene.compact == 0:
            stack.ask(state, Decision.SQUARE, who)
        else:
            stack.ask(state, Decision.TARGET if choice.anchor == 0 else Decision.CORNER, who)
    else:
        commit(state, scene, tables, work, who)


@rule
def lacks_creature(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """Is a creature to be named, or chosen as a target?"""
    choice = state.choice[0]
    activity = tables.activities[choice.activity - 1]
    if activity.named_who != 0 and choice.named == 0:
        return True
    return activity.target == Target.CREATURE and lacks_target(state, scene, tables, work, who)


@rule
def takes_level(activity) -> bool:
    """Is it a spell that takes a slot, of some level?"""
    return has_trait(activity, Trait.SPELL) and activity.spell_level > 0 and activity.resource == 0


@rule
def takes_place(activity) -> bool:
    target = activity.target
    return target == Target.POINT or target == Target.DIRECTION or target == Target.SPACE


@rule
def targets_wanted(choice, activity) -> int:
    """Count the targets that an activity may have at the level chosen."""
    more = max(choice.level - activity.spell_level, 0) * activity.per_level_targets
    return min(activity.targets + more, MAX_TARGETS)


@rule
def lacks_target(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """Is there another target to be chosen now, and one to choose?"""
    choice = state.choice[0]
    activity = tables.activities[choice.activity - 1]
    if choice.target_count == 0:
        return True
    wanted = 1 if has_trait(activity, Trait.SEQUENTIAL) else targets_wanted(choice, activity)
    if choice.target_count >= wanted:
        return False
    legality.survey(state, scene, tables, work, who)
    return legal_targets(state, scene, tables, work, who) != 0


@rule
def legal_targets(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> int:
    """Return the mask of the creatures that answer a TARGET decision, once surveyed."""
    choice = state.choice[0]
    if choice.activity == 0:  # the next of an activity that is being resolved
        frame = state.frames[stack.top(state)]
        activity = tables.activities[frame.activity - 1]
        return legality.targets_of(state, scene, tables, work, who, activity)
    activity = tables.activities[choice.activity - 1]
    if takes_place(activity):
        placing.mark(state, scene, tables, work, who, activity)
        return placing.anchors(state, scene, work, who, activity)
    if activity.named_who != 0 and choice.named == 0:
        return legality.named_of(state, work, who, activity)
    mask = legality.targets_of(state, scene, tables, work, who, activity)
    if not has_trait(activity, Trait.SAME_TARGET_AGAIN):
        for index in range(choice.target_count):
            mask &= ~(1 << (choice.targets[index] - 1))
    return mask


@rule
def commit(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Pay for the activity chosen and begin to use it."""
    choice = state.choice[0]
    row, slot, context = choice.activity - 1, choice.slot, choice.context
    activity = tables.activities[row]
    creature = state.creatures[who]
    economy.pay(state, scene, tables, who, slot, activity, context, choice.level)
    equipment.wield(scene, creature, activity)
    creature.approach_ft = 0
    cause = choice.named
    if context == Context.RESPONSE:
        event = state.events[state.frames[stack.top(state)].next_event]
        event.answered |= 1 << slot
        cause = event.source if event.source != who + 1 else event.target
    frame = state.frames[stack.push(state, Frame.USE, who, -1, row)]
    frame.slot, frame.level, frame.context, frame.cause = slot, choice.level, context, cause
    if frame.level == 0:
        frame.level = activity.spell_level
    if has_trait(activity, Trait.FROM_ZONE):
        frame.level = state.zones[zones.find(state, tables, who, activity.tag)].level
    fill_targets(state, frame, activity, choice)
    fill_place(state, frame, activity, choice)
    clear(state)


@rule
def fill_targets(state: State, frame, activity, choice) -> None:
    """Hand the chosen targets to the USE frame."""
    if activity.target == Target.SELF:
        frame.targets[0], frame.target_count = frame.source - 1, 1
    elif activity.target == Target.CAUSE:
        frame.targets[0], frame.target_count = frame.cause - 1, 1
    elif activity.target == Target.CREATURE:
        for index in range(choice.target_count):
            frame.targets[index] = choice.targets[index] - 1
        frame.target_count = choice.target_count
        if has_trait(activity, Trait.SEQUENTIAL):
            frame.target_count = targets_wanted(choice, activity)
            for index in range(1, frame.target_count):
                frame.targets[index] = uses.TO_BE_ASKED
        if choice.targets[0] == NOBODY:
            frame.x, frame.y = 2 * choice.x + 1, 2 * choice.y + 1
            frame.targets[0] = creature_at(state, choice.x, choice.y)
    elif activity.target == Target.SPACE:
        frame.targets[0], frame.target_count = frame.source - 1, 1


@rule
def creature_at(state: State, x: int, y: int) -> int:
    """Return who in truth is on a square that was guessed, -1 for nobody."""
    for who in range(len(state.creatures)):
        creature = state.creatures[who]
        if creature.stat_block == 0 or creature.life == 0 or creature.container != 0:
            continue
        if geometry.gap(creature.x, creature.width, x, 1) == 0:
            if geometry.gap(creature.y, creature.width, y, 1) == 0:
                return who
    return -1


@rule
def fill_place(state: State, frame, activity, choice) -> None:
    """Hand the chosen place or aim to the USE frame, in half squares."""
    if activity.target == Target.POINT:
        frame.x, frame.y = 2 * choice.x, 2 * choice.y
    elif activity.target == Target.SPACE:
        frame.x, frame.y = 2 * choice.x + 1, 2 * choice.y + 1
    elif activity.target == Target.DIRECTION:
        user = state.creatures[frame.source - 1]
        left, top = 2 * user.x, 2 * user.y
        right, bottom = left + 2 * user.width, top + 2 * user.width
        if activity.shape == Shape.CUBE:
            half = activity.size_ft // geometry.FEET
            frame.x, frame.y = 2 * choice.x, 2 * choice.y
            frame.aim_x = geometry.clamp(frame.x + half, left, right)
            frame.aim_y = geometry.clamp(frame.y + half, top, bottom)
        else:
            frame.aim_x, frame.aim_y = 2 * choice.x + 1, 2 * choice.y + 1
            frame.x = geometry.clamp(frame.aim_x, left, right)
            frame.y = geometry.clamp(frame.aim_y, top, bottom)


# --- taking answers ------------------------------------------------------------------------------


@rule
def take(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, kind: int, value: int
) -> None:
    """Take an answer to LEVEL, TARGET, SQUARE, CORNER or OPTION, and go on."""
    choice = state.choice[0]
    if choice.verb != 0:
        take_for_verb(state, scene, tables, work, who, kind, value)
        return
    activity = tables.activities[choice.activity - 1]
    if kind == Answer.OPTION and state.decision == Decision.LEVEL:
        choice.level = value + 1
    elif kind == Answer.OPTION:
        corner = value + 1 - Option.NORTH_WEST
        choice.x, choice.y = placing.anchored(state, activity, choice.anchor - 1, corner)
        choice.is_placed = 1
    elif kind == Answer.CREATURE:
        take_creature(state, choice, activity, value)
    elif kind == Answer.SQUARE:
        choice.x, choice.y = value % geometry.ROW, value // geometry.ROW
        choice.is_placed = 1
        if activity.target == Target.CREATURE:
            choice.targets[choice.target_count] = NOBODY
            choice.target_count += 1
    else:  # enough targets
        commit(state, scene, tables, work, who)
        return
    ask_next(state, scene, tables, work, who)


@rule
def take_creature(state: State, choice, activity, value: int) -> None:
    if takes_place(activity):
        choice.anchor = value + 1
        if activity.target == Target.DIRECTION and activity.shape != Shape.CUBE:
            choice.x, choice.y = placing.anchored(state, activity, value, 0)
            choice.is_placed = 1
    elif activity.named_who != 0 and choice.named == 0:
        choice.named = value + 1
    else:
        choice.targets[choice.target_count] = value + 1
        choice.target_count += 1


@rule
def take_for_verb(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, kind: int, value: int
) -> None:
    """Take the option or the square that a verb was waiting for."""
    verb = state.choice[0].verb
    clear(state)
    if kind == Answer.OPTION:
        verbs.say_with(state, work, who, verb, value + 1)
    elif kind == Answer.SQUARE:
        jumping.jump(state, who, value % geometry.ROW, value // geometry.ROW)


@rule
def say_verb(state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int) -> None:
    """Begin what a verb says: an activity, something at once, or a question."""
    if verb <= LAST_ACTIVITY_VERB:
        context = Context.TURN
        if state.decision == Decision.RESPONSE:
            context = Context.RESPONSE
        choose(state, scene, tables, work, who, slot_of_verb(verb), context)
    elif verb == Verb.JUMP or verbs.takes_option(verb):
        state.choice[0].activity, state.choice[0].verb = 0, verb
        stack.ask(state, Decision.SQUARE if verb == Verb.JUMP else Decision.OPTION, who)
    else:
        verbs.say(state, scene, tables, work, who, verb)


@rule
def choose(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, slot: int, context: int
) -> None:
    """Begin to choose the activity in a slot. A response's target is settled by the event."""
    row = modifiers.activity_in(state, tables, who, slot) - 1
    begin(state, who, slot, row, context)
    choice = state.choice[0]
    if context == Context.RESPONSE:
        event = state.events[state.frames[stack.top(state)].next_event]
        if event.kind == Event.LEAVES_REACH:
            choice.targets[0], choice.target_count = event.source, 1
            commit(state, scene, tables, work, who)
            return
    ask_next(state, scene, tables, work, who)
