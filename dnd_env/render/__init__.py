"""Pictures of a battle: terminal text, SVG, pixels, and a replay in one HTML file.

Each is drawn from a plain dict, the scene dict of ``render/scene.py``, so that a renderer needs no
knowledge of rules or records.
"""

from dnd_env.render.ansi import draw_text
from dnd_env.render.replay import read_replay, replay_html, write_replay
from dnd_env.render.rgb import rgb_array
from dnd_env.render.scene import SceneDict, SceneError, check_scene
from dnd_env.render.svg import draw_svg

__all__ = [
    "SceneDict",
    "SceneError",
    "check_scene",
    "draw_svg",
    "draw_text",
    "read_replay",
    "replay_html",
    "rgb_array",
    "write_replay",
]
