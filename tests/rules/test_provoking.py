"""Opportunity attacks step by step: which moves leave a reach, and which are none. ATK-11."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, lines, say, squares, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def prompts(battle: Battle) -> list[str]:
    """Decline all responses that are offered now, and return who was asked."""
    asked = []
    while battle.decision == "response":
        asked.append(battle.decider)
        battle.step(0)
    return asked


@pytest.mark.case("B071")
@pytest.mark.rule("ATK-11")
@EDITIONS
def test_each_foe_whose_reach_is_left_is_asked(rules):
    """One step may leave two reaches: both foes may strike."""
    battle = fight(
        ". . . . / B . C . / . A . . / . . . .", A="fighter:1", B="goblin", C="goblin", first="A",
        rules=rules,
    )  # fmt: skip

    battle.do("move", square=(1, 3))

    assert sorted(prompts(battle)) == ["B", "C"]
    assert battle["A"].square == (1, 3)


@pytest.mark.case("B071")
@pytest.mark.rule("ATK-11")
@EDITIONS
def test_reaches_are_left_step_by_step(rules):
    """A way past two foes leaves first the one's reach, then the other's."""
    battle = fight(
        "B . . . C . . / . A . . . . . / # # # # # # #", A="fighter:1", B="goblin", C="goblin",
        first="A", rules=rules,
    )  # fmt: skip

    battle.do("move", square=(6, 1))
    assert battle.decider == "B"
    assert battle["A"].square == (1, 1)
    battle.step(0)

    assert battle.decider == "C"
    assert battle["A"].square == (5, 1)


@pytest.mark.case("B073")
@pytest.mark.rule("ATK-11")
@EDITIONS
def test_an_invisible_mover_does_not_provoke(rules):
    """The attacker has to see who leaves."""
    battle = fight("B A . . .", A="fighter:1 invisible", B="goblin", first="A", rules=rules)

    battle.do("move", square=(4, 0))

    assert prompts(battle) == []


@pytest.mark.case("B074")
@pytest.mark.rule("ATK-11")
@EDITIONS
@pytest.mark.parametrize("condition", ["blinded", "incapacitated", "stunned"])
def test_who_cannot_see_or_react_makes_no_opportunity_attack(rules, condition):
    battle = fight("B A . . .", A="fighter:1", B=f"goblin {condition}", first="A", rules=rules)

    battle.do("move", square=(4, 0))

    assert prompts(battle) == []


@pytest.mark.rule("ATK-11")
def test_moving_as_a_bonus_action_provokes():
    """What one does with one's own bonus action is no push: an aggressive orc that runs off."""
    battle = fight("B O . . . . .", O="orc side=0", B="goblin", first="O")

    battle.do("Aggressive", square=(5, 0))

    assert prompts(battle) == ["B"]
    assert battle["O"].square == (5, 0)


@pytest.mark.rule("ATK-11")
def test_moving_as_a_legendary_action_provokes():
    """The dragon that pounces in another's turn leaves a reach like anybody (SRD 5.2)."""
    battle = fight(
        "D . . B A / . . . . . / . . . . . / . . . . . / . . . . .", D="adult_red_dragon",
        A="commoner side=0", B="commoner side=0", first="A", rules="2024",
    )  # fmt: skip
    wait_for(battle, "D", "legendary")

    say(battle, "Pounce")
    say(battle, "Square (0, 2)")

    assert prompts(battle) == ["B"]


@pytest.mark.case("B076")
@pytest.mark.rule("ATK-11")
@EDITIONS
def test_who_is_pushed_does_not_provoke(rules):
    """A wave of thunder that drives a creature out of a foe's reach."""
    battle = fight(
        ". . . . . . / . W A . . . / . B . . . .", W="wizard:1", A="gladiator side=1",
        B="fighter:1", first="W", rules=rules, minor_decisions="auto",
        changes={"W": {"more_spells": ["thunderwave"]}},
    )  # fmt: skip

    battle.script_dice([4, 4, 1])
    battle.do("Thunderwave", square=(2, 0), level=1)

    assert battle["A"].square == (4, 1)
    assert prompts(battle) == []


@pytest.mark.case("B076")
@pytest.mark.case("B082")
@pytest.mark.rule("ATK-11")
@EDITIONS
def test_a_teleport_neither_provokes_nor_costs_movement(rules):
    battle = fight("B A : : : .", A="wizard:3", B="goblin", first="A", rules=rules)

    battle.do("Misty Step", square=(5, 0))

    assert prompts(battle) == []
    assert battle["A"].square == (5, 0)
    assert battle["A"].record.moved_ft == 0
    assert squares(battle)  # all of its speed is left


@pytest.mark.case("B076")
@pytest.mark.rule("ATK-11")
@EDITIONS
def test_a_fall_does_not_provoke(rules):
    """Out of a foe's reach, downward."""
    battle = fight(
        "B . / A .", A="drake side=0 alt=20", B="drake side=1 alt=20", first="B", rules=rules
    )

    battle["A"].give("restrained")
    battle.step(0)

    assert battle["A"].altitude_ft == 0
    assert not lines(battle, "attack")
    assert battle.decision != "response"


@pytest.mark.rule("ATK-11")
@EDITIONS
def test_flying_up_out_of_reach_provokes(rules):
    """Up is away, too."""
    battle = fight("B A", A="drake side=0", B="goblin", first="A", rules=rules)

    battle.do("Fly", option="up_10")

    assert prompts(battle) == ["B"]
    assert battle["A"].altitude_ft == 10


@pytest.mark.rule("ATK-11")
@EDITIONS
def test_a_mover_that_is_thrown_back_stops(rules):
    """
    An answer to its step may put it elsewhere: then it does not go on in the old directions, but
    decides anew.
    """
    battle = fight("B A . . . .", A="fighter:1", B="goblin", first="A", rules=rules)

    battle.do("move", square=(5, 0))
    assert battle.decision == "response"
    battle["A"].square = (2, 0)  # as if pushed
    battle.step(0)

    assert battle["A"].square == (2, 0)
    assert battle.decider == "A"
    assert can(battle, "Dash")
