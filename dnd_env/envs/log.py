"""The log: lines of the trace as events with their reasons, in words.

Each line of the trace says a roll or a change (``Traced``); reasons of a roll are lines before it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

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
from dnd_env.spaces.describe import Names, words

HIDDEN_KINDS = {Traced.ROLL_MODE, Traced.ROLL_BONUS, Traced.RESISTS, Traced.MOVES}


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


def drain(work: Any, names: Names, effect_label: Any) -> Iterator[LogEvent]:
    """Turn the lines of a work record into events, and empty it.

    Args:
        work: the WORK record, checked.
        names: names of creatures and activities.
        effect_label: a function from an effect row to the name of what it belongs to.
    """
    reasons: list[str] = []
    for index in range(work.trace_count):
        line = work.trace[index]
        kind = Traced(line.kind)
        if kind in (Traced.ROLL_MODE, Traced.ROLL_BONUS):
            reasons.append(reason_text(kind, line, effect_label))
            continue
        if kind is Traced.RESISTS:
            if line.amount != line.b:
                reasons.append(affinity_text(line))
            continue
        numbers = (line.a, line.b, line.c, line.d)
        yield LogEvent(
            kind,
            line.source - 1 if line.source else None,
            line.target - 1 if line.target else None,
            line.amount,
            event_text(kind, line, names, effect_label),
            tuple(dict.fromkeys(reasons)),
            numbers,
        )
        reasons = []
    work.trace_count = 0


def reason_text(kind: Traced, line: Any, effect_label: Any) -> str:
    """Say why a roll has advantage, disadvantage or a bonus."""
    because = Because(line.a)
    name = effect_label(line.b - 1) if because is Because.EFFECT else words(because.name).lower()
    if kind is Traced.ROLL_BONUS:
        return f"{line.amount:+d} {name}"
    return f"{Mode(line.amount).name.lower()}: {name}"


def affinity_text(line: Any) -> str:
    name = DamageType(line.a).name.lower()
    if line.b == 0:
        return f"immune to {name}"
    if line.b < 0:
        return f"absorbs {name}"
    return f"{'resists' if line.b < line.amount else 'vulnerable to'} {name}"


def event_text(kind: Traced, line: Any, names: Names, effect_label: Any) -> str:
    """Say what a line of the trace tells."""
    source = names.creature(line.source - 1) if line.source else "Something"
    target = names.creature(line.target - 1) if line.target else "nobody"
    writer = _TEXTS.get(kind)
    if writer is not None:
        return writer(line, source, target)
    if kind is Traced.USES:
        aim = f" on {target}" if line.target and line.target != line.source else ""
        level = f" at level {line.amount}" if line.amount else ""
        return f"{source} uses {names.use(line.a - 1)}{level}{aim}"
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


def _attack(line: Any, source: str, target: str) -> str:
    outcome = "misses"
    if line.b >> Outcome.CRITICAL & 1:
        outcome = "critically hits"
    elif line.b >> Outcome.HIT & 1:
        outcome = "hits"
    cover = line.d >> 2
    behind = f", behind {words(Cover(cover).name).lower()} cover" if cover else ""
    return f"{source} {outcome} {target} with {line.amount} (d20: {line.a}){behind}"


def _save(line: Any, source: str, target: str) -> str:
    ability = Ability(line.c).name.capitalize()
    if line.b == 0:
        return f"{target} chooses to fail a DC {line.a} {ability} save"
    verb = "makes" if line.d else "fails"
    return f"{target} {verb} a DC {line.a} {ability} save with {line.amount} (d20: {line.b})"


def _check(line: Any, source: str, target: str) -> str:
    name = words(Skill(line.a).name) if line.a else "ability"
    return f"{source} rolls {line.amount} on a check of {name} (d20: {line.b})"


def _death_save(line: Any, source: str, target: str) -> str:
    return f"{source} rolls {line.a} on a death save (d20: {line.amount})"


_TEXTS: dict[Traced, Callable[[Any, str, str], str]] = {
    Traced.ROUND: lambda line, source, target: f"Round {line.amount}",
    Traced.TURN: lambda line, source, target: f"{source}'s turn",
    Traced.ATTACK: _attack,
    Traced.SAVE: _save,
    Traced.CHECK: _check,
    Traced.DEATH_SAVE: _death_save,
    Traced.DAMAGE: lambda line, source, target: (
        f"{target} takes {line.amount} damage and has {line.b} hit points left"
        + (", bloodied" if line.c else "")
    ),
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
    Traced.INTERACTS: lambda line, source, target: f"{source} handles an object",
}


def condition_names(mask: int) -> list[str]:
    """Return the names of the conditions of a mask."""
    return [c.name.lower() for c in Condition if mask >> (c - 1) & 1]
