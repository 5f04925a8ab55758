"""The things that a map is drawn with, as SVG definitions: each is one square big, at the origin.

They are made of simple shapes; variants come from ``scatter``, so a picture is always the same.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from dnd_env.render import palette
from dnd_env.render.svg_map import VARIANTS, S, scatter

TILE: Final = 4 * S  # units: the ground repeats after this
MIDDLE: Final = S / 2
LEAVES: Final = ("#274a2b", "#35633a", "#47804a")  # of trees, from the shade to the light
BUSH: Final = ("#33592c", "#457a3b", "#5c9550")
STONES: Final = ("#5d5a56", "#7b7772", "#989389")

STYLE: Final = (
    ".m-grid{fill:none;stroke:#000;stroke-opacity:.17;stroke-width:1}"
    ".m-edge{fill:none;stroke:#1d1c22;stroke-width:3;stroke-linecap:square}"
    ".m-shore{fill:none;stroke:#d8ecf5;stroke-opacity:.55;stroke-width:2.5;stroke-linecap:round}"
    ".m-brink{fill:none;stroke:#5b5148;stroke-width:4;stroke-linecap:square}"
)


def definitions(ground: str) -> str:
    """Return the contents of ``<defs>`` for a map whose floor is of this kind of ground."""
    return "".join(
        (
            _ground(ground),
            _masonry(),
            _doors(),
            _water(),
            _chasm(),
            *(part for which in range(VARIANTS) for part in _variants(which)),
        )
    )


def _between(low: float, high: float, *keys: int) -> float:
    return round(low + (high - low) * scatter(*keys) / 65535, 1)


def _group(name: str, *parts: str) -> str:
    return f'<g id="m-{name}">{"".join(parts)}</g>'


def _disc(x: float, y: float, radius: float, fill: str, opacity: float = 1) -> str:
    faint = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}"{faint}/>'


def _box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{more}/>'


# --- ground --------------------------------------------------------------------------------------


def _ground(kind: str) -> str:
    base, darker, lighter = palette.GROUND[kind]
    draw = _flagstones if kind == "stone" else _speckles
    return (
        f'<pattern id="m-ground" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">'
        f"{_box(0, 0, TILE, TILE, base)}{''.join(draw(kind, darker, lighter))}</pattern>"
    )


def _flagstones(kind: str, darker: str, lighter: str) -> Iterator[str]:
    for row in range(4):
        for column in range(4):
            shade = (darker, lighter)[scatter(row, column, 3) % 2]
            opacity = _between(0.05, 0.5, row, column, 7)
            more = f' rx="3" opacity="{opacity:g}"'
            yield _box(column * S + 1, row * S + 1, S - 2, S - 2, shade, more)
    cracks = "".join(
        f"M{_between(5, TILE - 25, n, 1)} {_between(5, TILE - 20, n, 2)}"
        f"l{_between(3, 9, n, 3)} {_between(-5, 8, n, 4)} {_between(3, 9, n, 5)} 3"
        for n in range(7)
    )
    yield f'<path d="{cracks}" fill="none" stroke="{darker}" stroke-width="1.2"/>'


def _speckles(kind: str, darker: str, lighter: str) -> Iterator[str]:
    for n in range(10):
        x, y = _between(20, TILE - 20, n, 11), _between(20, TILE - 20, n, 12)
        shade = (darker, lighter)[n % 2]
        yield _disc(x, y, _between(10, 20, n, 13), shade, 0.22)
    blades = {"": "", darker: "", lighter: ""}
    for n in range(64):
        x, y = _between(3, TILE - 3, n, 21), _between(6, TILE - 3, n, 22)
        stroke = (
            f"l{_between(-2, 2, n, 23)} -{_between(2, 5, n, 24)}" if kind == "grass" else "h1.5"
        )
        blades[(darker, lighter)[n % 2]] += f"M{x} {y}{stroke}"
    for shade in (darker, lighter):
        line = f'stroke="{shade}" stroke-width="1.3" stroke-linecap="round"'
        yield f'<path d="{blades[shade]}" fill="none" {line}/>'


# --- stone and wood ------------------------------------------------------------------------------


def _masonry() -> str:
    joints = f"M0 13H{S}M0 26H{S}M13 0V13M33 0V13M4 13V26M23 13V26M15 26V{S}M35 26V{S}"
    wall = _group(
        "wall",
        _box(0, 0, S, S, palette.TERRAIN["wall"]),
        _box(13, 1, 19, 12, "#57565f"),
        _box(4, 14, 18, 12, "#53525b"),
        _box(16, 27, 18, 12, "#42414a"),
        f'<path d="{joints}" fill="none" stroke="#2f2e36" stroke-width="1.6"/>',
    )
    bars = "".join(f"M{x} 6V{S - 6}" for x in (10, 16.6, 23.3, 30))
    slit = _group(
        "slit",
        _box(6, 6, S - 12, S - 12, palette.TERRAIN["chasm"], ' rx="2"'),
        f'<path d="{bars}M6 20H{S - 6}" stroke="#8d8c96" stroke-width="2.4" fill="none"/>',
    )
    arm = _group(
        "arm",
        _box(-9, -20, 18, 14, STONES[0], ' rx="3"'),
        _box(-7, -19, 14, 11, STONES[1], ' rx="3"'),
    )
    shadow = _box(0, 0, S, 9, "#000", ' id="m-shadow" opacity=".26"')
    return wall + slit + arm + shadow


def _doors() -> str:
    wood, dark, light = palette.TERRAIN["door_closed"], "#4b2b10", "#96602f"
    planks = "".join(f"M{x} 13V27" for x in (9, 16, 24, 31))
    door = _group(
        "door",
        _box(0, 10, S, 20, "#2a2118"),
        _box(1, 13, S - 2, 14, wood, ' rx="1.5"'),
        _box(1, 13, S - 2, 3, light, ' rx="1.5"'),
        f'<path d="{planks}" stroke="{dark}" stroke-width="1.5"/>',
        _disc(34.5, 20, 2.2, "#e0b84c"),
    )
    opened = _group(
        "opened",
        _box(0, 14, 4, 12, "#2a2118"),
        _box(S - 4, 14, 4, 12, "#2a2118"),
        _box(3, 18, 7, 21, wood, ' rx="1.5"'),
        _box(3, 18, 2.5, 21, light, ' rx="1.5"'),
        _disc(7, 35, 1.8, "#e0b84c"),
    )
    return door + opened


# --- water and depth -----------------------------------------------------------------------------


def _water() -> str:
    waves = "M4 11q4-4 8 0t8 0M20 29q4-4 8 0t8 0M25 17q3-3 6 0M7 33q3-3 6 0"
    return _group(
        "water",
        _box(0, 0, S, S, palette.TERRAIN["water"]),
        f'<path d="{waves}" fill="none" stroke="#8cc4e6" stroke-width="1.6" opacity=".7"/>',
    )


def _chasm() -> str:
    return _group(
        "chasm",
        _box(0, 0, S, S, palette.TERRAIN["chasm"]),
        '<path d="M5 9l7 3 4 8M30 6l-5 9 3 9" fill="none" stroke="#37313a" stroke-width="2"/>',
    )


# --- what grows and lies about -------------------------------------------------------------------


def _variants(which: int) -> Iterator[str]:
    yield _tree(which)
    yield _bush(which)
    yield _fern(which)
    yield _rubble(which)
    yield _pillar(which)
    yield _mist(which)
    yield _low_wall(which)


def _crown(which: int, lobes: int, ring: float, size: float, fill: str, shift: float) -> str:
    """Draw one layer of leaves: discs in a ring about a middle that is moved to the light."""
    turn = _between(0, 2 * pi, which, lobes, 5)
    discs = [_disc(MIDDLE - shift, MIDDLE - shift, ring + size * 0.4, fill)]
    for lobe in range(lobes):
        angle = turn + lobe * 2 * pi / lobes
        reach = ring * _between(0.85, 1.15, which, lobe, 6)
        x, y = MIDDLE - shift + reach * cos(angle), MIDDLE - shift + reach * sin(angle)
        discs.append(_disc(x, y, size * _between(0.85, 1.15, which, lobe, 8), fill))
    return "".join(discs)


def _tree(which: int) -> str:
    shadow = f'<ellipse cx="{MIDDLE + 3}" cy="{MIDDLE + 5}" rx="21" ry="20" opacity=".28"/>'
    return _group(
        f"tree{which}",
        shadow,
        _crown(which, 8, 13.5, 7.5, LEAVES[0], 0),
        _crown(which, 7, 9.5, 6, LEAVES[1], 2.5),
        _crown(which, 5, 4.5, 4, LEAVES[2], 5.5),
    )


def _bush(which: int) -> str:
    shadow = f'<ellipse cx="{MIDDLE + 2}" cy="{MIDDLE + 3}" rx="19" ry="18" opacity=".2"/>'
    places = ((12, 13), (28, 12), (20, 21), (11, 28), (29, 28))
    leaves = []
    for tone, (size, shift) in enumerate(((9.5, 0), (6.5, 1.5), (3, 3))):
        for at, (x, y) in enumerate(places):
            dx, dy = _between(-3, 3, which, at, 1), _between(-3, 3, which, at, 2)
            leaves.append(_disc(x + dx - shift, y + dy - shift, size, BUSH[tone]))
    return _group(f"bush{which}", shadow, *leaves)


def _fern(which: int) -> str:
    paths = []
    for tuft in range(4):
        x = 10 + 19 * (tuft % 2) + _between(-4, 5, which, tuft, 31)
        y = 17 + 18 * (tuft // 2) + _between(-3, 3, which, tuft, 32)
        paths.append(f"M{x:g} {y:g}q-2-7-7-8M{x:g} {y:g}q0-7 0-11M{x:g} {y:g}q2-7 7-8")
    line = 'fill="none" stroke-linecap="round"'
    return _group(
        f"fern{which}",
        _disc(MIDDLE, MIDDLE, 17, palette.TERRAIN["difficult"], 0.35),
        f'<path d="{"".join(paths)}" {line} stroke="#34491f" stroke-width="3"/>',
        f'<path d="{"".join(paths)}" {line} stroke="#8fb25a" stroke-width="1.4"/>',
    )


def _rubble(which: int) -> str:
    stones = []
    for at in range(6):
        x = 8 + 12 * (at % 3) + _between(-3, 3, which, at, 41)
        y = 13 + 15 * (at // 3) + _between(-4, 4, which, at, 42)
        size = _between(3, 6, which, at, 43)
        corners = [
            (size * _between(0.7, 1.1, which, at, n, 44), n * pi / 3 + which) for n in range(6)
        ]
        ring = " ".join(f"{x + r * cos(a):.1f},{y + r * sin(a) * 0.8:.1f}" for r, a in corners)
        light = " ".join(
            f"{x - 1 + r * 0.6 * cos(a):.1f},{y - 1 + r * sin(a) * 0.5:.1f}" for r, a in corners
        )
        stones.append(f'<polygon points="{ring}" fill="{STONES[0]}"/>')
        stones.append(f'<polygon points="{light}" fill="{STONES[2]}"/>')
    return _group(f"rubble{which}", *stones)


def _pillar(which: int) -> str:
    return _group(
        f"pillar{which}",
        f'<ellipse cx="{MIDDLE + 3}" cy="{MIDDLE + 5}" rx="14" ry="13" opacity=".3"/>',
        _disc(MIDDLE, MIDDLE, 14, STONES[0]),
        _disc(MIDDLE, MIDDLE, 12, palette.TERRAIN["pillar"]),
        _disc(MIDDLE - 2, MIDDLE - 2, 8, "#918e96"),
    )


def _mist(which: int) -> str:
    fill = palette.TERRAIN["mist"]
    wisps = [
        _disc(_between(8, 32, which, n, 51), _between(8, 32, which, n, 52), 13, fill, 0.16)
        for n in range(6)
    ]
    return _group(f"mist{which}", *wisps)


def _low_wall(which: int) -> str:
    return _group(
        f"low{which}",
        _box(MIDDLE - 11, MIDDLE - 8, 24, 20, "#000", ' rx="5" opacity=".25"'),
        _box(MIDDLE - 12, MIDDLE - 10, 24, 20, STONES[0], ' rx="5"'),
        _box(MIDDLE - 10, MIDDLE - 9, 11, 8, STONES[2], ' rx="3"'),
        _box(MIDDLE + 2, MIDDLE - 8, 8, 7, STONES[1], ' rx="3"'),
        _box(MIDDLE - 10, MIDDLE, 8, 8, STONES[1], ' rx="3"'),
        _box(MIDDLE - 1, MIDDLE, 11, 8, STONES[2], ' rx="3"'),
    )
