"""Who is paid what, and when: each agent its side's value, whoever's turn it was."""

from typing import Any

import numpy as np
import pytest

from dnd_env import combat_v0
from dnd_env.core.errors import IllegalActionError

from .playing import RULES, SEATS, drain, draw, play, small

SCHEMES = ("win", "win_hp", "shaped")
FIXED: Any = {
    "initiative": "fixed",
    "initiative_ties": "listed",
    "minor_decisions": "auto",
    "max_rounds": 50,
}
TWO_A_SIDE = small("A G / B W", A="fighter:1", B="wizard:1", G="goblin", W="wolf")


def say(env: Any, what: str) -> None:
    """Play an activity of the decider's by its name, upon the only target that there is."""
    arena, who = env.arena, env.arena.results[0, 0] - 1
    slot = arena.encounter.content.slot(arena.records[0].creatures[who].stat_block - 1, what)
    env.step(arena.layout.offsets["activities"] + slot)


def script(env: Any, values: list[int]) -> None:
    """Say how the next dice of an environment fall."""
    state = env.arena.records[0]
    for index, value in enumerate(values):
        state.scripted_dice[index] = value
    state.scripted_count, state.scripted_next = len(values), 0


@pytest.mark.parametrize("encounter", ["duel", TWO_A_SIDE], ids=["duel", "two a side"])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("reward", SCHEMES)
def test_rewards_are_zero_sum_and_add_up_to_the_outcome(encounter: Any, seats: Any, reward: Any):
    """
    At each step what the sides earn adds up to nothing, agents of a side earn the same, and over a
    battle the winners earn 1 (``win_hp``: at least a half) and the losers as much less.
    """
    env = combat_v0.raw_env(encounter, seats=seats, reward=reward)
    decided = 0
    for seed in range(6):
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for _ in play(env, seed):
            assert sum_of_sides(env, env.rewards) == pytest.approx(0)
            for agent in totals:
                totals[agent] += env.rewards[agent]
        winner = env.arena.records[0].winner
        decided += winner > 0
        for agent, total in totals.items():
            won = winner == env._seats.sides[agent] + 1
            if winner <= 0:
                assert total == pytest.approx(0)
            elif reward == "win_hp":
                assert 0.5 <= (total if won else -total) <= 1
            else:
                assert total == pytest.approx(1 if won else -1)
    assert decided >= 3


def sum_of_sides(env: Any, rewards: dict[str, float]) -> float:
    """Add up what the sides earn; their agents must earn alike."""
    of_side: dict[int, set[float]] = {}
    for agent, reward in rewards.items():
        of_side.setdefault(env._seats.sides[agent], set()).add(reward)
    assert all(len(earned) == 1 for earned in of_side.values())
    return sum(earned.pop() for earned in of_side.values())


@pytest.mark.case("B158")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("rules", RULES)
def test_winner_and_loser_both_see_it_in_last(seats: Any, rules: str):
    """
    The goblin misses, the fighter fells it: two decisions, and ``last`` tells the goblin's agent -1
    and the fighter's +1, though only the fighter moved.
    """
    fight = small("G A", rules, A="fighter:1", G="goblin hp=1")
    env = combat_v0.env(fight, seats=seats, **FIXED)
    env.reset(seed=1)
    raw = env.unwrapped
    assert raw.infos[raw.agent_selection]["creature"] == "G"

    script(raw, [1])
    say(raw, "Scimitar")
    loser = raw.agent_selection
    assert raw.rewards == dict.fromkeys(raw.agents, 0.0)
    env.step(0)
    winner = raw.agent_selection
    script(raw, [19, 5, 5])
    say(raw, "Longsword")

    assert raw.terminations == dict.fromkeys(raw.agents, True)
    assert drain(env) == {winner: 1.0, loser: -1.0}


