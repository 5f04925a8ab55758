"""Monsters are written on sheets: numbers as printed, traits, activities, spells."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dnd_env.content.expressions import fill_in
from dnd_env.content.library import Entry, Library
from dnd_env.content.rows.abilities import ability_fields, modifier, proficiency_of_rating
from dnd_env.content.rows.activities import Way, ways_of
from dnd_env.content.rows.sheets import Given, Sheet
from dnd_env.content.rows.spells import AT_WILL, Caster, spell_ways
from dnd_env.content.rows.store import Row
from dnd_env.content.schema.activities import Activity, Response
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.characters import ActionEntry
from dnd_env.content.schema.creatures import Defended, Monster, Spellcasting, Trait, TraitUse
from dnd_env.content.schema.effects import Affinity, Effect, Flags, RollChange
from dnd_env.content.schema.words import expected, shown
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import Ability, Cost, CreatureType, Event, Flag, Skill, Witness
from dnd_env.core.terms import Affinity as AffinityKind
from dnd_env.core.terms import RollChange as Change

EIGHTHS = 8
LEGENDARY_RESISTANCE = "Legendary Resistance"


def monster_sheet(library: Library, entry: Entry) -> Sheet:
    """Write a monster's entry on a sheet."""
    monster = validate(Monster, entry.table, entry.where)
    sheet = Sheet(monster.name, entry.where, _numbers(monster))
    sheet.left_out, sheet.approximated = list(monster.left_out), list(monster.approximated)
    own = [*defenses(monster), *monster.effects]
    if monster.blind_beyond:
        own.append(Flags(do="flag", flags=(Flag.CANNOT_SEE,)))
    sheet.given.append(Given(own, monster.name, entry.where))
    for number, activity in enumerate(monster.activities):
        tag = f"{entry.kind}/{entry.id}/{number}"
        add_activity(sheet, library, activity, activity.name, tag)
    names = _placeholders(monster)
    for trait in monster.traits:
        add_trait(sheet, library, trait, names)
    if monster.legendary_resistance_uses:
        _add_legendary_resistance(sheet, monster.legendary_resistance_uses)
    if monster.spellcasting is not None:
        _add_spells(sheet, library, monster, monster.spellcasting)
    sheet.multiattack = [
        [(part.count, part.of) for part in alternative] for alternative in monster.multiattack
    ]
    return sheet


def add_activity(sheet: Sheet, library: Library, activity: Activity, label: str, tag: str) -> None:
    """Add an activity in all its ways, with the limited uses it asks for."""
    if activity.copies:
        activity = copied(sheet, library, activity)
    resource, amount = "", 1
    if activity.uses is not None:
        resource = activity.uses.resource or activity.name
        amount = activity.uses.amount
        limit = (activity.uses.per_day, activity.uses.recharge)
        if activity.uses.per_day or activity.uses.recharge:
            sheet.resources.setdefault(resource, (max(limit[0], 1), limit[1]))
    way = Way(activity, label, sheet.where, tag, resource=resource, amount=amount)
    sheet.ways += ways_of(way)


def copied(sheet: Sheet, library: Library, activity: Activity) -> Activity:
    """Return what an activity is that repeats another of the creature, or a common action.

    Raises:
        ContentError: there is no such thing to repeat.
    """
    own = {way.name: way.activity for way in sheet.ways}
    said = {name: getattr(activity, name) for name in activity.model_fields_set - {"copies"}}
    if activity.copies in own:
        return own[activity.copies].model_copy(update=said)
    if library.has("actions", activity.copies):
        entry = library.find("actions", activity.copies)
        action = validate(ActionEntry, entry.table, entry.where)
        fields = {name: getattr(action, name) for name in Activity.model_fields}
        return Activity(**fields).model_copy(update=said)
    known = [*own, *library.names("actions")]
    message = expected(activity.copies, known)
    raise ContentError(f"{sheet.where}: {activity.name}: copies: {message}")


def add_trait(sheet: Sheet, library: Library, use: TraitUse, names: Mapping[str, Any]) -> None:
    """Add what a trait gives, its parameters filled in."""
    entry = library.find("traits", use.name)
    defaults = entry.table.get("defaults", {})
    if not isinstance(defaults, Mapping):
        raise ContentError(f"{entry.where}: defaults: found {shown(defaults)}, expected a table")
    parameters = {**names, **defaults, **use.parameters}
    unknown = [key for key in use.parameters if key not in defaults]
    if unknown:
        known = list(defaults)
        message = f"unknown key: {expected(unknown[0], known)}"
        raise ContentError(f"{sheet.where}: traits: {use.name}: {message}")
    trait = validate(Trait, fill_in(dict(entry.table), parameters, entry.where), entry.where)
    sheet.left_out += trait.left_out
    sheet.approximated += trait.approximated
    if trait.effects:
        sheet.given.append(Given(trait.effects, trait.name, entry.where))
    if trait.dying_rules:
        sheet.numbers["uses_dying_rules"] = 1
    for number, activity in enumerate(trait.activities):
        add_activity(sheet, library, activity, trait.name, f"traits/{entry.id}/{number}")


