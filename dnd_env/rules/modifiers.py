"""What holds for a creature just now: the effect rows of its stat block and all that lies upon it.

``derived`` folds into the creature those that depend on the bearer alone; those that depend on the
roll at hand are judged at the roll.
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
    Do,
    Flag,
    MovementMode,
    Outcome,
    Predicate,
    Role,
    Who,
    ZoneWhen,
)
from dnd_env.core.work import Work
from dnd_env.rules import areas
from dnd_env.rules.sight import has

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
    if creature.exhaustion > 0:
        add(tables, work, tables.role_effects[Role.EXHAUSTED] - 1, who, -1, -1)
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1:
            creature.ends_on |= tables.effects[lasting.effect - 1].ends_on
            if not is_doubled(state, tables, index):
                add_lasting(tables, work, lasting, index)
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and befalls(state, tables, zone, who):
            if areas.holds_creature(state, zone, who):
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
        row.effect, row.source = effect + 1, source + 1
        row.ongoing, row.zone = ongoing + 1, zone + 1
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


# --- numbers of a stat block ---------------------------------------------------------------------


@rule
def block_of(state: State, tables: Tables, who: int):
    return tables.stat_blocks[state.creatures[who].stat_block - 1]


@rule
def is_squeezing(creature) -> bool:
    """Is a creature in a space too small for it? An amorphous one fits in. MOV-11."""
    return creature.squeezes_to != 0 and not has(creature, Flag.AMORPHOUS)


@rule
def size_of(state: State, tables: Tables, who: int) -> int:
    return tables.stat_blocks[state.creatures[who].stat_block - 1].size


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
