"""Monsters: their rows against the SRD's figures (``monsters.csv``), and what some have besides."""

import csv
import re

import pytest

from dnd_env.content.compile import CreatureRequest, compile_content
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.tables import FRIGHTENS
from dnd_env.core.terms import (
    Ability,
    Affinity,
    Cost,
    DamageType,
    Do,
    Event,
    Gate,
    Op,
    Outcome,
    Predicate,
    Property,
    RollChange,
    Shape,
    Stat,
    Target,
    Trait,
    Unless,
    Verb,
    Witness,
)
from tests.content.reading import EDITIONS, HERE, block, library

RULES = {edition.name.lower(): rules for rules, edition in EDITIONS.items()}
FIGURES = list(csv.DictReader((HERE / "monsters.csv").open(encoding="utf-8")))
DICE = re.compile(r"(.+)=(\d+)/(\d+)d(\d+)([+-]\d+)")
BOTH = pytest.mark.parametrize("rules", EDITIONS)


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: f"{row['edition']}/{row['id']}")
def test_a_stat_block_has_the_figures_of_the_book(figures):
    """Size, armor class, average hit points, proficiency, saves, passive Perception, initiative."""
    monster = block(RULES[figures["edition"]], figures["id"]).row

    for field, expected in (
        ("size", "size"),
        ("armor_class", "armor_class"),
        ("hit_points", "hit_points"),
        ("proficiency", "proficiency"),
        ("passive_perception", "passive_perception"),
        ("initiative_bonus", "initiative"),
    ):
        assert monster[field] == int(figures[expected]), field
    assert [monster.save_bonus[a] for a in range(6)] == [*map(int, figures["saves"].split())]


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: f"{row['edition']}/{row['id']}")
def test_attacks_have_the_figures_of_the_book(figures):
    """The bonus of each attack, and the dice of its first damage."""
    monster = block(RULES[figures["edition"]], figures["id"])

    for text in filter(None, figures["attacks"].split("; ")):
        name, bonus, number, sides, more = DICE.fullmatch(text).groups()
        attack, damage = monster.activity(name), monster.effects(name)
        assert attack.attack_bonus == int(bonus), name
        if damage and damage[0].do == Do.DAMAGE:
            assert (damage[0].dice, damage[0].sides) == (int(number), int(sides)), name
            assert damage[0].bonus == int(more), name


@BOTH
def test_all_monsters_are_held_against_the_book(rules):
    edition = EDITIONS[rules].name.lower()

    assert library(rules).names("monsters") == [
        row["id"] for row in FIGURES if row["edition"] == edition
    ]


@BOTH
def test_there_are_many_monsters_from_weak_to_strong(rules):
    names = library(rules).names("monsters")
    ratings = [block(rules, name).row.challenge_eighths / 8 for name in names]

    assert len(names) >= 34
    assert min(ratings) <= 1 / 8
    assert max(ratings) >= 13


@BOTH
def test_a_wolf_throws_its_prey_down(rules):
    """[2014] a Strength save against DC 11; [2024] at once, up to Medium."""
    wolf = block(rules, "wolf")
    rider = wolf.effects("Bite")[1]

    assert rider.outcome == 1 << Outcome.HIT
    if rules == "2014":
        assert (rider.do, rider.ability, rider.save_dc) == (Do.SAVE, 0b1, 11)
        (prone,) = wolf.children(rider)
        assert (prone.do, prone.condition, prone.outcome) == (Do.CONDITION, 12, 1 << Outcome.FAIL)
        assert rider.filter == 1 << 11  # it is prone that the save is against
    else:
        assert (rider.do, rider.condition) == (Do.CONDITION, 12)
        assert (rider.predicate, rider.predicate_value) == (Predicate.OTHER_SIZE_AT_MOST, 3)


def test_what_repeats_an_attack_and_what_moves_costs_a_legendary_action():
    dragon = block("2014", "adult_white_dragon")

    assert dragon.row.legendary_actions == 3
    tail, wings = dragon.activity("Tail Attack"), dragon.activity("Wing Attack")
    assert (tail.cost, tail.cost_amount, tail.range_ft) == (Cost.LEGENDARY, 1, 15)
    assert (wings.cost, wings.cost_amount) == (Cost.LEGENDARY, 2)
    assert not tail.traits >> Trait.OPPORTUNITY & 1
    beat, flight = dragon.effects("Wing Attack")
    assert (beat.do, flight.do) == (Do.CAST, Do.MOVE_SELF)
    assert dragon.names()[beat.amount - 1] == "Wing Attack: wings"


