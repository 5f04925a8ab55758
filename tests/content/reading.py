"""Compiled content as tests look at it: rows by name, with fields as plain ints."""

from functools import cache
from pathlib import Path
from typing import Any

from dnd_env.content.compile import Content, CreatureRequest, compile_content
from dnd_env.content.library import Library
from dnd_env.core.layout import Checked
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Edition

HERE = Path(__file__).parent
EDITIONS = {"2014": Edition.SRD_5_1, "2024": Edition.SRD_5_2}


@cache
def library(rules: str) -> Library:
    return Library(EDITIONS[rules])


class Block:
    """The stat block that was compiled for one request."""

    def __init__(self, content: Content, request: CreatureRequest) -> None:
        self.content = content
        self.tables = Checked(content.raw.view(TABLES)[:, 0])[0]
        self.index = content.stat_block(request)
        self.row = self.tables.stat_blocks[self.index]

    def activity(self, name: str) -> Any:
        return self.tables.activities[self.row.activities[self.content.slot(self.index, name)] - 1]

    def effects(self, name: str) -> list[Any]:
        """The effect rows of an activity."""
        activity = self.activity(name)
        return self.rows(activity.first_effect, activity.effect_count)

    def standing(self) -> list[Any]:
        """The effect rows that always hold for the creature."""
        return self.rows(self.row.first_effect, self.row.effect_count)

    def children(self, effect: Any) -> list[Any]:
        return self.rows(effect.first_child, effect.child_count)

    def rows(self, first: int, count: int) -> list[Any]:
        return [self.tables.effects[row] for row in range(first, first + count)]

    def names(self) -> list[str]:
        """The names of all slots in use."""
        count = self.content.slot_count(self.index)
        return [self.content.activity_name(self.index, slot) for slot in range(count)]

    def resource(self, name: str) -> int:
        """How often a limited activity can be used."""
        return self.row.resources[self.activity(name).resource - 1]


def block(rules: str, entry: str, level: int | None = None, **changes: Any) -> Block:
    """Compile one creature."""
    request = CreatureRequest.of(entry, level, **changes)
    return Block(compile_content(library(rules), [request]), request)
