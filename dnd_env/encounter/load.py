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
from dnd_env.encounter.mistakes import mistake, near, of_validation, one_of
from dnd_env.encounter.spec import EDITIONS, MAX_LEVEL, Spec

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
    return check(data, file)


def check(data: Mapping[str, Any], file: str) -> Spec:
    """Check what a mapping says against the form of an encounter."""
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
        return dict(source), "encounter"
    text = str(source)
    if isinstance(source, str) and ("\n" in text or "=" in text or text.lstrip().startswith("{")):
        return parse(text, "encounter"), "encounter"
    path = configs.find("encounters", text)
    if path is None:
        path = Path(text).expanduser()
        if not path.is_file():
            if "/" in text or text.endswith(".toml"):
                raise EncounterError(f"{text}: no such file")
            known = names()
            raise EncounterError(f'no encounter "{text}": {one_of(known)}{near(text, known)}')
    return parse(path.read_text(encoding="utf-8"), path.name), path.name


def parse(text: str, file: str) -> dict[str, Any]:
    """Read TOML or JSON text; ``file`` is what to call it in errors."""
    try:
        return json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except ValueError as error:
        raise EncounterError(f"{file}: not TOML: {error}") from None


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
    named = [(f"players[{at}]", side) for at, side in enumerate(spec.players)]
    named += [(f"creatures[{at}].side", row.side) for at, row in enumerate(spec.creatures)]
    for at, group in enumerate(spec.allies):
        named += [(f"allies[{at}]", side) for side in group]
    for key, side in named:
        if side not in spec.sides:
            raise mistake(spec.file, key, side, one_of(spec.sides), spec.sides)
    if len(set(spec.sides)) != len(spec.sides):
        raise mistake(spec.file, "sides", spec.sides, "names that differ")
