"""Features of the classes: at which level, how often, and what rows they are."""

import pytest

from dnd_env.core.terms import (
    Cost,
    DamageType,
    Do,
    Event,
    Flag,
    Gate,
    Grant,
    LifeChange,
    Mode,
    Op,
    Outcome,
    Predicate,
    Roll,
    RollChange,
    Stat,
    Target,
    Who,
    Witness,
)
from tests.content.reading import EDITIONS, block

BOTH = pytest.mark.parametrize("rules", EDITIONS)


def triggers(character):
    return [row for row in character.standing() if row.do == Do.TRIGGER]


@BOTH
def test_second_wind(rules):
    """1d10 + level; [2014] once; [2024] twice, from level 4 thrice, from 5 with half a move."""
    young, old = block(rules, "fighter", 1), block(rules, "fighter", 5)
    heal = old.effects("Second Wind")[0]

    assert old.activity("Second Wind").cost == Cost.BONUS_ACTION
    assert (heal.do, heal.dice, heal.sides, heal.bonus) == (Do.HEAL, 1, 10, 5)
    uses = (young.resource("Second Wind"), old.resource("Second Wind"))
    assert uses == ((1, 1) if rules == "2014" else (2, 3))
    assert len(old.effects("Second Wind")) == (1 if rules == "2014" else 2)
    assert len(young.effects("Second Wind")) == 1


@BOTH
def test_action_surge(rules):
    """A further action, [2024] not for magic; twice from level 17."""
    fighter = block(rules, "fighter", 2)
    (grant,) = fighter.effects("Action Surge")

    assert fighter.activity("Action Surge").cost == Cost.FREE
    assert grant.do == Do.ECONOMY
    assert grant.kind == (Grant.ACTION if rules == "2014" else Grant.ACTION_NOT_MAGIC)
    assert fighter.resource("Action Surge") == 1
    assert block(rules, "fighter", 17).resource("Action Surge") == 2
    assert "Action Surge" not in block(rules, "fighter", 1).names()


@BOTH
def test_indomitable(rules):
    """A failed save is made again, [2024] with the fighter's level added."""
    fighter = block(rules, "fighter", 9)
    again = fighter.activity("Indomitable")
    (change,) = fighter.effects("Indomitable")

    assert (again.event, again.witness) == (Event.SAVE_FAILED, Witness.SOURCE)
    assert (change.do, change.kind) == (Do.ROLL_CHANGE, RollChange.REROLL)
    assert change.amount == (0 if rules == "2014" else 9)
    assert [block(rules, "fighter", level).resource("Indomitable") for level in (9, 13, 17)] == [
        1,
        2,
        3,
    ]


@BOTH
@pytest.mark.parametrize(("level", "natural"), [(2, 20), (3, 19), (15, 18)])
def test_a_champions_attacks_are_critical_more_often(rules, level, natural):
    """19 from level 3, 18 from level 15 in 2014; 2024 knows the second step as well."""
    rows = [
        row for row in block(rules, "fighter", level).standing() if row.kind == Stat.CRITICAL_RANGE
    ]
    lowest = [row.amount for row in rows if row.do == Do.MODIFIER]

    assert min(lowest, default=20) == natural


@BOTH
@pytest.mark.parametrize(("level", "dice"), [(1, 1), (2, 1), (3, 2), (5, 3), (11, 6), (20, 10)])
def test_sneak_attack(rules, level, dice):
    """Half the level in d6, rounded up, once a turn, with finesse or from afar."""
    rogue = block(rules, "rogue", level)
    sneak = rogue.activity("Sneak Attack")
    (damage,) = rogue.effects("Sneak Attack")

    assert (sneak.cost, sneak.event, sneak.witness) == (Cost.FREE, Event.STRUCK, Witness.SOURCE)
    assert Predicate.SNEAK_ATTACK in (sneak.predicate, sneak.also)
    assert (damage.do, damage.dice, damage.sides, damage.amount) == (Do.DAMAGE, dice, 6, 1)
    assert damage.once


@BOTH
def test_cunning_action(rules):
    rogue = block(rules, "rogue", 2)

    for name in ("Dash", "Disengage", "Hide"):
        assert rogue.activity(f"Cunning Action: {name}").cost == Cost.BONUS_ACTION
    assert not [name for name in block(rules, "rogue", 1).names() if "Cunning" in name]


@BOTH
def test_uncanny_dodge(rules):
    rogue = block(rules, "rogue", 5)
    dodge = rogue.activity("Uncanny Dodge")
    (change,) = rogue.effects("Uncanny Dodge")

    assert (dodge.cost, dodge.event, dodge.witness) == (
        Cost.REACTION,
        Event.STRUCK,
        Witness.TARGET,
    )
    assert (change.do, change.kind) == (Do.ROLL_CHANGE, RollChange.HALVE_DAMAGE)


