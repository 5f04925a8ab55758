"""A fight on paper: what the TOML of an encounter may say.

Numbers are in feet, rounds and hit points; squares are ``[column, row]``, counted from 0 at the
north-west corner. ``load.load`` reads and checks an encounter, ``setup.set_up`` makes a battle of
it.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    model_validator,
)

from dnd_env.core.limits import MAX_CREATURES, MAX_SIDES, MAX_SQUARES
from dnd_env.core.terms import Condition, Edition
from dnd_env.encounter.battle_map import Square

EDITIONS = {"2014": Edition.SRD_5_1, "2024": Edition.SRD_5_2}
CONDITIONS = {condition.name.lower(): condition for condition in Condition}
MAX_LEVEL = 20
MAX_HIT_POINTS = 10_000

Year = Literal["2014", "2024"]
Level = Annotated[int, Field(ge=1, le=MAX_LEVEL)]
Feet = Annotated[int, Field(ge=0, le=1000)]


def _lines(value: Any) -> Any:
    """Take a drawing as one text or as a list of rows."""
    if isinstance(value, str):
        return [line.strip() for line in value.strip().splitlines()]
    return value


def _words(value: Any) -> Any:
    """Take one word for a list of one."""
    return [value] if isinstance(value, str) else value


def _year(value: Any) -> Any:
    """Take a year as a number for the same as text."""
    return str(value) if isinstance(value, int) else value


def _by_edition(value: Any) -> Any:
    """Take one entry for the same in both editions."""
    if isinstance(value, str):
        return dict.fromkeys(EDITIONS, value)
    if isinstance(value, Mapping):
        return value
    raise ValueError('text, or a table by edition such as { 2014 = "thug", 2024 = "tough" }')


def _character(value: Any) -> Any:
    if isinstance(value, str) and len(value) == 1:
        return value
    raise ValueError("a single character")


def _is_number(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _by_level(value: Any) -> dict[int, int]:
    """Take counts by level, or one count for the same at all levels."""
    counts = {}
    for level, count in (value if isinstance(value, Mapping) else {1: value}).items():
        known = str(level).isdecimal() and 1 <= int(level) <= MAX_LEVEL
        if not known or not _is_number(count, 0, MAX_CREATURES):
            number = f"a whole number, 0 to {MAX_CREATURES}"
            raise ValueError(f"{number}; or a table of such numbers by level, 1 to {MAX_LEVEL}")
        counts[int(level)] = count
    return counts


def _zone(value: Any) -> tuple[int, int, int, int]:
    if isinstance(value, (list, tuple)) and len(value) == 4:
        column, row, width, height = value
        corner = (_is_number(part, 0, MAX_SQUARES) for part in (column, row))
        if all(corner) and all(_is_number(part, 1, MAX_SQUARES) for part in (width, height)):
            return column, row, width, height
    raise ValueError("[column, row, width, height], a rectangle of the map")


def _is_square(value: Any) -> bool:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return False
    return all(_is_number(part, 0, MAX_SQUARES) for part in value)


def _place(value: Any) -> str | list[Square]:
    """Take a mark of the map, a square, or a list of squares."""
    if isinstance(value, str) and len(value) == 1 and value.isalnum():
        return value
    squares = [value] if _is_square(value) else value
    if isinstance(squares, (list, tuple)) and squares and all(map(_is_square, squares)):
        return [(column, row) for column, row in squares]
    raise ValueError("a letter or digit on the map, a square [column, row], or a list of squares")


def _place_if_any(value: Any) -> str | list[Square] | None:
    return None if value is None else _place(value)


def _hit_points(value: Any) -> str | int:
    if value in ("average", "rolled") or _is_number(value, 0, MAX_HIT_POINTS):
        return value  # type: ignore[no-any-return]
    raise ValueError(f'"average", "rolled", or a whole number, 0 to {MAX_HIT_POINTS}')


LightName = Literal["bright", "dim", "dark"]
LIGHTS = get_args(LightName)
Words = Annotated[list[str], BeforeValidator(_words)]
Place = Annotated[Any, PlainValidator(_place)]
Zone = Annotated[Any, PlainValidator(_zone)]
HitPoints = Annotated[Any, PlainValidator(_hit_points)]
ConditionName = Literal[
    "blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible",
    "paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
]  # fmt: skip


class Table(BaseModel):
    """A table of the TOML: an unknown key is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Lamp(Table):
    """A source of light: bright out to ``bright_ft``, dim for ``dim_ft`` more."""

    at: Place
    bright_ft: Feet = 20
    dim_ft: Feet = 20


