"""What a move is worth to the greedy agent: damage, kills, healing, control, as hit points gained.

All is judged from the side's own knowledge, by the odds that the rules give. Floats; nothing is
rolled.
"""

from agents.scripted import places
from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Do, Duration, Gate, Life, Outcome, Target
from dnd_env.core.work import Work
from dnd_env.envs.functional import (
    geometry,
    modifiers,
    odds,
    sight,
    uses,
)

KILL = 6.0  # hit points that putting a foe out of action is worth beside its own
DOWNED = 0.15  # of what damage to a fallen foe is worth
REVIVAL = 12.0  # of bringing a fallen ally back
FRIENDLY_FIRE = 1.3  # how much worse it is to hurt an ally than good to hurt a foe
CONTROL_ROUNDS = 1.5  # rounds that a condition is reckoned to last
"""Weights were set by hand before any agent was trained, and are frozen."""


@rule
def menace(state: State, tables: Tables, who: int) -> float:
    """Return the damage that a creature may deal in a round, roughly."""
    return tables.stat_blocks[state.creatures[who].stat_block - 1].menace[0]


@rule
def of_damage(state: State, scene: Scene, tables: Tables, target: int, amount: float) -> float:
    """Return what dealing so much damage to a foe is worth: the more so the nearer it falls."""
    creature = state.creatures[target]
    if creature.life != Life.UP:
        return amount * DOWNED
    left = float(creature.hit_points + creature.temp_hit_points)
    dealt = min(amount, left)
    share = min(amount / max(left, 1.0), 1.0)
    return dealt + share * share * (KILL + 0.5 * menace(state, tables, target))


@rule
def of_healing(state: State, tables: Tables, target: int, amount: float) -> float:
    """Return what healing an ally is worth."""
    creature = state.creatures[target]
    if creature.life == Life.DEAD:
        return 0.0
    missing = float(creature.hit_point_maximum - creature.hit_points)
    worth = min(amount, missing)
    if creature.life != Life.UP:
        return worth + REVIVAL + 0.5 * menace(state, tables, target)
    part = creature.hit_points / max(creature.hit_point_maximum, 1)
    return worth * (0.9 if part < 0.35 else 0.35)


@rule
def of_other_rows(
    state: State, tables: Tables, target: int, first: int, count: int, outcome: int, hostile: bool
) -> float:
    """Return what conditions, boons and hindrances of an activity's rows are worth, roughly."""
    total = 0.0
    for row in range(first, first + count):
        effect = tables.effects[row]
        if (effect.outcome >> outcome) & 1 == 0:
            continue
        if effect.do == Do.CONDITION or effect.do == Do.ONGOING or effect.do == Do.GRAPPLE:
            if not is_upon(state, target, row):
                total += 0.35 * CONTROL_ROUNDS * (menace(state, tables, target) if hostile else 6.0)
        elif effect.do == Do.SAVE or effect.do == Do.CONTEST:
            total += 0.15 * CONTROL_ROUNDS * menace(state, tables, target)
        elif effect.do == Do.MOVE_TARGET:
            total += 1.0
    return total


@rule
def is_upon(state: State, target: int, row: int) -> bool:
    """Does an effect lie upon a creature already?"""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect == row + 1 and lasting.target == target + 1:
            return True
    return False


@rule
def healing_of(tables: Tables, activity, level: int) -> float:
    """Return the mean hit points that an activity restores."""
    total = 0.0
    for row in range(activity.first_effect, activity.first_effect + activity.effect_count):
        effect = tables.effects[row]
        if effect.do == Do.HEAL or effect.do == Do.TEMP_HIT_POINTS:
            steps = 0
            if effect.per_levels != 0:
                steps = max(level - activity.spell_level, 0) // effect.per_levels
            number = effect.dice + steps * effect.per_level_dice
            total += number * (effect.sides + 1) / 2.0 + effect.bonus
    return total


@rule
def upon(
    state: State, scene: Scene, tables: Tables, work: Work, source: int, target: int, row: int
) -> float:
    """Return what using an activity (``row``) upon one creature is worth to the source's side."""
    activity = tables.activities[row]
    level = activity.spell_level
    hostile = state.creatures[target].side != state.creatures[source].side
    damage = odds.expected_damage(state, scene, tables, work, source, target, row, level)
    first, count = activity.first_effect, activity.effect_count
    worth = 0.0
    if damage > 0.0:
        worth = of_damage(state, scene, tables, target, damage)
    if activity.gate == Gate.SAVE:
        failing = odds.fail(
            state, scene, tables, work, source, target, activity.ability, activity.save_dc
        )
        worth += failing * of_other_rows(state, tables, target, first, count, Outcome.FAIL, hostile)
    elif activity.gate == Gate.ATTACK:
        worth += 0.5 * of_other_rows(state, tables, target, first, count, Outcome.HIT, hostile)
    elif activity.gate == Gate.CONTEST:
        worth += 0.5 * of_other_rows(state, tables, target, first, count, Outcome.FAIL, hostile)
    else:
        worth += of_other_rows(state, tables, target, first, count, Outcome.ALWAYS, hostile)
    if not hostile:
        healing = healing_of(tables, activity, level)
        if damage > 0.0:
            return -FRIENDLY_FIRE * worth
        return of_healing(state, tables, target, healing) if healing > 0.0 else worth
    return worth