@BOTH
def test_evasion_comes_at_level_7(rules):
    def flags(level):
        rows = block(rules, "rogue", level).standing()
        return sum(row.filter for row in rows if row.do == Do.FLAG)

    assert flags(7) >> Flag.EVASION & 1
    assert not flags(6) >> Flag.EVASION & 1


def test_steady_aim_is_of_the_later_edition():
    """Advantage on the next attack, for one who has not moved and will not."""
    rogue = block("2024", "rogue", 3)

    assert rogue.activity("Steady Aim").predicate == -Predicate.HAS_MOVED
    assert "Steady Aim" not in block("2014", "rogue", 11).names()


@BOTH
def test_disciple_of_life(rules):
    """A healing spell heals 2 + its level more; [2024] from level 3."""
    cleric = block(rules, "cleric", 5)
    heal = cleric.effects("Cure Wounds")[0]

    assert heal.bonus == cleric.row.ability_modifiers[4] + 2 + 1
    assert heal.per_level_bonus == 1
    young = block(rules, "cleric", 1)
    more = 3 if rules == "2014" else 0
    assert young.effects("Cure Wounds")[0].bonus == young.row.ability_modifiers[4] + more


@BOTH
def test_blessed_healer_heals_the_healer(rules):
    cleric = block(rules, "cleric", 6)
    own = [row for row in cleric.effects("Cure Wounds") if row.do == Do.HEAL][1]

    assert own.bonus == 2 + 1


@BOTH
def test_channel_divinity(rules):
    """[2014] once from level 2, twice from 6; [2024] twice, three times from 6."""
    counts = [block(rules, "cleric", level).resource("Turn Undead") for level in (2, 6)]

    assert counts == ([1, 2] if rules == "2014" else [2, 3])


@BOTH
def test_turn_undead(rules):
    """Undead within 30 ft. [2014] the weak ones are destroyed; [2024] they burn for d8s."""
    cleric = block(rules, "cleric", 5)
    turn, first = cleric.activity("Turn Undead"), cleric.effects("Turn Undead")[0]

    assert (turn.gate, turn.target, turn.size_ft) == (Gate.SAVE, Target.AROUND, 30)
    assert turn.predicate == Predicate.OTHER_TYPE
    if rules == "2014":
        assert (first.do, first.kind) == (Do.LIFE, LifeChange.KILL)
        assert (first.predicate, first.predicate_value) == (Predicate.OTHER_CHALLENGE_AT_MOST, 4)
    else:
        assert (first.do, first.dice, first.sides) == (Do.DAMAGE, 4, 8)
        assert first.kind == DamageType.RADIANT


@BOTH
def test_sculpt_spells_spares_allies(rules):
    """From level 2 (2014), 6 (2024) an evoker's areas leave out its allies."""
    sculpted, plain = {"2014": (2, 1), "2024": (6, 5)}[rules]
    spells = ["burning_hands"]

    for level, spares in ((sculpted, True), (plain, False)):
        who = block(rules, "wizard", level, spells=spells).activity("Burning Hands").who
        assert bool(who >> Who.ALLY & 1) != spares


@BOTH
def test_potent_cantrip(rules):
    """Half the damage on a save that is made; [2024] on a miss too, and already from level 3."""
    wizard = block(rules, "wizard", 6, spells=["acid_splash", "fire_bolt"])
    splash = wizard.effects("Acid Splash")[0]

    assert (splash.mode, splash.outcome) == (1, 1 << Outcome.ALWAYS)
    bolt = wizard.effects("Fire Bolt")
    assert len(bolt) == (1 if rules == "2014" else 2)
    if rules == "2024":
        assert (bolt[1].outcome, bolt[1].mode) == (1 << Outcome.MISS, 2)


@BOTH
def test_empowered_evocation_adds_to_one_roll(rules):
    """To the damage of a fireball; to one of several rays and missiles, not to each."""
    wizard = block(rules, "wizard", 11)
    modifier = wizard.row.ability_modifiers[3]
    (fire,) = wizard.effects("Fireball")
    missile, more = wizard.effects("Magic Missile")
    cold = block(rules, "wizard", 9).effects("Fireball")[0]

    assert (fire.bonus, cold.bonus) == (modifier, 0)
    assert (missile.dice, missile.bonus, missile.once) == (1, 1, 0)
    assert (more.dice, more.bonus) == (0, modifier)
    assert more.once


