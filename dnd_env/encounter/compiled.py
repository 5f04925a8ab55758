"""The compiled entry of this package: lines of sight and light of a map, worked out once.

Light is as it is at the start: doors that are opened later let none through. A lamp lights the
squares whose centres lie within its radius and to which some straight line from it is free.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from dnd_env.core.jit import PURE, entry, rule
from dnd_env.core.limits import MAX_HEIGHT, MAX_SQUARES
from dnd_env.core.scene import SCENE, Scene
from dnd_env.rules import lines, scenes

FEET = 5


def prepare(raw: np.ndarray, lamps: np.ndarray, opaque: np.ndarray) -> None:
    """Fill the sight and effect rows of a scene, then light it.

    Args:
        raw: SCENE [1]; its walls, and what is dark and dim without lamps, are set.
        lamps: int64 [n, 4]: column, row, feet of bright light, feet of light in all.
        opaque: int64 [MAX_HEIGHT]: what bars light, closed doors included.
    """
    scene = raw[0]
    size = int(scene["width"]), int(scene["height"])
    for bars, to in (("bars_sight", "sight"), ("bars_effect", "effect")):
        scene[to] = _lines_past(*size, tuple(scene[bars].tolist()))
    if not PURE:
        light(raw, 0, lamps, opaque)
        return
    dark, dim = scene["dark"].tolist(), scene["dim"].tolist()
    plain: Any = SimpleNamespace(width=size[0], height=size[1], dark=dark, dim=dim)
    for x, y, bright_ft, all_ft in lamps.tolist():
        light_up(plain, opaque.tolist(), x, y, bright_ft, all_ft)
    scene["dark"], scene["dim"] = dark, dim


@lru_cache(maxsize=32)
def _lines_past(width: int, height: int, bars: tuple[int, ...]) -> np.ndarray:
    """Return which squares see which past what ``bars``, int64 [MAX_SQUARES, MAX_HEIGHT].

    Most maps bar sight and effects alike, and a map is set up more than once: hence the cache.
    """
    rows = np.zeros((MAX_SQUARES, MAX_HEIGHT), np.int64)
    if PURE:  # plain ints: several times faster than checked records
        plain: Any = SimpleNamespace(width=width, height=height)
        scenes.trace_lines(plain, bars, rows)
    else:
        scene = np.zeros(1, SCENE)
        scene["width"], scene["height"] = width, height
        trace_lines(scene, 0, np.array(bars, np.int64), rows)
    return rows


@entry
def trace_lines(scenes_: Any, index: int, bars: Any, rows: Any) -> None:
    """Fill ``rows``, int64 [MAX_SQUARES, MAX_HEIGHT], for what ``bars`` a line on a scene's map."""
    scenes.trace_lines(scenes_[index], bars, rows)


@entry
def light(scenes_: Any, index: int, lamps: Any, opaque: Any) -> None:
    """Take from the dark and dim rows of a scene what its lamps light."""
    for lamp in range(len(lamps)):
        light_up(
            scenes_[index], opaque, lamps[lamp, 0], lamps[lamp, 1], lamps[lamp, 2], lamps[lamp, 3]
        )


@rule
def light_up(scene: Scene, opaque: Any, x: int, y: int, bright_ft: int, all_ft: int) -> None:
    """Light what one lamp at (x, y) reaches."""
    reach = all_ft // FEET
    for to_y in range(max(y - reach, 0), min(y + reach + 1, scene.height)):
        for to_x in range(max(x - reach, 0), min(x + reach + 1, scene.width)):
            away = ((to_x - x) ** 2 + (to_y - y) ** 2) * FEET**2
            if away > all_ft**2 or not lines.has_line(opaque, x, y, to_x, to_y):
                continue
            bit = 1 << to_x
            if away <= bright_ft**2:
                scene.dim[to_y] &= ~bit
            elif scene.dark[to_y] & bit:
                scene.dim[to_y] |= bit
            scene.dark[to_y] &= ~bit
