"""The greedy agent: at each decision the move that is worth most at once, by odds and plain
weights.

It plays monsters and characters of either edition, in both action sets, knows what its side knows,
and is compiled: it can play a whole batch without Python in between. Frozen before any agent was
trained.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from agents.scripted import moves
from dnd_env.core.jit import entry, rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.work import Work
from dnd_env.envs.arena import Arena
from dnd_env.envs.functional import (
    masks,
    observations,
    play,
    report,
    weigh,
)

Task = IntEnum("Task", "CHOOSE PLAY")
MANY_DECISIONS = 1_000_000
NOBODY = -1


@entry
def drive_greedy(
    states: Any,
    scenes: Any,
    tables: Any,
    works: Any,
    task: int,
    first: int,
    last: int,
    limit: int,
    numbers: Any,
    masks_: Any,
    observations_: Any,
    worths: Any,
    results: Any,
) -> None:
    """Choose, or play, in battles ``first`` to ``last`` - 1; arguments as for ``functional.drive``.

    CHOOSE writes the action into ``numbers[:, 0]``; PLAY plays until the side of ``numbers[:, 1]``
    decides or it is over, at most ``limit`` decisions, and reports as ``drive`` does.
    """
    work, scene = works[0], scenes[0]
    for index in range(first, last):
        state, mask, out = states[index], masks_[index], observations_[index]
        if task == Task.CHOOSE:
            if state.decider != 0:
                numbers[index, 0] = moves.choose(state, scene, tables[0], work, mask)
            continue
        before = state.decisions
        count = play_on(state, scene, tables[0], work, mask, numbers[index, 1], limit)
        if len(out) > 0 and state.decider != 0:
            observations.write(state, scene, tables[0], work, state.decider - 1, True, mask, out)
        report(state, count, before, results[index])
        weigh(state, scene, worths[index])


@rule
def play_on(
    state: State, scene: Scene, tables: Tables, work: Work, mask: Any, stop_side: int, limit: int
) -> int:
    """Play greedily for all sides but one; return how many actions are legal then."""
    count = masks.count_legal(scene, mask)
    for _ in range(limit):
        if state.decider == 0 or state.creatures[state.decider - 1].side == stop_side:
            break
        action = moves.choose(state, scene, tables, work, mask)
        count = play.apply(state, scene, tables, work, mask, action)
    return count


class Greedy:
    """The greedy agent as an opponent of environments (``agents.scripted.greedy:Greedy``)."""

    name = "greedy"

    def choose(self, arena: Arena, rows: np.ndarray) -> np.ndarray:
        """Choose for the deciders of some battles, int [k]."""
        for row in np.asarray(rows).tolist():
            arena.run(drive_greedy, int(Task.CHOOSE), row, row + 1, 0)
        return arena.numbers[rows, 0].copy()

    def play(self, arena: Arena, first: int, last: int, stop_side: int = NOBODY) -> None:
        """Play for all sides but one until that decides, or it is over."""
        arena.numbers[first:last, 1] = stop_side
        arena.run(drive_greedy, int(Task.PLAY), first, last, MANY_DECISIONS)
