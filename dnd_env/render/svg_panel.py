"""The panel beside an SVG map: how the battle stands, initiative, the last lines of the log."""

import textwrap
from typing import Final

from dnd_env.render import palette
from dnd_env.render.escape import for_xml, printable, shorten
from dnd_env.render.scene import SceneDict, headline, listed

PANEL_WIDTH: Final = 300  # units
TOP, ROW, LINE, EDGE = 66, 34, 14, 16  # units: the first row's top, heights, the panel's padding
BAR_WIDTH: Final = 96
LOG_LETTERS: Final = 44  # of a log line, before it is wrapped
LEAST_LOG: Final = 4  # lines of log that there is always room for


def panel_height(scene: SceneDict) -> int:
    """Return the units that the panel needs."""
    log = LEAST_LOG * LINE + 34 if scene.get("log") else 0
    return TOP + ROW * len(listed(scene)) + log + EDGE


def draw_panel(scene: SceneDict, left: int, height: int) -> str:
    """Draw the panel at ``left``, ``height`` units high."""
    rows = listed(scene)
    entries = (
        _entry(scene, who, score, TOP + ROW * place) for place, (who, score) in enumerate(rows)
    )
    standing = shorten(headline(scene), 40)
    title = shorten(scene["title"], 26)
    return (
        f'<g transform="translate({left} 0)">'
        f"{_text(0, 30, title, 18, palette.PANEL_TEXT, 700)}"
        f"{_text(0, 50, standing, 11.5, palette.TURN)}"
        f"{''.join(entries)}{_log(scene, TOP + ROW * len(rows) + 12, height)}"
        f"{_hash(scene, height)}</g>"
    )


def _text(x: float, y: float, text: str, size: float, fill: str, weight: int = 400) -> str:
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{bold}>{for_xml(text)}</text>'
    )


def _entry(scene: SceneDict, who: int, score: int | None, top: int) -> str:
    """Draw one creature's row: score, token, name, remarks, hit points."""
    one = scene["creatures"][who]
    on_turn, dead = who == scene["turn"], one["life"] == "dead"
    frame = f' stroke="{palette.TURN}" stroke-width="1.5"' if on_turn else ""
    fill = palette.DEAD if dead else palette.side_colour(one["side"])
    remarks = ([one["life"]] if one["life"] != "up" else []) + one["conditions"]
    if one["concentrates"]:
        remarks.append(f"\N{LARGE CIRCLE}{one['concentrates']}")
    ink = palette.PANEL_QUIET if dead else palette.PANEL_TEXT
    faint = ' opacity=".65"' if dead or not one["visible"] else ""
    rank = "" if score is None else str(score)
    row = f'width="{PANEL_WIDTH - EDGE}" height="{ROW - 4}" rx="6" fill="{palette.PANEL_ROW}"'
    return (
        f'<g transform="translate(0 {top})"{faint}><rect y="1" {row}{frame}/>'
        f"{_text(8, 20, rank, 10, palette.PANEL_QUIET)}"
        f'<circle cx="40" cy="16" r="11" fill="{fill}"/>'
        f'<text x="40" y="16.5" font-size="11" class="letter" fill="{palette.PARCHMENT}">'
        f"{for_xml(one['letter'])}</text>"
        f"{_text(58, 14, shorten(one['name'], 17), 11.5, ink, 600)}"
        f"{_text(58, 26, shorten(', '.join(remarks), 25), 8.5, palette.BADGE_TEXT)}"
        f"{_hit_points(scene, who)}</g>"
    )


def _hit_points(scene: SceneDict, who: int) -> str:
    one = scene["creatures"][who]
    part = palette.health_part(one["hit_points"], one["hit_point_maximum"])
    left = PANEL_WIDTH - EDGE - BAR_WIDTH - 8
    known = "?" if one["hit_points"] is None else f"{one['hit_points']}/{one['hit_point_maximum']}"
    if one["temp_hit_points"]:
        known += f" +{one['temp_hit_points']}"
    armor = "?" if one["armor_class"] is None else str(one["armor_class"])
    colour = palette.health_colour(part)
    return (
        f"{_text(left, 13, f'{known}  AC {armor}', 9, palette.PANEL_QUIET)}"
        f'<rect x="{left}" y="18" width="{BAR_WIDTH}" height="6" rx="3" fill="#0d0d11"/>'
        f'<rect x="{left}" y="18" width="{BAR_WIDTH * (part or 0):.1f}" height="6" rx="3"'
        f' fill="{colour}"/>'
    )


def _log(scene: SceneDict, top: int, height: int) -> str:
    """Write as many of the last lines as there is room for."""
    room = (height - top - EDGE - 18) // LINE
    lines: list[tuple[str, str]] = []
    for entry in scene.get("log", [])[-max(room, 0) :]:
        wrapped = textwrap.wrap(printable(entry), LOG_LETTERS) or [""]
        lines += [(line, "" if at else entry) for at, line in enumerate(wrapped)]
    shown = lines[max(0, len(lines) - room) :] if room > 0 else []
    return "".join(
        _text(0 if entry else 10, top + LINE * (at + 1), line, 10, palette.PANEL_QUIET)
        for at, (line, entry) in enumerate(shown)
    )


def _hash(scene: SceneDict, height: int) -> str:
    if "hash" not in scene:
        return ""
    return _text(0, height - 8, f"state {shorten(scene['hash'], 32)}", 8.5, palette.PANEL_QUIET)
