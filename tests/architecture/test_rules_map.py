"""``docs/rules_map.md``: all that it names exists, and no row of the rules is missing from it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import EnumMeta

import pytest

from dnd_env.core import scene, state, tables, terms

from .sources import ROOT, functions
from .test_rows import table

RECORDS = {
    "creature": state.CREATURE, "state": state.STATE, "zone": state.ZONE, "event": state.EVENT,
    "ongoing": state.ONGOING, "frame": state.FRAME, "object": state.OBJECT, "scene": scene.SCENE,
    "stat_block": tables.STAT_BLOCK, "activity": tables.ACTIVITY, "effect": tables.EFFECT,
}  # fmt: skip
FIELD = re.compile(r"`(\w+)\.(\w+)`")
WORD = re.compile(r"\b[A-Z]{2}[A-Z_]+\b")
PLACE = re.compile(r"`([\w/]+(?:\.py)?)`(?: \(([^)]*)\))?")


@dataclass(frozen=True)
class Row:
    """A line of a table: ``name``, what carries it, and where it is played."""

    name: str
    carried: str
    played: str


def rows() -> Iterator[Row]:
    for line in (ROOT / "docs" / "rules_map.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] not in ("row", "what"):
            yield Row(*cells)


def words() -> set[str]:
    """Return the words of the vocabulary: members of its enums, and constants of the tables."""
    enums = [value for value in vars(terms).values() if isinstance(value, EnumMeta)]
    return {name for enum in enums for name in enum.__members__} | set(vars(tables))


def test_every_row_of_the_rules_is_in_the_map():
    """
    Each once, and marked as later if it is not played yet.
    """
    mapped = [row for row in rows() if re.fullmatch(r"[A-Z]{3}-\d\d", row.name)]
    played = {name: row["played"] for name, row in table("rule_rows.tsv").items()}

    assert [row.name for row in mapped] == list(played)
    for row in mapped:
        assert row.carried.startswith("**later**") == (played[row.name] == "later"), row


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row.name)
def test_what_carries_a_row_exists(row: Row):
    """
    Fields are of the records named, words in capitals of the vocabulary.
    """
    for record, field in FIELD.findall(row.carried):
        assert field in RECORDS[record].names, f"{record}.{field}"
    assert set(WORD.findall(row.carried)) <= words()


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row.name)
def test_where_a_row_is_played_exists(row: Row):
    """
    Files and folders are of the package, functions of the file that they stand behind.
    """
    for place, named in PLACE.findall(row.played):
        path = ROOT / "dnd_env" / place
        assert path.exists(), place
        if named:
            there = {function.name for function in functions(path)}
            assert set(re.findall(r"`(\w+)`", named)) <= there, (place, named)
