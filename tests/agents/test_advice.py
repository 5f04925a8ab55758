"""Advice: what is told is what is played, and the numbers are of what is told."""

import numpy as np
import pytest

from agents.advisor import rank
from agents.advisor.advice import Advice, advise, forced_actions, list_plans, rank_advices
from agents.advisor.outlook import weigh
from agents.advisor.rollouts import Forced, begin, take_forced
from agents.advisor.trials import try_turn, upon
from dnd_env import Battle
from dnd_env.core.terms import Decision
from dnd_env.envs.arena import Arena
from dnd_env.envs.functional import Op

from .positions import position

FEW = 2  # rollouts: these tests are not about win rates


def chance_and_damage(battle: Battle, step: str) -> tuple[float | None, float]:
    """Return the odds of the advice that has a step."""
    for advice in advise(battle, str(battle.decider), count=20, rollouts=FEW):
        if step in advice.steps:
            return advice.chance, advice.damage
    raise AssertionError(f"no advice says {step}")


@pytest.mark.parametrize(
    ("monster", "armor_class", "step", "damage"),
    [
        ("goblin", 18, "Scimitar on T", 2.10),
        ("wolf", 18, "Bite on T", 2.70),
    ],
)
def test_only_dice_double_on_a_critical_hit(
    monster: str, armor_class: int, step: str, damage: float
):
    """
    A hit of 1d6+2 at 35%, critical hits included, does 0.35 x 5.5 + 0.05 x 3.5.
    """
    battle = position(f"A T ; A={monster} side=0 ; T=commoner ac={armor_class} side=1 hp=30/30")
    assert chance_and_damage(battle, step)[1] == pytest.approx(damage)


def test_a_response_of_another_is_not_the_plans():
    """
    While others decide, and while the creature is asked something else, a plan waits; it is given
    up once it cannot be gone on with.
    """
    mask = np.array([1, 1, 0], np.int8)
    plan = [Forced(Decision.TURN, 1), Forced(Decision.TARGET, 2)]
    waiting = list(plan)

    assert take_forced(waiting, Decision.RESPONSE, mask) is None and waiting == plan
    assert take_forced(waiting, Decision.TURN, mask) == 1
    assert take_forced(waiting, Decision.LEVEL, mask) is None and waiting == plan[1:]
    assert take_forced(waiting, Decision.TARGET, mask) is None and waiting == []


def test_a_foe_does_not_take_the_advised_action():
    """
    A hobgoblin leaves a fighter's reach to strike another: the fighter answers, then the hobgoblin
    strikes.
    """
    battle = position(
        "F G . . . . V ; F=fighter:1 side=1 ; G=hobgoblin hp=60/60 side=0 ;"
        "V=commoner hp=60/60 side=1",
        "G",
    )
    plans = [plan for plan in list_plans(battle) if plan[rank.TARGET] == battle["V"].index]
    plan = next(plan for plan in plans if plan[rank.SQUARE] >= 0)
    forced = forced_actions(battle, plan)
    arena = Arena(battle.encounter, 3, battle.layout, observe=False)
    for row in range(3):
        arena.raw[row] = battle.arena.raw[0]
        arena.records[row].dice_keys[0] += row
    arena.drive(Op.MASK)

    begin(arena, forced)

    assert all(arena.records[row].creatures[battle["G"].index].actions == 0 for row in range(3))


def test_chances_are_of_the_square_gone_to():
    """
    A shot at a foe is made with disadvantage beside another, and without it from a few steps off.
    """
    battle = position("T A . . . . ; A=scout side=0 ; T=commoner hp=30/30")
    here = chance_and_damage(battle, "Longbow on T")[0]
    found = advise(battle, "A", count=20, rollouts=FEW)
    away = [a.chance for a in found if a.steps[0].startswith("Move") and "Longbow" in a.aim]

    assert here is not None
    assert all(chance is not None and chance >= here for chance in away)


def test_a_plan_whose_target_cannot_be_chosen_is_dropped():
    """
    A target out of reach is not replaced by another: there is no such advice.
    """
    battle = position("A T . . . . V ; A=goblin side=0 ; T=commoner side=1 ; V=commoner side=1")
    plan = next(p for p in list_plans(battle) if p[rank.TARGET] == battle["T"].index).copy()
    plan[rank.TARGET] = battle["V"].index
    slots = battle.encounter.content
    plan[rank.SLOT] = next(slot for slot in range(4) if slots.activity_name(0, slot) == "Scimitar")

    trial = try_turn(battle, forced_actions(battle, plan), 0)

    assert trial is None or weigh(battle, trial, plan) is None


def test_all_darts_are_counted():
    """
    Magic Missile does 3 x (1d4+1), 10.5, and says how many darts go where.
    """
    battle = position("A . . . T ; A=wizard:1 side=0 ; T=veteran side=1")
    assert chance_and_damage(battle, "Magic Missile on T (3)")[1] == pytest.approx(10.5)


def test_an_area_says_whom_it_catches():
    """
    For a fireball: how likely the saves fail, the damage to all, and who is caught.
    """
    battle = position(
        "A . . . . . . . . . . T U V ; A=wizard:5 side=0 ; T=veteran side=1 ; U=veteran side=1 ;"
        "V=veteran side=1"
    )
    found = advise(battle, "A", count=20, rollouts=FEW)
    fireball = next(a for a in found if a.aim.startswith("Fireball"))

    assert fireball.aim == "Fireball on T, U, V"
    assert fireball.chance == pytest.approx(0.75, abs=0.11)
    assert fireball.damage > 60
    assert "catches 3 foes" in fireball.reason


def test_names_are_told_once():
    """Targets that are chosen again are counted."""
    assert upon(["A", "A", "B"]) == " on A (2), B"


def test_there_are_two_ways():
    """
    Out of reach of all, a zombie may at least close in, or wait for them behind a dodge.
    """
    battle = position("A . . . . . . . . . . . . . T ; A=zombie side=0 ; T=commoner side=1")
    assert len(advise(battle, "A", rollouts=FEW)) >= 2


def test_rank_is_by_win_rate_only_where_intervals_differ():
    """
    Of what cannot be told apart the greedy agent's judgement comes first.
    """

    def way(name: str, low: float, high: float, worth: float) -> Advice:
        middle = (low + high) / 2
        return Advice((name,), "", None, False, 0.0, 0.0, middle, low, high, worth, "")

    ways = [way("a", 0.5, 0.7, 1.0), way("b", 0.4, 0.6, 5.0), way("c", 0.1, 0.2, 9.0)]

    assert [advice.steps[0] for advice in rank_advices(ways)] == ["b", "a", "c"]


def test_the_reason_names_the_opportunity_attack():
    """
    A way that leaves a foe's reach says so.
    """
    battle = position(
        "F G . . . . V ; F=fighter:1 side=1 ; G=hobgoblin side=0 ; V=commoner side=1", "G"
    )
    found = advise(battle, "G", count=20, rollouts=FEW)
    assert any("opportunity attack from F" in advice.reason for advice in found)
