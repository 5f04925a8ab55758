"""Mistakes in an encounter, told so that they can be mended: file, key, value found and expected.

All become ``EncounterError``; a word that is nearly right is answered with the right one.
"""

import difflib
from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from dnd_env.core.errors import EncounterError

LONGEST = 120  # characters of a value that are shown
CUTOFF = 0.5  # of likeness, for a guess at what was meant

KINDS = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "mapping_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "multiple_of": "a multiple of {multiple_of}",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
    "string_too_short": "text of at least {min_length} characters",
    "string_too_long": "text of at most {max_length} characters",
    "value_error": "{error}",
}
"""What is expected where pydantic finds a fault of a kind, filled in from its context."""

OF_A_KEY = "[key]"  # how pydantic ends the way to a key, rather than to its value


def mistake(
    file: str, key: str, found: object, expected: str, known: Iterable[str] = ()
) -> EncounterError:
    """Make the error for one value.

    Args:
        file: where the encounter comes from.
        key: the value's place in it, such as ``creatures[0].side``.
        found: the value.
        expected: what it should be, in words.
        known: right values, of which the nearest is proposed.
    """
    return told(file, key, shown(found), expected + near(found, known))


def told(file: str, key: str, found: str, expected: str) -> EncounterError:
    """Make the error for what is told in words, rather than by a value."""
    return EncounterError(f"{file}: {key}: found {found}, expected {expected}")


def shown(found: object) -> str:
    """Show a value in one line, the middle of a long one left out.

    >>> shown("x" * 1000)[-7:]
    "xxxxxx'"
    """
    text = repr(found)
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]}...{text[-LONGEST // 2 :]}"


def near(found: object, known: Iterable[str], likeness: float = CUTOFF) -> str:
    """Return "; did you mean ...?" for the known word most like the one found, or nothing."""
    matches = difflib.get_close_matches(str(found)[:LONGEST], list(known), n=1, cutoff=likeness)
    return f'; did you mean "{matches[0]}"?' if matches else ""


def one_of(words: Iterable[str]) -> str:
    return "one of " + ", ".join(words)


def of_validation(file: str, error: ValidationError, model: type[BaseModel]) -> EncounterError:
    """Translate what pydantic found wrong with a ``model``: a line for each fault."""
    lines = [_line(file, fault, model) for fault in error.errors()]
    return EncounterError("\n".join(dict.fromkeys(lines)))


def _line(file: str, fault: Any, model: type[BaseModel]) -> str:
    place, kind = fault["loc"], fault["type"]
    if place[-1:] == (OF_A_KEY,):
        place = place[:-2]
    key, context = spell(place), fault.get("ctx", {})
    if kind == "extra_forbidden":
        known = list(_fields_at(model, place[:-1]))
        where = spell(place[:-1])
        return f"{file}: {key}: unknown key{f' in {where}' if where else ''}, " + (
            f"expected {one_of(known)}{near(place[-1], known)}"
        )
    if kind == "missing":
        return f"{file}: {key}: missing"
    if kind == "literal_error":
        words = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        return str(mistake(file, key, fault["input"], one_of(words), words))
    if kind in KINDS:
        expected = KINDS[kind].format(**context)
    else:
        expected = fault["msg"].removeprefix("Input should be ")
    return str(mistake(file, key, fault["input"], expected))


def spell(place: Iterable[int | str]) -> str:
    """Write the way to a value as one would in code: ``creatures[0].side``."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _fields_at(model: type[BaseModel], place: Iterable[int | str]) -> Iterator[str]:
    """Yield the keys that a table inside a model may have."""
    for part in place:
        if isinstance(part, str) and part in model.model_fields:
            model = _model_in(model.model_fields[part].annotation) or model
    yield from (name for name, field in model.model_fields.items() if not field.exclude)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (list, tuple, dict, Union, UnionType):
        for inner in get_args(annotation):
            if found := _model_in(inner):
                return found
    return None
