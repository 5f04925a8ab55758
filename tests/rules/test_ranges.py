"""How far attacks go: ranges, shooting in a melee, reach. ATK-07 to ATK-09."""

import pytest

from .conftest import can, fight, how, lines, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def shoot(battle, *dice, activity="Shot", target="T"):
    battle.script_dice(dice)
    battle.do(activity, target=target)
    return lines(battle, "attack")[-1]


def apart(squares, attacker, rules, **options):
    """Begin a fight of two creatures so many squares apart; 1 is adjacent."""
    gap = " ".join("." * (squares - 1))
    return fight(
        f"S {gap} T", first="S", rules=rules, S=attacker, T="commoner hp=90/90",
        skip_single=False, minor_decisions="auto", **options,
    )  # fmt: skip


# --- ATK-07 --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("squares", "expected"), [(12, "plain"), (13, "disadvantage"), (24, "disadvantage"), (25, None)]
)
@pytest.mark.rule("ATK-07")
def test_normal_and_long_range(rules, squares, expected):
    """
    Range 60/120: plain up to 60 ft, disadvantage up to 120, none beyond (SRD 5.1, "Range").
    """
    battle = apart(squares, "striker side=0", rules)

    if expected is None:
        assert targets(battle, "Shot") == set()
    else:
        assert how(shoot(battle, 12, 13, 1)) == expected


@BOTH
@pytest.mark.parametrize(("squares", "legal"), [(24, True), (25, False)])
@pytest.mark.rule("ATK-07")
def test_a_single_range_has_no_beyond(rules, squares, legal):
    """*Fire bolt* has one range, 120 ft: plain within, none beyond (SRD 5.1, "Range")."""
    battle = apart(squares, "wizard:1", rules)

    assert can(battle, "Fire Bolt") == legal
    if legal:
        assert how(shoot(battle, 12, 1, activity="Fire Bolt")) == "plain"


@BOTH
@pytest.mark.parametrize(("squares", "expected"), [(4, "plain"), (5, "disadvantage"), (13, None)])
@pytest.mark.rule("ATK-07")
def test_a_thrown_weapon_has_ranges_too(rules, squares, expected):
    """A dagger flies 20/60 ft (SRD 5.1, "Weapons")."""
    battle = apart(squares, "rogue:1", rules, changes={"S": {"equipment": ["dagger"]}})

    if expected is None:
        assert not can(battle, "Dagger (thrown)")
    else:
        assert how(shoot(battle, 12, 13, 1, activity="Dagger (thrown)")) == expected


# --- ATK-08 --------------------------------------------------------------------------------------


def pressed(rules, foe="commoner", other="commoner hp=90/90", shooter="striker side=0"):
    """A shooter with a foe beside it and its target farther off."""
    return fight(
        "F S . . T", first="S", rules=rules, S=shooter, F=foe, T=other, skip_single=False,
        minor_decisions="auto",
    )  # fmt: skip


@BOTH
@pytest.mark.rule("ATK-08")
def test_a_foe_within_5_ft_hampers_a_shot(rules):
    """Whoever the shot is for (SRD 5.1, "Ranged Attacks in Close Combat")."""
    assert how(shoot(pressed(rules), 12, 13, 1)) == "disadvantage"
    assert how(shoot(pressed(rules), 12, 13, 1, target="F")) == "disadvantage"


@BOTH
@pytest.mark.parametrize(
    "condition", ["incapacitated", "stunned", "paralyzed", "unconscious", "petrified", "blinded"]
)
@pytest.mark.rule("ATK-08")
def test_a_foe_that_cannot_act_or_see_does_not(rules, condition):
    """It has to see the shooter and not be incapacitated (SRD 5.1, "Ranged Attacks ...")."""
    battle = pressed(rules)
    battle["F"].give(condition)

    assert how(shoot(battle, 12, 1)) == "plain"


