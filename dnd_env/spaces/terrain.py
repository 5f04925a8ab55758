"""The ``terrain`` piece of an observation: a window around the viewing creature, two planes.

The first plane is how hard a square is to enter, the second what obscures, covers or acts there.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import ZoneTrait
from dnd_env.rules import areas

WINDOW = 11  # squares across
PLANES = 2
TERRAIN_SIZE = WINDOW * WINDOW * PLANES


@rule
def write(state: State, scene: Scene, tables: Tables, viewer: int, out, at: int) -> None:
    """A window around the viewer: how hard each square is to enter, and what obscures or acts
    there."""
    creature = state.creatures[viewer]
    left, top = creature.x - WINDOW // 2, creature.y - WINDOW // 2
    for dy in range(WINDOW):
        y = top + dy
        row = at + dy * WINDOW * PLANES
        inside = 0 <= y < scene.height
        features = row_features(scene, y) if inside else 0
        for dx in range(WINDOW):
            x = left + dx
            if not inside or not 0 <= x < scene.width:
                out[row + dx * PLANES] = 1.0
                out[row + dx * PLANES + 1] = -1.0
            elif (features >> x) & 1:
                out[row + dx * PLANES] = hardness(scene, x, y)
                out[row + dx * PLANES + 1] = cover_and_light(scene, x, y)
    if state.zones_known[creature.side] != 0 or state.doors_shut[creature.side] != 0:
        write_moving_terrain(state, scene, tables, creature, out, at)


@rule
def row_features(scene: Scene, y: int) -> int:
    """Return the bits of a row's squares that are anything but open ground in plain light."""
    ground = scene.bars_move[y] | scene.chasm[y] | scene.difficult[y] | scene.low_wall[y]
    cover = scene.bars_effect[y] | scene.bars_sight[y] | scene.half_cover[y]
    light = scene.dark[y] | scene.dim[y]
    return ground | cover | light | scene.water[y] | scene.three_quarters_cover[y]


@rule
def hardness(scene: Scene, x: int, y: int) -> float:
    if (scene.bars_move[y] >> x) & 1:
        return 1.0
    if (scene.chasm[y] >> x) & 1:
        return 0.9
    if ((scene.difficult[y] | scene.low_wall[y] | scene.water[y]) >> x) & 1:
        return 0.5
    return 0.0


@rule
def cover_and_light(scene: Scene, x: int, y: int) -> float:
    if (scene.bars_effect[y] >> x) & 1:
        return -1.0
    if (scene.bars_sight[y] >> x) & 1:
        return -0.75
    if ((scene.half_cover[y] | scene.three_quarters_cover[y]) >> x) & 1:
        return -0.5
    if (scene.dark[y] >> x) & 1:
        return 0.5
    return 0.25 if (scene.dim[y] >> x) & 1 else 0.0


@rule
def write_moving_terrain(
    state: State, scene: Scene, tables: Tables, creature, out, at: int
) -> None:
    """Doors and zones in the window."""
    half = WINDOW // 2
    for index in range(state.object_count):
        thing = state.objects[index]
        dx, dy = thing.x - creature.x + half, thing.y - creature.y + half
        shut = (state.doors_shut[creature.side] >> index) & 1
        if shut and 0 <= dx < WINDOW and 0 <= dy < WINDOW:
            out[at + (dy * WINDOW + dx) * PLANES] = 1.0
            out[at + (dy * WINDOW + dx) * PLANES + 1] = -1.0
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect == 0 or (state.zones_known[creature.side] >> index) & 1 == 0:
            continue
        traits = tables.effects[zone.effect - 1].filter
        for dy in range(WINDOW):
            for dx in range(WINDOW):
                x, y = creature.x + dx - half, creature.y + dy - half
                if not (0 <= x < scene.width and 0 <= y < scene.height):
                    continue
                if areas.is_in_zone(zone, x, y):
                    cell = at + (dy * WINDOW + dx) * PLANES
                    if (traits >> ZoneTrait.DIFFICULT) & 1:
                        out[cell] = max(out[cell], 0.5)
                    out[cell + 1] = 1.0 if tables.effects[zone.effect - 1].child_count > 0 else 0.75
