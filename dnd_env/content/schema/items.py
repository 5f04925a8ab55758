"""Weapons, armor and gear."""

from typing import Annotated, Literal

from dnd_env.content.schema import words
from dnd_env.content.schema.activities import Activity
from dnd_env.content.schema.base import Dice
from dnd_env.content.schema.creatures import Entry
from dnd_env.content.schema.effects import DiceText, Effects
from dnd_env.content.schema.words import OneOrMore
from dnd_env.core.terms import DamageType

Mastery = Literal["cleave", "graze", "nick", "push", "sap", "slow", "topple", "vex"]


class Weapon(Entry):
    """A weapon: ``versatile`` its damage in two hands; ``thrown_ft`` normal and long range.

    ``effects``: what it does besides its damage, if it deals any; ``alone``: it attacks but once an
    action, whoever wields it.
    """

    kind: Literal["weapon"] = "weapon"
    category: Literal["simple", "martial"]
    reach: Literal["melee", "ranged"]
    damage: DiceText = Dice(0, 0, 0)
    type: words.DamageTypeWord = DamageType.BLUDGEONING
    versatile: DiceText | None = None
    range_ft: tuple[int, int] | None = None
    thrown_ft: tuple[int, int] | None = None
    properties: Annotated[tuple[words.PropertyWord, ...], OneOrMore] = ()
    ammunition: str = ""
    mastery: Mastery | None = None
    effects: Effects = ()
    alone: bool = False


class Armor(Entry):
    """Armor or a shield; ``dexterity`` is the most of that modifier that it leaves."""

    kind: Literal["armor", "shield"] = "armor"
    category: Literal["light", "medium", "heavy", "shield"]
    armor_class: int
    dexterity: int | None = None  # none: all of it
    strength: int = 0
    stealth_disadvantage: bool = False


class Gear(Entry):
    """Ammunition, and things used up in use."""

    kind: Literal["ammunition", "consumable"]
    activities: tuple[Activity, ...] = ()
