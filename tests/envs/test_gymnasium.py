"""The Gymnasium environment before both ``check_env``, and what a learner may rely on."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3

from dnd_env.core.errors import DndEnvError, EncounterError, IllegalActionError
from dnd_env.envs.registry import GYMNASIUM_ID
from dnd_env.envs.single_agent import SingleAgentEnv

from .playing import ENCOUNTERS, RULES, draw, small

ONE_BLOW = small("A T", A="fighter:1 hp=1", T="orc hp=15")  # has a fighter of one hit point


def play(env: Any, seed: int, random_seed: int = 0) -> list[float]:
    """Play an episode at random and return its rewards."""
    random = np.random.default_rng(random_seed)
    env.reset(seed=seed)
    rewards = []
    while True:
        _, reward, terminated, truncated, _ = env.step(draw(env.unwrapped.action_masks(), random))
        rewards.append(reward)
        if terminated or truncated:
            return rewards


@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("form", ["vector", "dict", "structured"])
def test_gymnasium_finds_no_fault(encounter: str, rules: str, form: str):
    """
    Gymnasium's ``check_env`` passes without a warning; it plays what is not legal, and loses by it.
    """
    env = SingleAgentEnv(encounter, rules=rules, observation=form, on_illegal="lose")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("rules", RULES)
def test_stable_baselines_finds_no_fault(encounter: str, rules: str):
    """
    SB3's ``check_env`` passes without a warning.
    """
    env = SingleAgentEnv(encounter, rules=rules, on_illegal="lose")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env_for_sb3(env, warn=True)


@pytest.mark.parametrize("side", [0, 1, "party", "monsters"])
def test_it_is_made_by_name_for_either_side(side: int | str):
    """
    ``gymnasium.make`` takes the options as keyword arguments; the mask is found through its
    wrappers by ``get_wrapper_attr``, as sb3-contrib does, and is the same as in ``info``.
    """
    env = gymnasium.make(GYMNASIUM_ID, encounter="duel", opponent="random", side=side)
    random = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == bool
        assert np.array_equal(masks, info["action_mask"])
        assert info["action_mask"].dtype == np.int8
        assert env.observation_space.contains(seen)
        seen, _, terminated, truncated, info = env.step(draw(masks, random))
        over = terminated or truncated

    assert env.observation_space.contains(seen)
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]
    assert info["winner"] in ("party", "monsters", None)


@pytest.mark.case("B155")
def test_every_wrapper_of_observations_works():
    """
    Whoever wants a flat Box has it from the start (``vector``); the dict form goes through
    Gymnasium's own flattening, and the mask is in ``info`` in either.
    """
    plain = gymnasium.make(GYMNASIUM_ID, encounter="duel")
    rich = gymnasium.make(GYMNASIUM_ID, encounter="duel", observation="dict")
    flat = gymnasium.wrappers.FlattenObservation(rich)

    for env in (plain, flat):
        seen, info = env.reset(seed=1)
        assert isinstance(env.observation_space, gymnasium.spaces.Box)
        assert env.observation_space.contains(seen)
        assert info["action_mask"].any()
    count = plain.action_space.n
    assert flat.observation_space.shape[0] == plain.observation_space.shape[0] + count
    assert np.array_equal(flat.reset(seed=1)[0][-count:], info["action_mask"]) or np.array_equal(
        flat.reset(seed=1)[0][:count], info["action_mask"]
    )


def test_the_learner_decides_for_its_side_only():
    """
    Whenever the environment waits, a creature of the learner's side decides.
    """
    for side in (0, 1):
        env = SingleAgentEnv("mirror_match", side=side)
        names = env.arena.encounter.names
        random = np.random.default_rng(side)
        _, info = env.reset(seed=side)
        while "creature" in info:
            assert env.arena.encounter.side_of[names.index(info["creature"])] == side
            *_, info = env.step(draw(env.action_masks(), random))


@pytest.mark.parametrize("reward", ["win", "win_hp", "shaped"])
def test_rewards_of_an_episode_add_up_to_its_outcome(reward: str):
    """
    What is earned in others' turns is the learner's too: the sum is 1, -1 or 0 (``win_hp``:
    between a half and one), whoever struck the last blow.
    """
    env = SingleAgentEnv("duel", reward=reward, max_rounds=30)
    outcomes = set()
    for seed in range(12):
        total = sum(play(env, seed, seed))
        winner = env.arena.records[0].winner
        outcomes.add(np.sign(round(total, 6)))
        assert (total > 1e-9) == (winner == 1) and (total < -1e-9) == (winner == 2)
        if reward == "win_hp":
            assert abs(total) < 1e-9 or 0.5 <= abs(total) <= 1
        else:
            assert total == pytest.approx({1: 1, 2: -1}.get(winner, 0))
    assert {1.0, -1.0} <= outcomes


def test_what_the_opponent_earns_is_told_at_the_learners_next_decision():
    """
    The blow that fells the learner's last creature falls in another's turn: the -1 of it comes
    with the learner's own last step.
    """
    rewards = [lose(seed) for seed in range(40)]

    assert {told[-1] for told in rewards if told} == {-1.0}
    assert all(set(told[:-1]) <= {0.0} for told in rewards)
    assert any(len(told) > 1 for told in rewards)


def test_who_loses_before_the_first_decision_is_told_so():
    """
    The opponent may win before the learner has decided anything: then only ``pass`` is legal, and
    it ends the episode with the -1 of it.
    """
    env = SingleAgentEnv(ONE_BLOW, opponent=Striker())
    for seed in range(60):
        _, info = env.reset(seed=seed)
        if env.arena.records[0].winner == 2:
            assert np.flatnonzero(info["action_mask"]).tolist() == [0]
            _, reward, terminated, truncated, _ = env.step(0)
            assert (reward, terminated, truncated) == (-1.0, True, False)
            return
    raise AssertionError("the orc never won at once")


def lose(seed: int) -> list[float]:
    """Return the rewards of an episode in which the learner only ends its turns; [] if it won."""
    env = SingleAgentEnv(ONE_BLOW, opponent=Striker())
    env.reset(seed=seed)
    rewards = []
    while True:
        _, reward, terminated, truncated, _ = env.step(0)
        rewards.append(reward)
        if terminated or truncated:
            return rewards if env.arena.records[0].winner == 2 else []


class Striker:
    """Attacks where it can; else ends its turn."""

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        return np.array([int(np.flatnonzero(mask)[-1]) for mask in action_masks])


@pytest.mark.case("B148")
def test_the_round_limit_truncates():
    """
    Cut off at the limit of rounds: truncated, not terminated, and nothing earned.
    """

    class Idler:
        def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
            return action_masks.argmax(axis=1)

    env = SingleAgentEnv("duel", opponent=Idler(), max_rounds=2)
    env.reset(seed=0)
    rewards, over = [], False
    while not over:
        _, reward, terminated, truncated, info = env.step(0)
        rewards.append(reward)
        over = terminated or truncated

    assert truncated and not terminated
    assert set(rewards) == {0.0}
    assert info["winner"] is None


def test_an_illegal_action_raises_and_changes_nothing():
    """
    The error tells the action, why, and what is legal; the battle is byte for byte as it was.
    """
    env = SingleAgentEnv("duel")
    env.reset(seed=1)
    before = env.arena.raw.tobytes()
    illegal = int(np.flatnonzero(~env.action_masks())[0])

    for action in (illegal, -1, env.action_space.n, 10**9):
        with pytest.raises(IllegalActionError) as caught:
            env.step(action)
        assert caught.value.action == action
        assert caught.value.legal == np.flatnonzero(env.action_masks()).tolist()
        assert caught.value.reason
    assert env.arena.raw.tobytes() == before


def test_an_illegal_action_may_lose_instead():
    """
    With ``on_illegal="lose"`` the episode ends with -1, and says which action it was.
    """
    env = SingleAgentEnv("duel", on_illegal="lose")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])

    _, reward, terminated, truncated, info = env.step(illegal)

    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == illegal
    assert info["winner"] == "monsters" and "creature" not in info
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]
    assert np.flatnonzero(env.action_masks()).tolist() == [0]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"encounter": "no_such_thing"}, "no_such_thing"),
        ({"side": 5}, "0 to 1"),
        ({"side": "goblins"}, "party"),
        ({"reward": "gold"}, "win_hp"),
        ({"observation": "picture"}, "structured"),
        ({"on_illegal": "shrug"}, "lose"),
        ({"actions": "some"}, "compact"),
        ({"layout": "wide"}, "standard"),
        ({"rules": "1999"}, "2014"),
        ({"no_such_option": 1}, "no_such_option"),
        ({"opponent": "no.such:thing"}, "no.such:thing"),
        ({"opponent": object()}, "act"),
        ({"visibility": "mist"}, "fog"),
        ({"level": 99}, "99"),
    ],
)
def test_a_wrong_option_is_a_named_error(options: dict[str, Any], expected: str):
    """
    The error is one of this package's, and names what was found or what was expected.
    """
    with pytest.raises(DndEnvError, match=expected) as caught:
        SingleAgentEnv(**{"encounter": "duel", **options})
    if "opponent" not in options:
        assert isinstance(caught.value, EncounterError)


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array", "svg"])
def test_every_render_mode_draws(mode: str, capsys: pytest.CaptureFixture[str]):
    """
    Text, a picture as uint8 [H, W, 3], or SVG; ``human`` prints and returns None.
    """
    env = SingleAgentEnv("duel", render_mode=mode)
    env.reset(seed=1)
    drawn = env.render()
    if mode == "rgb_array":
        assert drawn.dtype == np.uint8 and drawn.ndim == 3 and drawn.shape[2] == 3
    elif mode == "human":
        assert drawn is None
        assert len(capsys.readouterr().out.splitlines()) > 8
    else:
        assert isinstance(drawn, str) and len(drawn) > 200
    assert SingleAgentEnv("duel").render() is None
