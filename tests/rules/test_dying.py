"""At 0 hit points: death outright, death saves, damage, monsters. DYI-01 to DYI-07."""

import pytest

from .conftest import can, fight, lines, strike, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCENE = "S T . . . . . . . A"  # a striker beside its victim, which an ally watches from afar


def attack(victim: str, rules: str = "2014", **options):
    """Begin a fight of a striker against a character and its far ally."""
    options = {"minor_decisions": "auto"} | options
    return fight(SCENE, first="S", rules=rules, S="striker", T=victim, **options)


def saves(victim: str, rules: str, *dice: int):
    """Let a character roll death saves, one a round, on its turns."""
    battle = fight(SCENE, first="A", rules=rules, S="commoner", T=victim)
    for die in dice:
        battle.script_dice([die])
        battle.do("pass")
        wait_for(battle, "A")
    return battle


# --- dropping to 0 -------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("amount", "life"), [(18, "dead"), (17, "dying")])
@pytest.mark.rule("DYI-01")
@pytest.mark.case("B026")
def test_an_excess_of_the_maximum_kills_outright(rules, amount, life):
    """
    6 of 12 hit points and 18 damage leave an excess of 12: dead; of 11: dying
    (SRD 5.1, "Instant Death").
    """
    battle = attack("fighter:1 hp=6/12", rules)

    strike(battle, "T", amount)

    assert battle["T"].life == life


@BOTH
@pytest.mark.rule("DYI-02")
def test_a_character_at_0_is_unconscious_until_it_regains_a_hit_point(rules):
    """Otherwise it falls unconscious, and any healing wakes it (SRD 5.1, "Falling Unconscious")."""
    battle = attack("fighter:1 hp=6/12", rules, A="cleric:1")

    strike(battle, "T", 6)

    assert {"unconscious", "incapacitated", "prone"} <= set(battle["T"].conditions)
    battle.do("pass")
    wait_for(battle, "A")
    battle.script_dice([1, 1])
    battle.do("Healing Word", target="T")
    assert battle["T"].life == "up"
    assert battle["T"].hit_points > 0


@BOTH
@pytest.mark.rule("DYI-02")
@pytest.mark.case("B031")
def test_who_wakes_is_still_prone(rules):
    """Waking takes the unconsciousness away and leaves the creature prone (SRD 5.1, "Prone")."""
    battle = attack("fighter:1 hp=6/12", rules, A="cleric:1")
    strike(battle, "T", 6)
    battle.do("pass")
    wait_for(battle, "A")

    battle.do("Healing Word", target="T")

    assert battle["T"].conditions == ["prone"]


@BOTH
@pytest.mark.rule("DYI-02")
def test_a_sleeper_that_drops_to_0_stays_unconscious(rules):
    """Damage ends a magical sleep, but not the unconsciousness of who lies at 0 hit points."""
    battle = attack("fighter:1 hp=6/12", rules)
    battle.do("Lull", target="T")
    assert "unconscious" in battle["T"].conditions

    battle.script_dice([15, 15, 4, 4], strict=True)
    battle.do("Slashing", target="T")

    assert battle["T"].life == "dying"
    assert "unconscious" in battle["T"].conditions


# --- death saves ---------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("DYI-03")
def test_three_successes_make_stable_whatever_lies_between(rules):
    """
    10 or more succeeds, 9 fails; three successes, not in a row, make the creature stable and
    clear what was counted (SRD 5.1, "Death Saving Throws").
    """
    battle = saves("fighter:1 hp=0", rules, 10, 9, 15, 2)
    record = battle["T"].record
    assert (record.death_successes, record.death_failures) == (2, 2)

    battle.script_dice([10])
    battle.do("pass")
    wait_for(battle, "A")

    assert battle["T"].life == "stable"
    assert (record.death_successes, record.death_failures) == (0, 0)


@BOTH
@pytest.mark.rule("DYI-03")
@pytest.mark.case("B022")
def test_a_stable_creature_has_0_hit_points_and_rolls_no_more(rules):
    """
    Three successes stabilize; they give no hit point, and the creature stays unconscious
    (SRD 5.1, "Stabilizing a Creature").
    """
    battle = saves("fighter:1 hp=0", rules, 10, 10, 10, 1)

    assert (battle["T"].life, battle["T"].hit_points) == ("stable", 0)
    assert "unconscious" in battle["T"].conditions
    assert len(lines(battle, "death_save")) == 3


@BOTH
@pytest.mark.rule("DYI-03")
def test_three_failures_kill(rules):
    """The third failure is death (SRD 5.1, "Death Saving Throws")."""
    battle = saves("fighter:1 hp=0", rules, 9, 10, 2, 5)

    assert battle["T"].life == "dead"


@BOTH
@pytest.mark.parametrize("dice", [(5, 1), (1, 5)])
@pytest.mark.rule("DYI-04")
@pytest.mark.case("B023")
def test_a_1_counts_as_two_failures(rules, dice):
    """A failure and a 1 are three, in either order (SRD 5.1, "Rolling 1 or 20")."""
    assert saves("fighter:1 hp=0", rules, *dice).creatures[1].life == "dead"


@BOTH
@pytest.mark.rule("DYI-04")
@pytest.mark.case("B022")
def test_a_20_regains_a_hit_point(rules):
    """A 20 gives 1 hit point: the creature wakes and may act on this very turn."""
    battle = fight(SCENE, first="A", rules=rules, S="commoner", T="fighter:1 hp=0")

    battle.script_dice([9])
    battle.do("pass")
    wait_for(battle, "A")
    battle.script_dice([20])
    battle.do("pass")
    wait_for(battle, "T")

    assert (battle["T"].life, battle["T"].hit_points) == ("up", 1)
    assert (battle["T"].record.death_successes, battle["T"].record.death_failures) == (0, 0)
    assert can(battle, "Stand up")


