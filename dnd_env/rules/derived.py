"""A creature's derived numbers and flags: worked out from its stat block and all that lies upon it.

Effects that depend on the bearer alone are folded into the creature once, by ``refresh``; those
that depend on the roll at hand are only announced there (``conditional_rolls``), and judged then.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    LAST_STANDING,
    Ability,
    Affinity,
    Do,
    Flag,
    Mode,
    Op,
    Stat,
)
from dnd_env.core.work import Work
from dnd_env.rules import modifiers, sight
from dnd_env.rules.sight import has

MODES = 5  # movement modes


@rule
def refresh(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Derive a creature's numbers and flags afresh. Says that its sight may have changed."""
    creature = state.creatures[who]
    block = tables.stat_blocks[creature.stat_block - 1]
    start(creature, block)
    modifiers.gather(state, scene, tables, work, who)
    creature.conditions = work.conditions
    for index in range(work.gathered_count):
        row = work.gathered[index]
        effect = tables.effects[row.effect - 1]
        if effect.do == Do.MODIFIER and effect.mode == Op.DEALT:
            lose_maximum(state, creature, row)
        elif abs(effect.predicate) <= LAST_STANDING and effect.also == 0:
            fold(creature, effect)
        else:
            announce(creature, effect)
        if effect.do == Do.TRIGGER:
            creature.listens |= 1 << effect.kind
    finish_armor_class(tables, work, creature, block)
    finish_speeds(tables, work, creature)
    if creature.hit_points > creature.hit_point_maximum:
        creature.hit_points = max(creature.hit_point_maximum, 0)
    sight.mark_moved(state, who)


@rule
def start(creature, block) -> None:
    """Reset what is derived to what the stat block says."""
    creature.flags, creature.advantages, creature.disadvantages, creature.fails = 0, 0, 0, 0
    creature.conditional_rolls, creature.roll_modifiers = 0, 0
    creature.listens = block.listens
    creature.resistances, creature.immunities, creature.vulnerabilities = 0, 0, 0
    creature.absorbs, creature.condition_immunities = 0, 0
    creature.has_conditional_affinities, creature.modifies_damage = 0, 0
    creature.critical_range, creature.reach_ft, creature.ends_on = 20, 0, 0
    creature.hit_point_maximum = block.hit_points
    if creature.base_hit_points != 0:
        creature.hit_point_maximum = creature.base_hit_points
    for mode in range(MODES):
        creature.speed_ft[mode] = block.speed_ft[mode]
    for sense in range(4):
        creature.sense_ft[sense] = block.sense_ft[sense]
    if block.hovers != 0:
        creature.flags |= 1 << Flag.HOVERS
    if block.uses_dying_rules != 0:
        creature.flags |= 1 << Flag.DYING_RULES


@rule
def announce(creature, effect) -> None:
    """Note that some rolls have effects to be judged when they are made."""
    if effect.do == Do.ROLL_MODE:
        creature.conditional_rolls |= effect.filter
    elif effect.do == Do.AFFINITY:
        creature.has_conditional_affinities = 1
    elif effect.do == Do.MODIFIER:
        fold(creature, effect)


@rule
def fold(creature, effect) -> None:
    """Let an effect row that holds count in what is derived."""
    if effect.do == Do.FLAG:
        creature.flags |= effect.filter
    elif effect.do == Do.ROLL_MODE:
        fold_roll_mode(creature, effect)
    elif effect.do == Do.AFFINITY:
        fold_affinity(creature, effect)
    elif effect.do == Do.MODIFIER:
        fold_modifier(creature, effect)


@rule
def fold_roll_mode(creature, effect) -> None:
    if effect.mode == Mode.ADVANTAGE:
        creature.advantages |= effect.filter
    elif effect.mode == Mode.DISADVANTAGE:
        creature.disadvantages |= effect.filter
    elif effect.mode == Mode.FAIL:
        creature.fails |= effect.filter
    else:
        creature.conditional_rolls |= effect.filter


