"""Casting a spell: what it costs, and how many in one turn. ACT-02."""

import pytest

from .conftest import can, fight, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def priest(rules, level=3, text="A . . . T", **options):
    """Begin a fight of a cleric."""
    return fight(
        text, first="A", rules=rules, A=f"cleric:{level}", T="commoner hp=200/200",
        minor_decisions="auto", **options,
    )  # fmt: skip


@BOTH
@pytest.mark.rule("ACT-02")
def test_the_casting_time_says_what_a_spell_costs(rules):
    """
    Bless takes the action, Healing Word the bonus action (SRD 5.1, "Casting Time").
    """
    battle = priest(rules)
    battle["A"].hit_points = 5

    battle.do("Bless", target="A")
    assert not can(battle, "Dodge") and battle["A"].record.bonus_actions == 1

    battle = priest(rules)
    battle["A"].hit_points = 5
    battle.do("Healing Word", target="A")
    assert can(battle, "Dodge") and battle["A"].record.bonus_actions == 0


@BOTH
@pytest.mark.rule("ACT-02")
def test_a_slot_of_its_level_or_higher_is_spent(rules):
    """A spell takes a slot of its level or of a higher one (SRD 5.1, "Spell Slots")."""
    battle = priest(rules)
    assert battle["A"].spell_slots == {1: 4, 2: 2}

    battle.do("Bless", target="A", level=2)

    assert battle["A"].spell_slots == {1: 4, 2: 1}


@BOTH
@pytest.mark.rule("ACT-02")
def test_no_slot_no_spell(rules):
    """Without a slot only cantrips are left (SRD 5.1, "Spell Slots")."""
    battle = priest(rules)
    for level in range(1, 3):
        battle["A"].record.resources[level - 1] = 0
    battle.refresh()

    assert not can(battle, "Bless") and not can(battle, "Healing Word")
    assert can(battle, "Sacred Flame")


@pytest.mark.rule("ACT-02")
@pytest.mark.case("B101")
def test_2014_after_a_bonus_action_spell_only_a_cantrip():
    """
    On a turn with a bonus-action spell no other spell can be cast but a cantrip of one action
    (SRD 5.1, "Casting Time").
    """
    battle = priest("2014")

    battle.do("Spiritual Weapon", target="T")

    assert not can(battle, "Bless") and not can(battle, "Cure Wounds")
    assert can(battle, "Sacred Flame")


@pytest.mark.rule("ACT-02")
@pytest.mark.case("B101")
@pytest.mark.parametrize(("first", "allowed"), [("Bless", False), ("Sacred Flame", True)])
def test_2014_the_same_in_the_other_order(first, allowed):
    """After Bless no bonus-action spell, after a cantrip any (SRD 5.1, "Casting Time")."""
    battle = priest("2014")
    battle["A"].hit_points = 5

    battle.do(first, target="A" if first == "Bless" else "T")

    assert can(battle, "Spiritual Weapon") == allowed
    assert can(battle, "Healing Word") == allowed


@pytest.mark.rule("ACT-02")
def test_2014_reactions_of_the_same_turn_count():
    """
    Who has cast a bonus-action spell cannot cast Shield in the same turn, and the other way round
    (SRD 5.1, "Casting Time").
    """
    for bonus_first in (True, False):
        battle = fight(
            "T A . . .", first="A", A="wizard:5", T="guard", minor_decisions="auto",
            changes={"A": {"spells": ["shield", "misty_step"]}},
        )  # fmt: skip
        if bonus_first:
            battle.do("Misty Step", square=(2, 0))
            battle["A"].square = (1, 0)
        battle.do("move", square=(4, 0))
        battle.script_dice([15, 1])
        battle.do("Spear")

        if bonus_first:
            assert battle.decider == "A" and battle.decision == "turn"
        else:
            battle.do("Shield")
            assert battle.decision == "turn" and not can(battle, "Misty Step")


