"""The Gymnasium vector environment: a batch of battles stepped together, compiled.

A battle that ends begins anew in the same step (SAME_STEP); its last observation is in
``final_obs``, and ``final_info["winner"]`` is the name of the side that has won, or None. Battle i
is the same whatever the number of battles.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dnd_env.core.errors import EncounterError, IllegalActionError
from dnd_env.envs.arena import DECIDER, ERROR, NOBODY, SIDE, WINNER, Arena
from dnd_env.envs.checks import check_begun, check_reset_options
from dnd_env.envs.encounters import Source, compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.opponents import check_legal, find_opponent, play_others
from dnd_env.envs.options import make_options
from dnd_env.envs.single_agent import side_index, winner_name
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
        max_episode_steps: of the learner, in a battle; then it is truncated. None: no limit.
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
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        check_batch_options(num_envs, render_mode, max_episode_steps)
        self.options = make_options({"observation": "vector", **options})
        if self.options.observation != "vector":
            raise EncounterError(
                f'observation: found {self.options.observation!r}, expected "vector": a batch of '
                f"battles is seen as one array, and the masks are in info"
            )
        self.num_envs, self.render_mode = num_envs, render_mode
        self.max_episode_steps = max_episode_steps
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
        self._randoms: list[np.random.Generator] = []
        self._lengths = np.zeros(num_envs, np.int64)
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
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin all battles.

        Args:
            seed: s: place i has the seed s + i, and plays the battles of a ``SingleAgentEnv`` with
                it. Or one for each place; where it is None, the place goes on as it was seeded
                before, or at random.
            options: there are none.

        Raises:
            ValueError: there are more or fewer seeds than places.
            EncounterError: there are options.
        """
        check_reset_options(options)
        self._seed_places(seed)
        self._begin(self._rows)
        return self._arena.observations.copy(), self._info()

    def _seed_places(self, seed: int | Sequence[int | None] | None) -> None:
        """Give each place its generator of seeds, or leave the one that it has."""
        if isinstance(seed, (int, np.integer)):
            self._np_random, self._np_random_seed = np_random(int(seed))
            seeds: Sequence[int | None] = range(int(seed), int(seed) + self.num_envs)
        else:
            seeds = [None] * self.num_envs if seed is None else seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: found {len(seeds)} seeds, expected {self.num_envs}")
        if not self._randoms:
            drawn = self.np_random.integers(2**63, size=self.num_envs).tolist()
            self._randoms = [np.random.default_rng(each) for each in drawn]
        for place, each in enumerate(seeds):
            if each is not None:
                self._randoms[place] = np_random(int(each))[0]

    def _begin(self, rows: np.ndarray) -> None:
        """Begin the battles of some rows anew, up to the learner's first decision. One that the
        learner loses before that waits for a ``pass``, and then ends."""
        arena = self._arena
        for row in rows.tolist():
            arena.set_out(row, int(self._randoms[row].integers(2**63)))
        self._lengths[rows] = 0
        if len(rows) == self.num_envs:
            arena.drive(Op.BEGIN)
        else:
            for row in rows.tolist():
                arena.drive(Op.BEGIN, row, row + 1)
        self._worths[rows] = arena.worths[rows]
        self._play_others(rows)
        if not self.self_play:
            self._show_ends(self.sides, arena.results[:, DECIDER] == 0)

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
            ValueError: ``actions`` are not integers [num_envs].
            ResetNeeded: no battle has begun.
        """
        check_begun(bool(self._randoms))
        arena = self._arena
        illegal = self._illegal(actions := np.asarray(actions))
        acted = np.where(self.sides == NOBODY, arena.results[:, SIDE], self.sides)
        waiting = (arena.results[:, DECIDER] > 0) & ~illegal
        arena.numbers[:, 0] = np.where(waiting, actions, -1)
        arena.drive(Op.STEP)
        self._play_others(self._rows[~illegal] if illegal.any() else self._rows)
        earned = arena.worths - self._worths
        earned[illegal] = 1.0 / (len(self._encounter.sides) - 1)
        earned[illegal, acted[illegal]] = -1.0
        rewards = earned[self._rows, acted]
        self._worths[:] = arena.worths
        self._lengths += 1
        failed = arena.results[:, ERROR] > 0
        decided = (arena.results[:, DECIDER] == 0) & ~failed
        cut_off = failed | (decided & self._out_of_time(decided))
        if self.max_episode_steps is not None:
            cut_off |= ~decided & (self._lengths >= self.max_episode_steps)
        over, truncated = decided | illegal | cut_off, cut_off & ~illegal
        info: dict[str, Any] = {}
        if over.any():
            info = self._ends(over, illegal, acted, failed)
            self._begin(self._rows[over])
        if self.self_play:
            info["rewards"] = earned[:, : len(self._encounter.sides)]
        return arena.observations.copy(), rewards, over & ~truncated, truncated, self._info(info)

    def _ends(
        self, over: np.ndarray, illegal: np.ndarray, acted: np.ndarray, failed: np.ndarray
    ) -> dict[str, Any]:
        """Return what ``info`` says of the battles that are over; all are bool [num_envs] but
        ``acted``, the side that each is seen by."""
        names = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over).tolist():
            loser = int(acted[row]) if illegal[row] else None
            won = int(self._arena.results[row, WINNER])
            names[row] = winner_name(self._encounter.sides, won, loser)
        self._show_ends(acted, over & ~failed)
        self.failures += int(failed.sum())
        info: dict[str, Any] = {
            "final_obs": self._arena.observations.copy(),
            "_final_obs": over.copy(),
            "final_info": {"winner": names, "_winner": over.copy()},
            "_final_info": over.copy(),
        }
        if illegal.any():
            info["illegal_action"] = illegal
        return info

    def _show_ends(self, sides: np.ndarray, over: np.ndarray) -> None:
        """Write what a side of each battle, int [num_envs], sees of those that are over."""
        for row in np.flatnonzero(over).tolist():
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


def check_batch_options(
    num_envs: int, render_mode: str | None, max_episode_steps: int | None
) -> None:
    """See to it that a batch can be made so.

    Raises:
        ValueError: it cannot.
    """
    if num_envs < 1:
        raise ValueError(f"num_envs: found {num_envs}, expected at least 1")
    if render_mode is not None:
        raise ValueError(
            f"render_mode: found {render_mode!r}, expected None: a batch is not drawn; "
            f"make one battle, with gymnasium.make"
        )
    if max_episode_steps is not None and max_episode_steps < 1:
        raise ValueError(f"max_episode_steps: found {max_episode_steps}, expected at least 1")


def runs_of(rows: np.ndarray) -> list[tuple[int, int]]:
    """Return runs of adjacent rows as (first, last + 1).

    >>> runs_of(np.array([0, 1, 2, 5, 7, 8]))
    [(0, 3), (5, 6), (7, 9)]
    """
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) != 1) + 1
    return [(int(run[0]), int(run[-1]) + 1) for run in np.split(rows, breaks)]
