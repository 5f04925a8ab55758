"""What all models of content share: no unknown keys, and errors that say file, key and value."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from dnd_env.content.schema.words import expected, fault, shown
from dnd_env.core.errors import ContentError

M = TypeVar("M", bound=BaseModel)

_DICE = re.compile(r"(-?\d+)d(\d+)([+-]\d+)?|([+-]?\d+)")
_KINDS = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


class Strict(BaseModel):
    """A table of a content file; an unknown key is an error that names near ones."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def know_keys(cls, table: Any) -> Any:
        if isinstance(table, Mapping):
            known = [field.alias or name for name, field in cls.model_fields.items()]
            for key in table:
                if key not in known and key not in cls.model_fields:
                    raise fault(f"unknown key: {expected(key, known)}")
        return table


class Dice(NamedTuple):
    """``number``d``sides`` + ``bonus``."""

    number: int
    sides: int
    bonus: int

    @property
    def average(self) -> int:
        """The printed average: rounded down."""
        return self.number * (self.sides + 1) // 2 + self.bonus


def parse_dice(text: object) -> Dice:
    """Read dice notation: ``NdS``, ``NdS+B``, ``NdS-B`` or a number; ``-NdS`` takes off.

    >>> parse_dice("2d6+3")
    Dice(number=2, sides=6, bonus=3)
    >>> parse_dice(5)
    Dice(number=0, sides=0, bonus=5)

    Raises:
        ContentError: the text is not dice notation.
    """
    if isinstance(text, int) and not isinstance(text, bool):
        return Dice(0, 0, text)
    match = _DICE.fullmatch(text.replace(" ", "")) if isinstance(text, str) else None
    if match is None:
        raise ContentError(f'found {shown(text)}, expected dice such as "2d6+3"')
    number, sides, bonus, alone = (int(part or 0) for part in match.groups())
    return Dice(number, sides, bonus + alone)


def read_dice(text: object) -> Dice:
    """Read dice notation in a model."""
    if isinstance(text, Dice):
        return text
    try:
        return parse_dice(text)
    except ContentError as error:
        raise fault(str(error)) from None


def validate(model: type[M], table: Mapping[str, Any], where: str, under: str = "") -> M:
    """Read a table into a model.

    Args:
        model: what it should be.
        table: as the file has it.
        where: the file, for errors.
        under: the key under which the table lies in the file, for errors.

    Raises:
        ContentError: one line for each mistake: file, key, value found, value expected.
    """
    try:
        return model.model_validate(table)
    except ValidationError as error:
        lines = [
            f"{where}: {_line(dict(fault), under)}" for fault in error.errors(include_url=False)
        ]
        raise ContentError("\n".join(dict.fromkeys(lines))) from None


def _line(error: dict[str, Any], under: str) -> str:
    key = ".".join(part for part in (under, key_path(error["loc"])) if part)
    kind = error["type"]
    if kind == "content":
        message = error["msg"]
    elif kind == "missing":
        message = "missing"
    elif kind == "union_tag_invalid":
        key += ".do"
        tags = re.findall(r"'(\w+)'", error["ctx"]["expected_tags"])
        message = expected(error["ctx"]["tag"], tags)
    elif kind == "union_tag_not_found":
        key, message = f"{key}.do", "missing"
    elif kind in _KINDS:
        message = f"found {shown(error['input'])}, expected {_KINDS[kind]}"
    else:
        message = f"found {shown(error['input'])}: {error['msg'][:1].lower()}{error['msg'][1:]}"
    return f"{key}: {message}" if key else message


def key_path(parts: tuple[Any, ...]) -> str:
    """Join the parts of a key as a reader would: ``activities[0].attack.kind``.

    What pydantic adds after an index, to say which model of a union it tried, is left out.
    """
    path = ""
    after_index = False
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        elif not (after_index and path.split(".")[-1].startswith("effects[")):
            path += f".{part}" if path else part
        after_index = isinstance(part, int)
    return path
