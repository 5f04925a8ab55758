"""Spells: their rows against the SRD's figures (``spells.csv``), and what some have besides."""

import csv
import re

import pytest

from dnd_env.core.terms import (
    Condition,
    Cost,
    Do,
    Duration,
    EndsOn,
    Event,
    Gate,
    Op,
    Outcome,
    Predicate,
    Removal,
    SaveWhen,
    Shape,
    Stat,
    Target,
    Trait,
    Witness,
    ZoneTrait,
    ZoneWhen,
)
from tests.content.reading import EDITIONS, HERE, block, library
from tests.rules.conftest import fight

RULES = {edition.name.lower(): rules for rules, edition in EDITIONS.items()}
FIGURES = list(csv.DictReader((HERE / "spells.csv").open(encoding="utf-8")))
BOTH = pytest.mark.parametrize("rules", EDITIONS)
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
HALF_IF_SAVED = 1  # the mode of a DAMAGE row


def cast(rules, spell, caster="cleric", level=5):
    """A character that knows one spell."""
    return block(rules, caster, level, spells=[spell])


def all_rows(block_, rows):
    """Rows and all that they hold."""
    for row in rows:
        yield row
        yield from all_rows(block_, block_.children(row))


def effect(block_, spell, do, nth=0):
    """The nth row of a kind among all that a spell holds."""
    return [row for row in all_rows(block_, block_.effects(spell)) if row.do == do][nth]


@pytest.mark.parametrize("figures", FIGURES, ids=lambda row: f"{row['edition']}/{row['id']}")
def test_a_spell_has_the_figures_of_the_book(figures):
    """Level, casting time, concentration, range, area, saves, damage dice, half on a success."""
    caster = cast(RULES[figures["edition"]], figures["id"])
    spell = caster.activity(figures["name"])
    rows = list(all_rows(caster, caster.effects(figures["name"])))

    assert spell.spell_level == int(figures["level"])
    assert Cost(spell.cost).name.lower() == figures["cost"]
    assert spell.traits >> Trait.SPELL & 1
    assert spell.traits >> Trait.CONCENTRATION & 1 == int(figures["concentration"])
    assert spell.range_ft == int(figures["range_ft"])
    area = f"{Shape(spell.shape).name.lower()} {spell.size_ft}" if spell.shape else ""
    assert area == figures["area"]
    saves = spell.ability if spell.gate == Gate.SAVE else 0
    for row in rows:
        saves |= row.ability if row.do == Do.SAVE else 0
    assert [name for at, name in enumerate(ABILITIES) if saves >> at & 1] == figures["save"].split()
    rolled = {(row.dice, row.sides) for row in rows if row.do in (Do.DAMAGE, Do.HEAL)}
    for text in figures["dice"].split():
        number, sides = map(int, re.split("d", text))
        twice = 2 if spell.spell_level == 0 else 1  # at level 5
        assert (twice * number, sides) in rolled
    if figures["half"]:
        halved = any(row.do == Do.DAMAGE and row.mode == HALF_IF_SAVED for row in rows)
        assert halved == bool(int(figures["half"]))


@BOTH
def test_all_spells_are_held_against_the_book(rules):
    edition = EDITIONS[rules].name.lower()

    names = [row["id"] for row in FIGURES if row["edition"] == edition]
    assert library(rules).names("spells") == names
    assert len(names) >= 30


@BOTH
def test_the_spells_show_every_shape(rules):
    shapes = set()
    for figures in FIGURES:
        if RULES[figures["edition"]] == rules:
            caster = cast(rules, figures["id"])
            shapes.add(caster.activity(figures["name"]).shape)
            zones = all_rows(caster, caster.effects(figures["name"]))
            shapes |= {row.kind for row in zones if row.do == Do.ZONE}

    assert shapes - {0} == set(Shape)


@BOTH
@pytest.mark.parametrize(("level", "dice"), [(1, 1), (4, 1), (5, 2), (11, 3), (17, 4)])
def test_a_cantrip_grows_with_its_caster(rules, level, dice):
    caster = cast(rules, "fire_bolt", level=level)

    assert caster.effects("Fire Bolt")[0].dice == dice
    assert caster.effects("Fire Bolt")[0].per_level_dice == 0


