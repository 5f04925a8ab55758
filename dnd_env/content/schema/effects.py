"""Effects: what an activity, a trait or a condition does, row by row.

Each ``do`` is a primitive or wrapper of ``core.terms.Do``; ``core/tables.py`` says what the rules
make of it. Distances are in feet, durations in words ("1 minute", "end_of_target_turn").
"""

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from dnd_env.content.schema import words
from dnd_env.content.schema.base import Dice, Strict, read_dice
from dnd_env.content.schema.predicates import Clauses
from dnd_env.content.schema.rolls import Rolls
from dnd_env.content.schema.words import OneOrMore, fault, shown, spelled
from dnd_env.core.tables import DC_OF_USER
from dnd_env.core.terms import DamageType, Duration, Op, Recipient, SaveWhen

ROUNDS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}
_TIME = re.compile(r"(\d+) (round|minute|hour|day)s?")
MAX_CLAUSES = 2

CONTEST = 0  # an escape DC: a contest with the grappler instead


def read_dc(found: Any) -> Any:
    """Read a DC: a number, "user" (8 + Strength modifier + proficiency bonus) or "contest"."""
    known = {"user": DC_OF_USER, "contest": CONTEST}
    return known.get(found, found) if isinstance(found, str) else found


def read_types(found: Any) -> Any:
    """Read damage types into the mask of 1 << DamageType; "all" is every type."""
    if isinstance(found, int):
        return found
    if found == "all":
        return words.mask(DamageType)
    return words.mask(words.read(DamageType, word) for word in words.as_list(found))


Dc = Annotated[int, BeforeValidator(read_dc)]
Types = Annotated[int, BeforeValidator(read_types)]
DiceText = Annotated[Dice, BeforeValidator(read_dice)]
Names = Annotated[tuple[str, ...], OneOrMore]


class Lasts(Strict):
    """How long something lasts: ``rounds`` counts of a Duration; 0 has no end."""

    rounds: int = 1
    until: words.DurationWord = Duration.START_OF_SOURCE_TURN


def read_lasts(found: Any) -> Any:
    """Read "1 minute", "end_of_target_turn" or "combat"; a table is left to the model."""
    if not isinstance(found, str):
        return found
    if match := _TIME.fullmatch(found):
        return {"rounds": int(match[1]) * ROUNDS[match[2]]}
    known = [spelled(moment) for moment in Duration]
    if found not in known:
        raise fault(
            f'found {shown(found)}, expected a time such as "1 minute", or {", ".join(known)}'
        )
    return {"until": found, "rounds": 0 if found == "combat" else 1}


Time = Annotated[Lasts, BeforeValidator(read_lasts)]


class RepeatedSave(Strict):
    """A save that the bearer of a lasting effect makes again, to end it.

    Ability and DC are those of the save that laid the effect, where they are not stated.
    """

    ability: Annotated[tuple[words.AbilityWord, ...], OneOrMore] = ()
    dc: int | None = None
    when: Annotated[tuple[words.SaveWhenWord, ...], OneOrMore] = Field(
        default=(SaveWhen.END_OF_TURN,)
    )


def read_repeated(found: Any) -> Any:
    """Read "end_of_turn", or a list of such moments; a table is left to the model."""
    return {"when": found} if isinstance(found, (str, list)) else found


class Escape(Strict):
    """A check that the bearer may make as an action, to end what holds it."""

    ability: words.AbilityWord
    skill: words.SkillWord | None = None
    dc: int | None = None


class Row(Strict):
    """What all effects share: when they apply, to whom, and on what conditions."""

    on: Names = ("always",)
    to: words.RecipientWord = Recipient.TARGET
    if_: Clauses = Field(default=(), alias="if")
    unless: Clauses = ()
    once: Literal["turn", "round"] | None = None
    once_as: str = ""  # rows with the same word share one use
    from_level: int = 0  # of a feature: not below this level

    @model_validator(mode="after")
    def count_clauses(self) -> "Row":
        if len(self.if_) + len(self.unless) > MAX_CLAUSES:
            raise fault(f'more than {MAX_CLAUSES} tests in "if" and "unless"')
        return self


class Rolled(Row):
    """What is rolled; ``per_level``: for each ``per_levels`` slot levels above the lowest."""

    dice: DiceText = Dice(0, 0, 0)
    per_level: DiceText = Dice(0, 0, 0)
    per_levels: int = 1
    ability: words.AbilityWord | None = None  # adds its user's modifier


class Damage(Rolled):
    do: Literal["damage"]
    type: words.DamageTypeWord | None = None  # none: the attack's own
    half_on_success: bool = False
    halved: bool = False
    joins_attack: bool = False


class Heal(Rolled):
    do: Literal["heal"]
    of_damage: Literal["all", "half"] | None = None
    at_most_percent: int = 0


class TempHitPoints(Rolled):
    do: Literal["temp_hit_points"]


