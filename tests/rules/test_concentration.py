"""Concentration: what is held by it, what breaks it. CON-01."""

import pytest

from .conftest import can, fight, lines, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def blessed(rules="2014", cleric="cleric:5 hp=38", **options):
    """A cleric beside a striker has blessed itself and a far ally; it is the striker's turn."""
    options = {"minor_decisions": "auto"} | options
    battle = fight(
        "S C . . A", first="C", rules=rules, S="striker", C=cleric, A="fighter:1", **options
    )  # fmt: skip
    battle.do("Bless", target=["C", "A"])
    assert battle["C"].is_concentrating
    battle.do("pass")
    wait_for(battle, "S")
    return battle


def hurt(battle, amount, *dice):
    """Hit the cleric, whose saves then fall as scripted: a d20, and bless's d4."""
    battle.script_dice([15, amount, *dice])
    battle.do("Slashing", target="C")


def is_blessed(battle, name):
    """Is the bless upon a creature?"""
    return any(
        battle.state.ongoing[at].effect
        and battle.state.ongoing[at].target == battle[name].index + 1
        for at in range(battle.state.ongoing_count)
    )


@BOTH
@pytest.mark.parametrize(("amount", "dc"), [(1, 10), (21, 10), (22, 11), (36, 18)])
@pytest.mark.rule("CON-01")
def test_the_dc_is_10_or_half_the_damage(rules, amount, dc):
    """The larger of 10 and half the damage (SRD 5.1, "Concentration")."""
    battle = blessed(rules)

    hurt(battle, amount, 20, 4)

    (save,) = lines(battle, "save")
    assert save.numbers[0] == dc


@pytest.mark.parametrize(("rules", "dc"), [("2014", 35), ("2024", 30)])
@pytest.mark.rule("CON-01")
def test_in_2024_the_dc_is_30_at_most(rules, dc):
    """70 damage: DC 35, in 2024 no more than 30 (SRD 5.2, "Concentration")."""
    battle = blessed(rules, "cleric:5 hp=90/90")

    hurt(battle, 70, 20, 4)

    (save,) = lines(battle, "save")
    assert save.numbers[0] == dc


@BOTH
@pytest.mark.parametrize(("die", "holds"), [(7, True), (6, False)])
@pytest.mark.rule("CON-01")
def test_a_constitution_save_keeps_it_up(rules, die, holds):
    """
    Die, Constitution modifier of 2 and the 1 of *bless* have to reach DC 10; else the spell ends
    on all (SRD 5.1, "Concentration").
    """
    battle = blessed(rules)

    hurt(battle, 5, die, 1)

    assert battle["C"].is_concentrating == holds
    assert is_blessed(battle, "C") == is_blessed(battle, "A") == holds


@BOTH
@pytest.mark.parametrize(("temporary", "amount", "dc"), [(5, 5, 10), (10, 30, 15)])
@pytest.mark.rule("CON-01")
@pytest.mark.case("B034")
@pytest.mark.case("B035")
def test_damage_that_temporary_hit_points_absorb_counts(rules, temporary, amount, dc):
    """
    The save is due, and its DC reckoned, by all the damage, whoever's hit points it takes
    (SRD 5.1, "Concentration").
    """
    battle = blessed(rules, f"cleric:5 hp=38 temp={temporary}")

    hurt(battle, amount, 20, 4)

    (save,) = lines(battle, "save")
    assert save.numbers[0] == dc
    assert battle["C"].hit_points == 38 - (amount - temporary)


@BOTH
@pytest.mark.rule("CON-01")
def test_each_source_of_damage_asks_for_a_save(rules):
    """Two hits, two saves (SRD 5.1, "Concentration")."""
    battle = blessed(rules)

    hurt(battle, 3, 20, 4)
    hurt(battle, 3, 20, 4)

    assert len(lines(battle, "save")) == 2


@BOTH
@pytest.mark.rule("CON-01")
def test_two_types_of_damage_of_one_hit_ask_for_one_save(rules):
    """One hit is one source, whatever it deals."""
    battle = fight(
        "S C . . A", first="C", rules=rules, S="feeble", C="cleric:5", minor_decisions="auto"
    )
    battle.do("Bless", target=["C", "A"])
    battle.do("pass")
    wait_for(battle, "S")

    battle.script_dice([15, 4, 20, 4])
    battle.do("Ember", target="C")

    assert len(lines(battle, "save")) == 1


@BOTH
@pytest.mark.rule("CON-01")
def test_without_damage_no_save(rules):
    """A miss asks for nothing."""
    battle = blessed(rules)

    battle.script_dice([1])
    battle.do("Slashing", target="C")

    assert lines(battle, "save") == []
    assert battle["C"].is_concentrating


