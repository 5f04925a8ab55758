"""Draws the README's picture: ``python docs/draw.py``."""

from pathlib import Path

import numpy as np

from agents.scripted.greedy import Greedy
from dnd_env import Battle
from dnd_env.envs.pictures import picture
from dnd_env.render import draw_svg

ENCOUNTER, LEVEL, SEED, LINES = "goblin_ambush", 5, 3, 140


def main() -> None:
    """Let the greedy agent play on both sides for a while, and draw what comes of it."""
    battle = Battle(ENCOUNTER, "2014", SEED, level=LEVEL)
    agent = Greedy()
    while len(battle.log) < LINES and not battle.over:
        battle.step(int(agent.choose(battle.arena, np.array([0]))[0]))
    lines = [str(event) for event in battle.log]
    scene = picture(battle.arena, 0, None, lines)
    (Path(__file__).parent / "battle.svg").write_text(draw_svg(scene), encoding="utf-8")


if __name__ == "__main__":
    main()
