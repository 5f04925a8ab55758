"""What a scene dict must be, and what its viewer may know."""

import copy

import pytest

from dnd_env.render import SceneError, check_scene
from dnd_env.render.scene import drawing_order, headline, listed

from .scenes import ambush, skirmish, small

MISTAKES = {
    "title": (lambda scene: scene.pop("title"), r"scene: found \[.*\], expected also title"),
    "rows": (lambda scene: scene["terrain"].pop(), "terrain: found '4 rows', expected 5"),
    "letter": (
        lambda scene: scene["terrain"].__setitem__(1, "#..?...#"),
        r"terrain\[1\]: found '#..\?...#', expected only",
    ),
    "short row": (
        lambda scene: scene["light"].__setitem__(0, "22"),
        r"light\[0\]: found '22', expected 8 characters",
    ),
    "off the map": (
        lambda scene: scene["creatures"][1].update(x=7),
        r"creatures\[1\]: found \[8, 2\], expected \[x, y\] on the map of 8 x 5",
    ),
    "side": (lambda scene: scene["creatures"][0].update(side=2), r"creatures\[0\].side: found 2"),
    "life": (lambda scene: scene["creatures"][0].update(life="ill"), "found 'ill', expected one"),
    "turn": (lambda scene: scene.update(turn=7), "turn: found 7, expected an index of the 7"),
    "zone": (lambda scene: scene["zones"][0].pop("kind"), r"zones\[0\]: .* expected also kind"),
    "ground": (lambda scene: scene.update(ground="lava"), "ground: found 'lava', expected one of"),
    "width": (lambda scene: scene.update(width=0), "width: found 0, expected a whole number"),
}


@pytest.mark.parametrize("scene", [small(), ambush(), *skirmish()], ids=lambda one: one["title"])
def test_examples_are_scenes(scene):
    """The scenes that the tests draw are as they should be."""
    check_scene(scene)


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_named(name):
    """A mistake is told with its key, what was found and what was expected."""
    spoil, message = MISTAKES[name]
    scene = copy.deepcopy(small())
    spoil(scene)

    with pytest.raises(SceneError, match=message):
        check_scene(scene)


def test_unknown_creatures_are_not_listed():
    """Who is neither seen nor remembered is not listed; who has no initiative comes last."""
    assert listed(small()) == [(1, 17), (0, 12), (2, 4), (3, None), (4, None), (5, None)]


def test_drawing_order():
    """The dead lie lowest, large ones below small ones, whoever has the turn on top."""
    assert drawing_order(small()) == [2, 1, 3, 5, 4, 0]


def test_headline():
    """It says who won, or whose turn it is unless that is secret."""
    scene = small()
    assert headline(scene) == "Round 2, turn of Fighter"
    assert headline({**scene, "turn": 6}) == "Round 2"
    assert headline({**scene, "winner": 1}) == "Monsters win in round 2"
    assert headline({**scene, "over": True}) == "A draw in round 2"


def test_secret_places_are_not_checked():
    """A creature that may not be shown need not have a place."""
    scene = small()
    scene["creatures"][6]["x"] = 99

    check_scene(scene)
