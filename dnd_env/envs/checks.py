"""What environments check of what they are given: actions, and the order and options of calls."""

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

from dnd_env.core.errors import EncounterError


def whole_number(action: object) -> int | None:
    """Return an action as an int; None for what is no whole number, such as 1.0, "1" and True.

    >>> whole_number(np.array(3)), whole_number(1.9), whole_number(np.array([3]))
    (3, None, None)
    """
    if isinstance(action, (bool, np.bool_)) or np.ndim(action) != 0:  # type: ignore[arg-type]
        return None
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        return None


def why_illegal(action: object, mask: np.ndarray) -> str:
    """Say why an action cannot be played; "" if it can. ``mask``: int8 [n], 1 = legal."""
    number = whole_number(action)
    if number is None:
        return f"found a {type(action).__name__}, expected one whole number"
    if not 0 <= number < len(mask):
        return f"it is no index in [0, {len(mask)})"
    return "" if mask[number] else "its mask is 0"


def check_batch(actions: np.ndarray, count: int, whose: str) -> None:
    """See to it that there is one whole number for each battle that waits.

    Raises:
        ValueError: ``actions`` has another shape than [count], or is not of integers.
    """
    if actions.shape != (count,):
        raise ValueError(f"actions of {whose}: found shape {actions.shape}, expected ({count},)")
    if not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(f"actions of {whose}: found {actions.dtype}, expected whole numbers")


def check_begun(has_begun: bool) -> None:
    """Raise ResetNeeded unless there is a battle to play on."""
    if not has_begun:
        raise ResetNeeded("there is no battle under way: call reset() first")


def check_reset_options(options: Mapping[str, Any] | None, known: tuple[str, ...] = ()) -> None:
    """See to it that ``reset`` is asked for nothing that it cannot do.

    Raises:
        EncounterError: there are options, beside those known.
    """
    unknown = sorted(set(options or {}) - set(known))
    if unknown:
        raise EncounterError(
            f"options of reset: found {unknown}, expected none; make the environment with them"
        )
