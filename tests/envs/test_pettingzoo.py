"""The PettingZoo environment before PettingZoo's own checkers, and before stricter ones."""

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

import dnd_env
from dnd_env import combat_v0
from dnd_env.core.terms import Life
from dnd_env.envs.registry import PETTINGZOO_ID

from .playing import ENCOUNTERS, RULES, SEATS, drain, draw, play, play_out, raw, small

OF_ANY_DICT = {  # what the checker says of each environment that it does not list by name
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
every_battle = pytest.mark.parametrize("rules", RULES)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("seats", SEATS)
@every_battle
def test_the_dict_form_passes_with_the_two_warnings_of_any_dict(
    encounter: str, seats: Any, rules: str
):
    """
    ``api_test`` passes; of the classic form of observations it says two things, and no third.
    """
    env = combat_v0.env(encounter, seats=seats, rules=rules)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env, num_cycles=300)

    assert {str(warning.message) for warning in caught} == OF_ANY_DICT


@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("seats", SEATS)
@every_battle
def test_the_vector_form_passes_without_a_warning(encounter: str, seats: Any, rules: str):
    """
    With the mask in ``info`` alone, ``api_test`` has nothing to say at all.
    """
    env = combat_v0.env(encounter, seats=seats, rules=rules, observation="vector")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(env, num_cycles=300)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("seats", SEATS)
@every_battle
def test_equal_seeds_give_equal_battles(encounter: str, seats: Any, rules: str):
    """
    ``seed_test``: two environments with one seed say the same at each step.
    """
    for form in ("dict", "vector"):
        options: Any = {"seats": seats, "rules": rules, "observation": form}
        seed_test(lambda options=options: combat_v0.env(encounter, **options), num_cycles=100)


@pytest.mark.parametrize("form", ["dict", "vector", "structured"])
@pytest.mark.parametrize("actions", ["full", "compact"])
@pytest.mark.case("B163")
@pytest.mark.case("B172")
def test_each_step_keeps_what_the_spaces_promise(form: Any, actions: Any):
    """
    At every step every agent's mask is int8, holds only 0 and 1, and is never empty; every
    observation lies in its space. Agents that do not decide may only pass.
    """
    for encounter in ENCOUNTERS:
        env = combat_v0.raw_env(encounter, observation=form, actions=actions)
        for number, (agent, action) in enumerate(play(env, seed=3)):
            assert env.action_space(agent).contains(action)
            for each in env.agents if number % 10 == 0 else [env.agent_selection]:
                check_promises(env, each)
        assert number > 10


def check_promises(env: Any, agent: str) -> None:
    """See to it that an agent's mask and observation are as its spaces say."""
    seen, mask = env.observe(agent), env.infos[agent]["action_mask"]
    assert env.observation_space(agent).contains(seen)
    assert mask.dtype == np.int8
    assert mask.shape == (env.action_space(agent).n,)
    assert set(mask.tolist()) <= {0, 1}
    assert mask.any()
    if isinstance(seen, dict):
        assert np.array_equal(seen["action_mask"], mask)
    if agent != env.agent_selection or env.terminations[agent]:
        assert np.flatnonzero(mask).tolist() == [0]


@pytest.mark.case("B172")
@pytest.mark.parametrize("rules", RULES)
def test_observations_keep_their_bounds_with_huge_creatures(rules: str):
    """
    A creature with 600 hit points, one of level 20, an armor class of 30: still within bounds.
    """
    fight = small(
        "A . . T . / . . . . .", rules,
        A="fighter:20 hp=999/999 temp=300", T="ogre hp=600/600 ac=30",
    )  # fmt: skip
    env = combat_v0.raw_env(fight, max_rounds=6)

    for _ in play(env, seed=1):
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))


def test_the_fallen_are_never_selected_and_all_end_together():
    """
    The fallen stay agents and wait; nobody ends before the battle does, and then all do at once
    (B154, B157). A creature that is down decides nothing.
    """
    fallen = 0
    for seed in range(6):
        env = combat_v0.raw_env("goblin_ambush", level=5, max_rounds=12)
        creatures = env.arena.records[0].creatures
        for _ in play(env, seed):
            ended = [env.terminations[a] or env.truncations[a] for a in env.agents]
            assert len(ended) == len(env.possible_agents)
            assert all(ended) or not any(ended)
            if not any(ended):
                decider = int(env.agent_selection.split("_")[1])
                assert creatures[decider].life == Life.UP
        fallen += sum(creatures[who].life != Life.UP for who in range(len(env.possible_agents)))
        drain(env)
        assert env.agents == []
    assert fallen > 6


@pytest.mark.case("B154")
@pytest.mark.case("B157")
def test_three_fall_in_one_fireball_and_the_battle_goes_on():
    """
    Three of four foes fall at once: none of their agents has ended or is selected any more, and
    the loop comes to a clean end.
    """
    fight = small(
        "A . . . . G G . / . . . . . . G B", A="wizard:5", B="wolf hp=200/200", G="goblin hp=1"
    )
    env = combat_v0.raw_env(fight, initiative="fixed", initiative_ties="listed")
    env.reset(seed=1)
    random = np.random.default_rng(1)
    while env.agent_selection != "creature_0":
        env.step(0)
    slot = env.arena.encounter.content.slot(
        env.arena.records[0].creatures[0].stat_block - 1, "Fireball"
    )

    for block, index in (("activities", slot), ("squares", 6 + 1 * 9)):
        env.step(env.arena.layout.offsets[block] + index)

    lives = [env.arena.records[0].creatures[who].life for who in range(5)]
    assert lives.count(Life.DEAD) == 3
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
    fallen = {f"creature_{who}" for who in range(5) if lives[who] == Life.DEAD}
    while not env.terminations[env.agent_selection]:
        assert env.agent_selection not in fallen
        env.step(draw(env.infos[env.agent_selection]["action_mask"], random))
    assert set(drain(env)) == set(env.possible_agents)


