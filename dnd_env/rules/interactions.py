"""Interacting with objects: doors, and things drawn, stowed, dropped or picked up.

Source: SRD 5.1, "Interacting with Objects"; SRD 5.2, "Interacting with Things"; TRN-03. The first
of a turn is free, another one takes an action.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_ITEMS
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import ObjectKind, Option, Traced, Verb
from dnd_env.core.work import Work
from dnd_env.rules import economy, equipment, geometry, modifiers, sight
from dnd_env.rules.geometry import FEET
from dnd_env.rules.trace import note


@rule
def items_to(state: State, tables: Tables, who: int, verb: int) -> int:
    """Return the mask of 1 << Option of the items that a creature may DRAW, STOW or DROP_ITEM."""
    mask = 0
    if verb != Verb.DROP_ITEM and not economy.can_interact(state.creatures[who]):
        return 0
    for item in range(1, MAX_ITEMS + 1):
        if can_handle(state, tables, who, verb, item):
            mask |= 1 << (Option.FIRST + item - 1)
    return mask


@rule
def doors_at_hand(state: State, who: int) -> int:
    """Return the mask of 1 << Option of the doors that a creature may open or close."""
    mask = 0
    if state.object_count > 0 and economy.can_interact(state.creatures[who]):
        for nth in range(MAX_ITEMS):
            if door_near(state, who, nth) >= 0:
                mask |= 1 << (Option.FIRST + nth)
    return mask


@rule
def handle(state: State, work: Work, who: int, verb: int, item: int) -> None:
    """Draw, stow or drop an item, or use a door (``item``: which, from 1)."""
    creature = state.creatures[who]
    if verb == Verb.DROP_ITEM:
        equipment.drop(state, work, who, item)
        return
    economy.pay_interaction(creature)
    if verb == Verb.DRAW:
        equipment.take_in_hand(creature, item)
    elif verb == Verb.STOW:
        equipment.empty_hand(creature, item)
    else:
        use_door(state, work, who, door_near(state, who, item - 1))


@rule
def can_pick_up(state: State, who: int) -> bool:
    """Does something of its own lie within reach?"""
    creature = state.creatures[who]
    if creature.altitude_ft > FEET or not economy.can_interact(creature):
        return False
    return equipment.own_item_here(state, who) >= 0


@rule
def can_handle(state: State, tables: Tables, who: int, verb: int, item: int) -> bool:
    """May a creature that can interact with things draw, stow or drop an item?"""
    if modifiers.block_of(state, tables, who).items[item - 1] == 0:
        return False
    if verb == Verb.DRAW:
        return equipment.can_draw(state, tables, who, item)
    return equipment.can_stow(state, tables, who, item)


@rule
def door_near(state: State, who: int, nth: int) -> int:
    """Return the nth door within 5 ft that a creature can open or close, -1 for none: not one that
    is locked, or open with somebody in it, as far as its side knows."""
    creature = state.creatures[who]
    known = state.located[creature.side]
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind != ObjectKind.DOOR or thing.is_locked != 0:
            continue
        far_x = geometry.gap(creature.x, creature.width, thing.x, 1)
        far_y = geometry.gap(creature.y, creature.width, thing.y, 1)
        if max(far_x, far_y) != 1:
            continue
        if thing.is_open != 0 and occupants(state, thing.x, thing.y) & known != 0:
            continue
        if nth == 0:
            return index
        nth -= 1
    return -1


@rule
def occupants(state: State, x: int, y: int) -> int:
    """Return the mask of the creatures on a square."""
    mask = 0
    for who in range(len(state.creatures)):
        creature = state.creatures[who]
        if creature.stat_block == 0 or not sight.is_here(state, who):
            continue
        apart_x = geometry.gap(creature.x, creature.width, x, 1)
        apart_y = geometry.gap(creature.y, creature.width, y, 1)
        if apart_x == 0 and apart_y == 0:
            mask |= 1 << who
    return mask


@rule
def use_door(state: State, work: Work, who: int, index: int) -> None:
    """Open a closed door, close an open one; it does not close upon somebody unseen."""
    thing = state.objects[index]
    if thing.is_open != 0 and occupants(state, thing.x, thing.y) != 0:
        note(work, Traced.STOPS, who, -1, 0, 0, 0, 0, 0)
        return
    thing.is_open = 1 - thing.is_open
    state.closed_doors += -1 if thing.is_open else 1
    sight.mark_all(state)
    note(work, Traced.INTERACTS, who, -1, index, 2 + thing.is_open, 0, 0, 0)
