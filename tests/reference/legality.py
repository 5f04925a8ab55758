"""The legal actions of a position: what the decider may answer, in the flat layout of actions.

[pass] [verbs] [activities] [creatures] [options] [squares]: the scene says where each block begins; a
square is x + y * stride.
"""

from collections.abc import Callable, Iterable

from dnd_env.core.limits import MAX_ITEMS, MAX_SLOTS
from dnd_env.core.terms import (
    ALTITUDES_FT,
    LAST_ACTIVITY_VERB,
    Context,
    Cost,
    Cover,
    Decision,
    Do,
    Event,
    Flag,
    Light,
    Option,
    Outcome,
    Role,
    Sense,
    Trait,
    Verb,
    Witness,
)
from tests.reference import movement, targets
from tests.reference.economy import (
    can_interact,
    can_pay,
    can_wield,
    has_trait,
    holds,
    is_out_of_time,
    is_ready,
    may_react,
    slot_levels,
)
from tests.reference.facts import Row, Square, bits
from tests.reference.movement import budget_ft, mode_at
from tests.reference.position import Position
from tests.reference.shapes import FEET, apart, distance
from tests.reference.sight import (
    cover_between,
    has_effect_line,
    is_awake,
    is_obscured,
    knows,
    light_at,
    sees,
)
from tests.reference.situations import suits
from tests.reference.standing import has, standing

PASS = 0
MOST_DUE = 10  # things that fall due at once of which one can be chosen


# --- saying it -----------------------------------------------------------------------------------


def say_verb(position: Position, verb: int) -> int:
    return int(position.ground.options.verbs_at) + verb - 1


def say_slot(position: Position, slot: int) -> int:
    """Say an activity, or the verb behind which it is."""
    if slot >= MAX_SLOTS:
        return say_verb(position, slot - MAX_SLOTS + 1)
    return int(position.ground.options.activities_at) + slot


def say_creature(position: Position, who: int) -> int:
    return int(position.ground.options.creatures_at) + who


def say_option(position: Position, option: int) -> int:
    return int(position.ground.options.options_at) + option - 1


def say_square(position: Position, square: Square) -> int:
    options = position.ground.options
    return int(options.squares_at + square[0] + square[1] * options.square_stride)


def say_squares(position: Position, squares: Iterable[Square]) -> set[int]:
    return {say_square(position, square) for square in squares}


def say_creatures(position: Position, creatures: Iterable[int]) -> set[int]:
    return {say_creature(position, who) for who in creatures}


def say_options(position: Position, options: Iterable[int]) -> set[int]:
    return {say_option(position, option) for option in options}


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
    verbs = range(1, LAST_ACTIVITY_VERB + 1)
    slots = [*range(slot_count(position, who)), *(MAX_SLOTS + verb - 1 for verb in verbs)]
    legal = {PASS}
    legal |= {
        say_slot(position, slot) for slot in slots if can_use(position, who, slot, Context.TURN)
    }
    legal |= {say_verb(position, verb) for verb, may in VERBS.items() if may(position, who)}
    if position.ground.options.compact:
        steps = range(len(movement.STEPS))
        legal |= {
            say_verb(position, Verb.STEP_NORTH + step)
            for step in steps
            if movement.may_step(position, who, step)
        }
    else:
        legal |= say_squares(position, movement.destinations(position, who))
    return legal


def slot_count(position: Position, who: int) -> int:
    """Return how many activities of a creature can be said."""
    count = position.creatures[who].block.activity_count
    return int(min(count, position.ground.options.slot_count))


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


def is_hiding(position: Position, activity: Row) -> bool:
    """Is an activity an attempt to hide?"""
    effects = position.content.effects(activity.first_effect, min(activity.effect_count, 1))
    return any(row.do == Do.VISIBILITY and row.kind == Sense.HIDE for row in effects)


def may_hide(position: Position, who: int) -> bool:
    """May a creature try to hide from the foes that its side knows to be awake? ACT-08, ACT-09."""
    foes = [
        other
        for other in position.creatures
        if position.fights(who, other) and is_awake(position, other) and knows(position, who, other)
    ]
    unseeing = [other for other in foes if not sees(position, other, who)]
    if not position.ground.is_2024:
        return not foes or bool(unseeing) or has(position, who, Flag.INVISIBLE)
    return len(unseeing) == len(foes) and is_sheltered(position, who, foes)


