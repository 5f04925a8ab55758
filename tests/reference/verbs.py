"""Verbs that are no activities: standing up, jumping, flying, squeezing, items, doors.

MOV-05, MOV-06, MOV-09, MOV-11, TRN-03, ATK-14.

Those that move need a creature that is awake and can move; those that use hands, one that can act.
"""

from collections.abc import Callable

from dnd_env.core.limits import MAX_ITEMS
from dnd_env.core.terms import ALTITUDES_FT, Ability, Flag, MovementMode, Option, Role, Verb
from tests.reference.economy import can_interact, holds
from tests.reference.facts import Square, Squares
from tests.reference.movement import (
    STEPS,
    budget_ft,
    feared_by,
    is_burdened,
    is_shunned,
    is_taken,
    may_pass,
    may_stay,
    mode_at,
    others_near,
    own_terrain,
    passes_corner,
    terrain,
)
from tests.reference.position import Door, Position, footprint
from tests.reference.shapes import FEET, apart, distance
from tests.reference.sight import is_awake, knows
from tests.reference.standing import has, standing

RUN_UP_FT = 10
HIGH_JUMP_BASE_FT = 3
LOW_WALL_FT = 3
SHORTEST_JUMP_FT = 10  # what is shorter is a step


def is_free(position: Position, who: int) -> bool:
    """Can a creature use its hands?"""
    return not has(position, who, Flag.CANNOT_ACT) and is_awake(position, who)


def has_role(position: Position, who: int, role: Role) -> bool:
    return position.content.condition_of_role(role) in standing(position, who).conditions


def may_stand_up(position: Position, who: int) -> bool:
    """MOV-06: half the speed, which Dash does not raise; not at speed 0."""
    if not has_role(position, who, Role.FALLEN):
        return False
    mode = mode_at(position, who, position.creatures[who].place)
    cost = standing(position, who).speed(mode) // 2
    if has(position, who, Flag.STANDS_FREELY):
        cost = FEET
    return bool(budget_ft(position, who, mode) >= cost > 0)


def may_drop_prone(position: Position, who: int) -> bool:
    """MOV-06: [2024] not at speed 0; who can neither move nor act cannot move its limbs at all."""
    stuck = has(position, who, Flag.CANNOT_MOVE)
    barred = stuck and (position.ground.is_2024 or has(position, who, Flag.CANNOT_ACT))
    return not barred and not has_role(position, who, Role.FALLEN)


def may_release(position: Position, who: int) -> bool:
    return any(lasting.is_grip and lasting.source == who for lasting in position.lasting)


def may_jump(position: Position, who: int) -> bool:
    return not position.ground.options.compact and bool(jumps(position, who))


def may_pick_up(position: Position, who: int) -> bool:
    """An own thing on the ground within reach, by an interaction."""
    creature = position.creatures[who]
    near = [
        item
        for item in position.items
        if item.owner == who
        and apart(creature.place[0], creature.width, item.square[0], 1) <= 1
        and apart(creature.place[1], creature.width, item.square[1], 1) <= 1
    ]
    low = creature.altitude_ft <= FEET
    return bool(near) and low and is_free(position, who) and can_interact(position, who)


def may_end_concentration(position: Position, who: int) -> bool:
    return bool(position.creatures[who].concentrates)


def verb_options(position: Position, who: int, verb: int) -> set[int]:
    """Return the options that a verb takes now, none if it cannot be said."""
    return OPTIONS[Verb(verb)](position, who)


def altitudes(position: Position, who: int) -> set[int]:
    return {
        Option.UP_0 + at
        for at, altitude_ft in enumerate(ALTITUDES_FT)
        if may_rise(position, who, altitude_ft)
    }


def _items(position: Position, who: int, may: Callable[[int], bool]) -> set[int]:
    if not is_free(position, who):
        return set()
    carried = position.creatures[who].block.items
    return {Option.FIRST + at for at in range(MAX_ITEMS) if carried[at] and may(at + 1)}


