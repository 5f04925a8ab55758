"""The notation of the tables in ``tables/``: what a fact does, as rows of the engine's tables.

    barbed_hide   TRIGGER kind=TURN_STARTED mode=SOURCE { DAMAGE roll=$dice kind=PIERCING }
    swallow       @ cost=ACTION attack=MELEE_WEAPON | hit: DAMAGE roll=3d6 kind=ACID

Effects are parted by ";", their children stand in braces, what comes before ":" is when an effect
applies. "@" begins an activity: its own fields up to "|", then its effects; "$" begins fields of a
stat block. "= reason" is what the compiler works into other rows, "- reason" what does nothing in
combat, "? reason" what no row can say. ``$name`` is a parameter of the fact. Fields are those of
``core/tables.py``, words those of ``core/terms.py``; the short forms are in ``SHORT``.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dnd_env.content.schema.base import read_dice
from dnd_env.core.tables import ACTIVITY, EFFECT, STAT_BLOCK
from dnd_env.core.terms import Do, Outcome, Stat, ZoneWhen
from tests.paper.words import (
    ACTIVITY_FIELDS,
    BLOCK_FIELDS,
    EFFECT_FIELDS,
    EVERYWHERE,
    STAT_FILTERS,
    Kind,
    Wanted,
    number,
    predicate,
)

Row = dict[str, Any]  # field -> number; "children": rows

REASONS = {"-": "nothing", "?": "fault", "=": "baked"}
ROUNDS = {"round": 1, "min": 10, "minute": 10, "hour": 600, "day": 14_400}
DEFAULTS = {"dice": "2d6", "dc": "13", "radius": "5", "heal": "10", "ft": "20", "dmg_le": "10"}
_DEFAULT_WORDS = {"types": "FIRE", "save": "CONSTITUTION"}
_TOKEN = re.compile(r"[{};]|@|\$(?=\s)|\|(?=\s)|[^\s{};]+")
_TIME = re.compile(r"(\d+)(round|min|minute|hour|day)s?")


@dataclass
class Paper:
    """A fact on paper.

    Attributes:
        activities: pairs of the fields of an ACTIVITY and its effects.
        standing: effects that always hold for who has it.
        block: fields of a STAT_BLOCK.
        wanted: words and fields that the tables have not.
        baked: into what the compiler works it.
        nothing: why it does nothing in combat.
        fault: why no row can say it.
    """

    activities: list[tuple[Row, list[Row]]] = field(default_factory=list)
    standing: list[Row] = field(default_factory=list)
    block: Row = field(default_factory=dict)
    wanted: Wanted = field(default_factory=Wanted)
    baked: str = ""
    nothing: str = ""
    fault: str = ""

    def with_words_wanted(self, said: Counter[str]) -> Counter[str]:
        """Return claims with what the vocabulary has no word for named, not told as "none"."""
        words = self.wanted.words
        told = {one: n for one, n in said.items() if not words or " none" not in f" {one}"}
        return Counter(told) + Counter(f"a word for {word}" for word in words)

    def effects_alone(self) -> list[Row]:
        """All effect rows that are no child of another."""
        return [*self.standing, *(row for _, rows in self.activities for row in rows)]

    def effects(self) -> list[Row]:
        """All effect rows, children included."""
        return [row for root in self.effects_alone() for row in flat(root)]


def flat(row: Row) -> list[Row]:
    """Return a row and all below it."""
    return [row, *(one for child in row.get("children", ()) for one in flat(child))]


class Reader:
    """Reads one entry of a table."""

    def __init__(self, text: str, parameters: Mapping[str, Any]) -> None:
        self.paper = Paper()
        self.wanted = self.paper.wanted
        self.tokens = _TOKEN.findall(_filled(text, parameters))
        self.at = 0

    def read(self) -> Paper:
        if self.tokens and self.tokens[0] in REASONS:
            setattr(self.paper, REASONS[self.tokens[0]], " ".join(self.tokens[1:]))
            return self.paper
        while self.at < len(self.tokens):
            if self._take("@"):
                header = self._fields(ACTIVITY_FIELDS, ACTIVITY.names or ())
                self._take("|")
                self.paper.activities.append((header, self._effects(Outcome)))
            elif self._take("$"):
                self.paper.block |= self._fields(BLOCK_FIELDS, STAT_BLOCK.names or ())
                self._take(";")
            else:
                self.paper.standing += self._effects(Outcome)
        return self.paper

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self, token: str) -> bool:
        if self._peek() != token:
            return False
        self.at += 1
        return True

    def _effects(self, moments: Any) -> list[Row]:
        rows = []
        while self._peek() not in ("", "}", "@", "$"):
            rows.append(self._effect(moments))
            if not self._take(";"):
                break
        return rows

    def _effect(self, moments: Any) -> Row:
        row: Row = {"outcome": 1, "recipient": 1}
        if self._peek().endswith(":"):
            words = self.tokens[self.at][:-1].upper()
            row["outcome"] = number(Kind(moments.__name__, True), words, self.wanted)
            self.at += 1
        do = self.tokens[self.at]
        self.at += 1
        if do not in Do.__members__:
            raise ValueError(f'"{do}" is no effect, in: {" ".join(self.tokens)}')
        row["do"] = int(Do[do])
        row |= self._fields(EVERYWHERE | EFFECT_FIELDS.get(do, {}), EFFECT.names or (), do)
        if self._take("{"):
            row["children"] = self._effects(ZoneWhen if do == "ZONE" else Outcome)
            if not self._take("}"):
                raise ValueError(f'no "}}" in: {" ".join(self.tokens)}')
        return row

    def _fields(self, kinds: Mapping[str, Kind], known: tuple[str, ...], do: str = "") -> Row:
        row: Row = {}
        while self._peek() not in ("", "{", "}", ";", "@", "$", "|"):
            key, _, text = self.tokens[self.at].partition("=")
            self.at += 1
            if key in ("if", "unless"):
                self._test(row, ("!" if key == "unless" else "") + text)
            elif key in SHORT:
                SHORT[key](self, row, text, do)
            elif key not in known:
                self.wanted.words.add(f"field.{key}")
            else:
                kind = kinds.get(key, Kind("number"))
                if do == "MODIFIER" and key == "filter":
                    kind = STAT_FILTERS[_stat(row)]
                row[key] = number(kind, text, self.wanted)
        return row

    def _test(self, row: Row, text: str) -> None:
        name = "also" if "predicate" in row else "predicate"
        if name in row:
            self.wanted.words.add("field.third_predicate")
            return
        row[name], row[f"{name}_value"] = predicate(text, self.wanted)


def _stat(row: Row) -> str:
    return Stat(row["kind"]).name


def _filled(text: str, parameters: Mapping[str, Any]) -> str:
    """Put the fact's parameters in place of their names; what it lacks gets a usual number."""
    known = DEFAULTS | _DEFAULT_WORDS | {key: str(value) for key, value in parameters.items()}
    return re.sub(
        r"\$(\w+)", lambda found: known.get(found[1], "0").upper().replace(",", "|"), text
    )


