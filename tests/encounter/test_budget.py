"""Experience points and difficulty, in both editions."""

import pytest

from dnd_env.core.errors import EncounterError
from dnd_env.core.terms import Edition
from dnd_env.encounter import budget

OLD, NEW = Edition.SRD_5_1, Edition.SRD_5_2
CR_1 = 8


@pytest.mark.case("B112")
def test_seven_monsters_weigh_less_against_a_party_of_six():
    """Seven to ten monsters: x 2.5; to a party of six or more the next lower: x 2."""
    assert budget.adjusted_xp(OLD, 6, [CR_1] * 7) == 7 * 200 * 2
    for size in (3, 4, 5):
        assert budget.adjusted_xp(OLD, size, [CR_1] * 7) == 7 * 200 * 5 // 2


def test_a_party_of_two_feels_the_next_higher_multiplier():
    assert budget.adjusted_xp(OLD, 2, [CR_1]) == 300
    assert budget.adjusted_xp(OLD, 2, [CR_1] * 15) == 15 * 200 * 5
    assert budget.adjusted_xp(OLD, 6, [CR_1]) == 100


@pytest.mark.case("B113")
def test_each_of_several_like_monsters_counts():
    """Five bugbears: 1,000 XP, adjusted 2,000, medium for three characters of level 5."""
    bugbears = [CR_1] * 5

    assert sum(map(budget.xp_of, bugbears)) == 1000
    assert budget.adjusted_xp(OLD, 3, bugbears) == 2000
    assert budget.difficulty(OLD, [5] * 3, bugbears) == "medium"
    assert budget.limits(OLD, [5] * 3)[1:3] == (1500, 2250)


@pytest.mark.case("B116")
def test_four_characters_of_level_5_in_2024():
    """Low 2,000, moderate 3,000, high 4,400; the number of monsters does not matter."""
    assert budget.limits(NEW, [5] * 4) == (2000, 3000, 4400)
    assert budget.adjusted_xp(NEW, 4, [CR_1] * 10) == 2000
    for xp_in_cr_1, word in ((10, "low"), (11, "moderate"), (15, "moderate"), (16, "high")):
        assert budget.difficulty(NEW, [5] * 4, [CR_1] * xp_in_cr_1) == word
    assert budget.difficulty(NEW, [5] * 4, [CR_1] * 23) == "beyond high"


@pytest.mark.case("B116")
@pytest.mark.parametrize("table", [budget.THRESHOLDS_2014, budget.BUDGETS_2024])
def test_tables_have_twenty_levels_and_grow(table):
    assert len(table) == 20
    for row in table:
        assert list(row) == sorted(set(row))
    for column in zip(*table, strict=True):
        assert list(column) == sorted(set(column))


@pytest.mark.parametrize(
    ("level", "thresholds"),
    [(1, (25, 50, 75, 100)), (5, (250, 500, 750, 1100)), (20, (2800, 5700, 8500, 12700))],
)
def test_2014_thresholds(level, thresholds):
    assert budget.limits(OLD, [level]) == thresholds


@pytest.mark.parametrize(
    ("level", "budgets"),
    [(1, (50, 75, 100)), (11, (1900, 2900, 4100)), (20, (6400, 13200, 22000))],
)
def test_2024_budgets(level, budgets):
    assert budget.limits(NEW, [level]) == budgets


@pytest.mark.parametrize(
    ("eighths", "xp"),
    [(0, 10), (1, 25), (2, 50), (4, 100), (8, 200), (80, 5900), (8 * 13, 10000), (240, 155000)],
)
def test_xp_of_a_challenge_rating(eighths, xp):
    assert budget.xp_of(eighths) == xp


@pytest.mark.parametrize(("count", "halves"), [(1, 2), (2, 3), (3, 4), (6, 4), (7, 5), (10, 5),
                                               (11, 6), (14, 6), (15, 8), (40, 8)])  # fmt: skip
def test_multipliers(count, halves):
    assert budget.multiplier_halves(4, count) == halves


def test_what_is_not_in_the_tables_is_an_error():
    for wrong in (3, 12, 31 * 8, -8):
        with pytest.raises(EncounterError, match="no challenge rating"):
            budget.xp_of(wrong)
    for levels in ([], [0], [21]):
        with pytest.raises(EncounterError, match="party levels"):
            budget.limits(OLD, levels)
