"""Opportunity attacks: who may make them, when, and with what. ATK-11."""

import pytest

from .conftest import can, fight, lines

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def beside(rules, guard="soldier side=0", mover="commoner hp=40/40", **options):
    """A guard with two attacks to its Multiattack, and a mover beside it whose turn it is."""
    return fight(
        "G M . . . . / . . . . . .", first="M", rules=rules, G=guard, M=mover, **options
    )  # fmt: skip


@BOTH
@pytest.mark.rule("ATK-11")
def test_leaving_a_reach_provokes_right_before_it_is_left(rules):
    """The attack interrupts the move while the mover is still in reach (SRD 5.1, "Opportunity
    Attacks")."""
    battle = beside(rules)

    battle.do("move", square=(4, 0))

    assert (battle.decider, battle.decision) == ("G", "response")
    assert battle["M"].square == (1, 0)
    battle.script_dice([15, 3])
    battle.do("Sword")
    assert battle["M"].hit_points == 40 - 5
    assert battle["M"].square == (4, 0)
    assert battle["G"].record.reactions == 0


@BOTH
@pytest.mark.rule("ATK-11")
def test_it_is_one_attack_never_a_multiattack(rules):
    """After one attack nothing is left of the reaction."""
    battle = beside(rules)

    battle.do("move", square=(4, 0))
    battle.script_dice([1])
    battle.do("Sword")

    assert len(lines(battle, "attack")) == 1
    assert battle.decider == "M"


@BOTH
@pytest.mark.rule("ATK-11")
def test_it_is_a_melee_attack(rules):
    """A striker with many melee attacks and a shot is not offered the shot."""
    battle = beside(rules, "striker side=0")

    battle.do("move", square=(4, 0))

    assert can(battle, "Slashing")
    assert not can(battle, "Shot")


@BOTH
@pytest.mark.rule("ATK-11")
def test_it_may_be_declined(rules):
    """Then the reaction is kept, and the move goes on."""
    battle = beside(rules)

    battle.do("move", square=(4, 0))
    battle.do("decline")

    assert battle["M"].square == (4, 0)
    assert battle["G"].record.reactions == 1


@BOTH
@pytest.mark.rule("ATK-11")
def test_moving_within_a_reach_provokes_nothing(rules):
    """Only leaving does."""
    battle = beside(rules)

    battle.do("move", square=(1, 1))
    battle.do("move", square=(0, 1))

    assert battle.decider == "M"


@BOTH
@pytest.mark.rule("ATK-11")
def test_coming_near_provokes_nothing(rules):
    """Entering a reach is free."""
    battle = beside(rules)
    battle["M"].square = (5, 0)

    battle.do("move", square=(1, 0))

    assert battle.decider == "M"


@BOTH
@pytest.mark.rule("ATK-11")
def test_not_after_disengaging(rules):
    """Who has disengaged provokes nothing for the rest of the turn (SRD 5.1, "Disengage")."""
    battle = beside(rules)

    battle.do("Disengage")
    battle.do("move", square=(4, 0))

    assert battle.decider == "M"
    assert battle["M"].square == (4, 0)


@BOTH
@pytest.mark.rule("ATK-11")
def test_teleporting_away_provokes_nothing(rules):
    """*Misty step* leaves no opening (SRD 5.1, "Opportunity Attacks")."""
    battle = beside(rules, mover="wizard:3", guard="soldier side=1")

    battle.do("Misty Step", square=(4, 1))

    assert battle["M"].square == (4, 1)
    assert battle.decider == "M"


@BOTH
@pytest.mark.rule("ATK-11")
def test_being_pushed_provokes_nothing(rules):
    """What is moved without its own doing leaves no opening (SRD 5.1, "Opportunity Attacks")."""
    battle = fight(
        "S M . . . / G . . . .", first="S", rules=rules, S="fighter:1", G="soldier side=0",
        M="commoner hp=40/40", minor_decisions="auto", changes={"S": {"equipment": []}},
    )  # fmt: skip

    battle.script_dice({"2014": [20, 1], "2024": [1]}[rules])
    battle.do("Shove away", target="M")

    assert battle["M"].square == (2, 0)
    assert lines(battle, "attack") == []
    assert (battle.decider, battle.decision) == ("S", "turn")


