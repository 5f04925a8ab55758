"""Properties of weapons. ATK-17."""

import pytest

from .conftest import can, fight, how, lines, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def armed(rules, *equipment, hero="fighter:1", row="A T", scores=None, **build):
    """Somebody with weapons and one target, as the row has them."""
    abilities = dict.fromkeys(SCORES, 10) | {"strength": 16, "dexterity": 14} | (scores or {})
    changes = {"equipment": list(equipment), "abilities": abilities, "styles": ["defense"]} | build
    return fight(
        row, first="A", rules=rules, A=hero, T="commoner hp=90/90", minor_decisions="auto",
        changes={"A": changes},
    )  # fmt: skip


def attack(battle, activity, *dice):
    """Attack with scripted dice; return the line of the log and the damage."""
    battle.script_dice(dice)
    before = battle["T"].hit_points
    battle.do(activity, target="T")
    return lines(battle, "attack")[-1], before - battle["T"].hit_points


# --- heavy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("species", "expected"), [("human", "plain"), ("small_folk", "disadvantage")]
)
@pytest.mark.parametrize(("weapon", "row"), [("greatsword", "A T"), ("longbow", "A . T")])
@pytest.mark.rule("ATK-17")
def test_heavy_in_2014_is_for_medium_creatures(species, expected, weapon, row):
    """A Small creature attacks with disadvantage with a heavy weapon (SRD 5.1, "Heavy")."""
    battle = armed("2014", weapon, "20 arrow", row=row, species=species)

    event, _ = attack(battle, weapon.capitalize(), 12, 13, 1, 1)

    assert how(event) == expected


@pytest.mark.parametrize(
    ("weapon", "row", "scores", "expected"),
    [
        ("greatsword", "A T", {"strength": 13, "dexterity": 8}, "plain"),
        ("greatsword", "A T", {"strength": 12, "dexterity": 18}, "disadvantage"),
        ("longbow", "A . T", {"strength": 8, "dexterity": 13}, "plain"),
        ("longbow", "A . T", {"strength": 18, "dexterity": 12}, "disadvantage"),
    ],
)
@pytest.mark.parametrize("species", ["human", "small_folk"])
@pytest.mark.rule("ATK-17")
def test_heavy_in_2024_asks_for_a_score_of_13(weapon, row, scores, expected, species):
    """
    Strength of at least 13 for melee, Dexterity for ranged weapons, whatever the size
    (SRD 5.2, "Heavy").
    """
    battle = armed("2024", weapon, "20 arrow", row=row, scores=scores, species=species)

    event, _ = attack(battle, weapon.capitalize(), 12, 13, 1, 1)

    assert how(event) == expected


# --- finesse, thrown, versatile, two-handed, reach -----------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("scores", "bonus"),
    [({"strength": 16, "dexterity": 12}, 3), ({"strength": 8, "dexterity": 18}, 4)],
)
@pytest.mark.rule("ATK-17")
def test_finesse_takes_one_ability_for_both_rolls(rules, scores, bonus):
    """Strength or Dexterity, the same for attack and damage (SRD 5.1, "Finesse")."""
    battle = armed(rules, "rapier", scores=scores)

    event, damage = attack(battle, "Rapier", 15, 5)

    assert event.amount == 15 + bonus + 2
    assert damage == 5 + bonus


@BOTH
@pytest.mark.rule("ATK-17")
def test_a_thrown_weapon_leaves_the_hand(rules):
    """One javelin, thrown, lies by the target, and cannot be thrown again (SRD 5.1, "Thrown")."""
    battle = armed(rules, "javelin", row="A . . T")

    event, damage = attack(battle, "Javelin (thrown)", 15, 5)

    assert (how(event), damage) == ("plain", 5 + 3)
    battle.do("pass")
    wait_for(battle, "A")
    assert not can(battle, "Javelin (thrown)")
    thing = battle.state.objects[0]
    assert (thing.x, thing.y) == battle["T"].square


