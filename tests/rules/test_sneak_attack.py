"""Sneak Attack: when it may be used, and how often. B058, B059."""

import pytest

from .conftest import fight, say, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def sneak(rules, text="A T B", beside="guard side=0"):
    """Begin a fight of a rogue of level 3 (2d6) against T, with a friend at hand."""
    return fight(
        text, first="A", rules=rules, A="rogue:3", T="commoner hp=200/200", minor_decisions="auto",
        **({"B": beside} if "B" in text else {}),
    )  # fmt: skip


def hit(battle, *, dice, sneak_dice=(1, 1), natural=15):
    """Have A hit T with the shortsword; return what T lost beyond the weapon's 1 + 3."""
    before = battle["T"].hit_points
    battle.script_dice([natural] * dice + [1, *sneak_dice])
    battle.do("Shortsword", target="T")
    return before - battle["T"].hit_points - 4


@BOTH
@pytest.mark.case("B059")
@pytest.mark.parametrize("beside", ["guard side=0", "guard side=0 incapacitated", None])
@pytest.mark.parametrize("helped", [False, True])
@pytest.mark.parametrize("hindered", [False, True])
def test_when_an_attack_is_sneaky(rules, beside, helped, hindered):
    """
    It takes advantage, or another foe of the target within 5 feet of it that can act; never with
    disadvantage. Advantage and disadvantage together are neither: a friend still allows it
    (SRD 5.1, "Sneak Attack").
    """
    battle = sneak(rules, "A T B" if beside else "A T .", beside=beside or "")
    if helped:
        battle["T"].give("restrained")
    if hindered:
        battle["A"].give("poisoned")
    wait_for(battle, "A")

    one_sided = helped != hindered
    lost = hit(battle, dice=2 if one_sided else 1)

    if one_sided:
        assert (lost == 2) == helped
    else:
        assert (lost == 2) == (beside == "guard side=0")


@BOTH
@pytest.mark.case("B058")
def test_once_in_a_turn(rules):
    """A second hit in the same turn deals no extra damage (SRD 5.1, "Sneak Attack")."""
    battle = sneak(rules)
    assert hit(battle, dice=1) == 2
    battle["A"].record.actions = 1
    battle.refresh()

    assert hit(battle, dice=1) == 0


@BOTH
@pytest.mark.case("B058")
@pytest.mark.rule("REA-01")
def test_again_in_anothers_turn(rules):
    """
    It is once a turn, not once a round: an opportunity attack in another creature's turn may be
    sneaky as well (SRD 5.1, "Sneak Attack").
    """
    battle = sneak(rules, "A T B / . . .")
    assert hit(battle, dice=1) == 2
    battle.do("pass")
    wait_for(battle, "T")
    before = battle["T"].hit_points
    battle.script_dice([15, 1, 1, 1])

    while battle.decider != "A":
        if battle.decider == "T" and battle.decision == "turn":
            battle["T"].square = (1, 0)
            battle.do("move", square=(2, 1))
        else:
            battle.do("pass")
    assert battle.decision == "response"
    say(battle, "Shortsword")

    assert before - battle["T"].hit_points == 4 + 2


@BOTH
@pytest.mark.case("B058")
def test_again_in_the_next_own_turn(rules):
    """It is there again in each turn of its own."""
    battle = sneak(rules)
    assert hit(battle, dice=1) == 2
    battle.do("pass")
    wait_for(battle, "A")

    assert hit(battle, dice=1) == 2
