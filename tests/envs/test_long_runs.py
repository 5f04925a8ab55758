"""Long runs: no illegal action, no error, no memory that grows."""

import resource
import sys
from typing import Any

import numpy as np
import pytest

from agents.base import find_agent
from agents.evaluation.games import move
from dnd_env import combat_v0
from dnd_env.core.jit import PURE
from dnd_env.encounter import load
from dnd_env.envs.arena import DECIDER, ERROR, WINNER, Arena
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.envs.vector import VectorCombatEnv

from .playing import RULES, play_out

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PURE, reason="long runs are run compiled")]
DECISIONS = 350_000
BATCH = 64


@pytest.mark.case("B160")
def test_no_mask_lets_anything_illegal_through():
    """
    350,000 random decisions over all shipped encounters, both editions and action sets, fog and
    not: every action drawn from a mask is taken, no mask is empty, no battle ends in error.
    """
    settings = [
        (name, rules, actions)
        for name in load.names()
        for rules in RULES
        for actions in ("full", "compact")
    ]
    made, opponent = 0, find_agent("random")
    for number, (name, rules, actions) in enumerate(settings):
        options: Any = {"rules": rules, "actions": actions}
        options["visibility"] = ("full", "fog")[number % 2]
        level = load.load(name).levels[number % 3] if load.load(name).levels else None
        env = VectorCombatEnv(BATCH, name, self_play=True, level=level, **options)
        _, info = env.reset(seed=number)
        for _ in range(DECISIONS // len(settings) // BATCH + 1):
            masks = info["action_mask"]
            assert masks.any(axis=1).all()
            *_, info = env.step(opponent.act(info["action_mask"], masks))
            made += BATCH
        assert env.failures == 0, (name, rules, actions)
    assert made >= DECISIONS


@pytest.mark.case("B169")
@pytest.mark.parametrize("rules", RULES)
def test_scripted_and_random_agents_finish_their_games(rules: str):
    """
    Greedy against random and greedy against greedy, 200 games over all shipped encounters: each
    ends, without an error, and greedy's choices are legal one by one.
    """
    agents = {"greedy": find_agent("greedy"), "random": find_agent("random")}
    games = 0
    for name in load.names():
        encounter = compile_encounter(name, rules, None, {})
        for pair in (("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")):
            arena = Arena(encounter, 4, layout_of(encounter))
            for row in range(4):
                arena.begin(row, games + row)
            while (arena.results[:, DECIDER] > 0).any():
                for side, agent in enumerate(pair):
                    move(arena, side, Choosing(agents[agent]))
            assert not arena.results[:, ERROR].any()
            assert arena.results[:, WINNER].all()
            games += 4
    assert games >= 100


class Choosing:
    """An agent asked for each single choice, which is then held against the mask."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        if hasattr(agent, "choose"):
            self.choose = agent.choose

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        return self.agent.act(observations, action_masks)  # type: ignore[no-any-return]


@pytest.mark.case("B166")
@pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux tells it")
def test_memory_stays_flat_over_two_thousand_episodes():
    """
    After the first 200 episodes of each shell the most memory used grows by less than 5% in 2,000.
    """
    env = combat_v0.raw_env("duel", max_rounds=8)
    many = VectorCombatEnv(16, "duel", max_rounds=8)
    opponent = find_agent("random")

    def episodes(count: int) -> None:
        ended = 0
        for seed in range(count // 4):
            play_out(env, seed)
            ended += 1
        _, info = many.reset(seed=1)
        while ended < count:
            masks = info["action_mask"]
            _, _, terminated, truncated, info = many.step(opponent.act(masks, masks))
            ended += int((terminated | truncated).sum())

    episodes(200)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    episodes(2000)

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1.05 * before