@pytest.mark.case("B152")
def test_what_is_zero_is_not_taken_for_nothing():
    """
    Seed 0 is a seed, agent 0 an agent, side 0 a side, action 0 an action.
    """
    first, second = (combat_v0.raw_env("duel", seats="side") for _ in range(2))
    for env in (first, second):
        env.reset(seed=7)
        env.reset(seed=0)

    assert first.arena.raw.tobytes() == second.arena.raw.tobytes()
    first.reset(seed=1)
    assert first.arena.raw.tobytes() != second.arena.raw.tobytes()
    assert first.observe("side_0").keys() == {"observation", "action_mask"}
    while second.agent_selection != "side_0":
        second.step(0)
    assert second.infos["side_0"]["action_mask"][0] == 1


@pytest.mark.case("B149")
def test_a_seeded_reset_keeps_the_settings():
    """
    Rewards, rules and the limit of rounds are after ``reset(seed)`` what they were before.
    """
    options: Any = {"reward": "shaped", "max_rounds": 30, "rules": "2024"}
    fight = small("A . T / . . .", A="fighter:1", T="goblin")
    used, fresh = (combat_v0.raw_env(fight, **options) for _ in range(2))
    play_out(used, seed=1)

    told = [[(step, dict(env.rewards)) for step in play(env, seed=2)] for env in (used, fresh)]

    assert told[0] == told[1]
    assert any(0 < abs(reward) < 1 for _, rewards in told[0] for reward in rewards.values())
    assert used.options.rules == "2024" and used.arena.scene.max_rounds == 30


@pytest.mark.case("B148")
def test_the_round_limit_truncates_all_and_terminates_none():
    """
    Who stand apart and pass are cut off at the limit: a draw, truncated, at the same moment.
    """
    env = combat_v0.env("duel", max_rounds=2)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        assert not any(env.terminations.values())
        env.step(0)

    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(drain(env).values()) == {0.0}


def test_it_is_made_by_its_registered_name():
    """
    ``pettingzoo.make`` finds it, with options, once the package is imported.
    """
    make = getattr(pettingzoo, "make", None)
    if make is None:
        registration = pytest.importorskip("pettingzoo.env_registry.registration")
        make = registration.make
    assert dnd_env.__version__

    env = make("aec", PETTINGZOO_ID, encounter="duel", seats="side")

    assert env.possible_agents == ["side_0", "side_1"]
    assert raw(env).metadata["name"] == "combat_v0"


def test_every_render_mode_draws():
    """
    PettingZoo's ``render_test``, with text for ``ansi`` and SVG for ``svg``.
    """
    looks = {
        "ansi": lambda text: "Round" in text or "round" in text,
        "svg": lambda text: text.startswith("<svg") or text.startswith("<?xml"),
    }
    render_test(lambda render_mode: combat_v0.raw_env("duel", render_mode=render_mode), looks)


def test_env_checks_the_order_of_calls():
    """
    ``env`` says what is wrong where ``reset`` was forgotten; ``raw_env`` is the bare, fast one.
    """
    env = combat_v0.env("duel")

    assert isinstance(env, wrappers.OrderEnforcingWrapper)
    with pytest.raises(Exception, match="reset"):
        env.step(0)


def test_waiting_agents_may_look_without_changing_what_the_decider_sees():
    """
    ``observe`` of a waiting agent leaves the battle and the decider's observation as they were.
    """
    env = combat_v0.raw_env("mirror_match", visibility="fog")
    env.reset(seed=4)
    decider = env.agent_selection
    before = env.observe(decider), env.arena.raw.tobytes()

    waiting = [env.observe(agent) for agent in env.agents if agent != decider]

    after = env.observe(decider), env.arena.raw.tobytes()
    assert all(not np.array_equal(w["observation"], after[0]["observation"]) for w in waiting)
    assert np.array_equal(before[0]["observation"], after[0]["observation"])
    assert before[1] == after[1]


def test_the_first_battle_without_a_seed_differs_from_the_next():
    """
    Battles that follow one another without a seed are drawn, not repeated.
    """
    env = combat_v0.raw_env("duel")
    env.reset(seed=9)
    states = set()
    for _ in range(4):
        states.add(env.arena.raw.tobytes())
        env.reset()
    assert len(states) == 4


def test_masks_are_each_agents_own():
    """
    Whoever writes into the mask of a waiting agent changes no other's.
    """
    env = combat_v0.raw_env("mirror_match")
    env.reset(seed=1)
    env.step(0)
    masks = [env.infos[agent]["action_mask"] for agent in env.agents]

    masks[0][:], masks[-1][:] = 0, 0

    assert all(mask.any() for mask in masks[1:-1])
    env.reset(seed=1)
    assert all(env.infos[agent]["action_mask"].any() for agent in env.agents)


def test_each_side_with_monsters_has_a_dungeon_master():
    """
    At the table, with monsters on both sides, each Dungeon Master is paid for its own.
    """
    fight = small("A . B / D . .", A="goblin side=0", B="orc side=1", D="orc side=0")
    fight["players"] = []
    env = combat_v0.raw_env(fight, seats="table")
    env.reset(seed=1)

    assert env.possible_agents == ["dm_0", "dm_1"]
    assert list(play(env, seed=1))
    assert env.rewards["dm_0"] == -env.rewards["dm_1"] != 0
    assert combat_v0.raw_env("duel", seats="table").possible_agents == ["player_0", "dm_0"]
