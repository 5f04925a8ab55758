"""The battle as one HTML file."""

import json
import re
from html.parser import HTMLParser
from importlib import resources

import pytest

from dnd_env.render import SceneError, read_replay, replay_html, write_replay
from dnd_env.render.replay_frames import pack, unpack

from .scenes import ambush, skirmish, small

HOSTILE = "</script><img src=x onerror=alert(1)><!--data--> \"'&\u2028 \u9b3c\ud800"


class Page(HTMLParser):
    """Gathers the elements of a page, and the text of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts, self._in_script = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self._in_script = dict(attrs).get("id", "player")

    def handle_endtag(self, tag):
        if tag == "script":
            self._in_script = None

    def handle_data(self, data):
        if self._in_script:
            self.scripts[self._in_script] = data


def test_round_trip(tmp_path):
    """A file that was written holds the frames."""
    write_replay(tmp_path / "battle.html", skirmish(), title="A skirmish")

    text = (tmp_path / "battle.html").read_text("ascii")

    assert read_replay(text) == unpack(pack(skirmish()))
    assert "<title>A skirmish</title>" in text


@pytest.mark.case("B175")
def test_each_frame_keeps_its_hash():
    """Whichever way one goes through the frames, the hash of each is the one that was stored."""
    stored = [scene["hash"] for scene in read_replay(replay_html(skirmish()))]
    assert stored == ["c0ffee", "beef01", "beef02", "beef02", "beef02"]


def test_data_is_what_a_browser_reads():
    """The JSON in the page, as a parser of HTML sees it, is the packed frames."""
    page = Page(replay_html(skirmish()))
    assert json.loads(page.scripts["replay-data"]) == json.loads(json.dumps(pack(skirmish())))


def test_hostile_text_stays_text():
    """Names, lines and titles that look like markup or like the page's own slots do nothing."""
    scene = small() | {"title": HOSTILE, "log": [HOSTILE]}
    scene["creatures"][0]["name"] = HOSTILE

    text = replay_html([scene])
    page = Page(text)

    assert [tag for tag, _ in page.elements].count("script") == 3
    assert "img" not in [tag for tag, _ in page.elements]
    assert read_replay(text)[0]["creatures"][0]["name"] == HOSTILE
    assert read_replay(text)[0]["log"] == [HOSTILE]


def test_it_needs_nothing_from_outside():
    """No element loads anything, and the page forbids it."""
    page = Page(replay_html([ambush()]))

    assert not any("src" in attrs for _, attrs in page.elements)
    assert all(attrs["href"].startswith("#") for _, attrs in page.elements if "href" in attrs)
    policy = next(
        a for t, a in page.elements if t == "meta" and "content" in a and "http-equiv" in a
    )
    assert policy["content"].startswith("default-src 'none'")


def test_the_script_finds_what_it_asks_for():
    """Each element that the script looks up by its id is in the page, and so is each look."""
    page = Page(replay_html(skirmish()))
    script = page.scripts["player"]
    ids = {attrs["id"] for _, attrs in page.elements if "id" in attrs}
    look = json.loads(page.scripts["replay-look"])

    asked = set(re.findall(r'element\("([\w-]+)"\)', script))
    assert asked
    assert asked <= ids
    assert set(re.findall(r"\blook\.(\w+)", script)) == set(look)
    assert set(re.findall(r"\blook\.health\.(\w+)", script)) <= set(look["health"])


def test_changed_squares_are_patches():
    """A door that opens is repainted in the frames after it: the map is in the page once."""
    page = Page(replay_html(skirmish()))
    look = json.loads(page.scripts["replay-look"])

    assert look["patches"] == [[], [0]]
    assert ("g", {"id": "p-0"}) in page.elements


def test_a_long_battle_is_small():
    """Frames in which little changes take little room: some 200 bytes each."""
    scenes = []
    for turn in range(500):
        scene = ambush() | {"turn": turn % 2, "hash": f"{turn:016x}"}
        scene["creatures"][0]["x"] = 9 + turn % 3
        scenes.append(scene)

    assert len(replay_html(scenes)) - len(replay_html(scenes[:1])) < 500 * 200


def test_page_files_are_ascii():
    """Scripts and styles have no letters that would be written as references."""
    folder = resources.files("dnd_env.render").joinpath("replay_page")
    for file in folder.iterdir():
        assert file.read_text("utf-8").isascii(), file.name


def test_not_a_replay():
    with pytest.raises(SceneError, match="found no data in the page"):
        read_replay("<html></html>")
    broken = replay_html(skirmish()).replace('{"format"', '{"format')
    with pytest.raises(SceneError, match="cannot be read as JSON"):
        read_replay(broken)
