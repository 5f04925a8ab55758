"""What any creature can do on its turn without an activity: stand up, fly, draw, open a door ...

Source: SRD 5.1 and 5.2, "Movement and Position", "Interacting with Objects"; MOV-06, TRN-03,
ATK-14. Those that move need a creature that is awake, those that use hands one that can act. Some
take an option: an altitude, an item, a corner, a door.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import ALTITUDES_FT, Edition, Flag, Frame, Option, Role, Verb
from dnd_env.core.work import Work
from dnd_env.rules import (
    equipment,
    flying,
    grappling,
    interactions,
    jumping,
    movement,
    ongoing,
    paths,
    squeezing,
    stack,
)
from dnd_env.rules.geometry import FEET, step_x, step_y
from dnd_env.rules.sight import has


@rule
def uses_hands(verb: int) -> bool:
    return Verb.DRAW <= verb <= Verb.USE_DOOR


@rule
def stand_up_cost(state: State, scene: Scene, who: int) -> int:
    """Feet that standing up takes: half the speed, which Dash does not raise. MOV-06."""
    creature = state.creatures[who]
    if has(creature, Flag.STANDS_FREELY):
        return FEET
    return creature.speed_ft[movement.mode_of(state, scene, who) - 1] // 2


@rule
def can_stand_up(state: State, scene: Scene, tables: Tables, who: int) -> bool:
    """Is a creature prone, with half its speed left?"""
    if not ongoing.bears(state, tables, Role.FALLEN, who):
        return False
    mode = movement.mode_of(state, scene, who) - 1
    left = paths.budget_ft(state, scene, tables, who, mode)
    return left >= stand_up_cost(state, scene, who) > 0


@rule
def can_drop_prone(state: State, scene: Scene, tables: Tables, who: int) -> bool:
    """Is a creature on its feet, and able to lie down: [2024] not at speed 0?"""
    creature = state.creatures[who]
    if has(creature, Flag.CANNOT_MOVE):
        if scene.edition == Edition.SRD_5_2 or has(creature, Flag.CANNOT_ACT):
            return False
    return not ongoing.bears(state, tables, Role.FALLEN, who)


@rule
def options(state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int) -> int:
    """Return the mask of 1 << Option that a verb can take now; 0 if it cannot be said."""
    if verb == Verb.FLY:
        mask = 0
        flies = state.creatures[who].speed_ft[paths.FLY] > 0
        for index in range(len(ALTITUDES_FT) if flies else 0):
            if flying.can_fly_to(state, scene, tables, who, ALTITUDES_FT[index]):
                mask |= 1 << (Option.UP_0 + index)
        return mask
    if verb == Verb.SQUEEZE or verb == Verb.UNSQUEEZE:
        return squeezing.corners(state, scene, tables, work, who, verb)
    if verb == Verb.USE_DOOR:
        return interactions.doors_at_hand(state, who)
    return interactions.items_to(state, tables, who, verb)


@rule
def takes_option(verb: int) -> bool:
    chooses_item = Verb.DRAW <= verb <= Verb.DROP_ITEM
    shape = verb == Verb.SQUEEZE or verb == Verb.UNSQUEEZE
    return verb == Verb.FLY or verb == Verb.USE_DOOR or chooses_item or shape


@rule
def can_say(state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int) -> bool:
    """May a creature say a verb that is no activity?"""
    creature = state.creatures[who]
    if has(creature, Flag.UNAWARE) or (uses_hands(verb) and has(creature, Flag.CANNOT_ACT)):
        return False
    if verb == Verb.STAND_UP:
        return can_stand_up(state, scene, tables, who)
    if verb == Verb.DROP_PRONE:
        return can_drop_prone(state, scene, tables, who)
    if verb == Verb.RELEASE:
        return grappling.held_by(state, who) != 0
    if verb == Verb.JUMP:
        return jumping.mark_jumps(state, scene, tables, work, who)
    if verb == Verb.LAND:
        return flying.can_land(state, scene, tables, who)
    if verb == Verb.PICK_UP:
        return interactions.can_pick_up(state, who)
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
        flying.rise(state, who, 0, True)
    elif verb == Verb.PICK_UP:
        equipment.pick_up(state, tables, work, who)
    elif verb == Verb.END_CONCENTRATION:
        ongoing.end_concentration(state, tables, work, who)
    elif verb >= Verb.STEP_NORTH:
        frame = state.frames[stack.push(state, Frame.MOVE, who, -1, -1)]
        frame.step_count, frame.amount = 1, -1
        state.path[0] = verb - Verb.STEP_NORTH


@rule
def say_with(state: State, work: Work, who: int, verb: int, option: int) -> None:
    """Do what a verb and its option say."""
    if verb == Verb.FLY:
        flying.rise(state, who, ALTITUDES_FT[option - Option.UP_0], False)
    elif verb == Verb.SQUEEZE or verb == Verb.UNSQUEEZE:
        squeezing.change_width(state, who, verb, option - Option.NORTH_WEST)
    else:
        interactions.handle(state, work, who, verb, option - Option.FIRST + 1)
    state.refresh_stale |= 1 << who


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
