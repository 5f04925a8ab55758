"""What each number of an observation is: names of the features of each piece, in order."""

from dnd_env.core.terms import Ability, Condition, Decision, Event
from dnd_env.spaces.features import FEATURES
from dnd_env.spaces.observations import RESOURCES_SHOWN

_DECISIONS = tuple(f"decision: {kind.name.lower()}" for kind in Decision)
_EVENTS = tuple(f"responding to: {kind.name.lower()}" for kind in Event)
_PENDING = tuple(f"pending activity: {name}" for name in FEATURES)

GLOBALS = (
    *_DECISIONS,
    *_EVENTS,
    *_PENDING,
    "the decision is this seat's",
    "round / round limit",
    "it is the viewer's turn",
    "2024 rules",
    "fog of war",
    "slot level chosen / 9",
    "targets chosen / 4",
    "decisions taken this turn / 50",
    "share of hit points left, own side",
    "share of hit points left, known foes",
)

SELF = (
    "actions / 2",
    "bonus action left",
    "reaction left",
    "object interaction left",
    "legendary actions / 3",
    "attacks made of the action in progress / 4",
    "walking movement left / 60 ft",
    "swimming movement left / 60 ft",
    "flying movement left / 120 ft",
    "is flying",
    "altitude / 60 ft",
    "concentrates",
    "death save successes / 3",
    "death save failures / 3",
    "column / 40",
    "row / 40",
    "holds something in the main hand",
    "holds something in the off hand",
    *(f"{ability.name.lower()} save bonus / 12" for ability in Ability),
    *(f"spell slots of level {level} / 4" for level in range(1, 10)),
    *(f"resource {number}: share left" for number in range(1, RESOURCES_SHOWN + 1)),
)

CREATURE = (
    "known (1), remembered (0.5)",
    "seen by the viewer",
    "is the viewer",
    "ally (1), foe (-1)",
    "up",
    "dying",
    "dead",
    "columns from the viewer / 20",
    "rows from the viewer / 20",
    "distance / 100 ft",
    "altitude / 60 ft",
    "width / 4 squares",
    "share of hit points left",
    "hit points / 100",
    "temporary hit points / 20",
    "armor class / 30",
    "concentrates",
    "reaction left",
    "walking speed / 60 ft",
    "it is its turn",
    "cannot act",
    "sees the viewer",
    "is hidden from a foe that it knows of (own side)",
    "is held by the viewer",
    "share of a round until its turn",
    "part in the pending choice: target, named, anchor",
    "source of what is being responded to or resolved",
    "target of what is being responded to or resolved",
    *(condition.name.lower() for condition in Condition),
)

ACTIVITY = (*FEATURES, "legal now", "share of uses left")

TERRAIN = (
    "hard to enter: 1 barred or off the map, 0.9 chasm, 0.5 difficult",
    "-1 total cover, -0.75 opaque, -0.5 cover, 0.25 dim, 0.5 dark, 0.75 zone, 1 zone that acts",
)

PIECES = {
    "globals": GLOBALS,
    "self": SELF,
    "creatures": CREATURE,
    "activities": ACTIVITY,
    "terrain": TERRAIN,
}
