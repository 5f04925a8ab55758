"""Conditions become CONDITION rows; those that the rules impose are bound to their roles.

A condition's rows are its own and those of all that it implies, side by side.
"""

from dnd_env.content.library import Library
from dnd_env.content.rows.effects import BINDS, EffectRows
from dnd_env.content.rows.scope import Names, Owner, Scope
from dnd_env.content.rows.store import Store
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.conditions import ConditionEntry
from dnd_env.content.schema.effects import Condition
from dnd_env.core.errors import ContentError


def lay_conditions(
    library: Library, store: Store, names: Names, rows: EffectRows
) -> list[ConditionEntry]:
    """Lay all conditions of an edition, in the order of their numbers; return them so.

    Raises:
        ContentError: the numbers are not 1, 2, 3 ...
    """
    found = []
    for name in library.names("conditions"):
        entry = library.find("conditions", name)
        found.append((validate(ConditionEntry, entry.table, entry.where), entry))
    found.sort(key=lambda pair: pair[0].number)
    for place, (condition, entry) in enumerate(found, 1):
        if condition.number != place:
            raise ContentError(f"{entry.where}: number: found {condition.number}, expected {place}")
        names.numbers[entry.id] = place
        if condition.binds:
            names.binds[place] = BINDS[condition.binds]
    for condition, entry in found:
        implied = _implied(condition, entry.id, {found.id: one for one, found in found})
        scope = Scope(condition.name, entry.where, Owner())
        effects = [(effect, scope) for one in implied.values() for effect in one.effects]
        first, count = rows.lay_all(effects)
        store.conditions.append(
            {
                "first_effect": first,
                "effect_count": count,
                "implies": names.conditions(list(implied), entry.where),
            }
        )
        store.condition_names.append(condition.name)
    for condition, entry in found:
        _bind(condition, Scope(condition.name, entry.where, Owner()), entry.id, store, rows)
    return [condition for condition, _ in found]


def _implied(
    condition: ConditionEntry, name: str, known: dict[str, ConditionEntry]
) -> dict[str, ConditionEntry]:
    """Return a condition and all that it implies, itself first."""
    result = {name: condition}
    for other in condition.implies:
        if other in known:
            result |= _implied(known[other], other, known)
        else:
            result[other] = condition  # an unknown name, refused where it is asked for
    return result


def _bind(
    condition: ConditionEntry, scope: Scope, name: str, store: Store, rows: EffectRows
) -> None:
    """Lay the row that gives the condition without end, and bind it to the role in which the rules
    impose it."""
    first, _ = rows.lay([Condition(do="condition", condition=name)], scope)
    store.condition_effects.append(first)
    if condition.role is not None:
        if condition.imposed is not None:
            first, _ = rows.lay([condition.imposed], scope)
        store.roles[condition.role] = condition.number
        store.role_effects[condition.role] = first + 1
