"""What an activity costs, and whether its user has it.

TRN-01 to TRN-03, REA-01, ACT-01, ACT-02, ATK-12, ATK-17.
"""

from dnd_env.core.limits import MAX_ATTACKS, MAX_DECISIONS_A_TURN, MAX_SPELL_LEVEL
from dnd_env.core.terms import Component, Context, Cost, Flag, Property, Trait
from tests.reference.facts import Row, bits
from tests.reference.position import Creature, Position
from tests.reference.standing import has


def has_trait(activity: Row, trait: Trait) -> bool:
    return trait in bits(activity.traits)


def is_out_of_time(position: Position) -> bool:
    """Has the turn taken so many decisions that only its end is left?"""
    return position.decisions_this_turn > MAX_DECISIONS_A_TURN


# --- attacks -------------------------------------------------------------------------------------


def can_be_made(attacks: list[int], parts: list[tuple[int, frozenset[int]]]) -> bool:
    """Can attacks be shared out among the parts of an action, each at most so often?

    >>> can_be_made([1, 1], [(1, frozenset({1})), (1, frozenset({1, 2}))])
    True
    """
    if not attacks:
        return True
    first, *others = attacks
    return any(
        count > 0
        and first in slots
        and can_be_made(others, [*parts[:at], (count - 1, slots), *parts[at + 1 :]])
        for at, (count, slots) in enumerate(parts)
    )


def made_so_far(creature: Creature) -> list[int]:
    """Return the slots of the attacks made in the action in progress, none if there is no such."""
    return list(creature.attacks_made[: creature.attack_count]) if creature.is_attacking else []


def may_follow(position: Position, who: int, slot: int, activity: Row) -> bool:
    """May an attack be the next one of the action in progress? ACT-01, ATK-17."""
    creature = position.creatures[who]
    made = made_so_far(creature)
    if not made or len(made) == MAX_ATTACKS or has(position, who, Flag.ONE_ATTACK):
        return False
    if is_reloading(position, who, made, activity):
        return False
    block = creature.block
    for option in block.attack_options[: block.attack_option_count]:
        if option.is_multiattack and has_trait(activity, Trait.ATTACK_ACTION):
            continue
        if can_be_made([*made, slot], [(part.count, bits(part.slots)) for part in option.parts]):
            return True
    return False


def is_reloading(position: Position, who: int, made: list[int], activity: Row) -> bool:
    """Has a loading weapon been shot in this action already?"""
    if Property.LOADING not in bits(activity.properties):
        return False
    shots = [position.activity_in(who, slot) for slot in made]
    return any(
        shot is not None
        and shot.item == activity.item
        and Property.LOADING in bits(shot.properties)
        for shot in shots
    )


# --- the parts of a turn -------------------------------------------------------------------------


def may_act(position: Position, who: int, activity: Row) -> bool:
    """Is an action left for an activity? One that a feature gives may be barred for magic."""
    creature = position.creatures[who]
    if has(position, who, Flag.ONE_ACTION_OR_BONUS) and creature.used_bonus_action:
        return False
    plain = creature.actions_not_magic > 0 and not has_trait(activity, Trait.SPELL)
    return bool(creature.actions > 0 or plain)


def can_interact(position: Position, who: int) -> bool:
    """Is the free interaction left, or an action to use an object? TRN-03."""
    creature = position.creatures[who]
    if creature.interactions > 0:
        return True
    barred = has(position, who, Flag.ONE_ACTION_OR_BONUS) and creature.used_bonus_action
    left = creature.actions + creature.actions_not_magic > 0
    return bool(left and not barred) and not has(position, who, Flag.TURNED)


def may_react(position: Position, who: int) -> bool:
    """Has a creature a reaction, and may it use one? REA-01, SUR-02."""
    creature = position.creatures[who]
    surprised = creature.is_surprised and not position.ground.is_2024
    return bool(creature.reactions > 0 and not surprised) and not has(
        position, who, Flag.CANNOT_REACT
    )


def can_pay(position: Position, who: int, slot: int, activity: Row, context: Context) -> bool:
    """Has a creature all that an activity costs?"""
    creature = position.creatures[who]
    if not has_time(position, who, slot, activity, context):
        return False
    if activity.resource and creature.resources[activity.resource - 1] < activity.resource_amount:
        return False
    if has_trait(activity, Trait.ONCE_A_TURN) and slot in bits(creature.slots_used):
        return False
    if has_trait(activity, Trait.OFF_HAND) and has_struck_off_hand(position, who):
        return False
    return not has_trait(activity, Trait.SPELL) or may_cast(position, who, activity)


