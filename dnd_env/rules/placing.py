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
from dnd_env.rules import geometry, legality, paths, sight, zones
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
                dx, dy = (
                    gap(creature.x, creature.width, x, 1),
                    gap(creature.y, creature.width, y, 1),
                )
                far = max(dx, dy)
                allowed = far > 0
            if allowed:
                work.reach[y] |= 1 << x


@rule
def mark_spaces(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> None:
    """Free places within range, all of which the user sees: for a teleport."""
    paths.prepare(state, scene, tables, work, who)
    creature = state.creatures[who]
    moving = sight.find_moving_bars(state, scene, tables, work)
    for y in range(scene.height):
        bits = work.stops[y]
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            squares = geometry.squares_apart(scene, abs(x - creature.x), abs(y - creature.y))
            if 0 < squares * FEET <= activity.range_ft and is_in_view(
                state, scene, tables, work, moving, who, x, y
            ):
                work.reach[y] |= 1 << x


@rule
def is_in_view(
    state: State, scene: Scene, tables: Tables, work: Work, moving: bool, who: int, x: int, y: int
) -> bool:
    """Does a creature see all of the space that it would take up at (x, y)?"""
    width = state.creatures[who].width
    for row in range(y, y + width):
        for column in range(x, x + width):
            if not sight.sees_square(state, scene, tables, work, moving, who, column, row):
                return False
    return True


@rule
def mark_open(state: State, scene: Scene, work: Work, who: int) -> None:
    """Set in ``work.squares`` the squares to which the way from a creature is free of walls, and of
    doors that its side takes to be shut; none that is filled itself."""
    creature = state.creatures[who]
    for y in range(scene.height):
        work.blocked[y] = scene.bars_effect[y]
    sight.add_doors_known(state, creature.side, work.blocked)
    for y in range(scene.height):
        bits = 0
        for row in range(creature.y, creature.y + creature.width):
            for column in range(creature.x, creature.x + creature.width):
                bits |= scene.effect[geometry.square_of(column, row), y]
        work.squares[y] = bits & ~work.blocked[y]
        bits = work.squares[y] & behind_doors(state, scene, creature, y)
        while bits != 0:
            x = geometry.lowest_bit(bits)
            bits &= bits - 1
            if not sight.line_to_square(scene.effect, work.blocked, True, creature, x, y):
                work.squares[y] &= ~(1 << x)
    work.squares[scene.height] = 0


@rule
def behind_doors(state: State, scene: Scene, creature, y: int) -> int:
    """Return the bits of a row's squares to which a door that the side takes to be shut may bar the
    way: those with one in the box around them and the creature."""
    bits, shut = 0, state.doors_shut[creature.side]
    right, bottom = creature.x + creature.width - 1, creature.y + creature.width - 1
    while shut != 0:
        door = state.objects[geometry.lowest_bit(shut)]
        shut &= shut - 1
        if min(creature.y, y) <= door.y <= max(bottom, y):
            first = door.x if door.x > right else 0
            last = door.x if door.x < creature.x else scene.width - 1
            bits |= bits_between(first, last)
    return bits


@rule
def mark_points(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> None:
    """Intersections within range to which the way is free: some square that touches it is open."""
    creature = state.creatures[who]
    left, top, width = 2 * creature.x, 2 * creature.y, 2 * creature.width
    if has_trait(activity, Trait.FROM_ZONE):
        zone = state.zones[zones.find(state, tables, who, activity.tag)]
        left, top, width = zone.x, zone.y, 0
    mark_open(state, scene, work, who)
    for y in range(scene.height + 1):
        beside = work.squares[y] | (work.squares[y - 1] if y > 0 else 0)
        down = (max(top - 2 * y, 2 * y - top - width, 0) + 1) // 2
        across = columns_within(scene, activity.range_ft, down)
        if across >= 0:
            span = bits_between(
                max((left + 1) // 2 - across, 0),
                min((left + width) // 2 + across, scene.width),
            )
            work.reach[y] = (beside | beside << 1) & span


@rule
def columns_within(scene: Scene, range_ft: int, down: int) -> int:
    """Count the columns that a range reaches so many rows away, -1 if not even one's own."""
    across = range_ft // FEET
    while across >= 0 and geometry.squares_apart(scene, across, down) * FEET > range_ft:
        across -= 1
    return across


@rule
def mark_guesses(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, activity
) -> None:
    """Set in ``work.reach`` the squares in range at which somebody unseen may be attacked."""
    creature = state.creatures[who]
    clear(scene, work)
    reach = legality.range_of(state, who, activity)
    mark_open(state, scene, work, who)
    for y in range(scene.height):
        work.occupied[y] = scene.bars_move[y]
    for other in range(scene.creature_count):
        if sight.is_here(state, other) and sight.is_located(state, who, other):
            paths.mark_space(work.occupied, state.creatures[other], 1)
    for y in range(scene.height):
        near = within(scene, creature, reach, y)
        work.reach[y] = near & work.squares[y] & ~work.occupied[y]


@rule
def within(scene: Scene, creature, range_ft: int, y: int) -> int:
    """Return the bits of a row's squares that are within range, height left out."""
    down = max(creature.y - y, y - creature.y - creature.width + 1, 0)
    across = columns_within(scene, range_ft, down)
    if across < 0:
        return 0
    right = creature.x + creature.width - 1 + across
    return bits_between(max(creature.x - across, 0), min(right, scene.width - 1))


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
    """Return the mask of the creatures by which a place can be named; ``mark`` comes first."""
    located = state.located[state.creatures[who].side]
    mask = 0
    for other in range(scene.creature_count):
        if (located >> other) & 1 and state.creatures[other].stat_block != 0:
            if corners_of(state, scene, work, activity, other) != 0:
                mask |= 1 << other
    return mask


@rule
def corners_of(state: State, scene: Scene, work: Work, activity, anchor: int) -> int:
    """Return the mask of a creature's corners that are legal places; ``mark`` comes first."""
    mask = 0
    for corner in range(4):
        x, y = anchored(state, activity, anchor, corner)
        if is_marked(scene, work, x, y):
            mask |= 1 << corner
    return mask
