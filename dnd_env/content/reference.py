"""The reference of the content format, ``docs/content.md``: every table, key and word of it.

``python -m dnd_env.content.reference`` writes it; a test checks that it is up to date. Types,
defaults and words are those of the schema; what they mean is said in ``reference.toml``, or in a
comment beside the key.
"""

import inspect
import re
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from dnd_env.content.library import read_toml
from dnd_env.content.schema import (
    activities,
    characters,
    conditions,
    creatures,
    items,
    rolls,
    spells,
)
from dnd_env.content.schema import effects as rows
from dnd_env.content.schema import predicates as clauses
from dnd_env.content.schema.base import Dice, read_dice
from dnd_env.content.schema.words import as_list, spelled
from dnd_env.core import terms
from dnd_env.core.errors import ContentError

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "content.md"
MODULES = (activities, characters, conditions, creatures, items, rows, spells)
READERS: dict[Any, str] = {
    read_dice: "[dice](#dice)",
    rows.read_types: "[damage types](#words-of-damagetype)",
    rows.read_lasts: "[time](#time)",
    rows.read_dc: "a DC",
    rows.read_repeated: "[repeated save](#repeated-save)",
    rolls.read_rolls: "[rolls](#rolls)",
    clauses.read_clauses: "[tests](#tests)",
    creatures.read_defenses: "[defenses](#defense)",
    creatures.read_trait: "[traits](#trait-of-a-creature)",
    activities.read_form: ", ".join(f'"{form}"' for form in activities.FORMS),
}
PLAIN: dict[Any, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    Any: "any",
    Dice: "[dice](#dice)",
}
LAST = ("left_out", "approximated")  # keys that stand at the end of a table
EFFECTS = get_args(get_args(rows.Effect)[0])
_COMMENT = re.compile(r"^    (\w+): .*?  # (.+)$", re.M)


@cache
def said() -> dict[str, Any]:
    """Return what ``reference.toml`` says."""
    return read_toml(HERE / "reference.toml")


@cache
def tables() -> dict[str, type[BaseModel]]:
    """Return all models of the schema by name."""
    return {
        name: model
        for module in MODULES
        for name, model in vars(module).items()
        if inspect.isclass(model)
        and issubclass(model, BaseModel)
        and model.__module__ == module.__name__
    }


# --- one key -------------------------------------------------------------------------------------


