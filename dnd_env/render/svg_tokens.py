"""The creatures of a scene as SVG tokens: a disc in the colour of the side, in a hit point ring."""

from math import hypot, tau
from typing import Final

from dnd_env.render import palette
from dnd_env.render.escape import for_xml, shorten
from dnd_env.render.palette import SQUARE
from dnd_env.render.scene import CreatureDict, SceneDict, drawing_order

MOST_BADGES: Final = 3
NAME_LETTERS: Final = 9  # of a label, to a square

STYLE: Final = (
    ".letter{font-weight:700;text-anchor:middle;dominant-baseline:central}"
    ".name{font-size:8.5px;font-weight:600;text-anchor:middle;fill:#fff;stroke:#17171c;"
    "stroke-width:2.6px;stroke-linejoin:round;paint-order:stroke}"
    ".tag{font-size:7px;font-weight:700;text-anchor:middle;dominant-baseline:central}"
)


def middle(creature: CreatureDict) -> tuple[float, float]:
    """Return the centre of a creature's space in units of the drawing."""
    half = creature["width"] / 2
    return (creature["x"] + half) * SQUARE, (creature["y"] + half) * SQUARE


def ring_radius(creature: CreatureDict) -> float:
    return creature["width"] * SQUARE / 2 - palette.TOKEN_GAP


def draw_tokens(scene: SceneDict) -> str:
    """Draw all creatures that may be shown, then their names above all tokens."""
    order = drawing_order(scene)
    creatures = scene["creatures"]
    tokens = "".join(token(creatures[who], who == scene["turn"]) for who in order)
    return tokens + "".join(_label(creatures[who]) for who in order)


def token(creature: CreatureDict, on_turn: bool) -> str:
    """Draw one creature; its tooltip tells the rest."""
    x, y = middle(creature)
    radius = ring_radius(creature)
    faint = "" if creature["visible"] else ' opacity=".55"'
    parts = [
        f'<g class="token" transform="translate({x:g} {y:g})"{faint}>',
        "<title>" + "\n".join(for_xml(line) for line in tooltip(creature)) + "</title>",
        _shadow(creature, radius),
        _turn_ring(radius) if on_turn else "",
        *(_fallen(radius) if creature["life"] == "dead" else _standing(creature, radius)),
        _letter(creature, radius),
        _cross(radius) if creature["life"] == "dead" else "",
        *_tags(creature),
        "</g>",
    ]
    return "".join(parts)


def tooltip(creature: CreatureDict) -> list[str]:
    """Return what is known of a creature, in lines."""

    def known(number: int | None) -> str:
        return "?" if number is None else str(number)

    wounds = f"{known(creature['hit_points'])} of {known(creature['hit_point_maximum'])} hit points"
    if creature["temp_hit_points"]:
        wounds += f", {creature['temp_hit_points']} temporary"
    lines = [creature["name"], wounds, f"armor class {known(creature['armor_class'])}"]
    if creature["life"] != "up":
        lines.append(creature["life"])
    if creature["conditions"]:
        lines.append(", ".join(creature["conditions"]))
    if creature["concentrates"]:
        lines.append(f"concentrates on {creature['concentrates']}")
    if creature["altitude_ft"]:
        lines.append(f"{creature['altitude_ft']} ft up")
    if not creature["visible"]:
        lines.append("last seen here")
    return lines + creature.get("details", [])


# --- parts of a token ----------------------------------------------------------------------------


def _shadow(creature: CreatureDict, radius: float) -> str:
    away = 9 if creature["altitude_ft"] else 2.5
    return f'<circle cx="{away * 0.6:g}" cy="{away:g}" r="{radius + 1:g}" opacity=".35"/>'


def _turn_ring(radius: float) -> str:
    outer = radius + palette.RING
    return (
        f'<circle r="{outer:g}" fill="{palette.TURN}" opacity=".35"/>'
        f'<circle r="{outer:g}" fill="none" stroke="{palette.TURN}" stroke-width="2.5"/>'
    )


def _fallen(radius: float) -> list[str]:
    return [f'<circle r="{radius:g}" fill="{palette.DEAD}" stroke="{palette.INK}" opacity=".85"/>']


def _standing(creature: CreatureDict, radius: float) -> list[str]:
    fill = palette.side_colour(creature["side"])
    disc = f'<circle r="{radius:g}" fill="{fill}"'
    if creature["life"] in ("dying", "stable"):
        disc += ' fill-opacity=".6"'
    disc += f' stroke="{palette.INK}" stroke-width="{palette.RING + 2}"/>'
    if creature["life"] in ("dying", "stable"):
        colour = palette.GRAVE if creature["life"] == "dying" else palette.UNKNOWN
        return [disc, _ring(radius, colour, "3 4")]
    part = palette.health_part(creature["hit_points"], creature["hit_point_maximum"])
    if part is None:
        return [disc, _ring(radius, palette.UNKNOWN, "1 3")]
    rings = [disc, _ring(radius, palette.health_colour(part), _arc(radius, part))]
    if creature["temp_hit_points"] and creature["hit_point_maximum"]:
        extra = min(1.0, creature["temp_hit_points"] / creature["hit_point_maximum"])
        inner = radius - palette.RING
        rings.append(_ring(inner, palette.TEMPORARY, _arc(inner, extra), 2))
    return rings


