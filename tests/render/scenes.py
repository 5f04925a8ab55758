"""Scenes for the tests of the renderers: a small one, a goblin ambush in a wood, some frames."""

import copy
from typing import Any

from dnd_env.render import SceneDict
from dnd_env.render.scene import CreatureDict

AMBUSH_MAP = [
    "TTT,,..........TTTTT",
    "TT,,.....,......,TTT",
    "T,....T.........,,TT",
    "...........T......,T",
    "......,,..........,,",
    "..T...,,,...%%......",
    "......,....%%%..T...",
    "............%.......",
    "....oooo............",
    "....................",
    ".....:..............",
    "...T..::......T.....",
    "~...................",
    "~~.......T......,...",
    "~~~.............,,..",
    "~~~~.......,,....T..",
    ",~~~~.....,,,.......",
    "T,~~~~.............T",
    "TT,~~~~...T....,,,TT",
    "TTT,~~~~......,,TTTT",
]

AMBUSH_LOG = [
    "Round 1",
    "Rogue shoots Goblin 3: 17 to hit, 9 piercing",
    "Goblin 3 dies",
    "Cleric casts Bless on Fighter, Rogue, Wizard",
    "Wizard casts Web: Goblin 2 fails Dexterity (9 against 14) and is restrained",
    "Round 2",
    "Goblin 1 hits Fighter: 5 slashing",
    "Ogre hits Rogue: 13 bludgeoning, and Rogue falls",
]


def creature(name: str, letter: str, side: int, x: int, y: int, **changes: Any) -> CreatureDict:
    """Make an unhurt medium creature with 10 hit points, with what is not usual about it."""
    usual: CreatureDict = {
        "name": name,
        "letter": letter,
        "side": side,
        "x": x,
        "y": y,
        "width": 1,
        "altitude_ft": 0,
        "hit_points": 10,
        "hit_point_maximum": 10,
        "temp_hit_points": 0,
        "armor_class": 13,
        "conditions": [],
        "life": "up",
        "concentrates": "",
        "visible": True,
        "remembered": False,
    }
    return usual | changes  # type: ignore[return-value, operator]


def small() -> SceneDict:
    """Make a room of 8 x 5 squares with a creature of every kind that is drawn differently."""
    return {
        "title": "A room",
        "round": 2,
        "turn": 0,
        "width": 8,
        "height": 5,
        "terrain": ["########", "#..,,..+", "#......#", "#.~~..:#", "########"],
        "light": ["22222222", "22222211", "22222211", "22222100", "22222222"],
        "sides": ["Heroes", "Monsters"],
        "creatures": [
            creature("Fighter", "F", 0, 1, 1, hit_points=7, temp_hit_points=3, armor_class=18),
            creature("Ogre", "O", 1, 4, 1, width=2, hit_points=21, hit_point_maximum=59),
            creature("Goblin 1", "G1", 1, 1, 3, hit_points=0, life="dead"),
            creature("Wizard", "W", 0, 2, 1, hit_points=0, life="dying", conditions=["prone"]),
            creature("Bat", "B", 1, 6, 3, altitude_ft=15, hit_points=None, hit_point_maximum=None),
            creature("Spy", "S", 1, 6, 1, visible=False, remembered=True),
            creature("Assassin", "A", 1, 3, 2, visible=False),
        ],
        "zones": [{"name": "Fog Cloud", "kind": "fog", "squares": [[1, 2], [2, 2]]}],
        "objects": [{"name": "Mace", "kind": "item", "x": 3, "y": 2}],
        "initiative": [[1, 17], [0, 12], [6, 11], [2, 4]],
        "log": ["Round 1", "Ogre hits Wizard: 13 bludgeoning", "Round 2"],
        "hash": "c0ffee",
    }


def firelight(y: int) -> str:
    """Return a row of light about the campfire at (4, 10): bright, then dim, then dark."""
    away = [(x - 4) ** 2 + (y - 10) ** 2 for x in range(20)]
    return "".join("2" if far < 9**2 else "1" if far < 16**2 else "0" for far in away)


