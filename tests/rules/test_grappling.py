"""Grappling: seizing, being held, escaping, dragging along. ATK-13 to ATK-15, B088, B089."""

import pytest

from dnd_env.core.terms import Skill

from .conftest import can, fight, lines, say, squares, strike, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
STRONG = {"abilities": dict.fromkeys(SCORES, 10) | {"strength": 16}, "equipment": []}
SEIZES = {"2014": [20, 1], "2024": [1]}  # how the dice fall for a grapple that succeeds


def brawl(rules, target="commoner hp=40/40", fighter="fighter:1", **options):
    """A strong fighter with empty hands beside one target, on open ground."""
    options = {"minor_decisions": "auto", "skip_single": False} | options
    return fight(
        ". A T . . . . . . / . . . . . . . . .", first="A", rules=rules, A=fighter, T=target,
        changes={"A": STRONG}, **options,
    )  # fmt: skip


def held(rules, target="commoner hp=40/40", **options):
    """The same, the target seized; it is the fighter's turn still."""
    battle = brawl(rules, target, **options)
    battle.script_dice(SEIZES[rules])
    battle.do("Grapple", target="T")
    while battle.decider == "T":  # who resists with what
        say(battle, {"skill": "Athletics", "save_ability": "Strength"}.get(battle.decision, "Save"))
    battle.script_dice([])
    assert "grappled" in battle["T"].conditions
    return battle


# --- ATK-13 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "seized"), [(10, 14, True), (10, 15, False), (10, 16, False)]
)
@pytest.mark.rule("ATK-13")
def test_a_grapple_in_2014_is_a_contest(own, other, seized):
    """
    Athletics + 5 against Athletics or Acrobatics + 0; on a tie it fails (SRD 5.1, "Grappling").
    """
    battle = brawl("2014")

    battle.script_dice([own, other], strict=True)
    battle.do("Grapple", target="T")

    assert ("grappled" in battle["T"].conditions) == seized
    assert lines(battle, "check")[0].numbers[0] == Skill.ATHLETICS


@BOTH
@pytest.mark.rule("ATK-13")
@pytest.mark.rule("CND-01")
def test_who_is_grappled_has_no_speed(rules):
    """Its speed is 0, whatever adds to it (SRD 5.1, "Grappled")."""
    battle = held(rules, "fighter:1 side=1")
    battle.do("pass")
    wait_for(battle, "T")

    assert battle["T"].speed_ft["walk"] == 0
    battle.do("Dash")
    assert squares(battle) == set()


@BOTH
@pytest.mark.rule("ATK-13")
def test_a_grapple_takes_one_attack(rules):
    """At level 5 one attack is left after it (SRD 5.1, "Grappling")."""
    battle = held(rules, fighter="fighter:5")

    assert can(battle, "Unarmed strike")
    assert battle["A"].record.actions == 0


@BOTH
@pytest.mark.rule("ATK-13")
def test_a_grapple_reaches_5_ft(rules):
    """The target has to be in reach."""
    battle = fight(
        "A T U", first="A", rules=rules, T="commoner", U="commoner", changes={"A": STRONG},
        skip_single=False,
    )  # fmt: skip

    assert targets(battle, "Grapple") == {"T"}


# --- ATK-14 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "free"), [(15, 10, False), (16, 10, True), (15, 11, False)]
)
@pytest.mark.rule("ATK-14")
def test_escaping_in_2014_is_a_contest(own, other, free):
    """
    An action, Athletics or Acrobatics + 0 against the grappler's Athletics + 5; a tie leaves
    things as they are (SRD 5.1, "Escaping a Grapple").
    """
    battle = held("2014")
    battle.do("pass")
    wait_for(battle, "T")

    battle.script_dice([other, own], strict=True)
    battle.do("Escape")

    assert ("grappled" not in battle["T"].conditions) == free
    assert battle["T"].record.actions == 0


@pytest.mark.parametrize(("die", "free"), [(12, False), (13, True)])
@pytest.mark.rule("ATK-14")
def test_escaping_in_2024_has_a_dc(die, free):
    """An action, Athletics or Acrobatics against 8 + 3 + 2 (SRD 5.2, "Grappling")."""
    battle = held("2024")
    battle.do("pass")
    wait_for(battle, "T")

    battle.script_dice([die], strict=True)
    battle.do("Escape")

    assert ("grappled" not in battle["T"].conditions) == free


@BOTH
@pytest.mark.rule("ATK-14")
def test_who_escapes_chooses_the_skill(rules):
    """Athletics or Acrobatics (SRD 5.1, "Escaping a Grapple")."""
    battle = held(rules, minor_decisions="ask")
    battle.do("pass")
    wait_for(battle, "T")

    battle.do("Escape")

    assert (battle.decider, battle.decision) == ("T", "skill")
    assert can(battle, "Athletics") and can(battle, "Acrobatics")


