"""Where a creature may go, and what it costs: Dijkstra's search over places.

MOV-01 to MOV-11, GRD-01, GRD-02, ATK-15. A place is the north-west square of a space. What counts
is what the mover's side knows. Costs are in squares of movement.
"""

import heapq
from dataclasses import dataclass

from dnd_env.core.terms import Flag, MovementMode, Size, ZoneTrait
from tests.reference.facts import Square, Squares
from tests.reference.lines import shut_doors
from tests.reference.position import Position, footprint, kept
from tests.reference.shapes import FEET, distance, height_between
from tests.reference.sight import knows, zone_squares
from tests.reference.standing import has, standing

STEPS = (
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
)  # clockwise from north
TINY_TO_A_SQUARE = 4


# --- how far -------------------------------------------------------------------------------------


@kept
def is_burdened(position: Position, who: int) -> bool:
    """Does a creature drag somebody who slows it? ATK-15."""
    own = position.creatures[who].block.size
    for lasting in position.lasting:
        if lasting.is_grip and lasting.source == who:
            size = position.creatures[lasting.target].block.size
            is_tiny = position.ground.is_2024 and size == Size.TINY
            if not is_tiny and size > own - 2:
                return True
    return False


@kept
def budget_ft(position: Position, who: int, mode: MovementMode) -> int:
    """Return the feet left in a mode: its speed less what has been moved in any. MOV-03."""
    creature = position.creatures[who]
    speed = standing(position, who).speed(mode)
    if speed == 0:
        return 0
    if is_burdened(position, who) and not position.ground.is_2024:
        speed //= 2
    return max(speed + int(creature.extra_ft) - int(creature.moved_ft), 0)


@kept
def mode_at(position: Position, who: int, place: Square) -> MovementMode:
    """Return the mode in which a creature enters a place: where there is water or a low wall it
    swims or climbs, if it has a speed for that."""
    if position.creatures[who].is_flying:
        return MovementMode.FLY
    for mode, ground in special_ground(position):
        if footprint(place, position.creatures[who].width) & ground:
            if standing(position, who).speed(mode) > 0:
                return mode
    return MovementMode.WALK


def special_ground(position: Position) -> list[tuple[MovementMode, Squares]]:
    """Return the modes of which water and low walls ask, with their squares. MOV-05."""
    ground = position.ground
    return [(MovementMode.SWIM, ground.water), (MovementMode.CLIMB, ground.low_walls)]


# --- the others ----------------------------------------------------------------------------------


def may_pass(position: Position, who: int, other: int) -> bool:
    """May a creature move through another's space? MOV-08."""
    a, b = position.creatures[who], position.creatures[other]
    if b.is_dead or not position.fights(who, other):
        return True
    if has(position, who, Flag.INCORPOREAL):
        return True
    if has(position, who, Flag.SWARM) or has(position, other, Flag.SWARM):
        return True
    if abs(a.block.size - b.block.size) >= 2:
        return True
    helpless = not b.is_up or has(position, other, Flag.CANNOT_ACT)
    return position.ground.is_2024 and (helpless or b.block.size == Size.TINY)


def may_share(position: Position, who: int, other: int) -> bool:
    """May a creature end its move in another's space? MOV-10, B083."""
    a, b = position.creatures[who], position.creatures[other]
    if b.is_dead or has(position, who, Flag.SWARM) or has(position, other, Flag.SWARM):
        return True
    return bool(a.block.size == Size.TINY and b.block.size == Size.TINY)


def is_hampering(position: Position, who: int, other: int) -> bool:
    """Is another's space difficult terrain? MOV-04: [2024] not an ally's, nor a Tiny one's."""
    b = position.creatures[other]
    if b.is_dead:
        return False
    if not position.ground.is_2024:
        return True
    return position.fights(who, other) and bool(b.block.size != Size.TINY)


def others_near(position: Position, who: int, altitude_ft: int) -> list[int]:
    """Return the creatures on a level that a mover's side can place, and that do not move along: no
    rider, nobody whom it drags."""
    a = position.creatures[who]
    dragged = {one.target for one in position.lasting if one.is_grip and one.source == who}
    return [
        other
        for other, b in position.creatures.items()
        if other != who
        and other not in dragged
        and b.is_here
        and knows(position, who, other)
        and other + 1 not in (a.mount, a.rider)
        and height_between(a, b, altitude_ft) == 0
    ]


