"""Conditions: flags and roll modes of all fifteen, in both editions (CND-01)."""

import pytest

from dnd_env.core.terms import (
    CHECK_ROLLS,
    SAVE_ROLLS,
    Affinity,
    Condition,
    Do,
    EndsOn,
    Flag,
    Mode,
    Op,
    Predicate,
    Role,
    Roll,
    Stat,
)
from tests.content.reading import EDITIONS, block

BOTH = pytest.mark.parametrize("rules", EDITIONS)
CHECKS = 0b111111 << CHECK_ROLLS
STRENGTH_AND_DEXTERITY = 0b11 << SAVE_ROLLS
ATTACK, ATTACKED = 1 << Roll.ATTACK, 1 << Roll.ATTACKED


class Look:
    """A condition's rows, those of what it implies included."""

    def __init__(self, rules, condition):
        wolf = block(rules, "wolf")
        self.row = wolf.tables.conditions[condition - 1]
        self.rows = wolf.rows(self.row.first_effect, self.row.effect_count)

    def flags(self):
        bits = 0
        for row in self.rows:
            if row.do == Do.FLAG:
                bits |= row.filter
        return {flag for flag in Flag if bits >> flag & 1}

    def modes(self):
        return {
            (Mode(row.mode), row.filter, row.predicate, row.predicate_value)
            for row in self.rows
            if row.do == Do.ROLL_MODE
        }


INCAPACITATED = {
    "2014": {Flag.CANNOT_ACT, Flag.CANNOT_REACT},
    "2024": {Flag.CANNOT_ACT, Flag.CANNOT_REACT, Flag.CANNOT_SPEAK},
}
HELPLESS = {(Mode.FAIL, STRENGTH_AND_DEXTERITY, 0, 0), (Mode.ADVANTAGE, ATTACKED, 0, 0)}
CRITICAL = {(Mode.CRITICAL, ATTACKED, Predicate.WITHIN, 5)}
PRONE = {
    (Mode.DISADVANTAGE, ATTACK, 0, 0),
    (Mode.ADVANTAGE, ATTACKED, Predicate.WITHIN, 5),
    (Mode.DISADVANTAGE, ATTACKED, -Predicate.WITHIN, 5),
}


@BOTH
def test_the_conditions_are_numbered_as_the_terms_are(rules):
    content = block(rules, "wolf").content

    for condition in Condition:
        assert content.condition_name(condition - 1) == condition.name.capitalize()


@BOTH
def test_each_condition_has_a_row_that_gives_it(rules):
    wolf = block(rules, "wolf")

    for condition in Condition:
        row = wolf.tables.effects[wolf.content.condition_effect(condition)]
        assert (row.do, row.condition, row.rounds) == (Do.CONDITION, condition, 0)


@BOTH
@pytest.mark.rule("CND-01")
def test_blinded(rules):
    look = Look(rules, Condition.BLINDED)

    assert look.flags() == {Flag.CANNOT_SEE}
    assert look.modes() == {(Mode.DISADVANTAGE, ATTACK, 0, 0), (Mode.ADVANTAGE, ATTACKED, 0, 0)}


@BOTH
@pytest.mark.rule("CND-01")
def test_frightened_while_what_is_feared_is_in_sight(rules):
    look = Look(rules, Condition.FRIGHTENED)

    assert look.flags() == {Flag.AFRAID}
    assert look.modes() == {(Mode.DISADVANTAGE, ATTACK | CHECKS, Predicate.MAKER_IN_SIGHT, 0)}


@BOTH
@pytest.mark.rule("CND-01")
@pytest.mark.case("B047")
def test_grappled(rules):
    """[2024] disadvantage against anyone but the grappler."""
    look = Look(rules, Condition.GRAPPLED)

    assert look.flags() == {Flag.CANNOT_MOVE, Flag.SEIZED}
    others = {(Mode.DISADVANTAGE, ATTACK, -Predicate.OTHER_IS_MAKER, 0)}
    assert look.modes() == (others if rules == "2024" else set())


@BOTH
@pytest.mark.rule("CND-01")
def test_incapacitated(rules):
    assert Look(rules, Condition.INCAPACITATED).flags() == INCAPACITATED[rules]


@BOTH
@pytest.mark.rule("CND-01")
@pytest.mark.case("B053")
def test_invisible(rules):
    """[2014] by the letter against all; [2024] not against who can see it."""
    look = Look(rules, Condition.INVISIBLE)
    unless = -Predicate.OTHER_SEES_BEARER if rules == "2024" else 0

    assert look.flags() == {Flag.INVISIBLE}
    assert look.modes() == {
        (Mode.ADVANTAGE, ATTACK, unless, 0),
        (Mode.DISADVANTAGE, ATTACKED, unless, 0),
    }


@BOTH
@pytest.mark.rule("CND-01")
def test_paralyzed(rules):
    look = Look(rules, Condition.PARALYZED)

    assert look.flags() == INCAPACITATED[rules] | {Flag.CANNOT_MOVE, Flag.CANNOT_SPEAK}
    assert look.modes() == HELPLESS | CRITICAL


