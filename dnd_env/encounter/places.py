"""Room for everybody: start squares that are free, and zones that hold all who begin there."""

from itertools import combinations, product

from dnd_env.core.terms import Size
from dnd_env.encounter.battle_map import BattleMap, Square
from dnd_env.encounter.creature_setup import squares_across
from dnd_env.encounter.lineup import Combatant, zone_names, zone_squares
from dnd_env.encounter.mistakes import mistake
from dnd_env.encounter.spec import Spec


def check(spec: Spec, battle_map: BattleMap, lineup: list[Combatant], sizes: list[int]) -> None:
    """See to it that all creatures have room to begin; ``sizes``: the Size of each.

    Raises:
        EncounterError: a space is off the map, filled, or another's; a zone may prove too small.
    """
    for who, combatant in enumerate(lineup):
        if combatant.square is not None:
            _check_ground(spec, battle_map, combatant, squares_across(sizes[who]))
        else:
            _check_zone(spec, battle_map, lineup, sizes, who)
    for a, b in combinations(range(len(lineup)), 2):
        _check_apart(spec, lineup[a], sizes[a], lineup[b], sizes[b])


def space_of(square: Square, width: int) -> list[Square]:
    """Return the squares of a space by its north-west one."""
    return [(square[0] + dx, square[1] + dy) for dx, dy in product(range(width), repeat=2)]


def overlap(a: Square, a_width: int, b: Square, b_width: int) -> bool:
    """Do two spaces share a square?"""
    across = a[0] < b[0] + b_width and b[0] < a[0] + a_width
    return across and a[1] < b[1] + b_width and b[1] < a[1] + a_width


def is_free(battle_map: BattleMap, square: Square, width: int, flies: bool = False) -> bool:
    """Is a space on the map, with nothing in it that bars a creature, and ground beneath?"""
    if not battle_map.holds(*square, width):
        return False
    doors = {(door.x, door.y) for door in battle_map.doors if not door.is_open}
    return not any(
        place in doors
        or battle_map.has("bars_move", *place)
        or (battle_map.has("chasm", *place) and not flies)
        for place in space_of(square, width)
    )


def _check_ground(spec: Spec, battle_map: BattleMap, who: Combatant, width: int) -> None:
    assert who.square is not None
    if not is_free(battle_map, who.square, width, flies=who.row.altitude_ft > 0):
        expected = f"{width} x {width} squares of open ground for {who.name}"
        expected += f", on a map of {battle_map.width} x {battle_map.height}"
        raise mistake(spec.file, f"{who.key}.at", list(who.square), expected)


def _check_apart(spec: Spec, a: Combatant, a_size: int, b: Combatant, b_size: int) -> None:
    if a.square is None or b.square is None or (a_size == Size.TINY and b_size == Size.TINY):
        return
    if overlap(a.square, squares_across(a_size), b.square, squares_across(b_size)):
        expected = f"a place of its own: {a.name} is there"
        raise mistake(spec.file, f"{b.key}.at", list(b.square), expected)


def _check_zone(
    spec: Spec, battle_map: BattleMap, lineup: list[Combatant], sizes: list[int], who: int
) -> None:
    """See to it that a creature finds a place, wherever those drawn before it have gone."""
    squares, names = zone_squares(spec, battle_map), zone_names(spec)
    name, width = names[lineup[who].zone - 1], squares_across(sizes[who])
    inside = set(squares[name])
    places = sum(
        is_free(battle_map, square, width) and inside.issuperset(space_of(square, width))
        for square in inside
    )
    taken = 0
    for other, there in enumerate(lineup):
        across = squares_across(sizes[other])
        if there.square is not None:
            taken += sum(overlap(square, width, there.square, across) for square in inside)
        elif other < who and not inside.isdisjoint(squares[names[there.zone - 1]]):
            taken += (across + width - 1) ** 2  # the most places that it can bar
    if places <= taken:
        expected = f"a larger zone for {lineup[who].name}: others may take {taken} of its {places}"
        raise mistake(spec.file, f"{lineup[who].key}.zone", name, expected + " places")
