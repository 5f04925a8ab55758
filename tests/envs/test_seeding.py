"""Seeds of the batch of battles, as Gymnasium's own vector environments take them."""

from typing import Any

import numpy as np
import pytest

from dnd_env.envs.sb3 import Sb3VecEnv
from dnd_env.envs.single_agent import SingleAgentEnv
from dnd_env.envs.vector import VectorCombatEnv

from .playing import small

THREE = small("A . B . C", A="fighter:1 side=0", B="goblin side=1", C="wolf side=2")


def battles(env: VectorCombatEnv) -> list[bytes]:
    return [row.tobytes() for row in env.arena.raw]


@pytest.mark.parametrize("seed", [5, np.int64(5), [5, 6, 7], np.array([5, 6, 7])])
def test_place_i_has_the_seed_s_plus_i(seed: Any):
    """
    A number, or one for each place: place i plays what the single environment plays.
    """
    env = VectorCombatEnv(3, "duel")
    env.reset(seed=seed)

    for place in range(3):
        single = SingleAgentEnv("duel")
        single.reset(seed=5 + place)
        assert single.arena.raw[0].tobytes() == env.arena.raw[place].tobytes()


def test_without_a_seed_no_two_are_alike():
    """
    Places differ from each other, and one environment from another.
    """
    found = []
    for _ in range(2):
        env = VectorCombatEnv(3, "duel")
        env.reset()
        found += battles(env)
    other = Sb3VecEnv(2, seed=None, encounter="duel")
    other.reset()
    assert len({*found, *battles(other.battles)}) == 8


def test_a_place_without_a_seed_goes_on_by_its_own():
    """
    ``None`` among the seeds leaves that place as it was seeded.
    """
    one, two = VectorCombatEnv(2, "duel"), VectorCombatEnv(2, "duel")
    for env in (one, two):
        env.reset(seed=3)
    one.reset(seed=[9, None])
    two.reset()

    assert battles(one)[1] == battles(two)[1]
    assert battles(one)[0] != battles(two)[0]


def test_too_few_seeds_are_an_error():
    with pytest.raises(ValueError, match="found 1 seeds, expected 3"):
        VectorCombatEnv(3, "duel").reset(seed=[4])


def test_three_sides_at_random_are_the_same_beside_any_others():
    """
    With two opponents at random too, battle i is the same whatever the number of battles, and the
    same again.
    """
    few, many = VectorCombatEnv(2, THREE), VectorCombatEnv(5, THREE)
    for env in (few, many):
        env.reset(seed=4)
        for _ in range(30):
            env.step(env.action_masks().argmax(axis=1))

    assert battles(few) == battles(many)[:2]
