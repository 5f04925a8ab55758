"""Characters: standard builds at levels 1, 5 and 11, and what an encounter changes."""

import pytest

from dnd_env.content.library import Library
from dnd_env.core.errors import ContentError
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.terms import (
    Affinity,
    DamageType,
    Do,
    Edition,
    Verb,
)
from tests.content.reading import EDITIONS, block

BOTH = pytest.mark.parametrize("rules", EDITIONS)
CLASSES = ("fighter", "rogue", "cleric", "wizard")
RECHARGE_FROM = 9  # the resource after those of the spell slots of levels 1 to 9

# hit points, armor class (a shield not counted), saves, initiative, passive Perception
FIGURES = {
    ("2014", "fighter", 1): (12, 16, [5, 2, 4, -1, 1, 0], 2, 13),
    ("2014", "fighter", 5): (44, 18, [7, 2, 5, -1, 1, 0], 2, 14),
    ("2014", "fighter", 11): (103, 19, [9, 2, 7, -1, 2, 0], 4, 16),
    ("2014", "rogue", 1): (10, 14, [-1, 5, 2, 3, 2, 0], 3, 16),
    ("2014", "rogue", 5): (38, 16, [-1, 7, 2, 4, 2, 0], 4, 18),
    ("2014", "rogue", 11): (91, 17, [-1, 9, 3, 6, 2, 0], 5, 20),
    ("2014", "cleric", 1): (10, 16, [2, 0, 2, -1, 5, 3], 0, 13),
    ("2014", "cleric", 5): (38, 18, [2, 0, 2, -1, 7, 4], 0, 14),
    ("2014", "cleric", 11): (80, 18, [2, 0, 2, -1, 9, 5], 0, 15),
    ("2014", "wizard", 1): (8, 12, [-1, 2, 2, 5, 3, 0], 2, 11),
    ("2014", "wizard", 5): (32, 12, [-1, 2, 2, 7, 4, 0], 2, 11),
    ("2014", "wizard", 11): (68, 12, [-1, 2, 2, 9, 5, 0], 2, 11),
    ("2024", "fighter", 1): (12, 17, [5, 1, 4, -1, 1, 0], 1, 13),
    ("2024", "fighter", 5): (49, 19, [7, 1, 6, -1, 1, 0], 1, 14),
    ("2024", "fighter", 11): (114, 19, [9, 1, 8, -1, 1, 0], 1, 15),
    ("2024", "rogue", 1): (10, 14, [-1, 5, 2, 3, 1, 0], 3, 15),
    ("2024", "rogue", 5): (43, 16, [-1, 7, 3, 4, 1, 0], 4, 17),
    ("2024", "rogue", 11): (102, 17, [-1, 9, 4, 5, 1, 0], 5, 19),
    ("2024", "cleric", 1): (9, 16, [2, 0, 1, -1, 5, 3], 0, 13),
    ("2024", "cleric", 5): (38, 18, [2, 0, 2, -1, 7, 4], 0, 14),
    ("2024", "cleric", 11): (80, 18, [2, 0, 2, -1, 9, 5], 0, 15),
    ("2024", "wizard", 1): (8, 12, [-1, 2, 2, 5, 3, 0], 2, 11),
    ("2024", "wizard", 5): (32, 12, [-1, 2, 2, 7, 4, 0], 2, 11),
    ("2024", "wizard", 11): (68, 12, [-1, 2, 2, 9, 5, 0], 2, 11),
}
SLOTS = {1: [2], 5: [4, 3, 2], 11: [4, 3, 3, 3, 2, 1], 20: [4, 3, 3, 3, 3, 2, 2, 1, 1]}


@pytest.mark.parametrize(("rules", "name", "level"), FIGURES)
def test_a_standard_build_has_these_figures(rules, name, level):
    hit_points, armor_class, saves, initiative, passive = FIGURES[rules, name, level]
    row = block(rules, name, level).row

    assert (row.hit_points, row.armor_class) == (hit_points, armor_class)
    assert [row.save_bonus[ability] for ability in range(6)] == saves
    assert (row.initiative_bonus, row.passive_perception) == (initiative, passive)
    assert row.level == level
    assert row.uses_dying_rules == 1


