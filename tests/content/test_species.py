"""Species: speeds, senses, and what their features are."""

import pytest

from dnd_env.core.terms import (
    Affinity,
    Condition,
    Cost,
    DamageType,
    Do,
    Event,
    Gate,
    LifeChange,
    Mode,
    Predicate,
    Shape,
    Size,
    Stat,
    Witness,
)
from tests.content.reading import EDITIONS, block, library

BOTH = pytest.mark.parametrize("rules", EDITIONS)

# walking speed, size, darkvision
FIGURES = {
    ("2014", "human"): (30, Size.MEDIUM, 0),
    ("2014", "dwarf"): (25, Size.MEDIUM, 60),
    ("2014", "elf"): (30, Size.MEDIUM, 60),
    ("2014", "halfling"): (25, Size.SMALL, 0),
    ("2014", "half_orc"): (30, Size.MEDIUM, 60),
    ("2014", "gnome"): (25, Size.SMALL, 60),
    ("2014", "tiefling"): (30, Size.MEDIUM, 60),
    ("2014", "dragonborn"): (30, Size.MEDIUM, 0),
    ("2024", "human"): (30, Size.MEDIUM, 0),
    ("2024", "dwarf"): (30, Size.MEDIUM, 120),
    ("2024", "elf"): (30, Size.MEDIUM, 60),
    ("2024", "halfling"): (30, Size.SMALL, 0),
    ("2024", "orc"): (30, Size.MEDIUM, 120),
    ("2024", "gnome"): (30, Size.SMALL, 60),
    ("2024", "tiefling"): (30, Size.MEDIUM, 60),
    ("2024", "dragonborn"): (30, Size.MEDIUM, 60),
    ("2024", "goliath"): (35, Size.MEDIUM, 0),
}


def of(rules, species, entry="fighter", level=5, **changes):
    return block(rules, entry, level, species=species, **changes)


@pytest.mark.parametrize(("rules", "species"), FIGURES)
def test_speed_size_and_sight(rules, species):
    row = of(rules, species).row

    assert (row.speed_ft[0], row.size, row.sense_ft[0]) == FIGURES[rules, species]


@BOTH
def test_all_species_are_held_against_the_book(rules):
    assert library(rules).names("species") == sorted(name for of, name in FIGURES if of == rules)


@BOTH
def test_dwarves_are_tough(rules):
    """A hit point more a level, and resistance to poison."""
    dwarf, human = of(rules, "dwarf"), of(rules, "human")

    assert dwarf.row.hit_points == human.row.hit_points + 5
    resisted = [row for row in dwarf.standing() if row.do == Do.AFFINITY]
    assert [(row.kind, row.filter) for row in resisted] == [
        (Affinity.RESIST, 1 << DamageType.POISON)
    ]


@BOTH
def test_heavy_armor_does_not_slow_the_dwarves_of_the_earlier_edition(rules):
    weak = {"entry": "wizard", "more_equipment": ["plate_armor"]}

    assert of(rules, "human", **weak).row.speed_ft[0] == 20
    assert of(rules, "dwarf", **weak).row.speed_ft[0] == (25 if rules == "2014" else 20)


@BOTH
@pytest.mark.parametrize(
    ("species", "against"),
    [
        ("elf", Condition.CHARMED),
        ("halfling", Condition.FRIGHTENED),
        ("dwarf", Condition.POISONED),
    ],
)
def test_some_save_better_against_a_condition(rules, species, against):
    modes = [
        row
        for row in of(rules, species).standing()
        if row.do == Do.ROLL_MODE and row.predicate == Predicate.AGAINST_CONDITION
    ]

    assert [(row.mode, row.predicate_value) for row in modes] == [
        (Mode.ADVANTAGE, 1 << (against - 1))
    ]


@BOTH
def test_elves_have_keen_senses(rules):
    elf, human = of(rules, "elf", "wizard"), of(rules, "human", "wizard")

    assert elf.row.passive_perception == human.row.passive_perception + elf.row.proficiency


def test_elves_of_the_earlier_edition_know_the_longsword():
    wizard = of("2014", "elf", "wizard", more_equipment=["longsword"])

    assert wizard.activity("Longsword").attack_bonus == wizard.row.ability_modifiers[0] + 3


@BOTH
def test_orcs_endure(rules):
    orc = of(rules, "half_orc" if rules == "2014" else "orc")
    endure = orc.activity("Relentless Endurance")
    (stay,) = orc.effects("Relentless Endurance")

    assert (endure.cost, endure.event, endure.witness) == (
        Cost.FREE,
        Event.DROPPING,
        Witness.TARGET,
    )
    assert (stay.do, stay.kind, stay.amount) == (Do.LIFE, LifeChange.STAY_UP, 1)
    assert orc.resource("Relentless Endurance") == 1


def test_savage_attacks_add_a_die_to_critical_hits():
    (row,) = [row for row in of("2014", "half_orc").standing() if row.kind == Stat.CRITICAL_DICE]

    assert (row.do, row.amount, row.predicate) == (Do.MODIFIER, 1, Predicate.ATTACK_KIND)


@BOTH
@pytest.mark.parametrize(("level", "earlier", "later"), [(1, 2, 1), (6, 3, 2), (11, 4, 3)])
def test_dragonborn_breathe_fire(rules, level, earlier, later):
    """[2014] once, an action; [2024] proficiency bonus times, in place of an attack."""
    born = of(rules, "dragonborn", level=level)
    breath = born.activity("Breath Weapon")
    (damage,) = born.effects("Breath Weapon")

    assert (breath.shape, breath.size_ft, breath.gate) == (Shape.CONE, 15, Gate.SAVE)
    assert breath.save_dc == 8 + born.row.ability_modifiers[2] + born.row.proficiency
    if rules == "2014":
        assert (damage.dice, damage.sides) == (earlier, 6)
        assert (breath.cost, born.resource("Breath Weapon")) == (Cost.ACTION, 1)
    else:
        assert (damage.dice, damage.sides) == (later, 10)
        assert breath.cost == Cost.ATTACK
        assert born.resource("Breath Weapon") == born.row.proficiency
