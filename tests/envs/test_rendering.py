"""Pictures of real battles, what a side's picture hides, and replays that go back and forth."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import table
from dnd_env import Battle, combat_v0
from dnd_env.encounter import load
from dnd_env.envs.aec import RENDER_MODES
from dnd_env.envs.arena import SIDE
from dnd_env.envs.pictures import picture
from dnd_env.envs.single_agent import SingleAgentEnv
from dnd_env.render import draw_svg, draw_text, read_replay, rgb_array
from dnd_env.render.scene import check_scene

from .playing import RULES, draw, play, small


@pytest.mark.parametrize("encounter", load.names())
@pytest.mark.parametrize("rules", RULES)
def test_every_shipped_encounter_can_be_drawn(encounter: str, rules: str):
    """
    At the start and in the middle: scene dict, text, SVG and pixels, all of it and for a side.
    """
    env = combat_v0.raw_env(encounter, rules=rules, visibility="fog")
    for _ in play(env, seed=1, limit=60):
        pass
    for side in (None, 0, 1):
        scene = picture(env.arena, 0, side)
        check_scene(scene)
        assert scene["title"] in draw_text(scene, colour=False)
        assert draw_svg(scene).startswith("<svg")
    pixels = rgb_array(scene)
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.std() > 0


@pytest.mark.parametrize("mode", RENDER_MODES)
@pytest.mark.parametrize("shell", [combat_v0.raw_env, SingleAgentEnv])
def test_both_shells_draw_the_same(mode: str, shell: Any, capsys: pytest.CaptureFixture[str]):
    """
    Through PettingZoo and Gymnasium, before and after a step; ``human`` draws at each step itself.
    """
    env = shell("duel", render_mode=mode, max_rounds=3)
    env.reset(seed=1)
    first = env.render()
    capsys.readouterr()
    env.step(0)
    printed = capsys.readouterr().out
    second = env.render()

    if mode == "human":
        assert first is second is None
        assert "Duel" in printed
    elif mode == "rgb_array":
        assert first.shape == second.shape and (first != second).any()
    else:
        assert first != second


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(ValueError, match="found 'film', expected one of"):
        combat_v0.raw_env("duel", render_mode="film")


@pytest.mark.case("B176")
def test_what_a_side_does_not_know_is_not_in_its_picture():
    """
    A foe behind a wall that the side has never seen: where it is and how it fares changes nothing
    in the side's picture.
    """
    texts, scenes = [], []
    for where, hit_points in (((4, 0), 11), ((4, 2), 3)):
        fight = small("A . # . T / . . # . . / . . # . .", A="fighter:1", T="wolf name=Grey_Wolf")
        battle = Battle(fight, visibility="fog", initiative="fixed")
        battle["Grey Wolf"].square = where
        battle["Grey Wolf"].hit_points = hit_points
        state = battle.state
        state.located[0] = state.spotted[0] = state.remembered[0, 0] = state.remembered[0, 1] = 0
        battle.refresh()
        scene = picture(battle.arena, 0, 0)
        texts.append(draw_text(scene, colour=False))
        scenes.append(scene)
        assert "Grey Wolf" in draw_text(picture(battle.arena), colour=False)

    assert texts[0] == texts[1]
    assert scenes[0] == scenes[1]
    assert "Grey Wolf" not in texts[0]


@pytest.mark.case("B175")
@pytest.mark.parametrize("encounter", ["duel", "mage_duel"])
def test_a_replay_goes_forward_and_back_through_the_battle_as_it_was(
    encounter: str, tmp_path: Path
):
    """
    Every frame of a recorded battle has the hash of the state that it shows; the battle played
    again has the same ones, and taking its steps back gives them in reverse.
    """
    agents = ["greedy", "greedy"]
    table.record(encounter, "2014", 5, 3, agents, "full", tmp_path / "battle.html")
    frames = read_replay((tmp_path / "battle.html").read_text("ascii"))
    hashes = [frame["hash"] for frame in frames]

    battle = Battle(encounter, "2014", 3, level=5)
    player = table.find_agent("greedy")
    states = [picture(battle.arena)["hash"]]
    while not battle.over:
        assert battle.arena.results[0, SIDE] in (0, 1)
        battle.step(table.choose(battle, player))
        states.append(picture(battle.arena)["hash"])

    assert [each for each in states if each in set(hashes)] == hashes
    assert frames[-1]["over"] and frames[-1]["log"][-1] == str(battle.log[-1])
    for each in reversed(states[:-1]):
        battle.undo()
        assert picture(battle.arena)["hash"] == each


def test_a_picture_says_nothing_that_the_battle_does_not():
    """
    Names, hit points, squares, conditions and turn in the scene dict are those of the battle.
    """
    battle = Battle("mirror_match", seed=4, level=5)
    random = np.random.default_rng(4)
    for _ in range(60):
        if battle.over:
            break
        scene = picture(battle.arena)
        for one, creature in zip(scene["creatures"], battle.creatures, strict=True):
            assert (one["name"], one["hit_points"]) == (creature.name, creature.hit_points)
            assert (one["x"], one["y"]) == creature.square
            assert set(creature.conditions) >= set(one["conditions"])
            assert one["life"] == creature.life
        assert scene["turn"] == battle.state.turn - 1
        battle.step(draw(battle.action_mask(), random))
