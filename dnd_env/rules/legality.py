"""What is legal to aim at and to respond with for who decides, as far as its side knows.

``survey`` looks around once; the other functions then ask about single answers. VIS-02, ATK-05,
TRN-01.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import CHARMS, Tables
from dnd_env.core.terms import (
    Context,
    Do,
    Event,
    Flag,
    Gate,
    Life,
    LifeChange,
    Outcome,
    Target,
    Trait,
    Who,
    Witness,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    attacks,
    dying,
    economy,
    equipment,
    geometry,
    modifiers,
    ongoing,
    predicates,
    sight,
    threats,
    zones,
)
from dnd_env.rules.sight import has
from dnd_env.rules.uses import has_trait


@rule
def survey(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Look around from a creature: distances, and masks of whom it can place, see and reach."""
    creature = state.creatures[who]
    located = state.located[creature.side]
    work.in_line, work.allies, work.enemies, work.fallen = 0, 0, 0, 0
    hostile = scene.hostile_to[creature.side]
    for other in range(scene.creature_count):
        there = state.creatures[other]
        if (located >> other) & 1 == 0 or not sight.is_here(state, other):
            continue
        bit = 1 << other
        work.distance_ft[other] = geometry.distance(state, scene, who, other)
        if other == who or sight.has_effect_line_now(state, scene, work, creature, there):
            work.in_line |= bit
        if there.life == Life.DEAD:
            work.fallen |= bit
        elif (hostile >> there.side) & 1:
            work.enemies |= bit
        elif other != who:
            work.allies |= bit


@rule
def of_kind(work: Work, who: int, kinds: int) -> int:
    """Return the surveyed creatures of a Who mask."""
    mask = 0
    if (kinds >> Who.SELF) & 1:
        mask |= 1 << who
    if (kinds >> Who.ALLY) & 1:
        mask |= work.allies
    if (kinds >> Who.ENEMY) & 1:
        mask |= work.enemies
    return mask


