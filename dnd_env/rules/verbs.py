"""What any creature can do on its turn without an activity: stand up, fly, draw, open a door ...

Source: SRD 5.1 and 5.2, "Movement and Position", "Interacting with Objects"; MOV-03, MOV-05, MOV-06,
MOV-09, MOV-11, TRN-03, ATK-14. Some take an option: an altitude, an item, a corner, a door.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_ITEMS
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    ALTITUDES_FT,
    Ability,
    Edition,
    Flag,
    Frame,
    ObjectKind,
    Option,
    Role,
    Traced,
    Verb,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    equipment,
    geometry,
    grappling,
    modifiers,
    movement,
    ongoing,
    paths,
    sight,
    stack,
)
from dnd_env.rules.geometry import FEET, step_x, step_y
from dnd_env.rules.sight import has
from dnd_env.rules.threats import JUMPS, LANDS, RISES
from dnd_env.rules.trace import note

RUN_UP_FT = 10  # on foot before a running jump
HIGH_JUMP_BASE_FT = 3
LOW_WALL_FT = 3


@rule
def is_free(state: State, who: int) -> bool:
    """Can a creature move its limbs at all?"""
    creature = state.creatures[who]
    return not has(creature, Flag.CANNOT_ACT) and not has(creature, Flag.UNAWARE)


@rule
def stand_up_cost(state: State, scene: Scene, who: int) -> int:
    """Feet that standing up takes: half the speed, which Dash does not raise. MOV-06."""
    creature = state.creatures[who]
    if has(creature, Flag.STANDS_FREELY):
        return FEET
    return creature.speed_ft[movement.mode_of(state, scene, who) - 1] // 2


@rule
def left_ft(state: State, scene: Scene, tables: Tables, who: int) -> int:
    """Feet of movement left where a creature is."""
    mode = movement.mode_of(state, scene, who) - 1
    return paths.budget_ft(state, scene, tables, who, mode)


@rule
def can_interact(creature) -> bool:
    """Is the free interaction left, or an action to use an object instead? TRN-03."""
    return creature.interactions > 0 or creature.actions + creature.actions_not_magic > 0


@rule
def pay_interaction(creature) -> None:
    if creature.interactions > 0:
        creature.interactions -= 1
    elif creature.actions_not_magic > 0:
        creature.actions_not_magic -= 1
    else:
        creature.actions -= 1


@rule
def options(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int
) -> int:
    """Return the mask of 1 << Option that a verb can take now; 0 if it cannot be said."""
    creature = state.creatures[who]
    mask = 0
    if verb == Verb.FLY:
        for index in range(len(ALTITUDES_FT)):
            if can_fly_to(state, scene, tables, who, ALTITUDES_FT[index]):
                mask |= 1 << (Option.UP_0 + index)
    elif verb == Verb.DRAW or verb == Verb.STOW or verb == Verb.DROP_ITEM:
        for item in range(1, MAX_ITEMS + 1):
            if can_handle(state, tables, who, verb, item):
                mask |= 1 << (Option.FIRST + item - 1)
    elif verb == Verb.SQUEEZE or verb == Verb.UNSQUEEZE:
        for corner in range(4):
            if can_change_width(state, scene, tables, work, who, verb, corner):
                mask |= 1 << (Option.NORTH_WEST + corner)
    elif verb == Verb.USE_DOOR and can_interact(creature):
        for nth in range(MAX_ITEMS):
            if door_near(state, who, nth) >= 0:
                mask |= 1 << (Option.FIRST + nth)
    return mask


@rule
def takes_option(verb: int) -> bool:
    chooses_item = Verb.DRAW <= verb <= Verb.DROP_ITEM
    shape = verb == Verb.SQUEEZE or verb == Verb.UNSQUEEZE
    return verb == Verb.FLY or verb == Verb.USE_DOOR or chooses_item or shape


@rule
def can_say(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int
) -> bool:
    """May a creature say a verb that is no activity?"""
    if not is_free(state, who):
        return False
    creature = state.creatures[who]
    stuck = has(creature, Flag.CANNOT_MOVE)
    if verb == Verb.STAND_UP:
        if not ongoing.bears(state, tables, Role.FALLEN, who) or stuck:
            return False
        return left_ft(state, scene, tables, who) >= stand_up_cost(state, scene, who) > 0
    if verb == Verb.DROP_PRONE:
        barred = stuck and scene.edition == Edition.SRD_5_2
        return not barred and not ongoing.bears(state, tables, Role.FALLEN, who)
    if verb == Verb.RELEASE:
        return grappling.held_by(state, who) != 0
    if verb == Verb.JUMP:
        return mark_jumps(state, scene, tables, work, who)
    if verb == Verb.LAND:
        enough = paths.budget_ft(state, scene, tables, who, paths.FLY) >= creature.altitude_ft
        return creature.is_flying != 0 and enough
    if verb == Verb.PICK_UP:
        return equipment.own_item_here(state, who) >= 0 and can_interact(creature)
    if verb == Verb.END_CONCENTRATION:
        return creature.concentrates != 0
    if verb >= Verb.STEP_NORTH:
        return scene.compact != 0 and can_step(state, scene, tables, work, who, verb, -1)
    return options(state, scene, tables, work, who, verb) != 0


@rule
def say(state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int) -> None:
    """Do what a verb without option says."""
    creature = state.creatures[who]
    if verb == Verb.STAND_UP:
        creature.moved_ft += stand_up_cost(state, scene, who)
        ongoing.lift(state, tables, work, Role.FALLEN, who)
    elif verb == Verb.DROP_PRONE:
        ongoing.impose(state, scene, tables, work, Role.FALLEN, who, who)
    elif verb == Verb.RELEASE:
        grappling.let_all_go(state, tables, work, who)
    elif verb == Verb.LAND:
        rise(state, scene, work, who, 0, True)
    elif verb == Verb.PICK_UP:
        equipment.pick_up(state, tables, work, who)
    elif verb == Verb.END_CONCENTRATION:
        ongoing.end_concentration(state, tables, work, who)
    elif verb >= Verb.STEP_NORTH:
        frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
        frame.step_count, frame.amount = 1, -1
        state.path[0] = verb - Verb.STEP_NORTH


@rule
def say_with(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int, option: int
) -> None:
    """Do what a verb and its option say."""
    creature = state.creatures[who]
    item = option - Option.FIRST + 1
    if verb == Verb.FLY:
        rise(state, scene, work, who, ALTITUDES_FT[option - Option.UP_0], False)
    elif verb == Verb.DRAW:
        pay_interaction(creature)
        equipment.take_in_hand(creature, item)
    elif verb == Verb.STOW:
        pay_interaction(creature)
        equipment.empty_hand(creature, item)
    elif verb == Verb.DROP_ITEM:
        equipment.drop(state, work, who, item)
    elif verb == Verb.USE_DOOR:
        pay_interaction(creature)
        use_door(state, work, who, door_near(state, who, item - 1))
    else:
        change_width(state, who, verb, option - Option.NORTH_WEST)
    state.refresh_stale |= 1 << who


# --- flying --------------------------------------------------------------------------------------


@rule
def can_fly_to(state: State, scene: Scene, tables: Tables, who: int, altitude_ft: int) -> bool:
    creature = state.creatures[who]
    if creature.speed_ft[paths.FLY] == 0 or has(creature, Flag.CRAWLS):
        return False
    if creature.is_flying != 0 and altitude_ft == creature.altitude_ft:
        return False
    climb = abs(altitude_ft - creature.altitude_ft)
    enough = climb <= paths.budget_ft(state, scene, tables, who, paths.FLY)
    return enough and altitude_ft <= scene.ceiling_ft


@rule
def rise(state: State, scene: Scene, work: Work, who: int, altitude_ft: int, lands: bool) -> None:
    """Begin to fly up or down; leaving a reach that way provokes too."""
    frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
    frame.step_count, frame.amount = 1, -1
    frame.bits = LANDS if lands else RISES
    frame.total = altitude_ft


# --- jumping -------------------------------------------------------------------------------------


@rule
def jump_ft(state: State, tables: Tables, who: int, high: bool) -> int:
    """Feet of a long or high jump; half without a run-up of 10 ft. MOV-05."""
    block = modifiers.block_of(state, tables, who)
    feet = block.ability_scores[Ability.STRENGTH - 1]
    if high:
        feet = max(HIGH_JUMP_BASE_FT + block.ability_modifiers[Ability.STRENGTH - 1], 0)
    return feet if state.creatures[who].approach_ft >= RUN_UP_FT else feet // 2


@rule
def mark_jumps(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """Set in ``work.reach`` where a jump in a straight line can land; False for nowhere.

    ``paths.prepare`` comes first.
    """
    creature = state.creatures[who]
    for y in range(scene.height + 1):
        work.reach[y] = 0
    on_foot = creature.is_flying == 0 and not has(creature, Flag.CRAWLS)
    if not on_foot or has(creature, Flag.CANNOT_MOVE) or creature.squeezes_to != 0:
        return False
    far = min(
        jump_ft(state, tables, who, False),
        paths.budget_ft(state, scene, tables, who, paths.WALK),
    )
    if far < 2 * FEET:
        return False
    clears_walls = jump_ft(state, tables, who, True) >= LOW_WALL_FT
    found = False
    for direction in range(8):
        for steps in range(1, far // FEET + 1):
            x = creature.x + steps * step_x(direction)
            y = creature.y + steps * step_y(direction)
            if not may_fly_over(scene, work, creature, x, y, direction, clears_walls):
                break
            if steps > 1 and (work.stops[y] >> x) & 1:
                work.reach[y] |= 1 << x
                found = True
    return found


@rule
def may_fly_over(
    scene: Scene, work: Work, creature, x: int, y: int, direction: int, clears_walls: bool
) -> bool:
    """May a jumper pass over a square: no wall, no creature in the way, low walls if it clears them?"""
    inside = 0 <= x <= scene.width - creature.width and 0 <= y <= scene.height - creature.width
    if not inside:
        return False
    over_chasm = (scene.chasm[y] >> x) & 1 != 0 and (work.walls[y] >> x) & 1 == 0
    if (work.free[y] >> x) & 1 == 0 and not over_chasm:
        return False
    if (scene.low_wall[y] >> x) & 1 and not clears_walls:
        return False
    dx, dy = step_x(direction), step_y(direction)
    return direction % 2 == 0 or paths.is_diagonal_open(
        work, x - dx, y - dy, dx, dy, creature.width
    )


@rule
def jump(state: State, who: int, x: int, y: int) -> None:
    """Begin to jump to a marked square."""
    creature = state.creatures[who]
    dx, dy = x - creature.x, y - creature.y
    frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
    frame.step_count, frame.amount = max(abs(dx), abs(dy)), -1
    frame.bits = JUMPS
    direction = geometry.direction_of(geometry.sign(dx), geometry.sign(dy))
    for index in range(frame.step_count):
        state.path[index] = direction


# --- doors, items, squeezing, single steps -------------------------------------------------------


@rule
def door_near(state: State, who: int, nth: int) -> int:
    """Return the nth door within 5 ft that a creature can open or close, -1 for none."""
    creature = state.creatures[who]
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind != ObjectKind.DOOR or thing.is_locked != 0:
            continue
        far_x = geometry.gap(creature.x, creature.width, thing.x, 1)
        far_y = geometry.gap(creature.y, creature.width, thing.y, 1)
        if max(far_x, far_y) != 1 or (thing.is_open != 0 and is_occupied(state, thing.x, thing.y)):
            continue
        if nth == 0:
            return index
        nth -= 1
    return -1


@rule
def is_occupied(state: State, x: int, y: int) -> bool:
    for who in range(len(state.creatures)):
        creature = state.creatures[who]
        if creature.stat_block != 0 and sight.is_here(state, who):
            if geometry.gap(creature.x, creature.width, x, 1) == 0 and (
                geometry.gap(creature.y, creature.width, y, 1) == 0
            ):
                return True
    return False


@rule
def use_door(state: State, work: Work, who: int, index: int) -> None:
    """Open a closed door, close an open one."""
    thing = state.objects[index]
    thing.is_open = 1 - thing.is_open
    state.closed_doors += -1 if thing.is_open else 1
    sight.mark_all(state)
    note(work, Traced.INTERACTS, who, -1, index, 2 + thing.is_open, 0, 0, 0)


@rule
def can_handle(state: State, tables: Tables, who: int, verb: int, item: int) -> bool:
    """May a creature draw, stow or drop an item?"""
    creature = state.creatures[who]
    if modifiers.block_of(state, tables, who).items[item - 1] == 0:
        return False
    if verb == Verb.DRAW:
        return can_interact(creature) and equipment.can_draw(state, tables, who, item)
    if not equipment.can_stow(state, tables, who, item):
        return False
    return verb == Verb.DROP_ITEM or can_interact(creature)


@rule
def can_change_width(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int, corner: int
) -> bool:
    """May a creature squeeze into a corner of its space, or spread out from it? MOV-11."""
    creature = state.creatures[who]
    if has(creature, Flag.CANNOT_MOVE):
        return False
    if verb == Verb.SQUEEZE:
        return creature.squeezes_to == 0 and creature.width > 1
    if creature.squeezes_to == 0:
        return False
    grown = creature.squeezes_to - creature.width
    x, y = creature.x - (corner & 1) * grown, creature.y - (corner >> 1) * grown
    width = creature.width
    creature.width = creature.squeezes_to
    fits = x >= 0 and y >= 0 and paths.fits(state, scene, tables, work, who, x, y)
    creature.width = width
    return fits


@rule
def change_width(state: State, who: int, verb: int, corner: int) -> None:
    """Squeeze into a corner of the space, one size smaller, or spread out again."""
    creature = state.creatures[who]
    east, south = corner & 1, corner >> 1
    if verb == Verb.SQUEEZE:
        creature.squeezes_to = creature.width
        creature.width -= 1
        creature.x += east
        creature.y += south
    else:
        creature.x -= east * (creature.squeezes_to - creature.width)
        creature.y -= south * (creature.squeezes_to - creature.width)
        creature.width = creature.squeezes_to
        creature.squeezes_to = 0
    sight.mark_moved(state, who)


@rule
def can_step(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int, feet: int
) -> bool:
    """May a creature move by one square in a direction and stay there?

    ``paths.prepare`` comes first; ``feet``: what it may move, -1 for what is left of its speeds.
    """
    creature = state.creatures[who]
    if has(creature, Flag.CANNOT_MOVE):
        return False
    direction = verb - Verb.STEP_NORTH
    x, y = creature.x + step_x(direction), creature.y + step_y(direction)
    if not (0 <= x <= scene.width - creature.width and 0 <= y <= scene.height - creature.width):
        return False
    if (work.stops[y] >> x) & 1 == 0:
        return False
    if direction % 2 == 1 and not paths.is_diagonal_open(
        work, creature.x, creature.y, step_x(direction), step_y(direction), creature.width
    ):
        return False
    cost = paths.cost_into(state, scene, tables, who, x, y)
    if scene.diagonals_5_10_5 != 0 and direction % 2 == 1:
        cost *= 1 + (creature.diagonals & 1)
    if feet >= 0:
        return cost * FEET <= feet
    return cost * FEET <= movement.budget_into(state, scene, tables, who, direction)
