"""Unarmed strikes, and shoving. ATK-10, ATK-16."""

import pytest

from dnd_env.core.terms import Ability, Skill

from .conftest import can, fight, lines, say, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def build(**scores):
    return {"abilities": dict.fromkeys(SCORES, 10) | scores}


def brawl(rules, target="commoner hp=40/40", fighter="fighter:1", strength=16, **options):
    """A fighter, with both hands empty, beside one target; free ground behind both."""
    options = {"minor_decisions": "auto", "skip_single": False} | options
    return fight(
        ". A T . . / . . . . .", first="A", rules=rules, A=fighter, T=target,
        changes={"A": build(strength=strength) | {"equipment": []}}, **options,
    )  # fmt: skip


# --- ATK-10 --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("strength", "to_hit", "damage"), [(16, 5, 4), (10, 2, 1), (8, 1, 0), (4, -1, 0)]
)
@pytest.mark.rule("ATK-10")
def test_an_unarmed_strike(rules, strength, to_hit, damage):
    """
    With proficiency, and 1 + Strength modifier bludgeoning damage, at least 0
    (SRD 5.1, "Melee Attacks").
    """
    battle = brawl(rules, strength=strength)

    battle.script_dice([15], strict=True)
    battle.do("Unarmed strike", target="T")

    assert lines(battle, "attack")[0].amount == 15 + to_hit
    assert battle["T"].hit_points == 40 - damage


@BOTH
@pytest.mark.rule("ATK-10")
def test_an_unarmed_strike_can_be_critical_but_has_no_dice(rules):
    """A critical hit doubles dice, of which it has none."""
    battle = brawl(rules)

    battle.script_dice([20], strict=True)
    battle.do("Unarmed strike", target="T")

    assert battle["T"].hit_points == 40 - 4


@BOTH
@pytest.mark.rule("ATK-10")
def test_an_unarmed_strike_is_one_of_the_attacks_of_the_action(rules):
    """At level 5 there are two attacks, and a strike is one of them."""
    battle = brawl(rules, fighter="fighter:5")

    for _ in range(2):
        battle.script_dice([15])
        battle.do("Unarmed strike", target="T")

    assert not can(battle, "Unarmed strike")
    assert battle["T"].hit_points == 40 - 8


@pytest.mark.parametrize("verb", ["Grapple", "Shove prone", "Shove away"])
@pytest.mark.rule("ATK-10")
def test_in_2024_grapple_and_shove_ask_for_a_save(verb):
    """
    DC 8 + Strength modifier + proficiency bonus; the target chooses Strength or Dexterity; there
    is no attack roll (SRD 5.2, "Unarmed Strike").
    """
    battle = brawl("2024", "fighter:1 side=1", minor_decisions="ask")

    battle.do(verb, target="T")

    assert (battle.decider, battle.decision) == ("T", "save_ability")
    assert can(battle, "Strength") and can(battle, "Dexterity")
    assert len(battle.legal_actions()) == 2
    say(battle, "Dexterity")
    while battle.decision != "turn":
        say(battle, "Save")
    (save,) = lines(battle, "save")
    assert save.numbers[0] == 8 + 3 + 2
    assert save.numbers[2] == Ability.DEXTERITY
    assert lines(battle, "attack") == []


@pytest.mark.parametrize(("die", "held"), [(13, False), (12, True)])
@pytest.mark.rule("ATK-10")
def test_a_save_against_a_grapple_in_2024(die, held):
    """A total of the DC breaks free of the attempt; one less is seized."""
    battle = brawl("2024")

    battle.script_dice([die], strict=True)
    battle.do("Grapple", target="T")

    assert ("grappled" in battle["T"].conditions) == held
    assert battle["A"].record.actions == 0


@pytest.mark.parametrize(("size", "legal"), [("ogre", True), ("stone_giant", False)])
@pytest.mark.parametrize("verb", ["Grapple", "Shove prone", "Shove away"])
@pytest.mark.rule("ATK-10")
@pytest.mark.rule("ATK-13")
@pytest.mark.rule("ATK-16")
@BOTH
def test_the_target_is_at_most_one_size_larger(rules, verb, size, legal):
    """A Medium creature can seize or shove a Large one, not a Huge one."""
    battle = fight(
        "A T . . / . . . . / . . . .", first="A", rules=rules, T=size,
        changes={"A": {"equipment": []}},
    )  # fmt: skip

    assert can(battle, verb) == legal


@BOTH
@pytest.mark.rule("ATK-10")
@pytest.mark.rule("ATK-13")
def test_a_grapple_needs_a_free_hand(rules):
    """With a sword in one hand and a shield in the other there is none; a shove needs none."""
    battle = fight("A T", first="A", rules=rules, T="commoner")

    assert not can(battle, "Grapple")
    assert can(battle, "Shove prone") and can(battle, "Shove away")


@BOTH
@pytest.mark.parametrize(
    ("grappler", "legal"), [("wolf", False), ("ape", True), ("worg", False), ("troll", True)]
)
@pytest.mark.rule("ATK-13")
def test_who_has_no_hands_grapples_nobody(rules, grappler, legal):
    """It takes a hand to seize somebody with; a beast has paws, an ape hands."""
    battle = fight(
        "A . T . / . . . . / . . . .", first="A", rules=rules, A=f"{grappler} side=0", T="commoner"
    )
    battle["T"].square = (battle["A"].record.width, 0)

    assert can(battle, "Grapple") == legal
    assert can(battle, "Shove prone")


