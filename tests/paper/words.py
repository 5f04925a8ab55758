"""The words of a row: which enum of ``core/terms.py`` stands in which field, as number or as mask.

A word that the vocabulary has not yet is no error here: it is noted as wanted, and
``proposals.tsv`` says what for.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from dnd_env.content.schema.rolls import WORDS as ROLLS
from dnd_env.core import terms

RELATIVE_SIZE = 16  # OTHER_SIZE_AT_MOST: that many sizes above the bearer's own are 16 + n
EIGHTHS = 8


class Kind(NamedTuple):
    """What the words of a field are: members of ``enum``; ``first``: the member of bit 0."""

    enum: str
    mask: bool = False
    first: int = 0


@dataclass
class Wanted:
    """Words and fields that were asked for and are not there."""

    words: set[str] = field(default_factory=set)


EVERYWHERE = {
    "recipient": Kind("Recipient"),
    "duration": Kind("Duration"),
    "save_when": Kind("SaveWhen", mask=True),
    "ends_on": Kind("EndsOn", mask=True),
    "condition": Kind("Condition"),
}
EFFECT_FIELDS: dict[str, dict[str, Kind]] = {
    "DAMAGE": {"kind": Kind("DamageType"), "mode": Kind("DamageMode"), "ability": Kind("Ability")},
    "HEAL": {"mode": Kind("HealMode"), "ability": Kind("Ability")},
    "TEMP_HIT_POINTS": {"ability": Kind("Ability")},
    "CONDITION": {"filter": Kind("Condition", True, 1), "ability": Kind("Ability", True, 1)},
    "MODIFIER": {"kind": Kind("Stat"), "mode": Kind("Op")},
    "ROLL_MODE": {"mode": Kind("Mode"), "filter": Kind("rolls", True)},
    "AFFINITY": {
        "kind": Kind("Affinity"),
        "filter": Kind("DamageType", True),
        "mode": Kind("Unless", True),
    },
    "FLAG": {"filter": Kind("Flag", True)},
    "MOVE_TARGET": {"kind": Kind("Push")},
    "MOVE_SELF": {"kind": Kind("Travel")},
    "TICK": {"filter": Kind("TickWhen", True)},
    "ECONOMY": {"kind": Kind("Grant")},
    "ZONE": {
        "kind": Kind("Shape"),
        "filter": Kind("ZoneTrait", True),
        "mode": Kind("Who", True),
    },
    "ENTITY": {"kind": Kind("Entity")},
    "TRIGGER": {"kind": Kind("Event"), "mode": Kind("Witness")},
    "CONTROL": {"kind": Kind("Control"), "filter": Kind("Flag", True)},
    "VISIBILITY": {"kind": Kind("Sense")},
    "REMOVE": {"kind": Kind("Removal"), "filter": Kind("Condition", True, 1)},
    "CONTAIN": {"kind": Kind("Containment"), "ability": Kind("Ability", True, 1)},
    "FORM": {"kind": Kind("Form")},
    "LIFE": {"kind": Kind("LifeChange")},
    "ITEM": {"kind": Kind("ItemChange")},
    "ROLL_CHANGE": {"kind": Kind("RollChange")},
    "ONGOING": {"filter": Kind("Condition", True, 1), "ability": Kind("Ability", True, 1)},
    "SAVE": {"ability": Kind("Ability", True, 1), "filter": Kind("Condition", True, 1)},
    "CHECK": {"kind": Kind("Skill"), "ability": Kind("Ability")},
    "CONTEST": {"kind": Kind("Skill"), "ability": Kind("Ability")},
}
ACTIVITY_FIELDS = {
    "cost": Kind("Cost"),
    "components": Kind("Component", True),
    "target": Kind("Target"),
    "who": Kind("Who", True),
    "named_who": Kind("Who", True),
    "shape": Kind("Shape"),
    "gate": Kind("Gate"),
    "attack_kind": Kind("AttackKind"),
    "attack_ability": Kind("Ability"),
    "ability": Kind("Ability", True, 1),
    "skill": Kind("Skill"),
    "event": Kind("Event"),
    "also_event": Kind("Event"),
    "witness": Kind("Witness"),
    "properties": Kind("Property", True),
    "traits": Kind("Trait", True),
}
BLOCK_FIELDS = {"size": Kind("Size"), "creature_type": Kind("CreatureType")}
STAT_FILTERS = {
    "ROLL": Kind("rolls", True),
    "ROLL_FLOOR": Kind("rolls", True),
    "CRITICAL_RANGE": Kind("rolls", True),
    "ABILITY_SCORE": Kind("Ability", True, 1),
    "DAMAGE_DEALT": Kind("AttackKind", True),
    "DAMAGE_TAKEN": Kind("DamageType", True),
}
NUMBERED_MODES = {
    "DamageMode": {"HALF_ON_SUCCESS": 1, "HALF": 2},
    "HealMode": {"DEALT": 1, "HALF_DEALT": 2},
}
"""Modes that ``core/tables.py`` gives as plain numbers."""


def _masked(enum: str, first: int = 0) -> Callable[[str, Wanted], int]:
    return lambda text, wanted: number(Kind(enum, True, first), text, wanted)


def _plain(text: str, wanted: Wanted) -> int:
    return int(text)


def _size(text: str, wanted: Wanted) -> int:
    return RELATIVE_SIZE + int(text) if text.isdigit() else number(Kind("Size"), text, wanted)


def _score(text: str, wanted: Wanted) -> int:
    ability, _, most = text.partition("=")
    return number(Kind("Ability"), ability, wanted) << 8 | int(most)


PREDICATE_VALUES: dict[str, Callable[[str, Wanted], int]] = {
    "OTHER_TYPE": _masked("CreatureType"),
    "OTHER_SIZE_AT_MOST": _size,
    "OTHER_HAS_CONDITION": _masked("Condition", 1),
    "AGAINST_CONDITION": _masked("Condition", 1),
    "OTHER_CHALLENGE_AT_MOST": lambda text, _: int(float(text) * EIGHTHS),
    "OTHER_ABILITY_AT_MOST": _score,
    "ATTACK_KIND": _masked("AttackKind"),
    "ATTACK_ABILITY": _masked("Ability"),
    "ATTACK_PROPERTY": _masked("Property"),
    "DAMAGE_TYPE": _masked("DamageType"),
    "HURT_BY": _masked("DamageType"),
    "OTHER_HAS_TAG": _masked("Tag"),
}


def members(enum: str) -> dict[str, int]:
    """Return the words of an enum with their numbers; none for one that is not there yet."""
    if enum == "rolls":
        return {word.upper(): bits for word, bits in ROLLS.items()}
    if enum in NUMBERED_MODES:
        return NUMBERED_MODES[enum]
    found = getattr(terms, enum, None)
    if found is None:
        return {}
    return {name: int(member) for name, member in found.__members__.items()}


def number(kind: Kind, text: str, wanted: Wanted) -> int:
    """Read a word, or for a mask words joined by "|", into the number that stands in the field."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    known = members(kind.enum)
    if text == "ALL" and kind.mask:
        text = "|".join(known)
    total = 0
    for word in text.split("|"):
        if word not in known:
            wanted.words.add(f"{kind.enum}.{word}")
            continue
        value = known[word]
        in_mask = value if kind.enum == "rolls" else 1 << (value - kind.first)
        total = total | in_mask if kind.mask else value
    return total


def predicate(text: str, wanted: Wanted) -> tuple[int, int]:
    """Read "WITHIN:5" or "!BLOODIED" into a predicate and its value; negated it is negative."""
    word, _, value = text.removeprefix("!").partition(":")
    which = number(Kind("Predicate"), word, wanted)
    read = PREDICATE_VALUES.get(word, _plain)
    return (-which if text.startswith("!") else which), (read(value, wanted) if value else 0)


def spelled(enum: type[IntEnum], value: int) -> str:
    """Return the word of a number, for reports."""
    return enum(value).name.lower()
