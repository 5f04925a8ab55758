"""The words of content files: SRD terms in lower case, read into numbers of ``core/terms.py``."""

import difflib
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from dnd_env.core import terms

MANY = 24  # words listed in full in a message; of more only the near ones

Word = TypeVar("Word", bound=IntEnum)


def spelled(member: IntEnum) -> str:
    """Return the word for a term.

    >>> spelled(terms.AttackKind.MELEE_WEAPON)
    'melee_weapon'
    """
    return member.name.lower()


def near(found: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Return the known words most like one that is not known."""
    return difflib.get_close_matches(found.lower(), list(known), count, 0.6)


def expected(found: object, known: Sequence[str]) -> str:
    """Say what was found, what was expected, and what may have been meant."""
    text = f"found {shown(found)}, expected one of {', '.join(known)}"
    if len(known) > MANY:
        text = f"found {shown(found)}, expected one of {len(known)} words"
    meant = near(found, known, 1) if isinstance(found, str) else []
    return f'{text}; did you mean "{meant[0]}"?' if meant else text


def shown(found: object) -> str:
    """Show a value as a content file would write it."""
    if isinstance(found, str):
        return f'"{found}"'
    return str(found).lower() if isinstance(found, bool) else repr(found)


def fault(message: str) -> PydanticCustomError:
    """Make an error whose message is already in its final form."""
    return PydanticCustomError("content", "{message}", {"message": message})


def read(kind: type[Word], found: object) -> Word:
    """Read a word into a term; a term is passed through."""
    if isinstance(found, kind):
        return found
    known = [spelled(member) for member in kind]
    if isinstance(found, str) and found in known:
        return kind[found.upper()]
    raise fault(expected(found, known))


def _reader(kind: type[IntEnum]) -> BeforeValidator:
    return BeforeValidator(lambda found: read(kind, found))


def as_list(found: object) -> Any:
    """Let a single word stand for a list of one."""
    return [found] if isinstance(found, (str, int)) else found


OneOrMore = BeforeValidator(as_list)

AbilityWord = Annotated[terms.Ability, _reader(terms.Ability)]
AffinityWord = Annotated[terms.Affinity, _reader(terms.Affinity)]
AttackKindWord = Annotated[terms.AttackKind, _reader(terms.AttackKind)]
ComponentWord = Annotated[terms.Component, _reader(terms.Component)]
CostWord = Annotated[terms.Cost, _reader(terms.Cost)]
CreatureTypeWord = Annotated[terms.CreatureType, _reader(terms.CreatureType)]
DamageTypeWord = Annotated[terms.DamageType, _reader(terms.DamageType)]
DurationWord = Annotated[terms.Duration, _reader(terms.Duration)]
EndsOnWord = Annotated[terms.EndsOn, _reader(terms.EndsOn)]
EventWord = Annotated[terms.Event, _reader(terms.Event)]
FlagWord = Annotated[terms.Flag, _reader(terms.Flag)]
GrantWord = Annotated[terms.Grant, _reader(terms.Grant)]
LifeChangeWord = Annotated[terms.LifeChange, _reader(terms.LifeChange)]
ModeWord = Annotated[terms.Mode, _reader(terms.Mode)]
OpWord = Annotated[terms.Op, _reader(terms.Op)]
PropertyWord = Annotated[terms.Property, _reader(terms.Property)]
PushWord = Annotated[terms.Push, _reader(terms.Push)]
RecipientWord = Annotated[terms.Recipient, _reader(terms.Recipient)]
RemovalWord = Annotated[terms.Removal, _reader(terms.Removal)]
RoleWord = Annotated[terms.Role, _reader(terms.Role)]
RollChangeWord = Annotated[terms.RollChange, _reader(terms.RollChange)]
SaveWhenWord = Annotated[terms.SaveWhen, _reader(terms.SaveWhen)]
SenseWord = Annotated[terms.Sense, _reader(terms.Sense)]
ShapeWord = Annotated[terms.Shape, _reader(terms.Shape)]
SizeWord = Annotated[terms.Size, _reader(terms.Size)]
SkillWord = Annotated[terms.Skill, _reader(terms.Skill)]
StatWord = Annotated[terms.Stat, _reader(terms.Stat)]
TargetWord = Annotated[terms.Target, _reader(terms.Target)]
TickWhenWord = Annotated[terms.TickWhen, _reader(terms.TickWhen)]
TravelWord = Annotated[terms.Travel, _reader(terms.Travel)]
UnlessWord = Annotated[terms.Unless, _reader(terms.Unless)]
VerbWord = Annotated[terms.Verb, _reader(terms.Verb)]
WhoWord = Annotated[terms.Who, _reader(terms.Who)]
WitnessWord = Annotated[terms.Witness, _reader(terms.Witness)]
ZoneTraitWord = Annotated[terms.ZoneTrait, _reader(terms.ZoneTrait)]


def mask(members: Iterable[int], first: int = 0) -> int:
    """Return the mask with the bits of some members set; ``first``: the member of bit 0.

    >>> mask([terms.Who.SELF, terms.Who.ENEMY])
    5
    """
    bits = 0
    for member in members:
        bits |= 1 << (member - first)
    return bits