@BOTH
def test_legendary_resistance_turns_a_failed_save(rules):
    dragon = block(rules, "adult_white_dragon")
    resistance = dragon.activity("Legendary Resistance")

    assert (resistance.cost, resistance.event) == (Cost.FREE, Event.SAVE_FAILED)
    assert resistance.witness == Witness.SOURCE
    assert dragon.resource("Legendary Resistance") == 3
    (change,) = dragon.effects("Legendary Resistance")
    assert (change.do, change.kind) == (Do.ROLL_CHANGE, RollChange.SUCCEED)
    assert dragon.row.listens >> Event.SAVE_FAILED & 1


def test_a_breath_recharges():
    dragon = block("2014", "young_red_dragon")
    breath = dragon.activity("Fire Breath")

    assert (breath.cost, breath.target, breath.shape) == (Cost.ACTION, Target.DIRECTION, Shape.CONE)
    assert (breath.gate, breath.ability, breath.save_dc) == (Gate.SAVE, 0b10, 17)
    assert (breath.size_ft, breath.resource) == (30, 10)  # after the nine kinds of spell slots
    assert dragon.row.recharge[breath.resource - 1] == 5
    assert dragon.row.resources[breath.resource - 1] == 1
    (fire,) = dragon.effects("Fire Breath")
    assert (fire.dice, fire.sides, fire.mode, fire.kind) == (16, 6, 1, DamageType.FIRE)


@BOTH
def test_a_green_wyrmling_breathes_poison(rules):
    """A cone of 15 ft, a Constitution save against DC 11, half on a success."""
    wyrmling = block(rules, "green_dragon_wyrmling")
    breath = wyrmling.activity("Poison Breath")

    assert (breath.shape, breath.size_ft) == (Shape.CONE, 15)
    assert (breath.gate, breath.ability, breath.save_dc) == (Gate.SAVE, 0b100, 11)
    assert wyrmling.row.recharge[breath.resource - 1] == 5
    (poison,) = wyrmling.effects("Poison Breath")
    assert (poison.dice, poison.sides, poison.mode) == (6, 6, 1)
    bites = wyrmling.effects("Bite" if rules == "2014" else "Rend")
    assert [row.kind for row in bites][1] == poison.kind == DamageType.POISON


def options(monster):
    """The attack options: how many attacks of which names, pseudo-slots as numbers."""
    names, found = monster.names(), []
    for number in range(monster.row.attack_option_count):
        option = monster.row.attack_options[number]
        found.append(
            [
                (part.count, [names[slot] for slot in range(len(names)) if part.slots >> slot & 1])
                for part in (option.parts[index] for index in range(4))
                if part.count
            ]
        )
    return found


def test_the_attack_action_comes_before_the_multiattacks():
    troll = block("2014", "troll")

    assert options(troll) == [[(1, ["Bite", "Claw"])], [(1, ["Bite"]), (2, ["Claw"])]]
    assert troll.row.attack_options[0].is_multiattack == 0
    assert troll.row.attack_options[1].is_multiattack == 1
    action = troll.row.attack_options[0].parts[0].slots
    for verb in (Verb.GRAPPLE, Verb.SHOVE_PRONE, Verb.SHOVE_AWAY, Verb.UNARMED_STRIKE):
        assert action >> (MAX_SLOTS + verb - 1) & 1
    assert troll.row.attack_options[1].parts[0].slots >> MAX_SLOTS == 0


def test_what_a_multiattack_names_costs_an_attack():
    dragon = block("2014", "adult_white_dragon")

    assert dragon.activity("Frightful Presence").cost == Cost.ATTACK
    action, multiattack = options(dragon)
    assert action == [(1, ["Bite", "Claw", "Tail"])]
    assert multiattack == [(1, ["Frightful Presence"]), (1, ["Bite"]), (2, ["Claw"])]


def test_a_weapon_for_both_is_two_activities():
    """What is printed as melee or ranged can be used in two ways."""
    orc = block("2014", "orc")

    near, far = orc.activity("Javelin"), orc.activity("Javelin (thrown)")
    assert (near.range_ft, near.long_range_ft) == (5, 0)
    assert (far.range_ft, far.long_range_ft) == (30, 120)
    assert near.traits >> Trait.OPPORTUNITY & 1
    assert not far.traits >> Trait.OPPORTUNITY & 1


def test_undead_fortitude():
    """A Constitution save of DC 5 plus the damage, unless radiant or critical (B028, B029)."""
    zombie = block("2014", "zombie")
    trigger = zombie.standing()[-1]

    assert (trigger.do, trigger.kind, trigger.mode) == (Do.TRIGGER, Event.DROPPING, Witness.TARGET)
    assert (trigger.predicate, trigger.predicate_value) == (-Predicate.DAMAGE_TYPE, 1 << 11)
    assert trigger.also == -Predicate.CRITICAL
    (save,) = zombie.children(trigger)
    assert (save.do, save.ability, save.save_dc, save.mode) == (Do.SAVE, 0b100, 5, 1)