@rule
def candidates(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> int:
    """Return the surveyed creatures that an activity is for: of the living, or of the dead whom it
    can bring back."""
    if not revives(tables, activity):
        return of_kind(work, who, activity.who)
    mask = 0
    for other in range(scene.creature_count):
        if (work.fallen >> other) & 1 and dying.is_revivable(state, other):
            if (activity.who >> modifiers.relation(state, who, other)) & 1:
                mask |= 1 << other
    return mask


@rule
def revives(tables: Tables, activity) -> bool:
    effect = tables.effects[activity.first_effect]
    if activity.effect_count == 0 or effect.do != Do.LIFE:
        return False
    return effect.kind == LifeChange.REVIVE


@rule
def range_of(state: State, who: int, activity) -> int:
    """Return the feet within which an activity can choose its target."""
    if activity.long_range_ft != 0:
        return activity.long_range_ft
    if activity.gate == Gate.ATTACK and not attacks.is_ranged(activity):
        return threats.reach_of(state, who, activity)
    return activity.range_ft


@rule
def targets_of(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> int:
    """Return the mask of the creatures that an activity may target, as surveyed."""
    mask = candidates(state, scene, tables, work, who, activity) & work.in_line
    if has_trait(activity, Trait.NEEDS_SIGHT):
        mask &= state.sees[who] | 1 << who
    if has_trait(activity, Trait.HARMFUL):
        mask &= ~charmers_of(state, tables, who)
    if has_trait(activity, Trait.ANOTHER) and state.event_count > 0:
        mask &= beside_target(state, scene, activity)
    reach = range_of(state, who, activity)
    found = 0
    while mask != 0:
        other = geometry.lowest_bit(mask)
        mask &= mask - 1
        if has_trait(activity, Trait.FROM_ZONE):
            far = zone_distance(state, scene, tables, who, activity.tag, other)
        else:
            far = work.distance_ft[other] if other != who else 0
        if far <= reach and suits(state, scene, tables, who, activity, other):
            found |= 1 << other
    return found


@rule
def beside_target(state: State, scene: Scene, activity) -> int:
    """Return the creatures near the target of the event that is responded to, that one left out."""
    first = state.events[state.frames[state.frame_count - 1].next_event].target - 1
    mask = 0
    for other in range(scene.creature_count):
        if other != first and state.creatures[other].stat_block != 0:
            if geometry.distance(state, scene, first, other) <= activity.named_range_ft:
                mask |= 1 << other
    return mask


@rule
def zone_distance(
    state: State, scene: Scene, tables: Tables, who: int, tag: int, other: int
) -> int:
    """Feet from the zone that a creature has laid by a spell to another creature."""
    index = zones.find(state, tables, who, tag)
    if index < 0:
        return 1 << 20
    zone = state.zones[index]
    return geometry.distance_to_square(state, scene, other, zone.x // 2, zone.y // 2)


@rule
def suits(state: State, scene: Scene, tables: Tables, who: int, activity, other: int) -> bool:
    """Do an activity's own conditions on its target hold?"""
    return predicates.suits(state, scene, tables, activity, who, other, -1)


@rule
def named_of(state: State, work: Work, who: int, activity) -> int:
    """Return the mask of the creatures that may be named first (the foe of *help*)."""
    mask = of_kind(work, who, activity.named_who) & work.in_line
    found = 0
    while mask != 0:
        other = geometry.lowest_bit(mask)
        mask &= mask - 1
        if work.distance_ft[other] <= activity.named_range_ft:
            found |= 1 << other
    return found


@rule
def may_guess(state: State, scene: Scene, who: int) -> bool:
    """May a creature attack a square where it suspects somebody? Only while its side cannot place a
    foe that it has met, or any foe at all; so the mask tells nothing. ATK-05, B055."""
    side = state.creatures[who].side
    placed, lost = False, False
    for other in range(scene.creature_count):
        there = state.creatures[other]
        if there.stat_block == 0 or (scene.hostile_to[side] >> there.side) & 1 == 0:
            continue
        if (state.located[side] >> other) & 1:
            placed |= there.life == Life.UP
        elif state.remembered[side, other] != 0:
            lost = True
    return lost or not placed


@rule
def is_affordable(
    state: State, scene: Scene, tables: Tables, who: int, slot: int, activity, context: int
) -> bool:
    """Could a creature use an activity now, were there something to aim it at?"""
    creature = state.creatures[who]
    if has(creature, Flag.TURNED) and not is_flight(activity):
        return False
    if not economy.can_pay(state, scene, tables, who, slot, activity, context):
        return False
    return equipment.can_wield(scene, tables, creature, activity)


@rule
def is_flight(activity) -> bool:
    """Is it one of the two actions that a turned creature may take?"""
    return has_trait(activity, Trait.FLIGHT)


@rule
def can_respond(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, slot: int, event
) -> bool:
    """May a creature respond to an event with the activity in a slot?"""
    row = modifiers.activity_in(state, tables, who, slot)
    if row == 0 or (event.answered >> slot) & 1:
        return False
    activity = tables.activities[row - 1]
    if event.kind == Event.LEAVES_REACH:
        return can_strike_as_it_leaves(state, scene, tables, work, who, slot, activity, event)
    if activity.event != event.kind and activity.also_event != event.kind:
        return False
    if event.kind == Event.SAVE_FAILED:
        if (state.frames[state.frame_count - 1].outcome >> Outcome.FAIL) & 1 == 0:
            return False
    if not economy.can_pay(state, scene, tables, who, slot, activity, Context.RESPONSE):
        return False
    if not equipment.is_ready(tables, state.creatures[who], activity):
        return False
    if is_used_up(state, tables, who, activity):
        return False
    if not is_concerned(state, scene, tables, who, activity, event):
        return False
    if activity.target != Target.CREATURE:
        return True
    survey(state, scene, tables, work, who)
    return targets_of(state, scene, tables, work, who, activity) != 0


@rule
def is_used_up(state: State, tables: Tables, who: int, activity) -> bool:
    """Is an activity's first effect limited to once a turn, and that turn's spent?"""
    once = tables.effects[activity.first_effect].once
    if activity.effect_count == 0 or once == 0:
        return False
    return (state.creatures[who].triggers_used >> (once - 1)) & 1 != 0


@rule
def can_strike_as_it_leaves(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, slot: int, activity, event
) -> bool:
    """May an activity serve as opportunity attack against the creature that leaves? ATK-11."""
    if not threats.may_serve(state, tables, who, slot):
        return False
    creature = state.creatures[who]
    if creature.reactions <= 0 or has(creature, Flag.CANNOT_REACT):
        return False
    mover = event.source - 1
    frame = state.frames[state.frame_count - 1]
    at = state.creatures[mover]
    if (charmers_of(state, tables, who) >> mover) & 1:
        return False
    if not suits(state, scene, tables, who, activity, mover):
        return False
    if not sight.has_effect_line_now(state, scene, work, creature, at):
        return False
    reach_ft = threats.reach_of(state, who, activity)
    if frame.bits >= threats.RISES:
        return threats.is_risen_from(state, scene, mover, reach_ft, who, frame.total)
    return threats.is_left(state, scene, mover, reach_ft, who, at.x, at.y, frame.x, frame.y)


@rule
def charmers_of(state: State, tables: Tables, who: int) -> int:
    """Return the mask of those whom a creature may not harm, for they charm it. CND-01."""
    if not has(state.creatures[who], Flag.CHARMED):
        return 0
    return ongoing.binders_of(state, tables, who, CHARMS)


@rule
def is_concerned(state: State, scene: Scene, tables: Tables, who: int, activity, event) -> bool:
    """Is an event one that an activity answers: its witness, range, sight and conditions?"""
    source, target = event.source - 1, event.target - 1
    other = source if source != who else target
    witness = activity.witness
    if not is_witness(state, scene, who, witness, source, target):
        return False
    if event.kind == Event.TARGETED and activity.event_tag != 0:
        if tables.activities[event.activity - 1].tag != activity.event_tag:
            return False
    if activity.range_ft > 0 and other >= 0 and other != who:
        if geometry.distance(state, scene, who, other) > activity.range_ft:
            return False
    if has_trait(activity, Trait.NEEDS_SIGHT) and other >= 0 and other != who:
        if not sight.sees(state, who, other):
            return False
    return predicates.suits(state, scene, tables, activity, who, other, state.frame_count - 1)


@rule
def is_witness(
    state: State, scene: Scene, who: int, witness: int, source: int, target: int
) -> bool:
    """Does a creature stand to an event as a Witness says?"""
    if witness == Witness.SOURCE:
        return who == source
    if witness == Witness.TARGET:
        return who == target
    if who == source or not sight.is_awake(state, who):
        return False
    if who == target:
        return False
    side = state.creatures[who].side
    if witness == Witness.ALLY_OF_TARGET:
        return target >= 0 and state.creatures[target].side == side
    if witness == Witness.ENEMY_OF_SOURCE:
        return source >= 0 and (scene.hostile_to[side] >> state.creatures[source].side) & 1 != 0
    return True
