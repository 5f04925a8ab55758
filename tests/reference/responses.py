"""Answers to what others do: opportunity attacks, and what responds to an event.

REA-01, REA-02, ATK-11.
"""

from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.terms import Context, Event, Outcome, Target, Trait, Verb, Witness
from tests.reference import targets
from tests.reference.economy import can_pay, has_trait, is_ready, may_react, slot_count
from tests.reference.facts import Row, bits
from tests.reference.position import Position
from tests.reference.saying import PASS, say_slot
from tests.reference.shapes import distance
from tests.reference.sight import has_effect_line, is_awake, sees
from tests.reference.situations import suits


def on_response(position: Position, who: int) -> set[int]:
    """Let it pass, or respond."""
    event = position.event
    block = position.creatures[who].block
    if event.kind == Event.LEAVES_REACH:
        verbs = (Verb.GRAPPLE, Verb.SHOVE_PRONE, Verb.SHOVE_AWAY, Verb.UNARMED_STRIKE)
        slots = [*range(slot_count(position, who)), *(MAX_SLOTS + verb - 1 for verb in verbs)]
        may = may_strike_as_it_leaves
    else:
        slots = block.responses[: block.response_count]
        may = may_answer
    answered = bits(event.answered)
    return {PASS} | {
        say_slot(position, slot)
        for slot in slots
        if slot not in answered and may(position, who, slot)
    }


def may_strike_as_it_leaves(position: Position, who: int, slot: int) -> bool:
    """May an activity serve as opportunity attack? ATK-11."""
    activity = position.activity_in(who, slot)
    mover = position.event.source - 1
    if activity is None or not has_trait(activity, Trait.OPPORTUNITY):
        return False
    if not is_ready(position.creatures[who], activity) or not may_react(position, who):
        return False
    if not sees(position, who, mover) or targets.is_charmed_by(position, who, activity, mover):
        return False
    anyone = position.ground.options.provoked_by_anyone
    if not anyone and not position.fights(who, mover):
        return False
    if not has_effect_line(position, who, mover) or not suits(position, activity, who, mover):
        return False
    return leaves(position, who, mover, targets.range_ft(position, who, activity))


RISES = 2  # from here on a move goes straight up or down, to the altitude ``total``


def leaves(position: Position, who: int, mover: int, reach_ft: int) -> bool:
    """Does the step that a mover is about to take leave the reach of a creature?"""
    frame = position.frames[-1]
    if frame.bits >= RISES:
        after = distance(position, mover, who, altitude_ft=frame.total)
    else:
        after = distance(position, mover, who, at=(frame.x, frame.y))
    return distance(position, mover, who) <= reach_ft < after


def may_answer(position: Position, who: int, slot: int) -> bool:
    """May an activity answer the event that is going on?"""
    activity, event = position.activity_in(who, slot), position.event
    if activity is None or event.kind not in (activity.event, activity.also_event):
        return False
    if event.kind == Event.SAVE_FAILED and Outcome.FAIL not in bits(position.frames[-1].outcome):
        return False
    if not can_pay(position, who, slot, activity, Context.RESPONSE):
        return False
    if not is_ready(position.creatures[who], activity) or is_used_up(position, who, activity):
        return False
    if not is_concerned(position, who, activity):
        return False
    return activity.target != Target.CREATURE or bool(targets.targets(position, who, activity))


def is_used_up(position: Position, who: int, activity: Row) -> bool:
    """Is its first effect one that counts once a turn, and is that used up?"""
    effects = position.content.effects(activity.first_effect, min(activity.effect_count, 1))
    used = bits(position.creatures[who].triggers_used)
    return any(row.once and row.once - 1 in used for row in effects)


def is_concerned(position: Position, who: int, activity: Row) -> bool:
    """Is a creature the witness that an activity wants, near enough, and does it see?"""
    event = position.event
    source = event.source - 1 if event.source else None
    target = event.target - 1 if event.target else None
    if not is_witness(position, who, activity.witness, source, target):
        return False
    if event.kind == Event.TARGETED and activity.event_tag:
        if position.content.activity(event.activity - 1).tag != activity.event_tag:
            return False
    other = target if source == who else source
    if other is not None and other != who:
        if activity.range_ft and distance(position, who, other) > activity.range_ft:
            return False
        if has_trait(activity, Trait.NEEDS_SIGHT) and not sees(position, who, other):
            return False
    return suits(position, activity, who, other, len(position.frames) - 1)


def is_witness(
    position: Position, who: int, witness: int, source: int | None, target: int | None
) -> bool:
    """Does a creature stand to an event as a Witness says?"""
    if witness in (Witness.SOURCE, Witness.TARGET):
        return who == (source if witness == Witness.SOURCE else target)
    if who in (source, target) or not is_awake(position, who):
        return False
    if witness == Witness.ALLY_OF_TARGET:
        return (
            target is not None and position.creatures[target].side == position.creatures[who].side
        )
    if witness == Witness.ENEMY_OF_SOURCE:
        return source is not None and position.fights(who, source)
    return True