def _arc(radius: float, part: float) -> str:
    around = tau * radius
    return f"{part * around:.1f} {around + 1:.1f}"


def _ring(radius: float, colour: str, dashes: str, thickness: float = palette.RING) -> str:
    """Draw a ring that begins at the top and goes clockwise."""
    return (
        f'<circle r="{radius:g}" fill="none" stroke="{colour}" stroke-width="{thickness:g}"'
        f' stroke-dasharray="{dashes}" transform="rotate(-90)"/>'
    )


def _letter(creature: CreatureDict, radius: float) -> str:
    size = radius * (1.15 if len(creature["letter"]) == 1 else 0.92)
    return (
        f'<text class="letter" y="1" font-size="{size:.1f}px" fill="{palette.PARCHMENT}">'
        f"{for_xml(creature['letter'])}</text>"
    )


def _cross(radius: float) -> str:
    arm = radius * 0.72
    return (
        f'<path d="M-{arm:.1f}-{arm:.1f}L{arm:.1f} {arm:.1f}M{arm:.1f}-{arm:.1f}L-{arm:.1f}'
        f' {arm:.1f}" stroke="{palette.CROSS}" stroke-width="3.5" stroke-linecap="round"/>'
    )


def _tags(creature: CreatureDict) -> list[str]:
    """Draw conditions down the right edge, concentration and altitude down the left one."""
    edge = creature["width"] * SQUARE / 2
    conditions = creature["conditions"]
    badges = [palette.badge(condition) for condition in conditions]
    if len(badges) > MOST_BADGES:
        badges[MOST_BADGES - 1 :] = [f"+{len(badges) - MOST_BADGES + 1}"]
    tags = [
        _tag(edge - 6, 6 - edge + 10 * row, 14, text, palette.BADGE, palette.BADGE_TEXT)
        for row, text in enumerate(badges)
    ]
    left = []
    if creature["concentrates"]:
        left.append(("C", 11, palette.CONCENTRATION, palette.CONCENTRATION_TEXT))
    if creature["altitude_ft"]:
        left.append((f"{creature['altitude_ft']} ft", 24, palette.ALTITUDE, palette.INK))
    tags += [
        _tag(width / 2 - edge - 1, 6 - edge + 10 * row, width, text, fill, ink)
        for row, (text, width, fill, ink) in enumerate(left)
    ]
    return tags


def _tag(x: float, y: float, width: float, text: str, fill: str, ink: str) -> str:
    return (
        f'<rect x="{x - width / 2:g}" y="{y - 4.75:g}" width="{width:g}" height="9.5" rx="3"'
        f' fill="{fill}" stroke="{ink}" stroke-width=".7"/>'
        f'<text class="tag" x="{x:g}" y="{y:g}" fill="{ink}">{for_xml(text)}</text>'
    )


def _label(creature: CreatureDict) -> str:
    x, y = middle(creature)
    y += creature["width"] * SQUARE / 2
    name = for_xml(shorten(creature["name"], NAME_LETTERS * creature["width"]))
    faint = "" if creature["visible"] and creature["life"] != "dead" else ' opacity=".75"'
    return f'<text class="name" x="{x:g}" y="{y:g}"{faint}>{name}</text>'


# --- what passes between them --------------------------------------------------------------------


def draw_arrows(scene: SceneDict) -> str:
    """Draw an arrow for each thing that one creature has just done to another."""
    parts = []
    for source, target in scene.get("arrows", []):
        if source == target or not {source, target} <= set(drawing_order(scene)):
            continue
        ends = _between_tokens(scene["creatures"][source], scene["creatures"][target])
        if ends is not None:
            parts.append(f'<path class="arrow" d="M{ends[0]} {ends[1]}L{ends[2]} {ends[3]}"/>')
    return "".join(parts)


def _between_tokens(
    source: CreatureDict, target: CreatureDict
) -> tuple[float, float, float, float] | None:
    """Return where an arrow leaves one token and reaches another; None if they touch."""
    (x, y), (to_x, to_y) = middle(source), middle(target)
    length = hypot(to_x - x, to_y - y)
    start, end = ring_radius(source) * 0.6, ring_radius(target) + palette.RING
    if length <= start + end:
        return None
    dx, dy = (to_x - x) / length, (to_y - y) / length
    return (
        round(x + dx * start, 1),
        round(y + dy * start, 1),
        round(to_x - dx * end, 1),
        round(to_y - dy * end, 1),
    )