def drawable(position: Position, who: int) -> set[int]:
    """Weapons carried but not in hand, with a hand free."""
    creature = position.creatures[who]
    free = can_interact(position, who) and creature.free_hands > 0

    def may(item: int) -> bool:
        kind = position.content.item(creature.block.items[item - 1] - 1)
        there = creature.items[item - 1] > 0 and not holds(creature, item)
        return bool(free and there and kind.is_weapon)

    return _items(position, who, may)


def droppable(position: Position, who: int) -> set[int]:
    """What is in hand, but no shield: that takes an action."""
    creature = position.creatures[who]

    def may(item: int) -> bool:
        kind = position.content.item(creature.block.items[item - 1] - 1)
        return holds(creature, item) and not kind.is_shield

    return _items(position, who, may)


def stowable(position: Position, who: int) -> set[int]:
    can = can_interact(position, who)
    return droppable(position, who) if can else set()


def squeezes(position: Position, who: int) -> set[int]:
    """Any corner of a space of more than one square. MOV-11."""
    creature = position.creatures[who]
    stuck = has(position, who, Flag.CANNOT_MOVE)
    if stuck or creature.squeezes_to or creature.width == 1:
        return set()
    return {Option.NORTH_WEST + corner for corner in range(4)}


def unsqueezes(position: Position, who: int) -> set[int]:
    return {Option.NORTH_WEST + corner for corner in range(4) if may_spread(position, who, corner)}


def doors_at_hand(position: Position, who: int) -> set[int]:
    """Doors within 5 ft that are not locked, nor open with somebody known standing in them."""
    if not is_free(position, who) or not can_interact(position, who):
        return set()
    near = [door for door in position.doors if _is_usable(position, who, door)]
    return {Option.FIRST + at for at in range(min(len(near), MAX_ITEMS))}


def _is_usable(position: Position, who: int, door: Door) -> bool:
    square = door.square
    creature = position.creatures[who]
    across = apart(creature.place[0], creature.width, square[0], 1)
    down = apart(creature.place[1], creature.width, square[1], 1)
    if max(across, down) != 1 or door.is_locked:
        return False
    occupied = any(
        other.is_here and square in other.space() and knows(position, who, index)
        for index, other in position.creatures.items()
    )
    return not (door.is_open and occupied)


# --- jumping, flying, squeezing ------------------------------------------------------------------


def jump_ft(position: Position, who: int) -> tuple[int, int]:
    """Return the feet of a long and of a high jump: half without a run-up. MOV-05."""
    creature = position.creatures[who]
    far = creature.block.ability_scores[Ability.STRENGTH - 1]
    high = max(HIGH_JUMP_BASE_FT + creature.block.ability_modifiers[Ability.STRENGTH - 1], 0)
    if creature.approach_ft < RUN_UP_FT:
        return far // 2, high // 2
    return far, high


def jumps(position: Position, who: int) -> set[Square]:
    """Return the places that a creature can jump to, in a straight line."""
    creature = position.creatures[who]
    grounded = has(position, who, Flag.CRAWLS) or has(position, who, Flag.CANNOT_MOVE)
    if creature.is_flying or grounded or creature.squeezes_to:
        return set()
    far, high = jump_ft(position, who)
    return {
        place
        for step in STEPS
        for place in _jumps_along(position, who, step, far, high)
        if may_stay(position, who, place)
    }


def _jumps_along(
    position: Position, who: int, step: tuple[int, int], far: int, high: int
) -> list[Square]:
    """Return the places that a jump in one direction reaches."""
    found: list[Square] = []
    place, jumped = position.creatures[who].place, 0
    diagonals = position.creatures[who].diagonals
    a_foot = 1 + (is_burdened(position, who) and position.ground.is_2024)
    while True:
        to = place[0] + step[0], place[1] + step[1]
        second = position.ground.options.diagonals_5_10_5 and 0 not in step and diagonals % 2
        jumped += FEET * (2 if second else 1)
        diagonals += 0 not in step
        if jumped > far or jumped * a_foot > budget_ft(position, who, MovementMode.WALK):
            return found
        if not may_fly_over(position, who, place, step, high):
            return found
        place = to
        if jumped >= SHORTEST_JUMP_FT:
            found.append(place)


