"""Cover. COV-01 to COV-04."""

import pytest

from dnd_env.core.errors import IllegalActionError
from dnd_env.core.terms import Cover
from dnd_env.envs.battle import Battle

from .conftest import can, fight, lines, targets

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])
NONE = 0


def shoot(text: str, rules: str = "2014", natural: int = 10, **options) -> Battle:
    """A (attack bonus +5) shoots at T (AC 15) with a d20 that is given."""
    pieces = {"A": "bandit side=0", "T": "goblin ac=15"} | options
    battle = fight(text, first="A", rules=rules, minor_decisions="auto", **pieces)
    battle.script_dice([natural, natural, 1])
    battle.do("Light Crossbow", target="T")
    return battle


def cover_of(battle: Battle) -> int:
    """Return the Cover that the attack was made against."""
    return lines(battle, "attack")[0].numbers[3] >> 2


# --- half cover ----------------------------------------------------------------------------------


@pytest.mark.rule("COV-01")
@EDITIONS
@pytest.mark.parametrize("what", ["o", "n", "t"])  # low wall, large furniture, narrow trunk
def test_things_that_give_half_cover(rules, what):
    battle = shoot(f"A . . . {what} T", rules)

    assert cover_of(battle) == Cover.HALF


@pytest.mark.rule("COV-01")
@EDITIONS
@pytest.mark.parametrize("other", ["commoner side=0", "commoner side=1", "commoner prone"])
def test_a_creature_in_the_way_gives_half_cover(rules, other):
    """Friend or foe."""
    battle = shoot("A . . B . T", rules, B=other)

    assert cover_of(battle) == Cover.HALF


@pytest.mark.rule("COV-01")
@EDITIONS
@pytest.mark.parametrize(("natural", "hits"), [(13, False), (14, True)])
def test_half_cover_adds_2_to_armor_class(rules, natural, hits):
    """A bandit's +3 needs 14 for AC 15 + 2."""
    battle = shoot("A . . . o T", rules, natural)

    assert (battle["T"].hit_points < battle["T"].hit_point_maximum) is hits


@pytest.mark.rule("COV-01")
@pytest.mark.case("B061")
@EDITIONS
@pytest.mark.parametrize(
    ("cover", "natural", "saves"),
    [(".", 13, True), ("o", 10, False), ("o", 11, True), ("=", 7, False), ("=", 8, True)],
)
def test_cover_adds_to_dexterity_saves(rules, cover, natural, saves):
    """+2 behind a low wall, +5 behind an arrow slit: a goblin has +2, the DC is 15."""
    battle = fight(
        f"# A {cover} T", A="wizard:5", T="goblin", first="A", rules=rules, minor_decisions="auto",
        changes={"A": {"abilities": {
            "strength": 10, "dexterity": 10, "constitution": 10, "intelligence": 18, "wisdom": 10,
            "charisma": 10,
        }}},
    )  # fmt: skip

    battle.script_dice([1] * 8 + [1, natural])
    battle.do("Fireball", square=(1, 0), level=3)

    save = next(event for event in lines(battle, "save") if event.target == battle["T"].index)
    assert bool(save.numbers[3]) is saves


@pytest.mark.rule("COV-01")
@pytest.mark.rule("COV-04")
@EDITIONS
def test_a_creature_gives_cover_from_an_explosion(rules):
    """Between the origin of the effect and the target, it adds 2 to the Dexterity save."""
    totals = []
    for row in (1, 3):  # B in the line, and out of it
        battle = fight(
            ". . . . . . / A . B . T . / . . . . . . / . . . . . .",
            A="wizard:5", B="gladiator side=0", T="goblin", first="A", rules=rules,
            minor_decisions="auto",
        )  # fmt: skip
        battle["B"].square = (2, row)
        battle.script_dice([1] * 8 + [5] * 3)
        battle.do("Fireball", square=(1, 1), level=3)
        save = next(event for event in lines(battle, "save") if event.target == battle["T"].index)
        totals.append(save.amount)

    assert totals == [9, 7]


# --- three-quarters cover ------------------------------------------------------------------------


@pytest.mark.rule("COV-02")
@EDITIONS
@pytest.mark.parametrize("what", ["=", "i"])  # arrow slit, thick trunk
def test_things_that_give_three_quarters_cover(rules, what):
    battle = shoot(f"A . . . {what} T", rules)

    assert cover_of(battle) == Cover.THREE_QUARTERS


@pytest.mark.rule("COV-02")
@EDITIONS
def test_a_portcullis_gives_three_quarters_cover(rules):
    battle = shoot("A . . . i T", rules, overrides={"map": {"legend": {"i": ["portcullis"]}}})

    assert cover_of(battle) == Cover.THREE_QUARTERS


@pytest.mark.rule("COV-02")
@EDITIONS
@pytest.mark.parametrize(("natural", "hits"), [(16, False), (17, True)])
def test_three_quarters_cover_adds_5_to_armor_class(rules, natural, hits):
    """A bandit's +3 needs 17 for AC 15 + 5."""
    battle = shoot("A . . . = T", rules, natural)

    assert (battle["T"].hit_points < battle["T"].hit_point_maximum) is hits


# --- total cover ---------------------------------------------------------------------------------