@pytest.mark.case("B158")
def test_last_tells_what_was_earned_since_ones_own_last_step():
    """
    Shaped rewards: the wound that the fighter takes in the goblin's turn is in what ``last`` tells
    the fighter at its next decision, and was in the goblin's reward as much the other way.
    """
    fight = small("G A", A="fighter:1 hp=12/12", G="goblin hp=7")
    env = combat_v0.raw_env(fight, reward="shaped", **FIXED)
    env.reset(seed=1)

    script(env, [15, 4])  # hits for 6
    say(env, "Scimitar")
    assert env.last()[1] == pytest.approx(0.5 * 6 / 12)
    env.step(0)

    assert env.infos[env.agent_selection]["creature"] == "A"
    assert env.last()[1] == pytest.approx(-0.5 * 6 / 12)
    env.step(0)
    assert env.infos[env.agent_selection]["creature"] == "G"
    assert env.last()[1] == pytest.approx(0)


def test_a_learner_that_adds_up_last_sees_the_outcome():
    """
    Rewards that ``last`` tells one agent, added up as learners do, give the battle's outcome: for
    every agent of every seat option, the loser's -1 not lost.
    """
    for seats in SEATS:
        env = combat_v0.env("duel", seats=seats)
        random, heard = np.random.default_rng(1), set()
        for seed in range(8):
            env.reset(seed=seed)
            told = dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                _, reward, terminated, truncated, info = env.last()
                told[agent] += reward
                over = terminated or truncated
                env.step(None if over else draw(info["action_mask"], random))
            winner = env.unwrapped.arena.records[0].winner
            side = {1: 1.0, 2: -1.0}.get(winner, 0.0)
            assert list(told.values()) == [side, -side]
            heard |= set(told.values())
        assert {1.0, -1.0} <= heard


def test_three_sides_share_the_losers_part():
    """
    With three sides the winner's 1 is half of it lost by each of the others.
    """
    fight = small("A B C", A="fighter:1 side=0", B="goblin side=1", C="wolf side=2")
    env = combat_v0.raw_env(fight)
    for seed in range(20):
        for _ in play(env, seed):
            pass
        if env.arena.records[0].winner > 0:
            assert sorted(env.rewards.values()) == [-0.5, -0.5, 1.0]
            return
    raise AssertionError("no battle was decided")


@pytest.mark.case("B151")
@pytest.mark.parametrize("seats", SEATS)
def test_an_illegal_action_may_lose_for_the_mover_alone(seats: Any):
    """
    ``on_illegal="lose"``: the mover's side loses at once, the other wins, ``info`` of the mover
    names the action, and the loop ends cleanly.
    """
    env = combat_v0.env("duel", seats=seats, on_illegal="lose")
    env.reset(seed=2)
    mover = env.agent_selection
    illegal = int(np.flatnonzero(env.unwrapped.infos[mover]["action_mask"] == 0)[0])

    env.step(illegal)

    raw = env.unwrapped
    assert raw.infos[mover]["illegal_action"] == illegal
    assert all(raw.terminations.values())
    assert np.flatnonzero(raw.infos[mover]["action_mask"]).tolist() == [0]
    assert np.flatnonzero(raw.observe(mover)["action_mask"]).tolist() == [0]
    told = drain(env)
    assert told[mover] == -1.0
    assert sorted(told.values()) == [-1.0, 1.0]


@pytest.mark.parametrize("action", [-1, 10**6, 2.5, "pass", None, np.array([0, 1])])
def test_what_is_no_action_is_illegal_too(action: Any):
    """
    A number out of range, a float, a word, nothing at all: an IllegalActionError with the legal
    actions, and the battle as it was.
    """
    env = combat_v0.raw_env("duel")
    env.reset(seed=1)
    before = env.arena.raw.tobytes()

    with pytest.raises(IllegalActionError) as caught:
        env.step(action)

    assert caught.value.legal == np.flatnonzero(env.arena.masks[0]).tolist()
    assert env.arena.raw.tobytes() == before
    assert not any(env.terminations.values())


def test_an_agent_that_is_not_selected_cannot_move_and_ended_ones_take_none():
    """
    Once it is over, only ``None`` is taken from the agents that are left.
    """
    env = combat_v0.env("duel", max_rounds=1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(0)

    with pytest.raises(ValueError, match="None"):
        env.step(0)
    drain(env)
    assert env.agents == []
