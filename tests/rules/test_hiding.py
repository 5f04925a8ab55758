"""Hiding. ACT-08, ACT-09."""

import pytest

from .conftest import can, fight, lines, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
GOBLIN_STEALTH = 6


def hidden_from(battle, name):
    """Return the names of those from whom a creature is hidden."""
    mask = battle[name].record.hidden_from
    return {other.name for other in battle.creatures if mask >> other.index & 1}


def ambush(text, rules, die, *, first="G", **options):
    """Have goblin G hide with a roll, and say what became of it."""
    pieces = {"G": "goblin", "A": "commoner side=0"} | options
    battle = fight(text, first=first, rules=rules, minor_decisions="auto", **pieces)
    battle.script_dice([die], strict=True)
    battle.do("Hide")
    battle.script_dice([])
    return battle


# --- 2014 ----------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-08")
@pytest.mark.parametrize(("die", "hidden"), [(4, set()), (5, {"A"})])
def test_2014_stealth_against_passive_perception(die, hidden):
    """
    Behind a wall a hider is hidden from each foe whose passive Perception its Stealth total beats,
    here 10 (SRD 5.1, "Hiding").
    """
    battle = ambush("A . # G", "2014", die)

    assert lines(battle, "hides")[0].amount == die + GOBLIN_STEALTH
    assert hidden_from(battle, "G") == hidden
    assert battle["G"].conditions == []


@pytest.mark.rule("ACT-08")
def test_2014_not_in_clear_sight():
    """Who is seen by all its foes cannot hide (SRD 5.1, "Hiding")."""
    battle = fight("A . . G", first="G", A="commoner side=0", G="goblin")

    assert not can(battle, "Hide")
    assert not can(battle, "Nimble Escape: Hide")


@pytest.mark.rule("ACT-08")
def test_2014_the_invisible_may_always_try():
    """An invisible creature cannot be seen, so it can hide in the open (SRD 5.1, "Hiding")."""
    battle = ambush("A . . G", "2014", 10, G="goblin invisible")

    assert hidden_from(battle, "G") == {"A"}


@pytest.mark.rule("ACT-08")
def test_2014_the_invisible_may_try_in_vain():
    """
    Also where its only foe sees it all the same, here by blindsight; from that one it is not
    hidden, whatever it rolls (SRD 5.1, "Hiding").
    """
    battle = ambush("A . . G", "2014", 20, A="listener side=0", G="goblin invisible")

    assert hidden_from(battle, "G") == set()


@pytest.mark.rule("ACT-08")
def test_2014_hidden_from_one_is_not_hidden_from_all():
    """
    A foe that sees the hider still does, though another does not: hiding is per observer (SRD 5.1,
    "Hiding").
    """
    battle = ambush("A . # G / . . # . / . . . B", "2014", 20, B="commoner side=0")

    assert hidden_from(battle, "G") == {"A"}


@pytest.mark.rule("ACT-08")
def test_2014_each_foe_has_a_score_of_its_own():
    """A total of 11 beats a commoner's 10 and not a fighter's 13 (SRD 5.1, "Hiding")."""
    battle = ambush("A B # G", "2014", 5, B="fighter:1")

    assert hidden_from(battle, "G") == {"A"}


@pytest.mark.rule("ACT-08")
@pytest.mark.parametrize(("die", "found"), [(15, False), (16, False), (17, True)])
def test_2014_a_search_contests_the_total(die, found):
    """
    The hider's total stands against the Perception of who searches, and a tie changes nothing
    (SRD 5.1, "Hiding", "Contests").
    """
    battle = ambush("A . # G", "2014", 10)
    battle.do("pass")
    battle.script_dice([die], strict=True)

    battle.do("Search")

    assert (hidden_from(battle, "G") == set()) == found
    assert battle["G"].record.stealth_total == 16


@pytest.mark.rule("ACT-08")
def test_2014_coming_into_view_gives_up_hiding():
    """Who steps out into plain sight is hidden no more (SRD 5.1, "Hiding")."""
    battle = ambush("A . # G / . . . .", "2014", 20)

    battle.do("move", square=(2, 1))

    assert hidden_from(battle, "G") == set()


