"""Actions in combat: Attack, Dash, Disengage, Dodge. ACT-01, ACT-03 to ACT-05."""

import pytest

from .conftest import can, fight, lines, squares, strike, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def farthest(battle):
    """Return the column farthest to the east that the decider can reach."""
    return max((x for x, _ in squares(battle)), default=battle[battle.decider].square[0])


# --- Attack --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ACT-01")
@pytest.mark.parametrize(("level", "attacks"), [(1, 1), (4, 1), (5, 2), (11, 3), (20, 4)])
def test_extra_attack_gives_more_attacks(rules, level, attacks):
    """
    The Attack action is one attack; a fighter's Extra Attack makes it two from level 5, three from
    11, four from 20 (SRD 5.1, "Attack", "Fighter").
    """
    battle = fight(
        "A T", first="A", rules=rules, A=f"fighter:{level}", T="commoner hp=500/500",
        minor_decisions="auto",
    )  # fmt: skip

    made = 0
    while can(battle, "Longsword"):
        battle.script_dice([2, 1])
        battle.do("Longsword", target="T")
        made += 1

    assert made == attacks
    assert not can(battle, "Dash") and not can(battle, "Dodge")


@BOTH
@pytest.mark.rule("ACT-01")
def test_moving_between_attacks(rules):
    """A creature may move between the attacks of one action (SRD 5.1, "Attack")."""
    battle = fight(
        "T A . . U", first="A", rules=rules, A="fighter:5", T="guard hp=90/90", U="guard hp=90/90",
        minor_decisions="auto",
    )  # fmt: skip
    battle["T"].record.reactions = 0
    battle.refresh()
    battle.script_dice([15, 3])

    battle.do("Longsword", target="T")
    battle.do("move", square=(3, 0))
    battle.script_dice([15, 3])
    battle.do("Longsword", target="U")

    assert [battle[name].hit_points < 90 for name in "TU"] == [True, True]
    assert battle["A"].square == (3, 0)
    assert not can(battle, "Longsword")