@pytest.mark.rule("ACT-02")
def test_2014_it_is_about_one_turn():
    """In another creature's turn, and in the next own one, all spells are there again."""
    battle = fight(
        "A T . . .", first="A", A="wizard:5", T="guard", minor_decisions="auto",
        changes={"A": {"spells": ["shield", "misty_step", "magic_missile"]}},
    )  # fmt: skip
    battle.do("Misty Step", square=(2, 0))
    battle["A"].square = (0, 0)
    battle.do("pass")

    battle.script_dice([15, 1])
    battle.do("Spear", target="A")
    assert (battle.decider, battle.decision) == ("A", "response")
    battle.do("pass")
    wait_for(battle, "A")

    assert can(battle, "Magic Missile") and can(battle, "Misty Step")


@pytest.mark.rule("ACT-02")
@pytest.mark.parametrize("first", ["Bless", "Spiritual Weapon"])
@pytest.mark.case("B101")
def test_2024_one_slot_a_turn(first):
    """
    In one turn at most one spell slot is spent; cantrips are free of it (SRD 5.2, "One Spell with a
    Spell Slot per Turn").
    """
    battle = priest("2024")
    battle["A"].hit_points = 5

    battle.do(first, target="A" if first == "Bless" else "T")

    for spell in ("Bless", "Spiritual Weapon", "Healing Word", "Cure Wounds"):
        assert not can(battle, spell)
    assert can(battle, "Sacred Flame") == (first == "Spiritual Weapon")


@pytest.mark.rule("ACT-02")
def test_2024_a_cantrip_and_a_slot():
    """A cantrip as the action leaves the slot for a bonus-action spell (SRD 5.2)."""
    battle = priest("2024")

    battle.do("Sacred Flame", target="T")

    assert can(battle, "Spiritual Weapon")


@pytest.mark.rule("ACT-02")
def test_2024_spells_without_a_slot_are_free():
    """
    What is cast without a slot does not count: a dragon that casts at will and once a day
    (SRD 5.2, "One Spell with a Spell Slot per Turn").
    """
    battle = fight(
        "D . . . . . . . A / . . . . . . . . . / . . . . . . . . .", first="D", rules="2024",
        D="adult_red_dragon", A="commoner side=0 hp=500/500", minor_decisions="auto",
    )  # fmt: skip
    battle["D"].record.actions = 2
    battle.refresh()

    battle.do("Fireball", square=(9, 1))

    assert can(battle, "Scorching Ray")
    assert battle["D"].record.spent_slot == 0


@pytest.mark.rule("ACT-02")
def test_2024_a_slot_in_anothers_turn():
    """The count is for each turn: a reaction in another's turn may spend a slot (SRD 5.2)."""
    battle = fight(
        "A T . . .", first="A", rules="2024", A="wizard:5", T="guard", minor_decisions="auto",
        changes={"A": {"spells": ["shield", "misty_step"]}},
    )  # fmt: skip
    battle.do("Misty Step", square=(2, 0))
    battle["A"].square = (0, 0)
    battle.do("pass")
    battle.script_dice([15, 1])

    battle.do("Spear", target="A")

    assert (battle.decider, battle.decision) == ("A", "response")


@BOTH
@pytest.mark.rule("ACT-02")
def test_what_a_spell_goes_on_to_do_is_no_casting(rules):
    """
    To strike with a Spiritual Weapon cast earlier is a bonus action but no spell, so that any spell
    can be cast beside it (SRD 5.1, "Spiritual Weapon").
    """
    battle = priest(rules)
    battle.script_dice([2])
    battle.do("Spiritual Weapon", target="T")
    battle.do("pass")
    wait_for(battle, "A")
    battle.script_dice([2])

    battle.do("Spiritual Weapon (again)", target="T")

    assert can(battle, "Cure Wounds")
    assert battle["A"].spell_slots == {1: 4, 2: 1}


@BOTH
@pytest.mark.rule("ACT-02")
def test_who_cannot_act_casts_nothing(rules):
    """A creature that cannot take actions casts nothing (SRD 5.1, "Casting a Spell")."""
    battle = priest(rules)
    battle["A"].give("incapacitated")

    for spell in ("Bless", "Healing Word", "Sacred Flame", "Spiritual Weapon"):
        assert not can(battle, spell)