@rule
def upon_again(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    source: int,
    target: int,
    row: int,
    before: int,
) -> float:
    """Return what one more use upon a creature adds that is to take ``before`` of them already."""
    if before == 0:
        return upon(state, scene, tables, work, source, target, row)
    level = tables.activities[row].spell_level
    damage = odds.expected_damage(state, scene, tables, work, source, target, row, level)
    more = of_damage(state, scene, tables, target, damage * (before + 1))
    more -= of_damage(state, scene, tables, target, damage * before)
    hostile = state.creatures[target].side != state.creatures[source].side
    return more if hostile else -FRIENDLY_FIRE * more


@rule
def of_area(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    source: int,
    row: int,
    px: int,
    py: int,
    aim_x: int,
    aim_y: int,
) -> float:
    """Return what an area is worth, placed at (px, py) and aimed, in half squares."""
    activity = tables.activities[row]
    located = state.located[state.creatures[source].side]
    total = 0.0
    for who in range(scene.creature_count):
        if (located >> who) & 1 == 0 or not sight.is_here(state, who):
            continue
        if state.creatures[who].life == Life.DEAD or (
            (activity.who >> modifiers.relation(state, source, who)) & 1 == 0
        ):
            continue
        if who == source and activity.target != Target.POINT:
            continue
        if is_in_area(state, scene, activity, source, who, px, py, aim_x, aim_y):
            total += upon(state, scene, tables, work, source, who, row)
    return total


@rule
def is_in_area(
    state: State,
    scene: Scene,
    activity,
    source: int,
    who: int,
    px: int,
    py: int,
    aim_x: int,
    aim_y: int,
) -> bool:
    """Does an area, placed and aimed in half squares, catch the middle of a creature?"""
    size = uses.area_size(activity, activity.spell_level)
    if activity.target == Target.AROUND:
        return geometry.distance(state, scene, source, who) <= size
    creature = state.creatures[who]
    x, y = creature.x + creature.width // 2, creature.y + creature.width // 2
    return geometry.covers(activity.shape, size, activity.width_ft, px, py, aim_x, aim_y, x, y)


@rule
def of_boon(state: State, scene: Scene, tables: Tables, work: Work, source: int, row: int) -> float:
    """Return what an activity upon oneself is worth: healing, or something that lasts."""
    activity = tables.activities[row]
    healing = healing_of(tables, activity, activity.spell_level)
    if healing > 0.0:
        return of_healing(state, tables, source, healing)
    worth = 0.0
    for effect_row in range(activity.first_effect, activity.first_effect + activity.effect_count):
        effect = tables.effects[effect_row]
        if effect.do == Do.ZONE and not has_zone_of(state, source, effect_row):
            worth += 8.0
        elif effect.do == Do.ONGOING and effect.duration != Duration.END_OF_TURN:
            if not is_upon(state, source, effect_row):
                worth += 1.5
        elif effect.do == Do.ECONOMY and effect.kind == ACTION_GRANT:
            worth += 10.0 * could_strike_on(state, scene, source)
    return worth


ACTION_GRANT = 1  # Grant.ACTION


@rule
def could_strike_on(state: State, scene: Scene, who: int) -> bool:
    """Has a creature spent its action, with a foe beside it?"""
    creature = state.creatures[who]
    if creature.actions > 0:
        return False
    return places.foes_beside(state, scene, who, creature.x, creature.y) > 0


@rule
def of_held(state: State, who: int) -> float:
    """Return what a creature would lose if it concentrated on something else."""
    if state.creatures[who].concentrates == 0:
        return 0.0
    worth = 2.0
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.source == who + 1 and lasting.effect != 0 and lasting.concentration != 0:
            worth += 3.0
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.source == who + 1 and zone.effect != 0 and zone.concentration != 0:
            worth += 8.0
    return worth


@rule
def has_zone_of(state: State, source: int, row: int) -> bool:
    """Has a creature laid the zone of an effect row already?"""
    for index in range(state.zone_count):
        if state.zones[index].effect == row + 1 and state.zones[index].source == source + 1:
            return True
    return False