@BOTH
def test_numbers_are_the_casters_own(rules):
    """8 + proficiency + ability for a cleric; as printed for a mage."""
    cleric = cast(rules, "fireball", level=5)
    mage = block(rules, "mage")

    assert cleric.activity("Fireball").save_dc == cleric.row.spell_dc
    wisdom = cleric.row.ability_modifiers[4]
    assert cleric.row.spell_dc == 8 + 3 + wisdom
    assert mage.activity("Cone of Cold").save_dc == 14


@BOTH
def test_a_higher_slot_adds_dice(rules):
    caster = cast(rules, "fireball", "wizard")
    damage = caster.effects("Fireball")[0]

    assert caster.activity("Fireball").traits >> Trait.UPCAST & 1
    assert (damage.dice, damage.sides, damage.per_level_dice, damage.per_levels) == (8, 6, 1, 1)
    assert damage.mode == HALF_IF_SAVED


@BOTH
def test_a_higher_slot_adds_targets(rules):
    missile = cast(rules, "magic_missile", "wizard").activity("Magic Missile")
    hold = cast(rules, "hold_person", "wizard").activity("Hold Person")

    assert (missile.targets, missile.per_level_targets) == (3, 1)
    assert missile.traits >> Trait.SAME_TARGET_AGAIN & 1
    assert (hold.targets, hold.per_level_targets) == (1, 1)
    assert not hold.traits >> Trait.SAME_TARGET_AGAIN & 1


def test_spells_differ_between_the_editions():
    """Dice, ranges, shapes and saves that the later edition has changed."""

    def first(rules, spell, name):
        row = cast(rules, spell).effects(name)[0]
        return row.dice, row.sides

    assert first("2014", "cure_wounds", "Cure Wounds") == (1, 8)
    assert first("2024", "cure_wounds", "Cure Wounds") == (2, 8)
    assert first("2014", "healing_word", "Healing Word") == (1, 4)
    assert first("2024", "healing_word", "Healing Word") == (2, 4)
    inflict = {
        rules: cast(rules, "inflict_wounds").activity("Inflict Wounds") for rules in EDITIONS
    }
    assert (inflict["2014"].gate, inflict["2024"].gate) == (Gate.ATTACK, Gate.SAVE)


@BOTH
def test_hold_person_holds_persons(rules):
    caster = cast(rules, "hold_person")
    hold, paralyzed = caster.activity("Hold Person"), caster.effects("Hold Person")[0]

    assert hold.predicate == Predicate.OTHER_TYPE
    assert (paralyzed.do, paralyzed.outcome) == (Do.CONDITION, 1 << Outcome.FAIL)
    assert (paralyzed.duration, paralyzed.rounds) == (Duration.START_OF_SOURCE_TURN, 10)
    assert paralyzed.save_when == 1 << SaveWhen.END_OF_TURN
    assert (paralyzed.ability, paralyzed.save_dc) == (hold.ability, hold.save_dc)
    assert paralyzed.mode == 1  # held by concentration
    assert hold.against == 1 << (paralyzed.condition - 1)


@BOTH
def test_shield_answers_hits_and_missiles(rules):
    caster = cast(rules, "shield", "wizard")
    shield = caster.activity("Shield")
    missile = block(rules, "wizard", 5, spells=["shield", "magic_missile"])

    assert (shield.cost, shield.event, shield.also_event) == (
        Cost.REACTION,
        Event.HIT,
        Event.TARGETED,
    )
    assert shield.witness == Witness.TARGET
    assert missile.activity("Shield").event_tag == missile.activity("Magic Missile").tag
    lasting = caster.effects("Shield")[0]
    assert (lasting.duration, lasting.rounds) == (Duration.START_OF_SOURCE_TURN, 1)
    armor, immunity = caster.children(lasting)
    assert (armor.do, armor.kind, armor.amount) == (Do.MODIFIER, Stat.ARMOR_CLASS, 5)
    assert immunity.do == Do.AFFINITY


