"""Opportunity attacks: who threatens whom, and what leaving a reach provokes.

Source: SRD 5.1, "Opportunity Attacks"; ATK-11, ATK-09. Each attack that may serve has its reach.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Flag, Trait, Verb
from dnd_env.core.work import Work
from dnd_env.rules import equipment, geometry, grappling, modifiers, sight
from dnd_env.rules.sight import has

FAR_REACH_FT = 40  # nobody reaches further
JUMPS, RISES, LANDS = 1, 2, 3  # ``frame.bits`` of a MOVE frame that does not walk


@rule
def may_serve(state: State, tables: Tables, who: int, slot: int) -> bool:
    """May a creature make an opportunity attack with the activity in a slot?"""
    row = modifiers.activity_in(state, tables, who, slot)
    if row == 0:
        return False
    activity = tables.activities[row - 1]
    if (activity.traits >> Trait.OPPORTUNITY) & 1 == 0:
        return False
    return equipment.is_ready(tables, state.creatures[who], activity)


@rule
def reach_of(state: State, who: int, activity) -> int:
    """Feet that a melee attack reaches."""
    return activity.range_ft + state.creatures[who].reach_ft


@rule
def reach(state: State, tables: Tables, who: int) -> int:
    """Return the longest reach of a creature's opportunity attacks, unarmed ones included; 0 if it
    has none."""
    block = modifiers.block_of(state, tables, who)
    longest = 0
    for slot in range(block.activity_count):
        longest = max(longest, reach_with(state, tables, who, slot))
    for verb in range(Verb.GRAPPLE, Verb.UNARMED_STRIKE + 1):
        longest = max(longest, reach_with(state, tables, who, MAX_SLOTS + verb - 1))
    return longest


@rule
def reach_with(state: State, tables: Tables, who: int, slot: int) -> int:
    """Return the reach of an opportunity attack with the activity in a slot, 0 if it is none."""
    if not may_serve(state, tables, who, slot):
        return 0
    row = modifiers.activity_in(state, tables, who, slot)
    return reach_of(state, who, tables.activities[row - 1])


@rule
def is_on_guard(state: State, scene: Scene, tables: Tables, who: int, mover: int) -> bool:
    """Could a creature make an opportunity attack against a mover, were its reach left?"""
    creature, other = state.creatures[who], state.creatures[mover]
    if who == mover or creature.reactions <= 0 or not sight.is_up(state, who):
        return False
    if has(creature, Flag.CANNOT_REACT) or not sight.sees(state, who, mover):
        return False
    if grappling.is_held_by(state, who, mover):
        return False  # dragged along, it stays in reach
    if scene.provoked_by_anyone != 0:
        return True
    return (scene.hostile_to[creature.side] >> other.side) & 1 != 0


@rule
def is_anyone_near(state: State, scene: Scene, mover: int) -> bool:
    """Is there anybody so near that a reach might be left?"""
    for who in range(scene.creature_count):
        if who != mover and state.creatures[who].reactions > 0 and sight.is_up(state, who):
            if geometry.distance(state, scene, who, mover) <= FAR_REACH_FT:
                return True
    return False


@rule
def is_left(
    state: State,
    scene: Scene,
    mover: int,
    reach_ft: int,
    who: int,
    x: int,
    y: int,
    to_x: int,
    to_y: int,
) -> bool:
    """Does a step of the mover's from (x, y) leave the reach of a creature?"""
    if geometry.distance_from(state, scene, mover, x, y, who) > reach_ft:
        return False
    return geometry.distance_from(state, scene, mover, to_x, to_y, who) > reach_ft


@rule
def is_risen_from(
    state: State, scene: Scene, mover: int, reach_ft: int, who: int, altitude_ft: int
) -> bool:
    """Does flying up or down to an altitude leave the reach of a creature?"""
    creature = state.creatures[mover]
    near = geometry.distance(state, scene, who, mover)
    before, creature.altitude_ft = creature.altitude_ft, altitude_ft
    far = geometry.distance(state, scene, who, mover)
    creature.altitude_ft = before
    return near <= reach_ft < far


@rule
def list_known(state: State, scene: Scene, tables: Tables, work: Work, mover: int) -> None:
    """List in ``work.guards`` the foes whose opportunity attacks the mover's side must expect, with
    the squares within their reach."""
    work.guard_count = 0
    creature = state.creatures[mover]
    if has(creature, Flag.SLIPS_AWAY):
        return
    for who in range(scene.creature_count):
        if (state.spotted[creature.side] >> who) & 1 == 0:
            continue
        if is_on_guard(state, scene, tables, who, mover):
            reach_ft = reach(state, tables, who)
            if reach_ft > 0:
                work.guards[work.guard_count] = who
                work.guard_reach[work.guard_count] = reach_ft
                mark_reach(state, scene, work, mover, who, reach_ft, work.guard_count)
                work.guard_count += 1


@rule
def mark_reach(
    state: State, scene: Scene, work: Work, mover: int, who: int, reach_ft: int, index: int
) -> None:
    """Set in ``work.guarded[index]`` where the mover would be within the reach of a creature."""
    creature, width = state.creatures[who], state.creatures[mover].width
    far = reach_ft // geometry.FEET
    for y in range(scene.height):
        work.guarded[index, y] = 0
    left, right = creature.x - far - width + 1, creature.x + creature.width + far
    top, bottom = creature.y - far - width + 1, creature.y + creature.width + far
    for y in range(max(top, 0), min(bottom, scene.height)):
        for x in range(max(left, 0), min(right, scene.width)):
            if geometry.distance_from(state, scene, mover, x, y, who) <= reach_ft:
                work.guarded[index, y] |= 1 << x
