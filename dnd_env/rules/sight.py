"""Who sees whom, and what each side knows of where creatures are.

Source: SRD 5.1, "Vision and Light", "Unseen Attackers and Targets"; VIS-01, VIS-02. Everything that
speaks of seeing asks ``state.sees``, brought up to date by ``refresh``. Heavy obscurement is taken
as opaque, from within too; a creature that is unseen but not hidden is heard, and so located.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_WIDTH
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Flag, Life, Light, ObjectKind, ZoneTrait
from dnd_env.core.work import Work
from dnd_env.rules import areas, geometry, lines

DARKVISION, BLINDSIGHT, TRUESIGHT, TREMORSENSE = range(4)  # of ``creature.sense_ft``
EVERYBODY = (1 << 32) - 1
FOG = 1 << ZoneTrait.HEAVILY_OBSCURED
DARKNESS = 1 << ZoneTrait.MAGICAL_DARKNESS
OPAQUE = FOG | DARKNESS


@rule
def has(creature, flag: int) -> bool:
    return (creature.flags >> flag) & 1 != 0


@rule
def is_here(state: State, who: int) -> bool:
    """Is a creature on the map, dead or alive?"""
    creature = state.creatures[who]
    return creature.stat_block != 0 and creature.life != Life.GONE and creature.container == 0


@rule
def is_up(state: State, who: int) -> bool:
    """Is a creature on the map and above 0 hit points?"""
    creature = state.creatures[who]
    return creature.life == Life.UP and creature.stat_block != 0 and creature.container == 0


@rule
def is_awake(state: State, who: int) -> bool:
    return is_up(state, who) and not has(state.creatures[who], Flag.UNAWARE)


@rule
def light_at(state: State, scene: Scene, tables: Tables, x: int, y: int) -> int:
    """Return the Light on a square."""
    light = Light.BRIGHT
    if (scene.dark[y] >> x) & 1:
        light = Light.DARK
    elif (scene.dim[y] >> x) & 1:
        light = Light.DIM
    if light != Light.BRIGHT and state.zone_count > 0:
        traits = areas.zone_traits(state, tables, x, y)
        if (traits >> ZoneTrait.BRIGHT) & 1:
            return Light.BRIGHT
        if (traits >> ZoneTrait.DIM) & 1:
            return Light.DIM
    return light


@rule
def is_obscured(state: State, scene: Scene, tables: Tables, x: int, y: int) -> bool:
    """Is a square heavily obscured?"""
    if (scene.bars_sight[y] & ~scene.bars_effect[y]) >> x & 1:
        return True
    return state.zone_count > 0 and areas.zone_traits(state, tables, x, y) & OPAQUE != 0


@rule
def add_closed_doors(state: State, rows) -> None:
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind == ObjectKind.DOOR and thing.is_open == 0:
            rows[thing.y] |= 1 << thing.x


@rule
def find_moving_bars(state: State, scene: Scene, tables: Tables, work: Work) -> bool:
    """Collect what bars effects (``work.blocked``), sight (``work.opaque``) and sight that pierces
    darkness (``work.foggy``), doors and zones included; False if it is all in the scene."""
    if state.closed_doors == 0 and not areas.has_zone_trait(state, tables, OPAQUE):
        return False
    for y in range(scene.height):
        work.blocked[y] = scene.bars_effect[y]
        work.foggy[y] = scene.bars_sight[y]
    add_closed_doors(state, work.blocked)
    add_closed_doors(state, work.foggy)
    add_zones(state, scene, tables, FOG, EVERYBODY, work.foggy)
    for y in range(scene.height):
        work.opaque[y] = work.foggy[y]
    add_zones(state, scene, tables, DARKNESS, EVERYBODY, work.opaque)
    return True


@rule
def add_zones(state: State, scene: Scene, tables: Tables, traits: int, which: int, rows) -> None:
    """Set the bits of the zones of a mask that have some ZoneTrait of another."""
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect == 0 or (which >> index) & 1 == 0:
            continue
        if tables.effects[zone.effect - 1].filter & traits:
            areas.add_zone(scene, zone, rows)


@rule
def static_line(lines_of, a, b) -> bool:
    """Does the map leave a line between two creatures free? ``lines_of``: its sight, effect."""
    span = geometry.bits_between(b.x, b.x + b.width - 1)
    for y in range(a.y, a.y + a.width):
        for x in range(a.x, a.x + a.width):
            for row in range(b.y, b.y + b.width):
                if lines_of[geometry.square_of(x, y), row] & span:
                    return True
    return False


@rule
def moving_line(rows, a, b) -> bool:
    for y in range(a.y, a.y + a.width):
        for x in range(a.x, a.x + a.width):
            for to_y in range(b.y, b.y + b.width):
                for to_x in range(b.x, b.x + b.width):
                    if lines.has_line(rows, x, y, to_x, to_y):
                        return True
    return False


@rule
def has_effect_line(scene: Scene, work: Work, moving: bool, a, b) -> bool:
    """Is there a line between two creatures that walls and doors leave free (no total cover)?"""
    if not static_line(scene.effect, a, b):
        return False
    return not moving or moving_line(work.blocked, a, b)


@rule
def has_effect_line_now(state: State, scene: Scene, work: Work, a, b) -> bool:
    """Is there a line between two creatures that walls and doors leave free, as they are now?"""
    if not static_line(scene.effect, a, b):
        return False
    if state.closed_doors == 0:
        return True
    for y in range(scene.height):
        work.blocked[y] = scene.bars_effect[y]
    add_closed_doors(state, work.blocked)
    return moving_line(work.blocked, a, b)


@rule
def can_see(
    state: State, scene: Scene, tables: Tables, work: Work, moving: bool, who: int, other: int
) -> bool:
    """Judge afresh whether one creature sees another; ``moving``: of ``find_moving_bars``."""
    a, b = state.creatures[who], state.creatures[other]
    far = geometry.distance(state, scene, who, other)
    if far <= a.sense_ft[BLINDSIGHT] and has_effect_line(scene, work, moving, a, b):
        return True
    if has(a, Flag.CANNOT_SEE):
        return False
    true_sight = far <= a.sense_ft[TRUESIGHT]
    unseen = has(b, Flag.INVISIBLE) and not has(b, Flag.OUTLINED)
    if unseen and not (true_sight or has(a, Flag.SEES_INVISIBLE)):
        return False
    if not static_line(scene.sight, a, b):
        return False
    if moving:
        pierces = true_sight or has(a, Flag.PIERCES_DARKNESS)
        if not moving_line(work.foggy if pierces else work.opaque, a, b):
            return False
    if true_sight or far <= a.sense_ft[DARKVISION] or has(a, Flag.PIERCES_DARKNESS):
        return True
    for y in range(b.y, b.y + b.width):
        for x in range(b.x, b.x + b.width):
            if light_at(state, scene, tables, x, y) != Light.DARK:
                return True
    return False


@rule
def line_to_square(lines_of, rows, moving: bool, creature, x: int, y: int) -> bool:
    """Is there a free line from some square of a creature's space to a square? ``lines_of``: of the
    scene; ``rows``: what bars lines besides, doors and zones, if ``moving``."""
    for row in range(creature.y, creature.y + creature.width):
        for column in range(creature.x, creature.x + creature.width):
            if (lines_of[geometry.square_of(column, row), y] >> x) & 1:
                if not moving or lines.has_line(rows, column, row, x, y):
                    return True
    return False


@rule
def sees_square(
    state: State, scene: Scene, tables: Tables, work: Work, moving: bool, who: int, x: int, y: int
) -> bool:
    """Judge whether a creature sees a square; ``moving``: of ``find_moving_bars``."""
    creature = state.creatures[who]
    far = geometry.distance_to_square(state, scene, who, x, y)
    if far <= creature.sense_ft[BLINDSIGHT]:
        return line_to_square(scene.effect, work.blocked, moving, creature, x, y)
    if has(creature, Flag.CANNOT_SEE):
        return False
    pierces = far <= creature.sense_ft[TRUESIGHT] or has(creature, Flag.PIERCES_DARKNESS)
    rows = work.foggy if pierces else work.opaque
    if not line_to_square(scene.sight, rows, moving, creature, x, y):
        return False
    if pierces or far <= creature.sense_ft[DARKVISION]:
        return True
    return light_at(state, scene, tables, x, y) != Light.DARK


@rule
def sees(state: State, who: int, other: int) -> bool:
    """Does one creature see another? As of the last ``refresh``."""
    return (state.sees[who] >> other) & 1 != 0


@rule
def refresh(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Bring ``sees`` and what the sides know up to date for what ``sight_stale`` names."""
    stale = state.sight_stale
    if stale == 0:
        return
    state.sight_stale = 0
    moving = find_moving_bars(state, scene, tables, work)
    here, hiding = 0, False
    for who in range(scene.creature_count):
        here |= int(is_here(state, who)) << who
        hiding |= state.creatures[who].hidden_from != 0
    for who in range(scene.creature_count):
        if not is_awake(state, who):
            state.sees[who] = 0
            continue
        row = state.sees[who]
        for other in range(scene.creature_count):
            if ((stale >> who) | (stale >> other)) & 1 == 0:
                continue
            row &= ~(1 << other)
            if (here >> other) & 1 and (
                who == other or can_see(state, scene, tables, work, moving, who, other)
            ):
                row |= 1 << other
        state.sees[who] = row
        if hiding:
            lose_hiding_from(state, scene, who)
    for side in range(scene.side_count):
        plain = here if scene.fog == 0 and not hiding else 0
        refresh_side(state, scene, tables, work, moving, side, plain)


