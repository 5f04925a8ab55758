"""Preparing a scene: which squares see which, worked out once from the map.

``sight`` and ``effect`` rows are symmetric, so each pair of squares is traced once.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.rules import lines
from dnd_env.rules.geometry import square_of


@rule
def trace_lines(scene: Scene, bars, lines_of) -> None:
    """Fill ``lines_of``, int64 [squares, height], for what bars a line."""
    for y in range(scene.height):
        for x in range(scene.width):
            lines_of[square_of(x, y), y] |= 1 << x
            for to_y in range(y, scene.height):
                first = x + 1 if to_y == y else 0
                for to_x in range(first, scene.width):
                    if lines.has_line(bars, x, y, to_x, to_y):
                        lines_of[square_of(x, y), to_y] |= 1 << to_x
                        lines_of[square_of(to_x, to_y), y] |= 1 << x
