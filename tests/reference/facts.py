"""What never changes in a battle, as plain values: the map, the options, the rows of the content.

A square is ``(x, y)``; a set of squares is a ``frozenset``. Rows of records become namespaces of
ints by the names that ``dnd_env/core`` gives them.
"""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from dnd_env.core import tables as layouts
from dnd_env.core.scene import SCENE
from dnd_env.core.terms import Edition

Square = tuple[int, int]
Squares = frozenset[Square]
Row = Any  # a row of the content: ints by name


def bits(mask: int) -> frozenset[int]:
    """Return the positions of the bits that are set.

    >>> sorted(bits(0b1001))
    [0, 3]
    """
    found, at = set(), 0
    while mask:
        if mask & 1:
            found.add(at)
        mask >>= 1
        at += 1
    return frozenset(found)


def read(record: Any, dtype: Any, only: frozenset[str] | None = None) -> Any:
    """Read a checked record into plain ints, lists and namespaces; ``only``: these fields."""
    values = {}
    for name in dtype.names or ():
        if only is not None and name not in only:
            continue
        base, shape = dtype[name].base, dtype[name].shape
        if shape:
            values[name] = [
                read(record[name][at], base) if base.names else record[name][at]
                for at in range(shape[0])
            ]
        else:
            values[name] = read(record[name], base) if base.names else record[name]
    return SimpleNamespace(**values)


# --- the map -------------------------------------------------------------------------------------

LAYERS = {
    "walls": "bars_move",
    "opaque": "bars_sight",
    "solid": "bars_effect",
    "difficult": "difficult",
    "water": "water",
    "chasm": "chasm",
    "low_walls": "low_wall",
    "half_covers": "half_cover",
    "better_covers": "three_quarters_cover",
    "dark": "dark",
    "dim": "dim",
}


@dataclass(frozen=True, eq=False)
class Ground:
    """The map, and the options that a battle is played by.

    ``hostile``: for each side those that it fights; ``options``: the plain fields of the SCENE.
    """

    width: int
    height: int
    walls: Squares
    opaque: Squares
    solid: Squares
    difficult: Squares
    water: Squares
    chasm: Squares
    low_walls: Squares
    half_covers: Squares
    better_covers: Squares
    dark: Squares
    dim: Squares
    hostile: dict[int, frozenset[int]]
    options: Any

    @property
    def is_2024(self) -> bool:
        return bool(self.options.edition == Edition.SRD_5_2)

    @property
    def has_fog(self) -> bool:
        return bool(self.options.fog)

    def holds(self, square: Square) -> bool:
        """Is a square on the map?"""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def all_squares(self) -> list[Square]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]


def read_ground(scene: Any) -> Ground:
    """Read a SCENE record."""
    names: tuple[str, ...] = SCENE.names or ()
    plain = frozenset(name for name in names if not SCENE[name].shape)
    layers = {}
    for ours, theirs in LAYERS.items():
        rows = [scene[theirs][y] for y in range(scene.height)]
        layers[ours] = frozenset((x, y) for y, row in enumerate(rows) for x in bits(row))
    return Ground(
        width=scene.width,
        height=scene.height,
        hostile={side: bits(scene.hostile_to[side]) for side in range(scene.side_count)},
        options=read(scene, SCENE, plain),
        **layers,
    )


# --- the content ---------------------------------------------------------------------------------

TABLES = {
    "effects": layouts.EFFECT,
    "activities": layouts.ACTIVITY,
    "stat_blocks": layouts.STAT_BLOCK,
    "conditions": layouts.CONDITION,
    "items": layouts.ITEM,
}


class Content:
    """Rows of the compiled content by index, read once each."""

    def __init__(self, tables: Any) -> None:
        self._tables = tables
        self._rows: dict[tuple[str, int], Row] = {}

    def effect(self, index: int) -> Row:
        return self._row("effects", index)

    def activity(self, index: int) -> Row:
        return self._row("activities", index)

    def stat_block(self, index: int) -> Row:
        return self._row("stat_blocks", index)

    def condition(self, index: int) -> Row:
        return self._row("conditions", index)

    def item(self, index: int) -> Row:
        return self._row("items", index)

    def effects(self, first: int, count: int) -> list[Row]:
        return [self.effect(index) for index in range(first, first + count)]

    def children(self, effect: Row) -> list[Row]:
        return self.effects(effect.first_child, effect.child_count)

    def activity_of_verb(self, verb: int) -> Row | None:
        """Return the activity behind a verb, None if the content has none."""
        row = self._tables.verbs[verb]
        return self.activity(row - 1) if row else None

    def condition_of_role(self, role: int) -> int:
        """Return the bit of the condition that the rules impose in a Role."""
        return int(self._tables.roles[role]) - 1

    def _row(self, table: str, index: int) -> Row:
        key = (table, index)
        if key not in self._rows:
            row = read(self._tables[table][index], TABLES[table])
            row.index = index
            self._rows[key] = row
        return self._rows[key]
