"""Saving throws: what is halved, who may fail by choice, cover. SAV-01."""

import pytest

from .conftest import fight, lines, say

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def examined(victim, rules, text="T . A", **options):
    """Begin a fight in which T asks A for a save against 25 fire damage, or half."""
    return fight(text, first="T", rules=rules, A=victim, T="proctor", **options)


@BOTH
@pytest.mark.rule("SAV-01")
@pytest.mark.parametrize(
    ("victim", "die", "lost"),
    [
        ("commoner", 14, 25), ("commoner", 15, 12),  # 12.5
        ("imp", 15, 0), ("skeleton", 15, 12), ("brazier", 15, 12), ("quasit", 15, 6),
    ],
)  # fmt: skip
def test_half_is_rounded_down_before_resistance(rules, victim, die, lost):
    """
    Half of 25 is 12 on a success. Resistance halves those 12 once more, to 6; with resistance and
    vulnerability it is 6 and then 12 (SRD 5.1, "Damage Rolls", "Damage Resistance").
    """
    battle = examined(f"{victim} side=0 hp=90/90", rules, minor_decisions="auto")
    modifier = {"imp": 3, "quasit": 3, "skeleton": 2 if rules == "2014" else 3}.get(victim, 0)
    battle.script_dice([die - modifier], strict=True)

    battle.do("Dexterity 15", target="A")

    assert battle["A"].hit_points == 90 - lost


@pytest.mark.rule("SAV-01")
@pytest.mark.parametrize(
    ("rules", "condition", "die", "lost"),
    [
        ("2014", "", 20, 0), ("2014", "", 1, 12), ("2014", "incapacitated", 20, 0),
        ("2024", "", 20, 0), ("2024", "", 1, 12), ("2024", "incapacitated", 20, 12),
        ("2024", "incapacitated", 1, 25),
    ],
)  # fmt: skip
def test_evasion_makes_it_half_or_nothing(rules, condition, die, lost):
    """
    Of half the damage on a success nothing is left, of all of it half; in 2024 not for who is
    incapacitated (SRD 5.1 and 5.2, "Evasion").
    """
    battle = examined(f"rogue:7 hp=40/40 {condition}", rules, minor_decisions="auto")
    battle.script_dice([die], strict=True)

    battle.do("Dexterity 15", target="A")

    assert battle["A"].hit_points == 40 - lost


@pytest.mark.rule("SAV-01")
def test_a_save_may_be_failed_by_choice_in_2024():
    """Who would rather fail does so without a roll (SRD 5.2, "Saving Throws")."""
    battle = examined("commoner side=0 hp=90/90", "2024")
    battle.script_dice([], strict=True)

    battle.do("Dexterity 15", target="A")
    assert (battle.decider, battle.decision) == ("A", "fail_save")
    say(battle, "Fail by choice")

    assert battle["A"].hit_points == 90 - 25
    assert len(lines(battle, "save")) == 1


@pytest.mark.rule("SAV-01")
def test_a_save_that_is_not_failed_by_choice_is_rolled():
    """The choice is the saver's own, and it may roll (SRD 5.2, "Saving Throws")."""
    battle = examined("commoner side=0 hp=90/90", "2024")
    battle.script_dice([15], strict=True)

    battle.do("Dexterity 15", target="A")
    say(battle, "Save")

    assert battle["A"].hit_points == 90 - 12


@pytest.mark.rule("SAV-01")
def test_nobody_is_asked_in_2014():
    """The rules of 2014 know no failing by choice."""
    battle = examined("commoner side=0 hp=90/90", "2014")
    battle.script_dice([15], strict=True)

    battle.do("Dexterity 15", target="A")

    assert battle["A"].hit_points == 90 - 12
    assert battle.decider == "T"


@BOTH
@pytest.mark.rule("SAV-01")
def test_where_two_abilities_will_do_the_saver_chooses(rules):
    """An effect that leaves the ability open leaves it to the one who saves."""
    battle = examined("goblin side=0 hp=90/90", rules, minor_decisions="ask")
    battle.script_dice([13], strict=True)

    battle.do("Strength or Dexterity 15", target="A")
    assert (battle.decider, battle.decision) == ("A", "save_ability")
    say(battle, "Dexterity")
    if rules == "2024":
        say(battle, "Save")

    assert battle["A"].hit_points == 90 - 12  # 13 + 2


@BOTH
@pytest.mark.case("B061")
@pytest.mark.rule("COV-01")
@pytest.mark.rule("COV-02")
@pytest.mark.parametrize(
    ("text", "name", "die", "lost"),
    [
        ("T . . . A", "Dexterity 15", 13, 25),
        ("T . n . A", "Dexterity 15", 13, 12),  # half cover: 15 in all
        ("T . n . A", "Dexterity 15", 12, 25),
        ("T . i . A", "Dexterity 15", 10, 12),  # three-quarters
        ("T . i . A", "Dexterity 15", 9, 25),
        ("T . n . A", "Strength 15", 13, 25),  # cover is for Dexterity saves
    ],
)
def test_cover_adds_to_dexterity_saves(rules, text, name, die, lost):
    """
    Half cover adds 2 to Dexterity saving throws, three-quarters cover 5 (SRD 5.1, "Cover").
    """
    battle = examined("commoner side=0 hp=90/90", rules, text, minor_decisions="auto")
    battle.script_dice([die], strict=True)

    battle.do(name, target="A")

    assert battle["A"].hit_points == 90 - lost


@BOTH
@pytest.mark.case("B038")
@pytest.mark.rule("CON-01")
@pytest.mark.parametrize(
    ("modes", "dice", "holds"),
    [
        ([], [10], True), ([], [9], False), (["Steady"], [4, 12], True),
        (["Shaken"], [12, 4], False), (["Steady", "Shaken"], [10], True),
        (["Shaken", "Steady"], [9], False),
    ],
)  # fmt: skip
def test_the_save_to_concentrate_is_one_die_where_all_cancels(rules, modes, dice, holds):
    """
    Advantage on keeping up concentration and disadvantage on Constitution saves cancel: one die
    is rolled (SRD 5.1, "Advantage and Disadvantage", "Concentration").
    """
    battle = fight(
        "S A", first="A", rules=rules, S="striker", A="stubborn side=0 hp=90",
        minor_decisions="auto",
    )  # fmt: skip
    battle.do("Shield of Faith", target="A")
    for mode in modes:
        battle.do(mode)
    battle.do("pass")
    battle.script_dice([15, 5, *dice], strict=True)

    battle.do("Fire", target="A")
    if not holds:
        battle.do("pass")  # it does not roll again

    assert battle.scripted_dice_left == 0
    assert battle["A"].is_concentrating == holds