@BOTH
@pytest.mark.rule("ATK-17")
def test_a_thrown_melee_weapon_keeps_its_ability(rules):
    """A handaxe is thrown with Strength, a dagger with the better (SRD 5.1, "Thrown")."""
    axe = armed(rules, "handaxe", row="A . . T", scores={"strength": 16, "dexterity": 10})
    dagger = armed(rules, "dagger", row="A . . T", scores={"strength": 8, "dexterity": 16})

    assert attack(axe, "Handaxe (thrown)", 15, 1)[1] == 4
    assert attack(dagger, "Dagger (thrown)", 15, 1)[1] == 4


@BOTH
@pytest.mark.rule("ATK-17")
def test_versatile_rolls_a_larger_die_in_two_hands(rules):
    """
    A longsword: 1d8, 1d10 in both hands, which a shield leaves no room for
    (SRD 5.1, "Versatile").
    """
    battle = armed(rules, "longsword")
    assert can(battle, "Longsword")

    assert attack(battle, "Longsword (two hands)", 15, 10)[1] == 13
    assert not can(armed(rules, "longsword", "shield"), "Longsword (two hands)")


@BOTH
@pytest.mark.rule("ATK-17")
def test_two_handed_weapons_need_both_hands(rules):
    """A greatsword is not drawn beside a sword or a shield (SRD 5.1, "Two-Handed")."""
    assert can(armed(rules, "greatsword"), "Greatsword")
    assert not can(armed(rules, "longsword", "shield", "greatsword"), "Greatsword")
    assert not can(armed(rules, "longsword", "greatsword"), "Greatsword")


@BOTH
@pytest.mark.rule("ATK-17")
def test_reach_adds_5_ft(rules):
    """A halberd strikes at 10 ft and at 5 (SRD 5.1, "Reach")."""
    far = armed(rules, "halberd", row="A . T")

    assert attack(far, "Halberd", 15, 5)[1] == 8
    assert can(armed(rules, "halberd"), "Halberd")


@pytest.mark.parametrize(
    ("rules", "row", "expected"),
    [("2014", "A T", "disadvantage"), ("2014", "A . T", "plain"), ("2024", "A T", "plain"),
     ("2024", "A . T", "plain")],
)  # fmt: skip
@pytest.mark.rule("ATK-17")
def test_a_lance_is_unwieldy_in_2014(rules, row, expected):
    """Within 5 ft it has disadvantage; not so in 2024 (SRD 5.1, "Lance")."""
    battle = armed(rules, "lance", row=row)

    assert how(attack(battle, "Lance", 12, 13, 1)[0]) == expected


@BOTH
@pytest.mark.rule("ATK-17")
def test_a_lance_takes_two_hands_on_foot(rules):
    """Who is not mounted needs both (SRD 5.1, "Lance"; SRD 5.2, "Two-Handed")."""
    assert can(armed(rules, "lance"), "Lance")
    assert not can(armed(rules, "longsword", "shield", "lance"), "Lance")


# --- ammunition and loading ----------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ATK-17")
def test_ammunition_is_counted(rules):
    """Two arrows make two shots (SRD 5.1, "Ammunition")."""
    battle = armed(rules, "shortbow", "2 arrow", row="A . . T")

    for _ in range(2):
        attack(battle, "Shortbow", 1)
        battle.do("pass")
        wait_for(battle, "A")

    assert not can(battle, "Shortbow")


@BOTH
@pytest.mark.rule("ATK-17")
def test_drawing_ammunition_is_part_of_the_attack(rules):
    """It costs no interaction (SRD 5.1, "Ammunition")."""
    battle = armed(rules, "shortbow", "2 arrow", row="A . . T")
    before = battle["A"].record.interactions

    attack(battle, "Shortbow", 1)

    assert battle["A"].record.interactions == before


