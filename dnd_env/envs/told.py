"""The log as one side is told it: who acts unseen has no name, and a foe's numbers are its own.

A creature is known that the side can place before or after what happened; its numbers are told if
the side sees it then, and knowledge is full.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dnd_env.core.terms import Ability, Skill, Traced
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs.log import Labels, Line, LogEvent, event_text, line_of, outcome_text
from dnd_env.envs.names import BattleNames
from dnd_env.spaces.describe import words

# Kinds whose line is about the target; all others are about the source.
_SUFFERED = {
    Traced.SAVE,
    Traced.DAMAGE,
    Traced.RESISTS,
    Traced.HEALING,
    Traced.TEMP_HIT_POINTS,
    Traced.FORCED,
    Traced.ONGOING,
    Traced.ONGOING_ENDS,
    Traced.NO_EFFECT,
}
_UPON_ANOTHER = {Traced.USES, Traced.ATTACK, Traced.INTERRUPTED}  # told if either is known


@dataclass(frozen=True)
class Knowledge:
    """What a side knows at a time: masks of creatures.

    Attributes:
        own: those of the side.
        placed: those that it can place.
        seen: those whose numbers it may know.
    """

    own: int = 0
    placed: int = 0
    seen: int = 0

    def __or__(self, other: "Knowledge") -> "Knowledge":
        return Knowledge(self.own | other.own, self.placed | other.placed, self.seen | other.seen)


def knowledge_of(encounter: CompiledEncounter, state: Any, side: int) -> Knowledge:
    """Return what a side knows now."""
    own = sum(
        1 << who
        for who in range(len(encounter.names))
        if state.creatures[who].stat_block and state.creatures[who].side == side
    )
    partial = encounter.spec.options.knowledge == "partial"
    seen = 0 if partial else int(state.spotted[side])
    return Knowledge(own, own | int(state.located[side]), own | seen)


class _NamesOfKnown(BattleNames):
    """Names of creatures as a side has them."""

    def __init__(self, encounter: CompiledEncounter, state: Any, known: Knowledge) -> None:
        super().__init__(encounter, state)
        self._known = known

    def creature(self, who: int) -> str:
        placed = self._known.placed >> who & 1
        return super().creature(who) if placed else "somebody unseen"


class Told:
    """The log of a battle as a side is told it; without a side, all of it.

    Attributes:
        lines: what was told so far.
    """

    def __init__(self, battle: Any, side: int | None) -> None:
        self._battle, self._side = battle, side
        self._told: list[tuple[int, str]] = []  # the event's number, and its text
        self._heard = 0
        self._before = Knowledge()
        self.catch_up()

    @property
    def lines(self) -> list[str]:
        return [text for _, text in self._told]

    def catch_up(self) -> None:
        """Hear what has happened since the last call; forget what was taken back. Call it after
        each step, for what is told depends on whom the side could place then."""
        battle, log = self._battle, self._battle.log
        self._told = [(number, text) for number, text in self._told if number < len(log)]
        now = Knowledge()
        if self._side is not None:
            now = knowledge_of(battle.encounter, battle.state, self._side)
        for number in range(min(self._heard, len(log)), len(log)):
            text = self._text(log[number], now)
            if text:
                self._told.append((number, text))
        self._heard, self._before = len(log), now

    def _text(self, event: LogEvent, now: Knowledge) -> str:
        if self._side is None:
            return str(event)
        encounter = self._battle.encounter
        names = _NamesOfKnown(encounter, self._battle.state, self._before | now)
        return told(event, self._before, now, names, encounter.content.effect_label)


def told(
    event: LogEvent, before: Knowledge, now: Knowledge, names: BattleNames, effect_label: Labels
) -> str:
    """Return what a side is told of an event, "" for nothing.

    Args:
        event: what happened.
        before: what the side knew before the step in which it happened.
        now: and after it.
        names: names as the side has them.
        effect_label: see ``log.drain``.
    """
    known, line = before | now, line_of(event)
    if not _is_noticed(event, before, known):
        return ""
    about = event.target if event.kind in _SUFFERED else event.source
    vague = _VAGUE.get(event.kind)
    if vague is not None and not _has_numbers(event, about, before, now):
        source, target = (names.creature(one - 1) if one else "" for one in line[1:3])
        text = vague(line, source, target)
        return text[:1].upper() + text[1:]
    text = event_text(line, names, effect_label)
    if event.kind is Traced.SAVE and not _is_in(known.seen, event.source, True):
        text = text.replace(f"a DC {line.a} ", "a ")
    if event.reasons and all(
        _is_in(known.placed, one, True) for one in (event.source, event.target)
    ):
        text += f" ({'; '.join(event.reasons)})"
    return text[:1].upper() + text[1:]


def _has_numbers(event: LogEvent, about: int | None, before: Knowledge, now: Knowledge) -> bool:
    """May a side be told the numbers of an event about a creature?"""
    if event.kind in _SECRET:
        return _is_in(now.own, about, True)
    if event.kind is Traced.TELEPORTS:
        return _is_in(before.placed & now.placed, about)
    return _is_in((before | now).seen, about, True)


def _is_noticed(event: LogEvent, before: Knowledge, known: Knowledge) -> bool:
    """Is a side told of an event at all?"""
    if event.source is None and event.target is None:
        return True
    if event.kind in _UPON_ANOTHER:
        return _is_in(known.placed, event.source) or _is_in(known.placed, event.target)
    who = event.target if event.kind in _SUFFERED else event.source
    if who is None or known.own >> who & 1:
        return True
    if event.kind is Traced.HIDES:
        return _is_in(before.placed, who)
    if event.kind is Traced.CHECK and event.numbers[0] == Skill.STEALTH:
        return False  # that it hides is another line
    if event.kind in (Traced.INITIATIVE, Traced.RECHARGES):
        return _is_in(known.seen, who)
    return _is_in(known.placed, who)


def _is_in(mask: int, who: int | None, nobody: bool = False) -> bool:
    """Is a creature in a mask? ``nobody``: what is said if there is no creature."""
    return nobody if who is None else bool(mask >> who & 1)


def _save(line: Line, source: str, target: str) -> str:
    verb = "makes" if line.d else "fails"
    return f"{target} {verb} a {Ability(line.c).name.capitalize()} save"


def _check(line: Line, source: str, target: str) -> str:
    return f"{source} makes a check of {words(Skill(line.a).name) if line.a else 'ability'}"


_SECRET = {Traced.HIDES}
_VAGUE: dict[Traced, Callable[[Line, str, str], str]] = {
    Traced.ATTACK: outcome_text,
    Traced.SAVE: _save,
    Traced.CHECK: _check,
    Traced.DEATH_SAVE: lambda line, source, target: f"{source} makes a death save",
    Traced.DAMAGE: lambda line, source, target: (
        f"{target} takes damage" + (" and is bloodied" if line.c and line.b else "")
    ),
    Traced.RESISTS: lambda line, source, target: f"{target} takes no damage",
    Traced.HEALING: lambda line, source, target: f"{target} regains hit points",
    Traced.TEMP_HIT_POINTS: lambda line, source, target: f"{target} has temporary hit points",
    Traced.WAKES: lambda line, source, target: f"{source} wakes",
    Traced.HIDES: lambda line, source, target: f"{source} hides",
    Traced.TELEPORTS: lambda line, source, target: f"{source} teleports",
}
"""What is said of events whose numbers a side is not told."""
