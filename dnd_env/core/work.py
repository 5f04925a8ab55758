"""Scratch space and the trace: one record a thread, passed along with the state but no part of it.

Nothing in here survives from one decision to the next, save, equality and clone leave it out.
"""

from typing import Any, TypeAlias

import numpy as np

from dnd_env.core.layout import layout, new_records
from dnd_env.core.limits import (
    MAX_CREATURES,
    MAX_GATHERED,
    MAX_HEIGHT,
    MAX_MOVEMENT,
    MAX_SQUARES,
    MAX_STEPS,
    MAX_TRACE,
)

Work: TypeAlias = Any  # a WORK record

ROWS = (np.int64, MAX_HEIGHT + 1)  # one more for the southern edge's intersections

GATHERED = layout("effect source ongoing zone")
"""An effect row that holds for a creature just now, and where it comes from (each + 1 or 0)."""

TRACED = layout("kind source target amount a b c d")
"""One line of the trace: a roll or a change; ``kind`` a ``Traced``."""

WORK = layout(
    "gathered_count conditions guard_count trace_on trace_count",
    longs="in_line allies enemies fallen",
    layers=(np.int64, (2, MAX_MOVEMENT + 1, MAX_HEIGHT + 1)),
    steps=(np.int64, (MAX_MOVEMENT + 1, MAX_HEIGHT + 1)),
    seen=(np.int64, (2, MAX_HEIGHT + 1)),
    costs=(np.int64, (3, MAX_HEIGHT + 1)),
    free=ROWS,
    walls=ROWS,
    occupied=ROWS,
    slow=ROWS,
    swims=ROWS,
    climbs=ROWS,
    hard=ROWS,
    stops=ROWS,
    reach=ROWS,
    squares=ROWS,
    blocked=ROWS,
    pits=ROWS,
    foggy=ROWS,
    opaque=ROWS,
    gathered=(GATHERED, MAX_GATHERED),
    ways=(np.int64, (2, MAX_HEIGHT + 1)),
    provoked=(np.int32, 2 * MAX_SQUARES),
    way=(np.int32, MAX_STEPS),
    guards=(np.int32, MAX_CREATURES),
    guard_reach=(np.int32, MAX_CREATURES),
    guarded=(np.int64, (MAX_CREATURES, MAX_HEIGHT + 1)),
    distance_ft=(np.int32, MAX_CREATURES),
    trace=(TRACED, MAX_TRACE),
)


def new_work() -> Any:
    """Make one work record: an array of length 1, as the entries take it."""
    return new_records(WORK, 1)[1]
