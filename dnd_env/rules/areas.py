"""Which squares and creatures an area or a zone takes in.

Source: SRD 5.1, "Areas of Effect"; AOE-01. Rows are int64 [height] of bits, see ``core/scene.py``.
A zone keeps the rows of its squares (``zones.survey``); ``cover.shield`` takes from an area what
total cover shields from its origin.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.work import Work
from dnd_env.rules import geometry
from dnd_env.rules.geometry import FEET


@rule
def draw(
    scene: Scene,
    work: Work,
    shape: int,
    size_ft: int,
    width_ft: int,
    px: int,
    py: int,
    ax: int,
    ay: int,
) -> None:
    """Set in ``work.squares`` those whose centres are in an area; see ``geometry.covers``."""
    across = size_ft // FEET + 1
    first, last = max(px // 2 - across, 0), min(px // 2 + across, scene.width - 1)
    for y in range(scene.height):
        work.squares[y] = 0
    for y in range(max(py // 2 - across, 0), min(py // 2 + across + 1, scene.height)):
        for x in range(first, last + 1):
            if geometry.covers(shape, size_ft, width_ft, px, py, ax, ay, x, y):
                work.squares[y] |= 1 << x


@rule
def draw_about(scene: Scene, work: Work, size_ft: int, creature) -> None:
    """Set in ``work.squares`` those whose centres are within ``size_ft`` of a creature's space."""
    across = size_ft // FEET
    first = max(creature.x - across, 0)
    last = min(creature.x + creature.width + across, scene.width)
    for y in range(scene.height):
        work.squares[y] = 0
    low = min(creature.y + creature.width + across, scene.height)
    for y in range(max(creature.y - across, 0), low):
        for x in range(first, last):
            if geometry.surrounds(size_ft, creature.x, creature.y, creature.width, x, y):
                work.squares[y] |= 1 << x


@rule
def keep_what_spreads(scene: Scene, work: Work, px: int, py: int) -> None:
    """Keep of ``work.squares`` what can be reached from a point around ``work.blocked``."""
    for y in range(scene.height):
        work.squares[y] &= ~work.blocked[y]
        work.stops[y] = 0
    for side in range(4):
        x, y = (px - (side & 1)) // 2, (py - (side >> 1)) // 2
        if 0 <= x < scene.width and 0 <= y < scene.height:
            work.stops[y] |= work.squares[y] & 1 << x
    grows = True
    while grows:
        grows = False
        for y in range(scene.height):
            row = work.stops[y]
            row |= row << 1 | row >> 1
            if y > 0:
                row |= work.stops[y - 1]
            if y < scene.height - 1:
                row |= work.stops[y + 1]
            row &= work.squares[y]
            grows |= row != work.stops[y]
            work.stops[y] = row
    for y in range(scene.height):
        work.squares[y] = work.stops[y]


@rule
def is_in_zone(zone, x: int, y: int) -> bool:
    """Is a square in a zone of the state?"""
    return (zone.squares[y] >> x) & 1 != 0


@rule
def holds_creature(state: State, zone, who: int) -> bool:
    """Is any square of a creature's space in a zone?"""
    creature = state.creatures[who]
    return geometry.touches(zone.squares, creature, creature.x, creature.y)


@rule
def add_zone(scene: Scene, zone, rows) -> None:
    """Set the bits of a zone's squares in ``rows``."""
    for y in range(scene.height):
        rows[y] |= zone.squares[y]


@rule
def zone_traits(state: State, tables: Tables, x: int, y: int) -> int:
    """Return the ZoneTrait mask of all zones that lie on a square."""
    traits = 0
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and (zone.squares[y] >> x) & 1:
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
