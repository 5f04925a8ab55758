"""The vector environments: autoreset, masks, opponents, self-play, battles apart."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from dnd_env.core.errors import IllegalActionError
from dnd_env.core.limits import MAX_CREATURES, MAX_ONGOING
from dnd_env.core.state import STATE
from dnd_env.core.terms import Verb
from dnd_env.envs.registry import GYMNASIUM_ID
from dnd_env.envs.sb3 import Sb3VecEnv
from dnd_env.envs.vector import VectorCombatEnv

from .playing import RULES, small

DUEL = small("A . T / . . .", A="fighter:1", T="goblin")


class ByRow:
    """Plays at random, each battle by a generator of its own, whatever is beside it."""

    def __init__(self, count: int) -> None:
        self.randoms = [np.random.default_rng(row) for row in range(count)]

    def act(self, masks: np.ndarray) -> np.ndarray:
        rows = zip(self.randoms, masks, strict=True)
        return np.array([random.choice(np.flatnonzero(mask)) for random, mask in rows])


class Recorder:
    """Passes on to random play, and notes with how many battles it was asked."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        self.calls.append(len(observations))
        return action_masks.argmax(axis=1)


def test_it_is_made_by_make_vec():
    """
    ``gymnasium.make_vec`` with the vector entry point; it declares SAME_STEP autoreset, and its
    spaces are batches of the single ones.
    """
    env = gymnasium.make_vec(
        GYMNASIUM_ID, num_envs=5, vectorization_mode="vector_entry_point", encounter="duel"
    )

    seen, info = env.reset(seed=1)

    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.num_envs == 5
    assert env.observation_space.contains(seen)
    assert seen.dtype == np.float32 and seen.shape == (5, *env.single_observation_space.shape)
    assert info["action_mask"].dtype == np.int8
    assert info["action_mask"].shape == (5, env.single_action_space.n)
    env.close()


@pytest.mark.parametrize("rules", RULES)
def test_a_battle_that_ends_begins_anew_in_the_same_step(rules: str):
    """
    The observation returned is the new battle's, the last one of the old is in ``final_obs``, its
    winner in ``final_info``; rewards of a battle add up to 1 or -1.
    """
    env = VectorCombatEnv(16, DUEL | {"rules": rules}, opponent="random")
    player, returns, ended = ByRow(16), np.zeros(16), 0
    _, info = env.reset(seed=3)
    for _ in range(300):
        seen, rewards, terminated, truncated, info = env.step(player.act(info["action_mask"]))
        returns += rewards
        over = terminated | truncated
        assert env.observation_space.contains(seen)
        assert (info["action_mask"].sum(axis=1) > 0).all()
        assert rewards[~over].tolist() == [0.0] * int((~over).sum())
        if not over.any():
            assert "final_obs" not in info
            continue
        assert np.array_equal(info["_final_obs"], over)
        winners = info["final_info"]["winner"][over]
        worth = {"side_0": 1.0, "side_1": -1.0, None: 0.0}
        assert np.array_equal(info["_final_info"], over)
        assert returns[over].tolist() == [worth[name] for name in winners]
        assert not np.array_equal(info["final_obs"][over], seen[over])
        returns[over], ended = 0, ended + int(over.sum())
    assert ended > 30


def test_battle_i_is_the_same_whatever_the_number_of_battles():
    """
    The first three of seven battles are, step by step, the three of three.
    """
    few, many = VectorCombatEnv(3, DUEL), VectorCombatEnv(7, DUEL)
    players = ByRow(3), ByRow(7)
    infos = [env.reset(seed=11)[1] for env in (few, many)]
    for _ in range(200):
        results = [
            env.step(player.act(info["action_mask"]))
            for env, player, info in zip((few, many), players, infos, strict=True)
        ]
        infos = [result[4] for result in results]
        for part in range(4):
            assert np.array_equal(results[0][part], results[1][part][:3])
        assert np.array_equal(few.arena.raw, many.arena.raw[:3])


def test_a_seed_repeats_and_none_goes_on():
    """
    The same seed gives the same battles again; without one the next are others.
    """
    env = VectorCombatEnv(4, "duel")
    first, _ = env.reset(seed=5)
    second, _ = env.reset()
    again, _ = env.reset(seed=5)
    zero, _ = env.reset(seed=0)

    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, zero)


