"""Weapons become ways to attack: one- and two-handed, thrown, with the off hand.

Source: SRD 5.1, "Weapons"; SRD 5.2, "Weapons", "Mastery Properties"; ATK-02, ATK-12, ATK-17.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dnd_env.content.expressions import fill_in
from dnd_env.content.library import Library
from dnd_env.content.rows.activities import THROWN, Way
from dnd_env.content.rows.sheets import Item
from dnd_env.content.schema.activities import Activity, Aim, Attack, Response
from dnd_env.content.schema.base import Dice, validate
from dnd_env.content.schema.characters import Adjustment, Feature
from dnd_env.content.schema.effects import Damage, Effects
from dnd_env.content.schema.items import Weapon
from dnd_env.content.schema.predicates import Clause
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import Ability, Cost, Edition, Event, Predicate, Property, Witness

REACH_FT, LONG_REACH_FT = 5, 10
TWO_HANDS, OFF_HAND, CLEAVE = " (two hands)", " (off hand)", " (cleave)"
MASTERY_BASE_DC = 8


@dataclass(frozen=True)
class Carried:
    """A weapon in an item slot (+ 1), with the slot (+ 1) of its ammunition."""

    weapon: Weapon
    id: str
    where: str
    slot: int
    ammunition: int = 0

    @property
    def is_light(self) -> bool:
        return Property.LIGHT in self.weapon.properties

    @property
    def is_melee(self) -> bool:
        return self.weapon.reach == "melee"


@dataclass(frozen=True)
class Wielder:
    """Who wields: its ability modifiers, proficiency, and what its features change."""

    modifiers: Sequence[int]
    proficiency: int
    is_proficient: Mapping[str, bool]  # by weapon id
    mastered: frozenset[str] = frozenset()
    has_shield: bool = False  # so there is no second hand for a versatile weapon
    swaps: Sequence[str] = ()  # masteries that may take the place of a weapon's own
    adjusts: Sequence[Adjustment] = ()
    other_light: Mapping[int, int] = field(default_factory=dict)  # slot -> mask that does not count


def weapon_item(weapon: Weapon, id_: str, count: int) -> Item:
    """Return a weapon as something carried."""
    two = Property.TWO_HANDED in weapon.properties
    light = Property.LIGHT in weapon.properties
    row = {"hands": 2 if two else 1, "is_weapon": 1, "is_light": int(light)}
    return Item(f"items/{id_}", weapon.name, row, count)


def weapon_ways(library: Library, carried: Carried, wielder: Wielder) -> list[Way]:
    """Return all ways to attack with a weapon, the plain one first."""
    forms = _forms(carried, wielder)
    ways = [way for form in forms for way in _masteries(library, carried, wielder, form)]
    if carried.id in wielder.mastered and carried.weapon.mastery == "cleave":
        ways.append(_cleave(library, carried, wielder, forms[0]))
    if carried.is_light and wielder.other_light.get(carried.slot) is not None:
        for form in forms:
            if form.grip == 1 and (carried.is_melee or library.edition == Edition.SRD_5_2):
                ways.append(_off_hand(library, carried, wielder, form))
    return ways


@dataclass(frozen=True)
class Form:
    """One way to hold and use a weapon."""

    suffix: str
    dice: Dice
    grip: int
    from_afar: bool
    thrown: bool = False


def _forms(carried: Carried, wielder: Wielder) -> list[Form]:
    weapon = carried.weapon
    two_handed = Property.TWO_HANDED in weapon.properties
    grip = 2 if two_handed else 1
    thrown = weapon.thrown_ft is not None
    if not carried.is_melee:
        return [Form("", weapon.damage, grip, True, thrown)]
    forms = [Form("", weapon.damage, grip, False)]
    if weapon.versatile is not None and not wielder.has_shield:
        forms.append(Form(TWO_HANDS, weapon.versatile, 2, False))
    if thrown:
        forms.append(Form(THROWN, weapon.damage, 1, True, True))
    return forms


def _ability(carried: Carried, wielder: Wielder) -> Ability:
    """Return the ability that an attack uses: of a finesse weapon the better. ATK-02."""
    strength, dexterity = wielder.modifiers[0], wielder.modifiers[1]
    if Property.FINESSE in carried.weapon.properties:
        return Ability.DEXTERITY if dexterity > strength else Ability.STRENGTH
    return Ability.STRENGTH if carried.is_melee else Ability.DEXTERITY


def _masteries(library: Library, carried: Carried, wielder: Wielder, form: Form) -> list[Way]:
    """Return the way, and a further one for each mastery that may take the place of the own."""
    own = carried.weapon.mastery if carried.id in wielder.mastered else None
    ways = [_way(library, carried, wielder, form, own, "")]
    if own is not None:
        ways += [
            _way(library, carried, wielder, form, swap, f" ({swap})")
            for swap in wielder.swaps
            if swap != own
        ]
    return ways


def _way(
    library: Library,
    carried: Carried,
    wielder: Wielder,
    form: Form,
    mastery: str | None,
    suffix: str,
    with_ability: bool = True,
) -> Way:
    weapon = carried.weapon
    ability = _ability(carried, wielder)
    modifier = wielder.modifiers[ability - 1]
    bonus = modifier + wielder.proficiency * wielder.is_proficient.get(carried.id, True)
    extra = 0
    for adjust in wielder.adjusts:
        if adjust.of == "weapons" and _concerns(adjust, carried, wielder, form):
            bonus += adjust.attack_bonus
            extra += adjust.bonus
    extra += modifier if with_ability else min(modifier, 0)
    effects: Effects = (
        *_damage(weapon, form, extra),
        *weapon.effects,
        *_mastery_effects(library, mastery, wielder, modifier, weapon),
    )
    activity = Activity(
        name=f"{weapon.name}{form.suffix}{suffix}",
        attack=_attack(carried, form, bonus, ability),
        alone=weapon.alone,
        effects=effects,
    )
    return Way(
        activity,
        weapon.name,
        carried.where,
        f"items/{carried.id}{form.suffix}{suffix}",
        item=carried.slot,
        grip=form.grip,
        ammunition=carried.ammunition,
    )


def _damage(weapon: Weapon, form: Form, more: int) -> Effects:
    if form.dice == Dice(0, 0, 0):
        return ()
    dice = form.dice._replace(bonus=form.dice.bonus + more)
    return (Damage(do="damage", on=("hit",), dice=dice, type=weapon.type),)


def _concerns(adjust: Adjustment, carried: Carried, wielder: Wielder, form: Form) -> bool:
    """Does a feature change attacks of this weapon, held so? One-handed: with no other weapon."""
    if adjust.weapon is not None and adjust.weapon != carried.weapon.reach:
        return False
    return not adjust.one_handed or (form.grip == 1 and not wielder.other_light)


def _attack(carried: Carried, form: Form, bonus: int, ability: Ability) -> Attack:
    weapon = carried.weapon
    reach = LONG_REACH_FT if Property.REACH in weapon.properties else REACH_FT
    near, far = (weapon.thrown_ft if form.thrown else weapon.range_ft) or (0, 0)
    return Attack(
        kind="ranged_weapon" if form.from_afar else "melee_weapon",
        bonus=bonus,
        reach_ft=reach,
        range_ft=near if form.from_afar else 0,
        long_range_ft=far if form.from_afar else 0,
        ability=ability,
        properties=weapon.properties,
    )


def _cleave(library: Library, carried: Carried, wielder: Wielder, form: Form) -> Way:
    """Return the attack on a second creature that a hit with a cleaving weapon allows."""
    way = _way(library, carried, wielder, form, None, CLEAVE, with_ability=False)
    update = {
        "once_a_turn": True,
        "responds": Response(to=Event.STRUCK, witness=Witness.SOURCE),
        "target": Aim(another=True, named_range_ft=REACH_FT),
    }
    return replace(way, activity=way.activity.model_copy(update=update), cost=Cost.FREE)


def _off_hand(library: Library, carried: Carried, wielder: Wielder, form: Form) -> Way:
    """Return the extra attack after one with another light weapon. ATK-12."""
    mastery = carried.weapon.mastery if carried.id in wielder.mastered else None
    full = any(one.of == "off_hand" and one.ability_to_damage for one in wielder.adjusts)
    way = _way(library, carried, wielder, form, mastery, OFF_HAND, with_ability=full)
    is_nick = mastery == "nick"
    # An attack with itself does not count; nor, in 2014, one with a ranged weapon.
    clause = Clause(Predicate.ATTACKED_WITH_LIGHT, wielder.other_light[carried.slot])
    activity = way.activity.model_copy(update={"if_": (clause,), "once_a_turn": True})
    return replace(
        way, activity=activity, cost=Cost.FREE if is_nick else Cost.BONUS_ACTION, off_hand=True
    )


def _mastery_effects(
    library: Library, mastery: str | None, wielder: Wielder, modifier: int, weapon: Weapon
) -> Effects:
    if mastery is None:
        return ()
    entry = library.find("features", f"mastery_{mastery}")
    names: dict[str, Any] = {
        "modifier": modifier,
        "dc": MASTERY_BASE_DC + modifier + wielder.proficiency,
        "type": weapon.type.name.lower(),
    }
    table = fill_in(dict(entry.table), names, entry.where)
    return validate(Feature, table, entry.where).effects


def read_count(text: str, where: str) -> tuple[int, str]:
    """Read "20 arrow" or "longsword": how many, of what.

    >>> read_count("20 arrow", "")
    (20, 'arrow')
    """
    number, _, name = text.partition(" ")
    if number.isdigit() and name:
        return int(number), name
    if not text:
        raise ContentError(f'{where}: equipment: found "", expected an item such as "20 arrow"')
    return 1, text
