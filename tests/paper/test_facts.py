"""The facts of the SRD that other tests need are there, whole, and small enough for a clone."""

import pytest

from tests.paper.facts import (
    EDITIONS,
    FACTS,
    corrections,
    equipment,
    features,
    monsters,
    read_lines,
    spells,
)
from tests.paper.map_monsters import hit_dice

MOST_BYTES = 700_000


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("monsters_2014.jsonl", 334),
        ("monsters_2024.jsonl", 331),
        ("spells_2014.jsonl", 319),
        ("spells_2024.jsonl", 339),
        ("features.jsonl", 317),
    ],
)
def test_all_facts_are_there(name: str, count: int) -> None:
    """Every stat block, spell and feature of both SRDs has a line."""
    assert len(read_lines(name)) == count


def test_the_facts_are_small() -> None:
    """A clone carries them, so all together they stay below 700 kB."""
    assert sum(path.stat().st_size for path in FACTS.iterdir()) < MOST_BYTES


@pytest.mark.parametrize("edition", EDITIONS)
def test_hit_points_are_the_average_of_hit_dice(edition: int) -> None:
    """The printed hit points are the average of the hit dice, rounded down."""
    wrong = []
    for name, monster in monsters(edition).items():
        number, sides, bonus = hit_dice(monster["hd"])
        if monster["hp"] != number * (sides + 1) // 2 + bonus:
            wrong.append(name)

    assert wrong == []


def test_corrections_name_facts() -> None:
    """A correction of a fact that does not say what it is said to say fails to be read."""
    for edition in EDITIONS:
        assert monsters(edition)
        assert spells(edition)
        assert equipment(edition, "weapon")
        assert equipment(edition, "armor")
    assert corrections()
    assert {feature["ed"] for feature in features()} == set(EDITIONS)
