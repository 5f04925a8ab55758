"""One answer, and all that follows from it: the loop that resolves until somebody must decide.

``answer`` trusts that the answer is legal (see ``legality``). Afterwards ``decider`` is who chooses
next (a creature + 1), or 0 where there is a ``winner`` or an ``error``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Ability,
    Answer,
    Context,
    Decision,
    Frame,
    Option,
    Outcome,
    Skill,
    Verb,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    attacks,
    checks,
    choices,
    damage,
    effects,
    initiative,
    movement,
    responses,
    saving_throws,
    stack,
    turns,
    upkeep,
    uses,
)
from dnd_env.rules.geometry import ROW


@rule
def begin(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Set a battle up from its template, and resolve until the first decision."""
    initiative.set_up(state, scene, tables, work)
    run(state, scene, tables, work)


@rule
def answer(state: State, scene: Scene, tables: Tables, work: Work, kind: int, value: int) -> None:
    """Take the decider's answer and resolve until the next decision.

    Args:
        state: STATE record; changed in place.
        scene: SCENE record.
        tables: TABLES record.
        work: WORK record; its trace is added to.
        kind: an Answer.
        value: which verb, slot, creature or option, each from 0, or which square (x + ROW * y).
    """
    who = state.decider - 1
    decision = state.decision
    state.decider = 0
    state.decisions += 1
    if decision == Decision.TURN:
        take_turn(state, scene, tables, work, who, kind, value)
    elif decision == Decision.RESPONSE or decision == Decision.LEGENDARY:
        take_response(state, scene, tables, work, who, decision, kind, value)
    elif decision == Decision.TARGET and state.choice[0].activity == 0:
        take_next_target(state, kind, value)
    elif decision == Decision.SQUARE and is_offered_move(state):
        take_move(state, scene, tables, work, kind, value)
    elif decision <= Decision.CORNER:
        choices.take(state, scene, tables, work, who, kind, value)
    else:
        take_minor(state, scene, tables, work, who, decision, value)
    run(state, scene, tables, work)


@rule
def run(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Resolve until somebody must decide, the battle is over, or something is wrong."""
    while state.decider == 0 and state.winner == 0 and state.error == 0:
        if upkeep.is_due(state):
            upkeep.do(state, scene, tables, work)
        elif stack.has_events(state):
            responses.attend(state, scene, tables, work)
        else:
            advance(state, scene, tables, work)
    upkeep.finish(state, scene, tables, work)


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the frame on top one phase further."""
    kind = state.frames[stack.top(state)].kind
    if kind == Frame.TURN:
        turns.advance(state, scene, tables, work)
    elif kind == Frame.USE:
        uses.advance(state, scene, tables, work)
    elif kind == Frame.ATTACK:
        attacks.advance(state, scene, tables, work)
    elif kind == Frame.EFFECTS:
        effects.advance(state, scene, tables, work)
    elif kind == Frame.SAVE:
        saving_throws.advance(state, scene, tables, work)
    elif kind == Frame.CHECK:
        checks.advance(state, scene, tables, work)
    elif kind == Frame.DAMAGE:
        damage.advance(state, scene, tables, work)
    else:
        movement.advance(state, scene, tables, work)


@rule
def take_turn(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, kind: int, value: int
) -> None:
    if kind == Answer.PASS:
        turns.end_turn(state)
    elif kind == Answer.VERB:
        choices.say_verb(state, scene, tables, work, who, value + 1)
    elif kind == Answer.ACTIVITY:
        choices.choose(state, scene, tables, work, who, value, Context.TURN)
    else:
        x, y = value % ROW, value // ROW
        movement.start(state, scene, tables, work, who, x, y)


@rule
def take_response(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    decision: int,
    kind: int,
    value: int,
) -> None:
    """Take the answer to an event, or to the offer of a legendary action."""
    if kind == Answer.PASS:
        if decision == Decision.RESPONSE:
            responses.decline(state, who)
    elif kind == Answer.VERB:
        choices.say_verb(state, scene, tables, work, who, value + 1)
    else:
        context = Context.RESPONSE if decision == Decision.RESPONSE else Context.LEGENDARY
        choices.choose(state, scene, tables, work, who, value, context)


@rule
def take_next_target(state: State, kind: int, value: int) -> None:
    """Take the next target of an activity that chooses one after the other, or no more."""
    frame = state.frames[stack.top(state)]
    if kind == Answer.PASS:
        frame.target_count = frame.targets_done
    else:
        frame.targets[frame.targets_done] = value


@rule
def is_offered_move(state: State) -> bool:
    choice = state.choice[0]
    return choice.activity == 0 and choice.verb == 0


@rule
def take_move(
    state: State, scene: Scene, tables: Tables, work: Work, kind: int, value: int
) -> None:
    """Take where to go, square by square in the compact set; anything else stays."""
    if kind == Answer.SQUARE:
        movement.go(state, scene, tables, work, value % ROW, value // ROW)
    elif kind == Answer.VERB:
        movement.go_one_step(state, value + 1 - Verb.STEP_NORTH)


@rule
def take_minor(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, decision: int, value: int
) -> None:
    """Take an answer to one of the small questions: ``value`` is an option from 0."""
    frame = state.frames[stack.top(state)]
    option = value + 1
    if decision == Decision.SKILL:
        frame.skill = Skill.ATHLETICS if option == Option.ATHLETICS else Skill.ACROBATICS
    elif decision == Decision.SAVE_ABILITY:
        frame.ability = option - Option.STRENGTH + Ability.STRENGTH
    elif decision == Decision.FAIL_SAVE:
        if option == Option.YES:
            frame.outcome = 1 << Outcome.FAIL
    elif decision == Decision.KNOCK_OUT:
        frame.is_missed = int(option == Option.YES)
    elif decision == Decision.TEMP_HIT_POINTS:
        if option == Option.YES:
            state.creatures[who].temp_hit_points = frame.amount
    else:
        frame.next_effect = option - Option.FIRST + 1
