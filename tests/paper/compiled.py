"""Compiled content as rows of words and numbers, as the facts on paper are."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from dnd_env.content.compile import Content, CreatureRequest, compile_content, compile_sheets
from dnd_env.content.library import Library
from dnd_env.content.rows.sheets import Sheet
from dnd_env.content.rows.spells import Caster, spell_ways
from dnd_env.core.tables import ACTIVITY, EFFECT, STAT_BLOCK, TABLES
from dnd_env.core.terms import Edition
from tests.paper.notation import Row

EDITIONS = {2014: Edition.SRD_5_1, 2024: Edition.SRD_5_2}
SPELLS_A_SHEET = 20
CASTER = Caster(ability=5, modifier=3, dc=15, attack_bonus=7, level=1)
FIELDS = [name for name in EFFECT.names or () if name not in ("first_child", "child_count")]


@cache
def library(edition: int) -> Library:
    """Return the shipped entries of an edition."""
    return Library(EDITIONS[edition])


@dataclass
class Activity:
    """One slot of a stat block: its name, its fields, its effects, how often it can be used."""

    name: str
    fields: Row
    effects: list[Row]
    labels: list[str]  # of each effect the name of its entry
    uses: int
    recharge: int


class Block:
    """A stat block of compiled content."""

    def __init__(self, content: Content, request: CreatureRequest) -> None:
        self.content = content
        self.record = content.raw.view(TABLES)[0, 0]
        self.index = content.stat_block(request)
        own = self.record["stat_blocks"][self.index]
        self.row: Row = {name: own[name].tolist() for name in STAT_BLOCK.names or ()}
        self.activities = [self._activity(slot) for slot in range(self.row["activity_count"])]

    def standing(self) -> list[tuple[str, Row]]:
        """Return the effects that always hold, each with the name of the entry it is from."""
        first, count = self.row["first_effect"], self.row["effect_count"]
        labels = [self.content.effect_label(row) for row in range(first, first + count)]
        return list(zip(labels, self._effects(first, count), strict=True))

    def condition(self, number: int) -> list[Row]:
        """Return the effects of a condition, by its number from 0."""
        row = self.record["conditions"][number]
        return self._effects(int(row["first_effect"]), int(row["effect_count"]))

    def attack_parts(self) -> list[tuple[bool, list[tuple[int, list[str]]]]]:
        """Return the ways to attack: whether it is a Multiattack, and its parts by names."""
        found = []
        for option in self.record["stat_blocks"][self.index]["attack_options"]:
            parts = []
            for part in option["parts"]:
                if part["count"]:
                    parts.append((int(part["count"]), self._names(int(part["slots"]))))
            if parts:
                found.append((bool(option["is_multiattack"]), parts))
        return found

    def named(self, name: str) -> list[Activity]:
        return [one for one in self.activities if one.name == name]

    def _names(self, mask: int) -> list[str]:
        return [one.name for slot, one in enumerate(self.activities) if mask >> slot & 1]

    def _activity(self, slot: int) -> Activity:
        number = self.row["activities"][slot] - 1
        fields = _as_row(self.record["activities"][number], ACTIVITY.names or ())
        first, count = fields.get("first_effect", 0), fields.get("effect_count", 0)
        resource = fields.get("resource", 0)
        return Activity(
            self.content.activity_name(self.index, slot),
            fields,
            self._effects(first, count),
            [self.content.effect_label(row) for row in range(first, first + count)],
            self.row["resources"][resource - 1] if resource else 0,
            self.row["recharge"][resource - 1] if resource else 0,
        )

    def _effects(self, first: int, count: int) -> list[Row]:
        return [self._effect(row) for row in range(first, first + count)]

    def _effect(self, number: int) -> Row:
        record = self.record["effects"][number]
        row = _as_row(record, FIELDS)
        first, count = int(record["first_child"]), int(record["child_count"])
        row["children"] = self._effects(first, count)
        return row


def _as_row(record: Any, names: Any) -> Row:
    return {name: record[name].tolist() for name in names}


@cache
def monsters(edition: int) -> dict[str, Block]:
    """Compile all monsters of an edition, by id."""
    names = library(edition).names("monsters")
    requests = [CreatureRequest(name) for name in names]
    content = compile_content(library(edition), requests)
    return {name: Block(content, one) for name, one in zip(names, requests, strict=True)}


@cache
def spells(edition: int, level: int = 1) -> dict[str, list[Activity]]:
    """Compile all spells of an edition for a caster of some level, by id: casting first."""
    caster = replace(CASTER, level=level)
    shelf = library(edition)
    names = shelf.names("spells")
    found: dict[str, list[Activity]] = {}
    for start in range(0, len(names), SPELLS_A_SHEET):
        sheet = Sheet("Caster", "tests", {"level": 1, "proficiency": 2}, slots=(4,) * 9)
        counts = {}
        for name in names[start : start + SPELLS_A_SHEET]:
            ways = spell_ways(shelf, name, caster)[1]
            counts[name] = len(ways)
            sheet.ways += ways
        request = CreatureRequest("caster")
        block = Block(compile_sheets(shelf, {request: sheet}), request)
        at = 0
        for name, count in counts.items():
            found[name] = block.activities[at : at + count]
            at += count
    return found