@BOTH
@pytest.mark.parametrize(("weapon", "shots"), [("light_crossbow", 1), ("shortbow", 2)])
@pytest.mark.rule("ATK-17")
def test_a_loading_weapon_shoots_once_an_action(rules, weapon, shots):
    """
    With two attacks an archer shoots a bow twice and a crossbow once (SRD 5.1, "Loading").
    """
    battle = armed(rules, weapon, "20 bolt", "20 arrow", hero="fighter:5", row="A . . T")
    name = weapon.replace("_", " ").title()

    made = 0
    while can(battle, name):
        attack(battle, name, 1)
        made += 1

    assert made == shots


@BOTH
@pytest.mark.rule("ATK-17")
def test_another_weapon_is_loaded(rules):
    """It is about each weapon: the hand crossbow in the other hand shoots too (SRD 5.1)."""
    battle = armed(
        rules, "hand_crossbow", "hand_crossbow", "20 bolt", hero="fighter:5", row="A . . T"
    )
    attack(battle, "Hand Crossbow", 1)

    assert not can(battle, "Hand Crossbow")
    assert can(battle, "Hand Crossbow 2")


@BOTH
@pytest.mark.rule("ATK-17")
def test_another_action_loads_again(rules):
    """*Action surge* gives another action, and with it another shot (SRD 5.1, "Loading")."""
    battle = armed(rules, "light_crossbow", "20 bolt", hero="fighter:2", row="A . . T")
    attack(battle, "Light Crossbow", 1)
    assert not can(battle, "Light Crossbow")

    battle.do("Action Surge")

    assert can(battle, "Light Crossbow")


# --- net -----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ATK-17")
def test_a_net_restrains(rules):
    """
    [2014] A ranged weapon, 5/15 ft, without damage: it restrains a Large or smaller creature it
    hits. [2024] It replaces an attack, and the target makes a Dexterity save of DC 8 + Dexterity
    modifier + proficiency bonus.
    """
    battle = armed(rules, "net", row="A . T")

    battle.script_dice([19, 19] if rules == "2014" else [1])
    battle.do("Net", target="T")

    assert "restrained" in battle["T"].conditions
    assert battle["T"].hit_points == 90


@BOTH
@pytest.mark.rule("ATK-17")
@pytest.mark.parametrize(("target", "held"), [("ogre", True), ("stone_giant", False)])
def test_a_net_does_not_hold_the_huge(rules, target, held):
    """A Large creature is caught, a Huge one is not (SRD 5.1, "Net"; SRD 5.2, "Net")."""
    battle = fight(
        "A . T . . / . . . . . / . . . . .", first="A", rules=rules, A="fighter:1", T=target,
        minor_decisions="auto", changes={"A": {"equipment": ["net"]}},
    )  # fmt: skip

    battle.script_dice([19, 19] if rules == "2014" else [1])
    battle.do("Net", target="T")

    assert ("restrained" in battle["T"].conditions) == held


@BOTH
@pytest.mark.rule("ATK-17")
def test_a_net_and_the_other_attacks(rules):
    """
    2014: with a net there is one attack, however many one has; 2024: it replaces one of them
    (SRD 5.1, "Net"; SRD 5.2, "Net").
    """
    battle = armed(rules, "net", "dagger", row="A T", hero="fighter:5")

    battle.script_dice([1, 1] if rules == "2014" else [20])
    battle.do("Net", target="T")

    assert can(battle, "Dagger") == (rules == "2024")


@BOTH
@pytest.mark.rule("ATK-17")
@pytest.mark.parametrize(("die", "free"), [(9, False), (10, True)])
def test_out_of_a_net(rules, die, free):
    """An action and a DC 10 Strength check (SRD 5.1, "Net"), of Athletics (SRD 5.2, "Net")."""
    battle = armed(rules, "net", row="A . T")
    battle.script_dice([19, 19] if rules == "2014" else [1])
    battle.do("Net", target="T")
    battle.do("pass")
    wait_for(battle, "T")

    battle.script_dice([die], strict=True)
    battle.do("Escape")

    assert ("restrained" not in battle["T"].conditions) == free
    assert battle["T"].record.actions == 0
