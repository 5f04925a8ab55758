"""What an agent sees, as one vector of named pieces, float32 in [-1, 1].

Pieces, in order: ``globals``, ``self`` (the viewing creature), ``creatures`` (a row a slot),
``activities`` (a row a slot of the viewing creature: what it does), ``terrain`` (a window around
it). Nothing that the viewer's side does not know influences a byte of it: see ``knows`` and
``sees_numbers``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_SPELL_LEVEL, MAX_WIDTH
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import ACTIVITY_FEATURES, Tables
from dnd_env.core.terms import (
    Condition,
    Decision,
    Edition,
    Event,
    Flag,
    Frame,
    Life,
)
from dnd_env.core.work import Work
from dnd_env.rules import geometry, grappling, modifiers, paths, sight, stack
from dnd_env.rules.sight import has
from dnd_env.spaces import terrain

DECISIONS = len(Decision)
EVENTS = len(Event)
CONDITIONS = len(Condition)
RESOURCES_SHOWN = 6  # after the spell slots

GLOBALS_SIZE = DECISIONS + EVENTS + ACTIVITY_FEATURES + 10
SELF_SIZE = 24 + MAX_SPELL_LEVEL + RESOURCES_SHOWN
CREATURE_SIZE = 28 + CONDITIONS
ACTIVITY_SIZE = ACTIVITY_FEATURES + 2


@rule
def unit(value: float) -> float:
    """Keep a value within [-1, 1]."""
    return min(max(value, -1.0), 1.0)


@rule
def write(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    viewer: int,
    deciding: bool,
    mask,
    out,
) -> None:
    """Write the observation of a creature's seat.

    Args:
        state: STATE record, sight up to date.
        scene: SCENE record.
        tables: TABLES record.
        work: WORK record.
        viewer: the creature through whose eyes it is; its side's knowledge counts.
        deciding: whether the pending decision is this seat's.
        mask: int8 [action_count], the decider's legal actions; read where ``deciding``.
        out: float32 [observation_size]; every element is written.
    """
    for index in range(scene.observation_size):
        out[index] = 0.0
    at = write_globals(state, scene, tables, viewer, deciding, out, 0)
    at = write_self(state, scene, tables, viewer, out, at)
    write_order(state, scene, state.creatures[viewer].side, out, at)
    for who in range(scene.creature_slots):
        if who < scene.creature_count and state.creatures[who].stat_block != 0:
            write_creature(state, scene, tables, viewer, deciding, who, out, at)
        at += CREATURE_SIZE
    at = write_activities(state, scene, tables, viewer, deciding, mask, out, at)
    terrain.write(state, scene, tables, viewer, out, at)


@rule
def knows(state: State, scene: Scene, side: int, who: int) -> bool:
    """Does a side know where a creature is, and how it fares?"""
    if scene.fog == 0 or state.creatures[who].side == side:
        return True
    return (state.located[side] >> who) & 1 != 0


@rule
def sees_numbers(state: State, scene: Scene, side: int, who: int) -> bool:
    """Does a side know a creature's exact numbers? It must see it, if there is fog of war."""
    if state.creatures[who].side == side:
        return True
    seen = scene.fog == 0 or (state.spotted[side] >> who) & 1 != 0
    return seen and scene.partial_knowledge == 0


@rule
def write_globals(
    state: State, scene: Scene, tables: Tables, viewer: int, deciding: bool, out, at: int
) -> int:
    creature = state.creatures[viewer]
    if deciding and state.decider != 0:
        out[at + state.decision - 1] = 1.0
        if state.decision == Decision.RESPONSE:
            event = state.events[state.frames[stack.top(state)].next_event]
            out[at + DECISIONS + event.kind - 1] = 1.0
        row = pending_activity(state)
        if row != 0:
            features = tables.activities[row - 1].features
            for index in range(ACTIVITY_FEATURES):
                out[at + DECISIONS + EVENTS + index] = features[index]
    end = at + DECISIONS + EVENTS + ACTIVITY_FEATURES
    out[end] = 1.0 if deciding else 0.0
    out[end + 1] = unit(state.round_number / max(scene.max_rounds, 1))
    out[end + 2] = 1.0 if state.turn == viewer + 1 else 0.0
    out[end + 3] = 1.0 if scene.edition == Edition.SRD_5_2 else 0.0
    out[end + 4] = 1.0 if scene.fog != 0 else 0.0
    if deciding:
        choice = state.choice[0]
        out[end + 5] = choice.level * (1 / MAX_SPELL_LEVEL) if choice.activity != 0 else 0.0
        out[end + 6] = unit(choice.target_count * (1 / 4)) if choice.activity != 0 else 0.0
        out[end + 7] = unit(state.decisions_this_turn * (1 / 50))
    out[end + 8], out[end + 9] = strength_of(state, scene, creature.side)
    return at + GLOBALS_SIZE


