"""Damage: rolling it, critical hits, resistance and the like. DMG-01 to DMG-06."""

import pytest

from dnd_env.core.terms import DamageType

from .conftest import fight, lines, strike

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
FIXED_SCORES = {"abilities": dict(zip(SCORES, (16, 16, 10, 10, 10, 10), strict=True))}


def duel(target: str, rules: str = "2014", **options):
    """Begin a fight of a striker against one target."""
    return fight(
        "S T", first="S", rules=rules, S="striker side=0", T=target, minor_decisions="auto",
        **options,
    )  # fmt: skip


@BOTH
@pytest.mark.rule("DMG-01")
def test_nothing_changes_until_0_hit_points(rules):
    """
    A creature at 1 hit point fights like one at its maximum; 0 is the least there is
    (SRD 5.1, "Hit Points").
    """
    battle = duel("commoner hp=40/40 saves", rules)

    strike(battle, "T", 39)

    assert (battle["T"].hit_points, battle["T"].life, battle["T"].conditions) == (1, "up", [])
    strike(battle, "T", 7)
    assert (battle["T"].hit_points, battle["T"].life) == (0, "dying")


@BOTH
@pytest.mark.parametrize(
    ("weapon", "hero", "die", "lost"),
    [("greataxe", "fighter:1", 12, 15), ("shortsword", "rogue:1", 6, 9)],
)
@pytest.mark.rule("DMG-02")
def test_a_weapon_adds_the_ability_modifier_of_its_attack(rules, weapon, hero, die, lost):
    """
    A weapon's damage adds the modifier that its attack uses: Strength of a greataxe, Dexterity of
    a shortsword in nimble hands (SRD 5.1, "Damage Rolls").
    """
    battle = fight(
        "A T", first="A", rules=rules, A=hero, T="commoner hp=40/40",
        changes={"A": {"equipment": [weapon]} | FIXED_SCORES},
    )  # fmt: skip

    battle.script_dice([15, die], strict=True)
    battle.do(weapon.capitalize(), target="T")

    assert battle["T"].hit_points == 40 - lost


@BOTH
@pytest.mark.rule("DMG-02")
@pytest.mark.case("B004")
def test_a_part_of_the_damage_never_falls_below_0(rules):
    """
    Each part of a hit's damage is at least 0: 1d4 - 3 with a 1, and 5 fire, make 5
    (SRD 5.1, "Damage Rolls": a penalty can bring damage to 0, never below).
    """
    battle = fight("S T", first="S", rules=rules, S="feeble side=0", T="commoner hp=40/40")

    battle.script_dice([15, 1])
    battle.do("Ember", target="T")

    assert battle["T"].hit_points == 40 - 5


@BOTH
@pytest.mark.rule("DMG-04")
@pytest.mark.case("B010")
def test_a_critical_hit_rolls_the_dice_twice_and_adds_modifiers_once(rules):
    """
    1d6 + 3 becomes 2d6 + 3 on a critical hit: 15 at most (SRD 5.1, "Critical Hits").
    """
    battle = fight("R T", first="R", rules=rules, R="rogue:1", T="commoner hp=40/40")

    battle.script_dice([20, 6, 6], strict=True)
    battle.do("Shortsword", target="T")

    assert battle["T"].hit_points == 40 - 15
    assert battle.scripted_dice_left == 0


@BOTH
@pytest.mark.rule("DMG-04")
def test_a_critical_hit_doubles_the_dice_of_sneak_attack(rules):
    """
    Extra dice of the attack are rolled twice too: a rogue of level 3 rolls 2d6 and 4d6
    (SRD 5.1, "Critical Hits").
    """
    battle = fight(
        "R T A", first="R", rules=rules, R="rogue:3", T="commoner hp=60/60",
        minor_decisions="auto",
    )  # fmt: skip

    battle.script_dice([20, 1, 2, 3, 4, 5, 6], strict=True)
    battle.do("Shortsword", target="T")

    assert battle["T"].hit_points == 60 - (1 + 2 + 3 + 4 + 5 + 6 + 3)
    assert battle.scripted_dice_left == 0


