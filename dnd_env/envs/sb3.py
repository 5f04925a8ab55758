"""A Stable-Baselines3 ``VecEnv`` over a batch of battles, with action masks for sb3-contrib."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from dnd_env.envs.checks import check_reset_options
from dnd_env.envs.vector import VectorCombatEnv


class Sb3VecEnv(VecEnv):
    """Battles for ``MaskablePPO``: ``Sb3VecEnv(128, encounter="mirror_match", opponent="random")``.

    Args:
        num_envs: how many battles.
        seed: s: battle i has the seed s + i; None: at random.
        **options: as for ``VectorCombatEnv``.

    At a battle's end ``infos[i]["winner"]`` is the name of the side that has won, or None.
    """

    def __init__(self, num_envs: int, seed: int | None = 0, **options: Any) -> None:
        self.battles = VectorCombatEnv(num_envs, **options)
        super().__init__(
            num_envs, self.battles.single_observation_space, self.battles.single_action_space
        )
        self._next_seed: int | None = seed
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions, bool [num_envs, n]."""
        return self.battles.action_masks()

    def reset(self) -> np.ndarray:
        for options in self._options:
            check_reset_options(options)
        observations, _ = self.battles.reset(seed=self._next_seed)
        self._next_seed = None
        self._returns[:], self._lengths[:] = 0, 0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, terminated, truncated, info = self.battles.step(self._actions)
        done = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(done).tolist():
            infos[row] = {
                "terminal_observation": info["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
                "episode": {"r": float(self._returns[row]), "l": int(self._lengths[row])},
                "winner": info["final_info"]["winner"][row],
            }
        self._returns[done], self._lengths[done] = 0, 0
        return observations, rewards.astype(np.float32), done, infos

    def close(self) -> None:
        self.battles.close()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        self._next_seed = seed
        return [None if seed is None else seed + row for row in range(self.num_envs)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        value = getattr(self.battles, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        setattr(self.battles, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method of the battles; ``action_masks`` gives each battle its own row."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in self._get_indices(indices)]
        result = getattr(self.battles, method_name)(*args, **kwargs)
        return [result for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
