"""Reactions: how many, when, and what becomes of the turn they interrupt. REA-01, REA-02."""

import pytest

from .conftest import can, fight, lines, squares, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
WITH_REBUKE = {"A": {"spells": ["hellish_rebuke"]}}
WITH_SHIELD = {"A": {"spells": ["shield", "fire_bolt", "magic_missile"]}}


def passing_by(rules):
    """Begin a fight in which T and U stand beside A and can leave its reach."""
    return fight(
        "A T . . . . . / . U . . . . .", dice=[1, 20, 19], rules=rules, A="commoner side=0",
        T="commoner hp=60/60", U="commoner hp=60/60",
    )  # fmt: skip


@BOTH
@pytest.mark.rule("REA-01")
def test_one_reaction_between_two_own_turns(rules):
    """
    Who has taken a reaction cannot take another before the start of its next turn: the second foe
    to leave goes unpunished (SRD 5.1, "Reactions").
    """
    battle = passing_by(rules)
    battle.script_dice([5])

    battle.do("move", square=(3, 0))
    assert (battle.decider, battle.decision) == ("A", "response")
    battle.do("Club")
    battle.do("pass")
    battle.do("move", square=(3, 1))

    assert (battle.decider, battle.decision) == ("U", "turn")
    assert battle["U"].square == (3, 1)
    assert len(lines(battle, "attack")) == 1


@BOTH
@pytest.mark.rule("REA-01")
def test_the_reaction_is_back_at_the_start_of_the_own_turn(rules):
    """A reaction is regained when the own turn begins (SRD 5.1, "Reactions")."""
    battle = passing_by(rules)
    battle.script_dice([5])
    battle.do("move", square=(3, 0))
    battle.do("Club")
    assert battle["A"].record.reactions == 0

    wait_for(battle, "A")

    assert battle["A"].record.reactions == 1
    battle.do("pass")
    wait_for(battle, "U")
    battle.do("move", square=(3, 1))
    assert (battle.decider, battle.decision) == ("A", "response")


@BOTH
@pytest.mark.rule("REA-01")
@pytest.mark.rule("REA-02")
def test_declining_keeps_the_reaction(rules):
    """
    Who lets an opportunity pass still has its reaction for the next (SRD 5.1, "Reactions"): it is
    the reacting creature that decides.
    """
    battle = passing_by(rules)

    battle.do("move", square=(3, 0))
    battle.do("pass")
    assert battle["A"].record.reactions == 1
    battle.do("pass")
    battle.do("move", square=(3, 1))

    assert (battle.decider, battle.decision) == ("A", "response")


