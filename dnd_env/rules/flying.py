"""Flying up and down where a creature is.

Source: SRD 5.1 and 5.2, "Movement and Position"; MOV-03, MOV-08, MOV-09. An altitude is an option
of the verb FLY; sideways a flyer moves as others do.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import FRIGHTENS, Tables
from dnd_env.core.terms import Flag, Frame
from dnd_env.rules import geometry, ongoing, paths, sight, stack
from dnd_env.rules.geometry import bits_between
from dnd_env.rules.sight import has
from dnd_env.rules.threats import LANDS, RISES


@rule
def can_fly_to(state: State, scene: Scene, tables: Tables, who: int, altitude_ft: int) -> bool:
    """May a creature fly straight up or down to an altitude, and stay there?"""
    creature = state.creatures[who]
    if creature.speed_ft[paths.FLY] == 0 or has(creature, Flag.CRAWLS):
        return False
    if creature.is_flying != 0 and altitude_ft == creature.altitude_ft:
        return False
    climb = abs(altitude_ft - creature.altitude_ft)
    if climb > paths.budget_ft(state, scene, tables, who, paths.FLY):
        return False
    return altitude_ft <= scene.ceiling_ft and has_room_at(state, scene, tables, who, altitude_ft)


@rule
def can_land(state: State, scene: Scene, tables: Tables, who: int) -> bool:
    """May a flyer come down where it is? Not into a chasm, nor onto somebody."""
    creature = state.creatures[who]
    if creature.is_flying == 0:
        return False
    if creature.altitude_ft > paths.budget_ft(state, scene, tables, who, paths.FLY):
        return False
    span = bits_between(creature.x, creature.x + creature.width - 1)
    for y in range(creature.y, creature.y + creature.width):
        if scene.chasm[y] & span:
            return False
    return has_room_at(state, scene, tables, who, 0)


@rule
def has_room_at(state: State, scene: Scene, tables: Tables, who: int, altitude_ft: int) -> bool:
    """Is nobody in the way at another altitude, and nobody feared nearer, as far as the creature's
    side knows?"""
    creature = state.creatures[who]
    before = creature.altitude_ft
    feared = 0
    if has(creature, Flag.AFRAID):
        feared = ongoing.binders_of(state, tables, who, FRIGHTENS)
    for other in range(scene.creature_count):
        if altitude_ft == before or not sight.is_located(state, who, other):
            continue
        near = geometry.distance(state, scene, who, other)
        creature.altitude_ft = altitude_ft
        barred = is_taken_by(state, tables, who, other)
        barred |= (feared >> other) & 1 != 0 and geometry.distance(state, scene, who, other) < near
        creature.altitude_ft = before
        if barred:
            return False
    return True


@rule
def is_taken_by(state: State, tables: Tables, who: int, other: int) -> bool:
    """Does another creature's space overlap that of one which cannot share it?"""
    if not paths.in_the_way(state, who, other) or paths.may_share(state, tables, who, other):
        return False
    a, b = state.creatures[who], state.creatures[other]
    if geometry.gap(a.x, a.width, b.x, b.width) != 0:
        return False
    return geometry.gap(a.y, a.width, b.y, b.width) == 0


@rule
def rise(state: State, who: int, altitude_ft: int, lands: bool) -> None:
    """Begin to fly up or down; leaving a reach that way provokes too."""
    frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
    frame.step_count, frame.amount = 1, -1
    frame.bits = LANDS if lands else RISES
    frame.total = altitude_ft
