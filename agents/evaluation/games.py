"""Games between two agents: a batch of battles played to their ends."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dnd_env.core.errors import DndEnvError
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs.arena import DECIDER, SIDE, WINNER, Arena
from dnd_env.envs.functional import Op
from dnd_env.envs.opponents import ArenaOpponent, CompiledOpponent, check_legal
from dnd_env.spaces.layout import Layout

DRAWN = 0.5
SIDES = 2
BATCH = 256  # battles played side by side


def play(
    encounter: CompiledEncounter, layout: Layout, agents: tuple[Any, Any], seeds: Sequence[int]
) -> np.ndarray:
    """Play one battle a seed, side 0 by the first agent and side 1 by the second.

    Returns:
        The first agent's score of each battle, float [k]: 1 won, 0 lost, one half drawn.

    Raises:
        DndEnvError: the encounter has not two sides, or an agent does not choose for each battle.
    """
    check_two_sides(encounter)
    scores = [
        _play_batch(encounter, layout, agents, seeds[at : at + BATCH])
        for at in range(0, len(seeds), BATCH)
    ]
    return np.concatenate(scores)


def check_two_sides(encounter: CompiledEncounter) -> None:
    """See to it that two agents can play an encounter against each other.

    Raises:
        DndEnvError: it has not exactly two sides.
    """
    if len(encounter.sides) != SIDES:
        sides = ", ".join(encounter.sides)
        raise DndEnvError(
            f"{encounter.spec.name}: found {len(encounter.sides)} sides ({sides}), expected "
            f"{SIDES}: agents are evaluated against each other"
        )


def _play_batch(
    encounter: CompiledEncounter, layout: Layout, agents: tuple[Any, Any], seeds: Sequence[int]
) -> np.ndarray:
    seen = any(not isinstance(agent, CompiledOpponent) for agent in agents)
    arena = Arena(encounter, len(seeds), layout, observe=seen)
    for row, seed in enumerate(seeds):
        arena.begin(row, seed)
    while (arena.results[:, DECIDER] > 0).any():
        for side, agent in enumerate(agents):
            move(arena, side, agent)
    winners = arena.results[:, WINNER]
    return np.where(winners == 1, 1.0, np.where(winners == 2, 0.0, DRAWN))


def move(arena: Arena, side: int, agent: Any) -> None:
    """Let an agent decide for its side: once in each battle that waits for it, or compiled on and
    on."""
    if isinstance(agent, CompiledOpponent):
        agent.play(arena, 0, arena.count, 1 - side)
        return
    results = arena.results
    rows = np.flatnonzero((results[:, DECIDER] > 0) & (results[:, SIDE] == side))
    if not len(rows):
        return
    masks = arena.masks[rows]
    if isinstance(agent, ArenaOpponent):
        actions = np.asarray(agent.choose(arena, rows))
    else:
        actions = np.asarray(agent.act(arena.observations[rows], masks))
    if actions.shape != (len(rows),) or not np.issubdtype(actions.dtype, np.integer):
        raise DndEnvError(
            f"the agent of side {side}: chose {actions.dtype} {list(actions.shape)}, expected "
            f"one integer for each of {len(rows)} battles"
        )
    check_legal(actions, masks, f"the agent of side {side}")
    arena.numbers[:, 0] = -1
    arena.numbers[rows, 0] = actions
    arena.drive(Op.STEP)
