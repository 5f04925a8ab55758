"""Random play: even, legal, and the same compiled or drawn from outside."""

import numpy as np
import pytest

from dnd_env.envs.arena import DECIDER, MADE, WINNER, Arena
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.opponents import RandomOpponent


@pytest.mark.case("B167")
def test_a_hundred_thousand_draws_are_all_legal_and_even():
    """
    The sampler never draws an action whose mask is 0, and draws the legal ones evenly: among 7
    legal actions each comes up a seventh of the time.
    """
    mask = np.zeros((1000, 60), np.int8)
    legal = [0, 3, 17, 18, 40, 58, 59]
    mask[:, legal] = 1
    opponent = RandomOpponent(seed=1)

    drawn = np.concatenate([opponent.act(np.zeros((1000, 0)), mask) for _ in range(100)])

    counts = np.bincount(drawn, minlength=60)
    assert set(np.flatnonzero(counts)) == set(legal)
    expected = len(drawn) / len(legal)
    assert (abs(counts[legal] - expected) < 5 * np.sqrt(expected)).all()


@pytest.mark.case("B167")
def test_a_single_legal_action_is_the_one_drawn():
    masks = np.eye(50, dtype=np.int8)
    drawn = RandomOpponent(seed=2).act(np.zeros((50, 0)), masks)
    assert drawn.tolist() == list(range(50))


def test_compiled_random_play_is_a_sequence_of_legal_steps():
    """
    Played one decision at a time, each state is reached from the one before by a legal action that
    ``STEP`` plays alike.
    """
    encounter = compile_encounter("duel", None, None, {})
    fast, slow = (Arena(encounter, 1, layout_of(encounter)) for _ in range(2))
    fast.begin(0, 5)
    slow.begin(0, 5)
    for _ in range(60):
        if not fast.results[0, DECIDER]:
            break
        before = slow.raw[0].copy()
        fast.numbers[0] = fast.dice_seeds(0, 1)[0], -1
        fast.drive(Op.RANDOM, limit=1)
        assert fast.results[0, MADE] >= 1
        for action in np.flatnonzero(slow.masks[0]).tolist():
            slow.step(0, action)
            if np.array_equal(slow.raw, fast.raw):
                break
            slow.restore(0, before)
        else:
            raise AssertionError("no legal action leads where compiled random play went")


def test_random_play_stops_at_the_side_it_is_to_stop_at():
    """
    ``stop_side``: nothing is decided for that side; -1: it plays to the end.
    """
    encounter = compile_encounter("mirror_match", None, None, {})
    arena = Arena(encounter, 8, layout_of(encounter))
    for row in range(8):
        arena.begin(row, row)

    RandomOpponent().play(arena, 0, 8, 1)
    assert all(side in (1, -1) for side in arena.results[:, 1])

    RandomOpponent().play(arena, 0, 8, -1)
    assert not arena.results[:, DECIDER].any()
    assert arena.results[:, WINNER].all()
