"""The common actions behind the verbs, in both editions."""

import pytest

from dnd_env.core.tables import BONUS_OF_USER, DC_OF_GRIP, DC_OF_USER
from dnd_env.core.terms import (
    LAST_ACTIVITY_VERB,
    Cost,
    DamageType,
    Do,
    Duration,
    EndsOn,
    Flag,
    Gate,
    Grant,
    LifeChange,
    Mode,
    Predicate,
    Removal,
    Roll,
    Sense,
    Skill,
    Target,
    Trait,
    Verb,
    Who,
)
from tests.content.reading import EDITIONS, block

BOTH = pytest.mark.parametrize("rules", EDITIONS)
ONE_LARGER = 17


class Look:
    """The activity behind a verb and its effect rows."""

    def __init__(self, rules, verb):
        wolf = block(rules, "wolf")
        self.wolf = wolf
        self.row = wolf.tables.activities[wolf.tables.verbs[verb] - 1]
        self.rows = wolf.rows(self.row.first_effect, self.row.effect_count)
        self.children = wolf.children

    def has(self, trait):
        return bool(self.row.traits >> trait & 1)


@BOTH
def test_every_verb_up_to_wake_has_an_activity(rules):
    wolf = block(rules, "wolf")

    for verb in Verb:
        assert (wolf.tables.verbs[verb] != 0) == (verb <= LAST_ACTIVITY_VERB)
    assert wolf.content.verb_name(Verb.SHOVE_PRONE) == "Shove prone"


@BOTH
@pytest.mark.rule("ACT-03")
def test_dash(rules):
    (row,) = Look(rules, Verb.DASH).rows

    assert (row.do, row.kind, row.amount) == (Do.ECONOMY, Grant.DASH, 1)


@BOTH
@pytest.mark.rule("ACT-04")
def test_disengage(rules):
    look = Look(rules, Verb.DISENGAGE)
    (row,) = look.rows
    (flag,) = look.children(row)

    assert (row.do, row.duration) == (Do.ONGOING, Duration.END_OF_TURN)
    assert flag.filter == 1 << Flag.SLIPS_AWAY


@BOTH
@pytest.mark.rule("ACT-05")
def test_dodge(rules):
    look = Look(rules, Verb.DODGE)
    (row,) = look.rows
    attacked, saves = look.children(row)

    assert (row.duration, row.rounds) == (Duration.START_OF_SOURCE_TURN, 1)
    assert row.ends_on == 1 << EndsOn.CANNOT_ACT | 1 << EndsOn.SPEED_ZERO
    assert (attacked.mode, attacked.filter) == (Mode.DISADVANTAGE, 1 << Roll.ATTACKED)
    assert attacked.predicate == Predicate.SEES_OTHER
    assert (saves.mode, saves.filter) == (Mode.ADVANTAGE, 1 << 9)


@BOTH
@pytest.mark.rule("ACT-07")
def test_help(rules):
    """[2014] an ally gains by it against a named foe; [2024] any ally against the foe."""
    look = Look(rules, Verb.HELP)
    (row,) = look.rows
    (mode,) = look.children(row)

    assert mode.mode == Mode.ADVANTAGE
    assert row.duration == Duration.START_OF_SOURCE_TURN
    if rules == "2014":
        assert (look.row.named_who, look.row.named_range_ft) == (1 << Who.ENEMY, 5)
        assert look.row.who == 1 << Who.ALLY
        assert (mode.filter, mode.predicate) == (1 << Roll.ATTACK, Predicate.OTHER_IS_NAMED)
        assert row.ends_on == 1 << EndsOn.ATTACKS
    else:
        assert (look.row.who, look.row.range_ft, look.row.named_who) == (1 << Who.ENEMY, 5, 0)
        assert (mode.filter, mode.predicate) == (1 << Roll.ATTACKED, Predicate.OTHER_ALLY_OF_MAKER)
        assert row.ends_on == 1 << EndsOn.ATTACKED


