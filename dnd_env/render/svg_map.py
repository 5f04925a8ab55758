"""The map of a scene as SVG: ground, terrain and grid, which rarely change in a battle.

Each square's drawing is a string of its own, so that a replay can hold the map once and repaint the
squares that change. What looks alike is drawn once, in the definitions, and used by reference.
"""

from collections.abc import Callable, Iterable
from typing import Final

from dnd_env.render import palette
from dnd_env.render.scene import TERRAIN, SceneDict

S: Final = palette.SQUARE
STONE: Final = ("wall", "arrow_slit", "door_closed", "door_open")
VARIANTS: Final = 4  # of what grows or lies about
SIDES_OF_SQUARE: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


class Terrain:
    """The kinds of terrain by square; beyond the edge it goes on as at the edge."""

    def __init__(self, scene: SceneDict) -> None:
        self.width, self.height, self._rows = scene["width"], scene["height"], scene["terrain"]

    def kind(self, x: int, y: int) -> str:
        x, y = min(max(x, 0), self.width - 1), min(max(y, 0), self.height - 1)
        return TERRAIN[self._rows[y][x]]

    def open_sides(self, x: int, y: int, kinds: Iterable[str]) -> list[int]:
        """Return the sides, 0 north to 3 west, where the neighbour is of none of these kinds."""
        around = enumerate(SIDES_OF_SQUARE)
        return [side for side, (dx, dy) in around if self.kind(x + dx, y + dy) not in kinds]


def scatter(*keys: int) -> int:
    """Return a number from 0 to 65535 that looks random but is always the same for these keys."""
    value = 0x9E37
    for key in keys:
        value = ((value ^ (key & 0xFFFF)) * 0x85EB + 0x27D5) & 0xFFFFFFFF
        value ^= value >> 13
    return (value ^ (value >> 9)) & 0xFFFF


# --- one square ----------------------------------------------------------------------------------


def square(terrain: Terrain, x: int, y: int) -> str:
    """Draw what stands on one square; an empty string for bare floor."""
    kind = terrain.kind(x, y)
    drawing = SQUARES[kind](terrain, x, y) if kind in SQUARES else ""
    if kind not in ("wall", "arrow_slit") and terrain.kind(x, y - 1) in ("wall", "arrow_slit"):
        drawing = f'<use href="#m-shadow" x="{x * S}" y="{y * S}"/>{drawing}'
    return drawing


def _use(name: str, x: int, y: int) -> str:
    return f'<use href="#m-{name}" x="{x * S}" y="{y * S}"/>'


def _one_of(name: str) -> Callable[[Terrain, int, int], str]:
    """Return a drawer that picks one of the variants of a thing by its square."""
    return lambda terrain, x, y: _use(f"{name}{scatter(x, y, len(name)) % VARIANTS}", x, y)


def _edges(terrain: Terrain, x: int, y: int, kinds: Iterable[str], style: str) -> str:
    """Draw lines along the sides of a square where it borders on something else."""
    left, top, right, bottom = x * S, y * S, x * S + S, y * S + S
    lines = (
        f"M{left} {top}H{right}",
        f"M{right} {top}V{bottom}",
        f"M{left} {bottom}H{right}",
        f"M{left} {top}V{bottom}",
    )
    path = "".join(lines[side] for side in terrain.open_sides(x, y, kinds))
    return f'<path d="{path}" class="m-{style}"/>' if path else ""


def _wall(terrain: Terrain, x: int, y: int) -> str:
    return _use("wall", x, y) + _edges(terrain, x, y, STONE, "edge")


def _arrow_slit(terrain: Terrain, x: int, y: int) -> str:
    turned = "" if runs_across(terrain, x, y) else _quarter_turn(x, y)
    slit = f"<g{turned}>{_use('slit', x, y)}</g>"
    return _use("wall", x, y) + slit + _edges(terrain, x, y, STONE, "edge")


