"""Effects: an EFFECTS frame passes its gate, then does the rows of a list one after the other.

What each row reads is said in ``core/tables.py``. Damage to the target is collected and dealt at
once, so that one hit is one loss. Rows that need frames of their own are done, and the list goes on
when those are through.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import DC_OF_GRIP, DC_OF_USER, Tables
from dnd_env.core.terms import (
    Decision,
    Do,
    Flag,
    Frame,
    Gate,
    GateOf,
    Outcome,
    Recipient,
    Skill,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    checks,
    damage,
    damage_rolls,
    grappling,
    ongoing,
    primitives,
    saving_throws,
    situations,
    stack,
)
from dnd_env.rules.sight import has

GATE, READ, RUN = range(3)  # phases


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the EFFECTS frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    if frame.phase == GATE:
        frame.phase = READ if frame.gate != 0 else RUN
        if frame.gate != 0:
            call_gate(state, tables, index)
    elif frame.phase == READ:
        read_gate(state, tables, work, index)
        frame.phase = RUN
    else:
        run(state, scene, tables, work, index)


@rule
def call_gate(state: State, tables: Tables, index: int) -> None:
    """Ask for the save or check that the rows depend on."""
    frame = state.frames[index]
    if frame.gate == GateOf.ACTIVITY:
        row = tables.activities[frame.activity - 1]
        if row.gate == Gate.SAVE:
            call_save(state, tables, index, row.ability, row.save_dc, row.against)
        else:
            contest = row.gate == Gate.CONTEST
            call_check(state, tables, index, contest, row.skill, row.ability, row.save_dc)
        return
    effect = tables.effects[frame.gate_effect - 1]
    if frame.gate == GateOf.REPEAT:
        lasting = state.ongoing[frame.ongoing - 1]
        call_save(state, tables, index, effect.ability, lasting.save_dc, effect.filter)
    elif effect.do == Do.SAVE:
        extra = frame.amount if effect.mode == 1 else 0
        call_save(state, tables, index, effect.ability, effect.save_dc + extra, effect.filter)
    else:
        contest = effect.do == Do.CONTEST
        call_check(state, tables, index, contest, effect.kind, effect.ability, effect.save_dc)


@rule
def call_save(
    state: State, tables: Tables, index: int, abilities: int, dc: int, against: int
) -> None:
    frame = state.frames[index]
    source, target, activity = frame.source - 1, frame.target - 1, frame.activity - 1
    if dc == DC_OF_USER:
        dc = grappling.dc_of(state, tables, source)
    frame.ability = abilities
    save = state.frames[saving_throws.call(state, source, target, abilities, dc, activity)]
    save.against, save.cover = against, state.frames[index].cover


@rule
def call_check(
    state: State, tables: Tables, index: int, is_contest: bool, skill: int, ability: int, dc: int
) -> None:
    """Ask the target for a check; in a contest the user rolls first, and its total is the DC.

    An incapacitated target of a contest loses without a roll.
    """
    frame = state.frames[index]
    source, target, activity = frame.source - 1, frame.target - 1, frame.activity - 1
    if dc == DC_OF_GRIP:
        call_escape(state, tables, frame, target, activity)
    elif not is_contest:
        who, other = target, source
        if frame.gate == GateOf.ACTIVITY:  # it is for the user to succeed
            who, other = source, target
        check = state.frames[checks.call(state, other, who, skill, dc, activity)]
        check.ability = ability
    elif has(state.creatures[target], Flag.CANNOT_ACT):
        frame.outcome = 1 << Outcome.FAIL
    else:
        checks.contest(state, source, target, skill, checks.EITHER, False, activity)


@rule
def call_escape(state: State, tables: Tables, frame, who: int, activity: int) -> None:
    """Ask for what frees a creature of the grip on it, or of what else holds it. ATK-14."""
    index = grappling.grip_on(state, who)
    if index < 0:
        call_breaking_free(state, tables, frame, who, activity)
        return
    grip = state.ongoing[index]
    if grip.save_dc > 0:
        checks.call(state, grip.source - 1, who, checks.EITHER, grip.save_dc, activity)
    else:
        grappler = grip.source - 1
        checks.contest(state, grappler, who, Skill.ATHLETICS, checks.EITHER, True, activity)


@rule
def call_breaking_free(state: State, tables: Tables, frame, who: int, activity: int) -> None:
    """Ask for the check that ends a lasting effect by an action: a web, say."""
    index = ongoing.breakable(state, tables, who)
    if index < 0:
        frame.outcome = 1 << Outcome.SUCCESS
        return
    lasting = state.ongoing[index]
    effect = tables.effects[lasting.effect - 1]
    frame.ongoing = index + 1
    check = state.frames[
        checks.call(state, lasting.source - 1, who, effect.kind, lasting.save_dc, activity)
    ]
    check.ability = effect.ability


@rule
def read_gate(state: State, tables: Tables, work: Work, index: int) -> None:
    """Take over the outcome: it says which rows are done, and whether a repeated save ends all."""
    frame = state.frames[index]
    frame.when = frame.outcome | 1 << Outcome.ALWAYS
    if frame.gate == GateOf.REPEAT:
        frame.when = frame.outcome
        if (frame.outcome >> Outcome.SUCCESS) & 1:
            ongoing.end(state, tables, work, frame.ongoing - 1)


@rule
def run(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Do rows until one has to wait for something, or all are done."""
    frame = state.frames[index]
    while frame.next_effect < frame.end_effect:
        row = frame.next_effect
        effect = tables.effects[row]
        if effect.outcome & frame.when == 0 or not situations.applies(
            state, scene, tables, effect, index
        ):
            frame.next_effect += 1
            continue
        if effect.do == Do.DAMAGE and effect.recipient == Recipient.TARGET:
            frame.next_effect += 1
            situations.use_up(state, effect, frame.source - 1)
            damage_rolls.collect(state, scene, tables, work, index, row)
            continue
        if damage_rolls.is_due(frame):
            deal(state, index)
            return
        frame.next_effect += 1
        situations.use_up(state, effect, frame.source - 1)
        do(state, scene, tables, work, index, row)
        if state.frame_count != index + 1 or state.decider != 0 or state.error != 0:
            return
        if state.refresh_stale != 0:  # a maximum raised, say: what follows counts on it
            return
    if damage_rolls.is_due(frame):
        deal(state, index)
    else:
        stack.pop(state)


