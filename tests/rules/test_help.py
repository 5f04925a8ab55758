"""Help with an attack. ACT-07."""

import pytest

from .conftest import can, fight, lines, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def helped_fight(rules, text="A T B / . . C", dice=(20, 1, 19, 18), **options):
    """Begin a fight of three friends against T, whom A may distract; B strikes next, then C."""
    return fight(
        text, dice=list(dice), rules=rules, A="commoner side=0", B="striker side=0",
        C="striker side=0", T="commoner hp=200/200", skip_single=False, **options,
    )  # fmt: skip


def help_b(battle, rules):
    battle.do("Help", target=["T", "B"] if rules == "2014" else "T")


def attack(battle, what="Fire"):
    """Have the decider attack T; return whether it had advantage."""
    battle.script_dice([3, 15, 5])
    battle.do(what, target="T")
    return lines(battle, "attack")[-1].numbers[0] == 15


@BOTH
@pytest.mark.rule("ACT-07")
def test_the_next_attack_has_advantage(rules):
    """
    Whose foe is distracted attacks it with advantage, once (SRD 5.1, "Help").
    """
    battle = helped_fight(rules)

    help_b(battle, rules)
    assert not can(battle, "Dodge")
    battle.do("pass")

    assert battle.decider == "B"
    assert attack(battle)
    assert not attack(battle, "Cold")


@BOTH
@pytest.mark.rule("ACT-07")
def test_a_miss_uses_it_up_too(rules):
    """It is for the first attack, hit or miss (SRD 5.1, "Help")."""
    battle = helped_fight(rules)
    help_b(battle, rules)
    battle.do("pass")

    battle.script_dice([1, 1])
    battle.do("Fire", target="T")

    assert not attack(battle, "Cold")


@pytest.mark.rule("ACT-07")
@pytest.mark.parametrize(("rules", "helps"), [("2014", False), ("2024", True)])
def test_whom_it_helps(rules, helps):
    """
    In 2014 the ally that was named gains by it, in 2024 whichever ally attacks next (SRD 5.1,
    "Help"; SRD 5.2, "Help").
    """
    battle = helped_fight(rules)
    help_b(battle, rules)
    battle.do("pass")
    battle.do("pass")

    assert battle.decider == "C"
    assert attack(battle) == helps


@BOTH
@pytest.mark.rule("ACT-07")
def test_it_is_about_the_foe_that_was_distracted(rules):
    """An attack on somebody else neither gains by it nor uses it up (SRD 5.1, "Help")."""
    battle = fight(
        "A T B / . . U", dice=[20, 1, 19, 2], rules=rules, A="commoner side=0", B="striker side=0",
        T="commoner hp=200/200", U="commoner hp=200/200", skip_single=False,
    )  # fmt: skip
    help_b(battle, rules)
    battle.do("pass")

    battle.script_dice([3, 15, 5])
    battle.do("Cold", target="U")
    assert lines(battle, "attack")[-1].numbers[0] == 3

    assert attack(battle)


@BOTH
@pytest.mark.rule("ACT-07")
@pytest.mark.parametrize(
    ("text", "may"), [("A T B . / . . . C", True), ("A . T B / . . . C", False)]
)
def test_the_foe_is_within_5_feet(rules, text, may):
    """The helper has to be within 5 feet of the foe that it distracts (SRD 5.1, "Help")."""
    battle = helped_fight(rules, text)

    assert can(battle, "Help") == may


@BOTH
@pytest.mark.rule("ACT-07")
def test_it_ends_at_the_helpers_next_turn(rules):
    """The attack has to come before the helper's next turn (SRD 5.1, "Help")."""
    battle = helped_fight(rules)
    help_b(battle, rules)
    battle.do("pass")
    wait_for(battle, "A")

    battle.do("pass")

    assert battle.decider == "B"
    assert not attack(battle)


@pytest.mark.rule("ACT-07")
def test_2024_the_helper_itself_gains_nothing():
    """It helps an ally of the helper, not the helper (SRD 5.2, "Help")."""
    battle = fight(
        "A T B", dice=[20, 1, 19], rules="2024", A="striker side=0", B="striker side=0",
        T="commoner hp=200/200",
    )  # fmt: skip
    battle["A"].record.actions = 2
    battle.refresh()

    battle.do("Help", target="T")
    assert not attack(battle)
    battle.do("pass")

    assert attack(battle)