@BOTH
@pytest.mark.rule("ATK-08")
def test_an_unseen_shooter_is_not_hampered(rules):
    """An invisible shooter is seen by nobody: only its advantage is left."""
    battle = pressed(rules)
    battle["S"].give("invisible")

    assert how(shoot(battle, 12, 13, 1)) == "advantage"


@BOTH
@pytest.mark.rule("ATK-08")
def test_a_friend_beside_does_not_hamper(rules):
    """Only hostile creatures do."""
    assert how(shoot(pressed(rules, foe="commoner side=0"), 12, 1)) == "plain"


@BOTH
@pytest.mark.rule("ATK-08")
def test_a_foe_at_10_ft_does_not_hamper(rules):
    """It has to be within 5 ft."""
    battle = pressed(rules)
    battle["S"].square = (2, 0)

    assert how(shoot(battle, 12, 1)) == "plain"


@BOTH
@pytest.mark.rule("ATK-08")
def test_spells_are_hampered_too_and_melee_is_not(rules):
    """Any ranged attack, of a spell too; a melee attack is none (SRD 5.1, "Ranged Attacks ...")."""
    bolt = pressed(rules, shooter="wizard:1")
    grasp = pressed(rules, shooter="wizard:1")
    rays = pressed(rules, shooter="wizard:3")

    assert how(shoot(bolt, 12, 13, 1, activity="Fire Bolt")) == "disadvantage"
    assert how(shoot(grasp, 12, 1, activity="Shocking Grasp", target="F")) == "plain"
    rays.script_dice([12, 13, 1, 1] * 3)
    rays.do("Scorching Ray", target=["T", "T", "T"])
    assert [how(event) for event in lines(rays, "attack")] == ["disadvantage"] * 3


# --- ATK-09 --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("weapon", "squares", "legal"),
    [("longsword", 1, True), ("longsword", 2, False), ("glaive", 2, True), ("glaive", 3, False),
     ("whip", 2, True)],
)  # fmt: skip
@pytest.mark.rule("ATK-09")
def test_a_reach_weapon_adds_5_ft(rules, weapon, squares, legal):
    """A melee attack reaches 5 ft, with a reach weapon 10 (SRD 5.1, "Reach")."""
    battle = apart(squares, "fighter:1", rules, changes={"S": {"equipment": [weapon]}})

    assert can(battle, weapon) == legal


@BOTH
@pytest.mark.parametrize(
    ("row", "legal"), [("S . . . . T", True), ("S . . . . . T", False)], ids=["15 ft", "20 ft"]
)
@pytest.mark.rule("ATK-09")
def test_a_stat_block_states_its_reach(rules, row, legal):
    """A stone giant, three squares across, strikes as far as 15 ft."""
    empty = row.replace("S", ".").replace("T", ".")
    battle = fight(
        f"{row} / {empty} / {empty}", first="S", rules=rules, S="stone_giant side=0", T="commoner"
    )  # fmt: skip

    assert can(battle, {"2014": "Greatclub", "2024": "Stone Club"}[rules]) == legal


@BOTH
@pytest.mark.rule("ATK-09")
@pytest.mark.rule("ATK-11")
def test_a_reach_weapon_reaches_farther_for_opportunity_attacks_too(rules):
    """
    With a glaive one threatens 10 ft: going from 5 to 10 ft provokes nothing, from 10 to 15 does
    (SRD 5.1, "Reach").
    """
    battle = fight(
        "S T . . . .", first="T", rules=rules, S="fighter:1", T="commoner hp=40/40",
        changes={"S": {"equipment": ["glaive"]}},
    )  # fmt: skip

    battle.do("move", square=(2, 0))
    assert battle.decider == "T"
    battle.do("move", square=(3, 0))

    assert (battle.decider, battle.decision) == ("S", "response")
    assert can(battle, "Glaive")
    assert battle["T"].square == (2, 0)
    wait_for(battle, "T")