def is_sheltered(position: Position, who: int, foes: list[int]) -> bool:
    """Is a creature heavily obscured, or behind enough cover from each foe?"""
    if all(
        light_at(position, square) == Light.DARK or is_obscured(position, square)
        for square in position.creatures[who].space()
    ):
        return True
    enough = Cover.HALF if position.ground.options.half_cover_hides else Cover.THREE_QUARTERS
    return all(cover_between(position, foe, who) >= enough for foe in foes)


def on_legendary(position: Position, who: int) -> set[int]:
    slots = range(slot_count(position, who))
    return {PASS} | {
        say_slot(position, slot)
        for slot in slots
        if can_use(position, who, slot, Context.LEGENDARY)
    }


# --- verbs that are no activities ----------------------------------------------------------------


def is_free(position: Position, who: int) -> bool:
    """Can a creature use its hands?"""
    return not has(position, who, Flag.CANNOT_ACT) and is_awake(position, who)


def has_role(position: Position, who: int, role: Role) -> bool:
    return position.content.condition_of_role(role) in standing(position, who).conditions


def may_stand_up(position: Position, who: int) -> bool:
    """MOV-06: half the speed, which Dash does not raise; not at speed 0."""
    if not has_role(position, who, Role.FALLEN):
        return False
    mode = mode_at(position, who, position.creatures[who].place)
    cost = standing(position, who).speed(mode) // 2
    if has(position, who, Flag.STANDS_FREELY):
        cost = FEET
    return bool(budget_ft(position, who, mode) >= cost > 0)


def may_drop_prone(position: Position, who: int) -> bool:
    """MOV-06: [2024] not at speed 0."""
    stuck = has(position, who, Flag.CANNOT_MOVE) and position.ground.is_2024
    return not stuck and not has_role(position, who, Role.FALLEN)


def may_release(position: Position, who: int) -> bool:
    return any(lasting.is_grip and lasting.source == who for lasting in position.lasting)


def may_jump(position: Position, who: int) -> bool:
    return not position.ground.options.compact and bool(movement.jumps(position, who))


def may_pick_up(position: Position, who: int) -> bool:
    """An own thing on the ground within reach, by an interaction."""
    creature = position.creatures[who]
    near = [
        item
        for item in position.items
        if item.owner == who
        and apart(creature.place[0], creature.width, item.square[0], 1) <= 1
        and apart(creature.place[1], creature.width, item.square[1], 1) <= 1
    ]
    low = creature.altitude_ft <= FEET
    return bool(near) and low and is_free(position, who) and can_interact(creature)


def may_end_concentration(position: Position, who: int) -> bool:
    return bool(position.creatures[who].concentrates)


def verb_options(position: Position, who: int, verb: int) -> set[int]:
    """Return the options that a verb takes now, none if it cannot be said."""
    return OPTIONS[Verb(verb)](position, who)


def altitudes(position: Position, who: int) -> set[int]:
    return {
        Option.UP_0 + at
        for at, altitude_ft in enumerate(ALTITUDES_FT)
        if movement.may_rise(position, who, altitude_ft)
    }


def _items(position: Position, who: int, may: Callable[[int], bool]) -> set[int]:
    if not is_free(position, who):
        return set()
    carried = position.creatures[who].block.items
    return {Option.FIRST + at for at in range(MAX_ITEMS) if carried[at] and may(at + 1)}


def drawable(position: Position, who: int) -> set[int]:
    """Weapons carried but not in hand, with a hand free."""
    creature = position.creatures[who]
    free = can_interact(creature) and creature.free_hands > 0

    def may(item: int) -> bool:
        kind = position.content.item(creature.block.items[item - 1] - 1)
        there = creature.items[item - 1] > 0 and not holds(creature, item)
        return bool(free and there and kind.is_weapon)

    return _items(position, who, may)


