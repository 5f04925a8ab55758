"""Moving: a MOVE frame walks its path square by square, and each step may be answered.

Source: SRD 5.1, "Movement and Position"; MOV-01 to MOV-11, ATK-11, ATK-15. The path lies in
``state.path``; what is left of it when something stops the mover is dropped.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_CREATURES
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Decision,
    EndsOn,
    Event,
    Flag,
    Frame,
    MovementMode,
    Role,
    Skill,
    Traced,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    checks,
    floods,
    geometry,
    grappling,
    ongoing,
    paths,
    routes,
    sight,
    stack,
    threats,
    zones,
)
from dnd_env.rules.geometry import FEET, step_x, step_y
from dnd_env.rules.sight import has
from dnd_env.rules.threats import JUMPS, RISES
from dnd_env.rules.trace import note

LEAVE, ENTER, WHERE = range(3)  # phases: before a step, the step; WHERE: asked where to go
MANY_FEET = 1000  # more than anybody moves in a turn
LANDING_DC = 10


@rule
def mode_of(state: State, scene: Scene, who: int) -> int:
    """Return the MovementMode in which a creature moves where it is."""
    creature = state.creatures[who]
    if creature.is_flying != 0:
        return MovementMode.FLY
    return mode_at(scene, creature, creature.x, creature.y)


@rule
def mode_at(scene: Scene, creature, x: int, y: int) -> int:
    """Return the MovementMode in which a creature that does not fly enters a place."""
    if creature.speed_ft[paths.SWIM] > 0 and geometry.touches(scene.water, creature, x, y):
        return MovementMode.SWIM
    if creature.speed_ft[paths.CLIMB] > 0 and geometry.touches(scene.low_wall, creature, x, y):
        return MovementMode.CLIMB
    return MovementMode.WALK


@rule
def best_mode(creature) -> int:
    """Return the MovementMode with the highest speed."""
    best = 0
    for mode in range(len(creature.speed_ft)):
        if creature.speed_ft[mode] > creature.speed_ft[best]:
            best = mode
    return best + 1


@rule
def start(state: State, scene: Scene, tables: Tables, work: Work, who: int, x: int, y: int) -> None:
    """Begin to move to a square within reach, on what is left of the creature's speeds."""
    paths.prepare(state, scene, tables, work, who)
    last = floods.flood(state, scene, tables, work, who, -1)
    count = routes.find(state, scene, tables, work, who, x, y, last)
    frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
    frame.step_count, frame.amount = count, -1


@rule
def offer(state: State, who: int, feet: int, unprovoked: bool) -> None:
    """Let a creature move out of turn, up to so many feet, where it wishes."""
    if feet < FEET:
        return
    frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
    frame.amount, frame.is_void, frame.phase = feet, int(unprovoked), WHERE


@rule
def go(state: State, scene: Scene, tables: Tables, work: Work, x: int, y: int) -> None:
    """Answer an offer: set the path of the MOVE frame on top."""
    frame = state.frames[stack.top(state)]
    who = frame.source - 1
    paths.prepare(state, scene, tables, work, who)
    last = floods.flood(state, scene, tables, work, who, frame.amount)
    frame.step_count = routes.find(state, scene, tables, work, who, x, y, last)
    frame.phase = LEAVE


@rule
def go_one_step(state: State, direction: int) -> None:
    """Answer an offer by a single step; what is left is offered again."""
    frame = state.frames[stack.top(state)]
    state.path[0] = direction
    frame.next_step, frame.step_count, frame.gate = 0, 1, 1


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the MOVE frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    if frame.phase == WHERE:
        frame.phase = LEAVE
        stack.ask(state, Decision.SQUARE, frame.source - 1)
    elif frame.next_step == frame.step_count:
        if frame.bits == JUMPS and frame.step_count > 0:
            land(state, scene, tables, work, frame.source - 1)
        if frame.gate != 0 and frame.amount >= FEET and sight.is_up(state, frame.source - 1):
            frame.gate, frame.phase = 0, WHERE
        else:
            stack.pop(state)
    elif frame.bits >= RISES:
        rise(state, scene, tables, work, index)
    elif frame.phase == LEAVE:
        leave(state, scene, tables, work, index)
    else:
        enter(state, scene, tables, work, index)


