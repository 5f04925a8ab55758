"""Ability checks and contests: a CHECK frame rolls and tells the frame below.

Source: SRD 5.1, "Ability Checks", "Contests"; TST-01, TST-02, ATK-13, ATK-16. A contest is two
CHECK frames: the target has to reach the user's total, so on a tie nothing changes.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import SKILL_ABILITY, Ability, Decision, Do, Frame, Skill, Stat, Traced
from dnd_env.core.work import Work
from dnd_env.rules import dice, modifiers, rolls, saving_throws, stack
from dnd_env.rules.trace import note

CHOOSE, ROLL, END = range(3)  # phases
EITHER = -1  # a skill: Athletics or Acrobatics, as who rolls prefers


@rule
def call(state: State, source: int, who: int, skill: int, dc: int, activity: int) -> int:
    """Ask a creature for a check of a skill, or EITHER; the frame below gets outcome and total.

    For a plain ability check ``skill`` is 0 and the caller sets ``ability`` on the frame.
    """
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
        opposed, to_reach = frame.bits, frame.total + frame.amount
        source, activity = frame.source - 1, frame.activity - 1
        stack.pop(state)
        call(state, who, source, opposed, to_reach, activity)
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
    if frame.skill == 0:
        frame.total = roll_ability(state, scene, tables, work, who, frame.ability, other, index)
    else:
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
    bonus = modifiers.block_of(state, tables, who).skill_bonus[skill - 1]
    bits = modifiers.check_bits(SKILL_ABILITY[skill - 1], skill)
    return roll_d20(state, scene, tables, work, who, bits, bonus, skill, other, frame)


@rule
def roll_ability(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    ability: int,
    other: int,
    frame: int,
) -> int:
    """Roll d20 plus an ability modifier, with all that bears on it; return the total."""
    bonus = modifiers.block_of(state, tables, who).ability_modifiers[ability - 1]
    bits = modifiers.check_bits(ability, 0)
    return roll_d20(state, scene, tables, work, who, bits, bonus, 0, other, frame)


@rule
def roll_d20(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    bits: int,
    bonus: int,
    skill: int,
    other: int,
    frame: int,
) -> int:
    """Roll a check of the mask of rolls ``bits``; return the total."""
    helped, hindered, _ = rolls.modes(state, scene, tables, work, who, bits, other, frame)
    natural = max(dice.d20(state, helped - hindered), lowest(state, scene, tables, work, who, bits))
    total = natural + bonus
    total += rolls.bonus(state, scene, tables, work, who, bits, other, frame, False)
    note(work, Traced.CHECK, who, other, total, skill, natural, helped, hindered)
    return total


@rule
def roll_perception(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, plainly: bool, hampered: bool
) -> tuple[int, int]:
    """Roll Wisdom (Perception) once; return the total as it is, and with disadvantage as well.

    ``plainly``, ``hampered``: which of them is wanted; what neither needs is not rolled.
    """
    bits = modifiers.check_bits(Ability.WISDOM, Skill.PERCEPTION)
    helped, hindered, _ = rolls.modes(state, scene, tables, work, who, bits, -1, -1)
    as_it_is, with_it = helped - hindered, helped - 1
    needs_two = (plainly and as_it_is != 0) or (hampered and with_it != 0)
    first = dice.roll_one(state, 20)
    second = dice.roll_one(state, 20) if needs_two else first
    floor = lowest(state, scene, tables, work, who, bits)
    bonus = modifiers.block_of(state, tables, who).skill_bonus[Skill.PERCEPTION - 1]
    bonus += rolls.bonus(state, scene, tables, work, who, bits, -1, -1, False)
    one = max(dice.that_counts(first, second, as_it_is), floor)
    other = max(dice.that_counts(first, second, with_it), floor)
    natural = one if plainly else other
    hindered |= int(not plainly)
    note(work, Traced.CHECK, who, -1, natural + bonus, Skill.PERCEPTION, natural, helped, hindered)
    return one + bonus, other + bonus


@rule
def lowest(state: State, scene: Scene, tables: Tables, work: Work, who: int, bits: int) -> int:
    """Return the least that a creature's d20 counts as in a check (reliable talent)."""
    if state.creatures[who].roll_modifiers & bits == 0:
        return 0
    modifiers.gather(state, scene, tables, work, who)
    floor = 0
    for index in range(work.gathered_count):
        effect = tables.effects[work.gathered[index].effect - 1]
        if effect.do == Do.MODIFIER and effect.kind == Stat.ROLL_FLOOR:
            if effect.filter & bits:
                floor = max(floor, effect.amount)
    return floor


@rule
def contest(
    state: State,
    first: int,
    second: int,
    skill: int,
    opposed: int,
    ties_to_first: bool,
    activity: int,
) -> None:
    """Have a creature roll, then another against its total; the frame below gets the other's."""
    index = stack.push(state, Frame.CHECK, second, first, activity)
    frame = state.frames[index]
    frame.skill, frame.bits, frame.amount = skill, opposed, int(ties_to_first)