# --- ATK-16 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "moved"), [(10, 14, True), (10, 15, False), (10, 16, False)]
)
@pytest.mark.rule("ATK-16")
@pytest.mark.rule("TST-02")
def test_a_shove_in_2014_is_a_contest(own, other, moved):
    """
    Strength (Athletics) + 5 against the target's Athletics or Acrobatics of + 0; a tie changes
    nothing (SRD 5.1, "Shoving a Creature").
    """
    battle = brawl("2014")

    battle.script_dice([own, other], strict=True)
    battle.do("Shove away", target="T")

    assert battle["T"].square == ((3, 0) if moved else (2, 0))
    assert lines(battle, "save") == lines(battle, "attack") == []
    first, second = lines(battle, "check")
    assert first.numbers[0] == Skill.ATHLETICS
    assert second.numbers[0] in (Skill.ATHLETICS, Skill.ACROBATICS)


@pytest.mark.rule("ATK-16")
def test_the_target_of_a_contest_chooses_its_skill():
    """Athletics or Acrobatics, as the target likes (SRD 5.1, "Shoving a Creature")."""
    battle = brawl("2014", minor_decisions="ask")

    battle.do("Shove prone", target="T")

    assert (battle.decider, battle.decision) == ("T", "skill")
    say(battle, "Acrobatics")
    assert lines(battle, "check")[-1].numbers[0] == Skill.ACROBATICS


@BOTH
@pytest.mark.rule("ATK-10")
@pytest.mark.rule("ATK-16")
def test_a_shove_knocks_prone_or_pushes_5_ft(rules):
    """As its user likes (SRD 5.1, "Shoving a Creature"; SRD 5.2, "Unarmed Strike")."""
    failing = {"2014": [15, 1], "2024": [1]}[rules]
    prone, away = brawl(rules), brawl(rules)

    prone.script_dice(failing)
    prone.do("Shove prone", target="T")
    away.script_dice(failing)
    away.do("Shove away", target="T")

    assert (prone["T"].conditions, prone["T"].square) == (["prone"], (2, 0))
    assert (away["T"].conditions, away["T"].square) == ([], (3, 0))


@pytest.mark.parametrize("condition", ["incapacitated", "stunned", "paralyzed"])
@pytest.mark.rule("ATK-13")
@pytest.mark.rule("ATK-16")
def test_an_incapacitated_target_in_2014_makes_no_contest(condition):
    """Then it succeeds by itself, without a die (SRD 5.1, "Shoving a Creature", "Grappling")."""
    shove, grapple = brawl("2014"), brawl("2014")
    for battle in (shove, grapple):
        battle["T"].give(condition)
        battle.script_dice([], strict=True)

    shove.do("Shove away", target="T")
    grapple.do("Grapple", target="T")

    assert shove["T"].square == (3, 0)
    assert "grappled" in grapple["T"].conditions
    assert lines(shove, "check") == lines(grapple, "check") == []


@BOTH
@pytest.mark.rule("ATK-16")
def test_a_shove_is_one_attack_of_the_attack_action(rules):
    """At level 5 a fighter shoves, then strikes (SRD 5.1, "Shoving a Creature")."""
    battle = brawl(rules, fighter="fighter:5")

    battle.script_dice({"2014": [15, 1], "2024": [1]}[rules])
    battle.do("Shove prone", target="T")
    battle.script_dice([15, 3])
    battle.do("Unarmed strike", target="T")

    assert battle["T"].hit_points == 40 - 4
    assert not can(battle, "Unarmed strike")


@BOTH
@pytest.mark.parametrize("verb", ["Grapple", "Shove prone"])
@pytest.mark.rule("ATK-13")
@pytest.mark.rule("ATK-16")
def test_a_multiattack_holds_no_grapple_or_shove(rules, verb):
    """
    They replace attacks of the Attack action: once a Multiattack has taken two swings, there is
    none left to replace (SRD 5.1, "Grappling", "Shoving a Creature").
    """
    battle = fight(
        "S T", first="S", rules=rules, S="soldier side=0", T="commoner hp=40/40",
        minor_decisions="auto",
    )  # fmt: skip
    assert can(battle, verb)

    battle.script_dice([15, 1])
    battle.do("Sword", target="T")

    assert can(battle, "Sword")
    assert not can(battle, verb)


@BOTH
@pytest.mark.rule("ATK-11")
@pytest.mark.rule("ATK-13")
@pytest.mark.rule("ATK-16")
def test_only_in_2024_an_opportunity_attack_may_grapple_or_shove(rules):
    """
    2014: an opportunity attack is a melee attack; 2024: an unarmed strike of any kind will do
    (SRD 5.1, "Opportunity Attacks"; SRD 5.2, "Opportunity Attacks").
    """
    battle = fight(
        "A T . . .", first="T", rules=rules, T="commoner", changes={"A": {"equipment": []}}
    )  # fmt: skip

    battle.do("move", square=(3, 0))

    assert (battle.decider, battle.decision) == ("A", "response")
    assert can(battle, "Unarmed strike")
    assert can(battle, "Grapple") == can(battle, "Shove prone") == (rules == "2024")


@BOTH
@pytest.mark.rule("ATK-10")
def test_an_unarmed_strike_reaches_5_ft(rules):
    """It is a melee attack without reach."""
    battle = fight(
        "A T . U", first="A", rules=rules, T="commoner", U="commoner",
        changes={"A": {"equipment": []}}, skip_single=False,
    )  # fmt: skip

    assert targets(battle, "Unarmed strike") == {"T"}
    battle.do("pass")
    wait_for(battle, "A")
