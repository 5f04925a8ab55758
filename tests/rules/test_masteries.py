"""Weapon masteries, which only the 2024 rules have. ATK-17."""

import pytest

from .conftest import can, fight, how, lines, wait_for

SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
pytestmark = pytest.mark.rule("ATK-17")


def armed(*equipment, row="A T . U", hero="fighter:1", **options):
    """A fighter, who has mastered its weapons, beside one target; another stands farther off."""
    abilities = dict.fromkeys(SCORES, 10) | {"strength": 16, "dexterity": 14}
    changes = {"equipment": list(equipment), "abilities": abilities, "styles": ["defense"]}
    options = {"T": "commoner hp=90/90", "U": "commoner hp=90/90"} | options
    options = {name: value for name, value in options.items() if len(name) > 1 or name in row}
    return fight(
        row, first="A", rules="2024", A=hero, minor_decisions="auto", changes={"A": changes},
        **options,
    )  # fmt: skip


def attack(battle, activity, *dice, target="T"):
    battle.script_dice(dice)
    before = battle[target].hit_points
    battle.do(activity, target=target)
    return before - battle[target].hit_points


def round_about(battle):
    """End the decider's turn and wait for its next one."""
    name = battle.decider
    battle.do("pass")
    wait_for(battle, name)


def test_graze_hurts_on_a_miss():
    """A miss deals the ability modifier, of the weapon's type (SRD 5.2, "Graze")."""
    battle = armed("greatsword")

    assert attack(battle, "Greatsword", 1) == 3


def test_without_the_mastery_a_weapon_has_none():
    """A wizard's greatsword does not graze."""
    battle = fight(
        "A T", first="A", rules="2024", A="wizard:1", T="commoner hp=90/90",
        changes={"A": {"equipment": ["greatsword"]}},
    )  # fmt: skip

    assert attack(battle, "Greatsword", 1, 1) == 0


def test_there_is_no_mastery_in_2014():
    """The 2014 rules know no graze."""
    battle = fight(
        "A T", first="A", rules="2014", T="commoner hp=90/90",
        changes={"A": {"equipment": ["greatsword"]}},
    )  # fmt: skip

    assert attack(battle, "Greatsword", 1) == 0


@pytest.mark.parametrize(("target", "moved"), [("commoner hp=90/90", 2), ("ogre hp=50", 2)])
def test_push_drives_10_ft_away(target, moved):
    """A Large or smaller creature is pushed straight away (SRD 5.2, "Push")."""
    battle = armed("warhammer", row="A T . . . . / . . . . . .", T=target)

    attack(battle, "Warhammer", 15, 1)

    assert battle["T"].square == (1 + moved, 0)


def test_push_does_not_move_the_huge():
    """A Huge creature stays where it is (SRD 5.2, "Push")."""
    battle = armed("warhammer", row="A T . . . . / . . . . . . / . . . . . .", T="stone_giant")

    attack(battle, "Warhammer", 19, 1)

    assert battle["T"].square == (1, 0)


def test_sap_hampers_the_next_attack():
    """
    The target's next attack roll before the attacker's next turn has disadvantage; the one after
    has not (SRD 5.2, "Sap").
    """
    battle = armed("longsword", T="soldier hp=20")
    attack(battle, "Longsword", 15, 1)
    battle.do("pass")
    wait_for(battle, "T")

    for _ in range(2):
        battle.script_dice([3, 4, 1])
        battle.do("Sword", target="A")

    assert [how(event) for event in lines(battle, "attack")[-2:]] == ["disadvantage", "plain"]


def test_sap_ends_with_the_next_own_turn():
    """Unused, it is gone by then (SRD 5.2, "Sap")."""
    battle = armed("longsword", T="soldier hp=20")
    attack(battle, "Longsword", 15, 1)
    round_about(battle)
    battle.do("pass")
    wait_for(battle, "T")

    battle.script_dice([3, 4, 1])
    battle.do("Sword", target="A")

    assert how(lines(battle, "attack")[-1]) == "plain"


def test_slow_takes_10_ft_of_speed_once():
    """Two hits slow no more than one (SRD 5.2, "Slow")."""
    battle = armed("club", hero="fighter:5")
    assert battle["T"].speed_ft["walk"] == 30

    for _ in range(2):
        attack(battle, "Club", 15, 1)
        assert battle["T"].speed_ft["walk"] == 20
    round_about(battle)

    assert battle["T"].speed_ft["walk"] == 30


@pytest.mark.parametrize(("die", "fallen"), [(12, True), (13, False)])
def test_topple_asks_for_a_constitution_save(die, fallen):
    """DC 8 + 3 + 2, or prone (SRD 5.2, "Topple")."""
    battle = armed("quarterstaff")

    attack(battle, "Quarterstaff", 15, 1, die)

    assert ("prone" in battle["T"].conditions) == fallen


def test_vex_gives_advantage_on_the_next_attack_against_the_same_creature():
    """
    The next attack against it, up to the end of the attacker's next turn, has advantage: not one
    against somebody else, and not the one after (SRD 5.2, "Vex").
    """
    battle = armed("shortsword", row="T A U", hero="fighter:5")
    attack(battle, "Shortsword", 15, 1)

    attack(battle, "Shortsword", 2, target="U")
    round_about(battle)
    attack(battle, "Shortsword", 2, 3)
    attack(battle, "Shortsword", 2)

    expected = ["plain", "plain", "advantage", "plain"]
    assert [how(event) for event in lines(battle, "attack")] == expected


def test_vex_lasts_to_the_end_of_the_next_turn():
    """Unused it is gone after that (SRD 5.2, "Vex")."""
    battle = armed("shortsword")
    attack(battle, "Shortsword", 15, 1)
    round_about(battle)
    round_about(battle)

    attack(battle, "Shortsword", 2)

    assert how(lines(battle, "attack")[-1]) == "plain"


def test_cleave_strikes_a_second_creature():
    """
    A hit allows an attack on another creature within 5 ft of the first and in reach: damage
    without the ability modifier, once a turn (SRD 5.2, "Cleave").
    """
    battle = armed("greataxe", row="A T / . U", hero="fighter:5", skip_single=False)
    battle.script_dice([15])
    battle.do("Greataxe", target="T")
    assert battle.decision == "response"

    battle.script_dice([15, 7, 12])  # the second attack in full, then the first one's damage
    battle.do("Greataxe (cleave)", target="U")

    assert battle["T"].hit_points == 90 - 15
    assert battle["U"].hit_points == 90 - 7
    battle.script_dice([15, 12])
    battle.do("Greataxe", target="T")
    assert battle.decision == "turn"


@pytest.mark.parametrize("row", ["A T . U", "U A T"])
def test_cleave_needs_somebody_near_the_first(row):
    """Farther than 5 ft from the first target, or out of reach, is too far (SRD 5.2, "Cleave")."""
    battle = armed("greataxe", row=row)

    battle.script_dice([15, 12])
    battle.do("Greataxe", target="T")

    assert battle.decision == "turn"
    assert not can(battle, "Greataxe (cleave)")


def test_cleave_follows_no_miss():
    """Only a hit carries on (SRD 5.2, "Cleave")."""
    battle = armed("greataxe", row="A T / . U")

    battle.script_dice([1])
    battle.do("Greataxe", target="T")

    assert battle.decision == "turn"
