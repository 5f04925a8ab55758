"""The battle as pixels, drawn with Pillow: the look of the SVG in simple form, without its panel.

Pillow is an optional dependency, imported when the first picture is drawn.
"""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from dnd_env.render import palette
from dnd_env.render.escape import printable
from dnd_env.render.scene import CreatureDict, SceneDict, check_scene, drawing_order
from dnd_env.render.svg_map import Terrain, ground_name, runs_across, scatter

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

FINER: Final = 2  # drawn so many times larger, then reduced: smooth edges
LEAST_LETTER_PX: Final = 12  # of a square, below which tokens have no letters
LEAST_SQUARE_PX: Final = 4
OPAQUE: Final = 255
GRID: Final = (0, 0, 0, 44)


def rgb_array(scene: SceneDict, square_px: int = 24) -> NDArray[np.uint8]:
    """Draw a scene as pixels.

    Args:
        scene: what to draw.
        square_px: pixels to a square, at least 4; below 12 tokens have no letters.

    Returns:
        uint8 [scene height * square_px, scene width * square_px, 3].

    Raises:
        DependencyNotInstalled: Pillow is missing.
        SceneError: the scene is not as it should be.
        ValueError: ``square_px`` is too small.
    """
    image_of, draw_on = _pillow()
    check_scene(scene)
    if square_px < LEAST_SQUARE_PX:
        raise ValueError(f"square_px: found {square_px}, expected at least {LEAST_SQUARE_PX}")
    size = (scene["width"] * square_px, scene["height"] * square_px)
    fine = (size[0] * FINER, size[1] * FINER)
    image = image_of.new("RGB", fine, palette.GROUND[ground_name(scene)][0])
    # In RGBA mode drawing on an RGB image blends.
    brush = _Brush(draw_on.Draw(image, "RGBA"), square_px * FINER, square_px >= LEAST_LETTER_PX)
    _draw_terrain(scene, brush)
    _draw_areas(scene, brush)
    for thing in scene.get("objects", []):
        middle = (thing["x"] + 0.5, thing["y"] + 0.5)
        brush.diamond(*middle, 0.22, palette.object_colour(thing["kind"]))
    for who in drawing_order(scene):
        _draw_token(scene["creatures"][who], who == scene["turn"], brush)
    return np.asarray(image.resize(size, image_of.Resampling.BOX), dtype=np.uint8).copy()


