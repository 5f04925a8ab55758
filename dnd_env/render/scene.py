"""The scene dict: all that a picture shows of one moment of a battle, as plain JSON-able data.

It is the contract between whoever knows the battle and the renderers, which know nothing else.

- Squares are ``[x, y]``, x eastward and y southward from 0; a creature stands at the north-west
  square of its space, which is ``width`` squares across.
- Rows are strings, one character a square, ``height`` strings of ``width`` characters.
- Creatures keep their place in the list from frame to frame; new ones are appended. Other keys name
  them by that index, and sides by their index in ``sides``.
- A scene shows what one viewer may know. A creature that the viewer neither sees nor remembers has
  ``visible`` and ``remembered`` false: no renderer draws it, lists it or writes it to a file. Texts
  (``log``, ``title``) are shown as they come, so their maker leaves out what is secret.
- A number that the viewer does not know is None.

A scene in full is in ``tests/render/scenes.py``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from dnd_env.core.errors import DndEnvError

Life = Literal["up", "dying", "stable", "dead", "gone"]
Ground = Literal["grass", "earth", "stone", "sand", "snow"]

TERRAIN = {
    ".": "floor",
    "#": "wall",
    "T": "tree",
    "t": "pillar",
    "~": "water",
    ",": "difficult",
    ":": "rubble",
    "o": "low_wall",
    "=": "arrow_slit",
    "%": "foliage",
    "*": "mist",
    "+": "door_closed",
    "/": "door_open",
    "_": "chasm",
}
"""What each character of the ``terrain`` rows stands for."""

LIGHT = {"0": "dark", "1": "dim", "2": "bright"}
"""What each character of the ``light`` rows stands for."""

GROUNDS = ("grass", "earth", "stone", "sand", "snow")
LIVES = ("up", "dying", "stable", "dead", "gone")


class CreatureDict(TypedDict):
    """One creature. ``gone`` has left the map and is not drawn."""

    name: str
    letter: str  # one or two characters, shown on its token
    side: int
    x: int
    y: int
    width: int  # squares across
    altitude_ft: int
    hit_points: int | None
    hit_point_maximum: int | None
    temp_hit_points: int
    armor_class: int | None
    conditions: list[str]
    life: Life
    concentrates: str  # on what; "" for nothing
    visible: bool
    remembered: bool  # not seen now; drawn where it was last seen
    details: NotRequired[list[str]]  # more lines for its tooltip


class ZoneDict(TypedDict):
    """An area that something holds: fog, web, fire, light, darkness ... (``palette.ZONES``)."""

    name: str
    kind: str  # an unknown kind is drawn as plain magic
    squares: list[list[int]]


class ObjectDict(TypedDict):
    """A thing on the ground: ``item``, ``chest``, ``campfire``; any other kind is a plain mark."""

    name: str
    kind: str
    x: int
    y: int


class SceneDict(TypedDict):
    """One moment of a battle; see the module's docstring for what indices and rows mean."""

    title: str
    round: int  # 0 before the first
    turn: int | None  # the creature whose turn it is
    width: int
    height: int
    terrain: list[str]  # characters of TERRAIN
    sides: list[str]
    creatures: list[CreatureDict]
    ground: NotRequired[Ground]  # what a floor is made of; "stone" if not said
    light: NotRequired[list[str]]  # characters of LIGHT; bright if not said
    unseen: NotRequired[list[str]]  # "1" where the viewer does not see now, else "0"
    zones: NotRequired[list[ZoneDict]]
    objects: NotRequired[list[ObjectDict]]
    reach: NotRequired[list[list[int]]]  # squares that the creature on turn can move to
    path: NotRequired[list[list[int]]]  # squares of a move, in order
    arrows: NotRequired[list[list[int]]]  # [source, target] creatures of what just happened
    initiative: NotRequired[list[list[int]]]  # [creature, score], first to act first
    log: NotRequired[list[str]]  # lines up to now, oldest first
    log_start: NotRequired[int]  # lines of the battle before the first one in ``log``
    winner: NotRequired[int | None]  # a side
    over: NotRequired[bool]  # with no winner: a draw
    hash: NotRequired[str]  # of the state, for comparing replays


class SceneError(DndEnvError):
    """A scene dict is not as it should be: says key, value found, and what was expected."""


def is_shown(creature: Mapping[str, Any]) -> bool:
    """Tell whether the viewer may know of a creature that is still on the map."""
    return creature["life"] != "gone" and bool(creature["visible"] or creature["remembered"])


def listed(scene: SceneDict) -> list[tuple[int, int | None]]:
    """Return (creature, initiative score or None) of all shown, in order, the unordered last."""
    creatures = scene["creatures"]
    rows = [(who, score) for who, score in scene.get("initiative", []) if is_shown(creatures[who])]
    in_order = {who for who, _ in rows}
    rest = [who for who, one in enumerate(creatures) if is_shown(one) and who not in in_order]
    return [*rows, *((who, None) for who in rest)]


