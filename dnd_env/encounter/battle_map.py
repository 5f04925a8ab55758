"""The battle map: a drawing in characters becomes rows of bits.

One character is one square of 5 feet; the legend says what stands there, in words: kinds of
terrain, or single features of the scene. A letter or digit that a creature, zone or lamp refers to
marks a place, on open ground unless the legend gives the letter a meaning too. Rows count from the
north.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dnd_env.core.limits import MAX_HEIGHT, MAX_OBJECTS, MAX_WIDTH
from dnd_env.core.terms import Edition
from dnd_env.encounter.mistakes import mistake, one_of, told

Square = tuple[int, int]  # column, row

FEATURES = (
    "bars_move",
    "bars_sight",
    "bars_effect",
    "difficult",
    "water",
    "chasm",
    "low_wall",
    "half_cover",
    "three_quarters_cover",
    "lightly_obscured",
    "dark",
    "dim",
)
"""What a square can be, each by the row of the scene that it is kept in."""

DOORS = ("closed_door", "open_door", "locked_door")

KINDS: dict[str, tuple[str, ...]] = {
    "floor": (),
    "wall": ("bars_move", "bars_sight", "bars_effect"),
    "tree": ("bars_move", "bars_sight", "bars_effect"),
    "thick_trunk": ("bars_move", "three_quarters_cover"),
    "narrow_trunk": ("half_cover",),
    "undergrowth": ("difficult",),
    "rubble": ("difficult",),
    "stairs": ("difficult",),
    "snow": ("difficult",),
    "bog": ("difficult",),
    "ice": (),
    "shallow_water": (),
    "slope": (),
    "furniture": ("difficult", "half_cover"),
    "low_wall": ("low_wall", "half_cover"),
    "portcullis": ("bars_move", "three_quarters_cover"),
    "arrow_slit": ("bars_move", "three_quarters_cover"),
    "window": ("bars_move", "bars_effect"),
    "deep_water": ("water",),
    "foliage": ("bars_sight",),
    "fog": ("bars_sight",),
    "light_fog": ("lightly_obscured",),
    "shade": ("dim",),
    "darkness": ("dark",),
}
"""Kinds of terrain; features and doors may be named in a legend beside them. SRD: MOV-04, COV-01,
COV-02, GRD-02, VIS-01."""

DIFFICULT_IN_2024 = ("ice", "shallow_water", "slope")  # beside what is in both editions; MOV-04

WORDS = (*KINDS, *FEATURES, *DOORS)

DEFAULT_LEGEND = {
    "#": "wall",
    ".": "floor",
    "~": "deep_water",
    ",": "undergrowth",
    '"': "undergrowth",
    ":": "rubble",
    "T": "tree",
    "t": "narrow_trunk",
    "i": "thick_trunk",
    "n": "furniture",
    "o": "low_wall",
    "=": "arrow_slit",
    "%": "foliage",
    "*": "light_fog",
    "+": "closed_door",
    "/": "open_door",
    "\\": "open_door",
    "_": "chasm",
}


@dataclass(frozen=True)
class Door:
    x: int
    y: int
    is_open: bool
    is_locked: bool


@dataclass(frozen=True)
class BattleMap:
    """A map read: ``rows[feature]`` is a bit row for each row of squares, bit x for column x."""

    width: int
    height: int
    rows: dict[str, list[int]]
    doors: list[Door] = field(default_factory=list)
    marks: dict[str, list[Square]] = field(default_factory=dict)

    def has(self, feature: str, x: int, y: int) -> bool:
        return bool(self.rows[feature][y] >> x & 1)

    def holds(self, x: int, y: int, width: int = 1) -> bool:
        """Does a space ``width`` squares across at (x, y) lie on the map?"""
        return 0 <= x <= self.width - width and 0 <= y <= self.height - width


def read(
    drawing: Sequence[str],
    legend: Mapping[str, Sequence[str]],
    marks: Collection[str] = (),
    *,
    ground: Sequence[str] = ("floor",),
    edition: Edition = Edition.SRD_5_1,
    file: str = "map",
) -> BattleMap:
    """Read a drawing.

    Args:
        drawing: the rows, north first, all of one length.
        legend: words for characters, beside or in place of ``DEFAULT_LEGEND``.
        marks: characters that mark places.
        ground: words for what lies under a mark that the legend does not speak of.
        edition: whose rules say what is difficult terrain.
        file: what to call the encounter in errors.

    Raises:
        EncounterError: it is too large, ragged, or has an unknown character or word.
    """
    width, height = _size(drawing, file)
    meanings = _meanings(legend, marks, ground, edition, file)
    battle_map = BattleMap(width, height, {feature: [0] * height for feature in FEATURES})
    for y, row in enumerate(drawing):
        for x, character in enumerate(row):
            if character not in meanings:
                key = f"map.squares: row {y}, column {x}"
                known = "a character of the legend: " + " ".join(sorted(meanings))
                if character.isalnum():
                    known = f"a mark that a creature, zone or lamp names, or {known}"
                raise mistake(file, key, character, known)
            if character in marks:
                battle_map.marks.setdefault(character, []).append((x, y))
            for feature in meanings[character]:
                _put(battle_map, feature, x, y)
    if len(battle_map.doors) > MAX_OBJECTS:
        count = len(battle_map.doors)
        raise told(file, "map.squares", f"{count} doors", f"at most {MAX_OBJECTS}")
    return battle_map


def _size(drawing: Sequence[str], file: str) -> tuple[int, int]:
    height, width = len(drawing), len(drawing[0]) if drawing else 0
    for y, row in enumerate(drawing):
        if len(row) != width:
            expected = f"{width}, as many as in row 0"
            raise told(file, f"map.squares: row {y}", f"{len(row)} squares", expected)
    if not (1 <= width <= MAX_WIDTH and 1 <= height <= MAX_HEIGHT):
        expected = f"1 x 1 to {MAX_WIDTH} x {MAX_HEIGHT}"
        raise told(file, "map.squares", f"{width} x {height} squares", expected)
    return width, height


def _meanings(
    legend: Mapping[str, Sequence[str]],
    marks: Iterable[str],
    ground: Sequence[str],
    edition: Edition,
    file: str,
) -> dict[str, list[str]]:
    """Return the features and doors behind each character."""
    meanings = {character: features_of([word]) for character, word in DEFAULT_LEGEND.items()}
    for character in marks:
        meanings[character] = features_of(_known(ground, "map.ground", file), edition)
    for character, words in legend.items():
        known = _known(words, f"map.legend.{character}", file)
        meanings[character] = features_of(known, edition)
    return meanings


def _known(words: Sequence[str], key: str, file: str) -> Sequence[str]:
    for word in words:
        if word not in WORDS:
            raise mistake(file, key, word, one_of(WORDS), WORDS)
    return words


def features_of(words: Sequence[str], edition: Edition = Edition.SRD_5_1) -> list[str]:
    """Return the features and doors that words of a legend stand for.

    >>> features_of(["low_wall", "difficult"])
    ['low_wall', 'half_cover', 'difficult']
    >>> features_of(["ice"], Edition.SRD_5_2)
    ['difficult']
    """
    features = [feature for word in words for feature in KINDS.get(word, (word,))]
    if edition == Edition.SRD_5_2 and any(word in DIFFICULT_IN_2024 for word in words):
        features.append("difficult")
    return features


def _put(battle_map: BattleMap, feature: str, x: int, y: int) -> None:
    if feature in DOORS:
        is_open, is_locked = feature == "open_door", feature == "locked_door"
        battle_map.doors.append(Door(x, y, is_open, is_locked))
    else:
        battle_map.rows[feature][y] |= 1 << x