def may_fly_over(
    position: Position, who: int, place: Square, step: tuple[int, int], high: int
) -> bool:
    """May a jumper take a step: past no corner, through nobody, low walls if it clears them?"""
    to = place[0] + step[0], place[1] + step[1]
    space = footprint(to, position.creatures[who].width)
    if not all(position.ground.holds(square) for square in space):
        return False
    in_the_way = own_terrain(position, who).barred - (
        position.ground.chasm - solid_for(position, who)
    )
    if space & in_the_way or is_shunned(position, who, to):
        return False
    if space & position.ground.low_walls and high < LOW_WALL_FT:
        return False
    return not passes_corner(position, who, place, step)


def solid_for(position: Position, who: int) -> Squares:
    """Return the squares that bar a creature even in the air: walls, doors, others' spaces."""
    creature = position.creatures[who]
    found = set(own_terrain(position, who).corners)
    for other in others_near(position, who, creature.altitude_ft):
        if not may_pass(position, who, other):
            found |= position.creatures[other].space()
    return frozenset(found)


def may_rise(position: Position, who: int, altitude_ft: int) -> bool:
    """May a creature fly straight up or down to an altitude, and stay there?"""
    creature = position.creatures[who]
    if standing(position, who).speed(MovementMode.FLY) == 0 or has(position, who, Flag.CRAWLS):
        return False
    if creature.is_flying and altitude_ft == creature.altitude_ft:
        return False
    if altitude_ft > position.ground.options.ceiling_ft:
        return False
    climb = abs(altitude_ft - creature.altitude_ft)
    enough = climb <= budget_ft(position, who, MovementMode.FLY)
    return enough and is_free_at(position, who, altitude_ft)


def may_land(position: Position, who: int) -> bool:
    """May a flyer come down where it is? Not into a chasm."""
    creature = position.creatures[who]
    if not creature.is_flying or creature.space() & position.ground.chasm:
        return False
    enough = creature.altitude_ft <= budget_ft(position, who, MovementMode.FLY)
    return enough and is_free_at(position, who, 0)


def is_free_at(position: Position, who: int, altitude_ft: int) -> bool:
    """Is nobody in the way at another altitude, and nobody feared nearer there?"""
    creature = position.creatures[who]
    land = terrain(position, who, altitude_ft)
    if altitude_ft != creature.altitude_ft and is_taken(land, position, who, creature.place):
        return False
    return not any(
        distance(position, who, other, altitude_ft=altitude_ft) < distance(position, who, other)
        for other in feared_by(position, who)
    )


def may_spread(position: Position, who: int, corner: int) -> bool:
    """May a squeezed creature spread out from a corner of its wider space? MOV-11."""
    creature = position.creatures[who]
    if not creature.squeezes_to or has(position, who, Flag.CANNOT_MOVE):
        return False
    grown = creature.squeezes_to - creature.width
    x, y = creature.place
    place = x - grown * (corner % 2), y - grown * (corner // 2)
    return may_stay(position, who, place, creature.squeezes_to)


OPTIONS: dict[Verb, Callable[[Position, int], set[int]]] = {
    Verb.FLY: altitudes,
    Verb.SQUEEZE: squeezes,
    Verb.UNSQUEEZE: unsqueezes,
    Verb.DRAW: drawable,
    Verb.STOW: stowable,
    Verb.DROP_ITEM: droppable,
    Verb.USE_DOOR: doors_at_hand,
}
VERBS: dict[Verb, Callable[[Position, int], bool]] = {
    Verb.STAND_UP: may_stand_up,
    Verb.DROP_PRONE: may_drop_prone,
    Verb.RELEASE: may_release,
    Verb.JUMP: may_jump,
    Verb.LAND: may_land,
    Verb.PICK_UP: may_pick_up,
    Verb.END_CONCENTRATION: may_end_concentration,
}


def sayable(position: Position, who: int) -> set[int]:
    """Return the verbs, no activities nor steps, that a creature can say."""
    plain = {verb for verb, may in VERBS.items() if may(position, who)}
    return plain | {verb for verb in OPTIONS if verb_options(position, who, verb)}
