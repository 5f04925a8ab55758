"""Reading an encounter: from its name, a file, TOML text, or a mapping."""

import json
import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dnd_env.core.errors import EncounterError
from dnd_env.core.terms import Edition
from dnd_env.encounter import configs
from dnd_env.encounter.mistakes import mistake, near, of_validation, one_of, told
from dnd_env.encounter.spec import EDITIONS, MAX_LEVEL, Spec

TEXT = "encounter"  # what one that comes from no file is called in errors

Source = str | PathLike[str] | Mapping[str, Any] | Spec


def load(
    source: Source,
    *,
    rules: str | int | Edition | None = None,
    level: int | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Spec:
    """Read and check an encounter.

    Args:
        source: the name of a shipped encounter, a path, TOML (or JSON) text, a mapping, or a Spec.
        rules: ``"2014"`` or ``"2024"``; beats what the encounter says.
        level: of the party; beats what the encounter says.
        overrides: a part of an encounter that is laid over it: tables merge key by key.

    Raises:
        EncounterError: it is not there, cannot be read, or says what it may not.
    """
    data, file = _read(source)
    data = _merge(data, overrides or {})
    if rules is not None:
        data["rules"] = _year(rules)
    if level is not None:
        if not 1 <= level <= MAX_LEVEL:
            raise mistake(file, "level", level, f"1 to {MAX_LEVEL}")
        data["level"] = level
    spec = check(data, file)
    if file != TEXT:
        _check_foes(spec)
    return spec


def check(data: Mapping[str, Any], file: str) -> Spec:
    """Check what a mapping says against the form of an encounter."""
    if "file" in data:
        raise EncounterError(f"{file}: file: unknown key")
    try:
        spec = Spec.model_validate({**data, "file": file})
    except ValidationError as error:
        raise of_validation(file, error, Spec) from None
    _check_sides(spec)
    return spec


def names() -> list[str]:
    """Return the names of the shipped encounters."""
    return configs.names("encounters")


def _read(source: Source) -> tuple[dict[str, Any], str]:
    """Return what a source says, and what to call it."""
    if isinstance(source, Spec):
        return source.model_dump(), source.file
    if isinstance(source, Mapping):
        return dict(source), TEXT
    text = str(source)
    path = configs.find("encounters", text) or _file(text)
    if path is not None:
        return parse(read_text(path), path.name), path.name
    if isinstance(source, str) and ("\n" in text or "=" in text or _is_json(text)):
        if "\n" in text or not text.endswith(".toml"):
            return parse(text, TEXT), TEXT
    if "/" in text or text.endswith(".toml"):
        raise EncounterError(f"{text}: no such file")
    known = names()
    raise EncounterError(f'no encounter "{text}": {one_of(known)}{near(text, known)}')


def _file(text: str) -> Path | None:
    """Return the path that a text is of a file, None if it is none."""
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # ~ of a user whom there is not
        return None
    return path if configs.is_file(path) else None


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def read_text(path: Path) -> str:
    """Read a file of UTF-8 text, with a byte order mark or without.

    Raises:
        EncounterError: it cannot be read, or is no such text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise EncounterError(f"{path.name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at {error.start}"
        raise EncounterError(f"{path.name}: found {found}, expected TOML in UTF-8") from None


def parse(text: str, file: str) -> dict[str, Any]:
    """Read TOML or JSON text; ``file`` is what to call it in errors."""
    form = "JSON" if _is_json(text) else "TOML"
    try:
        return json.loads(text) if _is_json(text) else tomllib.loads(text)
    except ValueError as error:
        raise EncounterError(f"{file}: not {form}: {error}") from None
    except RecursionError:
        raise EncounterError(f"{file}: not {form} of ours: tables too deep") from None


def _merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a mapping over another, table by table."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _year(rules: str | int | Edition) -> str:
    if isinstance(rules, Edition):
        return next(year for year, edition in EDITIONS.items() if edition == rules)
    if str(rules) not in EDITIONS:
        raise EncounterError(f"rules: found {rules!r}, expected {one_of(EDITIONS)}")
    return str(rules)


def _check_sides(spec: Spec) -> None:
    """See to it that every side named is one of ``sides``."""
    if len(set(spec.sides)) != len(spec.sides):
        raise mistake(spec.file, "sides", spec.sides, "names that differ")
    named = [(f"players[{at}]", side) for at, side in enumerate(spec.players)]
    named += [(f"creatures[{at}].side", row.side) for at, row in enumerate(spec.creatures)]
    for at, group in enumerate(spec.allies):
        named += [(f"allies[{at}]", side) for side in group]
    for key, side in named:
        if side not in spec.sides:
            raise mistake(spec.file, key, side, one_of(spec.sides), spec.sides)


def _check_foes(spec: Spec) -> None:
    """See to it that a file has foes; a scene for a trial may do without."""
    fighting = {row.side for row in spec.creatures}
    for side in fighting:
        if fighting.difference({side}, *(group for group in spec.allies if side in group)):
            return
    found = "only " + ", ".join(sorted(fighting))
    raise told(spec.file, "creatures", found, "those of two sides that fight each other")
