"""What is in a creature's hands: wielding, drawing, stowing, dropping, ammunition.

Source: SRD 5.1, "Weapons", "Interacting with Objects"; TRN-03, ATK-17, EQP-01. Stat blocks without
items use their attacks as printed. A character's weapon must be in hand, or there must be hands
free to draw it in the course of the attack: [2014] with the turn's free interaction, [2024] at no
cost. ``creature.items[slot]`` counts what it carries; a hand holds slot + 1.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_ITEMS, MAX_OBJECTS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import AttackKind, Edition, ObjectKind, Property, Traced
from dnd_env.core.work import Work
from dnd_env.rules import economy, modifiers
from dnd_env.rules.trace import note


@rule
def is_held(creature, item: int) -> bool:
    """Is the item of a slot (+ 1) in a hand?"""
    return creature.main_hand == item or creature.off_hand == item


@rule
def free_hands(creature) -> int:
    return int(creature.main_hand == 0) + int(creature.off_hand == 0)


@rule
def is_loaded(creature, activity) -> bool:
    """Is there an item left to attack with, and ammunition for it?"""
    if activity.item != 0 and creature.items[activity.item - 1] == 0:
        return False
    return activity.ammunition == 0 or creature.items[activity.ammunition - 1] > 0


@rule
def is_ready(tables: Tables, creature, activity) -> bool:
    """Can an attack be made with what is in hand, gripped as it wants?"""
    if activity.item == 0:
        hands = tables.stat_blocks[creature.stat_block - 1].hands
        return min(free_hands(creature), hands) >= activity.grip
    if not is_held(creature, activity.item) or not is_loaded(creature, activity):
        return False
    return free_hands(creature) >= activity.grip - 1


@rule
def can_wield(scene: Scene, tables: Tables, creature, activity) -> bool:
    """Can an attack be made now, drawing the weapon if it is not in hand?"""
    if is_ready(tables, creature, activity):
        return True
    if activity.item == 0 or is_held(creature, activity.item):
        return False
    if not is_loaded(creature, activity) or free_hands(creature) < activity.grip:
        return False
    return scene.edition == Edition.SRD_5_2 or creature.interactions > 0


@rule
def wield(scene: Scene, creature, activity) -> None:
    """Draw the weapon of an attack if it is not in hand. ``can_wield`` holds."""
    if activity.item == 0 or is_held(creature, activity.item):
        return
    if scene.edition == Edition.SRD_5_1:
        creature.interactions -= 1
    take_in_hand(creature, activity.item)


@rule
def take_in_hand(creature, item: int) -> None:
    if creature.main_hand == 0:
        creature.main_hand = item
    else:
        creature.off_hand = item


@rule
def empty_hand(creature, item: int) -> None:
    if creature.main_hand == item:
        creature.main_hand = 0
    elif creature.off_hand == item:
        creature.off_hand = 0


@rule
def is_throw(activity) -> bool:
    """Does an attack throw its weapon away?"""
    thrown = (activity.properties >> Property.THROWN) & 1 != 0
    return activity.item != 0 and thrown and activity.attack_kind == AttackKind.RANGED_WEAPON


@rule
def spend(state: State, who: int, activity, x: int, y: int) -> None:
    """Use up what an attack at a square uses up: ammunition, or the weapon thrown, to lie there."""
    creature = state.creatures[who]
    if activity.ammunition != 0:
        creature.items[activity.ammunition - 1] -= 1
    elif is_throw(activity):
        empty_hand(creature, activity.item)
        put_on_ground(state, who, activity.item, x, y)


@rule
def put_on_ground(state: State, who: int, item: int, x: int, y: int) -> None:
    """Let one item of a creature lie on a square; where there is no room for more, it is lost."""
    state.creatures[who].items[item - 1] -= 1
    for index in range(MAX_OBJECTS):
        thing = state.objects[index]
        if index < state.object_count and thing.kind != 0:
            continue
        thing.kind, thing.x, thing.y = ObjectKind.DROPPED_ITEM, x, y
        thing.owner, thing.item = who + 1, item
        thing.is_open, thing.is_locked, thing.hit_points, thing.dc = 0, 0, 0, 0
        state.object_count = max(state.object_count, index + 1)
        return


@rule
def drop(state: State, work: Work, who: int, item: int) -> None:
    """Let go of an item in hand; it lies in the creature's space. Costs nothing."""
    creature = state.creatures[who]
    empty_hand(creature, item)
    put_on_ground(state, who, item, creature.x, creature.y)
    note(work, Traced.INTERACTS, who, -1, item, 0, 0, 0, 0)
    state.refresh_stale |= 1 << who


@rule
def own_item_here(state: State, who: int) -> int:
    """Return an item of a creature's own that lies within its reach, -1 for none."""
    creature = state.creatures[who]
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind != ObjectKind.DROPPED_ITEM or thing.owner != who + 1:
            continue
        near_x = creature.x - 1 <= thing.x <= creature.x + creature.width
        if near_x and creature.y - 1 <= thing.y <= creature.y + creature.width:
            return index
    return -1


@rule
def pick_up(state: State, tables: Tables, work: Work, who: int) -> None:
    """Pick up an own item within reach; a free hand takes it. TRN-03."""
    index = own_item_here(state, who)
    thing = state.objects[index]
    creature = state.creatures[who]
    creature.items[thing.item - 1] += 1
    item = thing.item
    thing.kind = 0
    economy.pay_interaction(creature)
    if free_hands(creature) > 0 and not is_held(creature, item):
        take_in_hand(creature, item)
    note(work, Traced.INTERACTS, who, -1, item, 1, 0, 0, 0)
    state.refresh_stale |= 1 << who


@rule
def can_stow(state: State, tables: Tables, who: int, item: int) -> bool:
    """Is it in hand, and no shield (which takes an action to doff)?"""
    creature = state.creatures[who]
    block = modifiers.block_of(state, tables, who)
    return is_held(creature, item) and tables.items[block.items[item - 1] - 1].is_shield == 0


@rule
def can_draw(state: State, tables: Tables, who: int, item: int) -> bool:
    """Is it a weapon carried but not in hand, with a hand free?"""
    creature = state.creatures[who]
    if item > MAX_ITEMS or creature.items[item - 1] <= 0 or is_held(creature, item):
        return False
    kind = tables.items[modifiers.block_of(state, tables, who).items[item - 1] - 1]
    return kind.is_weapon != 0 and free_hands(creature) > 0
