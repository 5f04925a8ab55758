"""Battle maps: drawings in characters become rows of bits."""

import pytest

from dnd_env.core.errors import EncounterError
from dnd_env.encounter import battle_map


def read(*drawing: str, legend=None, marks=(), ground=("floor",)):
    return battle_map.read(drawing, legend or {}, marks, ground=ground, file="fight.toml")


def test_bit_x_of_row_y_is_the_square_in_column_x():
    walls = read("..#.", "#...")

    assert walls.rows["bars_move"] == [0b0100, 0b0001]
    assert walls.rows["bars_sight"] == walls.rows["bars_effect"] == walls.rows["bars_move"]
    assert (walls.width, walls.height) == (4, 2)


@pytest.mark.parametrize(
    ("character", "features"),
    [
        (".", set()),
        ("#", {"bars_move", "bars_sight", "bars_effect"}),
        ("T", {"bars_move", "bars_sight", "bars_effect"}),
        ("~", {"water"}),
        (",", {"difficult"}),
        ('"', {"difficult"}),
        (":", {"difficult"}),
        ("t", {"half_cover"}),
        ("i", {"bars_move", "three_quarters_cover"}),
        ("n", {"difficult", "half_cover"}),
        ("o", {"low_wall", "half_cover"}),
        ("=", {"bars_move", "three_quarters_cover"}),
        ("%", {"bars_sight"}),
        ("*", {"lightly_obscured"}),
        ("_", {"chasm"}),
    ],
)
def test_default_legend(character, features):
    """Each character has the features of what it stands for (MOV-04, COV-01, COV-02, VIS-01)."""
    ground = read(character)

    assert {name for name in battle_map.FEATURES if ground.has(name, 0, 0)} == features


@pytest.mark.parametrize(
    ("character", "is_open"), [("+", False), ("/", True), ("\\", True)], ids=["+", "slash", "back"]
)
def test_doors_are_things_and_not_terrain(character, is_open):
    doors = read(f".{character}")

    assert doors.doors == [battle_map.Door(1, 0, is_open, False)]
    assert not any(doors.has(feature, 1, 0) for feature in battle_map.FEATURES)


def test_a_legend_adds_to_the_default_and_overrides_it():
    ground = read("wT#", legend={"w": ["shade", "difficult"], "T": ["floor"]})

    assert ground.has("dim", 0, 0) and ground.has("difficult", 0, 0)
    assert not ground.has("bars_move", 1, 0)
    assert ground.has("bars_move", 2, 0)


def test_a_mark_lies_on_open_ground_unless_the_legend_gives_it_a_meaning():
    ground = read("TAB", legend={"B": ["deep_water"]}, marks={"T", "A", "B"}, ground=["difficult"])

    assert ground.marks == {"T": [(0, 0)], "A": [(1, 0)], "B": [(2, 0)]}
    assert ground.has("difficult", 0, 0) and ground.has("difficult", 1, 0)
    assert ground.has("water", 2, 0) and not ground.has("difficult", 2, 0)


@pytest.mark.parametrize(
    ("drawing", "legend", "says"),
    [
        (["...", "..?"], {}, "fight.toml: map.squares: row 1, column 2: found '?'"),
        (["...", ".."], {}, "row 1: found 2 squares, expected 3"),
        (["." * 41], {}, "found 41 x 1 squares, expected 1 x 1 to 40 x 40"),
        (["."] * 41, {}, "found 1 x 41 squares"),
        ([], {}, "found 0 x 0 squares"),
        (["+" * 21], {}, "found 21 doors, expected at most 20"),
        (["."], {"w": ["deep_watre"]}, 'map.legend.w: found .* did you mean "deep_water"'),
    ],
)
def test_mistakes_say_where_and_what(drawing, legend, says):
    with pytest.raises(EncounterError, match=says):
        read(*drawing, legend=legend)
