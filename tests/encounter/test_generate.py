"""Random encounters: as hard as asked for, on ground that can be crossed, one for each seed."""

import pytest

from dnd_env.content.library import Library
from dnd_env.core.errors import EncounterError
from dnd_env.core.terms import Edition
from dnd_env.encounter import budget, setup
from dnd_env.encounter.generate import generate, has_room, is_whole


def ratings_of(spec) -> list[int]:
    library = Library(spec.edition)
    return [
        round(library.find("monsters", row.entry[spec.rules]).table["challenge_rating"] * 8)
        for row in spec.creatures
        if row.side == "monsters"
        for _ in range(row.count[1])
    ]


def test_a_seed_makes_the_same_encounter_and_another_seed_another():
    assert generate(3).model_dump() == generate(3).model_dump()
    assert generate(3).map != generate(4).map


@pytest.mark.parametrize(
    ("rules", "level", "difficulty"),
    [
        ("2014", 1, "easy"),
        ("2014", 1, "deadly"),
        ("2014", 5, "medium"),
        ("2014", 11, "hard"),
        ("2024", 1, "low"),
        ("2024", 5, "moderate"),
        ("2024", 11, "high"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_it_is_as_hard_as_asked_for_and_can_be_set_up(seed, rules, level, difficulty):
    spec = generate(seed, rules=rules, level=level, difficulty=difficulty)
    encounter = setup.set_up(spec)

    assert budget.difficulty(spec.edition, [level] * 4, ratings_of(spec)) == difficulty
    assert encounter.names[:4] == ["Fighter", "Rogue", "Cleric", "Wizard"]


def test_walls_that_shut_something_off_are_noticed():
    assert is_whole(["....", "....", "....", "...."])
    assert not is_whole(["......", "......", "######", "......", "......", "......"])
    assert not is_whole(["......", "......", "##.###", "......", "......", "......"])


def test_large_creatures_need_more_room():
    assert has_room([1] * 12, 20)
    assert has_room([2, 2, 2], 20)
    assert not has_room([2] * 12, 20)
    assert not has_room([5], 20)


def test_mistakes():
    with pytest.raises(EncounterError, match=r"difficulty: found 'deadlyish'.*did you mean"):
        generate(1, difficulty="deadlyish")
    with pytest.raises(EncounterError, match="rules: found '2020'"):
        generate(1, rules="2020")
    assert "high" in budget.DIFFICULTIES[Edition.SRD_5_2]
