"""What a character carries: armor, weapons with their ammunition, and what is used up.

Source: SRD 5.1, "Armor", "Weapons"; SRD 5.2, "Armor Training".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dnd_env.content.expressions import fill_in
from dnd_env.content.library import Entry, Library
from dnd_env.content.rows import weapons
from dnd_env.content.rows.monsters import add_activity
from dnd_env.content.rows.sheets import Given, Item, Sheet
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.characters import Feature
from dnd_env.content.schema.effects import Effect, Flags, RollMode
from dnd_env.content.schema.items import Armor, Gear, Weapon
from dnd_env.content.schema.predicates import read_clauses
from dnd_env.content.schema.rolls import read_rolls
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import Ability, Edition, Flag, Mode

BASE_ARMOR_CLASS = 10
HEAVY_ARMOR_SLOWS_FT = 10
BODY = (Ability.STRENGTH, Ability.DEXTERITY)


@dataclass(frozen=True)
class Bearer:
    """Who carries things.

    ``weapons``, ``armor``: the categories and ids it is proficient with; ``names``: what the
    placeholders of gear may name; ``steady``: heavy armor does not slow it.
    """

    library: Library
    sheet: Sheet
    scores: Sequence[int]
    modifiers: Sequence[int]
    proficiency: int
    features: Sequence[Feature]
    weapons: frozenset[str]
    armor: frozenset[str]
    names: Mapping[str, Any]
    steady: bool = False


def equip(bearer: Bearer, equipment: Sequence[str]) -> None:
    """Write down what is carried: armor class, items, and the ways to use them.

    Raises:
        ContentError: there is no such thing, or it lacks its ammunition.
    """
    sheet = bearer.sheet
    sheet.numbers["armor_class"] = BASE_ARMOR_CLASS + bearer.modifiers[Ability.DEXTERITY - 1]
    carried: list[weapons.Carried] = []
    for text in equipment:
        count, name = weapons.read_count(text, sheet.name)
        found = bearer.library.find("items", name)
        kind = found.table.get("kind", "weapon")
        sheet.left_out += found.table.get("left_out", ())
        sheet.approximated += found.table.get("approximated", ())
        if kind == "weapon":
            carried.append(_take(bearer, found, count, carried))
        elif kind in ("armor", "shield"):
            _don(bearer, validate(Armor, found.table, found.where), found)
        else:
            table = fill_in(dict(found.table), bearer.names, found.where)
            _pack(bearer, validate(Gear, table, found.where), found, count)
    _add_weapons(bearer, [_loaded(bearer, one) for one in carried])


def starting_hands(sheet: Sheet) -> tuple[int, int]:
    """Return the item slots + 1 of what a creature begins with in its hands, 0 for empty.

    The first weapon, and with it a shield, or a second light weapon if both are light.
    """
    slots = list(enumerate(sheet.items, 1))
    armed = [(slot, item) for slot, item in slots if item.row.get("is_weapon")]
    shields = [slot for slot, item in slots if item.row.get("is_shield")]
    main = armed[0][0] if armed else 0
    if armed and armed[0][1].row["hands"] == 2:
        return main, 0
    if shields:
        return main, shields[0]
    light = [slot for slot, item in armed if item.row["is_light"]]
    return (main, light[1]) if len(light) > 1 and light[0] == main else (main, 0)


def _don(bearer: Bearer, armor: Armor, found: Entry) -> None:
    sheet, numbers = bearer.sheet, bearer.sheet.numbers
    if armor.category not in bearer.armor:
        sheet.given.append(Given(_untrained(), armor.name, found.where))
    if armor.kind == "shield":
        row = {"hands": 1, "armor_class": armor.armor_class, "is_shield": 1}
        sheet.items.append(Item(f"items/{found.id}", armor.name, row, in_hand=True))
        return
    dexterity = bearer.modifiers[Ability.DEXTERITY - 1]
    if armor.dexterity is not None:
        dexterity = min(dexterity, armor.dexterity)
    styled = sum(feature.armor_class_armored for feature in bearer.features)
    numbers["armor_class"], numbers["wears_armor"] = armor.armor_class + dexterity + styled, 1
    if bearer.scores[Ability.STRENGTH - 1] < armor.strength and not bearer.steady:
        numbers["speed_ft"][0] -= HEAVY_ARMOR_SLOWS_FT
    if armor.stealth_disadvantage:
        sheet.given.append(Given([_hindered("stealth")], armor.name, found.where))


def _untrained() -> list[Effect]:
    """Return what armor does that one is not proficient with."""
    rolls = [f"{ability.name.lower()}_{kind}" for ability in BODY for kind in ("save", "check")]
    attacks = _hindered("attack")
    by_body = read_clauses({"attack_ability": [ability.name.lower() for ability in BODY]})
    return [
        Flags(do="flag", flags=(Flag.CANNOT_CAST,)),
        _hindered(*rolls),
        attacks.model_copy(update={"if_": by_body}),
    ]


def _hindered(*rolls: str) -> RollMode:
    return RollMode(do="roll_mode", mode=Mode.DISADVANTAGE, rolls=read_rolls(list(rolls)))


def _take(
    bearer: Bearer, found: Entry, count: int, carried: Sequence[weapons.Carried]
) -> weapons.Carried:
    """Write down a weapon; one of a kind that is carried already has its number in its name."""
    weapon = validate(Weapon, found.table, found.where)
    before = sum(one.id == found.id for one in carried)
    if before:
        weapon = weapon.model_copy(update={"name": f"{weapon.name} {before + 1}"})
    bearer.sheet.items.append(weapons.weapon_item(weapon, found.id, count))
    return weapons.Carried(weapon, found.id, found.where, len(bearer.sheet.items))


def _pack(bearer: Bearer, gear: Gear, found: Entry, count: int) -> None:
    sheet = bearer.sheet
    if gear.kind == "ammunition":
        row = {"is_ammunition": 1}
        sheet.items.append(Item(f"items/{found.id}", gear.name, row, count))
        return
    for number, activity in enumerate(gear.activities):
        sheet.resources[activity.name] = (count, 0)
        tag = f"items/{found.id}/{number}"
        add_activity(sheet, bearer.library, activity, gear.name, tag)


def _loaded(bearer: Bearer, one: weapons.Carried) -> weapons.Carried:
    """Give a weapon the slot of its ammunition, if it takes any."""
    if not one.weapon.ammunition:
        return one
    key = f"items/{bearer.library.find('items', one.weapon.ammunition).id}"
    for slot, item in enumerate(bearer.sheet.items, 1):
        if item.key == key:
            return weapons.Carried(one.weapon, one.id, one.where, one.slot, slot)
    raise ContentError(f'{bearer.sheet.name}: equipment: {one.id} needs "{one.weapon.ammunition}"')


def _add_weapons(bearer: Bearer, carried: Sequence[weapons.Carried]) -> None:
    light = [one for one in carried if one.is_light]
    bits = {}
    if len(light) > 1:
        afar = sum(1 << one.slot for one in light if not one.is_melee)
        exempt = 0 if bearer.library.edition == Edition.SRD_5_2 else afar
        bits = {one.slot: 1 << one.slot | exempt for one in light}
    known = [feature.masteries for feature in bearer.features]
    by_id = dict.fromkeys(one.id for one in carried if one.weapon.mastery)
    wielder = weapons.Wielder(
        bearer.modifiers,
        bearer.proficiency,
        {one.id: bool(bearer.weapons & {one.weapon.category, one.id}) for one in carried},
        frozenset(list(by_id)[: max(known, default=0)]),
        any(item.row.get("is_shield") for item in bearer.sheet.items),
        [swap for feature in bearer.features for swap in feature.swaps_mastery],
        [adjust for feature in bearer.features for adjust in feature.adjusts],
        bits,
    )
    for one in carried:
        bearer.sheet.ways += weapons.weapon_ways(bearer.library, one, wielder)
