"""The tests of "if" and "unless": a predicate of ``core/terms.py`` and the value it reads.

A test is a word (``if = "had_advantage"``), a table of one key (``if = { within_ft = 5 }``) or a
list of both; all must hold. The rules judge at most two.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator

from dnd_env.content.schema.words import expected, fault, mask, read, shown
from dnd_env.core.terms import (
    Ability,
    AttackKind,
    CreatureType,
    DamageType,
    Predicate,
    Property,
    Size,
)

EIGHTHS = 8  # of a challenge rating
SIZE_OF_BEARER = 16  # what is above it is counted from the bearer's own size


class Clause(NamedTuple):
    """One test; ``names`` are what the library has to be asked for: spells, conditions."""

    predicate: int
    value: int
    names: tuple[str, ...] = ()


def _whole(found: Any) -> int:
    if not isinstance(found, int) or isinstance(found, bool):
        raise fault(f"found {shown(found)}, expected a whole number")
    return found


def _list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _types(found: Any) -> int:
    return mask(read(CreatureType, word) for word in _list(found))


def _damage(found: Any) -> int:
    return mask(read(DamageType, word) for word in _list(found))


def _kinds(found: Any) -> int:
    return mask(read(AttackKind, word) for word in _list(found))


def _properties(found: Any) -> int:
    return mask(read(Property, word) for word in _list(found))


def _abilities(found: Any) -> int:
    return mask(read(Ability, word) for word in _list(found))


def _size(found: Any) -> int:
    """Read a Size, or "one_larger": than the bearer."""
    return SIZE_OF_BEARER + 1 if found == "one_larger" else int(read(Size, found))


def _challenge(found: Any) -> int:
    if not isinstance(found, (int, float)) or isinstance(found, bool):
        raise fault(f"found {shown(found)}, expected a challenge rating such as 0.5")
    return int(found * EIGHTHS)


def _ability_score(found: Any) -> int:
    if not isinstance(found, Mapping) or len(found) != 1:
        raise fault(f"found {shown(found)}, expected a table such as {{ intelligence = 3 }}")
    ((word, score),) = found.items()
    return read(Ability, word) << 8 | _whole(score)


_WITHOUT_VALUE = [
    "bloodied",
    "in_sunlight",
    "in_water",
    "unarmored",
    "other_bloodied",
    "other_wounded",
    "other_seized",
    "other_not_yet_acted",
    "other_is_maker",
    "other_is_named",
    "other_ally_of_maker",
    "other_sees_bearer",
    "sees_other",
    "maker_in_sight",
    "ally_beside_other",
    "sneak_attack",
    "had_advantage",
    "critical",
    "by_magic",
    "has_moved",
    "wounded",
    "other_is_self",
    "other_is_down",
    "other_surprised",
    "is_held",
]

_WITH_VALUE: dict[str, tuple[Predicate, Callable[[Any], int]]] = {
    "exhaustion_at_least": (Predicate.EXHAUSTION_AT_LEAST, _whole),
    "other_type": (Predicate.OTHER_TYPE, _types),
    "other_size_at_most": (Predicate.OTHER_SIZE_AT_MOST, _size),
    "other_hit_points_at_most": (Predicate.OTHER_HIT_POINTS_AT_MOST, _whole),
    "other_challenge_at_most": (Predicate.OTHER_CHALLENGE_AT_MOST, _challenge),
    "other_ability_at_most": (Predicate.OTHER_ABILITY_AT_MOST, _ability_score),
    "within_ft": (Predicate.WITHIN, _whole),
    "charged_ft": (Predicate.CHARGED, _whole),
    "attack_kind": (Predicate.ATTACK_KIND, _kinds),
    "attack_ability": (Predicate.ATTACK_ABILITY, _abilities),
    "attack_property": (Predicate.ATTACK_PROPERTY, _properties),
    "spell_level_at_least": (Predicate.SPELL_LEVEL_AT_LEAST, _whole),
    "damage_type": (Predicate.DAMAGE_TYPE, _damage),
    "hurt_by": (Predicate.HURT_BY, _damage),
    "attacked_with_light": (Predicate.ATTACKED_WITH_LIGHT, _whole),
    "total_at_least": (Predicate.TOTAL_AT_LEAST, _whole),
}

_WITH_NAMES = {
    "other_has_condition": Predicate.OTHER_HAS_CONDITION,
    "against_condition": Predicate.AGAINST_CONDITION,
    "activity_tag": Predicate.ACTIVITY_TAG,
}
KNOWN = sorted([*_WITHOUT_VALUE, *_WITH_VALUE, *_WITH_NAMES])


def read_clause(found: Any) -> Clause:
    """Read one test."""
    if isinstance(found, Clause):
        return found
    if isinstance(found, str):
        found = {found: True}
    if not isinstance(found, Mapping) or len(found) != 1:
        raise fault(f"found {shown(found)}, expected a test such as {{ within_ft = 5 }}")
    ((word, value),) = found.items()
    if word in _WITHOUT_VALUE:
        if value is not True:
            raise fault(f'found {shown(value)} for "{word}", expected true')
        return Clause(Predicate[word.upper()], 0)
    if word in _WITH_VALUE:
        predicate, reader = _WITH_VALUE[word]
        return Clause(predicate, reader(value))
    if word in _WITH_NAMES:
        names = tuple(_list(value))
        if not all(isinstance(name, str) for name in names):
            raise fault(f"found {shown(value)}, expected a name or a list of names")
        return Clause(_WITH_NAMES[word], 0, names)
    raise fault(expected(word, KNOWN))


def read_clauses(found: Any) -> tuple[Clause, ...]:
    """Read what "if" or "unless" says."""
    if isinstance(found, tuple):
        return found
    return tuple(read_clause(one) for one in _list(found))


Clauses = Annotated[tuple[Clause, ...], BeforeValidator(read_clauses)]