def drawing_order(scene: SceneDict) -> list[int]:
    """Return the shown creatures, those that lie below others first and the one on turn last."""

    def depth(who: int) -> tuple[bool, bool, int, int, int]:
        one = scene["creatures"][who]
        return (who == scene["turn"], one["life"] != "dead", one["altitude_ft"], -one["width"], who)

    return sorted((who for who, one in enumerate(scene["creatures"]) if is_shown(one)), key=depth)


def headline(scene: SceneDict) -> str:
    """Say how the battle stands: who won, or the round and whose turn it is."""
    winner = scene.get("winner")
    if winner is not None:
        return f"{scene['sides'][winner]} win in round {scene['round']}"
    if scene.get("over"):
        return f"A draw in round {scene['round']}"
    turn = scene["turn"]
    if turn is None or not is_shown(scene["creatures"][turn]):
        return f"Round {scene['round']}"
    return f"Round {scene['round']}, turn of {scene['creatures'][turn]['name']}"


def check_scene(scene: SceneDict) -> None:
    """Check that a scene can be drawn.

    Raises:
        SceneError: a key is missing, or rows, indices or squares do not fit the map or one another.

    Does not check the types of texts, nor keys that it does not know.
    """
    _need_keys("scene", scene, SceneDict.__required_keys__)
    for key, least in (("width", 1), ("height", 1), ("round", 0)):
        if type(scene[key]) is not int or scene[key] < least:  # type: ignore[literal-required]
            _fail(key, scene[key], f"a whole number from {least}")  # type: ignore[literal-required]
    _check_rows(scene, "terrain", TERRAIN)
    _check_rows(scene, "light", LIGHT)
    _check_rows(scene, "unseen", ("0", "1"))
    if scene.get("ground", "stone") not in GROUNDS:
        _fail("ground", scene["ground"], f"one of {', '.join(GROUNDS)}")
    for who, creature in enumerate(scene["creatures"]):
        _check_creature(scene, f"creatures[{who}]", creature)
    for at, zone in enumerate(scene.get("zones", [])):
        _need_keys(f"zones[{at}]", zone, ZoneDict.__required_keys__)
        _check_squares(scene, f"zones[{at}].squares", zone["squares"])
    for at, thing in enumerate(scene.get("objects", [])):
        _need_keys(f"objects[{at}]", thing, ObjectDict.__required_keys__)
        _check_squares(scene, f"objects[{at}]", [[thing["x"], thing["y"]]])
    _check_squares(scene, "reach", scene.get("reach", []))
    _check_squares(scene, "path", scene.get("path", []))
    _check_indices(scene)


def _fail(key: str, found: object, expected: str) -> None:
    raise SceneError(f"scene: {key}: found {found!r}, expected {expected}")


def _need_keys(key: str, found: Mapping[str, Any], required: Iterable[str]) -> None:
    missing = sorted(set(required) - set(found))
    if missing:
        _fail(key, sorted(found), f"also {', '.join(missing)}")


def _check_rows(scene: Mapping[str, Any], key: str, letters: Iterable[str]) -> None:
    if key not in scene:
        return
    rows, allowed = scene[key], set(letters)
    if len(rows) != scene["height"]:
        _fail(key, f"{len(rows)} rows", f"{scene['height']}")
    for y, row in enumerate(rows):
        if len(row) != scene["width"]:
            _fail(f"{key}[{y}]", row, f"{scene['width']} characters")
        if not allowed.issuperset(row):
            _fail(f"{key}[{y}]", row, f"only {' '.join(sorted(allowed))}")


def _check_creature(scene: SceneDict, key: str, creature: Mapping[str, Any]) -> None:
    _need_keys(key, creature, CreatureDict.__required_keys__)
    if creature["life"] not in LIVES:
        _fail(f"{key}.life", creature["life"], f"one of {', '.join(LIVES)}")
    if not is_shown(creature):
        return
    if not 0 <= creature["side"] < len(scene["sides"]):
        _fail(f"{key}.side", creature["side"], f"an index of {scene['sides']}")
    if not 1 <= len(creature["letter"]) <= 2:
        _fail(f"{key}.letter", creature["letter"], "one or two characters")
    if creature["width"] < 1:
        _fail(f"{key}.width", creature["width"], "1 or more squares")
    last = creature["width"] - 1
    corners = [[creature["x"], creature["y"]], [creature["x"] + last, creature["y"] + last]]
    _check_squares(scene, key, corners)


def _check_squares(scene: SceneDict, key: str, squares: Sequence[Sequence[int]]) -> None:
    width, height = scene["width"], scene["height"]
    for square in squares:
        if len(square) != 2 or not (0 <= square[0] < width and 0 <= square[1] < height):
            _fail(key, list(square), f"[x, y] on the map of {width} x {height} squares")


def _check_indices(scene: SceneDict) -> None:
    winner, turn, count = scene.get("winner"), scene["turn"], len(scene["creatures"])
    if winner is not None and not 0 <= winner < len(scene["sides"]):
        _fail("winner", winner, f"an index of {scene['sides']}")
    named = [("turn", turn)] if turn is not None else []
    named += [("initiative", row[0]) for row in scene.get("initiative", [])]
    named += [("arrows", who) for arrow in scene.get("arrows", []) for who in arrow]
    for key, who in named:
        if not 0 <= who < count:
            _fail(key, who, f"an index of the {count} creatures")
