"""Movement that is not one's own: pushes, pulls, teleports, falls. It provokes nothing.

Source: SRD 5.1, "Falling", "Flying Movement"; SRD 5.2, "Flying"; MOV-09, B076.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import DamageType, Edition, Flag, Life, Push, Traced
from dnd_env.core.work import Work
from dnd_env.rules import damage, dice, geometry, movement, paths, sight, zones
from dnd_env.rules.geometry import FEET, sign
from dnd_env.rules.sight import has
from dnd_env.rules.trace import note

FALL_FEET_A_DIE, MOST_FALL_DICE = 10, 20


@rule
def push(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, effect, who: int
) -> None:
    """Move a creature away from, or toward, the source or the origin of an area."""
    frame = state.frames[index]
    creature, source = state.creatures[who], state.creatures[frame.source - 1]
    from_x, from_y = 2 * source.x + source.width, 2 * source.y + source.width
    if frame.zone != 0:
        from_x, from_y = state.zones[frame.zone - 1].x, state.zones[frame.zone - 1].y
    dx, dy = 2 * creature.x + creature.width - from_x, 2 * creature.y + creature.width - from_y
    toward = effect.kind == Push.TOWARD
    for _ in range(effect.amount // FEET):
        way_x, way_y = way(dx, dy)
        if toward:
            way_x, way_y = -way_x, -way_y
        if not shift(state, scene, tables, work, who, way_x, way_y):
            break


@rule
def way(dx: int, dy: int) -> tuple[int, int]:
    """Return the step, of the eight, that points most nearly along a line."""
    far, near = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if 2 * near <= far:  # nearer to a row or column than to a diagonal
        return (sign(dx), 0) if abs(dx) >= abs(dy) else (0, sign(dy))
    return sign(dx), sign(dy)


@rule
def shift(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, dx: int, dy: int
) -> bool:
    """Move a creature one square against its will, if there is room."""
    creature = state.creatures[who]
    if (dx == 0 and dy == 0) or not movement.is_room(
        state, scene, tables, who, creature.x + dx, creature.y + dy, who
    ):
        return False
    before = zones.inside(state, who) if state.zone_count > 0 else 0
    note(work, Traced.FORCED, -1, who, geometry.direction_of(dx, dy), creature.x, creature.y, 0, 0)
    creature.x += dx
    creature.y += dy
    break_run(creature)
    movement.arrive(state, scene, tables, work, who, before)
    return True


@rule
def break_run(creature) -> None:
    """Moved by others, a creature has no run-up any more."""
    creature.run_ft, creature.approach_ft = 0, 0


@rule
def teleport(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, x: int, y: int
) -> None:
    """Put a creature somewhere else at once; it costs no movement. B082. Where somebody unseen is
    in its place it goes nowhere."""
    creature = state.creatures[who]
    if not movement.is_room(state, scene, tables, who, x, y, who):
        note(work, Traced.STOPS, who, -1, 0, 0, 0, 0, 0)
        return
    before = zones.inside(state, who) if state.zone_count > 0 else 0
    note(work, Traced.TELEPORTS, who, -1, 0, creature.x, creature.y, x, y)
    creature.x, creature.y = x, y
    break_run(creature)
    movement.arrive(state, scene, tables, work, who, before)


@rule
def must_fall(state: State, scene: Scene, who: int) -> bool:
    """Does a flyer fall? MOV-09."""
    creature = state.creatures[who]
    if creature.is_flying == 0 or not sight.is_here(state, who):
        return False
    if not sight.is_up(state, who):
        return True
    if has(creature, Flag.HOVERS):
        return False
    grounded = creature.speed_ft[paths.FLY] == 0 or has(creature, Flag.CRAWLS)
    if scene.edition == Edition.SRD_5_2:
        return grounded or has(creature, Flag.CANNOT_ACT)
    return grounded and not has(creature, Flag.HELD_ALOFT)


@rule
def fall(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Drop a creature to the ground: 1d6 for each 10 ft, and it lands prone if that hurts it."""
    creature = state.creatures[who]
    height = creature.altitude_ft
    creature.altitude_ft, creature.is_flying = 0, 0
    break_run(creature)
    sight.mark_moved(state, who)
    state.places_stale = 1
    note(work, Traced.FALLS, who, -1, height, 0, 0, 0, 0)
    count = min(height // FALL_FEET_A_DIE, MOST_FALL_DICE)
    if count > 0 and creature.life != Life.DEAD:
        frame = state.frames[damage.deal(state, -1, who, -1)]
        frame.damage[DamageType.BLUDGEONING] = dice.roll(state, count, 6)
        frame.bits = damage.IS_FALL