@rule
def pending_activity(state: State) -> int:
    """Return the activity (a row + 1) that is being chosen, resolved or responded to; 0 for
    none."""
    if state.decision == Decision.TURN or state.decision == Decision.LEGENDARY:
        return 0
    if state.choice[0].activity != 0:
        return state.choice[0].activity
    frame = state.frames[stack.top(state)]
    if state.decision == Decision.RESPONSE:
        return state.events[frame.next_event].activity
    return frame.activity


@rule
def strength_of(state: State, scene: Scene, side: int) -> tuple[float, float]:
    """Return what share of its hit points a side has left, and the foes that it knows of."""
    own, own_full, foes, foes_full = 0, 1, 0, 1
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block == 0 or not knows(state, scene, side, who):
            continue
        if creature.side == side:
            own += creature.hit_points
            own_full += creature.hit_point_maximum
        elif sees_numbers(state, scene, side, who):
            foes += creature.hit_points
            foes_full += creature.hit_point_maximum
    return own / own_full, foes / foes_full


@rule
def write_self(state: State, scene: Scene, tables: Tables, viewer: int, out, at: int) -> int:
    """The economy, movement and resources of the viewing creature."""
    creature = state.creatures[viewer]
    block = modifiers.block_of(state, tables, viewer)
    out[at] = unit(creature.actions * (1 / 2))
    out[at + 1] = 1.0 if creature.bonus_actions > 0 else 0.0
    out[at + 2] = 1.0 if creature.reactions > 0 else 0.0
    out[at + 3] = 1.0 if creature.interactions > 0 else 0.0
    out[at + 4] = unit(creature.legendary_actions * (1 / 3))
    out[at + 5] = unit(creature.attack_count * (1 / 4)) if creature.is_attacking != 0 else 0.0
    out[at + 6] = unit(paths.budget_ft(state, scene, tables, viewer, paths.WALK) * (1 / 60))
    out[at + 7] = unit(paths.budget_ft(state, scene, tables, viewer, paths.SWIM) * (1 / 60))
    out[at + 8] = unit(paths.budget_ft(state, scene, tables, viewer, paths.FLY) * (1 / 120))
    out[at + 9] = 1.0 if creature.is_flying != 0 else 0.0
    out[at + 10] = unit(creature.altitude_ft * (1 / 60))
    out[at + 11] = 1.0 if creature.concentrates != 0 else 0.0
    out[at + 12] = unit(creature.death_successes * (1 / 3))
    out[at + 13] = unit(creature.death_failures * (1 / 3))
    out[at + 14] = creature.x * (1 / MAX_WIDTH)
    out[at + 15] = creature.y * (1 / MAX_WIDTH)
    out[at + 16] = 1.0 if creature.main_hand != 0 else 0.0
    out[at + 17] = 1.0 if creature.off_hand != 0 else 0.0
    for ability in range(6):
        out[at + 18 + ability] = unit(block.save_bonus[ability] * (1 / 12))
    for level in range(MAX_SPELL_LEVEL):
        out[at + 24 + level] = unit(creature.resources[level] * (1 / 4))
    for index in range(RESOURCES_SHOWN):
        full = block.resources[MAX_SPELL_LEVEL + index]
        if full > 0:
            left = creature.resources[MAX_SPELL_LEVEL + index] / full
            out[at + 24 + MAX_SPELL_LEVEL + index] = unit(left)
    return at + SELF_SIZE


@rule
def write_creature(
    state: State,
    scene: Scene,
    tables: Tables,
    viewer: int,
    deciding: bool,
    who: int,
    out,
    at: int,
) -> None:
    """One creature's row, as far as the viewer's side knows it."""
    me, creature = state.creatures[viewer], state.creatures[who]
    if not knows(state, scene, me.side, who):
        write_memory(state, me, who, out, at)
        return
    out[at] = 1.0
    out[at + 1] = 1.0 if sight.sees(state, viewer, who) else 0.0
    out[at + 2] = 1.0 if who == viewer else 0.0
    out[at + 3] = 1.0 if creature.side == me.side else -1.0
    out[at + 4] = 1.0 if creature.life == Life.UP else 0.0
    out[at + 5] = 1.0 if creature.life == Life.DYING else 0.0
    out[at + 6] = 1.0 if creature.life == Life.DEAD else 0.0
    out[at + 7] = unit((creature.x - me.x) * (1 / 20))
    out[at + 8] = unit((creature.y - me.y) * (1 / 20))
    out[at + 9] = unit(geometry.distance(state, scene, viewer, who) * (1 / 100))
    out[at + 10] = unit(creature.altitude_ft * (1 / 60))
    out[at + 11] = creature.width * (1 / 4)
    write_vigour(state, scene, me.side, who, out, at + 12)
    out[at + 16] = 1.0 if creature.concentrates != 0 else 0.0
    out[at + 17] = 1.0 if creature.reactions > 0 else 0.0
    out[at + 18] = unit(modifiers.walk_speed(creature) * (1 / 60))
    out[at + 19] = 1.0 if state.turn == who + 1 else 0.0
    out[at + 20] = 1.0 if has(creature, Flag.CANNOT_ACT) else 0.0
    out[at + 21] = 1.0 if sight.sees(state, who, viewer) else 0.0
    if creature.side == me.side:
        out[at + 22] = 1.0 if hides(state, scene, creature) else 0.0
    out[at + 23] = 1.0 if (grappling.held_by(state, viewer) >> who) & 1 else 0.0
    if deciding and state.decider != 0:
        write_part(state, who, out, at + 25)
    for condition in range(CONDITIONS):
        out[at + 28 + condition] = 1.0 if (creature.conditions >> condition) & 1 else 0.0


