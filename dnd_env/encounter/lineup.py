"""Who fights: one combatant for each creature slot of a battle, in the order of the file."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from dnd_env.core.limits import MAX_CREATURES
from dnd_env.encounter.battle_map import BattleMap, Square
from dnd_env.encounter.mistakes import mistake, one_of, told
from dnd_env.encounter.spec import Creature, Spec


@dataclass(frozen=True)
class Combatant:
    """One creature to be.

    Attributes:
        row: what the file says of it, and its like.
        key: where in the file that stands.
        name: to be told apart by.
        entry: its monster or class, in the edition played.
        side: index of its side.
        is_character: does a player play it?
        square: its start square, or None for one drawn in ``zone``.
        zone: index of its deployment zone + 1, 0 for none.
    """

    row: Creature
    key: str
    name: str
    entry: str
    side: int
    is_character: bool
    square: Square | None
    zone: int


def line_up(spec: Spec, battle_map: BattleMap) -> list[Combatant]:
    """List the combatants of an encounter at the level it is played at.

    Raises:
        EncounterError: too many or too few creatures, or places that are not there.
    """
    _check_zones(spec, battle_map)
    zones = zone_names(spec)
    taken: Counter[str] = Counter()
    lineup = []
    for at, row in enumerate(spec.creatures):
        key = f"creatures[{at}]"
        entry = _entry(spec, row, key)
        count = _count(row.count, spec.level)
        squares = _squares(spec, battle_map, row, key, count, taken)
        if row.zone is not None and row.zone not in zone_squares(spec, battle_map):
            known = sorted(zone_squares(spec, battle_map))
            raise mistake(spec.file, f"{key}.zone", row.zone, one_of(known), known)
        lineup += [
            Combatant(
                row=row,
                key=key,
                name=row.name or title(entry),
                entry=entry,
                side=spec.sides.index(row.side),
                is_character=_is_character(spec, row),
                square=square,
                zone=1 + zones.index(row.zone) if row.zone is not None else 0,
            )
            for square in squares
        ]
    _check_count(spec, lineup)
    return _number(lineup)


def title(entry: str) -> str:
    """Make a display name of an entry.

    >>> title("srd_5_1/giant_spider")
    'Giant Spider'
    """
    return entry.rpartition("/")[2].replace("_", " ").title()


def zone_names(spec: Spec) -> list[str]:
    """Return the zones that creatures begin in, in order of first use."""
    return list(dict.fromkeys(row.zone for row in spec.creatures if row.zone is not None))


def zone_squares(spec: Spec, battle_map: BattleMap) -> dict[str, list[Square]]:
    """Return the squares of each zone: rectangles of the file, and marks of the map."""
    zones = dict(battle_map.marks)
    for name, (column, row, width, height) in spec.map.zones.items():
        inside = [(x, y) for y in range(row, row + height) for x in range(column, column + width)]
        zones[name] = [square for square in inside if battle_map.holds(*square)]
    return zones


def _check_zones(spec: Spec, battle_map: BattleMap) -> None:
    """See to it that the rectangles lie on the map."""
    for name, zone in spec.map.zones.items():
        column, row, width, height = zone
        if column + width > battle_map.width or row + height > battle_map.height:
            size = f"{battle_map.width} x {battle_map.height}"
            expected = f"a rectangle within the map of {size} squares"
            raise mistake(spec.file, f"map.zones.{name}", list(zone), expected)


def _entry(spec: Spec, row: Creature, key: str) -> str:
    """Return what a row of creatures is in the edition played."""
    if spec.rules not in row.entry:
        expected = f"one for the {spec.rules} rules too"
        raise mistake(spec.file, f"{key}.entry", row.entry, expected)
    return row.entry[spec.rules]


def _count(counts: Mapping[int, int], level: int) -> int:
    """Return the count of the highest level named that is not above the one played, else 0."""
    reached = [named for named in counts if named <= level]
    return counts[max(reached)] if reached else 0


def _is_character(spec: Spec, row: Creature) -> bool:
    return row.side in spec.players if row.is_character is None else row.is_character


def _squares(
    spec: Spec, battle_map: BattleMap, row: Creature, key: str, count: int, taken: Counter[str]
) -> list[Square] | list[None]:
    """Return the start squares of a row's creatures; ``taken``: how many of each mark are used."""
    if (row.at is None) == (row.zone is None):
        found = "neither at nor zone" if row.at is None else "both at and zone"
        raise told(spec.file, key, found, "exactly one of them")
    if row.at is None:
        return [None] * count
    if isinstance(row.at, str):
        marked = battle_map.marks.get(row.at)
        if not marked:
            known = sorted(battle_map.marks)
            expected = f"a mark on the map, {one_of(known)}" if known else "a mark on the map"
            raise mistake(spec.file, f"{key}.at", row.at, expected)
        free = marked[taken[row.at] :]
        taken[row.at] += count
    else:
        free = row.at
    if count > len(free):
        expected = f"at most {len(free)}, for as many squares are left at {row.at!r}"
        raise mistake(spec.file, f"{key}.count", count, expected)
    return free[:count]


def _check_count(spec: Spec, lineup: list[Combatant]) -> None:
    if len(lineup) > MAX_CREATURES:
        raise told(spec.file, "creatures", f"{len(lineup)} in all", f"at most {MAX_CREATURES}")
    for name in dict.fromkeys(row.side for row in spec.creatures):
        if not any(combatant.row.side == name for combatant in lineup):
            expected = f"at least 1 at level {spec.level}"
            raise told(spec.file, "creatures", f"0 of {name}", expected)


def _number(lineup: list[Combatant]) -> list[Combatant]:
    """Number those who share a name: Goblin 1, Goblin 2."""
    total = Counter(combatant.name for combatant in lineup)
    so_far: Counter[str] = Counter()
    numbered = []
    for combatant in lineup:
        name = combatant.name
        if total[name] > 1:
            so_far[name] += 1
            name = f"{name} {so_far[name]}"
        numbered.append(Combatant(**{**vars(combatant), "name": name}))
    return numbered
