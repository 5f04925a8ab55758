"""Shipped content held against the facts, and the report of it.

Shares are floors: what is once played in full stays so. After a change of content run
``python -m tests.paper.report``.
"""

import pytest

from tests.paper.facts import EDITIONS
from tests.paper.report import PATH, comparisons, facts_in_full, text
from tests.paper.verdicts import Verdict

FLOORS = {"monsters": 0.98, "spells": 0.93, "conditions": 0.95, "items": 1.0, "features": 0.8}
NUMBERS = (
    "size",
    "creature_type",
    "hit_points",
    "hit_dice",
    "hit_die",
    "hit_bonus",
    "challenge_eighths",
    "proficiency",
    "initiative_bonus",
    "passive_perception",
    "legendary_actions",
    "hovers",
    "speed_ft",
    "sense_ft",
    "ability_scores",
    "save_bonus",
    "skill_bonus",
    "level",
    "school",
    "casting time",
    "components",
    "concentration",
    "dice at level 5",
)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("kind", "floor"), FLOORS.items())
def test_facts_played_in_full(kind: str, floor: float, edition: int) -> None:
    """The share of facts of the shipped entries that are played in full does not fall."""
    assert facts_in_full(kind, edition) >= floor


def test_numbers_are_those_of_the_book() -> None:
    """Numbers of stat blocks and spells are never approximated."""
    wrong = [
        f"{one.edition} {one.id}: {finding.fact}: {finding.note}"
        for found in comparisons().values()
        for one in found
        for finding in one.of(Verdict.DIFFERS)
        if finding.fact.startswith(NUMBERS)
    ]

    assert wrong == []


def test_the_report_is_up_to_date() -> None:
    """``docs/content_report.md`` says what ``python -m tests.paper.report`` would write."""
    assert PATH.read_text(encoding="utf-8") == text()
