"""A snapshot of a battle as plain values, read from the raw fields of a STATE record.

What the engine derives (conditions, flags, speeds, who sees whom ...) is not read: ``standing`` and
``sight`` work it out afresh. What is remembered (who hides from whom, whom a side has met, which
doors it takes to be shut) is read, for no picture of the moment tells it. References to other rows
are indices, None for nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from dnd_env.core import state as layouts
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.terms import Life, ObjectKind
from tests.reference.facts import Content, Ground, Row, Square, Squares, bits, read

_WANTED = """
stat_block side x y altitude_ft width is_flying squeezes_to rider mount container
life died_on hit_points base_hit_points exhaustion is_surprised has_acted
actions actions_not_magic bonus_actions reactions interactions legendary_actions
moved_ft extra_ft diagonals run_ft approach_ft attack_count is_attacking
cast_bonus_spell cast_other_spell spent_slot used_action used_bonus_action
main_hand off_hand concentrates hurt_by
hidden_from slots_used triggers_used light_attacks attacks_made resources items
"""
CREATURE_FIELDS = frozenset(_WANTED.split())


@dataclass
class Creature:
    """A creature: the record's own words, and where it is.

    ``record``: the raw fields; ``block``: its stat block; ``hidden_from``: who does not notice it.
    """

    who: int
    record: Any
    block: Row
    hidden_from: frozenset[int]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.record, name)

    @property
    def place(self) -> Square:
        """Its north-west square."""
        return self.record.x, self.record.y

    @property
    def is_here(self) -> bool:
        """Is it on the map, dead or alive?"""
        return bool(self.record.life != Life.GONE and self.record.container == 0)

    @property
    def is_up(self) -> bool:
        """Is it on the map and above 0 hit points?"""
        return bool(self.record.life == Life.UP and self.record.container == 0)

    @property
    def is_dead(self) -> bool:
        return bool(self.record.life == Life.DEAD)

    @property
    def free_hands(self) -> int:
        empty = int(self.record.main_hand == 0) + int(self.record.off_hand == 0)
        return min(empty, int(self.block.hands))

    def space(self) -> Squares:
        return footprint(self.place, self.record.width)


@cache
def footprint(place: Square, width: int) -> Squares:
    """Return the squares of a space from its north-west square."""
    x, y = place
    return frozenset((x + dx, y + dy) for dx in range(width) for dy in range(width))


@dataclass
class Lasting:
    """An effect that lies upon a creature; ``effect`` its row, ``source`` who laid it."""

    effect: Row
    source: int
    target: int
    is_grip: bool
    is_due: bool
    dealt: int


@dataclass
class Zone:
    """An area that lasts; ``at`` and ``aim`` in half squares, ``anchor`` whom it follows."""

    index: int
    effect: Row
    source: int
    activity: Row
    at: tuple[int, int]
    aim: tuple[int, int]
    size_ft: int
    anchor: int | None
    is_due: bool


@dataclass
class Door:
    index: int
    square: Square
    is_open: bool
    is_locked: bool


@dataclass
class Item:
    """A thing that lies on the ground; ``owner`` whose it is."""

    square: Square
    owner: int


@dataclass
class Position:
    """A battle at a decision.

    ``remembered``: by side, whom it has ever met; ``doors_shut``: by side, the doors that it takes
    to be shut; ``frames``, ``event``, ``choice``: raw records of what is being resolved, responded
    to, chosen.
    """

    ground: Ground
    content: Content
    creatures: dict[int, Creature]
    lasting: list[Lasting]
    zones: list[Zone]
    doors: list[Door]
    items: list[Item]
    remembered: dict[int, frozenset[int]]
    doors_shut: dict[int, frozenset[int]]
    decision: int
    decider: int | None
    turn: int | None
    round_number: int
    decisions_this_turn: int
    frames: list[Any]
    event: Any
    choice: Any
    memo: dict[Any, Any] = field(default_factory=dict)

    def fights(self, who: int, other: int) -> bool:
        """Is another creature a foe?"""
        return self.creatures[other].side in self.ground.hostile[self.creatures[who].side]

    def activity_in(self, who: int, slot: int) -> Row | None:
        """Return the activity in a slot; the verbs have slots of their own after those."""
        if slot >= MAX_SLOTS:
            return self.content.activity_of_verb(slot - MAX_SLOTS + 1)
        row = self.creatures[who].block.activities[slot]
        return self.content.activity(row - 1) if row else None


P = ParamSpec("P")
T = TypeVar("T")


def kept(judge: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function finds, in the position that it is asked about."""

    @wraps(judge)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        memo = args[0].memo  # type: ignore[attr-defined]
        key = (judge, args[1:], tuple(sorted(kwargs.items())) if kwargs else ())
        if key not in memo:
            memo[key] = judge(*args, **kwargs)
        return memo[key]  # type: ignore[no-any-return]

    return wrapper