class Lasting(Row):
    """What lies upon a creature for a time; by default for the whole combat.

    ``name``: what it is called, if not as the entry.
    """

    name: str = ""
    lasts: Time = Lasts(rounds=0, until=Duration.COMBAT)
    save: Annotated[RepeatedSave, BeforeValidator(read_repeated)] | None = None
    escape: Escape | None = None
    ends_on: Annotated[tuple[words.EndsOnWord, ...], OneOrMore] = ()
    concentration: bool | None = None  # of a spell that takes it: true
    stacks: bool | None = None  # laid twice it counts twice


class Condition(Lasting):
    do: Literal["condition"]
    condition: str


class Ongoing(Lasting):
    do: Literal["ongoing"]
    binds: Literal["charms", "frightens"] | None = None
    effects: "Effects"


class Modifier(Row):
    do: Literal["modifier"]
    stat: words.StatWord
    op: words.OpWord = Op.ADD
    amount: int = 0
    dice: DiceText = Dice(0, 0, 0)
    rolls: Rolls = 0
    types: Types = 0


class RollMode(Row):
    do: Literal["roll_mode"]
    mode: words.ModeWord
    rolls: Rolls


class Affinity(Row):
    do: Literal["affinity"]
    affinity: words.AffinityWord
    types: Types = 0
    conditions: Names = ()
    unless_by: Annotated[tuple[words.UnlessWord, ...], OneOrMore] = ()
    of_spell: str = ""


class Flags(Row):
    do: Literal["flag"]
    flags: Annotated[tuple[words.FlagWord, ...], OneOrMore]


class MoveTarget(Row):
    do: Literal["move_target"]
    how: words.PushWord
    distance_ft: int


class MoveSelf(Row):
    do: Literal["move_self"]
    how: words.TravelWord
    distance_ft: int = 0
    percent_of_speed: int = 0
    unprovoked: bool = False


class Grapple(Row):
    """Seize: ``most`` held at once (0: any), out to ``reach_ft`` (0: 5 ft)."""

    do: Literal["grapple"]
    most: int = 0
    reach_ft: int = 0
    escape_dc: Dc = CONTEST


class Tick(Row):
    do: Literal["tick"]
    when: Annotated[tuple[words.TickWhenWord, ...], OneOrMore]
    effects: "Effects"


class Economy(Row):
    do: Literal["economy"]
    grant: words.GrantWord
    times: int = 1


class Zone(Row):
    do: Literal["zone"]
    shape: words.ShapeWord
    size_ft: int
    per_level_ft: int = 0
    per_levels: int = 1
    traits: Annotated[tuple[words.ZoneTraitWord, ...], OneOrMore] = ()
    befalls: Annotated[tuple[words.WhoWord, ...], OneOrMore] = ()
    concentration: bool | None = None
    lasts: Time = Lasts(rounds=0, until=Duration.COMBAT)
    effects: "Effects" = ()


class Trigger(Row):
    do: Literal["trigger"]
    event: words.EventWord
    witness: words.WitnessWord
    effects: "Effects"


class Visibility(Row):
    do: Literal["visibility"]
    sense: words.SenseWord


class Remove(Row):
    do: Literal["remove"]
    what: words.RemovalWord
    conditions: Names = ()
    by_level: bool = False  # INTERRUPT: at or below the own slot level, else by a check


class Life(Row):
    do: Literal["life"]
    change: words.LifeChangeWord
    hit_points: int = 0


class Resource(Row):
    do: Literal["resource"]
    resource: str
    amount: int


class Cast(Row):
    do: Literal["cast"]
    activity: str
    anew: bool = False  # its user chooses the target of it


class RollChange(Row):
    do: Literal["roll_change"]
    change: words.RollChangeWord
    amount: int = 0
    dice: DiceText = Dice(0, 0, 0)


class Save(Row):
    do: Literal["save"]
    ability: Annotated[tuple[words.AbilityWord, ...], OneOrMore]
    dc: Dc | None = None  # of a spell: its caster's
    plus_damage: bool = False  # the damage taken is added to the DC
    effects: "Effects"


class Check(Row):
    do: Literal["check", "contest"]
    skill: words.SkillWord | None = None
    ability: words.AbilityWord | None = None
    dc: int | None = None
    effects: "Effects"


class NotPlayed(Row):
    """A primitive that the rules do not play yet; an entry may leave it out and say so."""

    do: Literal["entity", "control", "contain", "form", "item", "random", "attack"]

    @model_validator(mode="after")
    def refuse(self) -> "NotPlayed":
        raise fault(f'the rules do not play "{self.do}" yet: name it under left_out instead')


Effect: TypeAlias = Annotated[
    Damage
    | Heal
    | TempHitPoints
    | Condition
    | Ongoing
    | Modifier
    | RollMode
    | Affinity
    | Flags
    | MoveTarget
    | MoveSelf
    | Grapple
    | Tick
    | Economy
    | Zone
    | Trigger
    | Visibility
    | Remove
    | Life
    | Resource
    | Cast
    | RollChange
    | Save
    | Check
    | NotPlayed,
    Field(discriminator="do"),
]
Effects: TypeAlias = tuple[Effect, ...]

for _model in (Ongoing, Tick, Zone, Trigger, Save, Check):
    _model.model_rebuild()
