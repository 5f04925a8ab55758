"""Odds: how likely an attack hits or a save fails, and how much damage to expect.

Judged from what the rules know now, by the rules' own functions; nothing is rolled or changed.
Floats.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import DC_OF_USER, Tables
from dnd_env.core.terms import Do, Gate, Outcome, Roll
from dnd_env.core.work import Work
from dnd_env.rules import attacks, cover, grappling, modifiers, rolls, saving_throws

FACES = 20.0


@rule
def chance(needed: float, advantage: int) -> float:
    """Return the chance that a d20 shows at least ``needed``; with advantage > 0, disadvantage <
    0."""
    once = min(max((FACES + 1.0 - needed) / FACES, 0.0), 1.0)
    if advantage > 0:
        return 1.0 - (1.0 - once) * (1.0 - once)
    return once * once if advantage < 0 else once


@rule
def hit(
    state: State, scene: Scene, tables: Tables, work: Work, source: int, target: int, activity: int
) -> tuple[float, float]:
    """Return the chance of a hit, critical ones included, and of a critical hit."""
    row = tables.activities[activity]
    helped, hindered, special = attacks.modes(
        state, scene, tables, work, source, target, activity, -1
    )
    if special & rolls.FAILS:
        return 0.0, 0.0
    advantage = int(helped) - int(hindered)
    bonus = 2 * attacks.bonus_of(state, tables, source, row)
    bits = 1 << Roll.ATTACK
    bonus += rolls.bonus(state, scene, tables, work, source, bits, target, -1, True)
    bits = 1 << Roll.ATTACKED
    bonus += rolls.bonus(state, scene, tables, work, target, bits, source, -1, True)
    behind = cover.between(state, scene, work, source, target)
    armor_class = state.creatures[target].armor_class + saving_throws.cover_bonus(behind)
    needed = min(max(armor_class - bonus / 2.0, 2.0), FACES)
    likely = chance(needed, advantage)
    critical = chance(float(state.creatures[source].critical_range), advantage)
    return likely, likely if special & rolls.IS_CRITICAL else min(critical, likely)


@rule
def fail(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    source: int,
    target: int,
    abilities: int,
    dc: int,
) -> float:
    """Return the chance that a creature fails a save, by the best ability it may choose."""
    if dc == DC_OF_USER:
        dc = grappling.dc_of(state, tables, source)
    ability = saving_throws.best_ability(tables, state.creatures[target].stat_block - 1, abilities)
    bits = modifiers.save_bit(ability)
    helped, hindered, special = rolls.modes(state, scene, tables, work, target, bits, source, -1)
    if special != 0:
        return 1.0 if special & rolls.FAILS else 0.0
    bonus = 2 * modifiers.block_of(state, tables, target).save_bonus[ability - 1]
    bonus += rolls.bonus(state, scene, tables, work, target, bits, source, -1, True)
    return 1.0 - chance(dc - bonus / 2.0, int(helped) - int(hindered))


@rule
def factor(state: State, target: int, damage_type: int) -> float:
    """Return by what a damage type is multiplied against a creature; conditional ones left out."""
    creature = state.creatures[target]
    bit = 1 << damage_type
    if creature.immunities & bit or creature.absorbs & bit:
        return 0.0
    times = 0.5 if creature.resistances & bit else 1.0
    return times * 2.0 if creature.vulnerabilities & bit else times


@rule
def damage_sums(
    state: State, tables: Tables, target: int, activity: int, level: int, outcome: int
) -> tuple[float, float]:
    """Return the mean damage of the rows of an activity that are done at an Outcome, dice only
    once, and what part of it comes of dice: a critical hit adds that again."""
    total, of_dice = 0.0, 0.0
    row = tables.activities[activity]
    for index in range(row.first_effect, row.first_effect + row.effect_count):
        effect = tables.effects[index]
        if effect.do != Do.DAMAGE or effect.outcome & (1 << outcome | 1 << Outcome.ALWAYS) == 0:
            continue
        number, bonus = effect.dice, effect.bonus
        if effect.per_levels != 0:
            steps = max(level - row.spell_level, 0) // effect.per_levels
            number += steps * effect.per_level_dice
            bonus += steps * effect.per_level_bonus
        times = factor(state, target, effect.kind)
        if effect.mode == 2 or (effect.mode == 1 and outcome == Outcome.SUCCESS):
            times /= 2.0
        mean = number * (effect.sides + 1) / 2.0
        total += times * max(mean + bonus, 0.0)
        of_dice += times * mean
    return total, of_dice


@rule
def damage_rows(
    state: State, tables: Tables, target: int, activity: int, level: int, outcome: int
) -> float:
    """Return the mean damage of the rows of an activity that are done at an Outcome, dice only
    once."""
    total, _ = damage_sums(state, tables, target, activity, level, outcome)
    return total


@rule
def expected_damage(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    source: int,
    target: int,
    activity: int,
    level: int,
) -> float:
    """Return the damage to expect of one use of an activity against one target."""
    row = tables.activities[activity]
    if row.gate == Gate.ATTACK:
        likely, critical = hit(state, scene, tables, work, source, target, activity)
        on_hit, of_dice = damage_sums(state, tables, target, activity, level, Outcome.HIT)
        on_miss = damage_rows(state, tables, target, activity, level, Outcome.MISS)
        return likely * on_hit + critical * of_dice + (1.0 - likely) * on_miss
    if row.gate == Gate.SAVE:
        failing = fail(state, scene, tables, work, source, target, row.ability, row.save_dc)
        full = damage_rows(state, tables, target, activity, level, Outcome.FAIL)
        half = damage_rows(state, tables, target, activity, level, Outcome.SUCCESS)
        return failing * full + (1.0 - failing) * half
    return damage_rows(state, tables, target, activity, level, Outcome.ALWAYS)
