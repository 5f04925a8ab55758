"""The rows laid so far: effects, activities, conditions, items, stat blocks, and the numbers that
stand for names (tags and keys, counted in order of use: what an entry is called changes no row)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dnd_env.core.errors import CapacityError, ContentError
from dnd_env.core.layout import new_records
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Edition

Row = dict[str, Any]  # field -> value; what is left out is 0

NOTHING = "(none)"  # the label of effect row 0, which no list begins with


class Store:
    """Rows by table, each with what it is called."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.effects: list[Row] = [{}]
        self.effect_labels: list[str] = [NOTHING]
        self.activities: list[Row] = []
        self.activity_names: list[str] = []
        self.conditions: list[Row] = []
        self.condition_names: list[str] = []
        self.condition_effects: list[int] = []
        self.items: list[Row] = []
        self.item_numbers: dict[str, int] = {}
        self.stat_blocks: list[Row] = []
        self.roles: dict[int, int] = {}
        self.role_effects: dict[int, int] = {}
        self.verbs: dict[int, int] = {}
        self._tags: dict[str, int] = {}
        self._keys: dict[str, int] = {}

    def reserve(self, count: int, label: str) -> int:
        """Make room for effect rows that lie side by side; return the first."""
        first = len(self.effects)
        self.effects += [{} for _ in range(count)]
        self.effect_labels += [label] * count
        return first

    def add_activity(self, row: Row, name: str) -> int:
        """Add an activity; return its row + 1."""
        self.activities.append(row)
        self.activity_names.append(name)
        return len(self.activities)

    def add_item(self, key: str, row: Row) -> int:
        """Add a kind of item unless it is there; return its row + 1."""
        if key not in self.item_numbers:
            self.items.append(row)
            self.item_numbers[key] = len(self.items)
        return self.item_numbers[key]

    def tag(self, name: str) -> int:
        """Return the number that stands for an activity's name in every stat block."""
        return self._tags.setdefault(name, len(self._tags) + 1)

    def key(self, name: str) -> int:
        """Return the number that stands for one lasting effect in every stat block."""
        return self._keys.setdefault(name, len(self._keys) + 1)

    def write(self) -> tuple[np.ndarray, Any]:
        """Write all rows into a new TABLES record.

        Returns:
            ``raw``, uint8 [1, itemsize], and the record as the rules take it, [1].

        Raises:
            CapacityError: there are more rows of some kind than fit.
        """
        raw, taken = new_records(TABLES, 1)
        record = raw.view(TABLES)[0, 0]
        record["edition"] = int(self.edition)
        record["effect_count"] = len(self.effects)
        record["activity_count"] = len(self.activities)
        record["stat_block_count"] = len(self.stat_blocks)
        for name in ("effects", "activities", "conditions", "items", "stat_blocks"):
            _fill_rows(record[name], getattr(self, name), name, self._labels(name))
        for name in ("roles", "role_effects", "verbs"):
            for index, value in getattr(self, name).items():
                record[name][index] = value
        return raw, taken

    def _labels(self, name: str) -> Sequence[str]:
        """Return what the rows of a table are called, as far as that is known."""
        called = {
            "effects": self.effect_labels,
            "activities": self.activity_names,
            "conditions": self.condition_names,
            "items": list(self.item_numbers),
        }
        return called.get(name, ())


def _fill_rows(table: np.ndarray, rows: list[Row], name: str, labels: Sequence[str]) -> None:
    if len(rows) > len(table):
        raise CapacityError(f"{len(rows)} rows of {name}; there is room for {len(table)}")
    for index, row in enumerate(rows):
        try:
            _fill(table[index], row)
        except OverflowError as error:
            label = labels[index] if index < len(labels) else f"row {index}"
            raise ContentError(f"{name}: {label}: {error}") from None


def _fill(record: Any, row: Mapping[str, Any]) -> None:
    for field, value in row.items():
        if isinstance(value, list):
            part = record[field]
            for index, one in enumerate(value):
                if isinstance(one, dict):
                    _fill(part[index], one)
                else:
                    part[index] = one
        else:
            try:
                record[field] = value
            except OverflowError:
                room = np.iinfo(record.dtype[field])
                said = f"{field}: found {value}, expected {room.min} to {room.max}"
                raise OverflowError(said) from None
