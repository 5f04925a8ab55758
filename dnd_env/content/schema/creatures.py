"""Stat blocks of monsters, and the traits that many of them share."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from dnd_env.content.schema import words
from dnd_env.content.schema.activities import Activity
from dnd_env.content.schema.base import Strict
from dnd_env.content.schema.effects import DiceText, Effects, Types
from dnd_env.content.schema.words import OneOrMore, fault, shown
from dnd_env.core.terms import Affinity

Named = Annotated[tuple[str, ...], OneOrMore]


class Entry(Strict):
    """What every entry may say of itself."""

    name: str
    left_out: tuple[str, ...] = ()  # what the book has and this entry has not
    approximated: tuple[str, ...] = ()  # what is played a little differently


class Scores(Strict):
    strength: int
    dexterity: int
    constitution: int
    intelligence: int
    wisdom: int
    charisma: int

    def listed(self) -> list[int]:
        """The six scores in the order of ``Ability``."""
        return [getattr(self, name) for name in type(self).model_fields]


class Speeds(Strict):
    walk: int = 0
    climb: int = 0
    swim: int = 0
    fly: int = 0
    burrow: int = 0

    def listed(self) -> list[int]:
        """Feet in the order of ``MovementMode``."""
        return [self.walk, self.climb, self.swim, self.fly, self.burrow]


class Senses(Strict):
    darkvision: int = 0
    blindsight: int = 0
    truesight: int = 0
    tremorsense: int = 0

    def listed(self) -> list[int]:
        """Feet in the order of the tables' ``sense_ft``."""
        return [self.darkvision, self.blindsight, self.truesight, self.tremorsense]


class Defense(Strict):
    """Damage types that a creature resists and the like, ``unless_by`` such attacks."""

    types: Types
    unless_by: Annotated[tuple[words.UnlessWord, ...], OneOrMore] = ()


def read_defenses(found: Any) -> Any:
    """Read a list of damage types and of tables with what overcomes the defense."""
    if not isinstance(found, list):
        return found
    plain = [word for word in found if isinstance(word, str)]
    tables = [entry for entry in found if not isinstance(entry, str)]
    return ([{"types": plain}] if plain else []) + tables


Defenses = Annotated[tuple[Defense, ...], BeforeValidator(read_defenses)]


class Part(Strict):
    """So many attacks of a Multiattack, each any of those named."""

    count: int = 1
    of: Named


class TraitUse(Strict):
    """A trait that a creature has, with the numbers that its entry asks for."""

    name: str
    parameters: dict[str, Any] = Field(default_factory=dict)


def read_trait(found: Any) -> Any:
    """Read a trait's name, or a table of its name and parameters."""
    if isinstance(found, str):
        return {"name": found}
    if isinstance(found, dict) and "parameters" not in found:
        parameters = {key: value for key, value in found.items() if key != "name"}
        return {"name": found.get("name"), "parameters": parameters}
    return found


Traits = tuple[Annotated[TraitUse, BeforeValidator(read_trait)], ...]


class LimitedSpells(Strict):
    """Spells that may be cast so many times a day without a slot: each of them, or all together."""

    uses: int
    spells: Named
    shared: bool = False
    level: int = 0  # the level they are cast at; 0 is their own
    cost: words.CostWord | None = None  # where it is not the spell's casting time


class Spellcasting(Strict):
    """How a stat block casts: numbers as printed, spells by name."""

    ability: words.AbilityWord
    dc: int
    attack_bonus: int | None = None
    level: int = 0
    slots: tuple[int, ...] = ()
    spells: Named = ()
    at_will: Named = ()
    per_day: tuple[LimitedSpells, ...] = ()
    left_out: Named = ()


class Defended(Strict):
    """What a creature is proof against, or suffers more from, for good."""

    resistances: Defenses = ()
    immunities: Defenses = ()
    vulnerabilities: Defenses = ()
    condition_immunities: Named = ()

    def defenses(self) -> list[tuple[Affinity, Defense]]:
        """All damage defenses, with their kind."""
        return [
            *((Affinity.RESIST, defense) for defense in self.resistances),
            *((Affinity.IMMUNE, defense) for defense in self.immunities),
            *((Affinity.VULNERABLE, defense) for defense in self.vulnerabilities),
        ]


class Monster(Entry, Defended):
    """A stat block as printed."""

    size: words.SizeWord
    type: words.CreatureTypeWord
    challenge_rating: float
    armor_class: int
    hit_dice: DiceText
    speed_ft: Speeds
    hovers: bool = False
    hands: int | None = None  # to seize with; by default 2, a beast or ooze has none
    abilities: Scores
    saves: dict[words.AbilityWord, int] = Field(default_factory=dict)
    skills: dict[words.SkillWord, int] = Field(default_factory=dict)
    senses_ft: Senses = Senses()
    blind_beyond: bool = False
    passive_perception: int | None = None
    initiative: int | None = None
    traits: Traits = ()
    activities: tuple[Activity, ...] = ()
    multiattack: tuple[tuple[Part, ...], ...] = ()
    spellcasting: Spellcasting | None = None
    legendary_actions: int = 0
    legendary_resistance_uses: int = 0
    dying_rules: bool = False  # makes death saves, as characters do
    effects: Effects = ()

    @model_validator(mode="after")
    def has_fair_rating(self) -> "Monster":
        if self.challenge_rating * 8 != int(self.challenge_rating * 8):
            raise fault(f"challenge_rating: found {shown(self.challenge_rating)}, expected eighths")
        return self


class Trait(Entry):
    """What creatures of many stat blocks have, or a feature gives; numbers may be placeholders."""

    effects: Effects = ()
    activities: tuple[Activity, ...] = ()
    dying_rules: bool = False
    defaults: dict[str, Any] = Field(default_factory=dict)