@BOTH
@pytest.mark.rule("CND-01")
def test_petrified(rules):
    """Resistance to all damage; [2014] immune to poison and unaware, [2024] only never poisoned."""
    look = Look(rules, Condition.PETRIFIED)
    affinities = {(row.kind, row.filter) for row in look.rows if row.do == Do.AFFINITY}
    poison = {(Affinity.IMMUNE, 1 << 9)} if rules == "2014" else set()

    assert affinities == poison | {
        (Affinity.RESIST, (1 << 14) - 2),
        (Affinity.CONDITION_IMMUNE, 1 << (Condition.POISONED - 1)),
    }
    assert (Flag.UNAWARE in look.flags()) == (rules == "2014")
    assert look.modes() == HELPLESS


@BOTH
@pytest.mark.rule("CND-01")
def test_poisoned(rules):
    assert Look(rules, Condition.POISONED).modes() == {(Mode.DISADVANTAGE, ATTACK | CHECKS, 0, 0)}


@BOTH
@pytest.mark.rule("CND-01")
def test_prone(rules):
    look = Look(rules, Condition.PRONE)

    assert look.flags() == {Flag.CRAWLS}
    assert look.modes() == PRONE


@BOTH
@pytest.mark.rule("CND-01")
def test_restrained(rules):
    look = Look(rules, Condition.RESTRAINED)

    assert look.flags() == {Flag.CANNOT_MOVE}
    assert look.modes() == {
        (Mode.DISADVANTAGE, ATTACK | 1 << (SAVE_ROLLS + 1), 0, 0),
        (Mode.ADVANTAGE, ATTACKED, 0, 0),
    }


@BOTH
@pytest.mark.rule("CND-01")
def test_stunned(rules):
    """[2024] says nothing of its speed."""
    look = Look(rules, Condition.STUNNED)

    assert (Flag.CANNOT_MOVE in look.flags()) == (rules == "2014")
    assert look.modes() == HELPLESS


@BOTH
@pytest.mark.rule("CND-01")
def test_unconscious_implies_incapacitated_and_prone(rules):
    look = Look(rules, Condition.UNCONSCIOUS)
    implied = (Condition.UNCONSCIOUS, Condition.INCAPACITATED, Condition.PRONE)

    assert look.row.implies == sum(1 << (one - 1) for one in implied)
    assert INCAPACITATED[rules] | {Flag.CANNOT_MOVE, Flag.UNAWARE, Flag.CRAWLS} <= look.flags()
    assert look.modes() == HELPLESS | CRITICAL | PRONE


@pytest.mark.rule("CND-01")
def test_exhaustion_in_six_steps():
    """[2014] checks, speed, attacks and saves, hit points, speed 0; the sixth is death."""
    rows = Look("2014", Condition.EXHAUSTION).rows

    assert [row.predicate_value for row in rows] == [1, 2, 3, 4, 5]
    assert all(row.predicate == Predicate.EXHAUSTION_AT_LEAST for row in rows)
    assert [row.do for row in rows] == [
        Do.ROLL_MODE,
        Do.MODIFIER,
        Do.ROLL_MODE,
        Do.MODIFIER,
        Do.FLAG,
    ]


@pytest.mark.rule("CND-01")
def test_exhaustion_by_level():
    """[2024] 2 off every d20 test and 5 ft off the speed for each level."""
    tests, speed = Look("2024", Condition.EXHAUSTION).rows

    assert (tests.kind, tests.mode, tests.amount) == (Stat.ROLL, Op.PER_LEVEL, -2)
    assert tests.filter & (ATTACK | CHECKS | STRENGTH_AND_DEXTERITY | 1 << Roll.DEATH_SAVE)
    assert (speed.kind, speed.mode, speed.amount) == (Stat.SPEED, Op.PER_LEVEL, -5)


@BOTH
def test_the_rules_own_conditions_are_bound(rules):
    tables = block(rules, "wolf").tables
    bound = {
        Role.FALLEN: Condition.PRONE,
        Role.SENSELESS: Condition.UNCONSCIOUS,
        Role.SEIZED: Condition.GRAPPLED,
        Role.UNSEEN: Condition.INVISIBLE,
        Role.EXHAUSTED: Condition.EXHAUSTION,
    }

    for role, condition in bound.items():
        assert tables.roles[role] == condition
        row = tables.effects[tables.role_effects[role] - 1]
        assert row.filter == 1 << (condition - 1)


@pytest.mark.rule("ACT-09")
def test_hiding_ends_when_given_away():
    """[2024] what hiding gives ends on noise, on being found, on an attack."""
    tables = block("2024", "wolf").tables
    row = tables.effects[tables.role_effects[Role.UNSEEN] - 1]

    assert row.do == Do.ONGOING
    assert row.ends_on == 1 << EndsOn.NOISE | 1 << EndsOn.FOUND | 1 << EndsOn.ATTACKS