@BOTH
@pytest.mark.rule("DMG-04")
@pytest.mark.case("B011")
def test_an_extra_weapon_die_on_a_critical_hit_counts_once_and_for_the_first_part(rules):
    """
    1d12 and 1d6 fire with one more weapon die on a critical hit: 3d12 + 2d6, 48 at most
    (SRD 5.1, "Savage Attacks" and "Critical Hits").
    """
    battle = fight("S T", first="S", rules=rules, S="brute side=0", T="commoner hp=90/90")

    battle.script_dice([20, 12, 12, 12, 6, 6], strict=True)
    battle.do("Blazing Axe", target="T")

    assert battle["T"].hit_points == 90 - 48
    assert battle.scripted_dice_left == 0


@BOTH
@pytest.mark.parametrize("kind", [kind.name.capitalize() for kind in DamageType])
@pytest.mark.rule("DMG-05")
def test_every_type_of_damage_is_dealt_as_such(rules, kind):
    """
    There are thirteen types of damage; a creature that resists all and is vulnerable to fire
    takes half of each, and twice the half of fire (SRD 5.1, "Damage Types").
    """
    battle = duel("brazier hp=90/90", rules)

    strike(battle, "T", 10, kind)

    assert battle["T"].hit_points == 90 - (10 if kind == "Fire" else 5)


@BOTH
@pytest.mark.rule("DMG-06")
@pytest.mark.case("B001")
def test_resistance_halves_and_rounds_down_before_vulnerability_doubles(rules):
    """
    27 fire against resistance and vulnerability: 13, then 26
    (SRD 5.1, "Damage Resistance and Vulnerability").
    """
    battle = duel("brazier hp=90/90", rules)

    strike(battle, "T", 27, "Fire")

    assert battle["T"].hit_points == 90 - 26


@BOTH
@pytest.mark.parametrize(("kind", "amount", "lost"), [("Bludgeoning", 25, 10), ("Fire", 28, 22)])
@pytest.mark.rule("DMG-06")
@pytest.mark.case("B002")
def test_reductions_come_before_resistance(rules, kind, amount, lost):
    """
    25 bludgeoning, 5 off, resisted: 10. 28 fire, 5 off, resisted, doubled: 22
    (SRD 5.1, "Damage Resistance and Vulnerability"; SRD 5.2, "Order of Application").
    """
    battle = duel("warded_brazier hp=90/90", rules)

    strike(battle, "T", amount, kind)

    assert battle["T"].hit_points == 90 - lost


@BOTH
@pytest.mark.rule("DMG-06")
def test_immunity_leaves_no_damage(rules):
    """An immune creature takes nothing (SRD 5.1, "Damage Resistance and Vulnerability")."""
    battle = duel("bulwark hp=90/90", rules)

    strike(battle, "T", 50, "Thunder")

    assert battle["T"].hit_points == 90
    assert lines(battle, "damage") == []


@BOTH
@pytest.mark.rule("DMG-06")
def test_several_resistances_to_one_type_count_once(rules):
    """
    A creature that resists all damage, turned to stone, resists it no more than before
    (SRD 5.1, "Damage Resistance and Vulnerability").
    """
    battle = duel("brazier hp=90/90 petrified", rules)

    battle.script_dice([15, 15, 20], strict=True)
    battle.do("Cold", target="T")

    assert battle["T"].hit_points == 90 - 10


@BOTH
@pytest.mark.rule("DMG-06")
def test_several_vulnerabilities_to_one_type_count_once(rules):
    """Twice vulnerable to fire is vulnerable (SRD 5.1, "Damage Resistance and Vulnerability")."""
    battle = duel("commoner hp=90/90", rules, changes={"T": {"vulnerabilities": ["fire"] * 2}})

    strike(battle, "T", 10, "Fire")

    assert battle["T"].hit_points == 90 - 20


@pytest.mark.rule("DMG-06")
@pytest.mark.case("B005")
@pytest.mark.parametrize(("kind", "lost"), [("Slashing", 6), ("Magic Blade", 12)])
def test_a_magical_attack_overcomes_resistance_to_others(kind, lost):
    """
    Who resists slashing damage of nonmagical attacks takes 6 of 12, and all 12 of a magic weapon
    (SRD 5.1, "Damage Resistance and Vulnerability").
    """
    battle = duel("wraith hp=60")

    strike(battle, "T", 12, kind)

    assert battle["T"].hit_points == 60 - lost
