"""Weapons and armor: rows against the SRD's tables (``weapons.csv``, ``armor.csv``), and uses."""

import csv

import pytest

from dnd_env.content.compile import CreatureRequest, compile_content
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import (
    Ability,
    AttackKind,
    Condition,
    Cost,
    DamageType,
    Do,
    Event,
    Flag,
    Mode,
    Outcome,
    Predicate,
    Property,
    Roll,
    SaveWhen,
    Trait,
    Witness,
)
from tests.content.reading import EDITIONS, HERE, Block, block, library

RULES = {edition.name.lower(): rules for rules, edition in EDITIONS.items()}
WEAPONS = list(csv.DictReader((HERE / "weapons.csv").open(encoding="utf-8")))
ARMOR = list(csv.DictReader((HERE / "armor.csv").open(encoding="utf-8")))
BOTH = pytest.mark.parametrize("rules", EDITIONS)
SCORES = {
    "strength": 16,
    "dexterity": 14,
    "constitution": 10,
    "intelligence": 10,
    "wisdom": 10,
    "charisma": 10,
}


def armed(rules, *equipment, entry="fighter", level=1, **scores):
    """A character who carries these things, whose fighting style changes no attack."""
    return block(
        rules,
        entry,
        level,
        equipment=equipment,
        abilities=SCORES | scores,
        styles=["defense"],
    )


def wielder(rules, weapon):
    ammunition = library(rules).find("items", weapon).table.get("ammunition")
    return armed(rules, weapon, *([f"20 {ammunition}"] if ammunition else []))


def ident(row):
    return f"{row['edition']}/{row['id']}"


@pytest.mark.parametrize("figures", WEAPONS, ids=ident)
def test_a_weapon_has_the_figures_of_the_table(figures):
    rules = RULES[figures["edition"]]
    entry = library(rules).find("items", figures["id"]).table
    fighter = wielder(rules, figures["id"])
    way, first = fighter.activity(entry["name"]), fighter.effects(entry["name"])[0]

    assert entry["category"] == figures["category"]
    melee = figures["reach"] == "melee"
    assert way.attack_kind == (AttackKind.MELEE_WEAPON if melee else AttackKind.RANGED_WEAPON)
    if figures["damage"]:
        number, _, sides = figures["damage"].partition("d")
        assert first.do == Do.DAMAGE
        assert (first.dice, first.sides) == ((int(number), int(sides)) if sides else (0, 0))
        assert DamageType(first.kind).name.lower() == figures["type"]
    assert {Property(bit).name.lower() for bit in range(14) if way.properties >> bit & 1} >= set(
        figures["properties"].split()
    )
    if melee:
        assert way.range_ft == (10 if "reach" in figures["properties"].split() else 5)
    else:
        reached = figures["range"].split("/")
        assert [way.range_ft, way.long_range_ft] == [*map(int, reached)]
    if figures["two_hands"]:
        both = fighter.effects(f"{entry['name']} (two hands)")[0]
        assert f"{both.dice}d{both.sides}" == figures["two_hands"]
        assert fighter.activity(f"{entry['name']} (two hands)").grip == 2
    if figures["thrown"] and melee:
        thrown = fighter.activity(f"{entry['name']} (thrown)")
        assert f"{thrown.range_ft}/{thrown.long_range_ft}" == figures["thrown"]
        assert thrown.attack_kind == AttackKind.RANGED_WEAPON
    if rules == "2024":
        assert entry["mastery"] == figures["mastery"]


@pytest.mark.parametrize("figures", ARMOR, ids=ident)
def test_armor_has_the_figures_of_the_table(figures):
    """With a Dexterity modifier of +3, and Strength 8 where armor asks for more."""
    rules = RULES[figures["edition"]]
    worn = armed(rules, figures["id"], entry="rogue", dexterity=16, strength=8).row
    bare = armed(rules, entry="rogue", dexterity=16, strength=8).row

    if figures["id"] == "shield":
        assert worn.armor_class == bare.armor_class == 13  # it counts while it is in hand
        return
    leaves = {"all": 3, "2": 2, "0": 0}[figures["dexterity"]]
    assert worn.armor_class == int(figures["armor_class"]) + leaves
    assert worn.wears_armor == 1
    slowed = 10 if int(figures["strength"]) > 8 else 0
    assert worn.speed_ft[0] == bare.speed_ft[0] - slowed


@BOTH
def test_all_weapons_and_armor_are_held_against_the_tables(rules):
    edition = EDITIONS[rules].name.lower()
    kinds = {"weapon": [], "armor": [], "shield": []}
    for name in library(rules).names("items"):
        kind = library(rules).find("items", name).table.get("kind", "weapon")
        kinds.get(kind, []).append(name)

    assert kinds["weapon"] == [row["id"] for row in WEAPONS if row["edition"] == edition]
    assert sorted(kinds["armor"] + kinds["shield"]) == [
        row["id"] for row in ARMOR if row["edition"] == edition
    ]


@BOTH
def test_clumsy_armor_hinders_stealth(rules):
    def hinders(fighter):
        return [
            row
            for row in fighter.standing()
            if row.do == Do.ROLL_MODE and row.mode == Mode.DISADVANTAGE
        ]

    assert hinders(armed(rules, "chain_mail"))
    assert not hinders(armed(rules, "breastplate"))


