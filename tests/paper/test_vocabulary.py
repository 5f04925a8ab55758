"""Every fact of the SRD can be said in rows of the tables, in words that are there or proposed.

Shares are floors: what could once be said must not be lost.
"""

import pytest

from dnd_env.core.layout import Checked, new_records
from dnd_env.core.limits import MAX_EFFECTS, MAX_STAT_BLOCKS
from dnd_env.core.tables import ACTIVITY, EFFECT
from tests.paper.facts import EDITIONS, features, monsters, slug, spells, table, trait_tags
from tests.paper.map_features import name_of
from tests.paper.map_monsters import room_of, stored
from tests.paper.mapping import FAULT, lines, proposals, share, wanted
from tests.paper.notation import Row

FLOORS = {
    "actions": 0.89,
    "traits": 0.78,
    "multiattacks": 0.99,
    "defenses": 0.99,
    "spells of stat blocks": 1.0,
    "combat spells": 0.62,
    "support spells": 0.53,
    "features": 0.73,
}
AIMS = {"actions": 0.97, "combat spells": 0.95, "features": 0.97, "traits": 0.97}
OUTGROWN = {(2014, "tarrasque"): ["parts 5"]}
"""Creatures that need more room than there is; nobody else may."""


@pytest.mark.parametrize(("kind", "floor"), FLOORS.items())
def test_what_can_be_said_today(kind: str, floor: float) -> None:
    """The share of facts that the vocabulary of today can say does not fall."""
    assert share(kind) >= floor


@pytest.mark.parametrize(("kind", "aim"), AIMS.items())
def test_what_could_be_said_with_the_words_proposed(kind: str, aim: float) -> None:
    """With the words of proposals.tsv the tables need not change shape for the rest of the SRD."""
    assert share(kind, proposed=True) >= aim


def test_nothing_is_beyond_the_vocabulary() -> None:
    """No fact lacks an entry in the tables of ``tables/``, and every word wanted is proposed."""
    assert [line.name for line in lines() if line.status == FAULT] == []
    assert set(wanted()) <= set(proposals())


def test_rows_fit_their_records() -> None:
    """Every field used is a field of the tables, and every value fits it."""
    effects = _record(EFFECT)
    activities = _record(ACTIVITY)

    for line in lines():
        for row in line.paper.effects():
            _store(effects, row)
        for fields, _ in line.paper.activities:
            _store(activities, fields)


def _record(dtype: object) -> Checked:
    raw, _ = new_records(dtype, 1)  # type: ignore[arg-type]
    return Checked(raw.view(dtype)[:, 0])[0]  # type: ignore[call-overload,no-any-return]


def _store(record: Checked, row: Row) -> None:
    for name, value in row.items():
        if name != "children":
            record[name] = value


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_stat_block_fits(edition: int) -> None:
    """Numbers fit their fields, and no capacity of ``core/limits.py`` is outgrown."""
    effects = 0
    for name, monster in monsters(edition).items():
        stored(monster)
        room = room_of(monster, edition)
        effects += room.effects
        assert room.excess() == OUTGROWN.get((edition, name), []), name

    assert len(monsters(edition)) <= MAX_STAT_BLOCKS
    assert effects <= MAX_EFFECTS


def test_tables_say_nothing_of_what_is_not_there() -> None:
    """Every entry of the tables in notation belongs to a fact."""
    own = {name_of(one) for one in features()}
    actions = {
        slug(action["n"])
        for edition in EDITIONS
        for monster in monsters(edition).values()
        for action in monster.get("acts", ())
    }
    known = {
        "features.txt": own | {name.partition("/")[2] for name in own},
        "spells.txt": {name for edition in EDITIONS for name in spells(edition)},
        "traits.txt": set(trait_tags()),
        "actions.txt": actions,
    }

    for name, facts in known.items():
        assert [key for key in table(name) if key.partition("@")[0] not in facts] == []