@rule
def hides(state: State, scene: Scene, creature) -> bool:
    """Is one of its own side's hidden from a foe that it knows of? Of others it cannot tell whether
    they have found it."""
    unaware = creature.hidden_from
    if scene.fog != 0:
        unaware &= state.located[creature.side]
    return unaware != 0


@rule
def write_vigour(state: State, scene: Scene, side: int, who: int, out, at: int) -> None:
    """Hit points and armor class; of foes whose statistics are not known only "bloodied"."""
    creature = state.creatures[who]
    full = max(creature.hit_point_maximum, 1)
    if sees_numbers(state, scene, side, who):
        out[at] = unit(creature.hit_points / full)
        out[at + 1] = unit(creature.hit_points * (1 / 100))
        out[at + 2] = unit(creature.temp_hit_points * (1 / 20))
        out[at + 3] = unit(creature.armor_class * (1 / 30))
    else:
        out[at] = 0.5 if modifiers.is_bloodied(creature) else 1.0


@rule
def write_memory(state: State, me, who: int, out, at: int) -> None:
    """A creature out of sight and hearing: where it was last known to be."""
    place = state.remembered[me.side, who]
    if place != 0:
        out[at] = 0.5
        out[at + 3] = -1.0
        out[at + 7] = unit(((place - 1) % MAX_WIDTH - me.x) * (1 / 20))
        out[at + 8] = unit(((place - 1) // MAX_WIDTH - me.y) * (1 / 20))


@rule
def write_order(state: State, scene: Scene, side: int, out, at: int) -> None:
    """The share of a round until each creature's next turn, those unknown not counted."""
    count, ahead = 0, 0
    for index in range(state.order_count):
        count += knows(state, scene, side, state.order[index])
    for offset in range(state.order_count):
        who = state.order[(state.turn_index + offset) % state.order_count]
        if knows(state, scene, side, who):
            out[at + who * CREATURE_SIZE + 24] = ahead / max(count, 1)
            ahead += 1


@rule
def write_part(state: State, who: int, out, at: int) -> None:
    """What part a creature has in the pending choice or event."""
    choice = state.choice[0]
    if choice.activity != 0:
        for index in range(choice.target_count):
            if choice.targets[index] == who + 1:
                out[at] = unit(out[at] + 0.25)
        if choice.named == who + 1 or choice.anchor == who + 1:
            out[at] = 1.0
    frame = state.frames[stack.top(state)]
    if state.decision == Decision.RESPONSE:
        event = state.events[frame.next_event]
        out[at + 1] = 1.0 if event.source == who + 1 else 0.0
        out[at + 2] = 1.0 if event.target == who + 1 else 0.0
    elif frame.kind != Frame.TURN:
        out[at + 1] = 1.0 if frame.source == who + 1 else 0.0
        out[at + 2] = 1.0 if frame.target == who + 1 else 0.0


@rule
def write_activities(
    state: State, scene: Scene, tables: Tables, viewer: int, deciding: bool, mask, out, at: int
) -> int:
    """What each slot of the viewing creature does, whether it is legal now, and its uses left."""
    block = modifiers.block_of(state, tables, viewer)
    creature = state.creatures[viewer]
    own = deciding and state.decider == viewer + 1
    for slot in range(min(block.activity_count, scene.slot_count)):
        activity = tables.activities[block.activities[slot] - 1]
        row = at + slot * ACTIVITY_SIZE
        for index in range(ACTIVITY_FEATURES):
            out[row + index] = activity.features[index]
        if own:
            out[row + ACTIVITY_FEATURES] = mask[scene.activities_at + slot]
        if activity.resource != 0:
            full = max(block.resources[activity.resource - 1], 1)
            left = creature.resources[activity.resource - 1] / full
            out[row + ACTIVITY_FEATURES + 1] = unit(left)
        else:
            out[row + ACTIVITY_FEATURES + 1] = 1.0
    return at + scene.slot_count * ACTIVITY_SIZE