def _numbers(monster: Monster) -> Row:
    dice = monster.hit_dice
    scores = monster.abilities.listed()
    fields = ability_fields(scores, monster.saves, monster.skills)
    perception = fields["skill_bonus"][Skill.PERCEPTION - 1]
    passive, initiative = monster.passive_perception, monster.initiative
    return fields | {
        "size": monster.size,
        "creature_type": monster.type,
        "challenge_eighths": int(monster.challenge_rating * EIGHTHS),
        "proficiency": proficiency_of_rating(monster.challenge_rating),
        "armor_class": monster.armor_class,
        "hit_points": dice.average,
        "hit_dice": dice.number,
        "hit_die": dice.sides,
        "hit_bonus": dice.bonus,
        "initiative_bonus": modifier(scores[1]) if initiative is None else initiative,
        "passive_perception": 10 + perception if passive is None else passive,
        "legendary_actions": monster.legendary_actions,
        "uses_dying_rules": int(monster.dying_rules),
        "hands": _hands(monster),
        "hovers": int(monster.hovers),
        "speed_ft": monster.speed_ft.listed(),
        "sense_ft": monster.senses_ft.listed(),
    }


def _hands(monster: Monster) -> int:
    if monster.hands is not None:
        return monster.hands
    return 0 if monster.type in (CreatureType.BEAST, CreatureType.OOZE) else 2


def defenses(defended: Defended) -> list[Effect]:
    """Return the effects that resistances and the like are."""
    effects: list[Effect] = [
        Affinity(do="affinity", affinity=kind, types=defense.types, unless_by=defense.unless_by)
        for kind, defense in defended.defenses()
    ]
    if defended.condition_immunities:
        immune = AffinityKind.CONDITION_IMMUNE
        names = defended.condition_immunities
        effects.append(Affinity(do="affinity", affinity=immune, conditions=names))
    return effects


def _placeholders(monster: Monster) -> dict[str, Any]:
    """What the entry of a trait may name besides its own parameters."""
    scores = zip(Ability, monster.abilities.listed(), strict=True)
    names: dict[str, Any] = {ability.name.lower(): modifier(score) for ability, score in scores}
    names["proficiency"] = proficiency_of_rating(monster.challenge_rating)
    return names


def _add_legendary_resistance(sheet: Sheet, uses: int) -> None:
    activity = Activity(
        name=LEGENDARY_RESISTANCE,
        cost=Cost.FREE,
        responds=Response(to=Event.SAVE_FAILED, witness=Witness.SOURCE),
        effects=(RollChange(do="roll_change", change=Change.SUCCEED),),
    )
    sheet.resources[LEGENDARY_RESISTANCE] = (uses, 0)
    tag = f"traits/{LEGENDARY_RESISTANCE}"
    way = Way(activity, LEGENDARY_RESISTANCE, sheet.where, tag, resource=LEGENDARY_RESISTANCE)
    sheet.ways.append(way)


def _add_spells(sheet: Sheet, library: Library, monster: Monster, casting: Spellcasting) -> None:
    """Add a stat block's spells: from slots, at will, and so many times a day."""
    own = modifier(monster.abilities.listed()[casting.ability - 1])
    bonus = casting.attack_bonus
    level = casting.level or max(int(monster.challenge_rating), 1)
    caster = Caster(
        casting.ability, own, casting.dc, casting.dc - 8 if bonus is None else bonus, level
    )
    sheet.slots = casting.slots
    sheet.left_out += casting.left_out
    sheet.numbers |= caster_fields(caster, len(casting.slots))
    for name in casting.spells:
        sheet.ways += spell_ways(library, name, caster)[1]
    if casting.at_will:
        sheet.resources[AT_WILL] = (1, 0)
    for name in casting.at_will:
        sheet.ways += spell_ways(library, name, caster, AT_WILL)[1]
    for number, limited in enumerate(casting.per_day):
        for name in limited.spells:
            pool = f"spells {number}" if limited.shared else f"spells {number} {name}"
            sheet.resources[pool] = (limited.uses, 0)
            cast, *later = spell_ways(library, name, caster, pool, limited.level)[1]
            sheet.ways += [replace(cast, cost=limited.cost), *later]


def caster_fields(caster: Caster, highest: int) -> Row:
    """Return the fields of STAT_BLOCK that tell how a creature casts."""
    return {
        "caster_level": caster.level,
        "spell_ability": caster.ability,
        "spell_dc": caster.dc,
        "spell_attack": caster.attack_bonus,
        "spell_level_cap": highest,
    }