def _roll(reader: Reader, row: Row, text: str, do: str) -> None:
    """``roll=2d6+3``"""
    dice = read_dice(text.lower().removeprefix("+"))
    row |= {"dice": dice.number, "sides": dice.sides, "bonus": dice.bonus}


def _up(reader: Reader, row: Row, text: str, do: str) -> None:
    """``up=1d6``, ``up=1d6/2``: for each so many slot levels above the lowest."""
    dice, _, levels = text.partition("/")
    more = read_dice(dice.lower())
    row |= {"per_level_dice": more.number, "per_level_bonus": more.bonus}
    row["per_levels"] = int(levels or 1)


def _lasts(reader: Reader, row: Row, text: str, do: str) -> None:
    """``lasts=10min``, ``lasts=END_OF_TARGET_TURN``"""
    if found := _TIME.fullmatch(text):
        row |= {"duration": 2, "rounds": int(found[1]) * ROUNDS[found[2]]}
    else:
        row["duration"] = number(EVERYWHERE["duration"], text, reader.wanted)
        row["rounds"] = 0 if text == "COMBAT" else 1


def _saves(reader: Reader, row: Row, text: str, do: str) -> None:
    """``saves=END_OF_TURN``, ``saves=END_OF_TURN:WISDOM``"""
    when, _, ability = text.partition(":")
    row["save_when"] = number(EVERYWHERE["save_when"], when, reader.wanted)
    row["ability"] = number(Kind("Ability", True, 1), ability or "WISDOM", reader.wanted)


def _ends(reader: Reader, row: Row, text: str, do: str) -> None:
    """``ends=DAMAGED|ATTACKS``"""
    row["ends_on"] = number(EVERYWHERE["ends_on"], text, reader.wanted)


def _concentration(reader: Reader, row: Row, text: str, do: str) -> None:
    """``conc``: held by concentration."""
    row["condition" if do in ("ZONE", "ENTITY") else "mode"] = 1


def _conditions(reader: Reader, row: Row, text: str, do: str) -> None:
    """``conditions=CHARMED|FRIGHTENED``: of an AFFINITY against conditions."""
    row["filter"] = number(Kind("Condition", True, 1), text, reader.wanted)


def _attack(reader: Reader, row: Row, text: str, do: str) -> None:
    """``attack=MELEE_WEAPON``"""
    row |= {"gate": 1, "attack_kind": number(Kind("AttackKind"), text, reader.wanted)}
    row["attack_ability"] = 1


def _save(reader: Reader, row: Row, text: str, do: str) -> None:
    """``save=DEXTERITY``, ``save=DEXTERITY:15``"""
    ability, _, dc = text.partition(":")
    row |= {"gate": 2, "ability": number(Kind("Ability", True, 1), ability, reader.wanted)}
    row["save_dc"] = int(dc or 0)


def _area(reader: Reader, row: Row, text: str, do: str) -> None:
    """``area=SPHERE:20``, ``area=LINE:60x5``"""
    shape, _, size = text.partition(":")
    length, _, width = size.partition("x")
    row["shape"] = number(Kind("Shape"), shape, reader.wanted)
    row |= {"size_ft": int(length), "width_ft": int(width or 5)}


def _uses(reader: Reader, row: Row, text: str, do: str) -> None:
    """``uses``: it takes one use of a limited resource."""
    row |= {"resource": 10, "resource_amount": int(text or 1)}


def _range(reader: Reader, row: Row, text: str, do: str) -> None:
    """``range=60``, ``range=30/120``"""
    near, _, far = text.partition("/")
    row |= {"range_ft": int(near), "long_range_ft": int(far or 0)}


SHORT = {
    "roll": _roll,
    "up": _up,
    "lasts": _lasts,
    "saves": _saves,
    "ends": _ends,
    "conc": _concentration,
    "conditions": _conditions,
    "attack": _attack,
    "save": _save,
    "area": _area,
    "uses": _uses,
    "range": _range,
}


def read(text: str, parameters: Mapping[str, Any] | None = None) -> Paper:
    """Read an entry of a table.

    Raises:
        ValueError: it is not in the notation.
    """
    return Reader(text, parameters or {}).read()
