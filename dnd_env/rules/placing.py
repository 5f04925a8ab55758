"""Where an activity can be placed or aimed: the squares that may be said, as rows of bits.

A square stands for itself where something goes to or is aimed at it, and for its north-west corner
where an area is placed. In the compact action set a place is named by a creature and a corner.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Shape, Target, Trait
from dnd_env.core.work import Work
from dnd_env.rules import geometry, legality, lines, paths, sight, zones
from dnd_env.rules.geometry import FEET, bits_between, gap
from dnd_env.rules.uses import has_trait


@rule
def clear(scene: Scene, work: Work) -> None:
    for y in range(scene.height + 1):
        work.reach[y] = 0


@rule
def mark(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> None:
    """Set in ``work.reach`` the squares that may be said for an activity's place or aim."""
    clear(scene, work)
    if activity.target == Target.DIRECTION:
        mark_aims(state, scene, work, who, activity)
    elif activity.target == Target.SPACE:
        mark_spaces(state, scene, tables, work, who, activity)
    else:
        mark_points(state, scene, tables, work, who, activity)


@rule
def mark_aims(state: State, scene: Scene, work: Work, who: int, activity) -> None:
    """Any square outside the user's space; for a cube, those from which it touches that space."""
    creature = state.creatures[who]
    size = activity.size_ft // FEET
    for y in range(scene.height):
        for x in range(scene.width):
            if activity.shape == Shape.CUBE:
                far = max(
                    gap(creature.x, creature.width, x, size),
                    gap(creature.y, creature.width, y, size),
                )
                allowed = far == 1
            else:
                far = max(gap(creature.x, creature.width, x, 1), gap(creature.y, creature.width, y, 1))
                allowed = far > 0
            if allowed:
                work.reach[y] |= 1 << x


@rule
def mark_spaces(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, activity
) -> None:
    """Free places within range that the user sees: for a teleport."""
    paths.prepare(state, scene, tables, work, who)
    creature = state.creatures[who]
    moving = sight.find_moving_bars(state, scene, tables, work)
    for y in range(scene.height):
        bits = work.stops[y]
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            far = geometry.distance_to_square(state, scene, who, x, y)
            if 0 < far <= activity.range_ft and is_in_sight(
                state, scene, tables, work, moving, creature, x, y
            ):
                work.reach[y] |= 1 << x


@rule
def is_in_sight(
    state: State, scene: Scene, tables: Tables, work: Work, moving: bool, creature, x: int, y: int
) -> bool:
    """Does a creature see a square: in line, and not in a darkness that it cannot see in?"""
    if (scene.sight[geometry.square_of(creature.x, creature.y), y] >> x) & 1 == 0:
        return False
    if moving and not lines.has_line(work.opaque, creature.x, creature.y, x, y):
        return False
    far = FEET * max(abs(creature.x - x), abs(creature.y - y))
    if far <= creature.sense_ft[sight.DARKVISION]:
        return True
    return sight.light_at(state, scene, tables, x, y) != 1


@rule
def mark_points(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, activity
) -> None:
    """Intersections within range, to which the way is free: a square about it is in line."""
    creature = state.creatures[who]
    left, top, width = 2 * creature.x, 2 * creature.y, 2 * creature.width
    if has_trait(activity, Trait.FROM_ZONE):
        zone = state.zones[zones.find(state, tables, who, activity.tag)]
        left, top, width = zone.x, zone.y, 0
    for y in range(scene.height + 1):
        for x in range(scene.width + 1):
            dx = max(left - 2 * x, 2 * x - left - width, 0)
            dy = max(top - 2 * y, 2 * y - top - width, 0)
            if FEET * max(dx, dy) <= 2 * activity.range_ft and is_point_in_line(
                state, scene, work, creature, x, y
            ):
                work.reach[y] |= 1 << x


@rule
def is_point_in_line(state: State, scene: Scene, work: Work, creature, x: int, y: int) -> bool:
    """Is the way from a creature to an intersection free, to some square that touches it?"""
    for side in range(4):
        at_x, at_y = x - (side & 1), y - (side >> 1)
        if not (0 <= at_x < scene.width and 0 <= at_y < scene.height):
            continue
        if (scene.bars_effect[at_y] >> at_x) & 1:
            continue
        if (scene.effect[geometry.square_of(creature.x, creature.y), at_y] >> at_x) & 1:
            if state.closed_doors == 0 or is_clear_of_doors(state, scene, work, creature, at_x, at_y):
                return True
    return False


@rule
def is_clear_of_doors(
    state: State, scene: Scene, work: Work, creature, x: int, y: int
) -> bool:
    for row in range(scene.height):
        work.blocked[row] = scene.bars_effect[row]
    sight.add_closed_doors(state, work.blocked)
    return lines.has_line(work.blocked, creature.x, creature.y, x, y)


@rule
def mark_guesses(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, activity
) -> None:
    """Set in ``work.reach`` the squares in range at which somebody unseen may be attacked."""
    clear(scene, work)
    creature = state.creatures[who]
    reach = legality.range_of(state, who, activity)
    for y in range(scene.height):
        work.occupied[y] = 0
    for other in range(scene.creature_count):
        if sight.is_here(state, other) and sight.is_located(state, who, other):
            paths.mark_space(work.occupied, state.creatures[other], 1)
    for y in range(scene.height):
        line = scene.effect[geometry.square_of(creature.x, creature.y), y]
        bits = line & ~work.occupied[y] & ~scene.bars_move[y] & bits_between(0, scene.width - 1)
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            if geometry.distance_to_square(state, scene, who, x, y) <= reach:
                work.reach[y] |= 1 << x


# --- places in the compact action set ------------------------------------------------------------


@rule
def anchored(state: State, activity, anchor: int, corner: int) -> tuple[int, int]:
    """Return the square that a creature and a corner (0 to 3, see ``lines``) stand for."""
    creature = state.creatures[anchor]
    east, south = corner & 1, corner >> 1
    if activity.target == Target.DIRECTION and activity.shape != Shape.CUBE:
        return creature.x + creature.width // 2, creature.y + creature.width // 2
    if activity.target == Target.SPACE:
        x = creature.x + creature.width if east else creature.x - 1
        return x, creature.y + creature.width if south else creature.y - 1
    x, y = creature.x + east * creature.width, creature.y + south * creature.width
    if activity.shape == Shape.CUBE:
        size = activity.size_ft // FEET
        return x - east * size, y - south * size
    return x, y


@rule
def is_marked(scene: Scene, work: Work, x: int, y: int) -> bool:
    """Is a square one of those marked?"""
    return 0 <= x <= scene.width and 0 <= y <= scene.height and (work.reach[y] >> x) & 1 != 0


@rule
def anchors(state: State, scene: Scene, work: Work, who: int, activity) -> int:
    """Return the mask of the creatures by which a place can be named, once ``mark`` has been done."""
    located = state.located[state.creatures[who].side]
    mask = 0
    for other in range(scene.creature_count):
        if (located >> other) & 1 and state.creatures[other].stat_block != 0:
            if corners_of(state, scene, work, activity, other) != 0:
                mask |= 1 << other
    return mask


@rule
def corners_of(state: State, scene: Scene, work: Work, activity, anchor: int) -> int:
    """Return the mask of a creature's corners that are legal places, once ``mark`` has been done."""
    mask = 0
    for corner in range(4):
        x, y = anchored(state, activity, anchor, corner)
        if is_marked(scene, work, x, y):
            mask |= 1 << corner
    return mask
