"""The referee of one encounter: from a STATE record to what it judges of it."""

from collections.abc import Iterable
from typing import Any

from tests.reference.facts import Content, read_ground
from tests.reference.legality import legal_actions
from tests.reference.position import Position, read_position


class Referee:
    """Judges battles of one encounter.

    Args:
        scene: the SCENE record, checked.
        tables: the TABLES record, checked.
    """

    def __init__(self, scene: Any, tables: Any) -> None:
        self.ground = read_ground(scene)
        self.content = Content(tables)

    def position(self, state: Any) -> Position:
        """Read a STATE record, checked."""
        return read_position(state, self.ground, self.content)

    def legal_actions(self, state: Any) -> set[int]:
        return legal_actions(self.position(state))


def differences(judged: set[int], said: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return what the engine leaves out, and what it should."""
    said = set(said)
    return sorted(judged - said), sorted(said - judged)
