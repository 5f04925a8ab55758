"""The legal actions of a position: what the decider may answer to each kind of decision. TRN-01."""

from collections.abc import Callable

from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.terms import (
    LAST_ACTIVITY_VERB,
    Context,
    Cost,
    Decision,
    Flag,
    Option,
    Target,
    Trait,
    Verb,
)
from tests.reference import movement, targets, verbs
from tests.reference.cover import is_hiding, may_hide
from tests.reference.economy import (
    can_pay,
    can_wield,
    has_trait,
    is_out_of_time,
    slot_count,
    slot_levels,
)
from tests.reference.facts import Row, bits
from tests.reference.position import Position
from tests.reference.responses import on_response
from tests.reference.saying import (
    PASS,
    say_creatures,
    say_options,
    say_slot,
    say_squares,
    say_verb,
)
from tests.reference.standing import has

MOST_DUE = 10  # things that fall due at once of which one can be chosen


# --- all decisions -------------------------------------------------------------------------------


def legal_actions(position: Position) -> set[int]:
    """Return the legal actions; only "pass" where nobody decides."""
    if position.decider is None:
        return {PASS}
    return DECISIONS[Decision(position.decision)](position, position.decider)


def on_turn(position: Position, who: int) -> set[int]:
    """End the turn, use an activity, say a verb, or go somewhere."""
    if is_out_of_time(position):
        return {PASS}
    slots = [*range(slot_count(position, who)), *range(MAX_SLOTS, MAX_SLOTS + LAST_ACTIVITY_VERB)]
    legal = {PASS}
    legal |= {
        say_slot(position, slot) for slot in slots if can_use(position, who, slot, Context.TURN)
    }
    legal |= {say_verb(position, verb) for verb in verbs.sayable(position, who)}
    return legal | say_moves(position, who, None)


def say_moves(position: Position, who: int, limit_ft: int | None) -> set[int]:
    """Say where a creature may go: any square, or in the compact set one step."""
    if not position.ground.options.compact:
        return say_squares(position, movement.destinations(position, who, limit_ft))
    return {
        say_verb(position, Verb.STEP_NORTH + step)
        for step in range(len(movement.STEPS))
        if movement.may_step(position, who, step, limit_ft)
    }


def can_use(position: Position, who: int, slot: int, context: Context) -> bool:
    """May a creature begin to use an activity?"""
    activity = position.activity_in(who, slot)
    if activity is None or activity.cost == Cost.REACTION or activity.event:
        return False
    if (activity.cost == Cost.LEGENDARY) != (context == Context.LEGENDARY):
        return False
    if has(position, who, Flag.TURNED) and not has_trait(activity, Trait.FLIGHT):
        return False
    if is_hiding(position, activity) and not may_hide(position, who):
        return False
    return (
        can_pay(position, who, slot, activity, context)
        and can_wield(position, who, activity)
        and targets.can_be_aimed(position, who, activity)
    )


def on_legendary(position: Position, who: int) -> set[int]:
    slots = range(slot_count(position, who))
    return {PASS} | {
        say_slot(position, slot)
        for slot in slots
        if can_use(position, who, slot, Context.LEGENDARY)
    }


# --- completing a choice -------------------------------------------------------------------------


def chosen(position: Position) -> Row:
    return position.content.activity(position.choice.activity - 1)


def on_target(position: Position, who: int) -> set[int]:
    """The next creature (or square, where one is guessed), or no more of them."""
    choice = position.choice
    if not choice.activity:
        return on_next_target(position, who)
    activity = chosen(position)
    if activity.target != Target.CREATURE:
        return say_creatures(position, targets.anchors(position, who, activity))
    if activity.named_who and not choice.named:
        return say_creatures(position, targets.nameable(position, who, activity))
    before = {choice.targets[at] - 1 for at in range(choice.target_count)}
    found = targets.targets(position, who, activity)
    if not has_trait(activity, Trait.SAME_TARGET_AGAIN):
        found -= before
    legal = say_creatures(position, found)
    if choice.target_count:
        return legal | {PASS}
    return legal | say_squares(position, targets.guesses(position, who, activity))


def on_next_target(position: Position, who: int) -> set[int]:
    """The next target of what hits one after the other, as rays do."""
    frame = position.frames[-1]
    activity = position.content.activity(frame.activity - 1)
    found = targets.targets(position, who, activity)
    if not has_trait(activity, Trait.SAME_TARGET_AGAIN):
        found -= set(frame.targets[: frame.targets_done])
    return {PASS} | say_creatures(position, found)


def on_square(position: Position, who: int) -> set[int]:
    """Where to jump, to go out of turn, or to place something."""
    choice = position.choice
    if choice.verb == Verb.JUMP:
        return say_squares(position, verbs.jumps(position, who))
    if not choice.activity:
        return {PASS} | say_moves(position, who, position.frames[-1].amount)
    return say_squares(position, targets.places(position, who, chosen(position)))


def on_corner(position: Position, who: int) -> set[int]:
    choice = position.choice
    corners = targets.corners(position, who, chosen(position), choice.anchor - 1)
    return say_options(position, {Option.NORTH_WEST + corner for corner in corners})


def on_option(position: Position, who: int) -> set[int]:
    return say_options(position, verbs.verb_options(position, who, position.choice.verb))


def on_level(position: Position, who: int) -> set[int]:
    levels = slot_levels(position.creatures[who], chosen(position))
    return say_options(position, {Option.LEVEL_1 + level - 1 for level in levels})


def on_order(position: Position, who: int) -> set[int]:
    """Which of the things that fall due is first: a death save, lasting effects, zones."""
    due = [position.frames[0].amount != 0]
    due += [lasting.is_due for lasting in position.lasting]
    due += [zone.is_due for zone in position.zones]
    return say_options(position, {Option.FIRST + at for at in range(min(sum(due), MOST_DUE))})


def on_save_ability(position: Position, who: int) -> set[int]:
    abilities = bits(position.frames[-1].ability)
    return say_options(position, {Option.STRENGTH + ability for ability in abilities})


def on_skill(position: Position, who: int) -> set[int]:
    return say_options(position, {Option.ATHLETICS, Option.ACROBATICS})


def on_yes_or_no(position: Position, who: int) -> set[int]:
    return say_options(position, {Option.YES, Option.NO})


DECISIONS: dict[Decision, Callable[[Position, int], set[int]]] = {
    Decision.TURN: on_turn,
    Decision.LEVEL: on_level,
    Decision.TARGET: on_target,
    Decision.SQUARE: on_square,
    Decision.OPTION: on_option,
    Decision.RESPONSE: on_response,
    Decision.LEGENDARY: on_legendary,
    Decision.SKILL: on_skill,
    Decision.SAVE_ABILITY: on_save_ability,
    Decision.FAIL_SAVE: on_yes_or_no,
    Decision.KNOCK_OUT: on_yes_or_no,
    Decision.TEMP_HIT_POINTS: on_yes_or_no,
    Decision.ORDER: on_order,
    Decision.CORNER: on_corner,
}