@BOTH
def test_hide_and_search(rules):
    (hide,), (search,) = Look(rules, Verb.HIDE).rows, Look(rules, Verb.SEARCH).rows

    assert (hide.do, hide.kind) == (Do.VISIBILITY, Sense.HIDE)
    assert (search.do, search.kind) == (Do.VISIBILITY, Sense.SEARCH)


@BOTH
@pytest.mark.rule("ATK-13")
@pytest.mark.rule("ATK-16")
@pytest.mark.parametrize("verb", [Verb.GRAPPLE, Verb.SHOVE_PRONE, Verb.SHOVE_AWAY])
def test_grapple_and_shove(rules, verb):
    """[2014] a contest of Athletics; [2024] a Strength or Dexterity save, opportunities too."""
    look = Look(rules, verb)

    assert (look.row.cost, look.row.range_ft) == (Cost.ATTACK, 5)
    assert look.has(Trait.ATTACK_ACTION)
    assert (look.row.predicate, look.row.predicate_value) == (
        Predicate.OTHER_SIZE_AT_MOST,
        ONE_LARGER,
    )
    assert look.row.grip == (verb == Verb.GRAPPLE)
    assert look.has(Trait.OPPORTUNITY) == (rules == "2024")
    if rules == "2014":
        assert (look.row.gate, look.row.skill) == (Gate.CONTEST, Skill.ATHLETICS)
    else:
        assert (look.row.gate, look.row.ability) == (Gate.SAVE, 0b11)
        assert look.row.save_dc == DC_OF_USER


@BOTH
def test_a_grip_is_escaped_by_contest_or_dc(rules):
    (grip,) = Look(rules, Verb.GRAPPLE).rows

    assert (grip.do, grip.save_dc) == (Do.GRAPPLE, 0 if rules == "2014" else DC_OF_USER)


@BOTH
@pytest.mark.rule("ATK-10")
def test_unarmed_strike(rules):
    """1 and the Strength modifier, with the user's own attack bonus."""
    look = Look(rules, Verb.UNARMED_STRIKE)
    (damage,) = look.rows

    assert (look.row.attack_bonus, look.row.attack_ability) == (BONUS_OF_USER, 1)
    assert (damage.dice, damage.bonus, damage.ability) == (0, 1, 1)
    assert damage.kind == DamageType.BLUDGEONING
    assert look.has(Trait.OPPORTUNITY)


@BOTH
@pytest.mark.rule("ATK-14")
def test_escape(rules):
    look = Look(rules, Verb.ESCAPE)
    (row,) = look.rows

    assert (look.row.cost, look.row.target) == (Cost.ACTION, Target.SELF)
    assert (look.row.gate, look.row.save_dc) == (Gate.CONTEST, DC_OF_GRIP)
    assert look.row.predicate == Predicate.IS_HELD
    assert (row.do, row.kind) == (Do.REMOVE, Removal.GRIP)


@BOTH
@pytest.mark.rule("DYI-06")
def test_stabilize(rules):
    look = Look(rules, Verb.STABILIZE)
    (row,) = look.rows

    assert (look.row.gate, look.row.skill, look.row.save_dc) == (Gate.CHECK, Skill.MEDICINE, 10)
    assert look.row.predicate == Predicate.OTHER_IS_DOWN
    assert (row.do, row.kind) == (Do.LIFE, LifeChange.STABILIZE)


@BOTH
def test_wake_is_for_sleepers(rules):
    """Who is down takes first aid instead."""
    look = Look(rules, Verb.WAKE)

    assert look.row.predicate == Predicate.OTHER_HAS_CONDITION
    assert look.row.also == -Predicate.OTHER_IS_DOWN


@BOTH
def test_what_the_turned_may_still_do(rules):
    may = {verb for verb in Verb if verb <= Verb.WAKE and Look(rules, verb).has(Trait.FLIGHT)}

    assert may == {Verb.DASH, Verb.DODGE, Verb.ESCAPE}
