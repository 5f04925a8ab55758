"""Tests on a situation: what an activity asks of its user, of the other party and of the roll."""

from typing import Any

from dnd_env.core.terms import Flag, Frame, Life, Outcome, Predicate, SaveWhen, Trait
from tests.reference.facts import Row, bits
from tests.reference.position import Position
from tests.reference.shapes import FEET, distance
from tests.reference.sight import sees
from tests.reference.standing import OF_BEARER_ALONE, has, judge_bearer_alone, standing

FROM_BEARERS_SIZE = 16  # a size above it is counted from the bearer's own


def suits(
    position: Position, activity: Row, user: int, other: int | None, frame: int | None = None
) -> bool:
    """Do an activity's own tests hold for its user against another? ``frame``: the roll at hand."""
    tests = (
        (activity.predicate, activity.predicate_value),
        (activity.also, activity.also_value),
    )
    return all(
        judge(position, abs(predicate), value, user, other, frame) == (predicate > 0)
        for predicate, value in tests
        if predicate
    )


def judge(
    position: Position, predicate: int, value: int, user: int, other: int | None, frame: Any
) -> bool:
    """Judge one test, not negated."""
    if predicate in OF_BEARER_ALONE:
        maximum = standing(position, user).hit_point_maximum
        return judge_bearer_alone(position, position.creatures[user], predicate, value, maximum)
    test = Predicate(predicate)
    if test in OF_USER:
        return bool(OF_USER[test](position, value, user))
    if test in OF_OTHER:
        return other is not None and bool(OF_OTHER[test](position, value, user, other))
    if test in OF_FRAME:
        return frame is not None and bool(OF_FRAME[test](position, value, user, other, frame))
    raise NotImplementedError(f"the referee does not know {test.name}")


# --- the user ------------------------------------------------------------------------------------


def _is_wounded(position: Position, _: int, user: int) -> bool:
    creature = position.creatures[user]
    full = standing(position, user).hit_point_maximum
    return bool(creature.life == Life.UP and creature.hit_points < full)


def _is_held(position: Position, _: int, user: int) -> bool:
    """Is it seized, or does something lie on it that an action can end?"""
    return has(position, user, Flag.SEIZED) or any(
        lasting.target == user and SaveWhen.BY_ACTION in bits(lasting.effect.save_when)
        for lasting in position.lasting
    )


OF_USER: dict[Predicate, Any] = {
    Predicate.HURT_BY: lambda position, value, user: position.creatures[user].hurt_by & value,
    Predicate.HAS_MOVED: lambda position, _, user: position.creatures[user].moved_ft > 0,
    Predicate.WOUNDED: _is_wounded,
    Predicate.IS_HELD: _is_held,
    Predicate.ATTACKED_WITH_LIGHT: lambda position, value, user: (
        position.creatures[user].light_attacks & ~value
    ),
}


# --- the other party -----------------------------------------------------------------------------


def _size_at_most(position: Position, value: int, user: int, other: int) -> bool:
    if value >= FROM_BEARERS_SIZE:
        value = position.creatures[user].block.size + value - FROM_BEARERS_SIZE
    return bool(position.creatures[other].block.size <= value)


def _is_bloodied(position: Position, _: int, __: int, other: int) -> bool:
    full = standing(position, other).hit_point_maximum
    return bool(2 * position.creatures[other].hit_points <= full)


def _is_other_wounded(position: Position, _: int, __: int, other: int) -> bool:
    full = standing(position, other).hit_point_maximum
    return bool(position.creatures[other].hit_points < full)


def _has_condition(position: Position, value: int, _: int, other: int) -> bool:
    return bool(standing(position, other).conditions & bits(value))


def _is_seized_by(position: Position, _: int, user: int, other: int) -> bool:
    return any(
        lasting.is_grip and lasting.target == other and lasting.source == user
        for lasting in position.lasting
    )


def has_ally_beside(position: Position, _: int, user: int, other: int) -> bool:
    """Is an ally of the user within 5 ft of the other, and able to act?"""
    side = position.creatures[user].side
    return any(
        who not in (user, other)
        and ally.side == side
        and ally.is_up
        and not has(position, who, Flag.CANNOT_ACT)
        and distance(position, who, other) <= FEET
        for who, ally in position.creatures.items()
    )


def _ability_at_most(position: Position, value: int, _: int, other: int) -> bool:
    ability, score = value >> 8, value & 0xFF
    return bool(position.creatures[other].block.ability_scores[ability - 1] <= score)