def droppable(position: Position, who: int) -> set[int]:
    """What is in hand, but no shield: that takes an action."""
    creature = position.creatures[who]

    def may(item: int) -> bool:
        kind = position.content.item(creature.block.items[item - 1] - 1)
        return holds(creature, item) and not kind.is_shield

    return _items(position, who, may)


def stowable(position: Position, who: int) -> set[int]:
    can = can_interact(position.creatures[who])
    return droppable(position, who) if can else set()


def squeezes(position: Position, who: int) -> set[int]:
    """Any corner of a space of more than one square. MOV-11."""
    creature = position.creatures[who]
    stuck = has(position, who, Flag.CANNOT_MOVE)
    if stuck or creature.squeezes_to or creature.width == 1:
        return set()
    return {Option.NORTH_WEST + corner for corner in range(4)}


def unsqueezes(position: Position, who: int) -> set[int]:
    return {
        Option.NORTH_WEST + corner
        for corner in range(4)
        if movement.may_spread(position, who, corner)
    }


def doors_at_hand(position: Position, who: int) -> set[int]:
    """Doors within 5 ft that are not locked, nor open with somebody known standing in them."""
    creature = position.creatures[who]
    if not is_free(position, who) or not can_interact(creature):
        return set()
    near = [door for door in position.doors if _is_usable(position, who, door.square, door)]
    return {Option.FIRST + at for at in range(min(len(near), MAX_ITEMS))}


def _is_usable(position: Position, who: int, square: Square, door: object) -> bool:
    creature = position.creatures[who]
    across = apart(creature.place[0], creature.width, square[0], 1)
    down = apart(creature.place[1], creature.width, square[1], 1)
    if max(across, down) != 1 or door.is_locked:  # type: ignore[attr-defined]
        return False
    occupied = any(
        other.is_here and square in other.space() and knows(position, who, index)
        for index, other in position.creatures.items()
    )
    return not (door.is_open and occupied)  # type: ignore[attr-defined]


OPTIONS: dict[Verb, Callable[[Position, int], set[int]]] = {
    Verb.FLY: altitudes,
    Verb.SQUEEZE: squeezes,
    Verb.UNSQUEEZE: unsqueezes,
    Verb.DRAW: drawable,
    Verb.STOW: stowable,
    Verb.DROP_ITEM: droppable,
    Verb.USE_DOOR: doors_at_hand,
}
VERBS: dict[Verb, Callable[[Position, int], bool]] = {
    Verb.STAND_UP: may_stand_up,
    Verb.DROP_PRONE: may_drop_prone,
    Verb.RELEASE: may_release,
    Verb.JUMP: may_jump,
    Verb.LAND: movement.may_land,
    Verb.PICK_UP: may_pick_up,
    Verb.END_CONCENTRATION: may_end_concentration,
}
for _verb, _judge in OPTIONS.items():
    VERBS[_verb] = lambda position, who, judge=_judge: bool(judge(position, who))


# --- completing a choice -------------------------------------------------------------------------


def chosen(position: Position) -> Row:
    return position.content.activity(position.choice.activity - 1)


def on_target(position: Position, who: int) -> set[int]:
    """The next creature (or square, where one is guessed), or no more of them."""
    choice = position.choice
    if not choice.activity:
        return on_next_target(position, who)
    activity = chosen(position)
    if activity.target not in (targets.Target.CREATURE,):
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
        return say_squares(position, movement.jumps(position, who))
    if not choice.activity:
        limit_ft = position.frames[-1].amount
        return {PASS} | say_squares(position, movement.destinations(position, who, limit_ft))
    return say_squares(position, targets.places(position, who, chosen(position)))


def on_corner(position: Position, who: int) -> set[int]:
    choice = position.choice
    corners = targets.corners(position, who, chosen(position), choice.anchor - 1)
    return say_options(position, {Option.NORTH_WEST + corner for corner in corners})


def on_option(position: Position, who: int) -> set[int]:
    return say_options(position, verb_options(position, who, position.choice.verb))


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


# --- responses -----------------------------------------------------------------------------------


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
    return is_ready(position.creatures[who], activity) and is_concerned(position, who, activity)


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
