"""How records are laid out, made and looked at.

A battle is one block of bytes that numba, numpy and Python all use in place. A stored reference to
another row is its index + 1, and 0 is none: an index of -1 would wrap silently.
"""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np

from dnd_env.core.jit import PURE


def layout(ints: str, longs: str = "", **parts: tuple[Any, Any]) -> np.dtype:
    """Lay out a record: int64 fields first, then int32 fields, then parts.

    Args:
        ints: names of the int32 fields, separated by white space.
        longs: names of the int64 fields: masks and bit rows.
        **parts: each ``name=(dtype, length)``, an array in the record.
    """
    fields: list[Any] = [(name, np.int64) for name in longs.split()]
    fields += [(name, np.int32) for name in ints.split()]
    return np.dtype([*fields, *((name, *part) for name, part in parts.items())], align=True)


def new_records(dtype: np.dtype, count: int) -> tuple[np.ndarray, Any]:
    """Make zeroed records.

    Returns:
        ``raw``, uint8 [count, itemsize], and the same memory as the rules take it, [count].
    """
    raw = np.zeros((count, dtype.itemsize), np.uint8)
    return raw, as_rules_take(raw.view(dtype)[:, 0])


def as_rules_take(records: np.ndarray) -> Any:
    """Return records as the rules take them: checked where the rules are interpreted."""
    return Checked(records) if PURE else records


class Checked:
    """A record or array in place, as plain ints: for interpreted rules, set-up and tests.

    Refuses a misspelt field, an index that is negative or too large, a value that does not fit.
    """

    __slots__ = ("_part",)
    _part: Any

    def __init__(self, part: np.ndarray | np.void) -> None:
        object.__setattr__(self, "_part", part)

    def __getitem__(self, key: Any) -> Any:
        part = self._part[self._known(key)]
        if isinstance(part, np.integer):
            return int(part)
        return float(part) if isinstance(part, np.floating) else Checked(part)

    def __setitem__(self, key: Any, value: Any) -> None:
        key = self._known(key)
        if isinstance(value, float):
            self._part[key] = value
        else:
            self._part[key] = index(value)  # numpy refuses what does not fit

    def __len__(self) -> int:
        return len(self._part)

    def _known(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in (self._part.dtype.names or ()):
                raise AttributeError(f"no field {key!r}")
        elif isinstance(key, tuple):
            for part, length in zip(key, self._part.shape, strict=True):
                if not 0 <= part < length:
                    raise IndexError(f"index {key} is not in {self._part.shape}")
        elif not 0 <= key < len(self._part):
            raise IndexError(f"index {key} is not in [0, {len(self._part)})")
        return key

    __getattr__ = __getitem__
    __setattr__ = __setitem__


def fill(record: Checked, values: Mapping[str, Any] | Sequence[Any]) -> None:
    """Store plain values, nested as the record is: by field name or by index."""
    pairs = values.items() if isinstance(values, Mapping) else enumerate(values)
    for key, value in pairs:
        if isinstance(value, (Mapping, list, tuple)):
            fill(record[key], value)
        else:
            record[key] = value
