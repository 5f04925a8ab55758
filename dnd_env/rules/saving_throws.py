"""Saving throws: a SAVE frame asks what there is to choose, rolls, and tells the frame below.

Source: SRD 5.1, "Saving Throws"; TST-01, SAV-01, COV-01. An ability mask has bit 1 << Ability - 1.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Ability,
    Cover,
    Decision,
    Edition,
    EndsOn,
    Event,
    Flag,
    Frame,
    GateOf,
    Outcome,
    Traced,
)
from dnd_env.core.work import Work
from dnd_env.rules import dice, modifiers, ongoing, rolls, stack
from dnd_env.rules.geometry import count_bits, lowest_bit
from dnd_env.rules.sight import has
from dnd_env.rules.trace import note

CHOOSE, GIVE_IN, ROLL, AFTER, END = range(5)  # phases
FAIL_BY = 5  # what some effects call failing badly
COVER_BONUS = 2, 5  # half, three-quarters


@rule
def call(state: State, source: int, who: int, abilities: int, dc: int, activity: int) -> int:
    """Ask a creature for a save; the frame below gets the outcome. Returns the frame's index."""
    index = stack.push(state, Frame.SAVE, source, who, activity)
    frame = state.frames[index]
    frame.ability, frame.dc = abilities, dc
    return index


@rule
def repeat(state: State, tables: Tables, index: int) -> None:
    """Have the bearer of a lasting effect save against it again."""
    lasting = state.ongoing[index]
    effect = tables.effects[lasting.effect - 1]
    frame = state.frames[
        stack.push(
            state, Frame.EFFECTS, lasting.source - 1, lasting.target - 1, lasting.activity - 1
        )
    ]
    frame.ongoing, frame.level = index + 1, lasting.level
    frame.gate, frame.gate_effect = GateOf.REPEAT, lasting.effect
    frame.next_effect = effect.first_child
    frame.end_effect = effect.first_child + effect.child_count


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the SAVE frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    who = frame.target - 1
    phase = frame.phase
    frame.phase += 1
    if phase == CHOOSE:
        choose(state, scene, tables, frame, who)
    elif phase == GIVE_IN:
        if scene.ask_minor != 0 and scene.edition == Edition.SRD_5_2 and frame.bits == 0:
            stack.ask(state, Decision.FAIL_SAVE, who)
    elif phase == ROLL:
        if frame.outcome == 0:
            roll(state, scene, tables, work, index)
        else:  # it has chosen to fail
            note(work, Traced.SAVE, frame.source - 1, who, 0, frame.dc, 0, frame.ability, 0)
        failed = (frame.outcome >> Outcome.FAIL) & 1 != 0
        event = Event.SAVE_FAILED if failed else Event.SAVE_SUCCEEDED
        stack.emit(state, event, who, frame.source - 1, frame.dc, frame.activity - 1)
    elif phase == AFTER:
        ongoing.end_early(state, tables, work, who, EndsOn.SAVED)
    else:
        outcome = frame.outcome
        stack.pop(state)
        state.frames[index - 1].outcome = outcome


@rule
def choose(state: State, scene: Scene, tables: Tables, frame, who: int) -> None:
    """Settle which ability to save with, where the rules leave a choice."""
    if count_bits(frame.ability) == 1:
        frame.ability = lowest_bit(frame.ability) + 1
    elif scene.ask_minor != 0:
        stack.ask(state, Decision.SAVE_ABILITY, who)
    else:
        frame.ability = best_ability(tables, state.creatures[who].stat_block - 1, frame.ability)


@rule
def best_ability(tables: Tables, stat_block: int, abilities: int) -> int:
    """Return the ability of a mask with the best saving throw."""
    block = tables.stat_blocks[stat_block]
    best = 0
    for ability in range(1, len(block.save_bonus) + 1):
        if (abilities >> (ability - 1)) & 1:
            if best == 0 or block.save_bonus[ability - 1] > block.save_bonus[best - 1]:
                best = ability
    return best


@rule
def cover_bonus(cover: int) -> int:
    """Return what cover adds to AC and Dexterity saves. COV-01, COV-02."""
    if cover == 0:
        return 0
    return COVER_BONUS[0] if cover == Cover.HALF else COVER_BONUS[1]


@rule
def roll(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Roll the save of a frame and set its outcome."""
    frame = state.frames[index]
    who, other = frame.target - 1, frame.source - 1
    bits = modifiers.save_bit(frame.ability) | frame.bits
    helped, hindered, special = rolls.modes(state, scene, tables, work, who, bits, other, index)
    creature = state.creatures[who]
    if frame.ability == Ability.DEXTERITY:
        hindered |= modifiers.is_squeezing(creature) and scene.edition == Edition.SRD_5_1
    frame.advantage, frame.disadvantage = helped, hindered
    frame.natural, frame.other_natural = dice.d20_of_two(state, helped - hindered)
    bonus = modifiers.block_of(state, tables, who).save_bonus[frame.ability - 1]
    bonus += rolls.bonus(state, scene, tables, work, who, bits, other, index, False)
    if frame.ability == Ability.DEXTERITY:
        bonus += cover_bonus(frame.cover)
    frame.total = frame.natural + bonus
    succeeds = frame.total >= frame.dc
    if special != 0:
        succeeds = special & rolls.FAILS == 0
    frame.outcome = outcome_of(succeeds, frame.dc - frame.total)
    note(
        work, Traced.SAVE, other, who, frame.total, frame.dc, frame.natural, frame.ability, succeeds
    )


@rule
def outcome_of(succeeds: bool, short_by: int) -> int:
    """Return the Outcome mask of a save or check."""
    if succeeds:
        return 1 << Outcome.SUCCESS
    return (1 << Outcome.FAIL) | (int(short_by >= FAIL_BY) << Outcome.FAIL_BY_5)


@rule
def evades(state: State, tables: Tables, who: int) -> bool:
    """Has a creature evasion: half on a failed Dexterity save, nothing on a success? [2024] Not if
    it is incapacitated."""
    creature = state.creatures[who]
    if tables.edition == Edition.SRD_5_2 and has(creature, Flag.CANNOT_ACT):
        return False
    return has(creature, Flag.EVASION)