@pytest.mark.rule("ACT-08")
@pytest.mark.rule("ATK-06")
def test_2014_an_attack_ends_it():
    """
    The attack out of the dark has advantage, and hit or miss gives the hider away (SRD 5.1, "Unseen
    Attackers and Targets").
    """
    battle = ambush("A . . G ; light=dark", "2014", 20, A="commoner side=0 hp=90/90")
    battle.do("pass")
    wait_for(battle, "G")
    battle.script_dice([2, 3], strict=True)

    battle.do("Shortbow", target="A")

    assert battle.scripted_dice_left == 0
    assert hidden_from(battle, "G") == set()


@pytest.mark.rule("ACT-08")
def test_2014_noise_ends_it():
    """A spell with a verbal component is heard (SRD 5.1, "Hiding", "Components")."""
    battle = fight(
        "A . # C", first="C", A="commoner side=0", C="cleric:1 side=1", minor_decisions="auto"
    )
    battle.script_dice([20])
    battle.do("Hide")
    assert hidden_from(battle, "C") == {"A"}
    battle.do("pass")
    wait_for(battle, "C")

    battle.do("Bless", target="C")

    assert hidden_from(battle, "C") == set()


@pytest.mark.rule("ACT-08")
def test_2014_a_second_try_takes_the_place_of_the_first():
    """Who tries anew stands by the new total, for better or worse (SRD 5.1, "Hiding")."""
    battle = ambush("A . # G", "2014", 20)
    battle.script_dice([1])

    battle.do("Nimble Escape: Hide")

    assert battle["G"].record.stealth_total == 7
    assert hidden_from(battle, "G") == set()


# --- 2024 ----------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(("die", "hides"), [(8, False), (9, True)])
def test_2024_a_dc_15_check_gives_invisible(die, hides):
    """
    Hiding takes a Stealth total of 15, whoever watches; success makes the hider Invisible (SRD 5.2,
    "Hide").
    """
    battle = ambush("A . # G", "2024", die, A="scout side=0")

    assert hidden_from(battle, "G") == ({"A"} if hides else set())
    assert ("invisible" in battle["G"].conditions) == hides


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(
    ("text", "setting", "may"),
    [
        ("A . . G", "three_quarters", False),
        ("A . # G", "three_quarters", True),  # total cover
        ("A . = G", "three_quarters", False),  # three-quarters, but in sight
        ("A . n G", "half", False),  # half, but in sight
        ("A . % G", "three_quarters", False),  # out of sight, but without cover
    ],
)
def test_2024_where_one_can_hide(text, setting, may):
    """
    A hider has to be heavily obscured or behind three-quarters or total cover, and out of every
    foe's line of sight (SRD 5.2, "Hide").
    """
    battle = fight(
        text, first="G", rules="2024", A="commoner side=0", G="goblin", hide_min_cover=setting
    )

    assert can(battle, "Hide") == may


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(("setting", "may"), [("half", True), ("three_quarters", False)])
def test_2024_half_cover_by_a_setting(setting, may):
    """The setting ``hide_min_cover`` lets half cover do, for who is not seen (SRD 5.2, "Hide")."""
    battle = fight(
        "A . n G", first="G", rules="2024", A="commoner side=0 blinded", G="goblin",
        hide_min_cover=setting,
    )  # fmt: skip

    assert can(battle, "Hide") == may


@pytest.mark.rule("ACT-09")
def test_2024_in_the_dark():
    """Darkness obscures heavily: who is in it, unseen, can hide (SRD 5.2, "Hide")."""
    battle = fight("A . . G ; light=dark", first="G", rules="2024", A="commoner side=0", G="goblin")

    assert can(battle, "Hide")


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(("word", "may"), [("foliage", True), ("light_fog", False)])
def test_2024_heavily_obscured(word, may):
    """Thick foliage obscures heavily, light fog does not (SRD 5.2, "Hide")."""
    battle = fight(
        "A . . G", first="G", rules="2024", A="commoner side=0", G="goblin",
        overrides={"map": {"legend": {"G": [word]}}},
    )  # fmt: skip

    assert can(battle, "Hide") == may


