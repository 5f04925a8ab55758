"""Advantage, disadvantage and bonuses of a roll: what is folded into the creature, and what is
judged for this roll.

Source: SRD 5.1, "Advantage and Disadvantage". Masks of rolls are of Roll bits: ``core/terms.py``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Because, Do, Mode, Op, Stat, Traced
from dnd_env.core.work import Work
from dnd_env.rules import dice, modifiers, predicates
from dnd_env.rules.trace import note

FAILS, SUCCEEDS, IS_CRITICAL = 1, 2, 4  # what else may be said of a roll


@rule
def modes(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    bits: int,
    other: int,
    frame: int,
) -> tuple[int, int, int]:
    """Judge a creature's own effects on a roll.

    Args:
        state: STATE record.
        scene: SCENE record.
        tables: TABLES record.
        work: WORK record; ``gathered`` is overwritten.
        who: whose effects.
        bits: the mask of rolls it is, any of which will do.
        other: the other party of the roll, -1 for none.
        frame: the frame of the roll, -1 for none.

    Returns:
        Whether there is advantage, disadvantage, and the mask of FAILS, SUCCEEDS, IS_CRITICAL.
    """
    creature = state.creatures[who]
    advantage = int(creature.advantages & bits != 0)
    disadvantage = int(creature.disadvantages & bits != 0)
    special = int(creature.fails & bits != 0)
    if creature.conditional_rolls & bits == 0 and work.trace_on == 0:
        return advantage, disadvantage, special
    modifiers.gather(state, scene, tables, work, who)
    for index in range(work.gathered_count):
        row = work.gathered[index]
        effect = tables.effects[row.effect - 1]
        if effect.do != Do.ROLL_MODE or effect.filter & bits == 0:
            continue
        if not predicates.holds_of(state, scene, tables, row, who, other, frame):
            continue
        note(work, Traced.ROLL_MODE, who, other, effect.mode, Because.EFFECT, row.effect, 0, 0)
        advantage |= effect.mode == Mode.ADVANTAGE
        disadvantage |= effect.mode == Mode.DISADVANTAGE
        special |= special_of(effect.mode)
    return advantage, disadvantage, special


@rule
def special_of(mode: int) -> int:
    if mode == Mode.FAIL:
        return FAILS
    if mode == Mode.SUCCEED:
        return SUCCEEDS
    return IS_CRITICAL if mode == Mode.CRITICAL else 0


@rule
def bonus(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    bits: int,
    other: int,
    frame: int,
    average: bool,
) -> int:
    """Roll and add up what a creature's effects add to a roll; ``average``: twice the mean instead,
    and no die is rolled."""
    if state.creatures[who].roll_modifiers & bits == 0:
        return 0
    modifiers.gather(state, scene, tables, work, who)
    total = 0
    for index in range(work.gathered_count):
        row = work.gathered[index]
        effect = tables.effects[row.effect - 1]
        if effect.do != Do.MODIFIER or effect.kind != Stat.ROLL or effect.filter & bits == 0:
            continue
        if predicates.holds_of(state, scene, tables, row, who, other, frame):
            amount = one_bonus(state, who, effect, average)
            note(work, Traced.ROLL_BONUS, who, other, amount, Because.EFFECT, row.effect, 0, 0)
            total += amount
    return total


@rule
def one_bonus(state: State, who: int, effect, average: bool) -> int:
    """Roll the bonus of one MODIFIER row; negative dice are taken off (*bane*)."""
    times = state.creatures[who].exhaustion if effect.mode == Op.PER_LEVEL else 1
    if average:
        return 2 * effect.amount * times + effect.dice * (effect.sides + 1)
    return effect.amount * times + roll_signed(state, effect.dice, effect.sides)


@rule
def roll_signed(state: State, number: int, sides: int) -> int:
    """Roll dice and add them up; a negative number of dice is taken off."""
    if number < 0:
        return -dice.roll(state, -number, sides)
    return dice.roll(state, number, sides)
