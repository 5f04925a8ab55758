"""Classes, their features, species."""

from typing import Annotated, Literal

from pydantic import Field

from dnd_env.content.schema import words
from dnd_env.content.schema.activities import Activity
from dnd_env.content.schema.base import Strict
from dnd_env.content.schema.creatures import Entry, Named, Scores, Senses, Speeds, Traits
from dnd_env.content.schema.effects import Effects
from dnd_env.content.schema.words import OneOrMore
from dnd_env.core.terms import Size

Levels = dict[str, Named]  # by character level, written as text for TOML has no other keys
AbilityList = Annotated[tuple[words.AbilityWord, ...], OneOrMore]
SkillList = Annotated[tuple[words.SkillWord, ...], OneOrMore]


class Casting(Strict):
    """How a class casts; ``slots``: by class level, those of level 1, 2 ..."""

    ability: words.AbilityWord
    slots: tuple[tuple[int, ...], ...]


class Build(Strict):
    """A sensible character of the class: what it is where the encounter does not say.

    ``increases``, ``equipment``, ``spells``: by the level from which on they hold.
    """

    species: str
    abilities: Scores  # at level 1, the species' increases included
    increases: dict[str, dict[words.AbilityWord, int]] = Field(default_factory=dict)
    skills: SkillList = ()
    expertise: dict[str, SkillList] = Field(default_factory=dict)
    styles: Named = ()  # fighting styles, in the order in which they are learned
    equipment: dict[str, Named]
    spells: Levels = Field(default_factory=dict)


class ClassEntry(Entry):
    """A class with its subclass; ``features``: by class level."""

    hit_die: int
    saves: AbilityList
    weapons: Named
    armor: Named = ()
    features: Levels
    casting: Casting | None = None
    standard: Build


class Adjustment(Strict):
    """What a feature changes in spells and attacks that come from elsewhere.

    ``bonus``: to what is healed or to the damage; ``plus_spell_level``: and the level of the slot.
    """

    of: Literal["healing_spells", "cantrips", "evocations", "weapons", "off_hand"]
    weapon: Literal["melee", "ranged"] | None = None
    one_handed: bool = False
    attack_bonus: int = 0
    bonus: int = 0
    plus_spell_level: bool = False
    half_on_success: bool = False
    half_on_miss: bool = False
    spares_allies: bool = False
    ability_to_damage: bool = False
    effects: Effects = ()


class Feature(Entry):
    """What a class, subclass, species or fighting style gives; numbers may be placeholders."""

    replaces: Named = ()
    effects: Effects = ()
    activities: tuple[Activity, ...] = ()
    adjusts: tuple[Adjustment, ...] = ()
    extra_attacks: int = 0
    armor_class_armored: int = 0
    initiative: int = 0
    speed_ft: Speeds = Speeds()
    hit_points_per_level: int = 0
    half_proficiency: AbilityList = ()
    saves: AbilityList = ()
    skills: SkillList = ()
    weapons: Named = ()
    masteries: int = 0
    swaps_mastery: Named = ()


class Species(Entry):
    """A people: size, speed, senses, traits; ``steady``: heavy armor does not slow it."""

    size: words.SizeWord = Size.MEDIUM
    speed_ft: Speeds = Speeds(walk=30)
    senses_ft: Senses = Senses()
    steady: bool = False
    traits: Traits = ()
    features: Named = ()


class ActionEntry(Activity):
    """A common action, that a verb of the rules stands for."""

    verb: words.VerbWord
    left_out: tuple[str, ...] = ()
    approximated: tuple[str, ...] = ()
