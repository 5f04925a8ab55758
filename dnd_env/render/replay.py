"""A battle as one HTML file that plays it: no server, no network, no libraries.

The file holds the map once, and of each frame what changed. It is made from scene dicts, and can be
read back into them.
"""

import json
import re
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final

from dnd_env.render import palette, svg, svg_areas, svg_map, svg_tokens
from dnd_env.render.escape import for_script, for_xml
from dnd_env.render.palette import SQUARE
from dnd_env.render.replay_frames import pack, unpack
from dnd_env.render.scene import SceneDict, SceneError

SCRIPTS: Final = ("frames.js", "board.js", "page.js")  # in the order in which they are joined
_SLOT: Final = re.compile(r"<!--(\w+)-->")
_DATA: Final = re.compile(r'<script type="application/json" id="replay-data">(.*?)</script>', re.S)


def replay_html(scenes: Iterable[SceneDict], title: str | None = None) -> str:
    """Make the text of an HTML file, in ASCII, that plays these frames.

    Args:
        scenes: the frames, at least one, all of the same map size and ground. Each frame's ``log``
            goes on from the last one's. Only what changes takes room.
        title: of the page; the first frame's if not given.

    Raises:
        SceneError: a scene is not as it should be, or does not go with those before it.
    """
    packed = pack(scenes)
    first = unpack(packed | {"frames": packed["frames"][:1]})[0]
    patches, shapes = _patches(first, packed["terrains"])
    parts = {
        "title": for_xml(first["title"] if title is None else title),
        "style": _page("style.css"),
        "board": _board(first, shapes),
        "look": for_script(_look() | {"patches": patches}),
        "data": for_script(packed),
        "script": "\n".join(_page(name) for name in SCRIPTS),
    }
    # One pass: what is put in is not searched again, whatever it says.
    page = _SLOT.sub(lambda slot: parts[slot[1]], _page("page.html"))
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def write_replay(path: str | Path, scenes: Iterable[SceneDict], title: str | None = None) -> None:
    """Write ``replay_html`` to a file."""
    Path(path).write_text(replay_html(scenes, title), encoding="ascii")


def read_replay(text: str) -> list[SceneDict]:
    """Return the frames that the text of a replay file holds.

    Raises:
        SceneError: it is not a replay, or one of another version.
    """
    found = _DATA.search(text)
    if found is None:
        raise SceneError("replay: found no data in the page, expected a script named replay-data")
    try:
        packed = json.loads(found[1])
    except json.JSONDecodeError as error:
        raise SceneError(f"replay: its data cannot be read as JSON: {error}") from error
    return unpack(packed)


def _page(name: str) -> str:
    return resources.files("dnd_env.render").joinpath("replay_page", name).read_text("utf-8")


def _patches(first: SceneDict, terrains: Sequence[list[str]]) -> tuple[list[list[int]], str]:
    """Draw the squares that differ from the first map.

    Returns:
        For each terrain the numbers of its patches, and the patches as SVG definitions.
    """
    drawn: dict[str, int] = {}
    base = svg_map.squares(first)
    numbers = []
    for terrain in terrains:
        scene: SceneDict = {**first, "terrain": terrain}
        now = svg_map.squares(scene)
        places = [place for place in base | now if base.get(place) != now.get(place)]
        patches = [svg_map.patch(scene, *place) for place in sorted(places)]
        numbers.append([drawn.setdefault(patch, len(drawn)) for patch in patches])
    return numbers, "".join(f'<g id="p-{number}">{patch}</g>' for patch, number in drawn.items())


def _board(scene: SceneDict, patches: str) -> str:
    """Return the SVG element that the script draws into: map first, then layers to fill."""
    margin = svg.MARGIN
    width, height = scene["width"] * SQUARE + 2 * margin, scene["height"] * SQUARE + 2 * margin
    return (
        f'<svg id="board" viewBox="{-margin} {-margin} {width} {height}" role="img"'
        f' aria-label="Battle map">{svg.definitions(scene)}<defs>{patches}</defs>'
        f"{svg.draw_numbers(scene)}{svg_map.draw_map(scene)}"
        '<g id="patches"></g><g id="areas"></g><g id="tokens"></g><g id="over"></g></svg>'
    )


def _look() -> dict[str, Any]:
    """Return what the script needs to draw as the SVG is drawn."""
    return {
        "square": SQUARE,
        "tokenGap": palette.TOKEN_GAP,
        "ring": palette.RING,
        "mostBadges": svg_tokens.MOST_BADGES,
        "nameLetters": svg_tokens.NAME_LETTERS,
        "sides": palette.SIDES,
        "dead": palette.DEAD,
        "cross": palette.CROSS,
        "ink": palette.INK,
        "parchment": palette.PARCHMENT,
        "turn": palette.TURN,
        "reach": palette.REACH,
        "badge": (palette.BADGE, palette.BADGE_TEXT),
        "concentration": (palette.CONCENTRATION, palette.CONCENTRATION_TEXT),
        "altitude": palette.ALTITUDE,
        "short": palette.SHORT,
        "health": {
            "healthy": palette.HEALTHY,
            "hurt": palette.HURT,
            "grave": palette.GRAVE,
            "unknown": palette.UNKNOWN,
            "temporary": palette.TEMPORARY,
        },
        "zones": {kind: look[:2] for kind, look in palette.ZONES.items()},
        "textured": svg_areas.TEXTURED,
        "objects": tuple(palette.OBJECTS),
        "shade": palette.SHADE,
        "shades": svg_areas.SHADES,
    }
