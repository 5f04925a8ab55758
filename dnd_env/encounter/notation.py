r"""One-line positions: a fight in a line, as FEN is for chess.

::

    A . . T / . # . . ; A=fighter:5 side=0 ; T=goblin hp=5 prone ; light=dim

    position  = map { ";" part }
    map       = row { "/" row }          north first; blanks are of no account
    row       = one character a square: the legend of ``battle_map``, where an open door is \
    part      = piece | setting
    piece     = letter "=" entry [ ":" level ] { word }     a class has a level, a monster has none
    word      = key "=" value | condition | flag
    setting   = name "=" value           rules, light, level, or an option of the encounter

Keys: ``side`` (a number; by default 0 for a class, 1 for a monster), ``hp`` (``20``, ``rolled``, or
``20/45`` to set the maximum too), ``temp`` hit points, ``alt`` (altitude in feet), ``ac``, ``name``
(else the letter; ``_`` stands for a blank). Flags: ``surprised``, ``waits`` (begins in hiding),
``saves`` (makes death saves). A letter on several squares stands for so many creatures. A capital
letter that is neither a piece nor terrain is a level 1 fighter. Creatures come in the order of the
map.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from dnd_env.core.errors import NotationError
from dnd_env.encounter import load
from dnd_env.encounter.battle_map import DEFAULT_LEGEND
from dnd_env.encounter.mistakes import near, one_of
from dnd_env.encounter.spec import CONDITIONS, EDITIONS, LIGHTS, Options, Spec

ANYBODY = "fighter:1"
_ENTRY = re.compile(r"([a-z0-9_/]*[a-z][a-z0-9_/]*)(?::([1-9][0-9]?))?")
_HIT_POINTS = re.compile(r"rolled|([0-9]+)(?:/([1-9][0-9]*))?")
_NUMBER = re.compile(r"[0-9]+")
_NAME = re.compile(r"[^\s;=]+")
_TERRAIN = set(DEFAULT_LEGEND) - {"/"}

KEYS = {"side": _NUMBER, "hp": _HIT_POINTS, "temp": _NUMBER, "alt": _NUMBER, "ac": _NUMBER,
        "name": _NAME}  # fmt: skip
FLAGS = {"surprised": "is_surprised", "waits": "lies_in_wait", "saves": "death_saves"}
WORDS_OF = {"rules": tuple(EDITIONS), "light": LIGHTS}
SETTINGS = ("rules", "light", "level", *Options.model_fields)


@dataclass(frozen=True)
class Piece:
    """What stands at a letter: ``values`` by KEYS, ``words`` conditions and FLAGS, sorted."""

    letter: str
    entry: str
    level: int | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    rows: tuple[str, ...]
    pieces: tuple[Piece, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


def position(text: str, **pieces: str) -> Spec:
    """Make an encounter of a one-line position; ``pieces`` may be given apart, by letter.

    >>> position("A . T", T="zombie hp=9").creatures[1].hit_points
    9
    """
    return load.load(to_mapping(parse(text, **pieces)))


def parse(text: str, **pieces: str) -> Position:
    """Read a one-line position.

    Raises:
        NotationError: it cannot be read; says where.
    """
    text = "; ".join([text, *(f"{letter}={rest}" for letter, rest in pieces.items())])
    drawing, *parts = text.split(";")
    at = len(drawing) + 1
    found: dict[str, Piece] = {}
    settings: dict[str, str] = {}
    for part in parts:
        if part.strip():
            _read_part(text, at, part, found, settings)
        at += len(part) + 1
    rows = _read_rows(text, drawing, found)
    pieces_in_order = sorted(found.values(), key=lambda piece: "".join(rows).index(piece.letter))
    return Position(rows, tuple(pieces_in_order), settings)


def write(position: Position) -> str:
    """Write a position in one line; ``parse`` reads the same again."""
    parts = [" / ".join(" ".join(row) for row in position.rows)]
    for piece in position.pieces:
        level = f":{piece.level}" if piece.level is not None else ""
        values = [f"{key}={piece.values[key]}" for key in KEYS if key in piece.values]
        parts.append(" ".join([f"{piece.letter}={piece.entry}{level}", *values, *piece.words]))
    parts += [f"{name}={value}" for name, value in position.settings.items()]
    return " ; ".join(parts)


def to_mapping(position: Position) -> dict[str, Any]:
    """Say a position in the words of an encounter file."""
    settings: dict[str, Any] = dict(position.settings)
    sides = [_side_of(piece) for piece in position.pieces]
    drawing: dict[str, Any] = {"squares": list(position.rows)}
    if "light" in settings:
        drawing["light"] = settings.pop("light")
    return {
        "name": write(position),
        "sides": [f"side_{side}" for side in range(max([1, *sides]) + 1)],
        "players": ["side_0"],
        "map": drawing,
        "creatures": [_creature(position, piece) for piece in position.pieces],
        "options": {key: value for key, value in settings.items() if key in Options.model_fields},
        **{key: value for key, value in settings.items() if key in ("rules", "level")},
    }


def _creature(position: Position, piece: Piece) -> dict[str, Any]:
    count = sum(row.count(piece.letter) for row in position.rows)
    values = piece.values
    creature: dict[str, Any] = {
        "entry": piece.entry,
        "side": f"side_{_side_of(piece)}",
        "name": values.get("name", piece.letter).replace("_", " "),
        "at": piece.letter,
        "count": count,
        "conditions": [word for word in piece.words if word in CONDITIONS],
        **{FLAGS[word]: True for word in piece.words if word in FLAGS},
    }
    changes: dict[str, int] = {"armor_class": int(values["ac"])} if "ac" in values else {}
    if piece.level is not None:
        creature["level"] = piece.level
    if "temp" in values:
        creature["temp_hit_points"] = int(values["temp"])
    if "alt" in values:
        creature["altitude_ft"] = int(values["alt"])
    if "hp" in values:
        now, _, most = values["hp"].partition("/")
        creature["hit_points"] = int(now) if now.isdecimal() else now
        changes |= {"hit_points": int(most)} if most else {}
    return creature | {"changes": changes}


def _side_of(piece: Piece) -> int:
    return int(piece.values.get("side", 0 if piece.level is not None else 1))


def _fault(text: str, at: int, reason: str) -> NoReturn:
    raise NotationError(f"column {at + 1}: {reason}\n  {text}\n  {' ' * at}^")


def _read_rows(text: str, drawing: str, pieces: dict[str, Piece]) -> tuple[str, ...]:
    rows = [""]
    for at, character in enumerate(drawing):
        if character == "/":
            rows.append("")
        elif character in pieces or character in _TERRAIN:
            rows[-1] += character
        elif character.isascii() and character.isupper():
            _read_part(text, at, f"{character}={ANYBODY}", pieces, {})
            rows[-1] += character
        elif not character.isspace():
            _fault(text, at, f"{character!r} is neither terrain nor a piece")
        if rows[-1] and len(rows) > 1 and len(rows[-1]) > len(rows[0]):
            _fault(text, at, f"row {len(rows) - 1} is longer than row 0")
    if any(len(row) != len(rows[0]) for row in rows) or not rows[0]:
        _fault(text, max(len(drawing) - 1, 0), f"rows of {[len(row) for row in rows]} squares")
    for letter in pieces:
        if not any(letter in row for row in rows):
            _fault(text, max(text.find(f"{letter}="), 0), f"{letter!r} is not on the map")
    return tuple(rows)


def _read_part(
    text: str, at: int, part: str, pieces: dict[str, Piece], settings: dict[str, str]
) -> None:
    """Read a piece or a setting that begins at column ``at`` of the text."""
    words = [(at + match.start(), match.group()) for match in re.finditer(r"\S+", part)]
    begin, head = words[0]
    name, equals, value = head.partition("=")
    if not equals:
        _fault(text, begin, f"{head!r} is no piece (X=entry) and no setting (name=value)")
    if len(name) == 1 and name.isascii() and name.isalnum():
        if name in pieces:
            _fault(text, begin, f"{name!r} is given twice")
        pieces[name] = _read_piece(text, name, begin + 2, value, words[1:])
        return
    if name not in SETTINGS:
        _fault(text, begin, f"{name!r} is no setting{near(name, SETTINGS)}")
    if len(words) > 1:
        _fault(text, words[1][0], f"{words[1][1]!r} after a setting, expected ';'")
    settings[name] = _read_setting(text, begin + len(name) + 1, name, value)


def _read_setting(text: str, at: int, name: str, value: str) -> str:
    """Check the value of a setting by what it sets."""
    if name in WORDS_OF and value not in WORDS_OF[name]:
        _fault(text, at, f"found {value!r}, expected {one_of(WORDS_OF[name])}")
    if name in Options.model_fields:
        try:
            Options.model_validate({name: value})
        except ValueError:
            _fault(text, at, f"{value!r} is no value of {name}")
    return value


def _read_piece(text: str, letter: str, at: int, head: str, words: list[tuple[int, str]]) -> Piece:
    match = _ENTRY.fullmatch(head)
    if match is None:
        _fault(text, at, f"found {head!r}, expected an entry such as ogre, or a class: fighter:5")
    values: dict[str, str] = {}
    flags: set[str] = set()
    for begin, word in words:
        key, equals, value = word.partition("=")
        if not equals:
            if word not in CONDITIONS and word not in FLAGS:
                known = [*CONDITIONS, *FLAGS]
                _fault(text, begin, f"{word!r} is no condition or flag{near(word, known)}")
            flags.add(word)
        elif key not in KEYS:
            _fault(text, begin, f"{key!r} is no key, expected {one_of(KEYS)}{near(key, KEYS)}")
        elif not KEYS[key].fullmatch(value):
            _fault(text, begin + len(key) + 1, f"{value!r} is no value of {key}")
        else:
            values[key] = value
    level = int(match[2]) if match[2] else None
    return Piece(letter, match[1], level, values, tuple(sorted(flags)))
