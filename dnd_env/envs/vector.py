"""The Gymnasium vector environment: a batch of battles stepped together, compiled.

A battle that ends begins anew in the same step (SAME_STEP); its last observation is in
``final_obs``. Battle i is the same whatever the number of battles.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dnd_env.core.errors import IllegalActionError
from dnd_env.envs.arena import DECIDER, ERROR, NOBODY, SIDE, WINNER, Arena, dice_keys
from dnd_env.envs.encounters import Source, compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.opponents import check_legal, find_opponent, play_others
from dnd_env.envs.options import make_options
from dnd_env.envs.single_agent import side_index
from dnd_env.envs.views import observation_space
from dnd_env.rules.dying import DRAW


class VectorCombatEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` battles of an encounter; observations are vectors, float32 [num_envs, d].

    ``info["action_mask"]``: int8 [num_envs, n]. With ``self_play`` every decision is the learner's,
    and ``info["agent"]``, int [num_envs], is the side that decides, ``info["rewards"]``, float
    [num_envs, sides], what each side has just earned; the reward returned is that of the side that
    acted. A battle that outgrows a capacity is truncated; ``failures`` counts these.

    Args:
        num_envs: how many battles.
        encounter: a name, a path, a dict, TOML text, or a compiled encounter.
        opponent: who plays the other sides; see ``opponents.find_opponent``.
        side: the side that learns, by index or name; ``"alternate"``: side 0 in even battles and
            side 1 in odd ones.
        self_play: whether the learner decides for all sides.
        render_mode: none is supported.
        **options: see ``Options``.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        encounter: Source = "mirror_match",
        opponent: Any = "random",
        side: int | str = 0,
        self_play: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs: found {num_envs}, expected at least 1")
        self.options = make_options({"observation": "vector", **options})
        self.num_envs, self.render_mode = num_envs, render_mode
        self._encounter = compile_encounter(
            encounter, self.options.rules, self.options.level, self.options.of_encounter
        )
        layout = layout_of(self._encounter, self.options.actions, self.options.layout)
        self._arena = Arena(self._encounter, num_envs, layout, self.options.scheme)
        self.self_play = self_play
        self.sides = self._sides(side)
        self._opponent = find_opponent(opponent)
        self.single_observation_space = observation_space(layout, "vector")
        self.single_action_space = spaces.Discrete(layout.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._worths = np.zeros_like(self._arena.worths)
        self._seed = 0
        self._episodes = np.zeros(num_envs, np.int64)
        self.failures = 0

    def _sides(self, side: int | str) -> np.ndarray:
        """Return the side that learns in each battle, int [num_envs]."""
        if self.self_play:
            return np.full(self.num_envs, NOBODY)
        if side == "alternate":
            return np.arange(self.num_envs) % 2
        return np.full(self.num_envs, side_index(self._encounter.sides, side))

    @property
    def arena(self) -> Arena:
        """The battles themselves: know all, for tests and analysis."""
        return self._arena

    def action_masks(self) -> np.ndarray:
        """Return the legal actions, bool [num_envs, n]: a view that the next step changes."""
        return self._arena.masks.view(bool)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin all battles. A seed, or one for the first of them, makes all that follows."""
        if seed is not None:
            self._seed = seed if isinstance(seed, int) else int(seed[0])
            self._episodes[:] = 0
        self._begin(self._rows)
        return self._arena.observations.copy(), self._info()

    def _begin(self, rows: np.ndarray) -> None:
        """Begin the battles of some rows anew, up to the learner's first decision. One that the
        learner loses before that waits for a ``pass``, and then ends."""
        arena = self._arena
        for row in rows.tolist():
            sequence = np.random.SeedSequence([self._seed, row, int(self._episodes[row])])
            arena.raw[row] = arena.encounter.template
            arena.numbers[row] = dice_keys(int(sequence.generate_state(1, np.uint64)[0]))
            self._episodes[row] += 1
        if len(rows) == self.num_envs:
            arena.drive(Op.BEGIN)
        else:
            for row in rows.tolist():
                arena.drive(Op.BEGIN, row, row + 1)
        self._worths[rows] = arena.worths[rows]
        self._play_others(rows)
        if not self.self_play:
            self._show_ends(self.sides)

    def _play_others(self, rows: np.ndarray) -> None:
        if self.self_play:
            return
        count = len(self._encounter.sides)
        for learner in np.unique(self.sides[rows]).tolist():
            opponents = {at: self._opponent for at in range(count) if at != learner}
            for first, last in runs_of(rows[self.sides[rows] == learner]):
                play_others(self._arena, opponents, learner, first, last)

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play one action in each battle.

        Raises:
            IllegalActionError: one is not legal and ``on_illegal`` is ``raise``; no battle has
                moved.
        """
        arena = self._arena
        actions = np.asarray(actions, np.int64)
        illegal = self._illegal(actions)
        acted = np.where(self.sides == NOBODY, arena.results[:, SIDE], self.sides)
        waiting = (arena.results[:, DECIDER] > 0) & ~illegal
        arena.numbers[:, 0] = np.where(waiting, actions, -1)
        arena.drive(Op.STEP)
        self._play_others(self._rows[~illegal] if illegal.any() else self._rows)
        earned = arena.worths - self._worths
        rewards = earned[self._rows, acted]
        rewards[illegal] = -1.0
        self._worths[:] = arena.worths
        failed = arena.results[:, ERROR] > 0
        over = (arena.results[:, DECIDER] == 0) | illegal | failed
        truncated = over & ~illegal & (self._out_of_time(over) | failed)
        info: dict[str, Any] = {}
        if over.any():
            self._show_ends(acted)
            info["final_obs"] = arena.observations.copy()
            info["_final_obs"] = over.copy()
            info["final_info"] = {"winner": arena.results[:, WINNER].copy(), "_winner": over.copy()}
            if illegal.any():
                info["illegal_action"] = illegal
            self.failures += int(failed.sum())
            self._begin(self._rows[over])
        if self.self_play:
            info["rewards"] = earned[:, : len(self._encounter.sides)]
        return arena.observations.copy(), rewards, over & ~truncated, truncated, self._info(info)

    def _show_ends(self, sides: np.ndarray) -> None:
        """Write what a side of each battle, int [num_envs], sees of those that are over."""
        for row in np.flatnonzero(self._arena.results[:, DECIDER] == 0).tolist():
            self._arena.observe_end(row, int(sides[row]))

    def _illegal(self, actions: np.ndarray) -> np.ndarray:
        """Return which actions are illegal, bool [num_envs], or raise."""
        try:
            check_legal(actions, self._arena.masks, "the learner")
        except IllegalActionError:
            if self.options.on_illegal == "raise":
                raise
            inside = (actions >= 0) & (actions < self._arena.masks.shape[1])
            return ~inside | (self._arena.masks[self._rows, np.where(inside, actions, 0)] == 0)
        return np.zeros(self.num_envs, bool)

    def _out_of_time(self, over: np.ndarray) -> np.ndarray:
        out = np.zeros(self.num_envs, bool)
        for row in np.flatnonzero(over & (self._arena.results[:, WINNER] == DRAW)).tolist():
            out[row] = self._arena.is_out_of_time(row)
        return out

    def _info(self, info: dict[str, Any] | None = None) -> dict[str, Any]:
        info = info if info is not None else {}
        info["action_mask"] = self._arena.masks.copy()
        if self.self_play:
            info["agent"] = self._arena.results[:, SIDE].copy()
        return info


def runs_of(rows: np.ndarray) -> list[tuple[int, int]]:
    """Return runs of adjacent rows as (first, last + 1).

    >>> runs_of(np.array([0, 1, 2, 5, 7, 8]))
    [(0, 3), (5, 6), (7, 9)]
    """
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) != 1) + 1
    return [(int(run[0]), int(run[-1]) + 1) for run in np.split(rows, breaks)]
