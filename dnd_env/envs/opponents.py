"""Opponents: who decides for the sides that do not learn.

An opponent has ``act(observations, action_masks)``: float32 [k, d] and int8 [k, n] to int [k]. One
that works on the battle itself has ``choose(arena, rows)`` instead, and one that can play compiled
has ``play(arena, first, last, stop_side)`` too: then there is no Python between its decisions.
"""

import importlib
from importlib.metadata import entry_points
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dnd_env.core.errors import DndEnvError, IllegalActionError
from dnd_env.envs.arena import DECIDER, NOBODY, SIDE, Arena
from dnd_env.envs.checks import check_batch
from dnd_env.envs.functional import Op

GROUP = "dnd_env.opponents"  # of entry points
MANY_DECISIONS = 1_000_000  # more than a battle has


class Opponent(Protocol):
    """What decides for others by what it is shown."""

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """Choose legal actions.

        Args:
            observations: float32 [k, d].
            action_masks: int8 [k, n], 1 = legal.

        Returns:
            int [k].
        """
        ...


@runtime_checkable
class ArenaOpponent(Protocol):
    """What decides by the battle itself: a script or a search."""

    def choose(self, arena: Arena, rows: np.ndarray) -> np.ndarray:
        """Choose legal actions for the deciders of some battles: int [k] for rows int [k]."""
        ...


@runtime_checkable
class CompiledOpponent(Protocol):
    """An opponent that can play without Python between its decisions."""

    def play(self, arena: Arena, first: int, last: int, stop_side: int) -> None:
        """Play battles ``first`` to ``last`` - 1 until side ``stop_side`` decides or all is
        over."""
        ...


class RandomOpponent:
    """Plays any legal action, evenly; in a battle it draws by the battle's own seed.

    Args:
        seed: of ``act``, which knows no battle.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        noise = self._random.random(action_masks.shape)
        return np.where(action_masks, noise, -1.0).argmax(axis=1)

    def choose(self, arena: Arena, rows: np.ndarray) -> np.ndarray:
        """Draw by each battle's seed and how many decisions it has seen: whatever is beside it."""
        decisions = arena.records_field("decisions")
        chosen = np.zeros(len(rows), np.int64)
        for at, row in enumerate(rows.tolist()):
            seed = int(arena.dice_seeds(row, row + 1)[0]) % 2**64
            random = np.random.default_rng((seed, int(decisions[row])))
            chosen[at] = random.choice(np.flatnonzero(arena.masks[row]))
        return chosen

    def play(self, arena: Arena, first: int, last: int, stop_side: int) -> None:
        arena.numbers[first:last, 0] = arena.dice_seeds(first, last)
        arena.numbers[first:last, 1] = stop_side
        arena.drive(Op.RANDOM, first, last, MANY_DECISIONS)


def find_opponent(opponent: Any) -> Any:
    """Return an opponent: an object as it is; ``"random"``; the name of an entry point of the group
    ``dnd_env.opponents`` (``"greedy"``); or ``"package.module:name"``. Of a class one is made.

    Raises:
        DndEnvError: there is no such thing, or it cannot act.
    """
    if isinstance(opponent, str) and opponent == "random":
        return RandomOpponent()
    if isinstance(opponent, str):
        registered = {point.name: point.value for point in entry_points(group=GROUP)}
        module, _, name = registered.get(opponent, opponent).partition(":")
        try:
            found = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise DndEnvError(
                f'opponent: found {opponent!r}, expected "random", {", ".join(registered)}, '
                f'"package.module:name", or an object with act() ({error})'
            ) from None
        opponent = found
    if isinstance(opponent, type):
        try:
            opponent = opponent()
        except TypeError as error:
            raise DndEnvError(
                f"opponent: found the class {opponent.__name__}, which cannot be made without "
                f"arguments ({error}); expected an object"
            ) from None
    if not (hasattr(opponent, "act") or hasattr(opponent, "choose")):
        raise DndEnvError(f"opponent: {opponent!r} has neither act() nor choose()")
    return opponent


def play_others(
    arena: Arena, opponents: dict[int, Any], learner: int, first: int, last: int
) -> None:
    """Let the others decide until side ``learner`` does, or it is over, in each battle.

    Args:
        arena: the battles.
        opponents: side -> its opponent.
        learner: the side that learns; ``NOBODY`` if none does.
        first: index of the first battle.
        last: one more than that of the last.

    Raises:
        IllegalActionError: an opponent has chosen what is not legal.
        ValueError: it has not chosen one whole number for each battle.
    """
    others = list(opponents.values())
    only = others[0] if all(other is others[0] for other in others) else None
    if isinstance(only, CompiledOpponent) and learner != NOBODY:
        only.play(arena, first, last, learner)
        return
    while True:
        results = arena.results[first:last]
        waiting = (results[:, DECIDER] > 0) & (results[:, SIDE] != learner)
        if not waiting.any():
            return
        arena.numbers[first:last, 0] = -1
        for side, opponent in opponents.items():
            rows = first + np.flatnonzero(waiting & (results[:, SIDE] == side))
            if len(rows):
                masks = arena.masks[rows]
                if isinstance(opponent, ArenaOpponent):
                    actions = np.asarray(opponent.choose(arena, rows))
                else:
                    actions = np.asarray(opponent.act(arena.observations[rows], masks))
                check_legal(actions, masks, f"the opponent of side {side}")
                arena.numbers[rows, 0] = actions
        arena.drive(Op.STEP, first, last)


def check_legal(actions: np.ndarray, masks: np.ndarray, whose: str) -> None:
    """See to it that all actions are legal, before any battle moves.

    Args:
        actions: what was chosen; should be integers [k].
        masks: int8 [k, n], 1 = legal.
        whose: who chose, for errors.

    Raises:
        IllegalActionError: one is not.
        ValueError: they are not integers, or not as many as there are masks.
    """
    check_batch(actions, len(masks), whose)
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = inside & (masks[np.arange(len(actions)), np.where(inside, actions, 0)] == 1)
    if not legal.all():
        row = int(np.flatnonzero(~legal)[0])
        able = np.flatnonzero(masks[row]).tolist()
        raise IllegalActionError(int(actions[row]), f"chosen by {whose} in row {row}", able)