@pytest.mark.rule("ACT-09")
def test_2024_out_of_every_foes_sight():
    """One foe that sees it is enough to prevent hiding (SRD 5.2, "Hide")."""
    battle = fight(
        "A . # G / . . # . / . . . B", first="G", rules="2024", A="commoner side=0",
        B="commoner side=0", G="goblin",
    )  # fmt: skip

    assert not can(battle, "Hide")


@pytest.mark.rule("ACT-09")
def test_2024_a_watcher_that_is_not_known_foils_it():
    """Who is watched in secret may try to hide, but does not succeed (SRD 5.2, "Hide")."""
    battle = fight("A . . G", first="G", rules="2024", A="commoner side=0 invisible", G="goblin")
    battle["A"].record.hidden_from = 1 << battle["G"].index
    battle.refresh()
    battle.script_dice([20])

    battle.do("Hide")

    assert hidden_from(battle, "G") == set() and battle["G"].conditions == []


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(("die", "found"), [(15, False), (16, True)])
def test_2024_the_total_is_the_dc_to_find_it(die, found):
    """A Wisdom (Perception) check of at least the Stealth total finds it (SRD 5.2, "Hide")."""
    battle = ambush("A . # G", "2024", 10)
    battle.do("pass")
    battle.script_dice([die], strict=True)

    battle.do("Search")

    assert (hidden_from(battle, "G") == set()) == found
    assert ("invisible" not in battle["G"].conditions) == found


@pytest.mark.rule("ACT-09")
def test_2024_an_attack_roll_ends_it():
    """The attack has advantage; then the condition is over, hit or miss (SRD 5.2, "Hide")."""
    battle = ambush("A . # G / . . . .", "2024", 20, A="commoner side=0 hp=90/90")
    battle.do("pass")
    wait_for(battle, "G")
    battle.do("move", square=(2, 1))
    assert "invisible" in battle["G"].conditions
    battle.script_dice([2, 3], strict=True)

    battle.do("Shortbow", target="A")

    assert battle.scripted_dice_left == 0
    assert battle["G"].conditions == [] and hidden_from(battle, "G") == set()


@pytest.mark.rule("ACT-09")
def test_2024_a_verbal_spell_ends_it():
    """So does casting a spell with a verbal component (SRD 5.2, "Hide")."""
    battle = fight(
        "A . # C", first="C", rules="2024", A="commoner side=0", C="cleric:1 side=1",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([20, 20])
    battle.do("Hide")
    assert "invisible" in battle["C"].conditions
    battle.do("pass")
    wait_for(battle, "C")

    battle.do("Bless", target="C")

    assert battle["C"].conditions == [] and hidden_from(battle, "C") == set()


@pytest.mark.rule("ACT-09")
def test_2024_a_failed_second_try_changes_nothing():
    """The first total stands until something ends it (SRD 5.2, "Hide")."""
    battle = ambush("A . # G", "2024", 20)
    battle.script_dice([1])

    battle.do("Nimble Escape: Hide")

    assert battle["G"].record.stealth_total == 26
    assert hidden_from(battle, "G") == {"A"} and "invisible" in battle["G"].conditions


@BOTH
@pytest.mark.rule("ACT-12")
@pytest.mark.rule("TST-03")
def test_one_search_of_bright_and_dim_places(rules):
    """
    One roll looks for all that hide. Against who is in dim light it has disadvantage, the lower of
    two dice; against who stands beside the lamp the first die counts (SRD 5.1, "Vision and Light").
    """
    battle = fight(
        "A . . G . . . . H ; light=dim", first="A", rules=rules, A="commoner side=0",
        G="commoner invisible", H="commoner invisible",
        overrides={"map": {"lamps": [{"at": [3, 0], "bright_ft": 5, "dim_ft": 0}]}},
    )  # fmt: skip
    for name in "GH":
        battle[name].record.hidden_from = 1 << battle["A"].index
        battle[name].record.stealth_total = 10
    battle.refresh()
    battle.script_dice([12, 8], strict=True)

    battle.do("Search")

    assert hidden_from(battle, "G") == set()
    assert hidden_from(battle, "H") == {"A"}