@BOTH
def test_attack_and_damage_take_the_ability_and_the_proficiency(rules):
    """Strength hand to hand and thrown, Dexterity for bows, the better for finesse (ATK-02)."""
    fighter = armed(rules, "longsword", "handaxe", "rapier", "longbow", "20 arrow")
    deft = armed(rules, "rapier", "dagger", dexterity=18)

    assert fighter.activity("Longsword").attack_bonus == 2 + 3
    assert fighter.effects("Longsword")[0].bonus == 3
    assert fighter.activity("Handaxe (thrown)").attack_bonus == 2 + 3
    assert fighter.activity("Longbow").attack_bonus == 2 + 2
    assert fighter.effects("Longbow")[0].bonus == 2
    assert fighter.activity("Rapier").attack_ability == Ability.STRENGTH
    assert deft.activity("Rapier").attack_bonus == 2 + 4
    assert deft.activity("Dagger (thrown)").attack_bonus == 2 + 4


@BOTH
def test_who_is_not_proficient_adds_no_bonus(rules):
    wizard = armed(rules, "greatsword", "dagger", entry="wizard")

    assert wizard.activity("Greatsword").attack_bonus == 3
    assert wizard.activity("Dagger").attack_bonus == 2 + 3


@BOTH
def test_a_bow_takes_arrows(rules):
    fighter = armed(rules, "longbow", "20 arrow")
    bow = fighter.activity("Longbow")

    assert fighter.content.item_name(fighter.index, bow.ammunition - 1) == "Arrow"
    assert fighter.row.item_counts[bow.ammunition - 1] == 20
    assert bow.item == 1
    assert bow.grip == 2


@BOTH
def test_a_bow_without_arrows_is_a_mistake(rules):
    with pytest.raises(ContentError, match='longbow needs "arrow"'):
        armed(rules, "longbow")


@BOTH
def test_the_other_light_weapon_strikes_with_a_bonus_action(rules):
    """No Strength or Dexterity in its damage, and not after an attack with itself (ATK-12)."""
    rogue = armed(rules, "shortsword", "shortsword", entry="rogue", strength=8, dexterity=16)
    second = rogue.activity("Shortsword 2 (off hand)")

    assert second.cost == Cost.BONUS_ACTION
    assert second.traits >> Trait.OFF_HAND & 1
    assert second.predicate == Predicate.ATTACKED_WITH_LIGHT
    assert second.predicate_value == 1 << second.item
    assert rogue.effects("Shortsword 2 (off hand)")[0].bonus == 0
    assert rogue.effects("Shortsword 2")[0].bonus == 3
    assert "Rapier (off hand)" not in armed(rules, "rapier", "shortsword").names()


@BOTH
def test_a_bad_modifier_is_taken_off_in_the_off_hand_too(rules):
    weak = armed(rules, "club", "club", strength=6)

    assert weak.effects("Club 2 (off hand)")[0].bonus == -2


@BOTH
def test_two_weapon_fighting_adds_the_modifier(rules):
    fighter = block(
        rules,
        "fighter",
        1,
        equipment=["shortsword", "scimitar"],
        abilities=SCORES,
        styles=["two_weapon"],
    )

    assert fighter.effects("Shortsword (off hand)")[0].bonus == 3


@BOTH
def test_a_shield_leaves_one_hand(rules):
    fighter = armed(rules, "longsword", "shield")

    assert "Longsword (two hands)" not in fighter.names()
    assert fighter.content.hands(fighter.index) == (1, 2)
    shield = fighter.tables.items[fighter.row.items[1] - 1]
    assert (shield.is_shield, shield.armor_class) == (1, 2)


@BOTH
@pytest.mark.parametrize(
    ("equipment", "hands"),
    [
        ((), (0, 0)),
        (("dagger",), (1, 0)),
        (("greatsword", "shield"), (1, 0)),
        (("longsword", "longbow", "20 arrow", "shield"), (1, 4)),
        (("shortsword", "dagger"), (1, 2)),
        (("longsword", "dagger", "dagger"), (1, 0)),
    ],
)
def test_what_is_in_hand_at_first(rules, equipment, hands):
    fighter = armed(rules, *equipment)

    assert fighter.content.hands(fighter.index) == hands


@BOTH
def test_one_kind_of_weapon_is_one_item_in_several_stat_blocks(rules):
    requests = [CreatureRequest("fighter", 1), CreatureRequest("fighter", 5)]
    content = compile_content(library(rules), requests)
    first, second = (Block(content, request).row for request in requests)

    assert first.items[0] == second.items[0] > 0


@BOTH
def test_a_potion_of_healing_is_used_up(rules):
    """2d4 + 2 hit points; [2014] an action, [2024] a bonus action."""
    fighter = armed(rules, "longsword", "2 potion_of_healing")
    drink = next(name for name in fighter.names() if "Potion" in name)
    (heal,) = fighter.effects(drink)

    assert (heal.do, heal.dice, heal.sides, heal.bonus) == (Do.HEAL, 2, 4, 2)
    assert fighter.resource(drink) == 2
    costs = {"2014": Cost.ACTION, "2024": Cost.BONUS_ACTION}
    assert fighter.activity(drink).cost == costs[rules]