@BOTH
@pytest.mark.rule("REA-01")
def test_a_reaction_in_the_own_turn(rules):
    """
    A reaction may fall in the own turn: the wizard that walks away casts Shield against the
    opportunity attack, and has no second reaction in that turn (SRD 5.1, "Reactions").
    """
    battle = fight(
        "A T . . . / U . . . .", dice=[20, 19, 1], rules=rules, A="wizard:1", T="guard", U="guard",
        changes=WITH_SHIELD, minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([12, 19, 3])

    battle.do("move", square=(4, 1))  # past T, so U's reach is left first
    assert (battle.decider, battle.decision) == ("U", "response")
    battle.do("Spear")
    assert (battle.decider, battle.decision) == ("A", "response")
    battle.do("Shield")
    assert battle["A"].record.reactions == 0
    assert battle["A"].hit_points == battle["A"].hit_point_maximum
    assert (battle.decider, battle.decision) == ("T", "response")
    battle.do("Spear")

    assert (battle.decider, battle.decision) == ("A", "turn")  # hit, and not asked
    assert battle["A"].hit_points < battle["A"].hit_point_maximum


@BOTH
@pytest.mark.rule("REA-01")
@pytest.mark.parametrize(("condition", "asked"), [("poisoned", True), ("incapacitated", False)])
def test_who_cannot_take_reactions_has_none(rules, condition, asked):
    """An incapacitated wizard is not asked whether to cast Shield (SRD 5.1, "Incapacitated")."""
    battle = fight(
        "A T", first="T", rules=rules, A="wizard:1", T="guard", changes=WITH_SHIELD,
        minor_decisions="auto",
    )  # fmt: skip
    battle["A"].give(condition)
    battle.script_dice([12, 1])

    battle.do("Spear", target="A")

    assert (battle.decision == "response") == asked


@BOTH
@pytest.mark.rule("REA-02")
def test_the_interrupted_turn_goes_on(rules):
    """
    The reaction happens at once, before the mover leaves; then its turn continues with all that it
    had left (SRD 5.1, "Reactions").
    """
    battle = passing_by(rules)
    battle.script_dice([15, 1])

    battle.do("move", square=(3, 0))
    assert battle["T"].square == (1, 0)  # it has not left yet
    battle.do("Club")

    assert battle["T"].hit_points == 59
    assert (battle.decider, battle.decision) == ("T", "turn")
    assert battle["T"].square == (3, 0)
    assert can(battle, "Dash") and can(battle, "Dodge")
    assert max(x for x, _ in squares(battle)) == 6  # moved 10 ft, 20 ft are left: to (6, 0)
    assert battle["T"].record.moved_ft == 10


@pytest.mark.rule("REA-02")
def test_a_reaction_to_a_reaction():
    """
    A reaction may interrupt another one: Counterspell against Counterspell, and the first spell
    takes effect after all (SRD 5.1, "Reactions").
    """
    battle = counterspelled("2014")
    assert (battle.decider, battle.decision) == ("A", "response")
    battle.script_dice([1] * 10)

    battle.do("Counterspell")

    assert battle["T"].hit_points < battle["T"].hit_point_maximum
    assert battle["A"].spell_slots.get(3, 0) == 0
    assert battle.decider == "A" and battle["A"].record.reactions == 0


@pytest.mark.rule("REA-02")
@pytest.mark.rule("ACT-02")
def test_no_second_slot_for_a_reaction_in_2024():
    """Who spends a slot on its turn has none to spend on a reaction in it (SRD 5.2, "Spells")."""
    battle = counterspelled("2024")

    assert (battle.decider, battle.decision) == ("A", "turn")
    assert battle["T"].hit_points == battle["T"].hit_point_maximum


@pytest.mark.rule("ACT-02")
@pytest.mark.parametrize(("rules", "left"), [("2014", 1), ("2024", 2)])
def test_the_slot_of_a_spell_that_is_countered(rules, left):
    """
    It is spent in 2014. In 2024 it is not, so that another can be spent in the same turn (SRD 5.2,
    "Counterspell").
    """
    battle = counterspelled(rules)
    if battle.decision == "response":
        battle.do("pass")

    assert battle["A"].spell_slots[3] == left
    assert can(battle, "Misty Step") == (rules == "2024")


def counterspelled(rules):
    """Have A cast Fireball, and T answer it with Counterspell."""
    battle = fight(
        "A . . . . T", first="A", rules=rules, A="wizard:5", T="wizard:5 side=1",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([1])  # [2024] a save of the caster's
    battle.do("Fireball", square=(6, 0))
    assert (battle.decider, battle.decision) == ("T", "response")
    battle.do("Counterspell")
    return battle


@BOTH
@pytest.mark.case("B077")
def test_a_reaction_to_damage_is_not_offered_on_healing(rules):
    """Hellish Rebuke answers damage by a creature that is seen within 60 feet, and nothing else."""
    battle = fight(
        "A T / C .", first="C", rules=rules, A="wizard:5", C="cleric:1", T="striker",
        changes=WITH_REBUKE,
    )  # fmt: skip
    battle["A"].hit_points = 5

    battle.do("Cure Wounds", target="A")
    assert battle["A"].hit_points > 5
    assert (battle.decider, battle.decision) == ("C", "turn")
    wait_for(battle, "T")
    battle.script_dice([15, 3])
    battle.do("Fire", target="A")

    assert (battle.decider, battle.decision) == ("A", "response")
    assert can(battle, "Hellish Rebuke")


@BOTH
@pytest.mark.case("B077")
@pytest.mark.parametrize(("hindrance", "offered"), [("", True), ("blinded", False)])
def test_the_rebuked_must_be_seen(rules, hindrance, offered):
    """Who cannot see what hurt it has nobody to rebuke."""
    battle = fight(
        "A T / . .", first="T", rules=rules, A=f"wizard:5 {hindrance}", T="striker",
        changes=WITH_REBUKE,
    )  # fmt: skip
    battle.script_dice([15, 3])
    battle.do("Fire", target="A")

    assert (battle.decision == "response") == offered


@BOTH
@pytest.mark.case("B079")
def test_only_reactions_answer_a_hit(rules):
    """Shield answers a hit; Shield of Faith, which takes a bonus action, does not."""
    battle = fight(
        "A T / . .", first="T", rules=rules, A="wizard:5", T="guard",
        changes={"A": {"more_spells": ["shield_of_faith"]}},
    )  # fmt: skip
    battle.script_dice([16])

    battle.do("Spear", target="A")

    assert (battle.decider, battle.decision) == ("A", "response")
    said = {battle.describe(action) for action in battle.legal_actions()}
    assert said == {"Let it pass", "Shield"}


@BOTH
@pytest.mark.case("B080")
def test_shield_lasts_to_the_start_of_the_own_turn(rules):
    """
    Shield stays through further attacks, also those that miss, and ends as the next own turn begins
    (SRD 5.1, "Shield").
    """
    battle = fight(
        "A T / U .", dice=[1, 20, 19], rules=rules, A="wizard:5", T="guard", U="guard",
        minor_decisions="auto",
    )  # fmt: skip
    without = battle["A"].armor_class
    battle.script_dice([13, 13])

    battle.do("Spear", target="A")
    battle.do("Shield")
    assert battle["A"].armor_class == without + 5
    battle.do("pass")
    battle.do("Spear", target="A")
    assert battle["A"].armor_class == without + 5
    assert battle["A"].hit_points == battle["A"].hit_point_maximum
    battle.do("pass")

    assert battle.decider == "A" and battle["A"].armor_class == without


@BOTH
@pytest.mark.case("B080")
def test_what_is_good_for_one_attack_ends_with_a_miss(rules):
    """The advantage that Guiding Bolt gives is gone after the next attack, though that misses."""
    battle = fight(
        "C . . . T B / . . . . . .", dice=[20, 1, 19], rules=rules, C="cleric:1",
        B="striker side=0", T="commoner hp=90/90", minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([15, 1, 1, 1, 1])
    battle.do("Guiding Bolt", target="T")
    battle.do("pass")

    battle.script_dice([1, 1])  # advantage, and a miss nonetheless
    battle.do("Fire", target="T")
    assert lines(battle, "attack")[-1].reasons and battle.scripted_dice_left == 0
    battle.script_dice([15, 7])
    battle.do("Cold", target="T")

    assert battle.scripted_dice_left == 0
    assert battle["T"].hit_points == 90 - 4 - 7


@pytest.mark.case("B020")
@BOTH
def test_shield_stops_magic_missile(rules):
    """
    Shield answers being targeted by Magic Missile: no damage, so no save to keep concentrating
    (SRD 5.1, "Shield").
    """
    battle = fight(
        "A . . T", first="A", rules=rules, A="wizard:3", T="wizard:3 side=1",
        changes={"T": {"more_spells": ["bless"]}}, minor_decisions="auto",
    )  # fmt: skip
    battle.do("pass")
    battle.do("Bless", target="T")
    assert battle["T"].is_concentrating
    wait_for(battle, "A")

    battle.do("Magic Missile", target=["T", "T", "T"])
    assert (battle.decider, battle.decision) == ("T", "response")
    battle.do("Shield")

    assert battle["T"].hit_points == battle["T"].hit_point_maximum
    assert lines(battle, "save") == [] and battle["T"].is_concentrating
