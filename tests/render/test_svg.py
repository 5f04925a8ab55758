"""The battle as SVG."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dnd_env.render import SceneError, draw_svg, palette
from dnd_env.render.scene import TERRAIN
from dnd_env.render.svg_areas import area, outline

from .scenes import ambush, small

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text):
    return ElementTree.fromstring(text)


def tokens(root):
    """Return the tokens by the name that their tooltip begins with."""
    groups = root.iter(f"{SVG}g")
    found = [group for group in groups if group.get("class") == "token"]
    return {group.findtext(f"{SVG}title").splitlines()[0]: group for group in found}


def test_tokens_stand_in_their_spaces():
    """Each creature that may be shown has a token in the middle of its space."""
    found = tokens(parsed(draw_svg(small())))

    assert set(found) == {"Fighter", "Ogre", "Goblin 1", "Wizard", "Bat", "Spy"}
    assert found["Fighter"].get("transform") == "translate(60 60)"
    assert found["Ogre"].get("transform") == "translate(200 80)"


def test_token_has_its_sides_colour_and_its_letter():
    found = tokens(parsed(draw_svg(small())))

    fills = [circle.get("fill") for circle in found["Ogre"].iter(f"{SVG}circle")]
    assert palette.SIDES[1] in fills
    assert [text.text for text in found["Ogre"].iter(f"{SVG}text")] == ["O"]


def test_token_tells_its_state():
    """Badges show conditions and altitude; the dead are crossed out; the remembered are faint."""
    found = tokens(parsed(draw_svg(small())))

    assert "Pr" in [text.text for text in found["Wizard"].iter(f"{SVG}text")]
    assert "15 ft" in [text.text for text in found["Bat"].iter(f"{SVG}text")]
    assert [path.get("stroke") for path in found["Goblin 1"].iter(f"{SVG}path")] == [palette.CROSS]
    assert found["Spy"].get("opacity") == ".55"
    assert "7 of 10 hit points, 3 temporary" in found["Fighter"].findtext(f"{SVG}title")


def test_many_conditions_are_counted():
    """What there is no room for is counted in the last badge."""
    scene = small()
    scene["creatures"][0]["conditions"] = ["prone", "blinded", "stunned", "incapacitated"]

    found = tokens(parsed(draw_svg(scene)))

    texts = [text.text for text in found["Fighter"].iter(f"{SVG}text")]
    assert texts == ["F", "Pr", "Bl", "+2"]


def test_references_are_defined():
    """What is used by reference is in the document: all terrain, zones and objects."""
    scene = ambush()
    kinds = "".join(TERRAIN)
    scene["terrain"] = [kinds + "." * (20 - len(kinds)), *scene["terrain"][1:]]
    scene["zones"] = [
        {"name": kind, "kind": kind, "squares": [[x, 1]]} for x, kind in enumerate(palette.ZONES)
    ]
    root = parsed(draw_svg(scene))

    defined = {element.get("id") for element in root.iter()}
    used = {element.get("href")[1:] for element in root.iter(f"{SVG}use")}
    filled = {
        element.get("fill")[5:-1]
        for element in root.iter()
        if element.get("fill", "").startswith("url(#")
    }
    assert used | filled <= defined


def test_it_needs_nothing_from_outside():
    """No file or address but the name of the SVG namespace is named."""
    text = draw_svg(ambush()).replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text
    assert "@import" not in text


def test_size():
    """The panel widens the picture; ``square_px`` scales all of it."""
    bare = parsed(draw_svg(small(), square_px=20, panel=False))
    full = parsed(draw_svg(small()))

    assert (bare.get("width"), bare.get("height")) == ("178", "118")
    assert bare.get("viewBox") == "0 0 356 236"
    assert int(full.get("width")) == 356 + 300


def test_secrets_are_not_drawn():
    """A creature that is neither seen nor remembered is not in the picture, panel included."""
    assert "Assassin" not in draw_svg(small())


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=30), st.text(min_size=1, max_size=2))
def test_any_text_makes_xml(text, letter):
    """Whatever a name, letter, condition or line holds, the picture is XML and the text is text."""
    scene = small()
    scene["title"] = text
    scene["log"] = [text]
    scene["zones"][0]["name"] = text
    scene["creatures"][0] |= {"name": text, "letter": letter, "conditions": [text]}

    parsed(draw_svg(scene))


def test_markup_is_shown_as_text():
    scene = small()
    scene["creatures"][0]["name"] = "<script>alert('\"&')</script>"

    text = draw_svg(scene)

    assert "<script" not in text
    assert "<script>alert('\"&')</script>" in tokens(parsed(text))


def test_area_and_outline():
    """Runs of squares become one box; only the edge of a set is outlined."""
    assert area([[0, 0], [1, 0], [1, 1]]) == "M0 0h80v40h-80zM40 40h40v40h-40z"
    assert outline([[0, 0]]) == "M0 0h40M0 40h40M0 0v40M40 0v40"
    assert outline([[0, 0], [1, 0]]).count("M") == 6


def test_bad_scene():
    with pytest.raises(SceneError):
        draw_svg({**small(), "height": 4})