def _door(name: str) -> Callable[[Terrain, int, int], str]:
    def draw(terrain: Terrain, x: int, y: int) -> str:
        turned = "" if runs_across(terrain, x, y) else _quarter_turn(x, y)
        return f"<g{turned}>{_use(name, x, y)}</g>"

    return draw


def runs_across(terrain: Terrain, x: int, y: int) -> bool:
    """Tell whether the wall that a door or slit is in runs from west to east."""
    beside = [terrain.kind(x + dx, y) in STONE for dx in (-1, 1)]
    above = [terrain.kind(x, y + dy) in STONE for dy in (-1, 1)]
    return sum(beside) >= sum(above)


def _quarter_turn(x: int, y: int) -> str:
    return f' transform="rotate(90 {x * S + S // 2} {y * S + S // 2})"'


def _water(terrain: Terrain, x: int, y: int) -> str:
    return _use("water", x, y) + _edges(terrain, x, y, ("water",), "shore")


def _chasm(terrain: Terrain, x: int, y: int) -> str:
    return _use("chasm", x, y) + _edges(terrain, x, y, ("chasm",), "brink")


def _low_wall(terrain: Terrain, x: int, y: int) -> str:
    """Draw a block of stones, and arms to the low walls or walls beside it."""
    joined = set(range(4)) - set(terrain.open_sides(x, y, ("low_wall", *STONE)))
    arms = "".join(
        f'<use href="#m-arm" transform="translate({x * S + S // 2} {y * S + S // 2})'
        f' rotate({side * 90})"/>'
        for side in sorted(joined)
    )
    return arms + _use(f"low{scatter(x, y) % VARIANTS}", x, y)


SQUARES: Final[dict[str, Callable[[Terrain, int, int], str]]] = {
    "wall": _wall,
    "arrow_slit": _arrow_slit,
    "door_closed": _door("door"),
    "door_open": _door("opened"),
    "tree": _one_of("tree"),
    "pillar": _one_of("pillar"),
    "foliage": _one_of("bush"),
    "difficult": _one_of("fern"),
    "rubble": _one_of("rubble"),
    "mist": _one_of("mist"),
    "water": _water,
    "chasm": _chasm,
    "low_wall": _low_wall,
}
TALL: Final = ("tree", "foliage", "mist")  # these spread over their edges, so they come last


# --- the whole map -------------------------------------------------------------------------------


def ground_name(scene: SceneDict) -> str:
    return scene.get("ground", "stone")


def squares(scene: SceneDict) -> dict[tuple[int, int], str]:
    """Draw every square that is not bare floor, those that spread over their edges last."""
    terrain = Terrain(scene)
    places = [(x, y) for y in range(scene["height"]) for x in range(scene["width"])]
    places.sort(key=lambda place: terrain.kind(*place) in TALL)
    drawings = {place: square(terrain, *place) for place in places}
    return {place: drawing for place, drawing in drawings.items() if drawing}


def patch(scene: SceneDict, x: int, y: int) -> str:
    """Draw one square over whatever the map shows there: ground, what stands on it, grid."""
    box = f'x="{x * S}" y="{y * S}" width="{S}" height="{S}"'
    ground = f'<rect {box} fill="url(#m-ground)"/>'
    return f'{ground}{square(Terrain(scene), x, y)}<rect {box} class="m-grid" fill="none"/>'


def draw_map(scene: SceneDict) -> str:
    """Draw ground, terrain and grid, without the definitions."""
    width, height = scene["width"] * S, scene["height"] * S
    lines = "".join(f"M{x} 0V{height}" for x in range(0, width + 1, S))
    lines += "".join(f"M0 {y}H{width}" for y in range(0, height + 1, S))
    return (
        f'<rect width="{width}" height="{height}" fill="url(#m-ground)"/>'
        f"{''.join(squares(scene).values())}"
        f'<path d="{lines}" class="m-grid"/>'
    )
