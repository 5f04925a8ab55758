"""Zones: areas that last, move, obscure, slow, and act upon those inside.

Source: the SRD spells that create them. A zone acts upon a creature at most once a turn, when it
enters, starts or ends its turn inside, or (moving zones) is come upon; what holds while a creature
is inside is part of its modifiers.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_ZONES
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Error, Frame, Shape, Traced, Trait, ZoneTrait, ZoneWhen
from dnd_env.core.work import Work
from dnd_env.rules import areas, cover, modifiers, sight, stack
from dnd_env.rules.geometry import FEET
from dnd_env.rules.trace import note


@rule
def lay(state: State, scene: Scene, tables: Tables, work: Work, index: int, row: int) -> None:
    """Lay the zone of an effect row where its frame says, in place of the one there is of a kind of
    which there is only one; or move that one."""
    frame, effect = state.frames[index], tables.effects[row]
    activity = tables.activities[frame.activity - 1]
    moves = (activity.traits >> Trait.FROM_ZONE) & 1 != 0
    at = -1
    if moves or (effect.filter >> ZoneTrait.ONLY_ONE) & 1:
        at = find(state, tables, frame.source - 1, activity.tag)
    is_new = at < 0 or not moves
    if at < 0:
        at = free_row(state)
    zone = state.zones[at]
    if is_new:
        zone.effect, zone.source, zone.activity = row + 1, frame.source, frame.activity
        zone.level, zone.rounds, zone.concentration = frame.level, effect.rounds, effect.condition
        steps = 0
        if effect.per_levels != 0:
            steps = max(frame.level - activity.spell_level, 0) // effect.per_levels
        zone.size_ft = effect.amount + steps * effect.per_level_bonus
        zone.befell, zone.anchor, zone.is_due = 0, 0, 0
    zone.x, zone.y = frame.x, frame.y
    zone.aim_x, zone.aim_y = frame.aim_x, frame.aim_y
    if (effect.filter >> ZoneTrait.FOLLOWS_SOURCE) & 1:
        zone.anchor = frame.source
    note(work, Traced.ZONE, frame.source - 1, -1, at, row + 1, zone.x, zone.y, 0)
    survey(state, scene, tables, work, at)
    sight.mark_all(state)
    state.refresh_stale = sight.EVERYBODY
    when = ZoneWhen.APPEARS if is_new else ZoneWhen.MOVES_ONTO
    befall_all(state, scene, tables, at, when)


@rule
def survey(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Work out the squares of a zone: those of its shape that no wall or closed door shields from
    its origin, or cuts off where it spreads around corners. AOE-01."""
    zone = state.zones[index]
    effect = tables.effects[zone.effect - 1]
    px, py = zone.x, zone.y
    if zone.anchor != 0:
        about = state.creatures[zone.anchor - 1]
        px, py = 2 * about.x + about.width, 2 * about.y + about.width
    if effect.kind == Shape.EMANATION:
        about = state.creatures[zone.anchor - 1]
        areas.draw_about(scene, work, zone.size_ft, about)
        cover.shield_about(state, scene, work, about)
    else:
        areas.draw(scene, work, effect.kind, zone.size_ft, FEET, px, py, zone.aim_x, zone.aim_y)
        spreads = (effect.filter >> ZoneTrait.SPREADS) & 1 != 0
        cover.shield(state, scene, work, px, py, spreads)
    for y in range(scene.height):
        zone.squares[y] = work.squares[y]


@rule
def keep_up(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Work out afresh the zones that move with a creature that has moved, and all of them where
    doors have; everybody may be affected."""
    stale = state.sight_stale
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect == 0:
            continue
        moves = zone.anchor != 0 and (stale >> (zone.anchor - 1)) & 1 != 0
        if moves or stale == sight.EVERYBODY:
            survey(state, scene, tables, work, index)
            state.refresh_stale = sight.EVERYBODY


@rule
def free_row(state: State) -> int:
    for index in range(state.zone_count):
        if state.zones[index].effect == 0:
            return index
    if state.zone_count == MAX_ZONES:
        state.error = Error.TOO_MANY_ZONES
        return MAX_ZONES - 1
    state.zone_count += 1
    return state.zone_count - 1


@rule
def find(state: State, tables: Tables, source: int, tag: int) -> int:
    """Return a creature's zone of the spell with a tag, -1 if there is none."""
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and zone.source == source + 1:
            if tables.activities[zone.activity - 1].tag == tag:
                return index
    return -1


@rule
def acts_when(tables: Tables, zone, when: int) -> bool:
    """Has a zone rows that are done at a ZoneWhen?"""
    effect = tables.effects[zone.effect - 1]
    for child in range(effect.first_child, effect.first_child + effect.child_count):
        if (tables.effects[child].outcome >> when) & 1:
            return True
    return False


@rule
def befall(state: State, tables: Tables, index: int, who: int, when: int) -> bool:
    """Let a zone act upon a creature, unless it has this turn; True if it does."""
    zone = state.zones[index]
    if zone.effect == 0 or (zone.befell >> who) & 1 or not acts_when(tables, zone, when):
        return False
    if not modifiers.befalls(state, tables, zone, who) or not sight.is_here(state, who):
        return False
    zone.befell |= 1 << who
    effect = tables.effects[zone.effect - 1]
    frame = state.frames[stack.push(state, Frame.EFFECTS, zone.source - 1, who, zone.activity - 1)]
    frame.when, frame.zone, frame.level = 1 << when, index + 1, zone.level
    frame.next_effect = effect.first_child
    frame.end_effect = effect.first_child + effect.child_count
    return True


@rule
def befall_all(state: State, scene: Scene, tables: Tables, index: int, when: int) -> None:
    """Let a zone act upon all who are in it."""
    if not acts_when(tables, state.zones[index], when):
        return
    for who in range(scene.creature_count):
        if sight.is_here(state, who):
            if areas.holds_creature(state, state.zones[index], who):
                befall(state, tables, index, who, when)


@rule
def inside(state: State, who: int) -> int:
    """Return the mask of the zones that a creature is in."""
    mask = 0
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and areas.holds_creature(state, zone, who):
            mask |= 1 << index
    return mask


@rule
def after_step(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, before: int
) -> None:
    """Let zones act upon a creature that has moved, and its own upon those it comes over.

    ``before``: mask of the zones that it was in.
    """
    for index in range(state.zone_count):
        if state.zones[index].effect != 0 and state.zones[index].anchor == who + 1:
            survey(state, scene, tables, work, index)
    now = inside(state, who)
    if now != before:
        state.refresh_stale |= 1 << who
    for index in range(state.zone_count):
        if (now & ~before) >> index & 1:
            befall(state, tables, index, who, ZoneWhen.ENTERS)
        if state.zones[index].effect != 0 and state.zones[index].anchor == who + 1:
            state.refresh_stale = sight.EVERYBODY
            sight.mark_all(state)
            befall_all(state, scene, tables, index, ZoneWhen.MOVES_ONTO)


@rule
def new_turn(state: State) -> None:
    """Let all zones act anew."""
    for index in range(state.zone_count):
        state.zones[index].befell = 0
