"""What features change in the spells of who has them: healing, cantrips, evocations."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from dnd_env.content.rows.activities import Way
from dnd_env.content.schema.activities import Activity
from dnd_env.content.schema.base import Dice
from dnd_env.content.schema.characters import Adjustment
from dnd_env.content.schema.effects import Check, Damage, Effect, Heal, Ongoing, Save, Tick, Zone
from dnd_env.content.schema.spells import Spell
from dnd_env.core.terms import Who

NESTS = (Check, Ongoing, Save, Tick, Zone)


def adjusted(way: Way, spell: Spell, adjusts: Sequence[Adjustment], modifier: int) -> Way:
    """Return a way of a spell as the features of its caster change it.

    Args:
        way: how it is cast.
        spell: the spell it belongs to.
        adjusts: what the caster's features say.
        modifier: of the spellcasting ability.
    """
    activity = way.activity
    for adjust in adjusts:
        if adjust.of == "healing_spells" and spell.level > 0:
            activity = _heals_more(activity, adjust, spell.level)
        elif (adjust.of == "cantrips" and spell.level == 0) or (
            adjust.of == "evocations" and spell.school == "evocation"
        ):
            activity = _harms_more(activity, adjust, modifier)
    return replace(way, activity=activity)


def changed(effects: Sequence[Effect], change: Callable[[Effect], Effect]) -> tuple[Effect, ...]:
    """Change effects and all that they hold."""
    result = []
    for effect in effects:
        if isinstance(effect, NESTS):
            effect = effect.model_copy(update={"effects": changed(effect.effects, change)})
        result.append(change(effect))
    return tuple(result)


def _heals_more(activity: Activity, adjust: Adjustment, level: int) -> Activity:
    """Add to what a spell heals, and what it does besides where it heals one creature."""
    more = adjust.bonus + level * adjust.plus_spell_level
    found = 0

    def add(effect: Effect) -> Effect:
        nonlocal found
        if not isinstance(effect, Heal):
            return effect
        found += 1
        dice = effect.dice._replace(bonus=effect.dice.bonus + more)
        step = effect.per_level
        step = step._replace(bonus=step.bonus + int(adjust.plus_spell_level))
        return effect.model_copy(update={"dice": dice, "per_level": step})

    effects = changed(activity.effects, add)
    alone = activity.area is None and (activity.target is None or activity.target.count == 1)
    if found and alone:
        effects = (*effects, *(_with_level(effect, level) for effect in adjust.effects))
    return activity.model_copy(update={"effects": effects})


def _with_level(effect: Effect, level: int) -> Effect:
    """Raise what a feature heals by the level of the spell that sets it off."""
    if not isinstance(effect, Heal):
        return effect
    dice = effect.dice._replace(bonus=effect.dice.bonus + level)
    return effect.model_copy(update={"dice": dice, "per_level": Dice(0, 0, 1)})


def _harms_more(activity: Activity, adjust: Adjustment, modifier: int) -> Activity:
    """Add to one damage roll of a spell, the first there is; spare the caster's side."""
    effects: list[Effect] = []
    more: list[Effect] = []
    seen: set[str] = set()
    for effect in activity.effects:
        if not isinstance(effect, Damage):
            effects.append(effect)
            continue
        first = not seen.intersection(effect.on)
        seen.update(effect.on)
        update: dict[str, object] = {}
        if adjust.ability_to_damage and first:
            if _rolls_often(activity):
                more.append(_once(effect, modifier, adjust.of))
            else:
                update["dice"] = effect.dice._replace(bonus=effect.dice.bonus + modifier)
        if adjust.half_on_success and activity.save is not None and "fail" in effect.on:
            update |= {"half_on_success": True, "on": ("always",)}
        effects.append(effect.model_copy(update=update))
    if adjust.half_on_miss and activity.attack is not None:
        hits = [one for one in effects if isinstance(one, Damage) and "hit" in one.on]
        more += [one.model_copy(update={"on": ("miss",), "halved": True}) for one in hits]
    update = {"effects": (*effects, *more)}
    if adjust.spares_allies and activity.area is not None and activity.save is not None:
        spared = tuple(who for who in activity.area.who if who != Who.ALLY)
        update["area"] = activity.area.model_copy(update={"who": spared})
    return activity.model_copy(update=update)


def _rolls_often(activity: Activity) -> bool:
    """Does a spell roll its damage for each of several targets?"""
    several = activity.target is not None and activity.target.count > 1
    return several and activity.save is None


def _once(effect: Damage, modifier: int, of: str) -> Damage:
    """Return damage of the same kind that is added to one roll, not to all."""
    only = {"dice": Dice(0, 0, modifier), "per_level": Dice(0, 0, 0)}
    return effect.model_copy(update=only | {"once": "turn", "once_as": of})
