"""The battle as text for a terminal: map, creatures with their hit points, the last log lines.

A square is two columns wide, so that it looks square and a large creature fills its space. Without
colour the text is plain ASCII apart from names; with colour it has ANSI escapes and blocks. On the
map ``xG`` is dead, ``!G`` dying, ``-G`` stable and ``?G`` remembered, G being the first letter.
"""

from typing import Final

from dnd_env.render.escape import cells, fit, printable
from dnd_env.render.palette import health_colour, health_part, rgb, side_colour, zone_look
from dnd_env.render.scene import (
    CreatureDict,
    SceneDict,
    check_scene,
    drawing_order,
    headline,
    listed,
)

BAR = 10  # columns of a hit point bar
NAME = 18  # columns of a name, at most
CELL = 2  # columns of a square
FEW = 10  # numbers of one digit

GLYPHS: Final = {
    ".": ". ",
    "#": "##",
    "T": "/\\",
    "t": "<>",
    "~": "~~",
    ",": ",,",
    ":": "::",
    "o": "oo",
    "=": "||",
    "%": "%%",
    "*": "**",
    "+": "[]",
    "/": "/ ",
    "_": "__",
}
"""Two columns for each character of the terrain rows."""

COLOURS: Final = {
    ".": "90",
    "#": "37;100",
    "T": "1;32",
    "t": "37",
    "~": "1;34",
    ",": "33",
    ":": "37",
    "o": "1;37",
    "=": "1;37;100",
    "%": "32",
    "*": "37",
    "+": "1;33",
    "/": "33",
    "_": "35",
}
"""ANSI codes for each character of the terrain rows."""

LIFE_MARK: Final = {"dying": "!", "stable": "-", "dead": "x"}
RESET: Final = "\x1b[0m"


def draw_text(scene: SceneDict, colour: bool = True, log_lines: int = 6) -> str:
    """Draw a scene for a terminal.

    Args:
        scene: what to draw.
        colour: whether to use ANSI colours and block characters.
        log_lines: how many of the last lines of the log to add.

    Returns:
        Lines joined by newlines, without one at the end.

    Raises:
        SceneError: the scene is not as it should be.
    """
    check_scene(scene)
    title = printable(f"{scene['title']} - {headline(scene)}")
    lines = [_paint(title, "1", colour), *_map(scene, colour), "", *_roster(scene, colour)]
    log = scene.get("log", [])[-log_lines:] if log_lines > 0 else []
    if log:
        lines += ["", *(_paint(f"| {printable(line)}", "90", colour) for line in log)]
    return "\n".join(line.rstrip() for line in lines)


def _paint(text: str, codes: str, colour: bool) -> str:
    return f"\x1b[{codes}m{text}{RESET}" if colour and codes and text else text


def _ink(colour: str, ground: bool = False) -> str:
    """Return the ANSI code of a colour, as foreground or as background."""
    red, green, blue = rgb(colour)
    return f"{48 if ground else 38};2;{red};{green};{blue}"


# --- the map -------------------------------------------------------------------------------------


def _map(scene: SceneDict, colour: bool) -> list[str]:
    width = scene["width"]
    cells_of = _terrain_cells(scene, colour)
    cells_of.update(_creature_cells(scene, colour))
    numbers = [str(x) for x in range(width)]
    header = [f"   {''.join(f'{number[-1]:<{CELL}}' for number in numbers)}"]
    if width > FEW:
        tens = "".join(f"{number[:-1] if number[-1] == '0' else '':<{CELL}}" for number in numbers)
        header.insert(0, f"   {tens}")
    header = [_paint(line.rstrip(), "90", colour) for line in header]
    return header + [
        _paint(f"{y:>2} ", "90", colour) + "".join(cells_of[x, y] for x in range(width))
        for y in range(scene["height"])
    ]


def _terrain_cells(scene: SceneDict, colour: bool) -> dict[tuple[int, int], str]:
    zones = {(x, y): zone["kind"] for zone in scene.get("zones", []) for x, y in zone["squares"]}
    path = {(x, y) for x, y in scene.get("path", [])}
    reach = {(x, y) for x, y in scene.get("reach", [])}
    objects = {(thing["x"], thing["y"]): thing for thing in scene.get("objects", [])}
    cells_of = {}
    for y, row in enumerate(scene["terrain"]):
        for x, letter in enumerate(row):
            glyph, codes = GLYPHS[letter], [COLOURS[letter]]
            if letter == "." and (x, y) in zones:
                glyph = zone_look(zones[x, y])[2]
            if (x, y) in zones:
                codes.append(_ink(zone_look(zones[x, y])[0]))
            if letter == "." and (x, y) in reach:
                glyph, codes = "+ ", [*codes, "96"]
            if (x, y) in path:
                glyph, codes = "* ", [*codes, "1;96"]
            if (x, y) in objects:
                glyph, codes = f"{printable(objects[x, y]['kind'][:1]) or '*'}'", ["1;93"]
            codes.append(_shade(scene, x, y))
            cells_of[x, y] = _paint(fit(glyph, CELL), ";".join(filter(None, codes)), colour)
    return cells_of


