"""Surprise: who is, and what it costs. SUR-01 to SUR-03."""

import pytest

from .conftest import can, fight, lines, strike, wait_for

GOBLIN_STEALTH = 6


def surprised(battle):
    """Return the names of those that are surprised as the first turn begins."""
    return {creature.name for creature in battle.creatures if creature.record.is_surprised}


@pytest.mark.rule("SUR-01")
def test_nobody_is_surprised_where_nobody_hides():
    """If neither side tries to be stealthy, both notice each other (SRD 5.1, "Surprise")."""
    battle = fight("A . T", first="A", A="commoner side=0", T="goblin")

    assert surprised(battle) == set()


@pytest.mark.rule("SUR-01")
@pytest.mark.parametrize(("die", "who"), [(4, set()), (5, {"A"})])
def test_stealth_is_held_against_passive_perception(die, who):
    """
    A hider's Stealth total has to be above the passive Perception of a foe, here 10, to surprise it
    (SRD 5.1, "Surprise").
    """
    battle = fight("A . T", dice=[die, 10, 11], A="commoner side=0", T="goblin waits")

    assert lines(battle, "hides")[0].amount == die + GOBLIN_STEALTH
    assert surprised(battle) == who


@pytest.mark.rule("SUR-01")
def test_each_foe_has_a_perception_of_its_own():
    """
    The total is held against each opponent: what escapes a commoner (10) a veteran may notice (12)
    (SRD 5.1, "Surprise").
    """
    battle = fight(
        "A . T / S . .", dice=[6, 10, 11, 12], A="commoner side=0", S="veteran side=0",
        T="goblin waits",
    )  # fmt: skip

    assert lines(battle, "hides")[0].amount == 12
    assert surprised(battle) == {"A"}


@pytest.mark.rule("SUR-01")
def test_noticing_one_hider_is_enough():
    """A creature that notices any threat is not surprised (SRD 5.1, "Surprise")."""
    hiders = {"A": "commoner side=0", "T": "goblin waits", "U": "goblin waits"}
    loud = fight("A . T / . . U", dice=[20, 1], **hiders)
    quiet = fight("A . T / . . U", dice=[20, 20], **hiders)

    assert surprised(loud) == set()
    assert surprised(quiet) == {"A"}


@pytest.mark.rule("SUR-01")
def test_a_foe_in_plain_sight_is_noticed():
    """Beside one foe that does not hide, hidden ones surprise nobody (SRD 5.1, "Surprise")."""
    battle = fight("A . T / . . U", dice=[20], A="commoner side=0", T="goblin waits", U="goblin")

    assert surprised(battle) == set()


@pytest.mark.rule("SUR-01")
def test_the_encounter_may_name_the_surprised():
    """Whom the encounter calls surprised is, without a roll (SRD 5.1, "Surprise")."""
    battle = fight("A . T", dice=[10, 11], A="commoner side=0 surprised", T="goblin")

    assert surprised(battle) == {"A"}
    assert lines(battle, "hides") == []


@pytest.mark.rule("SUR-02")
def test_the_surprised_have_no_first_turn():
    """
    Who is surprised cannot move or act on its first turn, and can on its second (SRD 5.1,
    "Surprise").
    """
    battle = fight("A . T", first="A", A="commoner side=0 surprised", T="goblin")

    assert battle.decider == "T"  # though A won initiative
    battle.do("pass")

    assert battle.decider == "A" and battle.round_number == 2
    assert can(battle, "Dash") and can(battle, "Move to (1, 0)")


@pytest.mark.rule("SUR-02")
@pytest.mark.rule("REA-01")
@pytest.mark.parametrize(("flags", "reacts"), [("surprised", False), ("", True)])
def test_the_surprised_cannot_react_before_their_first_turn_ends(flags, reacts):
    """
    Leaving a foe's reach before its first turn provokes an opportunity attack, but not if the foe
    is surprised: it cannot take a reaction until that turn is over (SRD 5.1, "Surprise").
    """
    battle = fight("A T . .", first="T", A=f"commoner side=0 {flags}", T="goblin")

    battle.do("move", square=(3, 0))

    assert (battle.decision == "response") == reacts