@pytest.mark.parametrize("kind", ["act", "choose"])
def test_opponents_are_asked_in_groups(kind: str):
    """
    An opponent in Python is called once for all battles that wait for it, not once for each.
    """

    class Chooser(Recorder):
        def choose(self, arena: Any, rows: np.ndarray) -> np.ndarray:
            return self.act(rows, arena.masks[rows])

    recorder = Recorder() if kind == "act" else Chooser()
    env = VectorCombatEnv(32, "duel", opponent=recorder)
    env.reset(seed=1)
    for _ in range(20):
        env.step(np.zeros(32, int))

    assert max(recorder.calls) > 16
    assert np.mean(recorder.calls) > 8


def test_an_opponent_that_plays_illegally_is_named():
    """
    The error says whose choice it was, and no battle has moved.
    """

    class Cheat:
        def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
            return np.full(len(observations), action_masks.shape[1] - 1)

    env = VectorCombatEnv(4, "duel", opponent=Cheat())

    with pytest.raises(IllegalActionError, match="opponent of side 1"):
        env.reset(seed=2)
        for _ in range(20):
            env.step(np.zeros(4, int))


def test_an_illegal_action_raises_before_any_battle_moves():
    """
    One bad action in eight: the error names its row, and all eight battles are as they were.
    """
    env = VectorCombatEnv(8, "duel")
    _, info = env.reset(seed=1)
    actions = np.zeros(8, int)
    actions[5] = int(np.flatnonzero(info["action_mask"][5] == 0)[0])
    before = env.arena.raw.tobytes()

    with pytest.raises(IllegalActionError, match="row 5"):
        env.step(actions)

    assert env.arena.raw.tobytes() == before
    for wrong in (-1, 10_000):
        actions[5] = wrong
        with pytest.raises(IllegalActionError):
            env.step(actions)
    assert env.arena.raw.tobytes() == before


def test_an_illegal_action_may_lose_that_battle_only():
    """
    With ``on_illegal="lose"`` its battle ends with -1 and begins anew; the others go on.
    """
    env = VectorCombatEnv(4, "duel", on_illegal="lose")
    _, info = env.reset(seed=1)
    actions = np.zeros(4, int)
    actions[2] = int(np.flatnonzero(info["action_mask"][2] == 0)[0])

    _, rewards, terminated, _, info = env.step(actions)

    assert rewards.tolist() == [0, 0, -1, 0]
    assert terminated.tolist() == [False, False, True, False]
    assert info["illegal_action"].tolist() == [False, False, True, False]
    assert (env.arena.results[:, 0] > 0).all()


def test_an_illegal_action_in_self_play_costs_the_side_that_acted():
    """
    ``info["rewards"]`` has the loss of the side that acted and the gain of the other, which
    ``final_info`` names.
    """
    env = VectorCombatEnv(4, "duel", self_play=True, on_illegal="lose")
    _, info = env.reset(seed=1)
    acting = int(info["agent"][2])

    _, rewards, terminated, _, info = env.step(np.array([0, 0, -1, 0]))

    assert info["rewards"][2, acting] == rewards[2] == -1
    assert info["rewards"][2].sum() == 0
    assert info["final_info"]["winner"][2] == ["party", "monsters"][1 - acting]
    assert terminated.tolist() == [False, False, True, False]


def test_self_play_tells_who_decides_and_pays_every_side():
    """
    ``info["agent"]`` is the side that decides next; ``info["rewards"]`` has what each side has just
    earned, zero-sum; the reward returned is that of the side that acted.
    """
    env = VectorCombatEnv(8, "mirror_match", self_play=True, reward="shaped")
    player = ByRow(8)
    _, info = env.reset(seed=1)
    totals, deciders = np.zeros((8, 2)), set()
    for _ in range(400):
        acting = info["agent"]
        deciders |= set(acting.tolist())
        _, rewards, terminated, truncated, info = env.step(player.act(info["action_mask"]))
        assert np.array_equal(rewards, info["rewards"][np.arange(8), acting])
        assert info["rewards"].sum(axis=1) == pytest.approx(0)
        totals += info["rewards"]
        over = terminated | truncated
        for row in np.flatnonzero(over).tolist():
            winner = info["final_info"]["winner"][row]
            expected = {"red": [1, -1], "blue": [-1, 1], None: [0, 0]}[winner]
            assert totals[row] == pytest.approx(expected)
        totals[over] = 0
    assert deciders == {0, 1}


def test_sides_may_alternate_between_battles():
    """
    ``side="alternate"``: the learner is side 0 in even battles, side 1 in odd ones.
    """
    env = VectorCombatEnv(6, "mirror_match", side="alternate")
    _, info = env.reset(seed=1)
    player = ByRow(6)
    for _ in range(60):
        assert env.arena.results[:, 1].tolist() == [0, 1, 0, 1, 0, 1]
        *_, info = env.step(player.act(info["action_mask"]))


