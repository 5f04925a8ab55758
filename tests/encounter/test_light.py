"""Light: ambient light and lamps become the dark and dim rows of a scene."""

import numpy as np
import pytest

from dnd_env.core.errors import EncounterError
from dnd_env.core.scene import SCENE
from dnd_env.encounter import battle_map, load, scene_setup


def scene_of(drawing: str, **the_map):
    """Make the SCENE of a map with one creature a side."""
    rows = [[*row] for row in drawing.split()]
    spec = load.load(
        {
            "name": "light",
            "map": {"squares": ["".join(row) for row in rows], **the_map},
            "creatures": [
                {"entry": "fighter", "side": "party", "at": [0, 0]},
                {"entry": "goblin", "side": "monsters", "at": [1, 0]},
            ],
        }
    )
    read = battle_map.read(spec.map.squares, spec.map.legend, spec.marks())
    return scene_setup.make_scene(spec, read, 2).view(SCENE)[0]


def squares(scene, name: str) -> set[tuple[int, int]]:
    height, width = int(scene["height"]), int(scene["width"])
    bits = [int(row) for row in scene[name]]
    return {(x, y) for y in range(height) for x in range(width) if bits[y] >> x & 1}


def test_bright_light_leaves_no_square_dark_or_dim():
    scene = scene_of("....\n....")

    assert not squares(scene, "dark") and not squares(scene, "dim")


@pytest.mark.parametrize("light", ["dark", "dim"])
def test_ambient_light_covers_the_map(light):
    scene = scene_of("....\n....", light=light)

    assert squares(scene, light) == {(x, y) for x in range(4) for y in range(2)}


def test_a_torch_is_bright_for_20_feet_and_dim_for_20_more():
    """A torch in the dark lights the squares whose centres are within its radius."""
    scene = scene_of("............", light="dark", lamps=[{"at": [0, 0]}])

    lit = set(range(12)) - {x for x, _ in squares(scene, "dark")}
    dim = {x for x, _ in squares(scene, "dim")}
    assert lit - dim == {0, 1, 2, 3, 4}
    assert dim == {5, 6, 7, 8}


def test_in_dim_surroundings_only_the_bright_part_of_a_lamp_shows():
    scene = scene_of("......", light="dim", lamps=[{"at": [0, 0], "bright_ft": 10, "dim_ft": 10}])

    assert squares(scene, "dim") == {(3, 0), (4, 0), (5, 0)}


def test_walls_bar_light_and_so_do_closed_doors():
    for barrier, passes in (("#", False), ("+", False), ("/", True), ("%", False), ("=", True)):
        scene = scene_of(f"..{barrier}..", light="dark", lamps=[{"at": [0, 0]}])

        assert ((4, 0) not in squares(scene, "dark")) == passes, barrier


def test_two_lamps_light_what_either_does():
    lamps = [{"at": [[0, 0], [5, 0]], "bright_ft": 5, "dim_ft": 5}]
    scene = scene_of("......", light="dark", lamps=lamps)

    assert not squares(scene, "dark")
    assert squares(scene, "dim") == {(2, 0), (3, 0)}


def test_shade_of_the_legend_is_dim_in_bright_light():
    scene = scene_of(".s.", legend={"s": "shade"}, is_sunlit=True)

    assert squares(scene, "dim") == {(1, 0)}
    assert scene["is_sunlit"] == 1


def test_sight_lines_are_worked_out():
    scene = scene_of("..#..")

    assert int(scene["sight"][0, 0]) & 0b11011 == 0b00011
    assert int(scene["effect"][0, 0]) & 0b11011 == 0b00011


def test_rows_are_numpy_int64_as_the_rules_want_them():
    assert scene_of("..")["dark"].dtype == np.int64


@pytest.mark.parametrize(
    ("the_map", "says"),
    [
        ({"light": "dark", "is_sunlit": True}, "map.is_sunlit: found True, expected false in dark"),
        ({"lamps": [{"at": "L"}]}, r"map.lamps\[0\].at: found 'L'"),
        ({"lamps": [{"at": [4, 0]}]}, r"map.lamps\[0\].at: found \[4, 0\], expected a square"),
    ],
)
def test_mistakes(the_map, says):
    with pytest.raises(EncounterError, match=says):
        scene_of("....", **the_map)