@BOTH
def test_regeneration_stops_after_acid_or_fire(rules):
    troll = block(rules, "troll")
    heals = next(row for row in troll.standing() if row.do == Do.TRIGGER)

    assert (heals.predicate, heals.predicate_value) == (
        -Predicate.HURT_BY,
        1 << DamageType.ACID | 1 << DamageType.FIRE,
    )
    assert troll.children(heals)[0].bonus == (10 if rules == "2014" else 15)


def test_resistance_to_nonmagical_attacks():
    """[2014] silver overcomes a wight's resistance, adamantine a gargoyle's (B005)."""
    for name, overcomes in (("wight", Unless.SILVERED), ("gargoyle", Unless.ADAMANTINE)):
        rows = [row for row in block("2014", name).standing() if row.do == Do.AFFINITY]
        (weapons,) = [row for row in rows if row.mode]
        assert weapons.kind == Affinity.RESIST
        assert weapons.mode == 1 << Unless.MAGICAL | 1 << overcomes
        assert weapons.filter == (
            1 << DamageType.BLUDGEONING | 1 << DamageType.PIERCING | 1 << DamageType.SLASHING
        )


def test_who_frightens_is_feared():
    dragon = block("2014", "adult_white_dragon")
    fear = dragon.effects("Frightful Presence")[0]

    assert (fear.do, fear.binds, fear.rounds) == (Do.ONGOING, FRIGHTENS, 10)
    assert (fear.ability, fear.save_dc, fear.filter) == (0b10000, 14, 1 << 4)


def test_a_stat_blocks_spells_take_its_slots_and_numbers():
    mage = block("2014", "mage")

    assert [mage.row.resources[level] for level in range(6)] == [4, 3, 3, 3, 1, 0]
    assert (mage.row.spell_dc, mage.row.spell_attack, mage.row.spell_level_cap) == (14, 6, 5)
    assert mage.activity("Fireball").save_dc == 14
    bolt = mage.activity("Fire Bolt")
    assert (bolt.attack_bonus, bolt.spell_level, bolt.resource) == (6, 0, 0)
    assert mage.effects("Fire Bolt")[0].dice == 2  # a caster of level 9


@pytest.mark.parametrize("name", ["mage", "archmage"])
def test_2014_mages_have_their_armor_by_the_spell(name):
    """The book lists 12, and 15 with mage armor: they begin with 12, and have the spell."""
    mage = block("2014", name)
    (spell,) = mage.effects("Mage Armor")
    (base,) = mage.children(spell)

    assert mage.row.armor_class == 12
    assert (base.do, base.kind, base.mode) == (Do.MODIFIER, Stat.UNARMORED_BASE, Op.SET)
    assert base.amount + mage.row.ability_modifiers[Ability.DEXTERITY - 1] == 15


def test_spells_by_the_day_take_no_slot():
    """[2024] each its own uses, or all of a list together; cast at a level of their own."""
    mage = block("2024", "mage")

    fireball = mage.activity("Fireball")
    assert (fireball.spell_level, fireball.resource_amount) == (4, 1)
    assert mage.resource("Fireball") == 2
    (fire,) = mage.effects("Fireball")
    assert (fire.dice, fire.per_level_dice) == (9, 0)
    assert mage.activity("Shield").resource == mage.activity("Counterspell").resource
    assert mage.resource("Shield") == 3


def test_spells_at_will_take_nothing():
    archmage = block("2014", "archmage")

    assert archmage.activity("Invisibility").resource_amount == 0
    assert archmage.activity("Invisibility").resource > 0


@BOTH
def test_what_is_left_out_is_told(rules):
    content = compile_content(
        library(rules), [CreatureRequest("skeleton"), CreatureRequest("mage")]
    )

    assert "detect magic" in content.left_out["Mage"]
    assert "Skeleton" not in content.left_out


def test_changes_of_a_monster():
    wolf = block("2014", "wolf", hit_points=30, armor_class=15, dying_rules=True)

    assert (wolf.row.hit_points, wolf.row.armor_class, wolf.row.uses_dying_rules) == (30, 15, 1)


def test_monsters_attack_as_printed_without_items():
    goblin = block("2014", "goblin")

    assert goblin.activity("Scimitar").item == 0
    assert goblin.content.hands(goblin.index) == (0, 0)
    assert goblin.activity("Scimitar").properties == 0 << Property.LIGHT