OF_OTHER: dict[Predicate, Any] = {
    Predicate.OTHER_TYPE: lambda position, value, _, other: (
        position.creatures[other].block.creature_type in bits(value)
    ),
    Predicate.OTHER_SIZE_AT_MOST: _size_at_most,
    Predicate.OTHER_BLOODIED: _is_bloodied,
    Predicate.OTHER_WOUNDED: _is_other_wounded,
    Predicate.OTHER_HAS_CONDITION: _has_condition,
    Predicate.OTHER_SEIZED: _is_seized_by,
    Predicate.OTHER_HIT_POINTS_AT_MOST: lambda position, value, _, other: (
        position.creatures[other].hit_points <= value
    ),
    Predicate.OTHER_NOT_YET_ACTED: lambda position, _, __, other: (
        position.creatures[other].has_acted == 0
    ),
    Predicate.OTHER_CHALLENGE_AT_MOST: lambda position, value, _, other: (
        position.creatures[other].block.challenge_eighths <= value
    ),
    Predicate.OTHER_ABILITY_AT_MOST: _ability_at_most,
    Predicate.OTHER_SEES_BEARER: lambda position, _, user, other: sees(position, other, user),
    Predicate.SEES_OTHER: lambda position, _, user, other: sees(position, user, other),
    Predicate.WITHIN: lambda position, value, user, other: distance(position, user, other) <= value,
    Predicate.ALLY_BESIDE_OTHER: has_ally_beside,
    Predicate.OTHER_IS_DOWN: lambda position, _, __, other: (
        position.creatures[other].life != Life.UP
    ),
    Predicate.OTHER_IS_SELF: lambda _, __, user, other: user == other,
}


# --- the roll or use at hand ---------------------------------------------------------------------


def _of_attack(position: Position, frame: int) -> Any:
    """Return the attack that a frame is part of, or itself."""
    for at in range(frame, 0, -1):
        if position.frames[at].kind == Frame.ATTACK:
            return position.frames[at]
        if position.frames[at].kind == Frame.USE:
            break
    return position.frames[frame]


def _activity_of(position: Position, frame: int) -> Row | None:
    at = _of_attack(position, frame)
    return position.content.activity(at.activity - 1) if at.activity else None


def _tests_activity(test: Any) -> Any:
    """Make a judge of a test on the activity that is being used."""

    def judged(position: Position, value: int, _: int, __: int | None, frame: int) -> bool:
        activity = _activity_of(position, frame)
        return activity is not None and bool(test(activity, value))

    return judged


def _had_advantage(position: Position, _: int, __: int, ___: int | None, frame: int) -> bool:
    at = _of_attack(position, frame)
    return bool(at.advantage and not at.disadvantage)


def _is_sneak(position: Position, _: int, user: int, other: int | None, frame: int) -> bool:
    """With advantage; or an ally beside the target, and no disadvantage. B059."""
    at = _of_attack(position, frame)
    if at.advantage and not at.disadvantage:
        return True
    hindered = at.disadvantage and not at.advantage
    return not hindered and other is not None and has_ally_beside(position, 0, user, other)


def _deals(position: Position, value: int, _: int, __: int | None, frame: int) -> bool:
    return any(
        amount > 0 and kind in bits(value)
        for kind, amount in enumerate(position.frames[frame].damage)
    )


MAGIC = {Trait.SPELL, Trait.MAGICAL}
OF_FRAME: dict[Predicate, Any] = {
    Predicate.HAD_ADVANTAGE: _had_advantage,
    Predicate.SNEAK_ATTACK: _is_sneak,
    Predicate.CHARGED: lambda position, value, _, __, frame: (
        position.creatures[_of_attack(position, frame).source - 1].run_ft >= value
    ),
    Predicate.CRITICAL: lambda position, _, __, ___, frame: (
        Outcome.CRITICAL in bits(_of_attack(position, frame).outcome)
    ),
    Predicate.ATTACK_KIND: _tests_activity(lambda row, value: row.attack_kind in bits(value)),
    Predicate.ATTACK_ABILITY: _tests_activity(lambda row, value: row.attack_ability in bits(value)),
    Predicate.ATTACK_PROPERTY: _tests_activity(lambda row, value: row.properties & value),
    Predicate.BY_MAGIC: _tests_activity(lambda row, _: MAGIC & bits(row.traits)),
    Predicate.ACTIVITY_TAG: _tests_activity(lambda row, value: row.tag == value),
    Predicate.SPELL_LEVEL_AT_LEAST: lambda position, value, _, __, frame: (
        _of_attack(position, frame).level >= value
    ),
    Predicate.AGAINST_CONDITION: lambda position, value, _, __, frame: (
        _of_attack(position, frame).against & value
    ),
    Predicate.DAMAGE_TYPE: _deals,
}
