"""The log: lines of the trace as events with their reasons, in words.

Each line of the trace says a roll or a change (``Traced``). Reasons of a roll are lines before it
that are about the same two creatures, those of damage about the same target.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from dnd_env.core.terms import (
    Ability,
    Because,
    Condition,
    Cover,
    DamageType,
    Life,
    Mode,
    Outcome,
    Skill,
    Traced,
)
from dnd_env.rules.trace import OTHER_DIE
from dnd_env.spaces.describe import Names, words

Labels: TypeAlias = Callable[[int], str]

ROLLS = {Traced.ATTACK, Traced.SAVE, Traced.CHECK, Traced.DEATH_SAVE, Traced.INITIATIVE}
SUFFERED = {Traced.DAMAGE, Traced.HEALING}  # what may come of damage
DOORS = 2  # of INTERACTS: from here on ``a`` is of doors, below of items


@dataclass(frozen=True)
class LogEvent:
    """Something that happened.

    Attributes:
        kind: what; a ``Traced``.
        source: who did it, a creature's index or None.
        target: to whom, a creature's index or None.
        amount: how much: a total, hit points, a round.
        text: in words.
        reasons: why: advantage, cover, bonuses, resistance.
        numbers: the rest of the line, as its kind says.
    """

    kind: Traced
    source: int | None
    target: int | None
    amount: int
    text: str
    reasons: tuple[str, ...] = ()
    numbers: tuple[int, int, int, int] = (0, 0, 0, 0)

    def __str__(self) -> str:
        why = f" ({'; '.join(self.reasons)})" if self.reasons else ""
        return self.text + why


class Line(NamedTuple):
    """A line of the trace: ``source`` and ``target`` are creatures + 1, or 0."""

    kind: Traced
    source: int
    target: int
    amount: int
    a: int
    b: int
    c: int
    d: int


def line_of(event: LogEvent) -> Line:
    """Return the line that an event was made of."""
    source = 0 if event.source is None else event.source + 1
    target = 0 if event.target is None else event.target + 1
    return Line(event.kind, source, target, event.amount, *event.numbers)


def drain(work: Any, names: Names, effect_label: Labels) -> Iterator[LogEvent]:
    """Turn the lines of a work record into events, and empty it.

    Args:
        work: the WORK record, checked.
        names: names of creatures and activities.
        effect_label: a function from an effect row to the name of what it belongs to.
    """
    rolls: dict[frozenset[int], list[Line]] = {}
    resisted: list[Line] = []
    dead: set[int] = set()
    for index in range(work.trace_count):
        found = work.trace[index]
        line = Line(Traced(found.kind), *(int(found[name]) for name in Line._fields[1:]))
        parties = frozenset((line.source, line.target))
        if line.kind in (Traced.ROLL_MODE, Traced.ROLL_BONUS):
            rolls.setdefault(parties, []).append(line)
            continue
        if line.kind is Traced.RESISTS:
            resisted += [line] if line.amount != line.b else []
            continue
        if resisted and (line.kind not in SUFFERED or line.target != resisted[0].target):
            yield unharmed(resisted, names, effect_label)
            resisted = []
        if line.kind is Traced.DIES:
            dead.add(line.source)
        if line.kind is Traced.ONGOING and line.target in dead:
            continue
        reasons = rolls.pop(parties, []) if line.kind in ROLLS else resisted
        resisted = []
        yield event_of(line, reasons, names, effect_label)
    if resisted:
        yield unharmed(resisted, names, effect_label)
    work.trace_count = 0


def event_of(line: Line, reasons: Sequence[Line], names: Names, effect_label: Labels) -> LogEvent:
    """Make an event of a line and of those that say why."""
    if line.kind is Traced.ATTACK:
        # A bonus to armor class is taken off the total in the rules: here it is given back.
        answers = [one.amount for one in reasons if is_for_armor_class(one)]
        line = line._replace(amount=line.amount - sum(answers))
    why = [reason_text(one, effect_label) for one in reasons]
    return LogEvent(
        line.kind,
        line.source - 1 if line.source else None,
        line.target - 1 if line.target else None,
        line.amount,
        event_text(line, names, effect_label),
        tuple(dict.fromkeys(why)),
        line[4:],
    )


def unharmed(resisted: Sequence[Line], names: Names, effect_label: Labels) -> LogEvent:
    """Make the event of damage that comes to nothing."""
    return event_of(resisted[0]._replace(amount=0), resisted, names, effect_label)


def is_for_armor_class(reason: Line) -> bool:
    """Is it a response of the target that adds to its armor class (Parry)?"""
    return reason.kind is Traced.ROLL_BONUS and reason.c == 1 and reason.amount < 0


def reason_text(line: Line, effect_label: Labels) -> str:
    """Say why a roll has advantage, disadvantage or a bonus, or what damage does to a creature."""
    if line.kind is Traced.RESISTS:
        return affinity_text(line)
    because = Because(line.a)
    name = effect_label(line.b - 1) if because is Because.EFFECT else words(because.name).lower()
    if is_for_armor_class(line):
        return f"{name}: {-line.amount:+d} to armor class"
    if line.kind is Traced.ROLL_BONUS:
        return f"{line.amount:+d} {name}"
    return f"{Mode(line.amount).name.lower()}: {name}"


def affinity_text(line: Line) -> str:
    name = DamageType(line.a).name.lower()
    if line.b == 0:
        return f"immune to {name}"
    if line.b < 0:
        return f"absorbs {name}"
    return f"{'resists' if line.b < line.amount else 'vulnerable to'} {name}"


def event_text(line: Line, names: Names, effect_label: Labels) -> str:
    """Say what a line of the trace tells."""
    kind = line.kind
    source = names.creature(line.source - 1) if line.source else "Something"
    target = names.creature(line.target - 1) if line.target else "nobody"
    writer = _TEXTS.get(kind)
    if writer is not None:
        return writer(line, source, target)
    if kind is Traced.USES:
        return _use(line, names, source, target)
    if kind is Traced.INTERACTS:
        return f"{source} {_handling(line, names)}"
    if kind in (Traced.ONGOING, Traced.ONGOING_ENDS, Traced.NO_EFFECT):
        verb = {Traced.ONGOING: "takes hold of", Traced.ONGOING_ENDS: "ends on"}.get(
            kind, "has no effect on"
        )
        return f"{effect_label(line.a - 1)} {verb} {target}"
    if kind in (Traced.ZONE, Traced.ZONE_ENDS):
        verb = "lays" if kind is Traced.ZONE else "loses"
        row = line.a if kind is Traced.ZONE else line.b
        return f"{source} {verb} {effect_label(row - 1)}" if row else f"{source} {verb} a zone"
    return f"{words(kind.name)}: {source}"


def _use(line: Line, names: Names, source: str, target: str) -> str:
    name = names.use(line.a - 1)
    if line.d:
        return f"{source} makes an opportunity attack on {target}: {name}"
    aim = f" on {target}" if line.target and line.target != line.source else ""
    level = f" at level {line.amount}" if line.amount else ""
    return f"{source} uses {name}{level}{aim}"


def _handling(line: Line, names: Names) -> str:
    """Say what is done with an item or a door; see ``rules.equipment``, ``rules.interactions``."""
    if line.a >= DOORS:
        return "opens a door" if line.a > DOORS else "closes a door"
    verb = "picks up" if line.a else "drops"
    return f"{verb} {names.item(line.source - 1, line.amount - 1) or 'an item'}"


def outcome_text(line: Line, source: str, target: str) -> str:
    """Say who hits or misses whom, without a number."""
    outcome = "misses"
    if line.b >> Outcome.CRITICAL & 1:
        outcome = "critically hits"
    elif line.b >> Outcome.HIT & 1:
        outcome = "hits"
    return f"{source} {outcome} {target}"


def _attack(line: Line, source: str, target: str) -> str:
    cover = line.d >> 2
    behind = f", behind {words(Cover(cover).name).lower()} cover" if cover else ""
    two = f", not {line.b >> OTHER_DIE}" if line.d & 3 in (1, 2) else ""
    said = outcome_text(line, source, target)
    return f"{said} with {line.amount} (d20: {line.a}{two}){behind}"


def _save(line: Line, source: str, target: str) -> str:
    ability = Ability(line.c).name.capitalize()
    if line.b == 0:
        return f"{target} chooses to fail a DC {line.a} {ability} save"
    verb = "makes" if line.d else "fails"
    return f"{target} {verb} a DC {line.a} {ability} save with {line.amount} (d20: {line.b})"


def _check(line: Line, source: str, target: str) -> str:
    name = words(Skill(line.a).name) if line.a else "ability"
    return f"{source} rolls {line.amount} on a check of {name} (d20: {line.b})"


def _death_save(line: Line, source: str, target: str) -> str:
    return f"{source} rolls {line.a} on a death save (d20: {line.amount})"


_TEXTS: dict[Traced, Callable[[Line, str, str], str]] = {
    Traced.ROUND: lambda line, source, target: f"Round {line.amount}",
    Traced.TURN: lambda line, source, target: f"{source}'s turn",
    Traced.ATTACK: _attack,
    Traced.SAVE: _save,
    Traced.CHECK: _check,
    Traced.DEATH_SAVE: _death_save,
    Traced.DAMAGE: lambda line, source, target: (
        f"{target} takes {line.amount} damage and has {line.b} hit points left"
        + (", bloodied" if line.c and line.b else "")
    ),
    Traced.RESISTS: lambda line, source, target: f"{target} takes no damage",
    Traced.HEALING: lambda line, source, target: (
        f"{target} regains {line.amount} hit points and has {line.a}"
    ),
    Traced.TEMP_HIT_POINTS: lambda line, source, target: (
        f"{target} has {line.a} temporary hit points"
    ),
    Traced.MOVES: lambda line, source, target: f"{source} moves",
    Traced.FORCED: lambda line, source, target: f"{target} is moved",
    Traced.TELEPORTS: lambda line, source, target: (
        f"{source} teleports from ({line.a}, {line.b}) to ({line.c}, {line.d})"
    ),
    Traced.FALLS: lambda line, source, target: f"{source} falls {line.amount} ft",
    Traced.DROPS: lambda line, source, target: (
        f"{source} falls unconscious ({Life(line.amount).name.lower()})"
    ),
    Traced.DIES: lambda line, source, target: f"{source} dies",
    Traced.STABLE: lambda line, source, target: f"{source} is stable",
    Traced.WAKES: lambda line, source, target: f"{source} wakes with {line.amount} hit points",
    Traced.CONCENTRATION_ENDS: lambda line, source, target: f"{source} stops concentrating",
    Traced.INTERRUPTED: lambda line, source, target: f"{source} interrupts {target}",
    Traced.RECHARGES: lambda line, source, target: (
        f"{source} rolls {line.amount} to recharge on {line.a}"
    ),
    Traced.HIDES: lambda line, source, target: f"{source} hides with {line.amount}",
    Traced.FOUND: lambda line, source, target: f"{source} is found",
    Traced.INITIATIVE: lambda line, source, target: f"{source} has initiative {line.amount}",
    Traced.STOPS: lambda line, source, target: f"{source} has to stop",
}


def condition_names(mask: int) -> list[str]:
    """Return the names of the conditions of a mask."""
    return [c.name.lower() for c in Condition if mask >> (c - 1) & 1]