@BOTH
@pytest.mark.rule("ATK-14")
def test_only_who_is_held_can_escape(rules):
    """There is nothing to escape from otherwise."""
    battle = brawl(rules)

    assert not can(battle, "Escape")


@BOTH
@pytest.mark.rule("ATK-14")
def test_releasing_costs_nothing(rules):
    """The grappler lets go whenever it likes (SRD 5.1, "Grappling")."""
    battle = held(rules, fighter="fighter:5")
    before = (battle["A"].record.actions, battle["A"].record.attack_count)

    battle.do("Release")

    assert "grappled" not in battle["T"].conditions
    assert (battle["A"].record.actions, battle["A"].record.attack_count) == before
    assert not can(battle, "Release")


@BOTH
@pytest.mark.parametrize("condition", ["incapacitated", "stunned", "unconscious"])
@pytest.mark.rule("ATK-14")
@pytest.mark.case("B089")
def test_an_incapacitated_grappler_lets_go(rules, condition):
    """The grapple ends (SRD 5.1, "Grappled")."""
    battle = held(rules)

    battle["A"].give(condition)

    assert "grappled" not in battle["T"].conditions


@BOTH
@pytest.mark.rule("ATK-14")
@pytest.mark.case("B089")
def test_a_dead_grappler_lets_go(rules):
    """The dead hold nobody."""
    battle = fight(
        "S U T . A", first="U", rules=rules, S="striker side=0", U="urchin", T="commoner side=0",
        A="commoner", minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice(SEIZES[rules])
    battle.do("Grapple", target="T")
    assert "grappled" in battle["T"].conditions
    battle.do("pass")
    wait_for(battle, "S")

    strike(battle, "U", 90)

    assert battle["U"].life == "dead"
    assert "grappled" not in battle["T"].conditions


@BOTH
@pytest.mark.parametrize(("square", "free"), [((3, 0), True), ((2, 1), False)])
@pytest.mark.rule("ATK-14")
@pytest.mark.case("B089")
def test_out_of_reach_the_grapple_ends(rules, square, free):
    """
    Where something moves the two apart, it ends; within reach it goes on (SRD 5.1, "Grappled").
    """
    battle = held(rules)

    battle["T"].square = square

    assert ("grappled" not in battle["T"].conditions) == free


@BOTH
@pytest.mark.rule("ATK-14")
@pytest.mark.case("B089")
def test_a_push_breaks_the_grapple(rules):
    """A third creature shoves the held one away: it is free."""
    battle = fight(
        ". . . . / . A T . / . B . .", first="A", rules=rules, A="fighter:1", B="fighter:1",
        T="commoner hp=40/40", changes={"A": STRONG, "B": STRONG}, minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice(SEIZES[rules])
    battle.do("Grapple", target="T")
    battle.do("pass")
    wait_for(battle, "B")

    battle.script_dice(SEIZES[rules])
    battle.do("Shove away", target="T")

    assert battle["T"].square == (3, 0)
    assert "grappled" not in battle["T"].conditions


# --- ATK-15 --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("target", "feet"), [("commoner hp=40/40", 15), ("goblin", 15), ("mouse", 30)]
)
@pytest.mark.rule("ATK-15")
@pytest.mark.case("B088")
def test_dragging_a_grappled_creature(rules, target, feet):
    """
    With 30 ft of speed a grappler drags a creature of its size or one smaller 15 ft; one two
    sizes smaller costs nothing (SRD 5.1, "Moving a Grappled Creature"; SRD 5.2, "Grappling").
    """
    battle = held(rules, target)

    assert max(x - 1 for x, _ in squares(battle)) * 5 == feet


@BOTH
@pytest.mark.rule("ATK-15")
def test_the_held_creature_comes_along(rules):
    """It is dragged or carried, stays held, and provokes nothing (SRD 5.1, "Grappling")."""
    battle = held(rules)

    battle.do("move", square=(0, 0))

    assert battle["T"].square == (1, 0)
    assert "grappled" in battle["T"].conditions


@BOTH
@pytest.mark.rule("ATK-15")
def test_without_a_load_the_speed_is_whole(rules):
    """A released creature slows nobody."""
    battle = held(rules)
    battle.do("Release")

    assert max(x - 1 for x, _ in squares(battle)) * 5 == 30


@pytest.mark.parametrize(("rules", "feet"), [("2014", 15), ("2024", 30)])
@pytest.mark.rule("ATK-15")
def test_in_2024_a_tiny_creature_is_no_load(rules, feet):
    """For a Small grappler a Tiny one is one size smaller: half speed, in 2024 none the less."""
    battle = fight(
        ". A T . . . . . .", first="A", rules=rules, A="urchin side=0", T="mouse",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice(SEIZES[rules])
    battle.do("Grapple", target="T")

    assert "grappled" in battle["T"].conditions
    assert max(x - 1 for x, _ in squares(battle)) * 5 == feet