@rule
def lose_hiding_from(state: State, scene: Scene, who: int) -> None:
    """What a creature sees plainly is not hidden from it."""
    for other in range(scene.creature_count):
        if sees(state, who, other):
            state.creatures[other].hidden_from &= ~(1 << who)


@rule
def refresh_side(
    state: State, scene: Scene, tables: Tables, work: Work, moving: bool, side: int, plain: int
) -> None:
    """Work out which creatures a side sees, which it can place, and where it last saw each;
    ``plain``: the mask of those that everybody can place."""
    spotted, located = 0, plain
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block == 0 or creature.side != side:
            continue
        spotted |= 1 << who
        if is_awake(state, who):
            spotted |= state.sees[who]
            if plain == 0:
                located |= heard_by(state, scene, work, moving, who)
    located |= spotted
    state.spotted[side], state.located[side] = spotted, located
    refresh_doors(state, scene, side)
    refresh_zones(state, scene, tables, side)
    for other in range(scene.creature_count):
        if (located >> other) & 1:
            seen = state.creatures[other]
            state.remembered[side, other] = seen.y * MAX_WIDTH + seen.x + 1


@rule
def refresh_doors(state: State, scene: Scene, side: int) -> None:
    """Note the doors that a side sees to be shut; of the others it keeps what it last saw."""
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind != ObjectKind.DOOR:
            continue
        if scene.fog == 0 or is_overlooked(state, scene, side, thing.x, thing.y):
            bit = 1 << index
            shut = state.doors_shut[side] & ~bit
            state.doors_shut[side] = shut if thing.is_open != 0 else shut | bit