@pytest.mark.rule("COV-03")
@pytest.mark.case("B062")
@EDITIONS
@pytest.mark.parametrize("what", ["#", "+"])
def test_total_cover(rules, what):
    """Behind a wall, or a closed door, a creature cannot be targeted."""
    battle = fight(f"A . {what} . T ", A="bandit side=0", T="goblin", first="A", rules=rules)

    assert not can(battle, "Light Crossbow")
    with pytest.raises(IllegalActionError):
        battle.do("Light Crossbow", target="T")


@pytest.mark.rule("COV-03")
@EDITIONS
def test_an_area_reaches_around_total_cover(rules):
    """Whom one cannot target, an explosion beyond the corner may still reach."""
    battle = fight(
        "A # T . / . # . . / . . . . / . . . .", A="wizard:5", T="goblin hp=1", first="A",
        rules=rules, minor_decisions="auto",
    )  # fmt: skip
    assert not can(battle, "Fire Bolt")

    battle.script_dice([1] * 8 + [1, 1])
    battle.do("Fireball", square=(3, 4), level=3)

    assert battle["T"].life == "dead"


# --- which counts --------------------------------------------------------------------------------


@pytest.mark.rule("COV-04")
@EDITIONS
def test_only_the_best_degree_counts(rules):
    """A creature and a thick trunk: three-quarters, not the sum of both."""
    battle = shoot("A . B i T", rules, 17, B="commoner side=0")

    assert cover_of(battle) == Cover.THREE_QUARTERS
    assert battle["T"].hit_points < battle["T"].hit_point_maximum


@pytest.mark.rule("COV-04")
@EDITIONS
def test_what_is_not_between_gives_no_cover(rules):
    """A low wall behind the target, one beside the attacker."""
    battle = shoot("o . . . . . / A . . . T o / o . . . . .", rules)

    assert cover_of(battle) == NONE


@pytest.mark.rule("COV-04")
@pytest.mark.case("B064")
@EDITIONS
@pytest.mark.parametrize(
    "text",
    [
        "A B / . T",  # a diagonal attack, an ally beside the target
        "A B . / . . . / . . T",
        ". . B / A . T",
        "B . . / A . T",
    ],
)
def test_a_neighbour_gives_no_cover(rules, text):
    """What stands beside the line is not in the way."""
    battle = shoot(text, rules, B="commoner side=0")

    assert cover_of(battle) == NONE


@pytest.mark.rule("COV-04")
@pytest.mark.case("B065")
@EDITIONS
def test_the_walls_of_a_corridor_give_no_cover(rules):
    """A shot straight down a corridor one square wide."""
    battle = shoot("# # # # # # / A . . . . T / # # # # # #", rules)

    assert cover_of(battle) == NONE


@pytest.mark.rule("COV-04")
@pytest.mark.case("B065")
@EDITIONS
def test_the_own_corner_gives_no_cover(rules):
    """Peeping around a corner costs the one who peeps nothing."""
    battle = shoot("# . . . T / A . . . .", rules)

    assert cover_of(battle) == NONE


@pytest.mark.rule("COV-04")
@pytest.mark.case("B065")
@EDITIONS
@pytest.mark.parametrize(
    ("text", "cover"),
    [
        ("A . # . / . . . T", Cover.HALF),  # one of the four lines is barred
        ("A . # . . / . . . . T", Cover.HALF),  # two
        ("A . . . / . # . . / . . . T", Cover.THREE_QUARTERS),  # three
    ],
)
def test_a_corner_between_gives_cover(rules, text, cover):
    """
    Of the lines from the attacker's best corner to the target's four: one or two that a wall bars
    are half cover, three are three-quarters.
    """
    battle = shoot(text, rules)

    assert cover_of(battle) == cover


@pytest.mark.rule("COV-04")
@EDITIONS
def test_a_corpse_gives_no_cover(rules):
    """It is no creature any more, and lies on the ground."""
    battle = fight(
        "A . B . T", A="bandit side=0", B="commoner side=1", T="goblin ac=15", first="A",
        rules=rules, minor_decisions="auto",
    )  # fmt: skip
    battle["B"].hit_points = 1
    battle.script_dice([19, 8])
    battle.do("Light Crossbow", target="B")
    assert battle["B"].life == "dead"
    while battle.decider != "A" or battle.round_number < 2:
        battle.step(0)

    battle.script_dice([10, 1])
    battle.do("Light Crossbow", target="T")

    assert lines(battle, "attack")[-1].numbers[3] >> 2 == NONE


@pytest.mark.rule("COV-04")
@EDITIONS
def test_over_the_heads_of_others(rules):
    """Whoever is on the ground gives no cover to one who flies high above."""
    battle = shoot("A . B . T", rules, A="bandit side=0", B="commoner", T="drake alt=20 ac=15")

    assert cover_of(battle) == NONE


@pytest.mark.rule("COV-01")
@EDITIONS
def test_a_large_target_is_covered_only_if_all_of_it_is(rules):
    """Its least covered square counts: the wall stands before one of two."""
    battle = shoot("A . . o T . / . . . . . . / . . . . . .", rules, T="ogre ac=15")

    assert cover_of(battle) == NONE


@pytest.mark.rule("COV-03")
@EDITIONS
def test_who_is_behind_total_cover_is_not_offered(rules):
    """Among several foes just those are, to whom a line is free."""
    battle = fight(
        "A . # B / . . # . / . . . C", A="bandit side=0", B="goblin", C="goblin", first="A",
        rules=rules, skip_single=False,
    )  # fmt: skip

    assert targets(battle, "Light Crossbow") == {"C"}
