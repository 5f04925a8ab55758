"""What a battle is worth to a side, by each scheme."""

from typing import Any

import pytest

from dnd_env.encounter import notation
from dnd_env.envs.arena import Arena
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.rules.dying import DRAW
from dnd_env.spaces.rewards import Scheme

THREE = "A B C ; A=fighter:1 side=0 hp=12/12 ; B=goblin side=1 hp=7 ; C=goblin side=2 hp=7"
ALLIES = [["side_1", "side_2"]]
FIGHT = "A T B ; A=fighter:1 hp=12/12 ; B=fighter:1 hp=12/12 ; T=goblin hp=7"


def worth(
    scheme: Scheme, text: str = FIGHT, winner: int = 0, allies: Any = (), **hit_points: int
) -> Any:
    """Return what a battle is worth to each side with so many hit points left, by letter."""
    fight = notation.to_mapping(notation.parse(text))
    fight["allies"] = allies
    encounter = compile_encounter(fight, None, None, {})
    arena = Arena(encounter, 1, layout_of(encounter), scheme)
    arena.begin(0, 1)
    state = arena.records[0]
    for letter, value in hit_points.items():
        creature = state.creatures[encounter.names.index(letter)]
        creature.hit_points = value
        creature.life = creature.life if value else 2
    state.winner = winner
    arena.drive(Op.MASK)
    return arena.worths[0][: len(encounter.sides)].tolist()


@pytest.mark.parametrize("scheme", list(Scheme))
def test_nothing_at_the_start_and_nothing_for_a_draw(scheme: Scheme):
    assert worth(scheme) == [0, 0]
    assert worth(scheme, winner=DRAW, A=3) == [0, 0]


def test_win_is_one_or_minus_one():
    assert worth(Scheme.WIN, winner=1, A=1) == [1, -1]
    assert worth(Scheme.WIN, winner=2, A=0, B=0) == [-1, 1]
    assert worth(Scheme.WIN, A=1) == [0, 0]


def test_win_hp_is_between_a_half_and_one_by_what_the_winner_has_left():
    """
    Half of it for winning at all, half by the share of hit points left; the fallen count nothing.
    """
    assert worth(Scheme.WIN_HP, winner=1) == [1, -1]
    assert worth(Scheme.WIN_HP, winner=1, A=0, B=6) == pytest.approx([0.625, -0.625])
    assert worth(Scheme.WIN_HP, winner=2, A=0, B=0, T=7) == [-1, 1]
    assert worth(Scheme.WIN_HP, B=6) == [0, 0]


def test_shaped_is_half_the_difference_of_the_shares_until_it_is_decided():
    """
    12 of 24 hit points against 7 of 7: half of a half less; at the end as ``win``.
    """
    assert worth(Scheme.SHAPED, A=6, B=6) == pytest.approx([-0.25, 0.25])
    assert worth(Scheme.SHAPED, A=0, T=7) == pytest.approx([-0.25, 0.25])
    assert worth(Scheme.SHAPED, winner=1, A=6, B=6, T=0) == [1, -1]


def test_three_sides_are_zero_sum_too():
    """
    The losers share what the winner gains; on the way each is held against the mean of the others.
    """
    assert worth(Scheme.WIN, THREE, winner=2) == [-0.5, 1, -0.5]
    shaped = worth(Scheme.SHAPED, THREE, A=6)
    assert sum(shaped) == pytest.approx(0)
    assert shaped[0] == pytest.approx(-0.25)


def test_allies_win_together_and_pay_nothing_for_each_other():
    """
    Of three sides two are allies: both gain 1 by a victory of either and the third pays for both;
    its own costs each of them a half. On the way an ally's hit points do not count against one.
    """
    assert worth(Scheme.WIN, THREE, winner=2, allies=ALLIES) == [-2, 1, 1]
    assert worth(Scheme.WIN, THREE, winner=3, allies=ALLIES) == [-2, 1, 1]
    assert worth(Scheme.WIN, THREE, winner=1, allies=ALLIES) == [1, -0.5, -0.5]
    assert worth(Scheme.WIN_HP, THREE, winner=2, allies=ALLIES, B=0, C=7) == [-1.5, 0.75, 0.75]
    shaped = worth(Scheme.SHAPED, THREE, allies=ALLIES, B=0)
    assert shaped == pytest.approx([0.25, -0.25, 0])