@rule
def fold_affinity(creature, effect) -> None:
    if effect.kind == Affinity.CONDITION_IMMUNE:
        creature.condition_immunities |= effect.filter
    elif effect.mode != 0 or effect.amount != 0:
        creature.has_conditional_affinities = 1
    elif effect.kind == Affinity.RESIST:
        creature.resistances |= effect.filter
    elif effect.kind == Affinity.IMMUNE:
        creature.immunities |= effect.filter
    elif effect.kind == Affinity.VULNERABLE:
        creature.vulnerabilities |= effect.filter
    elif effect.kind == Affinity.ABSORB:
        creature.absorbs |= effect.filter


@rule
def fold_modifier(creature, effect) -> None:
    kind = effect.kind
    if kind == Stat.ROLL or kind == Stat.ROLL_FLOOR:
        creature.roll_modifiers |= effect.filter
    elif is_of_damage(kind):
        creature.modifies_damage = 1
    elif kind == Stat.HIT_POINT_MAXIMUM:
        change = effect.amount
        if effect.mode == Op.HALVE:
            change = -(creature.hit_point_maximum - creature.hit_point_maximum // 2)
        creature.hit_point_maximum = max(creature.hit_point_maximum + change, 0)
    elif kind == Stat.CRITICAL_RANGE:
        creature.critical_range = min(creature.critical_range, effect.amount)
    elif kind == Stat.REACH:
        creature.reach_ft += effect.amount
    elif Stat.DARKVISION <= kind <= Stat.TREMORSENSE:
        sense = kind - Stat.DARKVISION
        creature.sense_ft[sense] = max(creature.sense_ft[sense], effect.amount)


@rule
def is_of_damage(stat: int) -> bool:
    if stat == Stat.DAMAGE_DEALT or stat == Stat.DAMAGE_TAKEN:
        return True
    return stat == Stat.CRITICAL_DICE or stat == Stat.WEAPON_DICE


@rule
def lose_maximum(state: State, creature, row) -> None:
    """Lower the hit point maximum by the damage that a lasting effect came with."""
    if row.ongoing != 0:
        left = creature.hit_point_maximum - state.ongoing[row.ongoing - 1].dealt
        creature.hit_point_maximum = max(left, 0)


@rule
def finish_armor_class(tables: Tables, work: Work, creature, block) -> None:
    """Choose the best base, add the bonuses and the shield, then raise to the floor."""
    base, bonus, floor = block.armor_class, 0, 0
    dexterity = block.ability_modifiers[Ability.DEXTERITY - 1]
    for index in range(work.gathered_count):
        effect = tables.effects[work.gathered[index].effect - 1]
        if effect.do != Do.MODIFIER or effect.also != 0:
            continue
        if effect.kind == Stat.ARMOR_CLASS:
            bonus += effect.amount
        elif effect.kind == Stat.UNARMORED_BASE and block.wears_armor == 0:
            base = max(base, effect.amount + dexterity)
        elif effect.kind == Stat.ARMOR_CLASS_FLOOR:
            floor = max(floor, effect.amount)
    for hand in (creature.main_hand, creature.off_hand):
        if hand != 0:
            bonus += tables.items[block.items[hand - 1] - 1].armor_class
    creature.armor_class = max(base + bonus, floor)


@rule
def finish_speeds(tables: Tables, work: Work, creature) -> None:
    """Apply what changes speeds: additions, then doubling, then halving."""
    doubled, halved, added = 0, 0, 0
    for index in range(work.gathered_count):
        effect = tables.effects[work.gathered[index].effect - 1]
        if effect.do != Do.MODIFIER:
            continue
        if effect.kind == Stat.SPEED:
            times = creature.exhaustion if effect.mode == Op.PER_LEVEL else 1
            doubled += effect.mode == Op.DOUBLE
            halved += effect.mode == Op.HALVE
            added += effect.amount * times
        elif Stat.WALK <= effect.kind <= Stat.BURROW:
            mode = effect.kind - Stat.WALK
            creature.speed_ft[mode] = max(creature.speed_ft[mode], effect.amount)
    stuck = has(creature, Flag.CANNOT_MOVE)
    for mode in range(MODES):
        speed = creature.speed_ft[mode]
        if speed == 0:
            continue
        speed = max(speed + added, 0) << doubled
        creature.speed_ft[mode] = 0 if stuck else speed >> halved