# --- the places of a mover -----------------------------------------------------------------------


@dataclass
class Terrain:
    """What squares are to a creature.

    ``barred``: it can be on none of them; ``taken``: nor stay on these; ``slow``: difficult;
    ``corners``: not to be passed diagonally; ``crowded``: how many Tiny ones are there.
    """

    barred: Squares
    taken: Squares
    slow: Squares
    corners: Squares
    crowded: dict[Square, int]


@kept
def terrain(position: Position, who: int, altitude_ft: int) -> Terrain:
    """Return what the map is to a creature at an altitude."""
    ground, creature = position.ground, position.creatures[who]
    walls = ground.walls | shut_doors(position, creature.side)
    ghost = has(position, who, Flag.INCORPOREAL)
    barred = set() if ghost else set(walls)
    slow = set(walls) if ghost else set()
    if not creature.is_flying:
        barred |= ground.chasm
        slow |= ground.difficult
        slow |= zone_squares(position, ZoneTrait.DIFFICULT, creature.side)
    taken: set[Square] = set()
    crowded: dict[Square, int] = {}
    for other in others_near(position, who, altitude_ft):
        space = position.creatures[other].space()
        if not may_pass(position, who, other):
            barred |= space
        if not may_share(position, who, other):
            taken |= space
        if is_hampering(position, who, other):
            slow |= space
        if position.creatures[other].block.size == Size.TINY:
            crowded |= {square: crowded.get(square, 0) + 1 for square in space}
    if has(position, who, Flag.IGNORES_DIFFICULT):
        slow = set()
    corners = frozenset() if ghost else walls
    return Terrain(frozenset(barred), frozenset(taken), frozenset(slow), corners, crowded)


def own_terrain(position: Position, who: int) -> Terrain:
    return terrain(position, who, position.creatures[who].altitude_ft)


@kept
def is_passable(position: Position, who: int, place: Square, width: int | None = None) -> bool:
    """May a creature's space be at a place in passing?"""
    space = footprint(place, width or position.creatures[who].width)
    if not all(position.ground.holds(square) for square in space):
        return False
    return not space & own_terrain(position, who).barred and not is_shunned(position, who, place)


def may_stay(position: Position, who: int, place: Square, width: int | None = None) -> bool:
    """May a creature end its move at a place?"""
    if not is_passable(position, who, place, width):
        return False
    return not is_taken(own_terrain(position, who), position, who, place, width)


def is_taken(
    land: Terrain, position: Position, who: int, place: Square, width: int | None = None
) -> bool:
    """Is somebody there with whom a creature cannot share the space?"""
    space = footprint(place, width or position.creatures[who].width)
    full = position.creatures[who].block.size == Size.TINY and any(
        land.crowded.get(square, 0) >= TINY_TO_A_SQUARE for square in space
    )
    return full or bool(space & land.taken)


@kept
def feared_by(position: Position, who: int) -> tuple[int, ...]:
    """Return whom a creature fears, as far as its side can place them."""
    if not has(position, who, Flag.AFRAID):
        return ()
    return tuple(
        other for other in sorted(binders(position, who, FRIGHTENS)) if knows(position, who, other)
    )


CHARMS, FRIGHTENS = 1, 2  # the bits of an effect's ``binds``


def binders(position: Position, who: int, how: int) -> set[int]:
    """Return those who charm, or frighten, a creature."""
    return {
        lasting.source
        for lasting in position.lasting
        if lasting.target == who and lasting.effect.binds & how
    }


def is_shunned(position: Position, who: int, place: Square) -> bool:
    """Would a frightened creature be nearer to what it fears than it is now?"""
    return any(
        distance(position, who, other, at=place) < distance(position, who, other)
        for other in feared_by(position, who)
    )


# --- steps ---------------------------------------------------------------------------------------


