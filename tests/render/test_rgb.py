"""The battle as pixels."""

import sys

import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

from dnd_env.render import palette, rgb_array

from .scenes import ambush, small

pytest.importorskip("PIL")
SMALL_PX = 8  # no letters at this size, so the middle of a token has the colour of its side


def middle(pixels, x, y, width=1):
    """Return the pixel in the middle of a space."""
    half = SMALL_PX * width // 2
    return tuple(int(part) for part in pixels[y * SMALL_PX + half, x * SMALL_PX + half])


def test_shape_and_type():
    assert rgb_array(small(), square_px=10).shape == (50, 80, 3)
    assert rgb_array(ambush()).shape == (480, 480, 3)
    assert rgb_array(small()).dtype == np.uint8


def test_tokens_have_their_colours():
    """The middle of a token shows its side; the dead are crossed out on grey."""
    pixels = rgb_array(small(), SMALL_PX)

    assert middle(pixels, 1, 1) == palette.rgb(palette.SIDES[0])
    assert middle(pixels, 4, 1, width=2) == palette.rgb(palette.SIDES[1])
    assert middle(pixels, 6, 3) == palette.rgb(palette.SIDES[1])
    red, green, blue = middle(pixels, 1, 3)
    assert red > green
    assert red > blue


def test_terrain_and_light():
    """Walls are of stone, water is blue, and darkness darkens."""
    scene = small()
    pixels = rgb_array(scene, SMALL_PX)

    assert middle(pixels, 0, 0) == palette.rgb(palette.TERRAIN["wall"])
    assert middle(pixels, 2, 3) == palette.rgb(palette.TERRAIN["water"])
    scene["light"] = ["0" * 8] * 5
    assert sum(middle(rgb_array(scene, SMALL_PX), 2, 3)) < sum(middle(pixels, 2, 3))


def test_secrets_are_not_drawn():
    """A creature that is neither seen nor remembered changes no pixel."""
    scene = small()
    del scene["objects"]
    pixels = rgb_array(scene)
    del scene["creatures"][6], scene["initiative"][2]

    assert np.array_equal(pixels, rgb_array(scene))


def test_it_is_the_same_every_time():
    assert np.array_equal(rgb_array(ambush()), rgb_array(ambush()))


def test_hostile_letter():
    """A letter that no font has is drawn all the same."""
    scene = small()
    scene["creatures"][0]["letter"] = "\x00\ud800"
    rgb_array(scene)


def test_too_small():
    with pytest.raises(ValueError, match="square_px: found 3, expected at least 4"):
        rgb_array(small(), 3)


def test_pillow_missing(monkeypatch):
    """Where Pillow is not installed, the error says what to install."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(DependencyNotInstalled, match=r"pip install dnd-env\[render\]"):
        rgb_array(small())
