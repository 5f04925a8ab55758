"""The look that all pictures share: colours, marks and proportions.

Colours are ``#rrggbb``. The sides' hues are told apart by colour-blind people too (after Okabe and
Ito), and no wound is told by colour alone: a ring or bar has the length of what is left.
"""

SQUARE = 40  # units of the drawing to a square
TOKEN_GAP = 5  # units between the edge of a space and its token
RING = 4  # units: thickness of the hit point ring

SIDES = ("#1d6fb8", "#c2410c", "#0f7f5f", "#9b4a8c")
"""Fill of a token by side; more sides begin again."""

DEAD = "#6b6b70"
PARCHMENT = "#f4efe4"  # letters on tokens, outlines
INK = "#17171c"  # behind everything, halos
TURN = "#ffd34d"  # the creature whose turn it is
REACH = "#8fd3ff"
CROSS = "#e5484d"
ARROW = "#ffe9a8"
BADGE = "#3a2a08"
BADGE_TEXT = "#ffd98a"
CONCENTRATION = "#155e75"
CONCENTRATION_TEXT = "#a5f3fc"
ALTITUDE = "#dbeafe"
PANEL, PANEL_ROW, PANEL_TEXT, PANEL_QUIET = "#1c1c22", "#2a2a33", "#ece8df", "#a9a6b0"

HEALTHY, HURT, GRAVE, UNKNOWN, TEMPORARY = "#4ade80", "#facc15", "#f87171", "#b8b8c0", "#7dd3fc"

SHADE, DIM_OPACITY, DARK_OPACITY, UNSEEN_OPACITY = "#0b1026", 0.32, 0.62, 0.45

GROUND = {
    "grass": ("#6d8b52", "#5e7b46", "#83a164"),
    "earth": ("#8f7a5c", "#7d694d", "#a48f70"),
    "stone": ("#8b8880", "#787570", "#9d9a92"),
    "sand": ("#cbb586", "#b9a273", "#dac69b"),
    "snow": ("#dfe6ec", "#ccd6df", "#f0f4f7"),
}
"""Base, darker and lighter tone of each kind of ground."""

TERRAIN = {
    "wall": "#4a4952",
    "tree": "#2f5230",
    "pillar": "#77747c",
    "water": "#2f6f9f",
    "difficult": "#4e6a36",
    "rubble": "#6d6963",
    "low_wall": "#8f8b85",
    "arrow_slit": "#4a4952",
    "foliage": "#3f6b35",
    "mist": "#d8dfe6",
    "door_closed": "#7a4a21",
    "door_open": "#7a4a21",
    "chasm": "#141217",
}
"""The main colour of each kind of terrain."""

ZONES = {
    "fog": ("#e6ebf0", 0.62, "()"),
    "smoke": ("#5b5f66", 0.60, "()"),
    "darkness": ("#0a0812", 0.72, "@@"),
    "light": ("#fff3b0", 0.30, "''"),
    "silence": ("#c4b5fd", 0.28, "--"),
    "web": ("#f1f1f1", 0.42, "xx"),
    "plants": ("#3f8f3a", 0.42, "ww"),
    "fire": ("#ff7a1a", 0.45, "^^"),
    "cold": ("#9be3ff", 0.42, "ii"),
    "lightning": ("#8ea2ff", 0.42, "zz"),
    "thunder": ("#b9a5ff", 0.38, "zz"),
    "acid": ("#b6f03c", 0.40, "aa"),
    "poison": ("#7fbf3f", 0.42, "pp"),
    "necrotic": ("#4b2a63", 0.50, "nn"),
    "radiant": ("#ffe680", 0.40, "++"),
    "force": ("#d2b3ff", 0.38, "ff"),
    "grease": ("#a98b4a", 0.42, "gg"),
    "magic": ("#c084fc", 0.34, "&&"),
}
"""Fill, opacity and two characters for text of each kind of zone."""

OBJECTS = {"item": "#e8d9a0", "chest": "#a9752f", "campfire": "#ff9a2e"}
OTHER_OBJECT = "#d6d3d1"

SHORT = {"Incapacitated": "Ic", "Invisible": "Iv"}
"""Badges that are not a condition's first two letters, which others have too."""


def side_colour(side: int) -> str:
    return SIDES[side % len(SIDES)]


def zone_look(kind: str) -> tuple[str, float, str]:
    return ZONES.get(kind, ZONES["magic"])


def object_colour(kind: str) -> str:
    return OBJECTS.get(kind, OTHER_OBJECT)


def health_colour(part: float | None) -> str:
    """Return the colour for what part of its hit points a creature has; None is not known."""
    if part is None:
        return UNKNOWN
    return HEALTHY if part > 0.5 else HURT if part > 0.25 else GRAVE


def health_part(hit_points: int | None, maximum: int | None) -> float | None:
    """Return hit points as a part of their maximum, 0 to 1; None where they are not known."""
    if hit_points is None or not maximum:
        return None
    return min(1.0, max(0.0, hit_points / maximum))


def badge(condition: str) -> str:
    """Shorten a condition to the two letters of its badge.

    >>> badge("prone"), badge("Invisible")
    ('Pr', 'Iv')
    """
    name = condition.capitalize()
    return SHORT.get(name, name[:2])


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green, blue of ``#rrggbb``, 0 to 255 each."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