def test_a_net_holds_up_to_large():
    """[2014] a ranged weapon that takes the whole action; [2024] thrown in place of an attack."""
    thrown, cast = armed("2014", "net"), armed("2024", "2 net")

    assert thrown.activity("Net").cost == Cost.ACTION
    assert cast.activity("Net").cost == Cost.ATTACK
    assert (cast.activity("Net").ability, cast.activity("Net").save_dc) == (0b10, 8 + 2 + 2)
    assert cast.resource("Net") == 2
    for fighter in (thrown, cast):
        (held,) = fighter.effects("Net")
        assert (held.do, held.condition) == (Do.CONDITION, Condition.RESTRAINED)
        assert (held.predicate, held.predicate_value) == (Predicate.OTHER_SIZE_AT_MOST, 4)
        assert (held.save_when, held.save_dc) == (1 << SaveWhen.BY_ACTION, 10)


def mastered(weapon, *more, **scores):
    return armed("2024", weapon, *more, **scores)


def rider(weapon, name, *more):
    """The row of a mastery: what follows the weapon's own damage."""
    fighter = mastered(weapon, *more)
    return fighter, fighter.effects(name)[1]


def test_vex_helps_the_next_attack():
    _, row = rider("shortsword", "Shortsword")

    assert (row.do, row.outcome) == (Do.ONGOING, 1 << Outcome.HIT)


def test_sap_hinders_the_next_attack():
    fighter, row = rider("longsword", "Longsword")
    (mode,) = fighter.children(row)

    assert (row.do, row.outcome) == (Do.ONGOING, 1 << Outcome.HIT)
    assert (mode.mode, mode.filter) == (Mode.DISADVANTAGE, 1 << Roll.ATTACK)


def test_topple_asks_for_a_save():
    """A Constitution save against 8 + the ability modifier + proficiency."""
    fighter, row = rider("maul", "Maul")

    assert (row.do, row.ability, row.save_dc) == (Do.SAVE, 0b100, 8 + 3 + 2)
    (prone,) = fighter.children(row)
    assert prone.do == Do.CONDITION


def test_graze_hurts_on_a_miss():
    _, row = rider("greatsword", "Greatsword")

    assert (row.do, row.outcome, row.dice, row.bonus) == (Do.DAMAGE, 1 << Outcome.MISS, 0, 3)


def test_push_moves_ten_feet():
    _, row = rider("warhammer", "Warhammer")

    assert (row.do, row.amount) == (Do.MOVE_TARGET, 10)


def test_slow_takes_ten_feet():
    fighter, row = rider("club", "Club")
    (speed,) = fighter.children(row)

    assert speed.amount == -10
    assert row.key  # twice counts once


def test_nick_needs_no_bonus_action():
    rogue = mastered("shortsword", "dagger")

    assert rogue.activity("Dagger (off hand)").cost == Cost.FREE
    assert rogue.activity("Shortsword (off hand)").cost == Cost.BONUS_ACTION


def test_cleave_strikes_another():
    fighter = mastered("greataxe")
    cleave = fighter.activity("Greataxe (cleave)")

    assert (cleave.cost, cleave.event, cleave.witness) == (
        Cost.FREE,
        Event.STRUCK,
        Witness.SOURCE,
    )
    assert cleave.traits >> Trait.ANOTHER & 1
    assert cleave.traits >> Trait.ONCE_A_TURN & 1
    assert fighter.effects("Greataxe (cleave)")[0].bonus == 0


def test_only_so_many_weapons_are_mastered():
    """A fighter has mastered three kinds at level 1, a wizard none."""
    fighter = mastered("longsword", "maul", "club", "greatsword")
    wizard = mastered("dagger", "quarterstaff", entry="wizard")

    assert [len(fighter.effects(name)) for name in ("Longsword", "Maul", "Club", "Greatsword")] == [
        2,
        2,
        2,
        1,
    ]
    assert len(wizard.effects("Quarterstaff")) == 1


def test_no_weapon_has_a_mastery_in_the_earlier_edition():
    assert len(armed("2014", "longsword").effects("Longsword")) == 1


@BOTH
def test_armor_one_is_not_trained_for_hinders(rules):
    """No spells; disadvantage on what Strength and Dexterity do."""
    wizard, fighter = (
        block(rules, entry, 5, more_equipment=["breastplate"]) for entry in ("wizard", "fighter")
    )
    flags = [row.filter for row in wizard.standing() if row.do == Do.FLAG]
    modes = [row for row in wizard.standing() if row.do == Do.ROLL_MODE]

    assert flags == [1 << Flag.CANNOT_CAST]
    assert {row.mode for row in modes} == {Mode.DISADVANTAGE}
    assert [row.predicate for row in modes if row.filter == 1 << Roll.ATTACK] == [
        Predicate.ATTACK_ABILITY
    ]
    assert not [row for row in fighter.standing() if row.do == Do.FLAG]
