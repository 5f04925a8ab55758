"""Mistakes in an encounter, told so that they can be mended: file, key, value found and expected.

All become ``EncounterError``; a word that is nearly right is answered with the right one.
"""

import difflib
from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from dnd_env.core.errors import EncounterError

CUTOFF = 0.5  # of likeness, for a guess at what was meant


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
    guess = near(found, known)
    return EncounterError(f"{file}: {key}: found {found!r}, expected {expected}{guess}")


def near(found: object, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" for the known word most like the one found, or nothing."""
    matches = difflib.get_close_matches(str(found), list(known), n=1, cutoff=CUTOFF)
    return f'; did you mean "{matches[0]}"?' if matches else ""


def one_of(words: Iterable[str]) -> str:
    return "one of " + ", ".join(words)


def of_validation(file: str, error: ValidationError, model: type[BaseModel]) -> EncounterError:
    """Translate what pydantic found wrong with a ``model``: a line for each fault."""
    lines = [_line(file, fault, model) for fault in error.errors()]
    return EncounterError("\n".join(dict.fromkeys(lines)))


def _line(file: str, fault: Any, model: type[BaseModel]) -> str:
    place, kind = fault["loc"], fault["type"]
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
    if kind == "value_error":
        expected = str(context["error"])
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
