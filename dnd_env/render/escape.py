"""Make text that people chose safe to put in a terminal, a picture or a page."""

import html
import json
import unicodedata

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
UNSHOWN = ("Cc", "Cs", "Cf", "Cn", "Zl", "Zp")
"""Categories of characters that steer a terminal, reorder a line or are refused by XML."""


def printable(text: str) -> str:
    """Replace what is not shown: control codes, lone surrogates, direction marks and the like."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        REPLACEMENT if unicodedata.category(letter) in UNSHOWN else letter for letter in text
    )


def for_xml(text: str) -> str:
    """Escape text for the content or a quoted attribute of XML or HTML."""
    return html.escape(printable(text), quote=True)


def for_script(data: object) -> str:
    r"""Write data as JSON, in ASCII, that can stand inside a ``<script>`` element.

    >>> for_script({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def cells(text: str) -> int:
    """Count the columns that text takes in a terminal.

    >>> cells("Orc"), cells("鬼")
    (3, 2)
    """
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def fit(text: str, columns: int) -> str:
    """Cut or pad printable text to exactly so many terminal columns.

    >>> fit("Goblin", 8), fit("Goblin", 4)
    ('Goblin  ', 'Gobl')
    """
    kept = printable(text)
    while cells(kept) > columns:
        kept = kept[:-1]
    return kept + " " * (columns - cells(kept))


def shorten(text: str, letters: int) -> str:
    """Cut text to so many letters, the last one an ellipsis where something is cut."""
    return (
        text if len(text) <= letters else text[: letters - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    )
