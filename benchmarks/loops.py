"""The loops that are timed: random legal play with mask and observation, through each door."""

import numpy as np

from benchmarks.measure import Work
from benchmarks.sets import Case
from dnd_env import combat_v0
from dnd_env.envs.arena import DECIDER, Arena
from dnd_env.envs.encounters import layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.vector import VectorCombatEnv

BATTLES = 16
MANY = 1_000_000


def compiled(case: Case) -> Work:
    """Whole battles in the compiled loop; each decision has its mask and observation written."""
    encounter = case.compile()
    arena = Arena(encounter, BATTLES, layout_of(encounter))
    seeds = iter(range(10**9))

    def work() -> int:
        for row in range(BATTLES):
            arena.set_out(row, next(seeds))
        arena.drive(Op.BEGIN)
        arena.numbers[:, 0], arena.numbers[:, 1] = arena.dice_seeds(0, BATTLES), -1
        arena.drive(Op.RANDOM, limit=MANY)
        return int(arena.records_field("decisions").sum())

    return work


def lengths(case: Case) -> dict[str, float]:
    """Decisions a turn and a battle, in random legal play."""
    encounter = case.compile()
    arena = Arena(encounter, BATTLES, layout_of(encounter), observe=False)
    turns = 0
    for row in range(BATTLES):
        arena.set_out(row, row)
    arena.drive(Op.BEGIN)
    arena.numbers[:, 0], arena.numbers[:, 1] = arena.dice_seeds(0, BATTLES), -1
    before = arena.records_field("turn").copy()
    while (arena.results[:, DECIDER] > 0).any():
        arena.drive(Op.RANDOM, limit=1)
        now = arena.records_field("turn").copy()
        turns += int((now != before).sum())
        before = now
    decisions = int(arena.records_field("decisions").sum())
    return {"decisions a turn": decisions / turns, "decisions a battle": decisions / BATTLES}


def vector(case: Case, count: int = 64, steps: int = 30) -> Work:
    """The vector environment in self-play: every decision is the caller's."""
    environment = VectorCombatEnv(
        count, case.encounter, self_play=True, rules=case.rules, level=case.level, **case.options
    )
    _, info = environment.reset(seed=1)
    random = np.random.default_rng(1)
    box = [info["action_mask"]]

    def work() -> int:
        for _ in range(steps):
            noise = random.random(box[0].shape, np.float32)
            actions = np.where(box[0], noise, -1).argmax(axis=1)
            box[0] = environment.step(actions)[4]["action_mask"]
        return steps * count

    return work


def aec(case: Case, wrapped: bool, steps: int = 1000) -> Work:
    """PettingZoo's loop: ``last()``, choose, ``step()``."""
    make = combat_v0.env if wrapped else combat_v0.raw_env
    environment = make(case.encounter, rules=case.rules, level=case.level, **case.options)
    return pettingzoo_loop(environment, steps)


def pettingzoo_loop(environment: object, steps: int) -> Work:
    """The same loop for any masked AEC environment."""
    random = np.random.default_rng(1)
    env: object = environment
    env.reset(seed=1)  # type: ignore[attr-defined]

    def work() -> int:
        done = 0
        while done < steps:
            observation, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
            if terminated or truncated:
                env.reset()  # type: ignore[attr-defined]
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(random.random() * len(legal))]))  # type: ignore[attr-defined]
            done += 1
        return done

    return work


def connect_four(wrapped: bool) -> Work:
    from pettingzoo.classic import connect_four_v3

    return pettingzoo_loop(connect_four_v3.env() if wrapped else connect_four_v3.raw_env(), 1000)


def chess(wrapped: bool) -> Work:
    from pettingzoo.classic import chess_v6

    return pettingzoo_loop(chess_v6.env() if wrapped else chess_v6.raw_env(), 100)


def greedy_battles(encounter: str, rules: str, level: int) -> Work:
    """Whole battles, greedy against greedy, compiled."""
    from agents.scripted.greedy import Greedy

    compiled_encounter = Case("", encounter, level, rules, False).compile()
    arena = Arena(compiled_encounter, BATTLES, layout_of(compiled_encounter), observe=False)
    seeds, agent = iter(range(10**9)), Greedy()

    def work() -> int:
        for row in range(BATTLES):
            arena.set_out(row, next(seeds))
        arena.drive(Op.BEGIN)
        agent.play(arena, 0, BATTLES)
        assert not arena.results[:, DECIDER].any()
        return BATTLES

    return work
