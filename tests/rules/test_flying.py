"""Flying and falling. MOV-09, GRD-04."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, lines, say, squares, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def sky(who: str, feet: int, **options) -> Battle:
    """A in the air, its foe walled off."""
    text = "A . . . / . . . . / # # # # / Z . . ."
    return fight(text, A=f"{who} side=0 alt={feet}", Z="commoner", first="Z", **options)


def bring(battle: Battle, condition: str, dice: list[int] | None = None) -> None:
    """Give A a condition; upkeep draws the consequences with the next decision."""
    battle.script_dice(dice or [])
    battle["A"].give(condition)
    if battle.decision != "":
        battle.step(0)


# --- who falls -----------------------------------------------------------------------------------


@pytest.mark.rule("MOV-09")
@EDITIONS
@pytest.mark.parametrize("condition", ["prone", "restrained", "grappled", "stunned", "paralyzed"])
def test_a_flyer_falls_that_cannot_move_or_is_knocked_prone(rules, condition):
    """At speed 0, or prone, a flyer falls (SRD 5.1 "Flying Movement", 5.2 "Flying")."""
    battle = sky("gargoyle", 20, rules=rules)

    bring(battle, condition, [3, 3])

    assert battle["A"].altitude_ft == 0


@pytest.mark.rule("MOV-09")
@pytest.mark.case("B085")
@pytest.mark.parametrize(("rules", "height"), [("2014", 20), ("2024", 0)])
def test_an_incapacitated_flyer(rules, height):
    """Merely incapacitated, it falls in SRD 5.2 only."""
    battle = sky("gargoyle", 20, rules=rules)

    bring(battle, "incapacitated", [3, 3])

    assert battle["A"].altitude_ft == height


@pytest.mark.rule("MOV-09")
@pytest.mark.case("B085")
@EDITIONS
@pytest.mark.parametrize("condition", ["prone", "restrained", "incapacitated"])
def test_what_hovers_does_not_fall(rules, condition):
    """A creature that can hover stays up."""
    battle = sky("specter", 20, rules=rules)
    battle["A"].record.condition_immunities = 0

    bring(battle, condition)

    assert battle["A"].altitude_ft == 20
    assert not lines(battle, "falls")


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_magic_holds_a_flyer_aloft(rules):
    """[2014] Magic such as *fly* keeps up even who is prone; [2024] that spell lets it hover."""
    battle = fly_by_spell(rules)

    battle.script_dice([1] * 3)
    battle["A"].give("prone")
    battle.step(0)

    assert battle["A"].altitude_ft == 30


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_a_flyer_that_drops_to_0_falls(rules):
    """Unconscious, or dead, nobody flies."""
    battle = fight(
        "A B / . W", A="drake side=0 alt=10 hp=1", B="commoner side=0", W="wizard:1 side=1",
        first="W", rules=rules, minor_decisions="auto",
    )  # fmt: skip

    battle.do("Magic Missile", target=["A", "A", "A"])

    assert battle["A"].altitude_ft == 0
    assert battle["A"].life == "dead"


# --- the fall ------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-09")
@pytest.mark.case("B085")
@EDITIONS
def test_a_netted_bird_at_40_ft(rules):
    """1d6 bludgeoning for each 10 ft: 4d6, and it lands prone."""
    battle = sky("giant_eagle", 40, rules=rules)
    before = battle["A"].hit_points

    bring(battle, "restrained", [1, 2, 3, 4])

    assert battle.scripted_dice_left == 0
    assert battle["A"].hit_points == before - 10
    assert "prone" in battle["A"].conditions


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_a_fall_of_less_than_10_ft(rules):
    """Only full 10 ft count; unhurt, it stays on its feet."""
    battle = sky("giant_eagle", 5, rules=rules)
    before = battle["A"].hit_points

    battle.script_dice([], strict=True)
    battle["A"].give("restrained")
    battle.step(0)

    assert battle["A"].altitude_ft == 0
    assert battle["A"].hit_points == before
    assert "prone" not in battle["A"].conditions


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_a_fall_of_15_ft(rules):
    """15 ft are one full 10 ft: 1d6."""
    battle = sky("giant_eagle", 15, rules=rules)
    before = battle["A"].hit_points

    bring(battle, "restrained", [6])

    assert battle["A"].hit_points == before - 6


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_a_fall_does_at_most_20d6(rules):
    """From 300 ft as from 200."""
    battle = fight(
        "A . . . / . . . . / . . . . / . . . . / # # # # / Z . . .",
        A="young_red_dragon side=0 alt=300", Z="commoner", first="Z", rules=rules, ceiling_ft=300,
    )  # fmt: skip
    before = battle["A"].hit_points

    bring(battle, "restrained", [1] * 30)

    assert battle.scripted_dice_left == 10
    assert battle["A"].hit_points == before - 20


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_temporary_hit_points_do_not_break_a_fall(rules):
    """It lands prone unless it took no damage; what temporary hit points absorb is damage."""
    battle = sky("giant_eagle temp=20", 20, rules=rules)

    bring(battle, "restrained", [1, 1])

    assert "prone" in battle["A"].conditions
    assert battle["A"].temp_hit_points == 18


@pytest.mark.rule("MOV-09")
@EDITIONS
def test_who_is_not_hurt_by_a_fall_keeps_its_feet(rules):
    """A creature immune to bludgeoning damage falls 20 ft, and does not land prone."""
    battle = sky("giant_eagle", 20, rules=rules, changes={"A": {"immunities": ["bludgeoning"]}})
    before = battle["A"].hit_points

    bring(battle, "restrained", [6, 6])

    assert (battle["A"].altitude_ft, battle["A"].hit_points) == (0, before)
    assert "prone" not in battle["A"].conditions


def fly_by_spell(rules: str) -> Battle:
    """A wizard who flies 30 ft up by *fly*."""
    battle = fight(
        "A . . / # # # / Z . .", A="wizard:5", Z="commoner", first="A", rules=rules,
        skip_single=False, changes={"A": {"more_spells": ["fly"]}},
    )  # fmt: skip
    for words in ("Fly", "Level 3", "A"):  # the spell
        say(battle, words)
    for words in ("Fly", "30 ft up"):
        say(battle, words)
    return battle


@pytest.mark.rule("MOV-09")
@pytest.mark.case("B086")
@EDITIONS
def test_a_flyer_that_loses_its_spell(rules):
    """It falls at once: 30 ft, 3d6, prone; and it goes on with its turn."""
    battle = fly_by_spell(rules)
    before = battle["A"].hit_points

    battle.script_dice([2, 3, 4])
    battle.do("End concentration")

    assert battle["A"].altitude_ft == 0
    assert battle["A"].hit_points == before - 9
    assert "prone" in battle["A"].conditions
    assert battle.decider == "A"
    battle.do("end turn")
    wait_for(battle, "A")


# --- up and down ---------------------------------------------------------------------------------


@pytest.mark.rule("MOV-01")
@pytest.mark.rule("MOV-09")
@EDITIONS
def test_flying_up_draws_on_the_fly_speed(rules):
    """40 ft of flying: 30 up leave 10."""
    battle = fight(
        "A . . . . / # # # # # / Z . . . .", A="drake side=0", Z="commoner", first="A", rules=rules
    )

    say(battle, "Fly")
    say(battle, "30 ft up")

    assert battle["A"].altitude_ft == 30
    assert max(x for x, _ in squares(battle)) == 2


@pytest.mark.rule("MOV-08")
@pytest.mark.rule("MOV-09")
@EDITIONS
def test_nobody_lands_on_another(rules):
    """Above a creature a flyer cannot come down."""
    battle = fight("A . / . B", A="drake side=0 alt=20", B="goblin", first="A", rules=rules)
    assert can(battle, "Land")

    battle["A"].square = (1, 1)

    assert not can(battle, "Land")


@pytest.mark.rule("MOV-08")
@EDITIONS
def test_a_flyer_passes_over_others(rules):
    """High up nobody is in the way."""
    battle = fight(
        "# # # # # / A B . . . / # # # # #", A="drake side=0", B="goblin", first="A", rules=rules
    )
    assert squares(battle) == set()

    battle["A"].altitude_ft = 10

    assert (1, 1) in squares(battle)
    assert (4, 1) in squares(battle)


# --- how far it is -------------------------------------------------------------------------------


@pytest.mark.rule("GRD-04")
@EDITIONS
@pytest.mark.parametrize(("setting", "in_range"), [("larger", True), ("sum", False)])
def test_distance_with_height(rules, setting, in_range):
    """The larger of the way along and the way up; the setting ``sum`` adds half the smaller one."""
    battle = fight(
        "A . . . . . . . . . . . B", A="cleric:1", B="drake alt=50", first="A", rules=rules,
        height_distance=setting,
    )  # fmt: skip

    assert can(battle, "Sacred Flame") is in_range  # 60 ft away along, 50 up: 60 or 85


@pytest.mark.rule("GRD-04")
@EDITIONS
@pytest.mark.parametrize(("feet", "reaches"), [(5, True), (10, False)])
def test_reach_upward(rules, feet, reaches):
    """A sword reaches 5 ft up as it reaches 5 ft along."""
    battle = fight("A B", A="fighter:1", B=f"drake alt={feet}", first="A", rules=rules)

    assert can(battle, "Longsword") is reaches
