"""What lies over an SVG map by squares: zones, reach, the path of a move, darkness."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from dnd_env.render import palette
from dnd_env.render.escape import for_xml
from dnd_env.render.palette import SQUARE as S
from dnd_env.render.scene import SceneDict, ZoneDict

STYLE: Final = (
    ".zone-name{font-size:8.5px;font-style:italic;text-anchor:middle;fill:#fff;stroke:#17171c;"
    "stroke-width:2.4px;paint-order:stroke}"
    f".path{{fill:none;stroke:{palette.REACH};stroke-width:3;stroke-dasharray:2 6;"
    "stroke-linecap:round;stroke-linejoin:round}"
)


def _texture(kind: str, shapes: str) -> str:
    size = f'width="{S}" height="{S}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="z-{kind}" {size}>{shapes}</pattern>'


_WEB: Final = (
    f'<path d="M0 0L{S} {S}M{S} 0L0 {S}M20 0V{S}M0 20H{S}M20 8Q14 14 8 20Q14 26 20 32Q26 26 32 20'
    'Q26 14 20 8" fill="none" stroke="#fff" stroke-width="1" opacity=".75"/>'
)
_PUFFS: Final = (
    '<g fill="#fff" opacity=".28"><circle cx="12" cy="12" r="9"/><circle cx="24" cy="10" r="7"/>'
    '<circle cx="30" cy="29" r="9"/><circle cx="19" cy="32" r="7"/></g>'
)
_FLAMES: Final = (
    '<g fill="#ffd23f" opacity=".75">'
    '<path d="M11 18C5 18 5 12 9 9 9 12 11 11 11 5 15 10 18 17 11 18Z"/>'
    '<path d="M29 36C23 36 23 30 27 27 27 30 29 29 29 23 33 28 36 35 29 36Z"/></g>'
)
_VINES: Final = (
    '<path d="M0 10Q10 2 20 10T40 10M0 30Q10 22 20 30T40 30M10 6l3-4M30 14l3 4M10 26l3-4M30 34l3 4"'
    ' fill="none" stroke="#1f4d1c" stroke-width="1.8" opacity=".8"/>'
)
_DRAWN: Final = {
    "web": _WEB,
    "fog": _PUFFS,
    "smoke": _PUFFS,
    "fire": _FLAMES,
    "plants": _VINES,
}
SHADES: Final = (
    ("light", "1", palette.DIM_OPACITY),
    ("light", "0", palette.DARK_OPACITY),
    ("unseen", "1", palette.UNSEEN_OPACITY),
)
"""Which characters of which rows darken a square, and how much."""

TEXTURED: Final = tuple(_DRAWN)
"""The kinds of zone that have a texture, whose id is ``z-`` and the kind."""
TEXTURES: Final = "".join(_texture(kind, shapes) for kind, shapes in _DRAWN.items())


def draw_zones(scene: SceneDict) -> str:
    return "".join(_zone(zone) for zone in scene.get("zones", []))


def draw_zone_names(scene: SceneDict) -> str:
    return "".join(_zone_name(zone) for zone in scene.get("zones", []))


def area(squares: Iterable[Iterable[int]]) -> str:
    """Return the path of a set of squares: one box for each run of them in a row."""
    places = sorted({(y, x) for x, y in squares})
    path = ""
    for (y, _), run in groupby(enumerate(places), lambda at: (at[1][0], at[1][1] - at[0])):
        first, *more = [place for _, (_, place) in run]
        path += f"M{first * S} {y * S}h{(len(more) + 1) * S}v{S}h-{(len(more) + 1) * S}z"
    return path


def outline(squares: Iterable[Iterable[int]]) -> str:
    """Return the path of the edges between a set of squares and all others."""
    inside = {(x, y) for x, y in squares}
    path = ""
    for x, y in sorted(inside):
        left, top = x * S, y * S
        if (x, y - 1) not in inside:
            path += f"M{left} {top}h{S}"
        if (x, y + 1) not in inside:
            path += f"M{left} {top + S}h{S}"
        if (x - 1, y) not in inside:
            path += f"M{left} {top}v{S}"
        if (x + 1, y) not in inside:
            path += f"M{left + S} {top}v{S}"
    return path


def _zone(zone: ZoneDict) -> str:
    fill, opacity, _ = palette.zone_look(zone["kind"])
    shape = area(zone["squares"])
    kind = zone["kind"]
    texture = f'<path d="{shape}" fill="url(#z-{kind})"/>' if kind in TEXTURED else ""
    return (
        f'<g><title>{for_xml(zone["name"])}</title><path d="{shape}" fill="{fill}"'
        f' fill-opacity="{opacity:g}"/>{texture}<path d="{outline(zone["squares"])}" fill="none"'
        f' stroke="{fill}" stroke-opacity=".75" stroke-width="2" stroke-linecap="round"/></g>'
    )


def _zone_name(zone: ZoneDict) -> str:
    if not zone["squares"]:
        return ""
    top = min(y for _, y in zone["squares"])
    row = [x for x, y in zone["squares"] if y == top]
    x = (min(row) + max(row) + 1) * S / 2
    return f'<text class="zone-name" x="{x:g}" y="{top * S + 9}">{for_xml(zone["name"])}</text>'


def draw_reach(scene: SceneDict) -> str:
    squares = scene.get("reach", [])
    if not squares:
        return ""
    return (
        f'<path d="{area(squares)}" fill="{palette.REACH}" fill-opacity=".2"/>'
        f'<path d="{outline(squares)}" fill="none" stroke="{palette.REACH}" stroke-width="1.5"'
        ' stroke-opacity=".8"/>'
    )


def draw_shade(scene: SceneDict) -> str:
    """Darken what is dim, dark or out of sight."""
    rows: Mapping[str, Any] = scene
    parts = []
    for key, letter, opacity in SHADES:
        squares = [
            [x, y]
            for y, row in enumerate(rows.get(key, []))
            for x, found in enumerate(row)
            if found == letter
        ]
        if squares:
            shape = area(squares)
            parts.append(f'<path d="{shape}" fill="{palette.SHADE}" fill-opacity="{opacity}"/>')
    return "".join(parts)


def draw_path(scene: SceneDict) -> str:
    """Draw a dotted line through the squares of a move, with a dot where it ends."""
    squares = scene.get("path", [])
    if len(squares) < 2:
        return ""
    points = " ".join(f"{x * S + S // 2},{y * S + S // 2}" for x, y in squares)
    end_x, end_y = squares[-1]
    end = f'cx="{end_x * S + S // 2}" cy="{end_y * S + S // 2}" r="5" fill="{palette.REACH}"'
    return f'<polyline class="path" points="{points}"/><circle {end}/>'