def _shade(scene: SceneDict, x: int, y: int) -> str:
    """Return the ANSI code that fades a square which is dark, dim or out of sight."""
    light = scene["light"][y][x] if "light" in scene else "2"
    unseen = "unseen" in scene and scene["unseen"][y][x] == "1"
    if light == "0":
        return "48;5;232;2"
    return "2" if light == "1" or unseen else ""


def _creature_cells(scene: SceneDict, colour: bool) -> dict[tuple[int, int], str]:
    cells_of = {}
    for who in drawing_order(scene):
        one = scene["creatures"][who]
        mark, codes = _mark(one), _token_codes(scene, who)
        # One that is larger fills all columns of its space.
        part = _paint(fit(mark * CELL if one["width"] > 1 else mark, CELL), codes, colour)
        for y in range(one["y"], one["y"] + one["width"]):
            for x in range(one["x"], one["x"] + one["width"]):
                cells_of[x, y] = part
    return cells_of


def _mark(creature: CreatureDict) -> str:
    """Return one or two columns for a creature on the map."""
    letter = printable(creature["letter"])
    prefix = LIFE_MARK.get(creature["life"], "" if creature["visible"] else "?")
    if prefix:
        return prefix + letter[:1] if cells(letter[:1]) < CELL else letter[:1]
    return letter if cells(letter) <= CELL else letter[:1]


def _token_codes(scene: SceneDict, who: int) -> str:
    creature = scene["creatures"][who]
    if creature["life"] == "dead":
        return "37;100"
    codes = f"1;97;{_ink(side_colour(creature['side']), ground=True)}"
    if not creature["visible"]:
        return codes + ";2"
    return codes + ";4" if who == scene["turn"] else codes


# --- the creatures -------------------------------------------------------------------------------


def _roster(scene: SceneDict, colour: bool) -> list[str]:
    rows = listed(scene)
    names = [cells(printable(scene["creatures"][who]["name"])) for who, _ in rows]
    column = min(NAME, max(names, default=0))
    sides = [cells(printable(side)) for side in scene["sides"]]
    side_column = min(NAME, max(sides, default=0))
    lines = []
    for who, score in rows:
        one = scene["creatures"][who]
        on_turn = who == scene["turn"]
        parts = [
            _paint(">" if on_turn else " ", "1;93", colour),
            f"{'' if score is None else score:>3}",
            _paint(fit(one["letter"], CELL), _token_codes(scene, who), colour),
            _paint(fit(one["name"], column), "1" if on_turn else "", colour),
            fit(scene["sides"][one["side"]], side_column),
            _bar(one, colour),
            _numbers(one),
            ", ".join(_remarks(one)),
        ]
        lines.append(" ".join(parts))
    return lines


def _bar(creature: CreatureDict, colour: bool) -> str:
    part = health_part(creature["hit_points"], creature["hit_point_maximum"])
    if part is None:
        return f"[{'?' * BAR}]"
    # Whoever has a hit point left shows at least one mark, and only the unhurt show all.
    full = min(BAR - 1, max(1, round(part * BAR))) if 0 < part < 1 else int(part) * BAR
    if not colour:
        return f"[{'#' * full}{'.' * (BAR - full)}]"
    done = _paint("█" * full, _ink(health_colour(part)), colour)
    return f"[{done}{_paint('░' * (BAR - full), '90', colour)}]"


def _numbers(creature: CreatureDict) -> str:
    def known(number: int | None) -> str:
        return "?" if number is None else str(number)

    hit_points = f"{known(creature['hit_points'])}/{known(creature['hit_point_maximum'])}"
    if creature["temp_hit_points"]:
        hit_points += f"+{creature['temp_hit_points']}"
    return f"{hit_points:<9} AC {known(creature['armor_class']):<2}"


def _remarks(creature: CreatureDict) -> list[str]:
    remarks: list[str] = [creature["life"]] if creature["life"] in LIFE_MARK else []
    remarks += [printable(condition) for condition in creature["conditions"]]
    if creature["concentrates"]:
        remarks.append(f"concentrates on {printable(creature['concentrates'])}")
    if creature["altitude_ft"]:
        remarks.append(f"{creature['altitude_ft']} ft up")
    if not creature["visible"]:
        remarks.append("last seen here")
    return remarks
