"""What holds for a creature just now: its derived numbers and flags, worked out from its stat block
and from all that lies upon it.

Effects that depend on the bearer alone are folded into the creature once, by ``refresh``; those that
depend on the roll at hand are only announced there (``conditional_rolls``) and judged at the roll.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_GATHERED, MAX_SLOTS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    CHECK_ROLLS,
    LAST_STANDING,
    SAVE_ROLLS,
    SKILL_ROLLS,
    Ability,
    Affinity,
    Do,
    Flag,
    MovementMode,
    Op,
    Outcome,
    Predicate,
    Mode,
    Size,
    Stat,
    Who,
    ZoneWhen,
)
from dnd_env.core.work import Work
from dnd_env.rules import areas, sight
from dnd_env.rules.sight import has

MODES = 5  # movement modes


# --- gathering the effect rows that hold ---------------------------------------------------------


@rule
def gather(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """List in ``work.gathered`` all effect rows that hold for a creature, conditions unfolded.

    What depends on the bearer alone has been judged; what depends on a roll is listed.
    """
    work.gathered_count = 0
    work.conditions = 0
    block = block_of(state, tables, who)
    for effect in range(block.first_effect, block.first_effect + block.effect_count):
        add(tables, work, effect, who, -1, -1)
    creature = state.creatures[who]
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1:
            creature.ends_on |= tables.effects[lasting.effect - 1].ends_on
            if not is_doubled(state, tables, index):
                add_lasting(tables, work, lasting, index)
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and befalls(state, tables, zone, who):
            if areas.holds_creature(state, tables, zone, who):
                add_children(
                    tables, work, zone.effect - 1, ZoneWhen.INSIDE, zone.source - 1, -1, index
                )
    drop_what_fails(state, scene, tables, work, who)


@rule
def drop_what_fails(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Drop the gathered rows whose standing predicate does not hold."""
    kept = 0
    for index in range(work.gathered_count):
        row = work.gathered[index]
        effect = tables.effects[row.effect - 1]
        if is_standing(effect.predicate):
            value = effect.predicate_value
            held = stands(state, scene, tables, who, abs(effect.predicate), value)
            if held != (effect.predicate > 0):
                continue
        to = work.gathered[kept]
        to.effect, to.source, to.ongoing, to.zone = row.effect, row.source, row.ongoing, row.zone
        kept += 1
    work.gathered_count = kept


@rule
def is_standing(predicate: int) -> bool:
    """Does a predicate depend on the bearer alone?"""
    return predicate != 0 and abs(predicate) <= LAST_STANDING


@rule
def is_doubled(state: State, tables: Tables, index: int) -> bool:
    """Does the same spell lie on the same creature already, by an earlier row?"""
    lasting = state.ongoing[index]
    key = tables.effects[lasting.effect - 1].key
    if key == 0:
        return False
    for earlier in range(index):
        other = state.ongoing[earlier]
        if other.effect != 0 and other.target == lasting.target:
            if tables.effects[other.effect - 1].key == key:
                return True
    return False


@rule
def add_lasting(tables: Tables, work: Work, lasting, index: int) -> None:
    source = lasting.source - 1
    if tables.effects[lasting.effect - 1].do == Do.ONGOING:
        add_children(tables, work, lasting.effect - 1, Outcome.ALWAYS, source, index, -1)
    else:
        add(tables, work, lasting.effect - 1, source, index, -1)


@rule
def add_children(
    tables: Tables, work: Work, parent: int, when: int, source: int, ongoing: int, zone: int
) -> None:
    """Add the children of a row whose ``outcome`` mask has the bit ``when``."""
    effect = tables.effects[parent]
    for child in range(effect.first_child, effect.first_child + effect.child_count):
        if (tables.effects[child].outcome >> when) & 1:
            add(tables, work, child, source, ongoing, zone)


@rule
def add(tables: Tables, work: Work, effect: int, source: int, ongoing: int, zone: int) -> None:
    row = tables.effects[effect]
    if row.do != Do.CONDITION:
        add_row(work, effect, source, ongoing, zone)
        return
    condition = tables.conditions[row.condition - 1]
    work.conditions |= condition.implies
    for inner in range(condition.first_effect, condition.first_effect + condition.effect_count):
        add_row(work, inner, source, ongoing, zone)