@BOTH
@pytest.mark.rule("ATK-11")
@pytest.mark.rule("ATK-15")
def test_being_dragged_provokes_nothing(rules):
    """A held creature that is carried off leaves a reach, but not by its own movement."""
    battle = fight(
        ". A T G", first="A", rules=rules, A="urchin side=0", T="commoner", G="soldier side=0",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice({"2014": [20, 1], "2024": [1]}[rules])
    battle.do("Grapple", target="T")

    battle.do("move", square=(0, 0))

    assert battle["T"].square == (1, 0)
    assert (battle.decider, battle.decision) == ("A", "turn")


@BOTH
@pytest.mark.rule("ATK-11")
def test_the_mover_has_to_be_seen(rules):
    """An invisible creature slips away (SRD 5.1, "Opportunity Attacks")."""
    battle = beside(rules)
    battle["M"].give("invisible")

    battle.do("move", square=(4, 0))

    assert battle.decider == "M"


@BOTH
@pytest.mark.parametrize("condition", ["incapacitated", "blinded", "stunned"])
@pytest.mark.rule("ATK-11")
def test_who_cannot_react_or_see_makes_none(rules, condition):
    """It takes a reaction, and sight."""
    battle = beside(rules)
    battle["G"].give(condition)

    battle.do("move", square=(4, 0))

    assert battle.decider == "M"


@BOTH
@pytest.mark.parametrize(("provoked_by", "asked"), [("enemies", False), ("anyone", True)])
@pytest.mark.rule("ATK-11")
def test_friends_are_provoked_only_where_the_setting_says_so(rules, provoked_by, asked):
    """By default only enemies make opportunity attacks; [2024] any creature may, by a setting."""
    battle = fight(
        "G M . . . . T", first="M", rules=rules, G="soldier side=0", M="commoner side=0",
        T="commoner", provoked_by=provoked_by,
    )  # fmt: skip

    battle.do("move", square=(3, 0))

    assert (battle.decider == "G") == asked


@BOTH
@pytest.mark.rule("ATK-11")
def test_who_is_felled_goes_no_farther(rules):
    """The move ends where the attack struck."""
    battle = beside(rules, mover="commoner hp=2 saves")

    battle.do("move", square=(4, 0))
    battle.script_dice([15, 6])
    battle.do("Sword")

    assert battle["M"].square == (1, 0)
    assert battle["M"].hit_points == 0


@BOTH
@pytest.mark.rule("ATK-11")
def test_a_second_departure_finds_no_reaction_left(rules):
    """One reaction a round: coming back and leaving again provokes nothing more."""
    battle = beside(rules)
    battle.do("Dash")
    battle.do("move", square=(2, 0))
    battle.script_dice([1])
    battle.do("Sword")

    battle.do("move", square=(1, 0))
    battle.do("move", square=(4, 0))

    assert battle.decider == "M"
    assert battle["M"].square == (4, 0)
    assert len(lines(battle, "attack")) == 1


@pytest.mark.rule("ATK-10")
@pytest.mark.rule("ATK-11")
def test_an_opportunity_to_grapple_asks_for_the_size_too():
    """[2024] The unarmed strike may grapple or shove, but nobody two sizes larger."""
    battle = fight(
        "A G . . . . . / . . . . . . . / . . . . . . .", first="G", rules="2024",
        A="soldier side=0", G="stone_giant",
    )  # fmt: skip

    battle.do("move", square=(4, 0))

    assert (battle.decider, battle.decision) == ("A", "response")
    assert can(battle, "Sword")
    assert not can(battle, "Grapple") and not can(battle, "Shove prone")


@BOTH
@pytest.mark.rule("ATK-11")
@pytest.mark.rule("CND-01")
def test_the_charmed_let_their_charmer_go(rules):
    """Who is charmed does not attack the charmer, as a reaction either."""
    battle = beside(rules)
    battle["G"].give("charmed", battle["M"])

    battle.do("move", square=(4, 0))

    assert battle.decider == "M"
