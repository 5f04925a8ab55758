"""Observations: in bounds, and with what the decider needs to know in its place."""

from typing import Any

import numpy as np
import pytest

from dnd_env import Battle, combat_v0
from dnd_env.core.terms import Decision
from dnd_env.encounter import notation
from dnd_env.spaces import observations as pieces

FULL_NAMES = ("globals", "self", "creatures", "activities", "terrain")


def fight(text: str, **options: Any) -> Battle:
    table = notation.to_mapping(notation.parse(text))
    return Battle(table, initiative="fixed", initiative_ties="listed", **options)


def look(battle: Battle, name: str) -> dict[str, np.ndarray]:
    """Return what a creature's seat sees, cut into its pieces."""
    return battle.layout.split(battle.observe(battle[name].index))


@pytest.mark.parametrize("encounter", ["goblin_ambush", "dragon_keep", "brawl", "dark_crypt"])
@pytest.mark.parametrize("visibility", ["full", "fog"])
def test_every_value_is_within_its_bounds(encounter: str, visibility: str):
    """
    In random battles at high level each value of every agent's observation lies in [-1, 1], and
    none is NaN.
    """
    battle = Battle(encounter, "2024", 4, level=11, visibility=visibility)
    random = np.random.default_rng(4)
    for number in range(120):
        if battle.over:
            break
        for who in range(len(battle.creatures)) if number % 20 == 0 else [battle.state.decider - 1]:
            seen = battle.observe(who)
            assert np.isfinite(seen).all()
            assert seen.min() >= -1 and seen.max() <= 1
        battle.step(int(random.choice(battle.legal_actions())))


def test_the_pending_decision_stands_in_it():
    """
    The kind of decision is one-hot in ``globals``, and so is what the pending activity does: a
    half-made choice can be told from none.
    """
    battle = fight(". A . T U ; A=wizard:5 ; T=goblin ; U=goblin", skip_single=False)
    before = look(battle, "A")["globals"]
    assert before[: pieces.DECISIONS].tolist().index(1) == Decision.TURN - 1

    battle.do("Magic Missile", level=2)

    assert battle.decision == "target"
    after = look(battle, "A")["globals"]
    assert after[: pieces.DECISIONS].tolist().index(1) == Decision.TARGET - 1
    start = pieces.DECISIONS + pieces.EVENTS
    assert not before[start : start + 14].any()
    assert after[start : start + 14].any()
    assert after[start + 14 + 5] == pytest.approx(2 / 9)  # the level of the slot


def test_who_waits_sees_no_pending_choice():
    """
    An agent that does not decide is not told what the decider is about to choose.
    """
    battle = fight(". A . T U ; A=wizard:5 ; T=goblin ; U=goblin", skip_single=False)
    before = battle.observe(battle["T"].index)
    battle.do("Magic Missile", level=2)
    assert np.array_equal(battle.observe(battle["T"].index), before)


def test_positions_are_relative_to_the_viewer():
    """
    Three squares east and one south, in twentieths of squares, by the row of the creature's slot.
    """
    battle = fight("A . . . / . . . T ; A=fighter:1 ; T=wolf")
    row = look(battle, "A")["creatures"][battle["T"].index]

    assert row[7] == pytest.approx(3 / 20) and row[8] == pytest.approx(1 / 20)
    assert row[3] == -1 and row[4] == 1
    assert row[12] == 1.0 and row[13] == pytest.approx(11 / 100)


def test_partial_knowledge_hides_the_numbers_of_foes():
    """
    With ``knowledge="partial"`` a foe's hit points and armor class are not shown, only whether it
    is bloodied; one's own are.
    """
    battle = fight("A T ; A=fighter:1 ; T=wolf", knowledge="partial")
    rows = look(battle, "A")["creatures"]
    assert rows[1, 12:16].tolist() == [1.0, 0.0, 0.0, 0.0]
    assert rows[0, 15] > 0

    battle["T"].hit_points = 4
    assert look(battle, "A")["creatures"][1, 12:16].tolist() == [0.5, 0.0, 0.0, 0.0]


@pytest.mark.case("B173")
def test_what_is_out_of_sight_moves_no_byte():
    """
    In fog a foe behind a wall may be anywhere and in any state: observation and mask are the same.
    """
    seen = []
    for where, hit_points in (((4, 0), 11), ((4, 2), 3)):
        battle = fight("A . # . T / . . # . . / . . # . . ; A=fighter:1 ; T=wolf", visibility="fog")
        battle["T"].square, battle["T"].hit_points = where, hit_points
        battle.state.located[0] = battle.state.spotted[0] = 0
        for at in range(2):
            battle.state.remembered[0, at] = 0
        battle.refresh()
        seen.append((battle.observe(0).tobytes(), battle.action_mask().tobytes()))
    assert seen[0] == seen[1]


@pytest.mark.case("B173")
@pytest.mark.parametrize(("visibility", "told"), [("full", 1.0), ("fog", 0.0)])
def test_in_fog_one_cannot_tell_whether_the_unknown_have_found_one(visibility: str, told: float):
    """
    Of its hiding a creature is told what it knows: from a foe that it cannot place it may be hidden
    or not.
    """
    battle = fight("A . # . T ; A=fighter:1 ; T=wolf", visibility=visibility)
    battle["A"].record.hidden_from = 1 << battle["T"].index
    battle.refresh()

    assert look(battle, "A")["creatures"][battle["A"].index, 22] == told


def test_each_activity_shows_what_it_does_and_whether_it_can_be_used():
    """
    Row k is slot k: its features, the mask, and its uses left.
    """
    battle = fight("A . T ; A=fighter:5 ; T=wolf")
    content, block = battle.encounter.content, battle.state.creatures[0].stat_block - 1
    rows = look(battle, "A")["activities"]
    at = battle.layout.offsets["activities"]
    for slot in range(content.slot_count(block)):
        assert rows[slot, 0] == 1
        assert rows[slot, pieces.ACTIVITY_FEATURES] == battle.action_mask()[at + slot]
    wind = content.slot(block, "Second Wind")
    assert rows[wind, 2] == 1 and rows[wind, 10] > 0
    assert rows[wind, pieces.ACTIVITY_FEATURES + 1] == 1
    battle["A"].hit_points = 9
    battle.do("Second Wind")
    assert look(battle, "A")["activities"][wind, pieces.ACTIVITY_FEATURES + 1] == 0


def test_the_structured_form_is_the_same_in_pieces():
    """
    ``observation="structured"``: the named pieces, equal to slices of the vector, and the mask.
    """
    whole, parts = (
        combat_v0.raw_env("duel", observation=form) for form in ("vector", "structured")
    )
    for env in (whole, parts):
        env.reset(seed=3)
    vector = whole.observe(whole.agent_selection)
    seen = parts.observe(parts.agent_selection)

    assert set(seen) == {*FULL_NAMES, "action_mask"}
    for name, piece in whole.arena.layout.split(vector).items():
        assert np.array_equal(piece, seen[name])


def test_terrain_is_a_window_around_the_viewer():
    """
    Walls and what lies beyond the map are hard to enter, undergrowth half as hard, floor not.
    """
    battle = fight("A # . / , . . / . . T ; A=fighter:1 ; T=wolf")
    window = look(battle, "A")["terrain"]
    middle = window.shape[0] // 2

    assert window[middle, middle, 0] == 0
    assert window[middle, middle + 1].tolist() == [1.0, -1.0]
    assert window[middle + 1, middle, 0] == 0.5
    assert window[middle - 1, middle].tolist() == [1.0, -1.0]