@BOTH
@pytest.mark.rule("DYI-03")
def test_a_death_save_is_a_plain_roll(rules):
    """Exhaustion or poison that hampers other rolls: a death save adds no ability (TST-01)."""
    battle = fight(SCENE, first="A", rules=rules, S="commoner", T="fighter:1 hp=0 poisoned")

    battle.script_dice([10], strict=True)
    battle.do("pass")

    assert battle["T"].record.death_successes == 1


@BOTH
@pytest.mark.rule("DYI-03")
def test_healing_clears_what_was_counted(rules):
    """Successes and failures go once hit points are regained (SRD 5.1, "Death Saving Throws")."""
    battle = fight(SCENE, first="A", rules=rules, S="commoner", T="fighter:1 hp=0", A="cleric:1")
    battle.script_dice([2])
    battle.do("pass")
    wait_for(battle, "A")

    battle.do("Healing Word", target="T")

    assert battle["T"].record.death_failures == 0


# --- damage at 0 ---------------------------------------------------------------------------------


def hit_the_fallen(rules, amount, natural=15, **options):
    """Shoot at a creature at 0 of 12 hit points from afar, so that it is no critical hit."""
    battle = fight(
        "S . . T . A", first="S", rules=rules, S="striker", T="fighter:1 hp=0/12",
        minor_decisions="auto", **options,
    )  # fmt: skip
    damage = [amount, amount] if natural == 20 else [amount]
    battle.script_dice([natural, *damage])
    battle.do("Shot", target="T")
    return battle


@BOTH
@pytest.mark.parametrize(("natural", "amount", "failures"), [(15, 1, 1), (15, 11, 1), (20, 5, 2)])
@pytest.mark.rule("DYI-05")
def test_damage_at_0_counts_as_a_failure(rules, natural, amount, failures):
    """One failure for any damage, two for a critical hit (SRD 5.1, "Damage at 0 Hit Points")."""
    battle = hit_the_fallen(rules, amount, natural)

    assert battle["T"].record.death_failures == failures
    assert battle["T"].life == "dying"


@BOTH
@pytest.mark.rule("DYI-05")
def test_a_hit_from_beside_is_critical_and_counts_twice(rules):
    """A hit within 5 ft on who lies unconscious is critical: two failures."""
    battle = attack("fighter:1 hp=0/12", rules)

    battle.script_dice([15, 15, 1, 1], strict=True)
    battle.do("Slashing", target="T")

    assert battle["T"].record.death_failures == 2


@BOTH
@pytest.mark.rule("DYI-05")
def test_damage_of_the_maximum_at_0_kills(rules):
    """12 damage at 0 of 12 hit points: dead (SRD 5.1, "Damage at 0 Hit Points")."""
    assert hit_the_fallen(rules, 12)["T"].life == "dead"


@BOTH
@pytest.mark.rule("DYI-05")
def test_damage_ends_stability_and_counts_a_failure(rules):
    """A stable creature that is hurt is dying again (SRD 5.1, "Stabilizing a Creature")."""
    battle = fight(
        "S . . T . A", first="S", rules=rules, S="striker", T="fighter:1 hp=0/12",
        minor_decisions="auto",
    )  # fmt: skip
    stabilize(battle, "T")

    battle.script_dice([15, 3])
    battle.do("Shot", target="T")

    assert battle["T"].life == "dying"
    assert battle["T"].record.death_failures == 1


def stabilize(battle, name):
    """Let a creature's next three death saves succeed; whoever decides now does so again."""
    decider = battle.decider
    for _ in range(3):
        battle.script_dice([15])
        battle.do("pass")
        wait_for(battle, decider)
    assert battle[name].life == "stable"


@BOTH
@pytest.mark.parametrize(("prevented", "failures"), [(True, 0), (False, 1)])
@pytest.mark.rule("DYI-05")
@pytest.mark.case("B025")
def test_damage_that_temporary_hit_points_absorb(rules, prevented, failures):
    """
    Whether damage at 0 that temporary hit points absorb wholly counts as a failure is a setting;
    by default it does not.
    """
    battle = fight(
        "S . . T . A", first="S", rules=rules, S="striker", T="fighter:1 hp=0/12 temp=3",
        minor_decisions="auto", temp_hit_points_prevent_death_failure=prevented,
    )  # fmt: skip

    battle.script_dice([15, 3])
    battle.do("Shot", target="T")

    assert battle["T"].record.death_failures == failures
    assert (battle["T"].temp_hit_points, battle["T"].life) == (0, "dying")


@BOTH
@pytest.mark.rule("DYI-05")
def test_damage_beyond_temporary_hit_points_counts(rules):
    """3 temporary hit points and 4 damage at 0: a failure, whatever the setting."""
    battle = fight(
        "S . . T . A", first="S", rules=rules, S="striker", T="fighter:1 hp=0/12 temp=3",
        minor_decisions="auto",
    )  # fmt: skip

    battle.script_dice([15, 4])
    battle.do("Shot", target="T")

    assert battle["T"].record.death_failures == 1


# --- monsters ------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("monster", "life"), [("goblin", "dead"), ("goblin saves", "dying")])
@pytest.mark.rule("DYI-07")
def test_monsters_die_at_0_unless_named(rules, monster, life):
    """
    A monster is dead at 0 hit points; an encounter may give a named one death saves
    (SRD 5.1, "Monsters and Death").
    """
    battle = fight(
        "S G G", first="S", rules=rules, S="striker side=0", G=monster, minor_decisions="auto"
    )

    strike(battle, "G 1", battle["G 1"].hit_points)

    assert battle["G 1"].life == life
