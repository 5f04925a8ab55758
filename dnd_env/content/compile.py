"""Compiling: what an encounter asks for becomes rows of the tables.

Only what is asked for is compiled, with all conditions and common actions. Rows follow the order of
the requests and of the entries' files; what an entry is called changes no row.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dnd_env.content.library import Entry, Library
from dnd_env.content.rows.actions import lay_actions
from dnd_env.content.rows.activities import ActivityRows
from dnd_env.content.rows.characters import character_sheet
from dnd_env.content.rows.conditions import lay_conditions
from dnd_env.content.rows.effects import EffectRows
from dnd_env.content.rows.equipment import starting_hands
from dnd_env.content.rows.monsters import defenses, monster_sheet
from dnd_env.content.rows.scope import Names
from dnd_env.content.rows.sheets import Given, Sheet, lay_sheet
from dnd_env.content.rows.store import Store
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.characters import ActionEntry
from dnd_env.content.schema.conditions import ConditionEntry
from dnd_env.content.schema.creatures import Defended
from dnd_env.content.schema.words import as_list, expected, shown
from dnd_env.core.errors import ContentError
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Edition, Verb

NUMBERS = {
    "hit_points": ("hit_points", 1, 10_000),
    "armor_class": ("armor_class", 0, 100),
    "dying_rules": ("uses_dying_rules", 0, 1),
}
"""By change: the field of the stat block, the least and the most that it may be."""
CHANGES = [*NUMBERS, *Defended.model_fields]  # those that a creature of any kind may have


@dataclass(frozen=True)
class CreatureRequest:
    """A creature that an encounter asks for.

    Args:
        entry: a monster's id or name, or a class's where a level is given.
        level: a character's level.
        changes: pairs of what differs: ``hit_points``, ``armor_class``, ``dying_rules``; further
            ``resistances``, ``immunities``, ``vulnerabilities``, ``condition_immunities``; of a
            character also ``species``, ``abilities``, ``skills``, ``styles``, ``equipment``,
            ``spells``, ``more_equipment``, ``more_spells``. Lists and tables as ``freeze`` has
            them.
    """

    entry: str
    level: int | None = None
    changes: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, entry: str, level: int | None = None, **changes: Any) -> "CreatureRequest":
        """Make a request from plain values."""
        return cls(entry, level, freeze(changes))


def freeze(value: Any) -> Any:
    """Return lists and tables as tuples, so that they can be hashed.

    >>> freeze({"spells": ["bless"], "abilities": {"wisdom": 18}})
    (('abilities', (('wisdom', 18),)), ('spells', ('bless',)))
    """
    if isinstance(value, Mapping):
        return tuple(sorted((key, freeze(one)) for key, one in value.items()))
    return tuple(freeze(one) for one in value) if isinstance(value, (list, tuple)) else value


@dataclass
class Content:
    """Compiled content.

    Attributes:
        edition: the edition of all of it.
        tables: the TABLES record as the rules take it, [1].
        raw: the same memory, uint8 [1, itemsize].
        digest: a hash of the rows and the edition.
        left_out: by entry, what the book has and the entry has not.
        approximated: by entry, what is played a little differently.
    """

    edition: Edition
    tables: Any
    raw: np.ndarray
    digest: str
    left_out: dict[str, list[str]]
    approximated: dict[str, list[str]]
    _store: Store
    _indices: dict[CreatureRequest, int]
    _sheets: list[Sheet]

    def stat_block(self, request: CreatureRequest) -> int:
        """Return the index of the stat block that was compiled for a request."""
        return self._indices[request]

    def name(self, stat_block: int) -> str:
        """Return what the creature is called: "Wolf", "Fighter 5"."""
        return self._sheets[stat_block].name

    def activity_name(self, stat_block: int, slot: int) -> str:
        """Return what the activity in a slot is called, or "" for a slot that holds none.

        Slots from ``MAX_SLOTS`` on are verbs.
        """
        if slot >= MAX_SLOTS:
            return self.verb_name(Verb(slot - MAX_SLOTS + 1))
        ways = self._sheets[stat_block].ways
        return ways[slot].name if slot < len(ways) else ""

    def slot(self, stat_block: int, name: str) -> int:
        """Return the slot of an activity, by its name.

        Raises:
            ContentError: it has none of that name.
        """
        names = self._sheets[stat_block].way_names()
        if name not in names:
            raise ContentError(f"{self.name(stat_block)}: {expected(name, names)}")
        return names.index(name)

    def slot_count(self, stat_block: int) -> int:
        """Return how many slots are in use."""
        return len(self._sheets[stat_block].ways)

    def verb_name(self, verb: Verb) -> str:
        """Return what the common action behind a verb is called."""
        row = self._store.verbs.get(verb, 0)
        return self._store.activity_names[row - 1] if row else verb.name.replace("_", " ").title()

    def activity_label(self, row: int) -> str:
        """Return what an activity row, from 0, is called."""
        return self._store.activity_names[row]

    def effect_label(self, row: int) -> str:
        """Return the name of the entry that an effect row, from 0, comes from."""
        return self._store.effect_labels[row]

    def condition_name(self, index: int) -> str:
        """Return what a condition, from 0, is called."""
        return self._store.condition_names[index]

    def condition_effect(self, condition: int) -> int:
        """Return the effect row, from 0, that gives a condition, a ``Condition``, without end."""
        return self._store.condition_effects[condition - 1]

    def item_name(self, stat_block: int, slot: int) -> str:
        """Return what the item in a slot, from 0, is called, or "" for a slot that holds none."""
        items = self._sheets[stat_block].items
        return items[slot].name if slot < len(items) else ""

    def hands(self, stat_block: int) -> tuple[int, int]:
        """Return the item slots + 1 that a creature begins with in its main and off hand."""
        return starting_hands(self._sheets[stat_block])


def compile_content(library: Library, requests: Sequence[CreatureRequest]) -> Content:
    """Compile what an encounter asks for.

    Raises:
        ContentError: an entry is not there, or is not as it should be.
        CapacityError: there is more than the tables hold.
    """
    return compile_sheets(
        library, {request: sheet_of(library, request) for request in dict.fromkeys(requests)}
    )


def compile_sheets(library: Library, sheets: Mapping[CreatureRequest, Sheet]) -> Content:
    """Compile creatures that are written on sheets, with all conditions and common actions.

    Raises:
        ContentError: an entry is not as it should be.
        CapacityError: there is more than the tables hold.
    """
    store = Store(library.edition)
    names = Names(library, store)
    effects = EffectRows(store, names)
    activities = ActivityRows(store, effects)
    conditions = lay_conditions(library, store, names, effects)
    actions = lay_actions(library, store, activities)
    common: list[ConditionEntry | ActionEntry] = [*conditions, *actions.values()]
    left_out = {one.name: list(one.left_out) for one in common}
    approximated = {one.name: list(one.approximated) for one in common}
    for sheet in sheets.values():
        store.stat_blocks.append(lay_sheet(sheet, store, effects, activities))
        left_out.setdefault(sheet.name, []).extend(sheet.left_out)
        approximated.setdefault(sheet.name, []).extend(sheet.approximated)
    raw, tables = store.write()
    return Content(
        library.edition,
        tables,
        raw,
        _digest(raw),
        {name: found for name, found in left_out.items() if found},
        {name: found for name, found in approximated.items() if found},
        store,
        {request: index for index, request in enumerate(sheets)},
        list(sheets.values()),
    )


def sheet_of(library: Library, request: CreatureRequest) -> Sheet:
    """Write what is requested on a sheet.

    Raises:
        ContentError: there is no such monster or class, or a change is not one that can be made.
    """
    changes = dict(request.changes)
    own = {key: changes.pop(key) for key in CHANGES if key in changes}
    if request.level is not None:
        entry = library.find("classes", request.entry)
        sheet = character_sheet(library, entry, request.level, _thawed(changes))
    else:
        entry = _monster(library, request.entry)
        if changes:
            raise ContentError(f"{entry.where}: changes: {expected(next(iter(changes)), CHANGES)}")
        sheet = monster_sheet(library, entry)
    _change(sheet, own)
    return sheet


def _change(sheet: Sheet, own: Mapping[str, Any]) -> None:
    """Make the changes that a creature of any kind may have."""
    for key, (name, least, most) in NUMBERS.items():
        value = own.get(key, least)
        if not isinstance(value, int) or not least <= value <= most:
            said = f"found {shown(value)}, expected a whole number, {least} to {most}"
            raise ContentError(f"{sheet.where}: changes: {key}: {said}")
        if key in own:
            sheet.numbers[name] = int(value)
    proof = {key: _listed(own[key]) for key in Defended.model_fields if key in own}
    if proof:
        where = f"{sheet.where}: changes"
        effects = defenses(validate(Defended, proof, where))
        sheet.given.append(Given(effects, sheet.name, where))


def _listed(value: Any) -> Any:
    """Undo ``freeze`` for a list of words and tables; a word is a list of one."""
    value = as_list(value)
    return [_table(one) for one in value] if isinstance(value, tuple) else value


def _table(value: Any) -> Any:
    """Return pairs as the table that ``freeze`` made them of; what is none as it is."""
    pairs = value if isinstance(value, tuple) else ()
    are_pairs = bool(pairs) and all(isinstance(one, tuple) and len(one) == 2 for one in pairs)
    return dict(pairs) if are_pairs and all(isinstance(key, str) for key, _ in pairs) else value


def _monster(library: Library, name: str) -> Entry:
    if not library.has("monsters", name) and library.has("classes", name):
        raise ContentError(f'"{name}" is a class: level: missing; expected 1 to 20')
    return library.find("monsters", name)


def _thawed(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables that ``freeze`` made pairs of."""
    return {key: _table(value) if key == "abilities" else value for key, value in changes.items()}


def _digest(raw: np.ndarray) -> str:
    """Hash all rows; of the room that is not used only that it is empty."""
    record = raw.view(TABLES)[0, 0]
    digest = hashlib.sha256()
    counts = {name: int(record[f"{name}_count"]) for name in ("effect", "activity", "stat_block")}
    digest.update(repr((int(record["edition"]), counts)).encode())
    digest.update(record["effects"][: counts["effect"]].tobytes())
    digest.update(record["activities"][: counts["activity"]].tobytes())
    digest.update(record["stat_blocks"][: counts["stat_block"]].tobytes())
    for name in ("conditions", "items", "roles", "role_effects", "verbs"):
        digest.update(record[name].tobytes())
    return digest.hexdigest()[:16]