@BOTH
@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("level", range(1, 21))
def test_every_level_has_its_proficiency_and_hit_points(rules, name, level):
    """The whole hit die, then half of it and 1 a level, each with the Constitution modifier."""
    row = block(rules, name, level).row
    die = {"fighter": 10, "rogue": 8, "cleric": 8, "wizard": 6}[name]

    assert row.proficiency == 2 + (level - 1) // 4
    assert (row.hit_dice, row.hit_die) == (level, die)
    constitution = row.ability_modifiers[2]
    assert row.hit_points == die + (level - 1) * (die // 2 + 1) + level * constitution


@BOTH
@pytest.mark.parametrize("name", ["cleric", "wizard"])
@pytest.mark.parametrize("level", SLOTS)
def test_casters_have_their_slots(rules, name, level):
    caster = block(rules, name, level).row
    ability = 4 if name == "cleric" else 3

    slots = [caster.resources[index] for index in range(9)]
    assert slots == SLOTS[level] + [0] * (9 - len(SLOTS[level]))
    assert caster.spell_attack == caster.proficiency + caster.ability_modifiers[ability]
    assert caster.spell_dc == 8 + caster.spell_attack
    assert caster.spell_level_cap == len(SLOTS[level])
    assert caster.caster_level == level


@BOTH
@pytest.mark.parametrize(
    ("level", "attacks"), [(1, 1), (4, 1), (5, 2), (10, 2), (11, 3), (19, 3), (20, 4)]
)
def test_a_fighter_attacks_more_often(rules, level, attacks):
    fighter = block(rules, "fighter", level)

    assert fighter.row.attack_option_count == 1
    option = fighter.row.attack_options[0]
    assert (option.is_multiattack, option.parts[0].count) == (0, attacks)
    slots = option.parts[0].slots
    assert slots >> fighter.content.slot(fighter.index, "Longsword") & 1
    assert slots >> (MAX_SLOTS + Verb.GRAPPLE - 1) & 1
    assert not slots >> fighter.content.slot(fighter.index, "Second Wind") & 1


@BOTH
def test_expertise_doubles_the_proficiency(rules):
    rogue = block(rules, "rogue", 1).row
    stealth = 16  # its place among the skills

    assert rogue.skill_bonus[stealth] == rogue.ability_modifiers[1] + 2 * rogue.proficiency


@BOTH
def test_an_encounter_changes_a_build(rules):
    scores = dict.fromkeys(
        ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), 12
    )
    fighter = block(
        rules,
        "fighter",
        1,
        abilities=scores,
        equipment=["greataxe", "leather_armor"],
        skills=["stealth"],
        styles=["two_weapon"],
        hit_points=30,
    )

    assert [fighter.row.ability_scores[ability] for ability in range(6)] == [12] * 6
    assert fighter.row.hit_points == 30
    assert fighter.row.armor_class == 12
    assert "Greataxe" in fighter.names()
    assert "Longsword" not in fighter.names()
    assert fighter.row.skill_bonus[16] == 1 + 2


@BOTH
def test_more_can_be_added_to_a_build(rules):
    wizard = block(rules, "wizard", 5, more_spells=["fly"], more_equipment=["rapier"])

    assert {"Fly", "Fireball", "Rapier", "Dagger"} <= set(wizard.names())


@BOTH
def test_resistances_can_be_given(rules):
    for entry, level in (("fighter", 1), ("wolf", None)):
        creature = block(rules, entry, level, resistances="fire", condition_immunities=["charmed"])
        kinds = {row.kind: row.filter for row in creature.standing() if row.do == Do.AFFINITY}
        assert kinds == {
            Affinity.RESIST: 1 << DamageType.FIRE,
            Affinity.CONDITION_IMMUNE: 1 << 1,
        }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"spells": ["fire_blot"]}, 'no entry "fire_blot" in spells; did you mean fire_bolt'),
        ({"equipment": ["long_sword"]}, 'no entry "long_sword" in items; did you mean longsword'),
        ({"styles": ["duelling"]}, "did you mean style_dueling"),
        ({"species": "humann"}, "did you mean human"),
        ({"feats": ["alert"]}, 'Wizard 5: unknown key: found "feats", expected one of species'),
        ({"resistances": ["fyre"]}, 'found "fyre", expected one of .*did you mean "fire"'),
    ],
)
def test_mistakes_in_a_build_name_what_was_meant(changes, said):
    entry = "fighter" if "styles" in changes else "wizard"

    with pytest.raises(ContentError, match=said):
        block("2014", entry, 5, **changes)


@BOTH
@pytest.mark.parametrize("level", [0, 21, -1])
def test_levels_are_from_1_to_20(rules, level):
    with pytest.raises(ContentError, match=f"level: found {level}, expected 1 to 20"):
        block(rules, "wizard", level)


def test_a_class_needs_a_level():
    with pytest.raises(ContentError, match='"wizard" is a class: level: missing'):
        block("2014", "wizard")


def test_what_is_left_out_and_approximated_can_be_read():
    content = block("2014", "cleric", 11).content

    assert content.left_out["Cleric 11"]
    assert content.approximated["Cleric 11"]
    assert Library(Edition.SRD_5_1).edition == content.edition


@BOTH
def test_limited_uses_follow_the_spell_slots(rules):
    cleric = block(rules, "cleric", 5)

    assert cleric.activity("Turn Undead").resource == RECHARGE_FROM + 1
    assert cleric.activity("Bless").resource == 0  # the slot is chosen when it is cast
    assert cleric.activity("Bless").spell_level == 1