@pytest.mark.parametrize("side", [0, 1])
def test_the_last_observation_is_the_learners(side: int):
    """
    ``final_obs`` is seen through the eyes of the learner's side, whoever decided last.
    """
    env = VectorCombatEnv(8, DUEL, side=side)
    own = env.arena.layout.observation_pieces["creatures"][0]
    player = ByRow(8)
    _, info = env.reset(seed=1)
    seen = 0
    for _ in range(150):
        *_, info = env.step(player.act(info["action_mask"]))
        for row in np.flatnonzero(info.get("_final_obs", [])).tolist():
            creatures = info["final_obs"][row][own].reshape(2, -1)
            assert creatures[side, 2] == 1  # it is the viewer
            seen += 1
    assert seen > 10


def test_who_loses_before_the_first_decision_is_told_so():
    """
    A battle that the opponent wins before the learner has decided anything is no episode without
    a reward: it takes one ``pass``, and that earns -1.
    """

    class Striker:
        def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
            return np.array([np.flatnonzero(mask)[-1] for mask in action_masks])

    fight = small("A T", A="fighter:1 hp=1", T="orc hp=15")
    env = VectorCombatEnv(24, fight, opponent=Striker())
    env.reset(seed=41)
    lost = env.arena.results[:, 2] == 2
    assert lost.any()
    assert (env.action_masks()[lost].sum(axis=1) == 1).all()

    _, rewards, terminated, _, _ = env.step(np.zeros(24, int))

    assert set(rewards[lost].tolist()) == {-1.0}
    assert terminated[lost].all()


def test_a_battle_that_outgrows_a_capacity_is_truncated_and_counted():
    """
    In a batch it does not stop the others: it is cut off, earns nothing, and ``failures`` tells.
    """
    env = VectorCombatEnv(4, small("A . . . T", A="fighter:1", T="goblin"), self_play=True)
    env.reset(seed=1)
    dodge = env.arena.layout.offsets["verbs"] + Verb.DODGE - 1
    rows = env.arena.raw.view(STATE)["ongoing"][2, 0]
    rows["effect"], rows["source"], rows["target"] = 1, MAX_CREATURES, MAX_CREATURES
    env.arena.raw.view(STATE)["ongoing_count"][2, 0] = MAX_ONGOING

    _, rewards, terminated, truncated, _ = env.step(np.full(4, dodge))

    assert truncated.tolist() == [False, False, True, False]
    assert not terminated.any() and not rewards.any()
    assert env.failures == 1
    assert (env.arena.results[:, 0] > 0).all()


def test_no_battles_are_refused():
    with pytest.raises(ValueError, match="num_envs: found 0"):
        VectorCombatEnv(0)


def test_stable_baselines_own_vector_environment():
    """
    ``Sb3VecEnv`` gives masks by attribute and by method, last observations, lengths and returns.
    """
    env = Sb3VecEnv(6, seed=2, encounter=DUEL)
    player = ByRow(6)
    seen = env.reset()
    assert seen.shape == (6, *env.observation_space.shape)
    ends = 0
    for _ in range(120):
        masks = env.action_masks()
        assert masks.dtype == bool and masks.shape == (6, env.action_space.n)
        assert np.array_equal(np.stack(env.env_method("action_masks")), masks)
        seen, rewards, dones, infos = env.step(player.act(masks))
        assert rewards.dtype == np.float32
        for row in np.flatnonzero(dones).tolist():
            ends += 1
            assert env.observation_space.contains(infos[row]["terminal_observation"])
            assert infos[row]["episode"]["l"] > 0
            assert infos[row]["episode"]["r"] in (-1, 0, 1)
            assert not infos[row]["TimeLimit.truncated"] or infos[row]["episode"]["r"] == 0
    assert ends > 3
    assert env.get_attr("num_envs") == [6] * 6
    env.close()


@pytest.mark.case("B163")
def test_sampling_with_the_mask_keeps_its_dtype():
    """
    Gymnasium's ``Discrete.sample`` takes the mask as it is given, in ``info`` of every shell.
    """
    env = VectorCombatEnv(3, "duel")
    _, info = env.reset(seed=1)
    for _ in range(50):
        actions = [env.single_action_space.sample(mask) for mask in info["action_mask"]]
        *_, info = env.step(np.array(actions))