def has_struck_off_hand(position: Position, who: int) -> bool:
    """Has the one extra attack with a light weapon been made this turn? ATK-12."""
    used = [position.activity_in(who, slot) for slot in bits(position.creatures[who].slots_used)]
    return any(made is not None and has_trait(made, Trait.OFF_HAND) for made in used)


def has_time(position: Position, who: int, slot: int, activity: Row, context: Context) -> bool:
    """Has a creature the action, bonus action, reaction ... that an activity takes?"""
    creature = position.creatures[who]
    if context == Context.RESPONSE:
        return activity.cost == Cost.FREE or may_react(position, who)
    if has(position, who, Flag.CANNOT_ACT):
        return False
    if context == Context.LEGENDARY:
        return bool(creature.legendary_actions >= activity.cost_amount)
    if activity.cost == Cost.ATTACK:
        if may_follow(position, who, slot, activity):
            return True
        return may_act(position, who, activity)
    if activity.cost == Cost.ACTION:
        return may_act(position, who, activity)
    if activity.cost == Cost.BONUS_ACTION:
        barred = has(position, who, Flag.ONE_ACTION_OR_BONUS) and creature.used_action
        return bool(creature.bonus_actions > 0 and not barred)
    if activity.cost == Cost.INTERACTION:
        return can_interact(position, who)
    return bool(activity.cost == Cost.FREE)


# --- spells --------------------------------------------------------------------------------------


def takes_slot(activity: Row) -> bool:
    """Is it a spell that takes a spell slot?"""
    spell = has_trait(activity, Trait.SPELL)
    return bool(spell and activity.spell_level > 0 and activity.resource == 0)


def slot_levels(creature: Creature, activity: Row) -> list[int]:
    """Return the levels of the slots that a spell can be cast with."""
    levels = range(activity.spell_level, MAX_SPELL_LEVEL + 1)
    return [level for level in levels if creature.resources[level - 1] > 0]


def may_cast(position: Position, who: int, activity: Row) -> bool:
    """May a creature cast a spell now? ACT-02, CST-01 (the verbal part)."""
    creature = position.creatures[who]
    silent = has(position, who, Flag.CANNOT_SPEAK)
    if silent and Component.VERBAL in bits(activity.components):
        return False
    if has(position, who, Flag.CANNOT_CAST):
        return False
    if takes_slot(activity) and not slot_levels(creature, activity):
        return False
    if position.turn != who:
        return True
    if position.ground.is_2024:
        return not (takes_slot(activity) and creature.spent_slot)
    if activity.cost == Cost.BONUS_ACTION:
        return not creature.cast_other_spell and not creature.cast_bonus_spell
    is_cantrip = activity.spell_level == 0 and activity.cost == Cost.ACTION
    return bool(is_cantrip or not creature.cast_bonus_spell)


# --- hands ---------------------------------------------------------------------------------------


def holds(creature: Creature, item: int) -> bool:
    """Is the item of a slot (+ 1) in a hand?"""
    return item in (creature.main_hand, creature.off_hand)


def is_supplied(creature: Creature, activity: Row) -> bool:
    """Is the weapon there, and ammunition for it?"""
    needed = [item for item in (activity.item, activity.ammunition) if item]
    return all(creature.items[item - 1] > 0 for item in needed)


def is_ready(creature: Creature, activity: Row) -> bool:
    """Is what an attack is made with in hand, and gripped as it wants?"""
    if not activity.item:
        return bool(creature.free_hands >= activity.grip)
    in_hand = holds(creature, activity.item) and is_supplied(creature, activity)
    return in_hand and bool(creature.free_hands >= activity.grip - 1)


def may_draw_for(position: Position, creature: Creature, activity: Row) -> bool:
    """May the weapon of an attack be drawn in the course of it? [2014] by the free interaction."""
    if not activity.item or holds(creature, activity.item):
        return False
    can = is_supplied(creature, activity) and creature.free_hands >= activity.grip
    return bool(can and (position.ground.is_2024 or creature.interactions > 0))


def can_wield(position: Position, who: int, activity: Row) -> bool:
    creature = position.creatures[who]
    return is_ready(creature, activity) or may_draw_for(position, creature, activity)


def slot_count(position: Position, who: int) -> int:
    """Return how many activities of a creature can be said."""
    count = position.creatures[who].block.activity_count
    return int(min(count, position.ground.options.slot_count))
