"""The petrified and the unconscious, what conditions imply, and how they lie on top of each other.
CND-01."""

import pytest

from .conftest import can, fight, how, lines, say, strike, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
pytestmark = pytest.mark.rule("CND-01")


def duel(rules, target="commoner hp=90/90", condition="", **options):
    """A striker beside its target, which then has a condition."""
    options = {"minor_decisions": "auto"} | options
    battle = fight("S T", first="S", rules=rules, S="striker side=0", T=target, **options)
    if condition:
        battle["T"].give(condition, battle["S"])
    return battle


# --- petrified -----------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("kind", ["Acid", "Bludgeoning", "Force", "Psychic"])
def test_the_petrified_resist_all_damage(rules, kind):
    """Half of it (SRD 5.1 and 5.2, "Petrified")."""
    battle = duel(rules, condition="petrified")

    battle.script_dice([15, 15, 21], strict=True)
    battle.do(kind, target="T")

    assert battle["T"].hit_points == 90 - 10


@pytest.mark.parametrize(("rules", "lost"), [("2014", 0), ("2024", 10)])
def test_in_2014_the_petrified_are_immune_to_poison(rules, lost):
    """2014: to poison; 2024: they resist it like all damage (SRD 5.1 and 5.2, "Petrified")."""
    battle = duel(rules, condition="petrified")

    battle.script_dice([15, 15, 20], strict=True)
    battle.do("Poison", target="T")

    assert battle["T"].hit_points == 90 - lost


@BOTH
def test_the_petrified_cannot_be_poisoned(rules):
    """Stone takes no poison (SRD 5.1 and 5.2, "Petrified")."""
    battle = fight("V T", first="V", rules=rules, V="viper side=0", T="commoner hp=90/90")
    battle["T"].give("petrified")

    battle.do("Venom", target="T")

    assert "poisoned" not in battle["T"].conditions


@pytest.mark.parametrize(("rules", "sees"), [("2014", False), ("2024", True)])
def test_in_2014_the_petrified_know_nothing_of_what_happens(rules, sees):
    """2014: they are unaware of their surroundings; 2024 says nothing of it (SRD, "Petrified")."""
    battle = duel(rules, condition="petrified")

    assert battle["T"].sees(battle["S"]) == sees


# --- unconscious ---------------------------------------------------------------------------------


@BOTH
def test_the_unconscious_drop_what_they_hold(rules):
    """Weapons fall to the ground; a shield is strapped on (SRD 5.1 and 5.2, "Unconscious")."""
    battle = fight("S . A", first="S", rules=rules, S="striker side=1", A="fighter:1")
    assert battle["A"].record.main_hand != 0
    shield = battle["A"].record.off_hand

    battle.do("Lull", target="A")

    assert (battle["A"].record.main_hand, battle["A"].record.off_hand) == (0, shield)
    thing = battle.state.objects[0]
    assert (thing.x, thing.y) == battle["A"].square


@BOTH
def test_the_unconscious_know_nothing_of_what_happens(rules):
    """They see nobody (SRD 5.1 and 5.2, "Unconscious")."""
    battle = duel(rules, condition="unconscious")

    assert not battle["T"].sees(battle["S"])


@BOTH
def test_who_is_woken_lies_prone(rules):
    """A sleeper has fallen, and has to stand up once it wakes (SRD 5.1 and 5.2, "Unconscious")."""
    battle = fight(
        "S T A", first="S", rules=rules, S="striker side=1", T="fighter:1", A="fighter:1",
        minor_decisions="auto",
    )  # fmt: skip
    battle.do("Lull", target="T")
    battle.do("pass")
    wait_for(battle, "A")

    battle.do("Wake", target="T")

    assert battle["T"].conditions == ["prone"]


@BOTH
def test_damage_wakes_a_sleeper_prone(rules):
    """A spell that ends on damage leaves its victim prone, and the blow itself was critical."""
    battle = duel(rules)
    battle.do("Lull", target="T")

    battle.script_dice([15, 2, 3, 3], strict=True)
    battle.do("Slashing", target="T")

    assert battle["T"].conditions == ["prone"]
    assert battle["T"].hit_points == 90 - 6