def slug(title: str) -> str:
    """Return the anchor of a heading.

    >>> slug('do = "heal"')
    'do--heal'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def link(model: type[BaseModel]) -> str:
    """Return the link to the section of a table."""
    title = said()["tables"][model.__name__]["title"]
    return f"[{title[0].lower()}{title[1:]}](#{slug(title)})"


def type_text(annotation: Any, metadata: tuple[Any, ...] | list[Any] = ()) -> str:
    """Say what a value may be."""
    readers = [getattr(one, "func", None) for one in metadata]
    for reader in readers:
        if reader in READERS:
            return READERS[reader]
    if hasattr(annotation, "__metadata__"):
        return type_text(annotation.__origin__, annotation.__metadata__)
    inner = get_args(annotation)
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        if set(inner) & set(EFFECTS):
            return "[effects](#effects)"
        return " or ".join(type_text(one) for one in inner if one is not type(None))
    if origin is Literal:
        return ", ".join(f'"{word}"' for word in inner)
    if origin is tuple and Ellipsis not in inner:
        return "[" + ", ".join(type_text(one) for one in inner) + "]"
    if origin is tuple:
        return _list_text(type_text(inner[0]), as_list in readers)
    if origin is dict:
        return f"table: {type_text(inner[0])} = {type_text(inner[1])}"
    if inspect.isclass(annotation) and issubclass(annotation, IntEnum):
        return f"[{_words_title(annotation)}](#{slug(_heading(annotation))})"
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        return link(annotation)
    return PLAIN[annotation]


def _list_text(inner: str, one_will_do: bool) -> str:
    if inner.startswith(("[effects]", "[traits]")):
        return f"list of {inner}"
    return f"{inner}, one or a list" if one_will_do else f"list of {inner}"


def default_text(field: FieldInfo) -> str:
    """Say what holds where a key is left out."""
    if field.is_required():
        return "**required**"
    value = field.default
    if value is PydanticUndefined or value is None or value in ((), "", Dice(0, 0, 0)):
        return ""
    return f"`{value_text(value)}`" if value_text(value) else ""


def value_text(value: Any) -> str:
    """Write a value as a content file would."""
    if isinstance(value, IntEnum):
        return f'"{spelled(value)}"'
    if isinstance(value, tuple):
        return ", ".join(value_text(one) for one in value)
    if isinstance(value, rows.Lasts):
        return value_text(value.until) if value.rounds == 0 else ""
    if isinstance(value, BaseModel):
        own = {key: getattr(value, key) for key in type(value).model_fields}
        set_ = [f"{key} = {value_text(one)}" for key, one in own.items() if one]
        return f"{{ {', '.join(set_)} }}" if set_ else ""
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value) if value else ""


@cache
def comments(model: type[BaseModel]) -> dict[str, str]:
    """Return the comments beside the keys of a model in the source."""
    return dict(_COMMENT.findall(inspect.getsource(model)))


def meaning(model: type[BaseModel], key: str) -> str:
    """Return what a key means: said for the table that brings it in, or one like it.

    Raises:
        ContentError: nobody says.
    """
    like = said()["tables"].get(model.__name__, {}).get("like", [])
    lineage = [*model.__mro__[:-1], *(tables()[name] for name in like)]
    for one in lineage:
        keys = said()["tables"].get(one.__name__, {}).get("keys", {})
        if key in keys:
            return str(keys[key])
    for one in lineage:
        if issubclass(one, BaseModel) and key in comments(one):
            return comments(one)[key]
    raise ContentError(f"reference.toml: tables.{model.__name__}.keys.{key}: missing")


# --- sections ------------------------------------------------------------------------------------


def table_section(model: type[BaseModel]) -> Iterator[str]:
    """Yield the lines on one table: what it is, its keys, an example."""
    about = said()["tables"][model.__name__]
    shared = {key for name in about.get("besides", []) for key in tables()[name].model_fields}
    yield from (f"### {about['title']}", "")
    if about["text"]:
        yield from (about["text"].strip(), "")
    keys = {key: field for key, field in model.model_fields.items() if key not in {*shared, "do"}}
    keys = dict(sorted(keys.items(), key=lambda pair: (pair[0] != "name", pair[0] in LAST)))
    if keys:
        yield from ("| key | value | by default | what it says |", "|---|---|---|---|")
    for key, field in keys.items():
        cells = (
            f"`{field.alias or key}`",
            type_text(field.annotation, field.metadata),
            default_text(field),
            meaning(model, key),
        )
        yield "| " + " | ".join(cells) + " |"
    if "example" in about:
        yield from ("", "```toml", about["example"].strip(), "```")
    yield ""


def test_section() -> Iterator[str]:
    """Yield the lines on the tests of "if" and "unless"."""
    yield from ("| test | holds if |", "|---|---|")
    for word in clauses.KNOWN:
        about = said()["tests"][word]
        yield f"| `{about['example']}` | {about['text']} |"
    yield ""


def _heading(kind: type[IntEnum]) -> str:
    return f"Words of {kind.__name__}"


def _words_title(kind: type[IntEnum]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def word_kinds() -> list[type[IntEnum]]:
    """Return the kinds of words that content files use, in the order of the vocabulary."""
    text = "\n".join(line for model in said_tables() for line in table_section(model))
    return [
        kind
        for kind in vars(terms).values()
        if inspect.isclass(kind) and issubclass(kind, IntEnum)
        if f"(#{slug(_heading(kind))})" in text
    ]


def said_tables() -> list[type[BaseModel]]:
    """Return the models of all sections, in order."""
    return [tables()[name] for part in said()["parts"] for name in part["tables"]]


def word_section(kind: type[IntEnum]) -> Iterator[str]:
    """Yield the lines on one kind of words, with what they mean where they do not say so."""
    meanings = said()["words"].get(kind.__name__, {})
    yield from (f"### {_heading(kind)}", "")
    if not meanings:
        yield ", ".join(f"`{spelled(word)}`" for word in kind) + "."
    for word in kind if meanings else ():
        yield f"- `{spelled(word)}`: {meanings[spelled(word)]}"
    yield ""


def text() -> str:
    """Return the whole page."""
    lines = [said()["intro"].strip(), ""]
    for part in said()["parts"]:
        lines += [f"## {part['title']}", "", part["text"].strip(), ""]
        if part.get("lists") == "tests":
            lines += test_section()
        elif part.get("lists") == "words":
            lines += [line for kind in word_kinds() for line in word_section(kind)]
        for name in part["tables"]:
            lines += table_section(tables()[name])
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8")
    print(f"{PAGE}: written")


if __name__ == "__main__":
    main()