def test_counterspell_interrupts():
    """[2014] by the level of its slot or a check; [2024] by the caster's Constitution save."""
    before, after = (cast(rules, "counterspell") for rules in ("2014", "2024"))

    for caster in (before, after):
        spell = caster.activity("Counterspell")
        assert (spell.event, spell.witness) == (Event.SPELL_CAST, Witness.ENEMY_OF_SOURCE)
        assert (spell.target, spell.range_ft) == (Target.CAUSE, 60)
        assert caster.effects("Counterspell")[0].kind == Removal.INTERRUPT
    assert before.activity("Counterspell").gate == 0
    assert before.effects("Counterspell")[0].mode == 1
    assert (after.activity("Counterspell").gate, after.activity("Counterspell").ability) == (
        Gate.SAVE,
        0b100,
    )
    assert after.effects("Counterspell")[0].outcome == 1 << Outcome.FAIL
    assert not after.activity("Counterspell").traits >> Trait.UPCAST & 1


@BOTH
def test_bless_adds_a_die(rules):
    caster = cast(rules, "bless")
    bless = caster.activity("Bless")
    (die,) = caster.children(caster.effects("Bless")[0])

    assert (bless.targets, bless.per_level_targets) == (3, 1)
    assert (die.do, die.kind, die.mode) == (Do.MODIFIER, Stat.ROLL, Op.ADD)
    assert (die.dice, die.sides) == (1, 4)


@BOTH
def test_spirit_guardians_surround_their_caster(rules):
    """They harm who enters; [2014] who starts its turn, [2024] who ends it and whom they reach."""
    caster = cast(rules, "spirit_guardians")
    (zone,) = caster.effects("Spirit Guardians")
    slow, save = caster.children(zone)

    assert (zone.do, zone.kind, zone.amount) == (Do.ZONE, Shape.EMANATION, 15)
    assert zone.filter == 1 << ZoneTrait.FOLLOWS_SOURCE
    assert zone.condition == 1  # held by concentration
    assert (slow.kind, slow.mode, slow.outcome) == (Stat.SPEED, Op.HALVE, 1 << ZoneWhen.INSIDE)
    moments = {ZoneWhen(bit) for bit in range(6) if save.outcome >> bit & 1}
    assert moments == (
        {ZoneWhen.ENTERS, ZoneWhen.STARTS_TURN}
        if rules == "2014"
        else {ZoneWhen.ENTERS, ZoneWhen.MOVES_ONTO, ZoneWhen.ENDS_TURN}
    )
    (damage,) = caster.children(save)
    assert (damage.dice, damage.sides, damage.mode) == (3, 8, HALF_IF_SAVED)
    assert (damage.per_level_dice, damage.per_levels) == (1, 1)


@BOTH
def test_a_spiritual_weapon_strikes_again(rules):
    """Its later blows take a bonus action and no slot; only [2024] it takes concentration."""
    caster = cast(rules, "spiritual_weapon")
    first, again = (
        caster.activity(name) for name in ("Spiritual Weapon", "Spiritual Weapon (again)")
    )

    assert (first.cost, again.cost) == (Cost.BONUS_ACTION, Cost.BONUS_ACTION)
    assert again.traits >> Trait.FROM_ZONE & 1
    assert first.traits >> Trait.SPELL & 1
    assert not again.traits >> Trait.SPELL & 1
    assert first.traits >> Trait.CONCENTRATION & 1 == (rules == "2024")
    assert not again.traits >> Trait.CONCENTRATION & 1
    assert first.attack_bonus == again.attack_bonus == caster.row.spell_attack
    damage = caster.effects("Spiritual Weapon")[0]
    assert damage.bonus == caster.row.ability_modifiers[4]
    assert damage.per_levels == (2 if rules == "2014" else 1)


@BOTH
def test_a_web_can_be_torn(rules):
    caster = cast(rules, "web")
    restrained = effect(caster, "Web", Do.CONDITION)

    assert restrained.save_when == 1 << SaveWhen.BY_ACTION
    assert restrained.save_dc == caster.row.spell_dc
    assert effect(caster, "Web", Do.ZONE).filter >> ZoneTrait.DIFFICULT & 1


