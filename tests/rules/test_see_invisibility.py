"""Attacks between who is invisible and who sees it nonetheless. B053."""

import pytest

from .conftest import fight, lines, wait_for

WITH_SIGHT = {"A": {"spells": ["see_invisibility"]}}


def duel(rules, sees):
    """Begin a fight in which the wizard A may see its invisible foe T."""
    battle = fight(
        "A T . / . . .", first="A", rules=rules, A="wizard:3", T="striker invisible",
        changes=WITH_SIGHT, minor_decisions="auto",
    )  # fmt: skip
    if sees:
        battle.do("See Invisibility")
    battle.do("pass")
    assert battle["A"].sees(battle["T"]) == sees
    return battle


@pytest.mark.case("B053")
@pytest.mark.rule("VIS-02")
@pytest.mark.parametrize(
    ("rules", "sees", "dice", "counts"),
    [
        ("2014", False, [15, 2], 2), ("2014", True, [15, 2], 2),
        ("2024", False, [15, 2], 2), ("2024", True, [15], 15),
    ],
)  # fmt: skip
def test_attacking_the_invisible(rules, sees, dice, counts):
    """
    Attacks against the invisible have disadvantage: in 2014, to the letter, even by who sees them;
    in 2024 not then (SRD 5.1 and 5.2, "Invisible").
    """
    battle = duel(rules, sees)
    wait_for(battle, "A")
    battle.script_dice([*dice, 1], strict=True)

    battle.do("Dagger", target="T")

    assert lines(battle, "attack")[-1].numbers[0] == counts


@pytest.mark.case("B053")
@pytest.mark.rule("VIS-02")
@pytest.mark.parametrize(
    ("rules", "sees", "dice", "counts"),
    [
        ("2014", False, [3, 15], 15), ("2014", True, [3, 15], 15),
        ("2024", False, [3, 15], 15), ("2024", True, [15], 15),
    ],
)  # fmt: skip
def test_attacked_by_the_invisible(rules, sees, dice, counts):
    """
    Its own attacks have advantage: in 2014 even against who sees it, in 2024 not then (SRD 5.1 and
    5.2, "Invisible").
    """
    battle = duel(rules, sees)
    assert battle.decider == "T"
    battle.script_dice([*dice, 1], strict=True)

    battle.do("Fire", target="A")

    assert battle.scripted_dice_left == 0
    assert lines(battle, "attack")[-1].numbers[0] == counts
