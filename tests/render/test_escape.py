"""Text that people chose, made safe."""

import json
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from dnd_env.render.escape import cells, fit, for_script, for_xml, printable, shorten

ANY_TEXT = st.text(st.characters(exclude_categories=()))  # lone surrogates included


@given(ANY_TEXT)
def test_xml_content_and_attribute(text):
    """Escaped text is read back as the printable text, in content and in an attribute."""
    root = ElementTree.fromstring(f'<a b="{for_xml(text)}">{for_xml(text)}</a>')
    assert (root.text or "") == printable(text)
    assert root.get("b") == printable(text)


@given(ANY_TEXT)
def test_script(text):
    """JSON in a script is read back exactly, and cannot end the script or open a comment."""
    written = for_script({"text": text})
    assert json.loads(written) == {"text": text}
    assert not set(written) & set("<>&")
    assert written.isascii()


@given(ANY_TEXT, st.integers(0, 12))
def test_fit(text, columns):
    """Fitted text takes exactly the columns it was given."""
    assert cells(fit(text, columns)) == columns


def test_shorten():
    """Text that is too long ends in an ellipsis; other text stays."""
    assert shorten("Goblin", 6) == "Goblin"
    assert shorten("Goblin Boss", 8) == "Goblin\N{HORIZONTAL ELLIPSIS}"