@BOTH
def test_fog_lies_thick_and_grows_by_the_slot(rules):
    zone = effect(cast(rules, "fog_cloud"), "Fog Cloud", Do.ZONE)

    assert (zone.kind, zone.amount) == (Shape.SPHERE, 20)
    assert zone.filter == 1 << ZoneTrait.HEAVILY_OBSCURED
    assert (zone.per_level_bonus, zone.per_levels) == (20, 1)


@BOTH
def test_grease_throws_down_at_three_moments(rules):
    """It lies for a minute without concentration; who is caught saves or falls."""
    caster = cast(rules, "grease")
    zone = effect(caster, "Grease", Do.ZONE)
    (save,) = caster.children(zone)
    (fall,) = caster.children(save)

    assert (zone.kind, zone.amount, zone.rounds) == (Shape.CUBE, 10, 10)
    assert zone.filter == 1 << ZoneTrait.DIFFICULT
    assert zone.condition == 0  # not held by concentration
    assert save.outcome == sum(
        1 << moment for moment in (ZoneWhen.APPEARS, ZoneWhen.ENTERS, ZoneWhen.ENDS_TURN)
    )
    assert (fall.do, fall.condition, fall.outcome) == (
        Do.CONDITION,
        Condition.PRONE,
        1 << Outcome.FAIL,
    )


@BOTH
@pytest.mark.parametrize(("die", "falls"), [(10, True), (11, False)])
def test_grease_in_play(rules, die, falls):
    """A goblin saves with Dexterity + 2 against the DC of 13 of a wizard of level 1."""
    battle = fight(
        "A . . . . . / . . . . . . / . . . . B . / . . . . . .", A="wizard:1", B="goblin",
        first="A", rules=rules, minor_decisions="auto", changes={"A": {"more_spells": ["grease"]}},
    )  # fmt: skip

    battle.script_dice([die], strict=True)
    battle.do("Grease", square=(4, 2))

    assert ("prone" in battle["B"].conditions) == falls


@BOTH
def test_misty_step_is_a_step(rules):
    caster = cast(rules, "misty_step")
    step = caster.activity("Misty Step")

    assert (step.cost, step.target, step.range_ft) == (Cost.BONUS_ACTION, Target.SPACE, 30)


def test_sleep_takes_hold_in_two_steps_in_the_later_edition():
    """[2024] incapacitated until a second failure, then unconscious until harmed."""
    caster = cast("2024", "sleep")
    slowed = caster.effects("Sleep")[0]
    inside = caster.children(slowed)

    assert slowed.save_when == 1 << SaveWhen.END_OF_TURN
    assert inside[0].do == Do.CONDITION
    asleep = next(row for row in inside if row.do == Do.ONGOING)
    assert asleep.outcome == 1 << Outcome.FAIL
    assert asleep.ends_on == 1 << EndsOn.DAMAGED


@BOTH
def test_a_response_to_the_caster_befalls_the_caster(rules):
    caster = cast(rules, "hellish_rebuke")
    rebuke = caster.activity("Hellish Rebuke")

    assert (rebuke.cost, rebuke.event, rebuke.target) == (
        Cost.REACTION,
        Event.DAMAGED,
        Target.CAUSE,
    )


def test_a_spell_cast_at_a_fixed_level_is_raised_for_good():
    """What a 2024 stat block casts as a higher version has the dice of that level."""
    mage = block("2024", "mage")
    fireball = mage.effects("Fireball")[0]

    assert mage.activity("Fireball").spell_level == 4
    assert (fireball.dice, fireball.per_level_dice) == (9, 0)
    assert fireball.per_levels == 0


@BOTH
def test_healing_leaves_out_whom_it_cannot_heal(rules):
    """[2014] neither undead nor constructs; [2024] anybody."""
    cure = cast(rules, "cure_wounds").activity("Cure Wounds")

    assert cure.predicate == (-Predicate.OTHER_TYPE if rules == "2014" else 0)