@BOTH
def test_a_sleeper_with_1_hit_point_can_be_woken(rules):
    """Who sleeps is not dying, however few its hit points."""
    battle = fight(
        "S T A", first="S", rules=rules, S="striker side=1", T="fighter:1 hp=1", A="fighter:1",
    )  # fmt: skip
    battle.do("Lull", target="T")
    battle.do("pass")
    wait_for(battle, "A")

    assert can(battle, "Wake")
    assert not can(battle, "Stabilize")


@BOTH
def test_the_dying_cannot_be_shaken_awake(rules):
    """At 0 hit points it takes healing."""
    battle = fight(
        "A T . S", first="A", rules=rules, A="fighter:1", T="fighter:1 hp=0", S="striker"
    )

    assert not can(battle, "Wake")
    assert can(battle, "Stabilize")


# --- implied, several, none ----------------------------------------------------------------------

IMPLIED = {
    "paralyzed": {"incapacitated"},
    "petrified": {"incapacitated"},
    "stunned": {"incapacitated"},
    "unconscious": {"incapacitated", "prone"},
}


@BOTH
@pytest.mark.parametrize("condition", sorted(IMPLIED))
def test_what_a_condition_implies(rules, condition):
    """SRD 5.1 and 5.2, "Conditions"."""
    battle = duel(rules, condition=condition)

    assert set(battle["T"].conditions) == {condition} | IMPLIED[condition]


@BOTH
def test_a_condition_does_not_get_worse(rules):
    """It lasts until its last cause ends, and is no worse for two (SRD 5.1, "Conditions")."""
    battle = duel(rules)
    battle["T"].give("stunned", battle["S"])
    battle["T"].give("paralyzed", battle["S"])

    battle["T"].cure("paralyzed")

    assert set(battle["T"].conditions) == {"stunned", "incapacitated"}


@BOTH
def test_who_is_immune_to_a_condition_never_has_it(rules):
    """A zombie cannot be poisoned (SRD 5.1, "Zombie")."""
    battle = fight("V T", first="V", rules=rules, V="viper side=0", T="zombie")

    battle.do("Venom", target="T")

    assert battle["T"].conditions == []


@BOTH
@pytest.mark.rule("ATK-04")
def test_conditions_of_both_sides_meet_in_one_roll(rules):
    """A poisoned attacker and a stunned target: plain; a restrained one more on either side too."""
    battle = duel(rules, condition="stunned")
    battle["S"].give("poisoned")
    battle["T"].give("restrained")

    battle.script_dice([15, 1])
    battle.do("Slashing", target="T")

    assert how(lines(battle, "attack")[-1]) == "plain"


@BOTH
def test_a_charm_binds_to_one_creature(rules):
    """Charmed by one, it may attack the charmer's friend."""
    battle = fight(
        "E T S", first="T", rules=rules, T="striker side=0", E="commoner", S="commoner",
        skip_single=False,
    )  # fmt: skip
    battle["T"].give("charmed", battle["E"])
    battle["T"].give("charmed", battle["S"])

    assert targets(battle, "Slashing") == set()


@BOTH
@pytest.mark.case("B070")
def test_a_stone_giants_rock(rules):
    """
    2014: who is hit makes a Strength save of DC 17 or falls prone; 2024: a Large or smaller one
    falls without it (SRD 5.1 and 5.2, "Stone Giant").
    """
    battle = fight(
        "G . . . . T / . . . . . . / . . . . . .", first="G", rules=rules, G="stone_giant side=0",
        T="commoner hp=90/90", minor_decisions="auto",
    )  # fmt: skip
    rock = {"2014": "Rock", "2024": "Boulder"}[rules]

    battle.script_dice([15, 1, 1, 1, 1, 1])
    battle.do(rock, target="T")

    saves = lines(battle, "save")
    assert [(line.numbers[0], line.numbers[2]) for line in saves] == (
        [(17, 1)] if rules == "2014" else []
    )
    assert "prone" in battle["T"].conditions


@BOTH
def test_standing_up_ends_prone(rules):
    """It takes half the speed, and then the condition is gone (SRD 5.1 and 5.2, "Prone")."""
    battle = duel(rules)
    battle["S"].give("prone")

    say(battle, "Stand up")

    assert battle["S"].conditions == []
    strike(battle, "T", 3)
    assert how(lines(battle, "attack")[-1]) == "plain"
