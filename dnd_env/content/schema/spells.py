"""Spells."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from dnd_env.content.schema import words
from dnd_env.content.schema.activities import (
    Activity,
    Aim,
    Area,
    Attack,
    CheckGate,
    Response,
    SaveGate,
)
from dnd_env.content.schema.creatures import Entry
from dnd_env.content.schema.effects import Effects
from dnd_env.content.schema.predicates import Clauses
from dnd_env.content.schema.words import OneOrMore, fault
from dnd_env.core.limits import MAX_SPELL_LEVEL
from dnd_env.core.terms import Cost

School = Literal[
    "abjuration",
    "conjuration",
    "divination",
    "enchantment",
    "evocation",
    "illusion",
    "necromancy",
    "transmutation",
]


class Spell(Entry):
    """A spell: what casting it does, and under ``activities`` what it lets its caster do later.

    Numbers may be placeholders: {modifier} of the caster's ability, {tier} (1 to 4) of a cantrip.
    """

    level: int
    school: School
    casting_time: words.CostWord = Cost.ACTION
    components: Annotated[tuple[words.ComponentWord, ...], OneOrMore] = ()
    concentration: bool = False
    upcast: bool = False
    target: Aim | None = None
    area: Area | None = None
    attack: Attack | None = None
    save: SaveGate | None = None
    check: CheckGate | None = None
    responds: Response | None = None
    if_: Clauses = Field(default=(), alias="if")
    unless: Clauses = ()
    harmful: bool | None = None
    places: bool = False
    ignores_cover: bool = False
    effects: Effects = ()
    activities: tuple[Activity, ...] = ()

    def casting(self) -> Activity:
        """The activity of casting it."""
        shared = Activity.model_fields.keys() & type(self).model_fields.keys()
        fields = {key: getattr(self, key) for key in shared if key != "activities"}
        return Activity(**fields, cost=self.casting_time, magical=True)

    @model_validator(mode="after")
    def has_a_level(self) -> "Spell":
        if not 0 <= self.level <= MAX_SPELL_LEVEL:
            raise fault(f"level: found {self.level}, expected 0 to {MAX_SPELL_LEVEL}")
        return self