@rule
def deal(state: State, index: int) -> None:
    """Hand the collected damage to a DAMAGE frame."""
    frame = state.frames[index]
    dealt = state.frames[damage.deal(state, frame.source - 1, frame.target - 1, frame.activity - 1)]
    dealt.outcome, dealt.is_halved = frame.outcome, frame.is_halved
    for damage_type in range(len(frame.damage)):
        dealt.damage[damage_type] = frame.damage[damage_type]
        frame.damage[damage_type] = 0


@rule
def do(state: State, scene: Scene, tables: Tables, work: Work, index: int, row: int) -> None:
    """Do one effect row that is not damage to the target."""
    frame = state.frames[index]
    effect = tables.effects[row]
    kind = effect.do
    who = situations.recipient(frame, effect)
    if kind == Do.SAVE or kind == Do.CHECK or kind == Do.CONTEST:
        push_gated(state, tables, index, row, who)
    elif kind == Do.DAMAGE:
        damage_rolls.deal_aside(state, scene, tables, work, index, row, who)
    elif kind == Do.TEMP_HIT_POINTS:
        amount = damage_rolls.amount_of(state, scene, tables, work, index, effect)
        offer_temporary(state, scene, work, index, who, amount)
    else:
        primitives.do(state, scene, tables, work, index, row, who)


@rule
def push_gated(state: State, tables: Tables, index: int, row: int, who: int) -> None:
    """Begin the children of a row behind its own save, check or contest."""
    frame, effect = state.frames[index], tables.effects[row]
    child = state.frames[
        stack.push(state, Frame.EFFECTS, frame.source - 1, who, frame.activity - 1)
    ]
    child.gate, child.gate_effect = GateOf.ROW, row + 1
    child.next_effect = effect.first_child
    child.end_effect = effect.first_child + effect.child_count
    child.level, child.amount, child.cause = frame.level, frame.amount, frame.cause
    child.x, child.y, child.zone, child.ongoing = frame.x, frame.y, frame.zone, frame.ongoing


@rule
def offer_temporary(
    state: State, scene: Scene, work: Work, index: int, who: int, amount: int
) -> None:
    """Give temporary hit points; where there are some, their owner may choose which to keep."""
    frame = state.frames[index]
    if scene.ask_minor != 0 and state.creatures[who].temp_hit_points > 0:
        frame.amount = amount
        stack.ask(state, Decision.TEMP_HIT_POINTS, who)
    else:
        damage.gain_temporary(state, work, who, amount)
