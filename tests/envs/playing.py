"""Playing through the shells in tests: random legal play, small fights, digests of battles."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dnd_env.encounter import notation
from dnd_env.envs.aec import CombatEnv
from dnd_env.envs.arena import DECIDER, Arena

ENCOUNTERS = ("duel", "mirror_match", "goblin_ambush")
RULES = ("2014", "2024")
SEATS = ("creature", "table", "side")


def small(text: str, rules: str = "2014", **pieces: str) -> dict[str, Any]:
    """Return the encounter of a one-line position (``dnd_env.encounter.notation``)."""
    return notation.to_mapping(notation.parse(text, **pieces)) | {"rules": rules}


def draw(mask: np.ndarray, random: np.random.Generator) -> int:
    """Draw a legal action."""
    return int(random.choice(np.flatnonzero(mask)))


def play(
    env: Any, seed: int, each: Callable[[str], None] | None = None, limit: int = 100_000
) -> Iterator[tuple[str, int]]:
    """Play a battle of a PettingZoo environment at random; give each agent and action played.

    Args:
        env: the environment; it is reset.
        seed: of the battle and of the player.
        each: is called before each decision with the agent that decides.
        limit: at most so many decisions.
    """
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(limit):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        if each is not None:
            each(agent)
        action = draw(env.infos[agent]["action_mask"], random)
        env.step(action)
        yield agent, action


def play_out(env: Any, seed: int) -> int:
    """Play a battle to its end at random; return how many decisions it took."""
    return sum(1 for _ in play(env, seed))


def raw(env: Any) -> CombatEnv:
    """Return the environment itself, below its wrappers."""
    return env.unwrapped  # type: ignore[no-any-return]


def digest(arena: Arena) -> str:
    """Hash the battles of an arena with their masks and observations."""
    found = hashlib.sha256(arena.raw.tobytes() + arena.masks.tobytes())
    found.update(arena.observations.tobytes())
    return found.hexdigest()


def drain(env: Any) -> dict[str, float]:
    """Step ended agents until none is left; return what ``last`` told each of them."""
    told = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)
        assert terminated or truncated
        told[agent] = reward
        env.step(None)
    return told


def over(arena: Arena) -> bool:
    """Have all battles of an arena ended?"""
    return not (arena.results[:, DECIDER] > 0).any()
