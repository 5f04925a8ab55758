"""Characters are written on sheets: class, level, species, abilities, features, equipment, spells.

What an encounter does not say is the class's standard build. Hit points are the fixed ones of the
book: the whole hit die at level 1, half of it and 1 a level from then on.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dnd_env.content.expressions import fill_in
from dnd_env.content.library import Entry, Library
from dnd_env.content.rows import weapons
from dnd_env.content.rows.abilities import ability_fields, modifier, proficiency_of_level
from dnd_env.content.rows.adjustments import adjusted
from dnd_env.content.rows.monsters import add_activity, add_trait, caster_fields
from dnd_env.content.rows.sheets import Given, Item, Sheet
from dnd_env.content.rows.spells import Caster, spell_ways
from dnd_env.content.rows.store import Row
from dnd_env.content.schema.base import Strict, validate
from dnd_env.content.schema.characters import Build, ClassEntry, Feature, Species
from dnd_env.content.schema.creatures import Scores
from dnd_env.content.schema.effects import RollMode
from dnd_env.content.schema.items import Armor, Gear, Weapon
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import (
    SKILL_ABILITY,
    Ability,
    CreatureType,
    Mode,
    MovementMode,
    Skill,
)

MAX_LEVEL, MAX_SCORE = 20, 20
BASE_ARMOR_CLASS, BASE_DC, BASE_PASSIVE = 10, 8, 10
HEAVY_ARMOR_SLOWS_FT = 10
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
    skills: tuple[str, ...] | None = None
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
    skills = tuple(Skill[name.upper()] for name in said.skills) if said.skills else build.skills
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
        self.wears_armor = False

    def build(self) -> Sheet:
        self._find_features()
        self.sheet.numbers = self._numbers()
        carried = self._carry()
        self._add_weapons(carried)
        self._add_features()
        self._add_spells()
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
        known = {*self.plan.skills, *self.plan.expertise}
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
        return {
            ability: self.modifiers[ability - 1] + self.proficiency for ability in self.class_.saves
        }

    def _skills(self) -> dict[Skill, int]:
        skills = {}
        for skill in Skill:
            ability = Ability(SKILL_ABILITY[skill - 1])
            times = (skill in self.plan.skills) + (skill in self.plan.expertise)
            bonus = self.proficiency * times if times else self._half(ability)
            skills[skill] = self.modifiers[ability - 1] + bonus
        return skills

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

    # --- equipment -------------------------------------------------------------------------------

    def _carry(self) -> list[weapons.Carried]:
        """Write down what is carried; return the weapons."""
        self.sheet.numbers["armor_class"] = BASE_ARMOR_CLASS + self.modifiers[1]
        carried: list[weapons.Carried] = []
        for text in self.plan.equipment:
            count, name = weapons.read_count(text, self.sheet.name)
            found = self.library.find("items", name)
            kind = found.table.get("kind", "weapon")
            if kind in ("armor", "shield"):
                self._don(validate(Armor, found.table, found.where), found)
            elif kind == "weapon":
                weapon = validate(Weapon, found.table, found.where)
                before = sum(one.id == found.id for one in carried)
                if before:
                    weapon = weapon.model_copy(update={"name": f"{weapon.name} {before + 1}"})
                self.sheet.items.append(weapons.weapon_item(weapon, found.id, count))
                slot = len(self.sheet.items)
                carried.append(weapons.Carried(weapon, found.id, found.where, slot))
            else:
                self._pack(validate(Gear, found.table, found.where), found, count)
        return self._load(carried)

    def _don(self, armor: Armor, found: Entry) -> None:
        if armor.kind == "shield":
            row = {"hands": 1, "armor_class": armor.armor_class, "is_shield": 1}
            self.sheet.items.append(Item(f"items/{found.id}", armor.name, row, in_hand=True))
            return
        dexterity = self.modifiers[Ability.DEXTERITY - 1]
        if armor.dexterity is not None:
            dexterity = min(dexterity, armor.dexterity)
        styled = sum(feature.armor_class_armored for feature, _ in self.features)
        numbers = self.sheet.numbers
        numbers["armor_class"], numbers["wears_armor"] = armor.armor_class + dexterity + styled, 1
        if self.plan.scores[0] < armor.strength:
            numbers["speed_ft"][0] -= HEAVY_ARMOR_SLOWS_FT
        if armor.stealth_disadvantage:
            clumsy = RollMode(do="roll_mode", mode=Mode.DISADVANTAGE, rolls="stealth")  # type: ignore[arg-type]
            self.sheet.given.append(Given([clumsy], armor.name, found.where))

    def _pack(self, gear: Gear, found: Entry, count: int) -> None:
        if gear.kind == "ammunition":
            row = {"is_ammunition": 1}
            self.sheet.items.append(Item(f"items/{found.id}", gear.name, row, count))
            return
        for number, activity in enumerate(gear.activities):
            self.sheet.resources[activity.name] = (count, 0)
            tag = f"items/{found.id}/{number}"
            add_activity(self.sheet, self.library, activity, gear.name, tag)

    def _load(self, carried: Sequence[weapons.Carried]) -> list[weapons.Carried]:
        """Give each weapon the slot of its ammunition, if there is any."""
        slots = {item.key: at for at, item in enumerate(self.sheet.items, 1)}
        loaded = []
        for one in carried:
            if one.weapon.ammunition:
                key = f"items/{self.library.find('items', one.weapon.ammunition).id}"
                if key not in slots:
                    raise ContentError(
                        f'{self.sheet.name}: equipment: {one.id} needs "{one.weapon.ammunition}"'
                    )
                one = weapons.Carried(one.weapon, one.id, one.where, one.slot, slots[key])
            loaded.append(one)
        return loaded

    def _add_weapons(self, carried: Sequence[weapons.Carried]) -> None:
        light = [one for one in carried if one.is_light]
        bits = {}
        if len(light) > 1:
            afar = sum(1 << one.slot for one in light if not one.is_melee)
            exempt = 0 if self.library.edition == 2 else afar
            bits = {one.slot: 1 << one.slot | exempt for one in light}
        known = [feature.masteries for feature, _ in self.features]
        by_id = dict.fromkeys(one.id for one in carried if one.weapon.mastery)
        wielder = weapons.Wielder(
            self.modifiers,
            self.proficiency,
            {one.id: self._is_proficient(one) for one in carried},
            frozenset(list(by_id)[: max(known, default=0)]),
            any(item.row.get("is_shield") for item in self.sheet.items),
            [swap for feature, _ in self.features for swap in feature.swaps_mastery],
            [adjust for feature, _ in self.features for adjust in feature.adjusts],
            bits,
        )
        for one in carried:
            self.sheet.ways += weapons.weapon_ways(self.library, one, wielder)

    def _is_proficient(self, one: weapons.Carried) -> bool:
        known = self.class_.weapons
        return one.weapon.category in known or one.id in known

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