def heroes() -> list[CreatureDict]:
    fighter = creature("Fighter", "F", 0, 9, 9, hit_points=31, hit_point_maximum=44, armor_class=18)
    cleric = creature("Cleric", "C", 0, 7, 9, hit_points=24, hit_point_maximum=33, armor_class=18)
    cleric["concentrates"] = "Bless"
    wizard = creature("Wizard", "W", 0, 6, 9, hit_points=9, hit_point_maximum=22, armor_class=15)
    wizard |= {"concentrates": "Web", "temp_hit_points": 5}
    rogue = creature("Rogue", "R", 0, 8, 7, hit_points=0, hit_point_maximum=27, armor_class=14)
    rogue |= {"life": "dying", "conditions": ["unconscious", "prone"]}
    eagle = creature("Giant Eagle", "E", 0, 14, 14, hit_points=26, hit_point_maximum=26)
    eagle |= {"width": 2, "altitude_ft": 30}
    return [fighter, cleric, wizard, rogue, eagle]


def monsters() -> list[CreatureDict]:
    goblins = [
        creature(f"Goblin {n}", f"G{n}", 1, x, y, hit_point_maximum=7, armor_class=15)
        for n, (x, y) in enumerate(((10, 9), (13, 6), (11, 12), (16, 2)), 1)
    ]
    goblins[0]["hit_points"] = 3
    goblins[1] |= {"hit_points": 7, "conditions": ["restrained"]}
    goblins[2] |= {"hit_points": 0, "life": "dead"}
    goblins[3] |= {"hit_points": 7, "visible": False, "remembered": True}
    ogre = creature("Ogre", "O", 1, 10, 6, hit_points=38, hit_point_maximum=59, armor_class=11)
    ogre |= {"width": 2, "conditions": ["poisoned"]}
    wolf = creature("Wolf", "Wo", 1, 9, 10, hit_points=11, hit_point_maximum=11)
    wolf["conditions"] = ["prone"]
    return [*goblins, ogre, wolf]


def ambush() -> SceneDict:
    """Make a goblin ambush in a wood, 20 x 20, with something of everything."""
    web = [[x, y] for x in range(12, 16) for y in range(4, 8)]
    around = [[x, y] for x in range(1, 8) for y in range(1, 8)]
    fog = [[x, y] for x, y in around if (x - 4) ** 2 + (y - 4) ** 2 < 10]
    near = [[x, y] for x in range(3, 9) for y in range(10, 13)]
    return {
        "title": "Goblin ambush",
        "round": 2,
        "turn": 2,
        "width": 20,
        "height": 20,
        "ground": "grass",
        "terrain": AMBUSH_MAP.copy(),
        "light": [firelight(y) for y in range(20)],
        "sides": ["Heroes", "Monsters"],
        "creatures": [*heroes(), *monsters()],
        "zones": [
            {"name": "Web", "kind": "web", "squares": web},
            {"name": "Fog Cloud", "kind": "fog", "squares": fog},
        ],
        "objects": [
            {"name": "Campfire", "kind": "campfire", "x": 4, "y": 10},
            {"name": "Shortbow", "kind": "item", "x": 12, "y": 12},
            {"name": "Strongbox", "kind": "chest", "x": 2, "y": 9},
        ],
        "reach": [[x, y] for x, y in near if abs(x - 6) + abs(y - 9) < 5],
        "path": [[6, 9], [6, 10], [5, 11], [4, 11]],
        "arrows": [[9, 3]],
        "initiative": [
            *([3, 21], [6, 19], [5, 17], [0, 15], [2, 14]),
            *([9, 11], [4, 10], [10, 9], [1, 8], [7, 6]),
        ],
        "log": AMBUSH_LOG.copy(),
        "hash": "5d3f9b1e",
    }


def skirmish() -> list[SceneDict]:
    """Make five frames of a battle: a door opens, creatures are hurt, one is summoned."""
    first = small() | {"reach": [[1, 2], [2, 2]], "arrows": [[1, 3]]}
    opened = copy.deepcopy(first)
    opened["terrain"][1] = "#..,,../"
    opened["log"].append("Spy opens the door")
    opened["hash"] = "beef01"
    del opened["reach"], opened["arrows"]
    struck = copy.deepcopy(opened)
    struck["creatures"][1] |= {"hit_points": 12, "conditions": ["prone"]}
    struck["log"] += ["Fighter hits Ogre: 9 slashing", "Ogre falls prone"]
    struck["hash"] = "beef02"
    summoned = copy.deepcopy(struck)
    summoned["creatures"].append(creature("Wolf", "Wo", 0, 3, 1))
    summoned["turn"] = None
    summoned["round"] = 3
    shut = copy.deepcopy(summoned)
    shut["terrain"][1] = "#..,,..+"
    shut["winner"] = 0
    return [first, opened, struck, summoned, shut]
