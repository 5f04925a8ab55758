"""The action economy: what an activity costs, and paying for it.

Source: SRD 5.1, "Your Turn", "Actions in Combat", "Casting a Spell"; SRD 5.2, "Playing the Game";
TRN-01 to TRN-03, REA-01, ACT-01, ACT-02, ATK-12, ATK-17.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_ATTACK_PARTS, MAX_ATTACKS, MAX_SPELL_LEVEL
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Component,
    Context,
    Cost,
    Edition,
    Flag,
    Property,
    Trait,
)
from dnd_env.rules import modifiers
from dnd_env.rules.sight import has

# --- attacks of an Attack action or Multiattack --------------------------------------------------


@rule
def fits_option(creature, option, slot: int) -> bool:
    """Do the attacks made so far, and one more with a slot, fit one way to spend the action?"""
    used = 0  # attacks taken from each part, a byte each
    for index in range(creature.attack_count + 1):
        made = slot if index == creature.attack_count else creature.attacks_made[index]
        found = False
        for part in range(MAX_ATTACK_PARTS):
            room = option.parts[part].count - ((used >> (8 * part)) & 0xFF)
            if room > 0 and (option.parts[part].slots >> made) & 1:
                used += 1 << (8 * part)
                found = True
                break
        if not found:
            return False
    return True


@rule
def fits_some(state: State, tables: Tables, who: int, slot: int, attack_action_only: bool) -> bool:
    """May a slot be the next attack of the action in progress, or begin one?"""
    creature = state.creatures[who]
    block = modifiers.block_of(state, tables, who)
    if creature.attack_count == MAX_ATTACKS:
        return False
    if has(creature, Flag.ONE_ATTACK) and creature.attack_count > 0:
        return False
    for index in range(block.attack_option_count):
        option = block.attack_options[index]
        if attack_action_only and option.is_multiattack != 0:
            continue
        if fits_option(creature, option, slot):
            return True
    return False


@rule
def is_attack_action(state: State, tables: Tables, who: int, slot: int) -> bool:
    """Is an attack one of the Attack action, as opposed to a Multiattack?"""
    return fits_some(state, tables, who, slot, True)


@rule
def is_reloading(state: State, tables: Tables, who: int, activity) -> bool:
    """Has a loading weapon been shot in the course of this action? ATK-17."""
    if (activity.properties >> Property.LOADING) & 1 == 0:
        return False
    creature = state.creatures[who]
    for index in range(creature.attack_count):
        row = modifiers.activity_in(state, tables, who, creature.attacks_made[index])
        made = tables.activities[row - 1]
        if made.item == activity.item and (made.properties >> Property.LOADING) & 1:
            return True
    return False


# --- can it be paid? -----------------------------------------------------------------------------


@rule
def can_pay(
    state: State, scene: Scene, tables: Tables, who: int, slot: int, activity, context: int
) -> bool:
    """Has a creature what an activity costs, in the given Context?"""
    creature = state.creatures[who]
    if not can_pay_cost(state, scene, tables, who, slot, activity, context):
        return False
    if activity.resource != 0:
        if creature.resources[activity.resource - 1] < activity.resource_amount:
            return False
    traits = activity.traits
    if (traits >> Trait.ONCE_A_TURN) & 1 and slot >= 0 and (creature.slots_used >> slot) & 1:
        return False
    if (traits >> Trait.OFF_HAND) & 1 and has_used_off_hand(state, tables, who):
        return False
    return (traits >> Trait.SPELL) & 1 == 0 or can_cast(state, scene, who, activity)


@rule
def has_used_off_hand(state: State, tables: Tables, who: int) -> bool:
    """Has the one extra attack with a light weapon been made this turn? ATK-12."""
    used = state.creatures[who].slots_used
    for slot in range(modifiers.block_of(state, tables, who).activity_count):
        if (used >> slot) & 1:
            row = modifiers.activity_in(state, tables, who, slot)
            if (tables.activities[row - 1].traits >> Trait.OFF_HAND) & 1:
                return True
    return False


@rule
def can_pay_cost(
    state: State, scene: Scene, tables: Tables, who: int, slot: int, activity, context: int
) -> bool:
    """Is the action, bonus action, reaction ... there that it takes?"""
    creature = state.creatures[who]
    if context == Context.RESPONSE:
        if activity.cost == Cost.FREE:
            return True
        return creature.reactions > 0 and not has(creature, Flag.CANNOT_REACT)
    if has(creature, Flag.CANNOT_ACT):
        return False
    if context == Context.LEGENDARY:
        return creature.legendary_actions >= activity.cost_amount
    cost = activity.cost
    if cost == Cost.ATTACK:
        return can_attack(state, tables, who, slot, activity)
    if cost == Cost.ACTION:
        return can_take_action(creature, is_magic(activity))
    if cost == Cost.BONUS_ACTION:
        taken = has(creature, Flag.ONE_ACTION_OR_BONUS) and creature.used_action != 0
        return creature.bonus_actions > 0 and not taken
    if cost == Cost.INTERACTION:
        return creature.interactions > 0
    return cost == Cost.FREE


@rule
def can_take_action(creature, for_magic: bool) -> bool:
    """Is an action left? One from a feature may not be for magic [2024]."""
    if has(creature, Flag.ONE_ACTION_OR_BONUS) and creature.used_bonus_action != 0:
        return False
    return creature.actions > 0 or (creature.actions_not_magic > 0 and not for_magic)


@rule
def is_magic(activity) -> bool:
    return (activity.traits >> Trait.SPELL) & 1 != 0


@rule
def can_interact(creature) -> bool:
    """Is the free interaction left, or an action to use an object instead? TRN-03."""
    if creature.interactions > 0:
        return True
    return can_take_action(creature, False) and not has(creature, Flag.TURNED)


@rule
def can_attack(state: State, tables: Tables, who: int, slot: int, activity) -> bool:
    """Is the attack one of the action in progress, or is an action left to begin with?"""
    creature = state.creatures[who]
    only_attack_action = (activity.traits >> Trait.ATTACK_ACTION) & 1 != 0
    if creature.is_attacking != 0 and creature.attack_count > 0:
        if fits_some(state, tables, who, slot, only_attack_action):
            if not is_reloading(state, tables, who, activity):
                return True
    return can_take_action(creature, is_magic(activity))


@rule
def can_cast(state: State, scene: Scene, who: int, activity) -> bool:
    """May a creature cast a spell now: slots, components, and the rule on spells in one turn?"""
    creature = state.creatures[who]
    if has(creature, Flag.CANNOT_CAST):
        return False
    if has(creature, Flag.CANNOT_SPEAK) and (activity.components >> Component.VERBAL) & 1:
        return False
    takes_slot = activity.spell_level > 0 and activity.resource == 0
    if takes_slot and lowest_slot(creature, activity.spell_level) == 0:
        return False
    own_turn = state.turn == who + 1
    if not own_turn and scene.edition == Edition.SRD_5_2:
        return True
    if scene.edition == Edition.SRD_5_2:
        return not takes_slot or creature.spent_slot == 0
    return not own_turn or is_allowed_second(creature, activity)


@rule
def is_allowed_second(creature, activity) -> bool:
    """[2014] Beside a bonus-action spell only 1-action cantrips in a turn, in either order."""
    if activity.cost == Cost.BONUS_ACTION:
        return creature.cast_other_spell == 0 and creature.cast_bonus_spell == 0
    cantrip = activity.spell_level == 0 and activity.cost == Cost.ACTION
    return cantrip or creature.cast_bonus_spell == 0


@rule
def lowest_slot(creature, level: int) -> int:
    """Return the lowest level from ``level`` on of which a slot is left, 0 for none."""
    for at in range(level, MAX_SPELL_LEVEL + 1):
        if creature.resources[at - 1] > 0:
            return at
    return 0


# --- paying --------------------------------------------------------------------------------------


@rule
def pay(
    state: State,
    scene: Scene,
    tables: Tables,
    who: int,
    slot: int,
    activity,
    context: int,
    level: int,
) -> None:
    """Take what an activity costs. ``can_pay`` holds."""
    creature = state.creatures[who]
    if slot >= 0:
        creature.slots_used |= 1 << slot
    if activity.resource != 0:
        creature.resources[activity.resource - 1] -= activity.resource_amount
    if (activity.traits >> Trait.SPELL) & 1:
        pay_spell(state, who, activity, level)
    if context == Context.RESPONSE:
        creature.reactions -= activity.cost != Cost.FREE
    elif context == Context.LEGENDARY:
        creature.legendary_actions -= activity.cost_amount
    elif activity.cost == Cost.ATTACK:
        pay_attack(state, tables, who, slot, activity)
    elif activity.cost == Cost.ACTION:
        pay_action(creature, is_magic(activity))
    elif activity.cost == Cost.BONUS_ACTION:
        creature.bonus_actions -= 1
        creature.used_bonus_action = 1
    elif activity.cost == Cost.INTERACTION:
        creature.interactions -= 1


@rule
def pay_action(creature, for_magic: bool) -> None:
    """Take an action: one that may not be for magic first, where it will do."""
    creature.used_action = 1
    creature.is_attacking = 0
    if creature.actions_not_magic > 0 and not for_magic:
        creature.actions_not_magic -= 1
    else:
        creature.actions -= 1


@rule
def pay_interaction(creature) -> None:
    """Take the free interaction, or an action if there is none left. TRN-03."""
    if creature.interactions > 0:
        creature.interactions -= 1
    else:
        pay_action(creature, False)


@rule
def pay_attack(state: State, tables: Tables, who: int, slot: int, activity) -> None:
    """Take one attack of the action in progress, or an action to begin with."""
    creature = state.creatures[who]
    only_attack_action = (activity.traits >> Trait.ATTACK_ACTION) & 1 != 0
    goes_on = creature.is_attacking != 0 and creature.attack_count > 0
    goes_on = goes_on and fits_some(state, tables, who, slot, only_attack_action)
    goes_on = goes_on and not is_reloading(state, tables, who, activity)
    if not goes_on:
        pay_action(creature, is_magic(activity))
        creature.is_attacking, creature.attack_count = 1, 0
    if (activity.properties >> Property.LIGHT) & 1 and activity.item != 0:
        if is_attack_action(state, tables, who, slot):
            creature.light_attacks |= 1 << activity.item
    creature.attacks_made[creature.attack_count] = slot
    creature.attack_count += 1


@rule
def pay_spell(state: State, who: int, activity, level: int) -> None:
    """Take the slot of a spell, and remember what was cast this turn. ACT-02."""
    creature = state.creatures[who]
    if activity.spell_level > 0 and activity.resource == 0:
        creature.resources[level - 1] -= 1
        creature.spent_slot |= state.turn == who + 1
    if activity.cost == Cost.BONUS_ACTION:
        creature.cast_bonus_spell = 1
    elif activity.spell_level > 0 or activity.cost != Cost.ACTION:
        creature.cast_other_spell |= state.turn == who + 1


@rule
def new_turn(state: State, tables: Tables, who: int) -> None:
    """Give a creature what a turn gives: action, bonus action, reaction, interaction, movement."""
    creature = state.creatures[who]
    block = modifiers.block_of(state, tables, who)
    creature.actions, creature.actions_not_magic, creature.bonus_actions = 1, 0, 1
    creature.reactions, creature.interactions = 1, 1
    creature.legendary_actions = block.legendary_actions
    creature.moved_ft, creature.extra_ft, creature.diagonals = 0, 0, 0
    creature.run_ft, creature.run_direction = 0, 0
    creature.attack_count, creature.is_attacking, creature.light_attacks = 0, 0, 0
    creature.cast_bonus_spell, creature.cast_other_spell, creature.spent_slot = 0, 0, 0
    creature.used_action, creature.used_bonus_action = 0, 0
    creature.slots_used = 0