@BOTH
def test_spells_that_are_no_evocations_are_left_alone(rules):
    wizard = block(rules, "wizard", 11)

    assert wizard.effects("Disintegrate")[0].bonus == 40


@BOTH
def test_a_mastered_weapon_has_its_mastery_from_level_1(rules):
    longsword = block(rules, "fighter", 1).effects("Longsword")

    assert len(longsword) == (1 if rules == "2014" else 2)


def test_tactical_master_swaps_masteries():
    """[2024] from level 9 a fighter may push, sap or slow with what it has mastered."""
    fighter = block("2024", "fighter", 9)

    swaps = {name for name in fighter.names() if name.startswith("Longsword (")}
    assert swaps == {"Longsword (push)", "Longsword (slow)"}  # it saps of itself
    assert fighter.activity("Longsword (push)").item == fighter.activity("Longsword").item


def test_remarkable_athlete():
    """[2014] half the proficiency bonus to physical checks that lack it, initiative among them;
    [2024] advantage on initiative and Athletics."""
    earlier, later = block("2014", "fighter", 7), block("2024", "fighter", 3)

    assert earlier.row.initiative_bonus == earlier.row.ability_modifiers[1] + 2
    helped = [row for row in later.standing() if row.do == Do.ROLL_MODE]
    assert any(row.mode == Mode.ADVANTAGE and row.filter >> Roll.INITIATIVE & 1 for row in helped)


@BOTH
def test_reliable_talent_has_a_floor(rules):
    """[2014] from level 11, [2024] from level 7."""
    first = {"2014": 11, "2024": 7}[rules]

    for level, has in ((first, True), (first - 1, False)):
        floors = [
            row for row in block(rules, "rogue", level).standing() if row.kind == Stat.ROLL_FLOOR
        ]
        assert bool(floors) == has
        assert all((row.mode, row.amount) == (Op.AT_LEAST, 10) for row in floors)


@BOTH
def test_divine_strike(rules):
    """1d8 more once a turn, from level 8 (2014), 7 (2024); 2d8 from level 14."""
    first = {"2014": 8, "2024": 7}[rules]
    (damage,) = block(rules, "cleric", first).effects("Divine Strike")

    assert (damage.dice, damage.sides) == (1, 8)
    assert damage.once
    assert block(rules, "cleric", 14).effects("Divine Strike")[0].dice == 2
    assert "Divine Strike" not in block(rules, "cleric", first - 1).names()


def test_cunning_strike_gives_up_a_die():
    """[2024] from level 5, in place of Sneak Attack: one d6 less, and a save or a move."""
    rogue = block("2024", "rogue", 5)
    sneak = rogue.effects("Sneak Attack")[0]

    for name, gate in (("poison", Gate.SAVE), ("trip", Gate.SAVE), ("withdraw", 0)):
        strike = rogue.activity(f"Cunning Strike: {name}")
        damage = rogue.effects(f"Cunning Strike: {name}")[0]
        assert (strike.event, strike.witness, strike.gate) == (Event.STRUCK, Witness.SOURCE, gate)
        assert (damage.dice, damage.once) == (sneak.dice - 1, sneak.once)
        if gate:
            assert strike.target == Target.CAUSE
            assert strike.save_dc == 8 + rogue.row.ability_modifiers[1] + rogue.row.proficiency
    assert not [name for name in block("2024", "rogue", 4).names() if "Cunning Strike" in name]


def test_studied_attacks_follow_a_miss():
    fighter = block("2024", "fighter", 13)
    (study,) = [row for row in triggers(fighter) if row.kind == Event.MISSED]

    assert study.mode == Witness.SOURCE
    (lasting,) = fighter.children(study)
    (mode,) = fighter.children(lasting)
    assert (mode.mode, mode.predicate) == (Mode.ADVANTAGE, Predicate.OTHER_IS_NAMED)


@BOTH
def test_a_survivor_recovers_while_it_stands(rules):
    fighter = block(rules, "fighter", 18)
    (trigger,) = [row for row in triggers(fighter) if row.kind == Event.TURN_STARTED]
    (heal,) = fighter.children(trigger)

    assert (trigger.predicate, trigger.also) == (Predicate.BLOODIED, Predicate.WOUNDED)
    assert heal.bonus == 5 + fighter.row.ability_modifiers[2]


@BOTH
def test_slippery_mind_is_proficient(rules):
    """Wisdom saves, [2024] and Charisma saves."""
    rogue = block(rules, "rogue", 15).row

    saves = [rogue.save_bonus[at] - rogue.ability_modifiers[at] for at in range(6)]
    more = rogue.proficiency if rules == "2024" else 0
    assert saves == [0, rogue.proficiency, 0, rogue.proficiency, rogue.proficiency, more]
