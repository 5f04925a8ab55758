"""Spells become ways of who casts them: with its numbers, its slots or its limited uses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dnd_env.content.expressions import fill_in
from dnd_env.content.library import Library
from dnd_env.content.rows.abilities import tier
from dnd_env.content.rows.activities import Casting, Way, ways_of
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.spells import Spell
from dnd_env.content.schema.words import mask
from dnd_env.core.errors import ContentError

AT_WILL = "at will"  # the resource of spells that take neither slot nor use


@dataclass(frozen=True)
class Caster:
    """Who casts: the numbers that its spells read."""

    ability: int
    modifier: int
    dc: int
    attack_bonus: int
    level: int

    def names(self) -> Mapping[str, Any]:
        """What a spell's placeholders may name."""
        return {"modifier": self.modifier, "level": self.level, "tier": tier(self.level)}


def spell_of(library: Library, name: str, caster: Caster) -> tuple[Spell, str, str]:
    """Return a spell with its caster's numbers, its id and its file."""
    entry = library.find("spells", name)
    table = fill_in(dict(entry.table), caster.names(), entry.where)
    return validate(Spell, table, entry.where), entry.id, entry.where


def spell_ways(
    library: Library, name: str, caster: Caster, resource: str = "", level: int = 0
) -> tuple[Spell, list[Way]]:
    """Return a spell and the ways to cast it and to use what it has made.

    Args:
        library: where it is found.
        name: its id or name.
        caster: who casts it.
        resource: what it takes in place of a slot; ``AT_WILL`` takes nothing.
        level: at which level it is always cast; 0 for its own, or the slot's.

    Raises:
        ContentError: there is no such spell, or the level is below its own.
    """
    spell, id_, where = spell_of(library, name, caster)
    if level and level < spell.level:
        raise ContentError(f"{where}: cast at level {level}, expected at least {spell.level}")
    way = Way(
        spell.casting(),
        spell.name,
        where,
        f"spells/{id_}",
        _casting(spell, id_, caster),
        resource="" if spell.level == 0 else resource,
        amount=0 if resource == AT_WILL else 1,
        raised=max(level - spell.level, 0),
    )
    later = [_later(activity, way) for activity in spell.activities]
    return spell, [*ways_of(way), *later]


def _casting(spell: Spell, id_: str, caster: Caster) -> Casting:
    return Casting(
        spell.level,
        mask(spell.components),
        spell.concentration,
        spell.upcast,
        caster.attack_bonus,
        caster.dc,
        spell.school,
        id_,
    )


def _later(activity: Any, way: Way) -> Way:
    """Return the way of what a spell lets its caster do later: no spell cast, no slot."""
    return replace(way, activity=activity, resource="", amount=1, follows=True)