def _pillow() -> tuple[Any, Any]:
    """Import what is needed of Pillow."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        from gymnasium.error import DependencyNotInstalled

        raise DependencyNotInstalled(
            "rgb_array needs Pillow: pip install dnd-env[render]"
        ) from error
    return Image, ImageDraw


class _Brush:
    """Draws with squares as units."""

    def __init__(self, draw: "ImageDraw", square_px: int, letters: bool) -> None:
        self._draw, self._square, self._letters = draw, square_px, letters

    def _ink(self, colour: str, opacity: float) -> tuple[int, int, int, int]:
        return (*palette.rgb(colour), round(opacity * OPAQUE))

    def _at(self, *lengths: float) -> list[float]:
        return [length * self._square for length in lengths]

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, opacity: float = 1
    ) -> None:
        left, top, right, bottom = self._at(x, y, x + width, y + height)
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self._ink(fill, opacity))

    def disc(self, x: float, y: float, radius: float, fill: str, opacity: float = 1) -> None:
        around = self._at(x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(around, fill=self._ink(fill, opacity))

    def arc(
        self, x: float, y: float, radius: float, thickness: float, part: float, ink: str
    ) -> None:
        """Draw a ring that begins at the top and goes clockwise, to so much of the whole."""
        if part > 0:
            around = self._at(x - radius, y - radius, x + radius, y + radius)
            width = max(1, round(thickness * self._square))
            self._draw.arc(around, -90, -90 + 360 * part, fill=palette.rgb(ink), width=width)

    def line(self, points: list[tuple[float, float]], thickness: float, ink: str) -> None:
        ends = [(x * self._square, y * self._square) for x, y in points]
        width = max(1, round(thickness * self._square))
        self._draw.line(ends, fill=palette.rgb(ink), width=width, joint="curve")

    def diamond(self, x: float, y: float, radius: float, fill: str) -> None:
        corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
        ends = [(across * self._square, down * self._square) for across, down in corners]
        self._draw.polygon(ends, fill=palette.rgb(fill), outline=palette.rgb(palette.INK))

    def grid(self, width: int, height: int) -> None:
        square, thick = self._square, FINER
        for x in range(1, width):
            self._draw.line((x * square, 0, x * square, height * square), fill=GRID, width=thick)
        for y in range(1, height):
            self._draw.line((0, y * square, width * square, y * square), fill=GRID, width=thick)

    def letter(self, x: float, y: float, size: float, text: str) -> None:
        if self._letters:
            from PIL import ImageFont

            font = ImageFont.load_default(size * self._square)
            place, ink = (x * self._square, y * self._square), palette.rgb(palette.PARCHMENT)
            self._draw.text(place, printable(text), fill=ink, font=font, anchor="mm")


# --- the map -------------------------------------------------------------------------------------


def _draw_terrain(scene: SceneDict, brush: _Brush) -> None:
    terrain = Terrain(scene)
    _, darker, lighter = palette.GROUND[ground_name(scene)]
    for y in range(scene["height"]):
        for x in range(scene["width"]):
            brush.box(x, y, 1, 1, (darker, lighter)[scatter(x, y) % 2], 0.25)
            kind = terrain.kind(x, y)
            if kind in palette.TERRAIN:
                _draw_square(terrain, x, y, brush)
    brush.grid(scene["width"], scene["height"])


def _draw_square(terrain: Terrain, x: int, y: int, brush: _Brush) -> None:
    """Draw one square of terrain: whole, as discs, or as a bar, by its kind."""
    kind = terrain.kind(x, y)
    fill, middle = palette.TERRAIN[kind], (x + 0.5, y + 0.5)
    if kind in ("wall", "water", "chasm", "arrow_slit"):
        brush.box(x, y, 1, 1, fill)
    if kind == "arrow_slit":
        brush.box(x + 0.2, y + 0.2, 0.6, 0.6, palette.TERRAIN["chasm"])
    elif kind in ("tree", "pillar", "foliage"):
        brush.disc(*middle, 0.5, fill)
        brush.disc(x + 0.42, y + 0.42, 0.27, "#ffffff", 0.12)
    elif kind in ("difficult", "rubble"):
        for dx, dy in ((0.28, 0.3), (0.7, 0.36), (0.42, 0.72), (0.78, 0.76)):
            brush.disc(x + dx, y + dy, 0.12, fill)
    elif kind == "mist":
        brush.box(x, y, 1, 1, fill, 0.35)
    elif kind == "low_wall":
        brush.box(x + 0.02, y + 0.2, 0.96, 0.6, palette.INK, 0.7)
        brush.box(x + 0.08, y + 0.26, 0.84, 0.48, fill)
    elif kind == "door_closed" and runs_across(terrain, x, y):
        brush.box(x, y + 0.28, 1, 0.44, fill)
    elif kind == "door_closed":
        brush.box(x + 0.28, y, 0.44, 1, fill)
    elif kind == "door_open" and runs_across(terrain, x, y):
        brush.box(x + 0.06, y + 0.4, 0.18, 0.6, fill)
    elif kind == "door_open":
        brush.box(x, y + 0.06, 0.6, 0.18, fill)


def _draw_areas(scene: SceneDict, brush: _Brush) -> None:
    for zone in scene.get("zones", []):
        fill, opacity, _ = palette.zone_look(zone["kind"])
        for x, y in zone["squares"]:
            brush.box(x, y, 1, 1, fill, opacity)
    for x, y in scene.get("reach", []):
        brush.box(x, y, 1, 1, palette.REACH, 0.25)
    light, unseen = scene.get("light"), scene.get("unseen")
    opacities = {"0": palette.DARK_OPACITY, "1": palette.DIM_OPACITY}
    for y in range(scene["height"]):
        for x in range(scene["width"]):
            if light is not None and light[y][x] in opacities:
                brush.box(x, y, 1, 1, palette.SHADE, opacities[light[y][x]])
            if unseen is not None and unseen[y][x] == "1":
                brush.box(x, y, 1, 1, palette.SHADE, palette.UNSEEN_OPACITY)
    path = [(x + 0.5, y + 0.5) for x, y in scene.get("path", [])]
    if len(path) > 1:
        brush.line(path, 0.08, palette.REACH)


# --- creatures -----------------------------------------------------------------------------------


def _draw_token(creature: CreatureDict, on_turn: bool, brush: _Brush) -> None:
    half = creature["width"] / 2
    x, y = creature["x"] + half, creature["y"] + half
    radius = half - palette.TOKEN_GAP / palette.SQUARE
    thick = palette.RING / palette.SQUARE
    dead, fill = creature["life"] == "dead", palette.side_colour(creature["side"])
    if on_turn:
        brush.disc(x, y, radius + 1.2 * thick, palette.TURN)
    brush.disc(x, y, radius + 0.6 * thick, palette.INK)
    if creature["visible"]:
        brush.disc(x, y, radius - 0.5 * thick, palette.DEAD if dead else fill)
    else:
        brush.disc(x, y, radius - 0.5 * thick, fill, 0.5)
    if creature["life"] == "up":
        part = palette.health_part(creature["hit_points"], creature["hit_point_maximum"])
        whole = 1 if part is None else part
        brush.arc(x, y, radius + 0.4 * thick, thick, whole, palette.health_colour(part))
    elif not dead:
        brush.arc(x, y, radius + 0.4 * thick, thick, 1, palette.GRAVE)
    brush.letter(x, y, radius * (1.2 if len(creature["letter"]) == 1 else 0.9), creature["letter"])
    if dead:
        arm = radius * 0.7
        for slope in (1, -1):
            ends = [(x - arm, y - arm * slope), (x + arm, y + arm * slope)]
            brush.line(ends, 0.09, palette.CROSS)