# --- reading -------------------------------------------------------------------------------------


def read_position(state: Any, ground: Ground, content: Content) -> Position:
    """Read a checked STATE record."""
    sides = range(ground.options.side_count)
    decider = state.decider - 1 if state.decider else None
    creatures = _creatures(state, ground, content)
    frames = [read(state.frames[at], layouts.FRAME) for at in range(state.frame_count)]
    event = None
    if frames and frames[-1].next_event < state.event_count:
        event = read(state.events[frames[-1].next_event], layouts.EVENT)
    things = [state.objects[at] for at in range(state.object_count)]
    return Position(
        ground=ground,
        content=content,
        creatures=creatures,
        lasting=_lasting(state, content),
        zones=_zones(state, content),
        doors=[
            Door(at, (thing.x, thing.y), thing.is_open != 0, thing.is_locked != 0)
            for at, thing in enumerate(things)
            if thing.kind == ObjectKind.DOOR
        ],
        items=[
            Item((thing.x, thing.y), thing.owner - 1)
            for thing in things
            if thing.kind == ObjectKind.DROPPED_ITEM
        ],
        remembered={
            side: frozenset(who for who in creatures if state.remembered[side, who])
            for side in sides
        },
        doors_shut={side: bits(state.doors_shut[side]) for side in sides},
        decision=state.decision,
        decider=decider,
        turn=state.turn - 1 if state.turn else None,
        round_number=state.round_number,
        decisions_this_turn=state.decisions_this_turn,
        frames=frames,
        event=event,
        choice=read(state.choice[0], layouts.CHOICE),
    )


def _creatures(state: Any, ground: Ground, content: Content) -> dict[int, Creature]:
    found = {}
    for who in range(ground.options.creature_count):
        raw = state.creatures[who]
        if raw.stat_block:
            record = read(raw, layouts.CREATURE, CREATURE_FIELDS)
            block = content.stat_block(record.stat_block - 1)
            found[who] = Creature(who, record, block, bits(record.hidden_from))
    return found


def _lasting(state: Any, content: Content) -> list[Lasting]:
    rows = [state.ongoing[at] for at in range(state.ongoing_count)]
    return [
        Lasting(
            content.effect(row.effect - 1),
            row.source - 1,
            row.target - 1,
            row.is_grip != 0,
            row.is_due != 0,
            row.dealt,
        )
        for row in rows
        if row.effect
    ]


def _zones(state: Any, content: Content) -> list[Zone]:
    rows = [(at, state.zones[at]) for at in range(state.zone_count)]
    return [
        Zone(
            at,
            content.effect(row.effect - 1),
            row.source - 1,
            content.activity(row.activity - 1),
            (row.x, row.y),
            (row.aim_x, row.aim_y),
            row.size_ft,
            row.anchor - 1 if row.anchor else None,
            row.is_due != 0,
        )
        for at, row in rows
        if row.effect
    ]