@pytest.mark.rule("SUR-02")
@pytest.mark.parametrize(("flag", "reacts"), [("surprised", False), ("", True)])
def test_the_surprised_cannot_react_in_their_first_turn(flag, reacts):
    """
    Nor is there a reaction in the course of that turn, to what burns the creature as it begins
    (SRD 5.1, "Surprise").
    """
    battle = fight(
        "A T . .", first="T", A=f"wizard:1 {flag}", T="firebrand", minor_decisions="auto",
        changes={"A": {"spells": ["hellish_rebuke"]}},
    )  # fmt: skip
    battle.script_dice([18, 1])
    battle.do("Kindle", target="A")

    battle.do("pass")

    assert battle["A"].hit_points == battle["A"].hit_point_maximum - 1
    assert (battle.decision == "response") == reacts


@pytest.mark.rule("SUR-02")
def test_the_surprised_react_once_their_first_turn_is_over():
    """The reaction is there as soon as the lost turn has ended (SRD 5.1, "Surprise")."""
    battle = fight("A T . .", first="A", A="commoner side=0 surprised", T="goblin")
    assert battle.decider == "T"

    battle.do("move", square=(3, 0))

    assert (battle.decider, battle.decision) == ("A", "response")


@pytest.mark.rule("SUR-02")
def test_surprise_is_each_creatures_own():
    """Its allies may be free to act where one creature is surprised (SRD 5.1, "Surprise")."""
    battle = fight(
        "A . T / B . .", dice=[20, 1, 19], A="commoner side=0 surprised", B="commoner side=0",
        T="goblin",
    )  # fmt: skip

    assert battle.decider == "B"
    battle.do("pass")
    assert battle.decider == "T"


@pytest.mark.rule("SUR-02")
def test_a_surprised_dragon_takes_no_legendary_action():
    """
    A surprised legendary creature has no legendary actions before its first turn is over
    (SRD 5.1, "Legendary Creatures").
    """
    caught = fight(
        "D . . A . / . . . . . / . . . . .", dice=[1, 20], A="commoner side=0",
        D="adult_red_dragon surprised",
    )  # fmt: skip
    ready = fight(
        "D . . A . / . . . . . / . . . . .", dice=[1, 20], A="commoner side=0", D="adult_red_dragon"
    )

    caught.do("pass")
    ready.do("pass")

    assert (ready.decider, ready.decision) == ("D", "legendary")
    assert (caught.decider, caught.round_number) == ("A", 2)
    caught.do("pass")
    assert (caught.decider, caught.decision) == ("D", "legendary")


@pytest.mark.rule("SUR-03")
def test_surprise_in_2024_is_disadvantage_on_initiative():
    """
    A surprised creature rolls initiative with disadvantage: two dice, the lower of which counts
    (SRD 5.2, "Initiative").
    """
    battle = fight(
        "A . T", rules="2024", dice=[15, 4, 11], A="commoner side=0 surprised", T="commoner"
    )

    assert battle.scripted_dice_left == 0
    assert [event.amount for event in lines(battle, "initiative")] == [4, 11]


@pytest.mark.rule("SUR-03")
def test_surprise_in_2024_is_nothing_else():
    """It acts on its first turn like anybody, and reacts before it (SRD 5.2, "Initiative")."""
    battle = fight(
        "A T . .", rules="2024", first="T", A="striker side=0 surprised", T="commoner hp=40/40"
    )

    battle.do("move", square=(3, 0))
    assert (battle.decider, battle.decision) == ("A", "response")
    battle.do("pass")
    wait_for(battle, "A")

    assert battle.round_number == 1
    battle.do("move", square=(2, 0))
    strike(battle, "T", 5)
    assert battle["T"].hit_points == 35


@pytest.mark.rule("SUR-03")
@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(("die", "hidden"), [(8, False), (9, True)])
def test_in_2024_who_lies_in_wait_has_to_hide(die, hidden):
    """
    It takes a Stealth total of 15, and makes the hider Invisible: it rolls initiative with
    advantage, and whom it takes unawares with disadvantage (SRD 5.2, "Hide", "Initiative").
    """
    dice = [die, 12, 3, 4, 11] if hidden else [die, 12, 4]
    battle = fight("A . T", rules="2024", dice=dice, A="commoner side=0", T="goblin waits")

    assert battle.scripted_dice_left == 0
    assert ("invisible" in battle["T"].conditions) == hidden
    assert surprised(battle) == ({"A"} if hidden else set())
    assert [event.amount for event in lines(battle, "initiative")] == (
        [3, 13] if hidden else [12, 6]
    )