@BOTH
@pytest.mark.rule("CON-01")
@pytest.mark.case("B040")
def test_a_second_spell_ends_the_first_and_nothing_else(rules):
    """
    Only one effect at a time: *shield of faith* ends *bless*, but not *aid*, which nobody has to
    concentrate on (SRD 5.1, "Concentration").
    """
    battle = fight(
        "C A . . . . . . G", first="C", rules=rules, C="cleric:5", A="fighter:1", G="commoner",
        minor_decisions="auto",
    )  # fmt: skip
    spells = [("Aid", ["C", "A"]), ("Bless", ["C", "A"]), ("Shield of Faith", ["A"])]
    maximum, armor = battle["A"].hit_point_maximum, battle["A"].armor_class

    for spell, targets in spells:
        battle.do(spell, target=targets)
        battle.do("pass")
        wait_for(battle, "C")

    assert battle["A"].armor_class == armor + 2
    assert battle["A"].hit_point_maximum == maximum + 5
    ended = [event.text for event in lines(battle, "ongoing_ends")]
    assert ended == ["Bless ends on C", "Bless ends on A"]


@BOTH
@pytest.mark.rule("CON-01")
def test_it_ends_at_will_and_costs_nothing(rules):
    """The caster may let go of the spell at any time (SRD 5.1, "Concentration")."""
    battle = blessed(rules)
    battle.do("pass")
    wait_for(battle, "C")
    actions = battle["C"].record.actions

    battle.do("End concentration")

    assert not battle["C"].is_concentrating
    assert not is_blessed(battle, "A")
    assert battle["C"].record.actions == actions
    assert not can(battle, "End concentration")


@BOTH
@pytest.mark.parametrize(
    "condition", ["incapacitated", "stunned", "paralyzed", "petrified", "unconscious"]
)
@pytest.mark.rule("CON-01")
def test_it_ends_when_incapacitated(rules, condition):
    """Who is incapacitated can hold no spell (SRD 5.1, "Concentration")."""
    battle = blessed(rules)

    battle["C"].give(condition)

    assert not battle["C"].is_concentrating
    assert not is_blessed(battle, "A")


@BOTH
@pytest.mark.parametrize("condition", ["blinded", "deafened", "frightened", "poisoned", "prone",
                                       "restrained", "grappled", "charmed"])  # fmt: skip
@pytest.mark.rule("CON-01")
def test_other_conditions_leave_it(rules, condition):
    """Nothing but incapacity, death and damage bears on it."""
    battle = blessed(rules)

    battle["C"].give(condition)

    assert battle["C"].is_concentrating


@BOTH
@pytest.mark.parametrize(("cleric", "amount", "life"), [("cleric:5 hp=5", 6, "dying"),
                                                        ("cleric:5 hp=5", 99, "dead")])  # fmt: skip
@pytest.mark.rule("CON-01")
def test_it_ends_at_0_hit_points_without_a_save(rules, cleric, amount, life):
    """Dying or dead, the caster lets go (SRD 5.1, "Concentration")."""
    battle = blessed(rules, cleric)

    hurt(battle, amount)

    assert battle["C"].life == life
    assert not battle["C"].is_concentrating
    assert not is_blessed(battle, "A")
    assert lines(battle, "save") == []


@BOTH
@pytest.mark.rule("CON-01")
def test_a_spell_that_holds_somebody_ends_with_the_concentration(rules):
    """*Hold person* lets its victim go as soon as the caster is hurt and fails."""
    battle = fight(
        "S C . A", first="C", rules=rules, S="striker", C="cleric:5", A="fighter:1",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([2])
    battle.do("Hold Person", target="S")
    assert "paralyzed" in battle["S"].conditions

    battle.do("End concentration")

    assert battle["S"].conditions == []


@BOTH
@pytest.mark.rule("CON-01")
def test_there_is_nothing_to_hold_where_everybody_has_resisted(rules):
    """A spell that nobody suffers from is over: its caster concentrates on nothing."""
    battle = fight(
        "S C . A", first="C", rules=rules, S="striker", C="cleric:5", A="fighter:1",
        minor_decisions="auto",
    )  # fmt: skip

    battle.script_dice([20])
    battle.do("Hold Person", target="S")

    assert not battle["C"].is_concentrating
    assert not can(battle, "End concentration")


@BOTH
@pytest.mark.rule("CON-01")
def test_it_ends_with_the_last_thing_that_it_held(rules):
    """Once the held person saves, the caster is free, and its next hurt asks for no save."""
    battle = fight(
        "S C . A", first="C", rules=rules, S="striker", C="cleric:5 hp=38", A="fighter:1",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([2])
    battle.do("Hold Person", target="S")
    battle.script_dice([20])
    battle.do("pass")
    wait_for(battle, "C")

    assert battle["S"].conditions == []
    assert not battle["C"].is_concentrating
