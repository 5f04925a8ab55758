"""Which battles the properties are held against: all shipped encounters, played in every way."""

from pathlib import Path
from typing import Any

ENCOUNTERS = Path(__file__).parents[2] / "configs" / "encounters"
NAMES = sorted(path.stem for path in ENCOUNTERS.glob("*.toml"))
LEVELS = (1, 5, 11)
WAYS = [(actions, visibility) for actions in ("full", "compact") for visibility in ("full", "fog")]
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"diagonals": "5-10-5"},
    {"provoked_by": "anyone", "hide_min_cover": "half"},
    {"height_distance": "sum", "knowledge": "partial"},
    {"minor_decisions": "auto", "order": "auto"},
    {"skip_single": False},
)
"""The options that touch legality, in turn."""


def variety(seed: int) -> list[tuple[str, int, dict[str, Any]]]:
    """Return for each way to play an action set, a party level and options, by a seed."""
    return [
        (actions, LEVELS[(seed + at) % 3], {"visibility": visibility, **OPTIONS[(seed + at) % 6]})
        for at, (actions, visibility) in enumerate(WAYS)
    ]
