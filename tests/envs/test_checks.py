"""What the shells refuse: actions of a wrong kind or number, calls out of order, options."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from dnd_env import combat_v0
from dnd_env.core.errors import DndEnvError, EncounterError, IllegalActionError
from dnd_env.envs.checks import whole_number
from dnd_env.envs.registry import GYMNASIUM_ID
from dnd_env.envs.sb3 import Sb3VecEnv
from dnd_env.envs.single_agent import SingleAgentEnv
from dnd_env.envs.vector import VectorCombatEnv


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (np.zeros(1, int), r"shape \(1,\), expected \(4,\)"),
        (np.zeros(3, int), r"shape \(3,\)"),
        (np.zeros(5, int), r"shape \(5,\)"),
        (np.zeros((1, 4), int), r"shape \(1, 4\)"),
        (np.zeros((4, 1), int), r"shape \(4, 1\)"),
        (0, r"shape \(\)"),
        (np.zeros(4), "float64"),
        (np.full(4, np.nan), "float64"),
        (np.zeros(4, bool), "bool"),
        (["0"] * 4, "<U1"),
    ],
)
@pytest.mark.parametrize("on_illegal", ["raise", "lose"])
def test_a_batch_takes_one_whole_number_a_battle(wrong: Any, expected: str, on_illegal: str):
    """
    The error says what was found and expected, and no battle has moved.
    """
    env = VectorCombatEnv(4, "duel", on_illegal=on_illegal)
    env.reset(seed=1)
    before = env.arena.raw.tobytes()

    with pytest.raises(ValueError, match=expected):
        env.step(wrong)

    assert env.arena.raw.tobytes() == before


def test_an_opponent_is_held_to_the_same():
    """
    One answer for all battles is no answer; the error says whose it was.
    """

    class Lazy:
        def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
            return np.zeros(1, int)

    env = VectorCombatEnv(4, "duel", opponent=Lazy())
    with pytest.raises(ValueError, match=r"opponent of side 1: found shape \(1,\)"):
        env.reset(seed=2)
        for _ in range(20):
            env.step(np.zeros(4, int))


def test_whole_numbers():
    """
    Ints of Python and of numpy, arrays without dimensions too; nothing that would be rounded.
    """
    for action in (3, np.int64(3), np.uint8(3), np.array(3)):
        assert whole_number(action) == 3
    for wrong in (3.0, 1.9, "3", True, np.True_, None, np.array(3.0), np.array([3]), [3]):
        assert whole_number(wrong) is None


@pytest.mark.parametrize("action", [1.9, "0", True, np.array([0]), None])
def test_what_would_have_to_be_rounded_is_illegal(action: Any):
    """
    Gymnasium's ``step`` neither cuts floats off nor reads words; what a policy of SB3 predicts, an
    array without dimensions, both shells take.
    """
    single, several = SingleAgentEnv("duel"), combat_v0.raw_env("duel")
    single.reset(seed=1)
    several.reset(seed=1)
    for env in (single, several):
        with pytest.raises(IllegalActionError, match="expected one whole number"):
            env.step(action)
        env.step(np.array(0))


def test_nothing_can_be_played_before_reset():
    """
    All shells say so, and the Gymnasium one after an end too.
    """
    for env in (SingleAgentEnv("duel"), combat_v0.raw_env("duel")):
        with pytest.raises(ResetNeeded, match="reset"):
            env.step(0)
    for batch in (VectorCombatEnv(2, "duel"), Sb3VecEnv(2, encounter="duel")):
        with pytest.raises(ResetNeeded, match="reset"):
            batch.step(np.zeros(2, int))

    env = SingleAgentEnv("duel", on_illegal="lose")
    env.reset(seed=1)
    env.step(-1)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)


def test_reset_has_no_options():
    """
    An option that would be ignored is an error that names it.
    """
    for env in (SingleAgentEnv("duel"), combat_v0.raw_env("duel"), VectorCombatEnv(2, "duel")):
        with pytest.raises(EncounterError, match="level"):
            env.reset(options={"level": 5})
    batch = Sb3VecEnv(2, encounter="duel")
    batch.set_options({"level": 5})
    with pytest.raises(EncounterError, match="level"):
        batch.reset()


@pytest.mark.parametrize(
    "options", [{"observation": "dict"}, {"render_mode": "ansi"}, {"max_episode_steps": 0}]
)
@pytest.mark.parametrize("kind", [VectorCombatEnv, Sb3VecEnv])
def test_what_a_batch_cannot_do_is_refused(options: dict[str, Any], kind: Any):
    """
    Observations in another form, pictures: the error names the option.
    """
    with pytest.raises((EncounterError, ValueError), match=next(iter(options))):
        kind(2, encounter="duel", **options)


def test_make_vec_may_limit_the_steps_of_an_episode():
    """
    ``max_episode_steps``: a battle is truncated after so many of the learner's actions.
    """
    env = gymnasium.make_vec(GYMNASIUM_ID, num_envs=3, encounter="duel", max_episode_steps=2)
    env.reset(seed=1)
    env.step(np.zeros(3, int))

    _, _, terminated, truncated, info = env.step(np.zeros(3, int))

    assert (terminated | truncated).all() and truncated.any()
    assert info["final_info"]["winner"][truncated].tolist() == [None] * int(truncated.sum())
    assert not env.step(np.zeros(3, int))[3].any()


def test_an_opponent_may_be_a_class():
    """
    One is made of a class; one that needs arguments is an error that says so.
    """

    class Idler:
        def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
            return action_masks.argmax(axis=1)

    class Needy(Idler):
        def __init__(self, depth: int) -> None:
            self.depth = depth

    SingleAgentEnv("duel", opponent=Idler).reset(seed=1)
    with pytest.raises(DndEnvError, match="Needy"):
        SingleAgentEnv("duel", opponent=Needy)
