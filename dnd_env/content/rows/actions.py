"""The common actions behind verbs become ACTIVITY rows that all creatures share."""

from dnd_env.content.library import Library
from dnd_env.content.rows.activities import ActivityRows, Way
from dnd_env.content.rows.scope import Owner, Scope
from dnd_env.content.rows.store import Store
from dnd_env.content.schema.activities import Activity
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.characters import ActionEntry
from dnd_env.core.terms import Cost


def lay_actions(library: Library, store: Store, rows: ActivityRows) -> dict[str, ActionEntry]:
    """Lay the common actions of an edition, in the order of their verbs; return them by id."""
    found = {}
    for name in library.names("actions"):
        entry = library.find("actions", name)
        found[name] = (validate(ActionEntry, entry.table, entry.where), entry)
    for name, (action, entry) in sorted(found.items(), key=lambda pair: pair[1][0].verb):
        activity = common_activity(action)
        way = Way(activity, action.name, entry.where, f"actions/{name}")
        cost = Cost.ATTACK if way.is_attack else None
        scope = Scope(action.name, entry.where, Owner())
        store.verbs[action.verb] = rows.lay(way, scope, cost)
    return {name: action for name, (action, _) in found.items()}


def common_activity(action: ActionEntry) -> Activity:
    """Return the activity of a common action."""
    fields = {name: getattr(action, name) for name in Activity.model_fields}
    return Activity(**fields)
