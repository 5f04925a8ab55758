"""The same battle everywhere: in another process, pickled in the middle, copied."""

import copy
import json
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from dnd_env import Battle, combat_v0
from dnd_env.envs.single_agent import SingleAgentEnv
from dnd_env.envs.vector import VectorCombatEnv

from .playing import digest, draw, play

SEEDS = (0, 1)
PLAYED = [("duel", "2014"), ("mirror_match", "2024"), ("goblin_ambush", "2014")]


def fingerprints() -> list[str]:
    """Hash the states, masks and observations of some battles, decision by decision."""
    found = []
    for encounter, rules in PLAYED:
        env = combat_v0.raw_env(encounter, rules=rules, level=5)
        for seed in SEEDS:
            hashes = [digest(env.arena) for _ in play(env, seed, limit=150)]
            found.append("".join(each[:4] for each in hashes))
    return found


def test_another_process_plays_the_same_battles():
    """
    States, masks and observations at each of some hundred decisions are the same bytes in a fresh
    process, whose hashes of strings differ.
    """
    program = (
        "import json; from tests.envs.test_determinism import fingerprints;"
        "print(json.dumps(fingerprints()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout.splitlines()[-1]) == fingerprints()


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
@pytest.mark.parametrize("form", ["dict", "vector"])
@pytest.mark.parametrize("wrapped", [True, False])
def test_a_pickled_environment_goes_on_with_the_same_battle(way: str, form: Any, wrapped: bool):
    """
    In the middle of a battle: the copy has the same agents, masks, rewards and observations, plays
    on as the original does, and neither disturbs the other.
    """
    make = combat_v0.env if wrapped else combat_v0.raw_env
    env = make("mirror_match", observation=form, reward="shaped")
    for _ in play(env, seed=5, limit=40):
        pass

    copied = copy_of(env, way)

    assert story(copied, seed=7) == story(env, seed=7)
    assert story(copied, seed=8, reset=3) == story(env, seed=8, reset=None, again=3)


def story(
    env: Any, seed: int, reset: int | None = None, again: int | None = None
) -> list[tuple[Any, ...]]:
    """Play on at random; return what an agent would be told at each step."""
    if reset is not None or again is not None:
        env.reset(seed=reset if reset is not None else again)
    random, told = np.random.default_rng(seed), []
    for _ in range(60):
        agent = env.agent_selection
        seen, reward, terminated, truncated, info = env.last()
        if isinstance(seen, dict):
            seen = seen["observation"]
        told.append((agent, seen.tobytes(), reward, terminated, truncated, info.get("creature")))
        if terminated or truncated:
            break
        env.step(draw(info["action_mask"], random))
    return told


def test_a_pickled_environment_that_has_ended_has_ended():
    """
    After the end, too: the copy's agents have ended, with the rewards that they had.
    """
    env = combat_v0.raw_env("duel", max_rounds=2)
    for _ in play(env, seed=1):
        pass

    copied = pickle.loads(pickle.dumps(env))

    assert copied.terminations == env.terminations and copied.truncations == env.truncations
    assert copied._cumulative_rewards == env._cumulative_rewards
    copied.step(None)
    assert len(copied.agents) == len(env.agents) - 1


def test_a_pickle_before_the_first_reset_is_an_environment_too():
    env = pickle.loads(pickle.dumps(combat_v0.raw_env("duel")))
    env.reset(seed=1)
    assert env.agents == ["creature_0", "creature_1"]


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
def test_the_other_shells_can_be_pickled_in_the_middle_too(way: str):
    """
    One side's environment, the vector environment and ``Battle``: copied, they go on alike.
    """
    one = SingleAgentEnv("duel", max_rounds=20)
    many = VectorCombatEnv(4, "duel")
    battle = Battle("duel", seed=3)
    one.reset(seed=1)
    many.reset(seed=1)
    for _ in range(3):
        battle.step(battle.legal_actions()[0])

    copies = copy_of(one, way), copy_of(many, way), copy_of(battle, way)

    for _ in range(5):
        first, each = int(one.action_masks().argmax()), many.action_masks().argmax(axis=1)
        assert np.array_equal(one.step(first)[0], copies[0].step(first)[0])
        assert np.array_equal(many.step(each)[0], copies[1].step(each)[0])
        said = battle.legal_actions()[0]
        battle.step(said)
        copies[2].step(said)
        assert battle.arena.raw.tobytes() == copies[2].arena.raw.tobytes()
    copies[2].undo()
    assert battle.arena.raw.tobytes() != copies[2].arena.raw.tobytes()


def copy_of(thing: Any, way: str) -> Any:
    return pickle.loads(pickle.dumps(thing)) if way == "pickle" else copy.deepcopy(thing)