@rule
def add_row(work: Work, effect: int, source: int, ongoing: int, zone: int) -> None:
    if work.gathered_count < MAX_GATHERED:
        row = work.gathered[work.gathered_count]
        row.effect, row.source, row.ongoing, row.zone = effect + 1, source + 1, ongoing + 1, zone + 1
        work.gathered_count += 1


@rule
def befalls(state: State, tables: Tables, zone, who: int) -> bool:
    """Is a creature one of those that a zone is for?"""
    mask = tables.effects[zone.effect - 1].mode
    return mask == 0 or (mask >> relation(state, zone.source - 1, who)) & 1 != 0


@rule
def relation(state: State, who: int, other: int) -> int:
    """Return what another is to a creature: a Who."""
    if who == other:
        return Who.SELF
    same = state.creatures[who].side == state.creatures[other].side
    return Who.ALLY if same else Who.ENEMY


# --- folding them into the creature --------------------------------------------------------------


@rule
def refresh(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Derive a creature's numbers and flags afresh. Says that its sight may have changed."""
    creature = state.creatures[who]
    block = tables.stat_blocks[creature.stat_block - 1]
    start(creature, block)
    gather(state, scene, tables, work, who)
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
def stands(state: State, scene: Scene, tables: Tables, who: int, kind: int, value: int) -> bool:
    """Judge a predicate, not negated, that depends on the bearer alone."""
    creature = state.creatures[who]
    if kind == Predicate.BLOODIED:
        return is_bloodied(creature)
    if kind == Predicate.EXHAUSTION_AT_LEAST:
        return creature.exhaustion >= value
    if kind == Predicate.IN_SUNLIGHT:
        shade = scene.dark[creature.y] | scene.dim[creature.y]
        return scene.is_sunlit != 0 and (shade >> creature.x) & 1 == 0
    if kind == Predicate.IN_WATER:
        return (scene.water[creature.y] >> creature.x) & 1 != 0
    return tables.stat_blocks[creature.stat_block - 1].wears_armor == 0


@rule
def is_bloodied(creature) -> bool:
    """Is it at half its hit points or fewer? DMG-09."""
    return 2 * creature.hit_points <= creature.hit_point_maximum


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
    elif kind == Stat.DAMAGE_DEALT or kind == Stat.DAMAGE_TAKEN:
        creature.modifies_damage = 1
    elif kind == Stat.CRITICAL_DICE or kind == Stat.WEAPON_DICE:
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


# --- numbers of a stat block ---------------------------------------------------------------------


@rule
def block_of(state: State, tables: Tables, who: int):
    return tables.stat_blocks[state.creatures[who].stat_block - 1]


@rule
def size_of(state: State, tables: Tables, who: int) -> int:
    return tables.stat_blocks[state.creatures[who].stat_block - 1].size


@rule
def width_of(size: int) -> int:
    """Squares across the space of a Size. MOV-10."""
    return max(size - Size.MEDIUM + 1, 1)


@rule
def save_bit(ability: int) -> int:
    """Return the mask of rolls of a saving throw."""
    return 1 << (SAVE_ROLLS + ability - 1)


@rule
def check_bits(ability: int, skill: int) -> int:
    """Return the mask of rolls of an ability check, with a skill if that is not 0."""
    bits = 1 << (CHECK_ROLLS + ability - 1)
    return bits | (1 << (SKILL_ROLLS + skill - 1)) if skill != 0 else bits


@rule
def walk_speed(creature) -> int:
    return creature.speed_ft[MovementMode.WALK - 1]


@rule
def activity_in(state: State, tables: Tables, who: int, slot: int) -> int:
    """Return the activity (a row + 1, 0 for none) in a slot; verbs have slots of their own."""
    if slot >= MAX_SLOTS:
        return tables.verbs[slot - MAX_SLOTS + 1]
    return tables.stat_blocks[state.creatures[who].stat_block - 1].activities[slot]
