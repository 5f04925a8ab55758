"""Characters are written on sheets: class, level, species, abilities, features, equipment, spells.

What an encounter does not say is the class's standard build. Hit points are the fixed ones of the
book: the whole hit die at level 1, half of it and 1 a level from then on.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dnd_env.content.expressions import fill_in
from dnd_env.content.library import Entry, Library
from dnd_env.content.rows.abilities import ability_fields, modifier, proficiency_of_level
from dnd_env.content.rows.adjustments import adjusted
from dnd_env.content.rows.equipment import Bearer, equip
from dnd_env.content.rows.monsters import add_activity, add_trait, caster_fields
from dnd_env.content.rows.sheets import Given, Sheet
from dnd_env.content.rows.spells import Caster, spell_ways
from dnd_env.content.rows.store import Row
from dnd_env.content.schema import words
from dnd_env.content.schema.base import Strict, validate
from dnd_env.content.schema.characters import Build, ClassEntry, Feature, Species
from dnd_env.content.schema.creatures import Scores
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import (
    SKILL_ABILITY,
    Ability,
    CreatureType,
    MovementMode,
    Skill,
)

MAX_LEVEL, MAX_SCORE = 20, 20
BASE_DC, BASE_PASSIVE = 8, 10
STYLES = ("fighting_style", "additional_fighting_style")


class Plan(NamedTuple):
    """What a character is to be, the standard build filled in."""

    level: int
    species: str
    scores: Sequence[int]
    skills: Sequence[Skill]
    expertise: Sequence[Skill]
    styles: Sequence[str]
    equipment: Sequence[str]
    spells: Sequence[str]


class Choices(Strict):
    """What an encounter may say of a character; the rest is the standard build."""

    species: str = ""
    abilities: Scores | None = None
    skills: tuple[words.SkillWord, ...] | None = None
    styles: tuple[str, ...] = ()
    equipment: tuple[str, ...] | None = None
    spells: tuple[str, ...] | None = None
    more_equipment: tuple[str, ...] = ()
    more_spells: tuple[str, ...] = ()


def character_sheet(
    library: Library, entry: Entry, level: int, choices: Mapping[str, Any]
) -> Sheet:
    """Write a character on a sheet.

    Args:
        library: where species, features, items and spells are found.
        entry: the class.
        level: 1 to 20.
        choices: see ``Choices``.

    Raises:
        ContentError: the level or a choice is not one that there is.
    """
    if not 1 <= level <= MAX_LEVEL:
        raise ContentError(f"{entry.where}: level: found {level}, expected 1 to {MAX_LEVEL}")
    class_ = validate(ClassEntry, entry.table, entry.where)
    said = validate(Choices, choices, f"{class_.name} {level}")
    return _Builder(library, entry, class_, _plan(class_.standard, level, said)).build()


def names_of(library: Library, name: str, level: int) -> dict[str, Any]:
    """Return what the placeholders of features may name, for a standard character."""
    entry = library.find("classes", name)
    class_ = validate(ClassEntry, entry.table, entry.where)
    return _Builder(library, entry, class_, _plan(class_.standard, level, Choices())).names()


def _plan(build: Build, level: int, said: Choices) -> Plan:
    scores = said.abilities.listed() if said.abilities else _grown(build, level)
    skills = said.skills or build.skills
    equipment = said.equipment if said.equipment is not None else _latest(build.equipment, level)
    spells = said.spells if said.spells is not None else _all_up_to(build.spells, level)
    return Plan(
        level,
        said.species or build.species,
        scores,
        skills,
        [skill for at, found in build.expertise.items() if int(at) <= level for skill in found],
        said.styles or build.styles,
        [*equipment, *said.more_equipment],
        [*spells, *said.more_spells],
    )


def _grown(build: Build, level: int) -> list[int]:
    scores = build.abilities.listed()
    for at, increases in build.increases.items():
        for ability, amount in increases.items():
            if int(at) <= level:
                scores[ability - 1] = min(scores[ability - 1] + amount, MAX_SCORE)
    return scores


def _latest(by_level: Mapping[str, Sequence[str]], level: int) -> Sequence[str]:
    """Return what is listed for the highest level not above this one."""
    reached = [int(at) for at in by_level if int(at) <= level]
    return by_level[str(max(reached))] if reached else ()


def _all_up_to(by_level: Mapping[str, Sequence[str]], level: int) -> list[str]:
    return [name for at, names in by_level.items() if int(at) <= level for name in names]


class _Builder:
    """Writes one character, step by step."""

    def __init__(self, library: Library, entry: Entry, class_: ClassEntry, plan: Plan) -> None:
        self.library, self.entry, self.class_, self.plan = library, entry, class_, plan
        self.modifiers = [modifier(score) for score in plan.scores]
        self.proficiency = proficiency_of_level(plan.level)
        found = library.find("species", plan.species)
        self.species = validate(Species, found.table, found.where)
        self.sheet = Sheet(f"{class_.name} {plan.level}", entry.where, {})
        self.features: list[tuple[Feature, Entry]] = []

    def build(self) -> Sheet:
        self._find_features()
        self.sheet.numbers = self._numbers()
        equip(self._bearer(), self.plan.equipment)
        self._add_features()
        self._add_spells()
        self.sheet.left_out += self.species.left_out
        self.sheet.approximated += self.species.approximated
        for trait in self.species.traits:
            add_trait(self.sheet, self.library, trait, self.names())
        return self.sheet

    # --- features --------------------------------------------------------------------------------

    def names(self) -> dict[str, Any]:
        """What the placeholders of features may name."""
        names: dict[str, Any] = {
            ability.name.lower(): self.modifiers[ability - 1] for ability in Ability
        }
        names |= {"level": self.plan.level, "proficiency": self.proficiency}
        known = {*self._known_skills(), *self.plan.expertise}
        names["proficient_skills"] = [skill.name.lower() for skill in Skill if skill in known]
        if self.class_.casting is not None:
            own = self.modifiers[self.class_.casting.ability - 1]
            names |= {"modifier": own, "dc": BASE_DC + own + self.proficiency}
        return names

    def _find_features(self) -> None:
        wanted = [*self.species.features]
        for at, names in self.class_.features.items():
            if int(at) <= self.plan.level:
                wanted += names
        for learned, style in zip(STYLES, self.plan.styles, strict=False):
            if learned in wanted:
                wanted[wanted.index(learned)] = f"style_{style}"
        wanted = [name for name in wanted if name not in STYLES]
        for name in wanted:
            found = self.library.find("features", name)
            table = fill_in(dict(found.table), self.names(), found.where)
            self.features.append((validate(Feature, table, found.where), found))
        gone = {name for feature, _ in self.features for name in feature.replaces}
        self.features = [pair for pair in self.features if pair[1].id not in gone]

    def _add_features(self) -> None:
        for feature, found in self.features:
            self.sheet.left_out += feature.left_out
            self.sheet.approximated += feature.approximated
            if feature.effects:
                self.sheet.given.append(Given(feature.effects, feature.name, found.where))
            for number, activity in enumerate(feature.activities):
                if activity.from_level <= self.plan.level:
                    tag = f"features/{found.id}/{number}"
                    add_activity(self.sheet, self.library, activity, feature.name, tag)
        self.sheet.attacks += max(
            (feature.extra_attacks for feature, _ in self.features), default=0
        )

    # --- numbers ---------------------------------------------------------------------------------

    def _numbers(self) -> Row:
        level, class_ = self.plan.level, self.class_
        constitution = self.modifiers[Ability.CONSTITUTION - 1]
        half = class_.hit_die // 2 + 1
        more = sum(feature.hit_points_per_level for feature, _ in self.features)
        fields = ability_fields(self.plan.scores, self._saves(), self._skills())
        initiative = self.modifiers[Ability.DEXTERITY - 1] + self._half(Ability.DEXTERITY)
        initiative += sum(feature.initiative for feature, _ in self.features)
        return fields | {
            "size": self.species.size,
            "creature_type": CreatureType.HUMANOID,
            "proficiency": self.proficiency,
            "hit_points": class_.hit_die + (level - 1) * half + level * (constitution + more),
            "hit_dice": level,
            "hit_die": class_.hit_die,
            "hit_bonus": level * (constitution + more),
            "initiative_bonus": initiative,
            "passive_perception": BASE_PASSIVE + fields["skill_bonus"][Skill.PERCEPTION - 1],
            "uses_dying_rules": 1,
            "hands": 2,
            "speed_ft": self._speeds(),
            "sense_ft": self.species.senses_ft.listed(),
            "level": level,
        }

    def _saves(self) -> dict[Ability, int]:
        proficient = [*self.class_.saves]
        for feature, _ in self.features:
            proficient += feature.saves
        return {ability: self.modifiers[ability - 1] + self.proficiency for ability in proficient}

    def _skills(self) -> dict[Skill, int]:
        skills = {}
        known = self._known_skills()
        for skill in Skill:
            ability = Ability(SKILL_ABILITY[skill - 1])
            times = (skill in known) + (skill in self.plan.expertise)
            bonus = self.proficiency * times if times else self._half(ability)
            skills[skill] = self.modifiers[ability - 1] + bonus
        return skills

    def _known_skills(self) -> set[Skill]:
        return {*self.plan.skills, *(skill for one, _ in self.features for skill in one.skills)}

    def _half(self, ability: Ability) -> int:
        """Return half the proficiency bonus, rounded up, where a feature gives it to checks."""
        given = any(ability in feature.half_proficiency for feature, _ in self.features)
        return (self.proficiency + 1) // 2 if given else 0

    def _speeds(self) -> list[int]:
        speeds = self.species.speed_ft.listed()
        for feature, _ in self.features:
            for mode in MovementMode:
                more = feature.speed_ft.listed()[mode - 1]
                if mode == MovementMode.WALK:
                    speeds[0] += more
                else:  # "as its walking speed" is written 1
                    speeds[mode - 1] = max(speeds[mode - 1], speeds[0] if more == 1 else more)
        return speeds

    def _bearer(self) -> Bearer:
        features = [feature for feature, _ in self.features]
        own = {name for feature in features for name in feature.weapons}
        return Bearer(
            self.library,
            self.sheet,
            self.plan.scores,
            self.modifiers,
            self.proficiency,
            features,
            frozenset({*self.class_.weapons, *own}),
            frozenset(self.class_.armor),
            self.names(),
            self.species.steady,
        )

    # --- spells ----------------------------------------------------------------------------------

    def _add_spells(self) -> None:
        casting = self.class_.casting
        if casting is None:
            return
        own = self.modifiers[casting.ability - 1]
        bonus = own + self.proficiency
        caster = Caster(casting.ability, own, BASE_DC + bonus, bonus, self.plan.level)
        self.sheet.slots = casting.slots[self.plan.level - 1]
        self.sheet.numbers |= caster_fields(caster, len(self.sheet.slots))
        adjusts = [adjust for feature, _ in self.features for adjust in feature.adjusts]
        for name in dict.fromkeys(self.plan.spells):
            spell, ways = spell_ways(self.library, name, caster)
            self.sheet.left_out += spell.left_out
            self.sheet.approximated += spell.approximated
            self.sheet.ways += [adjusted(way, spell, adjusts, own) for way in ways]