@pytest.mark.rule("ACT-01")
def test_multiattack_counts_each_kind_of_attack():
    """
    A troll of 2014 bites once and uses its claws twice, in any order; then the action is spent
    (SRD 5.1, "Troll").
    """
    battle = fight(
        "R . A / . . .", first="R", R="troll side=0", A="commoner hp=200/200",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([2] * 8)

    battle.do("Claw", target="A")
    assert can(battle, "Bite") and can(battle, "Claw")
    battle.do("Bite", target="A")
    assert not can(battle, "Bite") and can(battle, "Claw")
    battle.do("Claw", target="A")

    assert not any(can(battle, words) for words in ("Bite", "Claw", "Dash"))


@BOTH
@pytest.mark.rule("ACT-01")
def test_another_action_in_place_of_the_attack(rules):
    """Who has taken another action has no attack (SRD 5.1, "Actions in Combat")."""
    battle = fight("A T", first="A", rules=rules, A="fighter:5", T="guard")

    battle.do("Dodge")

    assert not can(battle, "Longsword") and not can(battle, "Grapple")


@BOTH
@pytest.mark.rule("ACT-01")
def test_action_surge_gives_a_whole_second_action(rules):
    """Two Attack actions of a fighter of level 5 are four attacks (SRD 5.1, "Action Surge")."""
    battle = fight(
        "A T", first="A", rules=rules, A="fighter:5", T="commoner hp=500/500",
        minor_decisions="auto",
    )  # fmt: skip
    battle.do("Action Surge")

    made = 0
    while can(battle, "Longsword"):
        battle.script_dice([2, 1])
        battle.do("Longsword", target="T")
        made += 1

    assert made == 4
    assert not can(battle, "Action Surge")


# --- Dash ----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ACT-03")
@pytest.mark.parametrize(("prone", "feet"), [(False, 60), (True, 30)])
def test_dash_adds_the_speed(rules, prone, feet):
    """
    Dash adds as much movement as the speed: 30 feet become 60, of which a crawler gets half as far
    (SRD 5.1, "Dash").
    """
    row = "A" + " ." * 14 + " T"
    battle = fight(row, first="A", rules=rules, A="commoner side=0", T="commoner")
    if prone:
        battle["A"].give("prone")

    battle.do("Dash")

    assert farthest(battle) == feet // 5
    assert not can(battle, "Dash")


@BOTH
@pytest.mark.rule("ACT-03")
def test_dash_goes_by_the_speed_as_it_is(rules):
    """A speed that is reduced is added as it is: 15 feet become 30 (SRD 5.1, "Dash")."""
    battle = fight("A . . . . . . . . T", first="T", rules=rules, A="commoner side=0", T="proctor")
    battle.do("Hobble", target="A")
    battle.do("pass")
    assert farthest(battle) == 3

    battle.do("Dash")

    assert farthest(battle) == 6


@pytest.mark.rule("ACT-03")
@pytest.mark.parametrize(
    ("rules", "altitude", "on_foot", "in_the_air"),
    [("2014", 0, 60, 70), ("2014", 5, 65, 75), ("2024", 0, 70, 80), ("2024", 5, 65, 75)],
)
def test_dash_of_one_with_several_speeds(rules, altitude, on_foot, in_the_air):
    """
    Each mode's limit is its speed and the extra movement. That is, in 2014, of the speed in use; in
    2024 of whichever one chooses (SRD 5.2, "Dash"). A drake walks 30 feet and flies 40; 5 feet have
    gone into rising.
    """
    battle = fight("A" + " ." * 18 + " T", first="A", rules=rules, A="drake side=0", T="commoner")
    if altitude:
        battle.do("Fly", option="up 5")

    battle.do("Dash")

    creature, moved = battle["A"].record, altitude
    speeds = battle["A"].speed_ft
    assert speeds["walk"] + creature.extra_ft - moved == on_foot
    assert speeds["fly"] + creature.extra_ft - moved == in_the_air


@BOTH
@pytest.mark.rule("ACT-03")
def test_dash_may_be_bonus_action_and_action(rules):
    """Cunning Action and the action together: 90 feet (SRD 5.1, "Cunning Action", "Dash")."""
    battle = fight("A" + " ." * 20 + " T", first="A", rules=rules, A="rogue:2", T="commoner")

    battle.do("Dash")
    battle.do("Cunning Action: Dash")

    assert farthest(battle) == 18


# --- Disengage -----------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ACT-04")
@pytest.mark.parametrize(("disengages", "attacked"), [(False, True), (True, False)])
def test_who_disengages_provokes_nobody(rules, disengages, attacked):
    """
    After Disengage its movement provokes no opportunity attack for the rest of the turn (SRD 5.1,
    "Disengage").
    """
    battle = fight("T A . . .", first="A", rules=rules, A="guard side=0", T="guard")

    if disengages:
        battle.do("Disengage")
    battle.do("move", square=(4, 0))

    assert (battle.decision == "response") == attacked


@BOTH
@pytest.mark.rule("ACT-04")
def test_disengaging_ends_with_the_turn(rules):
    """On the next turn leaving a reach provokes again (SRD 5.1, "Disengage")."""
    battle = fight("T A . . .", first="A", rules=rules, A="guard side=0", T="guard")

    battle.do("Disengage")
    battle.do("pass")
    wait_for(battle, "A")
    battle.do("move", square=(4, 0))

    assert (battle.decider, battle.decision) == ("T", "response")


# --- Dodge ---------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ACT-05")
@pytest.mark.parametrize(
    ("attacker", "dodger", "hindered"),
    [("", "", True), ("invisible", "", False), ("", "blinded", False)],
)
def test_dodging_hinders_attackers_that_are_seen(rules, attacker, dodger, hindered):
    """
    Attacks against one who dodges have disadvantage, if it can see the attacker (SRD 5.1,
    "Dodge"). One that it does not see has advantage instead.
    """
    battle = fight("A T", first="A", rules=rules, A="commoner side=0 hp=90/90", T="striker")
    for name, condition in (("T", attacker), ("A", dodger)):
        if condition:
            battle[name].give(condition)

    battle.do("Dodge")
    battle.do("pass")
    battle.script_dice([15, 2, 7], strict=True)
    battle.do("Fire", target="A")

    assert lines(battle, "attack")[-1].numbers[0] == (2 if hindered else 15)


@BOTH
@pytest.mark.rule("ACT-05")
def test_dodging_helps_dexterity_saves(rules):
    """Its Dexterity saving throws have advantage, others not (SRD 5.1, "Dodge")."""
    battle = fight(
        "A . T", first="A", rules=rules, A="commoner side=0 hp=90/90", T="proctor",
        minor_decisions="auto",
    )  # fmt: skip
    battle.do("Dodge")
    battle.do("pass")
    battle.script_dice([3, 16], strict=True)

    battle.do("Dexterity 15", target="A")

    assert battle.scripted_dice_left == 0
    assert battle["A"].hit_points == 90 - 12
    wait_for(battle, "A")
    battle.do("Dodge")
    battle.do("pass")
    battle.script_dice([3], strict=True)
    battle.do("Strength 15", target="A")
    assert battle["A"].hit_points == 90 - 12 - 25


@BOTH
@pytest.mark.rule("ACT-05")
def test_dodging_ends_at_the_start_of_the_next_own_turn(rules):
    """It holds until then, and no longer (SRD 5.1, "Dodge")."""
    battle = fight("A T", first="A", rules=rules, A="commoner side=0 hp=90/90", T="striker")
    battle.do("Dodge")
    battle.do("pass")
    battle.script_dice([15, 2, 7])
    battle.do("Fire", target="A")
    assert battle["A"].hit_points == 90 - 7
    wait_for(battle, "A")

    battle.do("pass")

    strike(battle, "A", 9)
    assert battle["A"].hit_points == 90 - 7 - 9


@BOTH
@pytest.mark.rule("ACT-05")
@pytest.mark.parametrize("condition", ["incapacitated", "restrained"])
def test_dodging_is_lost_by_who_cannot_act_or_move(rules, condition):
    """
    Being incapacitated, or at speed 0 as the restrained are, ends it (SRD 5.1, "Dodge").
    """
    battle = fight("A T", first="A", rules=rules, A="commoner side=0 hp=90/90", T="striker")
    battle.do("Dodge")

    battle["A"].give(condition, source=battle["T"])

    battle["A"].cure(condition)
    battle.do("pass")
    strike(battle, "A", 5)
    assert battle["A"].hit_points == 85
