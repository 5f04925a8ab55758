"""Ability checks and contests: a CHECK frame rolls and tells the frame below.

Source: SRD 5.1, "Ability Checks", "Contests"; TST-01, TST-02, ATK-13, ATK-16. A contest is two CHECK
frames: the target has to reach the user's total, so on a tie nothing changes.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import SKILL_ABILITY, Decision, Frame, Skill, Traced
from dnd_env.core.work import Work
from dnd_env.rules import dice, modifiers, rolls, saving_throws, stack
from dnd_env.rules.trace import note

CHOOSE, ROLL, END = range(3)  # phases
EITHER = -1  # a skill: Athletics or Acrobatics, as who rolls prefers


@rule
def call(state: State, source: int, who: int, skill: int, dc: int, activity: int) -> int:
    """Ask a creature for a check of a skill, or EITHER; the frame below gets outcome and total."""
    index = stack.push(state, Frame.CHECK, source, who, activity)
    frame = state.frames[index]
    frame.skill, frame.dc = skill, dc
    return index


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the CHECK frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    who = frame.target - 1
    phase = frame.phase
    frame.phase += 1
    if phase == CHOOSE:
        if frame.skill == EITHER:
            choose(state, scene, tables, frame, who)
    elif phase == ROLL:
        roll(state, scene, tables, work, index)
    elif frame.bits != 0:  # the first half of a contest: now the other side rolls against it
        opposed, total = frame.bits, frame.total
        source, activity = frame.source - 1, frame.activity - 1
        stack.pop(state)
        call(state, who, source, opposed, total, activity)
    else:
        outcome, total = frame.outcome, frame.total
        stack.pop(state)
        state.frames[index - 1].outcome = outcome
        state.frames[index - 1].total = total


@rule
def choose(state: State, scene: Scene, tables: Tables, frame, who: int) -> None:
    """Settle whether it is Athletics or Acrobatics."""
    if scene.ask_minor != 0:
        stack.ask(state, Decision.SKILL, who)
        return
    bonus = modifiers.block_of(state, tables, who).skill_bonus
    nimble = bonus[Skill.ACROBATICS - 1] > bonus[Skill.ATHLETICS - 1]
    frame.skill = Skill.ACROBATICS if nimble else Skill.ATHLETICS


@rule
def roll(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Roll the check of a frame and set total and outcome."""
    frame = state.frames[index]
    who, other = frame.target - 1, frame.source - 1
    frame.total = roll_skill(state, scene, tables, work, who, frame.skill, other, index)
    succeeds = frame.total >= frame.dc
    frame.outcome = saving_throws.outcome_of(succeeds, frame.dc - frame.total)


@rule
def roll_skill(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    skill: int,
    other: int,
    frame: int,
) -> int:
    """Roll d20 plus a skill, with all that bears on it; return the total."""
    ability = SKILL_ABILITY[skill - 1]
    bits = modifiers.check_bits(ability, skill)
    helped, hindered, _ = rolls.modes(state, scene, tables, work, who, bits, other, frame)
    natural = dice.d20(state, helped - hindered)
    total = natural + modifiers.block_of(state, tables, who).skill_bonus[skill - 1]
    total += rolls.bonus(state, scene, tables, work, who, bits, other, frame, False)
    note(work, Traced.CHECK, who, other, total, skill, natural, ability, 0)
    return total


@rule
def contest(
    state: State, source: int, target: int, skill: int, opposed: int, activity: int
) -> None:
    """Have a creature roll, then another against its total; the frame below gets the other's."""
    index = stack.push(state, Frame.CHECK, target, source, activity)
    frame = state.frames[index]
    frame.skill, frame.bits = skill, opposed
    frame.phase = CHOOSE
