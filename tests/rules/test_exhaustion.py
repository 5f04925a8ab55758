"""Exhaustion: six steps in 2014, a level at a time in 2024. CND-01."""

import pytest

from .conftest import fight, how, lines, wait_for

pytestmark = pytest.mark.rule("CND-01")


def tired(levels, rules, **options):
    """A fighter with levels of exhaustion, whose turn it is, beside an examiner."""
    battle = fight(
        "A E", first="A", rules=rules, E="examiner", minor_decisions="auto",
        changes={"A": {"equipment": ["longsword"]}}, **options,
    )  # fmt: skip
    battle["A"].record.exhaustion = levels
    battle.refresh()
    return battle


def attack(battle):
    battle.script_dice([5, 15, 1])
    battle.do("Longsword", target="E")
    return lines(battle, "attack")[-1]


def check(battle):
    """Let the fighter search, and return how the die fell of 5 and 15, and the total."""
    battle.script_dice([5, 15])
    battle.do("Search")
    line = lines(battle, "check")[-1]
    return line.numbers[1], line.amount


def save(battle, ability="Wisdom"):
    """Examine the fighter; return how the die fell of 5 and 15, and the total."""
    battle.do("pass")
    wait_for(battle, "E")
    battle.script_dice([5, 15])
    battle.do(f"{ability} Test", target="A")
    line = lines(battle, "save")[-1]
    return line.numbers[1], line.amount


# --- 2014 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", range(5))
def test_from_level_1_on_checks_suffer_in_2014(levels):
    """Disadvantage on ability checks (SRD 5.1, "Exhaustion"): of 15 and 5 the 5 counts."""
    battle = tired(levels, "2014")

    battle.script_dice([15, 5])
    battle.do("Search")

    assert lines(battle, "check")[-1].numbers[1] == (5 if levels >= 1 else 15)


@pytest.mark.parametrize(("levels", "speed"), [(0, 30), (1, 30), (2, 15), (3, 15), (4, 15), (5, 0)])
def test_speed_is_halved_at_level_2_and_gone_at_5_in_2014(levels, speed):
    """SRD 5.1, "Exhaustion"."""
    assert tired(levels, "2014")["A"].speed_ft["walk"] == speed


@pytest.mark.parametrize("levels", range(5))
def test_from_level_3_on_attacks_and_saves_suffer_in_2014(levels):
    """Disadvantage on attack rolls and saving throws (SRD 5.1, "Exhaustion")."""
    expected = "disadvantage" if levels >= 3 else "plain"
    battle = tired(levels, "2014")

    assert how(attack(battle)) == expected
    battle.do("pass")
    wait_for(battle, "E")
    battle.script_dice([15, 5])
    battle.do("Wisdom Test", target="A")
    assert lines(battle, "save")[-1].numbers[1] == (5 if levels >= 3 else 15)


@pytest.mark.parametrize(("levels", "maximum"), [(0, 12), (3, 12), (4, 6), (5, 6)])
def test_the_maximum_is_halved_at_level_4_in_2014(levels, maximum):
    """And hit points above it are lost (SRD 5.1, "Exhaustion")."""
    battle = tired(levels, "2014", A="fighter:1 hp=12/12")

    assert battle["A"].hit_point_maximum == battle["A"].hit_points == maximum


def test_all_effects_of_lower_levels_stay_in_2014():
    """At level 5 a creature suffers everything up to there (SRD 5.1, "Exhaustion")."""
    battle = tired(5, "2014", A="fighter:1 hp=12/12")

    assert battle["A"].hit_point_maximum == 6
    assert battle["A"].speed_ft["walk"] == 0
    assert how(attack(battle)) == "disadvantage"


# --- 2024 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", range(6))
def test_each_level_takes_2_off_d20_tests_in_2024(levels):
    """Attack rolls, checks and saves, no disadvantage (SRD 5.2, "Exhaustion")."""
    rested, battle = tired(0, "2024"), tired(levels, "2024")

    event = attack(battle)

    assert how(event) == "plain"
    assert event.amount == attack(rested).amount - 2 * levels
    assert save(battle) == (5, save(rested)[1] - 2 * levels)
    for one in (rested, battle):
        wait_for(one, "A")
    assert check(battle) == (5, check(rested)[1] - 2 * levels)


@pytest.mark.parametrize("levels", range(6))
def test_each_level_takes_5_ft_off_the_speed_in_2024(levels):
    """Speed 30: 25, 20 ... (SRD 5.2, "Exhaustion")."""
    assert tired(levels, "2024")["A"].speed_ft["walk"] == 30 - 5 * levels


@pytest.mark.parametrize("levels", range(6))
def test_the_maximum_is_whole_in_2024(levels):
    """SRD 5.2, "Exhaustion"."""
    assert tired(levels, "2024", A="fighter:1 hp=12/12")["A"].hit_points == 12


def test_a_death_save_suffers_too_in_2024():
    """A death save is a d20 test: 11 - 2 fails (SRD 5.2, "Exhaustion", "Death Saving Throws")."""
    battle = fight(
        "A E . . B", first="B", rules="2024", A="fighter:1 hp=0", E="examiner", B="fighter:1"
    )
    battle["A"].record.exhaustion = 1
    battle.refresh()

    battle.script_dice([11])
    battle.do("pass")
    wait_for(battle, "B")

    assert battle["A"].record.death_failures == 1


# --- both ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_the_sixth_level_kills(rules):
    """Level 6 is death (SRD 5.1 and 5.2, "Exhaustion")."""
    battle = tired(5, rules)
    assert battle["A"].life == "up"

    battle["A"].record.exhaustion = 6
    battle.refresh()

    assert battle["A"].life == "dead"


@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_what_gives_exhaustion_adds_a_level(rules):
    """Two such effects make two levels (SRD 5.1 and 5.2, "Exhaustion")."""
    battle = fight("S A", first="S", rules=rules, S="slog side=1", A="fighter:1")

    for levels in (1, 2):
        battle.do("Wear Down", target="A")
        assert battle["A"].record.exhaustion == levels
    assert battle["A"].conditions == ["exhaustion"]


@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_who_is_immune_does_not_tire(rules):
    """A skeleton is immune to exhaustion."""
    battle = fight("S A", first="S", rules=rules, S="slog side=0", A="skeleton side=1")

    battle.do("Wear Down", target="A")

    assert battle["A"].record.exhaustion == 0
