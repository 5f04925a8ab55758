"""A small battle with a bit of everything, for what has to be quick: faults, fog, perft."""

from typing import Any

YARD = """
##############
#....,,..#...#
#.T..,,..+.i.#
#....__..#...#
#oo..__...#=##
#....~~~.....#
#.nn.~~~.%%..#
#......::%%..#
##############
"""

PLACES = {
    "fighter": (2, 5),
    "wizard": (1, 1),
    "cleric": (3, 2),
    "rogue": (11, 3),
    "ogre": (7, 1),
    "gargoyle": (8, 5),
    "young_white_dragon": (11, 6),
    "mage": (10, 1),
}


def yard(**options: Any) -> dict[str, Any]:
    """Return an encounter: walls, a door, water, a chasm, cover; Large and flying foes."""
    party = ("fighter", "wizard", "cleric", "rogue")
    return {
        "name": "Yard",
        "level": 5,
        "map": {"squares": YARD},
        "creatures": [
            {"entry": entry, "side": "party" if entry in party else "monsters", "at": list(square)}
            for entry, square in PLACES.items()
        ],
        "options": options,
    }