@rule
def land(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """End a jump: in difficult terrain a DC 10 Acrobatics check, or it lands prone. MOV-05."""
    creature = state.creatures[who]
    creature.approach_ft = 0
    if not sight.is_up(state, who) or not paths.is_difficult(
        state, scene, tables, who, creature.x, creature.y
    ):
        return
    total = checks.roll_skill(state, scene, tables, work, who, Skill.ACROBATICS, -1, -1)
    if total < LANDING_DC:
        ongoing.impose(state, scene, tables, work, Role.FALLEN, who, who)


@rule
def rise(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Fly up or down, once those whose reach it leaves have had their say."""
    frame = state.frames[index]
    who = frame.source - 1
    creature = state.creatures[who]
    before, after = creature.altitude_ft, frame.total
    if frame.phase == LEAVE:
        frame.phase = ENTER
        if has(creature, Flag.SLIPS_AWAY):
            return
        for other in range(scene.creature_count):
            if threats.is_on_guard(state, scene, tables, other, who):
                reach = threats.reach(state, tables, other)
                if threats.is_risen_from(state, scene, who, reach, other, after):
                    frame.x, frame.y = creature.x, creature.y
                    stack.emit(state, Event.LEAVES_REACH, who, other, 0, -1)
        return
    frame.next_step = frame.step_count
    if not sight.is_up(state, who) or has(creature, Flag.CANNOT_MOVE):
        return
    creature.moved_ft += abs(after - before)
    creature.altitude_ft, creature.is_flying = after, int(frame.bits == RISES)
    note(work, Traced.MOVES, who, -1, -1, after, 0, 0, 0)
    arrive(state, scene, tables, work, who, zones.inside(state, who))


@rule
def leave(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Before a step: tell those whose reach it leaves, unless something bars the way."""
    frame = state.frames[index]
    who = frame.source - 1
    creature = state.creatures[who]
    direction = state.path[frame.next_step]
    x, y = creature.x + step_x(direction), creature.y + step_y(direction)
    frame.phase = ENTER
    frame.x, frame.y, frame.aim_x, frame.aim_y = x, y, creature.x, creature.y
    frame.total = creature.altitude_ft
    if not can_step(state, scene, tables, work, who, direction):
        stop(state, work, frame)
        return
    if frame.is_void != 0 or has(creature, Flag.SLIPS_AWAY):
        return
    if not threats.is_anyone_near(state, scene, who):
        return
    sight.refresh(state, scene, tables, work)
    for other in range(scene.creature_count):
        if threats.is_on_guard(state, scene, tables, other, who):
            reach = threats.reach(state, tables, other)
            if reach > 0 and threats.is_left(
                state, scene, who, reach, other, creature.x, creature.y, x, y
            ):
                stack.emit(state, Event.LEAVES_REACH, who, other, 0, -1)


@rule
def stop(state: State, work: Work, frame) -> None:
    """Drop what is left of the path."""
    who = frame.source - 1
    note(work, Traced.STOPS, who, -1, frame.step_count - frame.next_step, 0, 0, 0, 0)
    frame.step_count = frame.next_step


@rule
def can_step(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, direction: int
) -> bool:
    """Can the mover still take its next step: able to, and nothing unseen in the way? A creature
    that it runs into is found."""
    creature = state.creatures[who]
    if not sight.is_up(state, who) or has(creature, Flag.CANNOT_MOVE):
        return False
    x, y = creature.x + step_x(direction), creature.y + step_y(direction)
    if not has(creature, Flag.INCORPOREAL) and paths.is_at_door(state, creature, x, y):
        return False
    for other in range(scene.creature_count):
        if other == who or not sight.is_here(state, other) or sight.is_located(state, who, other):
            continue
        if geometry.overlaps(state, who, x, y, other) and not paths.may_share(
            state, tables, who, other
        ):
            state.creatures[other].hidden_from &= ~(1 << who)
            sight.mark_moved(state, other)
            state.located[creature.side] |= 1 << other
            return False
    return True


@rule
def is_thrown_off(frame, creature) -> bool:
    """Has a response put the mover elsewhere than where its step begins: pushed, fallen?"""
    moved = creature.x != frame.aim_x or creature.y != frame.aim_y
    return moved or creature.altitude_ft != frame.total


@rule
def enter(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Take the step, unless a response has made that impossible."""
    frame = state.frames[index]
    who = frame.source - 1
    creature = state.creatures[who]
    direction = state.path[frame.next_step]
    frame.phase = LEAVE
    if is_thrown_off(frame, creature) or not can_step(state, scene, tables, work, who, direction):
        stop(state, work, frame)
        return
    feet = FEET * cost_of_step(state, scene, tables, who, direction, frame.bits == JUMPS)
    if feet > feet_left(state, scene, tables, frame, direction):
        stop(state, work, frame)
        return
    if frame.amount >= 0:  # moved out of turn
        frame.amount -= feet
    else:
        creature.moved_ft += feet
    creature.diagonals += direction % 2
    frame.next_step += 1
    known = state.spotted[creature.side]
    step(state, scene, tables, work, who, direction)
    keep_run(creature, direction)
    if scene.fog != 0:
        sight.refresh(state, scene, tables, work)
        if state.spotted[creature.side] & ~known:  # somebody comes into view
            stop(state, work, frame)


@rule
def feet_left(state: State, scene: Scene, tables: Tables, frame, direction: int) -> int:
    """Feet that the mover of a MOVE frame has for its next step."""
    who = frame.source - 1
    if frame.amount >= 0:
        return frame.amount
    if frame.bits == JUMPS:
        return paths.budget_ft(state, scene, tables, who, paths.WALK)
    return budget_into(state, scene, tables, who, direction)


@rule
def budget_into(state: State, scene: Scene, tables: Tables, who: int, direction: int) -> int:
    """Feet left in the mode in which the next square is entered."""
    creature = state.creatures[who]
    mode: int = MovementMode.FLY
    if creature.is_flying == 0:
        mode = mode_at(
            scene, creature, creature.x + step_x(direction), creature.y + step_y(direction)
        )
    return paths.budget_ft(state, scene, tables, who, mode - 1)


@rule
def cost_of_step(
    state: State, scene: Scene, tables: Tables, who: int, direction: int, jumps: bool
) -> int:
    """Squares of movement that a step takes now; in the air of a jump no ground slows it."""
    creature = state.creatures[who]
    x, y = creature.x + step_x(direction), creature.y + step_y(direction)
    if jumps:
        cost = 1 + paths.drag_cost(state, scene, tables, who)
    else:
        cost = paths.cost_into(state, scene, tables, who, x, y)
    is_second = scene.diagonals_5_10_5 != 0 and direction % 2 == 1 and creature.diagonals % 2 == 1
    return 2 * cost if is_second else cost


@rule
def keep_run(creature, direction: int) -> None:
    """Keep count of feet run in a straight line, for charges and jumps."""
    if creature.run_direction != direction + 1:
        creature.run_ft, creature.run_direction = 0, direction + 1
    creature.run_ft += FEET
    creature.approach_ft = creature.approach_ft + FEET if creature.is_flying == 0 else 0


@rule
def step(state: State, scene: Scene, tables: Tables, work: Work, who: int, direction: int) -> None:
    """Put a creature one square further, with those it drags, and let zones act."""
    creature = state.creatures[who]
    before = zones.inside(state, who) if state.zone_count > 0 else 0
    note(work, Traced.MOVES, who, -1, direction, creature.x, creature.y, 0, 0)
    drag_along(state, scene, tables, work, who, step_x(direction), step_y(direction))
    creature.x += step_x(direction)
    creature.y += step_y(direction)
    arrive(state, scene, tables, work, who, before)


@rule
def arrive(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, zones_before: int
) -> None:
    """Say that a creature is somewhere else than it was."""
    sight.mark_moved(state, who)
    state.places_stale |= state.ongoing_count > 0  # somebody may be out of a grip's reach
    ongoing.end_early(state, tables, work, who, EndsOn.MOVED)
    if state.zone_count > 0:
        zones.after_step(state, scene, tables, work, who, zones_before)


@rule
def drag_along(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, dx: int, dy: int
) -> None:
    """Move those that a creature holds by the same step, or into its track where that is barred."""
    held = grappling.held_by(state, who)
    if held == 0:
        return
    creature = state.creatures[who]
    for other in range(MAX_CREATURES):
        if (held >> other) & 1 == 0:
            continue
        dragged = state.creatures[other]
        x, y = dragged.x + dx, dragged.y + dy
        if not is_room(state, scene, tables, other, x, y, who):
            x, y = creature.x, creature.y
            if not is_room(state, scene, tables, other, x, y, who):
                continue
        before = zones.inside(state, other) if state.zone_count > 0 else 0
        dragged.x, dragged.y = x, y
        arrive(state, scene, tables, work, other, before)


@rule
def is_room(
    state: State, scene: Scene, tables: Tables, who: int, x: int, y: int, beside: int
) -> bool:
    """Can a creature be put in a place, ``beside`` (about to move away) not counted?"""
    creature = state.creatures[who]
    if x < 0 or y < 0 or x + creature.width > scene.width or y + creature.width > scene.height:
        return False
    if geometry.touches(scene.bars_move, creature, x, y) or paths.is_at_door(state, creature, x, y):
        return False
    if creature.is_flying == 0 and geometry.touches(scene.chasm, creature, x, y):
        return False
    for other in range(scene.creature_count):
        if other in (who, beside) or not sight.is_here(state, other):
            continue
        if geometry.overlaps(state, who, x, y, other) and not paths.may_share(
            state, tables, who, other
        ):
            return False
    return True