class Map(Table):
    """``legend``: words of ``battle_map.WORDS`` for characters. ``ground``: what lies under marks.
    ``zones``: rectangles ``[column, row, width, height]`` to begin in, besides marked squares."""

    squares: Annotated[list[str], BeforeValidator(_lines)]
    legend: dict[Annotated[str, BeforeValidator(_character)], Words] = {}
    ground: Words = ["floor"]
    light: LightName = "bright"
    is_sunlit: bool = False
    lamps: list[Lamp] = []
    zones: dict[str, Zone] = {}


class Creature(Table):
    """One or several creatures of a kind.

    Attributes:
        entry: a monster, or a class; by edition where they differ.
        level: of a class; else that of the party.
        at: where they begin: a mark, squares (each a space's north-west one).
        zone: or a mark or zone of the map in which their squares are drawn with the seed.
        count: how many, at each party level from the one named on.
        is_character: does a player play it? Else the dungeon master does. By default, if its side
            is one of ``players``.
        hit_points: to begin with; ``rolled`` from the hit dice, or the ``average``.
        changes: what to alter in the stat block, in the words of the content.
    """

    entry: Annotated[
        dict[Annotated[Year, BeforeValidator(_year)], str], BeforeValidator(_by_edition)
    ]
    level: Level | None = None
    side: str
    name: str | None = None
    at: Annotated[Any, PlainValidator(_place_if_any)] = None
    zone: str | None = None
    count: Annotated[Any, PlainValidator(_by_level)] = {1: 1}
    is_character: bool | None = None
    hit_points: HitPoints = "average"
    temp_hit_points: Annotated[int, Field(ge=0, le=MAX_HIT_POINTS)] = 0
    altitude_ft: Annotated[int, Field(ge=0, le=1000, multiple_of=5)] = 0
    conditions: list[ConditionName] = []
    is_surprised: bool = False
    lies_in_wait: bool = False
    death_saves: bool = False
    changes: dict[str, Any] = {}


class Options(Table):
    """How the rules are played where a Dungeon Master decides."""

    max_rounds: Annotated[int, Field(ge=1, le=10_000)] = 50
    visibility: Literal["full", "fog"] = "full"
    knowledge: Literal["full", "partial"] = "full"
    minor_decisions: Literal["ask", "auto"] = "ask"
    order: Literal["ask", "auto"] = "ask"
    skip_single: bool = True
    initiative: Literal["rolled", "fixed"] = "rolled"
    initiative_ties: Literal[
        "dexterity", "roll_off", "dm_first", "players_first", "listed"
    ] = "dexterity"  # fmt: skip
    group_initiative: Literal["off", "shared"] = "off"
    diagonals: Literal["5-5-5", "5-10-5"] = "5-5-5"
    height_distance: Literal["larger", "sum"] = "larger"
    ceiling_ft: Annotated[int, Field(ge=5, le=1000)] = 120
    provoked_by: Literal["enemies", "anyone"] = "enemies"
    hide_min_cover: Literal["half", "three_quarters"] = "three_quarters"
    temp_hit_points_prevent_death_failure: bool = True
    magic_missile_dice: Literal["one", "each"] | None = None


class Spec(Table):
    """A whole encounter.

    Attributes:
        file: where it comes from, for errors.
        level: of the party; ``levels`` those that the opposition is weighed for.
        sides: their names; ``players`` the sides of player characters: by default the party, or
            those with a creature that ``is_character``, or the first.
        allies: groups of sides that do not fight each other; others all do.
    """

    file: Annotated[str, Field(exclude=True)] = "encounter"
    name: str
    description: str = ""
    rules: Annotated[Year, BeforeValidator(_year)] = "2014"
    level: Level = 1
    levels: list[Level] = []
    sides: Annotated[list[str], Field(min_length=2, max_length=MAX_SIDES)] = ["party", "monsters"]
    players: Annotated[list[str], BeforeValidator(_words)] = ["party"]
    allies: list[list[str]] = []
    map: Map
    creatures: Annotated[list[Creature], Field(min_length=1)]
    options: Options = Options()

    @model_validator(mode="before")
    @classmethod
    def _find_players(cls, data: Any) -> Any:
        """Say whose the player characters are, where the file names other sides and not that."""
        sides = data.get("sides") if isinstance(data, dict) else None
        if not isinstance(sides, (list, tuple)) or "players" in data or "party" in sides:
            return data
        rows = [row for row in data.get("creatures") or () if isinstance(row, dict)]
        played = {str(row.get("side")) for row in rows if row.get("is_character") is True}
        return {**data, "players": [side for side in sides if side in played] or list(sides[:1])}

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.rules]

    def marks(self) -> set[str]:
        """Return the characters that mark places on the map."""
        places: Iterable[Any] = (
            *(creature.at for creature in self.creatures),
            *(creature.zone for creature in self.creatures),
            *(lamp.at for lamp in self.map.lamps),
        )
        return {place for place in places if isinstance(place, str) and len(place) == 1}