def passes_corner(position: Position, who: int, place: Square, step: tuple[int, int]) -> bool:
    """Does a diagonal step pass the corner of what fills its space? GRD-02.

    The two squares beside the leading corner of the space are those that neither it nor the space
    one step further covers, in the square that both span.
    """
    if 0 in step:
        return False
    (x, y), width, (dx, dy) = place, position.creatures[who].width, step
    columns = (x + width, x) if dx > 0 else (x - 1, x + width - 1)
    rows = (y + width, y) if dy > 0 else (y - 1, y + width - 1)
    beside = {(columns[0], rows[1]), (columns[1], rows[0])}
    return bool(beside & own_terrain(position, who).corners)


@kept
def surcharge(position: Position, who: int) -> int:
    """Return the squares that each square costs a creature beyond one: crawling, squeezing [2014],
    dragging [2024]."""
    extra = int(has(position, who, Flag.CRAWLS))
    if is_squeezing(position, who) and not position.ground.is_2024:
        extra += 1
    if is_burdened(position, who) and position.ground.is_2024:
        extra += 1
    return extra


def is_squeezing(position: Position, who: int) -> bool:
    return bool(position.creatures[who].squeezes_to) and not has(position, who, Flag.AMORPHOUS)


@kept
def cost_into(position: Position, who: int, place: Square) -> int:
    """Return the squares of movement that entering a place takes, by a straight step."""
    creature = position.creatures[who]
    space = footprint(place, creature.width)
    slow = bool(space & own_terrain(position, who).slow)
    if is_squeezing(position, who) and position.ground.is_2024:
        slow = True
    hard = not creature.is_flying and any(
        space & ground and standing(position, who).speed(mode) == 0
        for mode, ground in special_ground(position)
    )
    return 1 + surcharge(position, who) + slow + hard


def step_cost(
    position: Position, who: int, to: Square, step: tuple[int, int], diagonals: int
) -> int:
    """Return the cost of a step, after so many diagonal ones this turn. GRD-01."""
    cost = cost_into(position, who, to)
    if position.ground.options.diagonals_5_10_5 and 0 not in step and diagonals % 2 == 1:
        return 2 * cost
    return cost


@kept
def reachable(position: Position, who: int, limit_ft: int | None = None) -> dict[Square, int]:
    """Return the places that a creature can pass through, with their least costs in squares.

    ``limit_ft``: so many feet in any mode, else what is left of its speeds.
    """
    creature = position.creatures[who]
    parity = creature.diagonals % 2 if position.ground.options.diagonals_5_10_5 else 0
    best = {(creature.place, parity): 0}
    queue = [(0, creature.place, parity)]
    while queue:
        cost, place, parity = heapq.heappop(queue)
        if cost > best[place, parity]:
            continue
        for step in STEPS:
            to = place[0] + step[0], place[1] + step[1]
            if not is_passable(position, who, to) or passes_corner(position, who, place, step):
                continue
            total = cost + step_cost(position, who, to, step, parity)
            if total * FEET > feet_for(position, who, to, limit_ft):
                continue
            turned = parity
            if position.ground.options.diagonals_5_10_5 and 0 not in step:
                turned = 1 - parity
            if total < best.get((to, turned), total + 1):
                best[to, turned] = total
                heapq.heappush(queue, (total, to, turned))
    costs: dict[Square, int] = {}
    for (place, _), cost in best.items():
        costs[place] = min(cost, costs.get(place, cost))
    return costs


def feet_for(position: Position, who: int, place: Square, limit_ft: int | None) -> int:
    """Return the feet that may have been spent once a place is entered."""
    if has(position, who, Flag.CANNOT_MOVE):
        return 0
    if limit_ft is not None:
        return limit_ft
    return budget_ft(position, who, mode_at(position, who, place))


def destinations(position: Position, who: int, limit_ft: int | None = None) -> set[Square]:
    """Return the places where a creature's move may end, its own left out."""
    own = position.creatures[who].place
    places = reachable(position, who, limit_ft)
    return {place for place in places if place != own and may_stay(position, who, place)}


def may_step(position: Position, who: int, direction: int, limit_ft: int | None) -> bool:
    """May a creature move one square, and stay there?"""
    (x, y), step = position.creatures[who].place, STEPS[direction]
    to = x + step[0], y + step[1]
    if not may_stay(position, who, to) or passes_corner(position, who, (x, y), step):
        return False
    cost = step_cost(position, who, to, step, position.creatures[who].diagonals)
    return cost * FEET <= feet_for(position, who, to, limit_ft)
