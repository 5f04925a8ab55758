"""Frames of a replay packed small: the first in full, of each further one only what changed.

Packed, a replay is JSON-able::

    {"format": "dnd_env replay", "version": 1,
     "terrains": [rows ...],            # each map that occurs, once
     "log_start": 0, "log": [...],      # all lines, once
     "frames": [{"map": 0,              # index into terrains
                 "log_end": 3,          # lines told up to this frame; null: it has no log
                 "set": {...},          # keys that are new or changed
                 "drop": [...],         # keys that are gone
                 "count": 4,            # creatures
                 "creatures": {"2": {"set": {...}, "drop": [...]}}}, ...]}

Empty ``drop`` and ``creatures`` are left out. What the viewer may not know is blanked before it is
packed (``veil``), so that it is not in the file either.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from dnd_env.render.scene import CreatureDict, SceneDict, SceneError, check_scene

FORMAT: Final = "dnd_env replay"
VERSION: Final = 1
APART: Final = ("terrain", "creatures", "log", "log_start")  # keys that are packed each in its way
FIXED: Final = ("width", "height", "ground")  # what one replay cannot change

BLANK: Final[CreatureDict] = {
    "name": "",
    "letter": "",
    "side": 0,
    "x": 0,
    "y": 0,
    "width": 1,
    "altitude_ft": 0,
    "hit_points": None,
    "hit_point_maximum": None,
    "temp_hit_points": 0,
    "armor_class": None,
    "conditions": [],
    "life": "gone",
    "concentrates": "",
    "visible": False,
    "remembered": False,
}
"""What stands in the place of a creature that the viewer may not know of."""


def veil(scene: SceneDict) -> SceneDict:
    """Return a scene without what its viewer may not know: nothing is changed in place."""
    creatures = scene["creatures"]
    known = [one["visible"] or one["remembered"] for one in creatures]
    if all(known):
        return scene
    veiled = scene.copy()
    veiled["creatures"] = [
        one if seen else BLANK for one, seen in zip(creatures, known, strict=True)
    ]
    turn = scene["turn"]
    veiled["turn"] = turn if turn is not None and known[turn] else None
    for key in ("initiative", "arrows"):
        if key in scene:
            who = 1 if key == "initiative" else 2  # how many of a row's numbers are creatures
            veiled[key] = [row for row in scene[key] if all(known[one] for one in row[:who])]
    return veiled


def pack(scenes: Iterable[SceneDict]) -> dict[str, Any]:
    """Pack frames.

    Args:
        scenes: at least one; all of the same map size. Each frame's ``log`` goes on from the last.

    Raises:
        SceneError: a scene is not as it should be, or does not go with those before it.
    """
    terrains: list[list[str]] = []
    log = _Log()
    frames: list[dict[str, Any]] = []
    before: Mapping[str, Any] = {"creatures": []}
    for at, given in enumerate(scenes):
        check_scene(given)
        scene = _plain(at, veil(given))
        if at:
            _check_fixed(at, before, scene)
        if scene["terrain"] not in terrains:
            terrains.append(scene["terrain"])
        frame = {"map": terrains.index(scene["terrain"]), "log_end": log.add(at, given)}
        frames.append(frame | _changes(before, scene))
        before = scene
    if not frames:
        raise SceneError("replay: found no frames, expected at least one")
    head = {"format": FORMAT, "version": VERSION, "terrains": terrains}
    return head | {"log_start": log.start or 0, "log": log.lines, "frames": frames}


def unpack(packed: Mapping[str, Any]) -> list[SceneDict]:
    """Undo ``pack``; each frame's ``log`` holds all lines told up to it.

    Raises:
        SceneError: it is not a replay, or one of another version.
    """
    found = (packed.get("format"), packed.get("version"))
    if found != (FORMAT, VERSION):
        raise SceneError(f"replay: format: found {found!r}, expected {(FORMAT, VERSION)!r}")
    scenes: list[SceneDict] = []
    scene: dict[str, Any] = {"creatures": []}
    for frame in packed["frames"]:
        creatures = scene["creatures"][: frame["count"]]
        for who, change in frame.get("creatures", {}).items():
            if int(who) == len(creatures):
                creatures.append({})
            creatures[int(who)] = _apply(creatures[int(who)], change)
        scene = _apply(scene, frame) | {"creatures": creatures}
        whole = scene | {"terrain": packed["terrains"][frame["map"]]}
        if frame["log_end"] is not None:
            whole["log"] = packed["log"][: frame["log_end"]]
            if packed["log_start"]:
                whole["log_start"] = packed["log_start"]
        scenes.append(whole)  # type: ignore[arg-type]
    return scenes


class _Log:
    """Gathers the lines of all frames, each of which tells some of the last ones."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.start: int | None = None  # the number, in the battle, of the first line

    def add(self, at: int, scene: SceneDict) -> int | None:
        """Take in what is new in frame ``at``; return how many lines are told up to it."""
        if "log" not in scene:
            return None
        told, number = scene["log"], scene.get("log_start", 0)
        if self.start is None:
            self.start = number
        first = number - self.start
        if not 0 <= first <= len(self.lines):
            most = self.start + len(self.lines)
            expected = f"{self.start} to {most}, as the frames before it tell"
            raise SceneError(f"frame {at}: log_start: found {number}, expected {expected}")
        again = self.lines[first : first + len(told)]
        if again != told[: len(again)]:
            raise SceneError(f"frame {at}: log: expected it to go on from the frames before it")
        self.lines += told[len(again) :]
        return first + len(told)


def _plain(at: int, scene: SceneDict) -> Any:
    """Return a deep copy as JSON has it, without the log: the caller may go on using the scene."""
    quiet = {key: value for key, value in scene.items() if key not in ("log", "log_start")}
    try:
        return json.loads(json.dumps(quiet, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise SceneError(f"frame {at}: expected plain JSON data, but {error}") from error


def _check_fixed(at: int, before: Mapping[str, Any], scene: Mapping[str, Any]) -> None:
    for key in FIXED:
        if before.get(key) != scene.get(key):
            found, expected = scene.get(key), before.get(key)
            raise SceneError(
                f"frame {at}: {key}: found {found!r}, expected {expected!r} as in the first"
            )


def _changes(before: Mapping[str, Any], after: SceneDict) -> dict[str, Any]:
    """Return what a frame must say so that ``before`` becomes ``after``."""
    old, new = before["creatures"], after["creatures"]
    creatures = {}
    for who, one in enumerate(new):
        change = _difference(old[who] if who < len(old) else {}, one)
        if change:
            creatures[str(who)] = change
    frame: dict[str, Any] = {"count": len(new)} | _difference(before, after, APART)
    return frame | ({"creatures": creatures} if creatures else {})


def _difference(
    before: Mapping[str, Any], after: Mapping[str, Any], apart: Sequence[str] = ()
) -> dict[str, Any]:
    changed = {
        key: value
        for key, value in after.items()
        if key not in apart and (key not in before or before[key] != value)
    }
    gone = [key for key in before if key not in after and key not in apart]
    return ({"set": changed} if changed else {}) | ({"drop": gone} if gone else {})


def _apply(before: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    gone = change.get("drop", ())
    kept = {key: value for key, value in before.items() if key not in gone}
    return {**kept, **change.get("set", {})}