@rule
def refresh_zones(state: State, scene: Scene, tables: Tables, side: int) -> None:
    """Note the zones of which a side sees some square."""
    known = 0
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect == 0:
            continue
        if scene.fog == 0 or state.creatures[zone.source - 1].side == side:
            known |= 1 << index
            continue
        for y in range(scene.height):
            bits = zone.squares[y]
            while bits != 0 and (known >> index) & 1 == 0:
                x = geometry.lowest_bit(bits)
                bits &= bits - 1
                known |= int(is_overlooked(state, scene, side, x, y)) << index
    state.zones_known[side] = known


@rule
def is_overlooked(state: State, scene: Scene, side: int, x: int, y: int) -> bool:
    """Has somebody of a side a line to a square, as far as the map goes?"""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block != 0 and creature.side == side and is_awake(state, who):
            if line_to_square(scene.effect, scene.effect[0], False, creature, x, y):
                return True
    return False


@rule
def add_doors_known(state: State, side: int, rows) -> None:
    """Set the bits of the doors that a side takes to be shut."""
    shut = state.doors_shut[side]
    while shut != 0:
        thing = state.objects[geometry.lowest_bit(shut)]
        shut &= shut - 1
        rows[thing.y] |= 1 << thing.x


@rule
def heard_by(state: State, scene: Scene, work: Work, moving: bool, who: int) -> int:
    """Return the mask of creatures that one is near enough to notice, hidden or not by tremorsense.

    Without fog of war everybody is who does not hide; with it, only those to whom no wall bars the
    way.
    """
    mask = 0
    creature = state.creatures[who]
    for other in range(scene.creature_count):
        if not is_here(state, other):
            continue
        there = state.creatures[other]
        audible = scene.fog == 0 or has_effect_line(scene, work, moving, creature, there)
        if (audible and (there.hidden_from >> who) & 1 == 0) or feels(state, scene, who, other):
            mask |= 1 << other
    return mask


@rule
def feels(state: State, scene: Scene, who: int, other: int) -> bool:
    """Does a creature's tremorsense tell it where another stands? It is no sight. VIS-01."""
    creature = state.creatures[who]
    if creature.sense_ft[TREMORSENSE] == 0:
        return False
    if creature.is_flying != 0 or state.creatures[other].is_flying != 0:
        return False
    return geometry.distance(state, scene, who, other) <= creature.sense_ft[TREMORSENSE]


@rule
def mark_moved(state: State, who: int) -> None:
    """Say that a creature's place or senses have changed."""
    state.sight_stale |= 1 << who


@rule
def mark_all(state: State) -> None:
    """Say that light, doors or zones have changed."""
    state.sight_stale = EVERYBODY


@rule
def is_located(state: State, who: int, other: int) -> bool:
    """Does the creature's side know where another is?"""
    return (state.located[state.creatures[who].side] >> other) & 1 != 0
