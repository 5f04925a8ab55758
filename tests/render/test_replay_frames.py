"""Frames packed small, and unpacked again."""

import copy
import json

import numpy as np
import pytest

from dnd_env.render import SceneError
from dnd_env.render.replay_frames import BLANK, pack, unpack

from .scenes import creature, skirmish, small


def seen_by_viewer(scenes):
    """Return the scenes as their viewer may keep them: ``small`` has one secret creature."""
    known = copy.deepcopy(scenes)
    for scene in known:
        scene["creatures"][6] = dict(BLANK)
        scene["initiative"] = [row for row in scene["initiative"] if row[0] != 6]
    return known


def test_round_trip():
    """Unpacked frames are those that were packed, apart from what is secret."""
    assert unpack(json.loads(json.dumps(pack(skirmish())))) == seen_by_viewer(skirmish())


def test_only_changes_are_packed():
    """A frame says what changed; each map and each line of the log is there once."""
    packed = pack(skirmish())

    assert len(packed["terrains"]) == 2
    assert [frame["map"] for frame in packed["frames"]] == [0, 1, 1, 1, 0]
    assert packed["frames"][1] == {
        "map": 1,
        "log_end": 4,
        "count": 7,
        "set": {"hash": "beef01"},
        "drop": ["reach", "arrows"],
    }
    assert packed["frames"][2]["creatures"] == {
        "1": {"set": {"hit_points": 12, "conditions": ["prone"]}}
    }
    assert packed["log"] == skirmish()[-1]["log"]


def test_a_window_of_the_log():
    """Frames may tell only the last lines, if they say how many came before."""
    first = small() | {"log": ["a", "a"], "log_start": 2}
    second = small() | {"log": ["a", "a"], "log_start": 3}

    packed = pack([first, second])

    assert packed["log"] == ["a", "a", "a"]
    assert unpack(packed)[1]["log"] == ["a", "a", "a"]
    assert unpack(packed)[1]["log_start"] == 2


def test_creatures_may_leave_the_list():
    """A list that grows shorter and longer again comes back as it was."""
    scenes = [small(), small(), small()]
    scenes[0]["creatures"].append(creature("Wolf", "Wo", 0, 3, 1, details=["summoned"]))
    scenes[2]["creatures"].append(creature("Bear", "Be", 0, 3, 1))

    assert unpack(pack(scenes)) == seen_by_viewer(scenes)


def test_the_caller_may_go_on_with_its_scene():
    """What is packed is a copy: the same dict may be changed for the next frame."""

    def frames():
        scene = small()
        for hit_points in (9, 5):
            scene["creatures"][0]["hit_points"] = hit_points
            scene["zones"][0]["squares"].append([hit_points - 3, 3])
            scene["log"].append(f"{hit_points} left")
            yield scene

    first, second = unpack(pack(frames()))

    assert first["creatures"][0]["hit_points"] == 9
    assert len(first["zones"][0]["squares"]) + 1 == len(second["zones"][0]["squares"])
    assert (first["log"][-1], second["log"][-1]) == ("9 left", "5 left")


@pytest.mark.case("B176")
def test_secrets_are_not_packed():
    """What the viewer may not know is in no frame, not even its turn or initiative."""
    scenes = [small() | {"turn": 6, "arrows": [[6, 0], [0, 1]]}]

    packed = pack(scenes)

    assert "Assassin" not in json.dumps(packed)
    assert unpack(packed)[0]["turn"] is None
    assert unpack(packed)[0]["arrows"] == [[0, 1]]
    assert 6 not in [who for who, _ in unpack(packed)[0]["initiative"]]


def test_mistakes_are_named():
    """What does not go together is told with the frame's number."""
    with pytest.raises(SceneError, match="found no frames"):
        pack([])
    with pytest.raises(SceneError, match="frame 1: ground: found 'snow', expected None"):
        pack([small(), small() | {"ground": "snow"}])
    with pytest.raises(SceneError, match="frame 1: log: expected it to go on"):
        pack([small(), small() | {"log": ["Another battle"]}])
    with pytest.raises(SceneError, match="frame 1: log_start: found 9, expected 0 to 3"):
        pack([small(), small() | {"log_start": 9}])
    with pytest.raises(SceneError, match="frame 0: expected plain JSON data"):
        pack([small() | {"note": np.int32(3)}])
    with pytest.raises(SceneError, match="format: found"):
        unpack({"format": "chess", "version": 1})
