"""Activities: what a creature can use, with its cost, target, gate and effects."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from dnd_env.content.schema import words
from dnd_env.content.schema.base import Strict
from dnd_env.content.schema.effects import Dc, Effects
from dnd_env.content.schema.predicates import Clauses
from dnd_env.content.schema.words import OneOrMore, fault, mask
from dnd_env.core.terms import Cost, Target, Who

Whos = Annotated[tuple[words.WhoWord, ...], OneOrMore]
EITHER_SKILL = -1  # Athletics or Acrobatics: see ``rules/checks.py``


class Aim(Strict):
    """What the user chooses, and how far away it may be."""

    kind: words.TargetWord = Target.CREATURE
    who: Whos = ()
    count: int = 1
    per_level: int = 0
    range_ft: int = 0
    long_range_ft: int = 0
    sees: bool = False  # the user has to see it
    same_again: bool = False  # one creature may be chosen several times
    one_by_one: bool = False  # the next is chosen once the last is resolved
    another: bool = False  # near the target of the event responded to, but not that
    named: Whos = ()  # a creature to be named first
    named_range_ft: int = 0


class Area(Strict):
    """The area that the effects befall; ``size_ft`` is its radius, edge or length."""

    shape: words.ShapeWord
    size_ft: int
    width_ft: int = 5
    per_level_ft: int = 0
    who: Whos = (Who.SELF, Who.ALLY, Who.ENEMY)
    catches_user: bool = False


AttackForm = Literal[
    "melee_weapon",
    "ranged_weapon",
    "melee_or_thrown",
    "melee_spell",
    "ranged_spell",
    "melee_or_ranged_spell",
]
FORMS = AttackForm.__args__  # type: ignore[attr-defined]


def read_form(found: Any) -> Any:
    if found not in FORMS:
        raise fault(words.expected(found, FORMS))
    return found


class Attack(Strict):
    """An attack roll; ``bonus`` of a spell is its caster's."""

    kind: Annotated[str, BeforeValidator(read_form)]
    bonus: int | None = None
    reach_ft: int = 5
    range_ft: int = 0
    long_range_ft: int = 0
    ability: words.AbilityWord | None = None
    properties: Annotated[tuple[words.PropertyWord, ...], OneOrMore] = ()


class SaveGate(Strict):
    """A save of the target: of several abilities it chooses one; a spell's DC is its caster's."""

    ability: Annotated[tuple[words.AbilityWord, ...], OneOrMore]
    dc: Dc | None = None


class CheckGate(Strict):
    """A check, or a contest of ``skill`` with the target's Athletics or Acrobatics."""

    skill: words.SkillWord | None = None
    ability: words.AbilityWord | None = None
    dc: int | None = None
    contest: bool = False
    escape: bool = False  # what escaping the grip on the user takes


class Response(Strict):
    """The event that an activity answers, and as whom; ``range_ft``: of who caused it."""

    to: words.EventWord
    also_to: words.EventWord | None = None
    witness: words.WitnessWord
    range_ft: int = 0
    of_spell: str = ""  # a TARGETED event counts only from this spell


class Uses(Strict):
    """How often: ``per_day`` times, or until a d6 of at least ``recharge`` at a turn's start."""

    per_day: int = 0
    recharge: int = 0
    resource: str = ""  # shared with all activities that name it
    amount: int = 1

    @model_validator(mode="after")
    def is_limited(self) -> "Uses":
        if not (self.per_day or self.recharge or self.resource):
            raise fault('says no limit; expected "per_day", "recharge" or "resource"')
        return self


class Activity(Strict):
    """What a creature can use."""

    name: str
    cost: words.CostWord = Cost.ACTION
    legendary_cost: int = 1
    copies: str = ""  # a common action, or another activity of the creature, at another cost
    uses: Uses | None = None
    once_a_turn: bool = False
    target: Aim | None = None
    area: Area | None = None
    attack: Attack | None = None
    save: SaveGate | None = None
    check: CheckGate | None = None
    responds: Response | None = None
    automatic: bool = False  # as a response, used unasked where minor decisions are automatic
    if_: Clauses = Field(default=(), alias="if")
    unless: Clauses = ()
    hands: int = 0  # that must be free
    harmful: bool | None = None
    magical: bool = False
    places: bool = False  # its effects happen once, at the place chosen
    from_zone: bool = False  # it starts from the zone that the same spell has laid, and moves it
    ignores_cover: bool = False
    is_flight: bool = False  # who is turned may still take it
    attack_action: bool = False  # one of the attacks of the Attack action only
    alone: bool = False  # an attack that takes the whole action
    opportunity: bool | None = None
    hidden: bool = False  # used by another activity only
    from_level: int = 0  # of a feature: not below this level
    effects: Effects = ()

    @model_validator(mode="after")
    def has_one_gate(self) -> "Activity":
        gates = [name for name in ("attack", "save", "check") if getattr(self, name) is not None]
        if len(gates) > 1:
            raise fault(f"has {' and '.join(gates)}, expected at most one of them")
        return self

    @property
    def who(self) -> int:
        """The mask of Who it may be used on."""
        if self.area is not None:
            return mask(self.area.who)
        if self.target is not None and self.target.who:
            return mask(self.target.who)
        chooses = self.target is not None and self.target.kind == Target.CREATURE
        return mask([Who.ENEMY if chooses or self.attack is not None else Who.SELF])
