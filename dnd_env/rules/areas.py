"""Which squares and creatures an area or a zone takes in.

Source: SRD 5.1, "Areas of Effect". Rows are int64 [height] of bits, see ``core/scene.py``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Shape
from dnd_env.rules import geometry
from dnd_env.rules.geometry import FEET


@rule
def is_in_zone(state: State, tables: Tables, zone, x: int, y: int) -> bool:
    """Is the centre of square (x, y) in a zone of the state?"""
    effect = tables.effects[zone.effect - 1]
    if effect.kind == Shape.EMANATION:
        about = state.creatures[zone.anchor - 1]
        return geometry.surrounds(zone.size_ft, about.x, about.y, about.width, x, y)
    px, py = zone.x, zone.y
    if zone.anchor != 0:
        about = state.creatures[zone.anchor - 1]
        px, py = 2 * about.x + about.width, 2 * about.y + about.width
    return geometry.covers(effect.kind, zone.size_ft, FEET, px, py, zone.aim_x, zone.aim_y, x, y)


@rule
def holds_creature(state: State, tables: Tables, zone, who: int) -> bool:
    """Is any square of a creature's space in a zone?"""
    creature = state.creatures[who]
    for y in range(creature.y, creature.y + creature.width):
        for x in range(creature.x, creature.x + creature.width):
            if is_in_zone(state, tables, zone, x, y):
                return True
    return False


@rule
def add_zone(state: State, scene: Scene, tables: Tables, zone, rows) -> None:
    """Set the bits of a zone's squares in ``rows``."""
    for y in range(scene.height):
        for x in range(scene.width):
            if is_in_zone(state, tables, zone, x, y):
                rows[y] |= 1 << x


@rule
def zone_traits(state: State, tables: Tables, x: int, y: int) -> int:
    """Return the ZoneTrait mask of all zones that lie on a square."""
    traits = 0
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and is_in_zone(state, tables, zone, x, y):
            traits |= tables.effects[zone.effect - 1].filter
    return traits


@rule
def has_zone_trait(state: State, tables: Tables, traits: int) -> bool:
    """Is there any zone with a ZoneTrait of a mask?"""
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and tables.effects[zone.effect - 1].filter & traits:
            return True
    return False
