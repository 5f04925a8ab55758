"""A sheet: one creature's numbers, ways and effects, before they become a STAT_BLOCK row.

Monsters (``rows/monsters.py``) and characters (``rows/characters.py``) are written on sheets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dnd_env.content.rows.activities import ActivityRows, Way
from dnd_env.content.rows.effects import EffectRows
from dnd_env.content.rows.scope import Owner, Scope
from dnd_env.content.rows.store import Row, Store
from dnd_env.content.schema.effects import Row as Effect
from dnd_env.content.schema.words import expected, mask
from dnd_env.core.errors import CapacityError, ContentError
from dnd_env.core.limits import (
    MAX_ATTACK_OPTIONS,
    MAX_ATTACK_PARTS,
    MAX_ITEMS,
    MAX_RESOURCES,
    MAX_RESPONSES,
    MAX_SLOTS,
    MAX_SPELL_LEVEL,
)
from dnd_env.core.terms import Cost, Verb

PSEUDO_ATTACKS = (Verb.GRAPPLE, Verb.SHOVE_PRONE, Verb.SHOVE_AWAY, Verb.UNARMED_STRIKE)


@dataclass(frozen=True)
class Item:
    """Something carried: ``key`` tells its kind, ``row`` are the fields of ITEM."""

    key: str
    name: str
    row: Row
    count: int = 1
    in_hand: bool = False


@dataclass(frozen=True)
class Given:
    """Effects that always hold for a creature, from one entry."""

    effects: Sequence[Effect]
    label: str
    where: str


@dataclass
class Sheet:
    """One creature. ``numbers``: fields of STAT_BLOCK; ``resources``: counts and recharges."""

    name: str
    where: str
    numbers: Row
    ways: list[Way] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    resources: dict[str, tuple[int, int]] = field(default_factory=dict)
    slots: Sequence[int] = ()  # spell slots of level 1, 2 ...
    items: list[Item] = field(default_factory=list)
    attacks: int = 1  # of one Attack action
    multiattack: Sequence[Sequence[tuple[int, Sequence[str]]]] = ()
    left_out: list[str] = field(default_factory=list)
    approximated: list[str] = field(default_factory=list)

    def way_names(self) -> list[str]:
        return [way.name for way in self.ways]


def lay_sheet(sheet: Sheet, store: Store, effects: EffectRows, activities: ActivityRows) -> Row:
    """Lay a sheet's activities and effects; return its STAT_BLOCK row.

    Raises:
        CapacityError: it has more slots, resources or items than a stat block holds.
    """
    for name, count, most in (
        ("activities", len(sheet.ways), MAX_SLOTS),
        ("limited uses", MAX_SPELL_LEVEL + len(sheet.resources), MAX_RESOURCES),
        ("items", len(sheet.items), MAX_ITEMS),
    ):
        if count > most:
            raise CapacityError(f"{sheet.where}: {count} {name}; there is room for {most}")
    owner = Owner(level=sheet.numbers.get("level", 0))
    owner.resources = {name: MAX_SPELL_LEVEL + 1 + at for at, name in enumerate(sheet.resources)}
    owner.resources |= {f"slot {level}": level for level in range(1, MAX_SPELL_LEVEL + 1)}
    owner.slots = {way.name: slot + 1 for slot, way in enumerate(sheet.ways)}
    row = dict(sheet.numbers)
    attacks = _attack_slots(sheet)
    rows = []
    for slot, way in enumerate(sheet.ways):
        cost = Cost.ATTACK if slot in attacks else None
        rows.append(activities.lay(way, Scope(way.label, way.where, owner), cost))
    row["activities"], row["activity_count"] = rows, len(rows)
    row |= _resources(sheet) | _responses(sheet, store, rows) | _options(sheet, store, rows)
    given = [
        (effect, Scope(part.label, part.where, owner))
        for part in sheet.given
        for effect in part.effects
    ]
    row["first_effect"], row["effect_count"] = effects.lay_all(given)
    row["items"] = [store.add_item(item.key, item.row) for item in sheet.items]
    row["item_counts"] = [item.count for item in sheet.items]
    return row


def _attack_slots(sheet: Sheet) -> set[int]:
    """Return the slots that cost an attack: plain attacks, and what a Multiattack names."""
    named = {name for parts in sheet.multiattack for _, of in parts for name in of}
    slots = set()
    for slot, way in enumerate(sheet.ways):
        cost = way.cost or way.activity.cost
        if way.is_attack or (way.name in named and cost == Cost.ACTION):
            slots.add(slot)
    return slots


def _resources(sheet: Sheet) -> Row:
    slots = [*sheet.slots, *[0] * (MAX_SPELL_LEVEL - len(sheet.slots))]
    counts = [count for count, _ in sheet.resources.values()]
    recharges = [recharge for _, recharge in sheet.resources.values()]
    return {"resources": slots + counts, "recharge": [0] * MAX_SPELL_LEVEL + recharges}


def _responses(sheet: Sheet, store: Store, rows: Sequence[int]) -> Row:
    found, listens = [], 0
    for slot, row in enumerate(rows):
        activity = store.activities[row - 1]
        if activity.get("event", 0):
            found.append(slot)
            listens |= 1 << activity["event"]
            if activity["also_event"]:
                listens |= 1 << activity["also_event"]
    if len(found) > MAX_RESPONSES:
        raise CapacityError(
            f"{sheet.where}: {len(found)} responses; there is room for {MAX_RESPONSES}"
        )
    return {"responses": found, "response_count": len(found), "listens": listens}


def _options(sheet: Sheet, store: Store, rows: Sequence[int]) -> Row:
    """Return the ways to spend an Attack action: the action itself first, then Multiattacks."""
    slots = [slot for slot, way in enumerate(sheet.ways) if way.is_attack]
    pseudo = [MAX_SLOTS + verb - 1 for verb in PSEUDO_ATTACKS if verb in store.verbs]
    options: list[Row] = [{"parts": [{"count": sheet.attacks, "slots": mask(slots + pseudo)}]}]
    names = sheet.way_names()
    for parts in sheet.multiattack:
        found = []
        for count, of in parts:
            for name in of:
                if name not in names:
                    raise ContentError(f"{sheet.where}: multiattack: of: {expected(name, names)}")
            wanted = [slot for slot, name in enumerate(names) if name in of]
            found.append({"count": count, "slots": mask(wanted)})
        # The narrower parts first: the rules fill them in order.
        found.sort(key=lambda part: part["slots"].bit_count())
        options.append({"is_multiattack": 1, "parts": found})
    if len(options) > MAX_ATTACK_OPTIONS or any(
        len(option["parts"]) > MAX_ATTACK_PARTS for option in options
    ):
        most = f"{MAX_ATTACK_OPTIONS - 1} Multiattacks of {MAX_ATTACK_PARTS} parts"
        raise CapacityError(f"{sheet.where}: multiattack: there is room for {most}")
    return {"attack_options": options, "attack_option_count": len(options)}
