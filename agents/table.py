"""At the terminal: watching a battle, taking a side in it, recording one as a replay."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from agents.base import find_agent, settle
from agents.saves import ENDING, save_battle
from dnd_env.core.errors import DndEnvError, IllegalActionError
from dnd_env.envs.arena import SIDE
from dnd_env.envs.battle import Battle
from dnd_env.envs.opponents import ArenaOpponent
from dnd_env.envs.pictures import picture
from dnd_env.envs.single_agent import side_index
from dnd_env.render import draw_text, write_replay
from dnd_env.render.scene import SceneDict

HELP = """\
  number     take that choice              x y       move to, or name, that square
  u          take back the last choice     s FILE    save the battle
  l          the whole log                 q         leave
"""
LOG_LINES = 8


def choose(battle: Battle, agent: Any) -> int:
    """Return what an agent does now."""
    arena = battle.arena
    if isinstance(agent, ArenaOpponent):
        return int(agent.choose(arena, np.array([0]))[0])
    viewer = battle.state.decider - 1
    return int(agent.act(battle.observe(viewer)[None], arena.masks[:1])[0])


def record(
    encounter: str,
    rules: str | None,
    level: int | None,
    seed: int,
    names: Sequence[str],
    actions: str | None,
    out: Path,
) -> Battle:
    """Let agents play a battle and write its replay; returns the battle as it ended.

    What is None is as an agent was trained on; else as the encounter says, and the full actions.

    Raises:
        DndEnvError: there is no such encounter or agent, or not one agent for each side.
    """
    agents = [find_agent(name) for name in names]
    own = settle(agents, {"rules": rules, "level": level, "actions": actions})
    own["actions"] = own["actions"] or "full"
    battle = Battle(encounter, seed=seed, **own)
    if len(agents) != len(battle.encounter.sides):
        sides = ", ".join(battle.encounter.sides)
        raise DndEnvError(f"agents: found {len(agents)}, expected one for each of {sides}")
    for agent in agents:
        if hasattr(agent, "check_layout"):
            agent.check_layout(battle.layout)
    scenes = [scene_of(battle, 0)]
    shown = len(battle.log)
    while not battle.over:
        battle.step(choose(battle, agents[int(battle.arena.results[0, SIDE])]))
        if len(battle.log) > shown or battle.over:
            scenes.append(scene_of(battle, shown))
            shown = len(battle.log)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_replay(out, scenes)
    return battle


def scene_of(battle: Battle, log_start: int, side: int | None = None) -> SceneDict:
    """Return the scene dict of a battle with its log from a line on."""
    lines = [str(event) for event in battle.log[log_start:]]
    return picture(battle.arena, 0, side, lines, log_start)


def play_in_terminal(
    console: Console,
    encounter: str,
    side: str | None,
    rules: str | None,
    level: int | None,
    seed: int,
    agent: str,
    delay: float,
    options: Mapping[str, Any],
) -> None:
    """Play a battle in the terminal: a person decides for a side, an agent for the others."""
    battle = Battle(encounter, rules, seed, level=level, **options)
    sides = battle.encounter.sides
    mine = None
    if side is not None:
        mine = side_index(sides, int(side) if side.isdigit() else side)
    other = find_agent(agent)
    shown = 0
    while not battle.over:
        if battle.arena.results[0, SIDE] == mine:
            draw(console, battle, mine)
            if not ask(console, battle):
                return
            shown = len(battle.log)
            continue
        battle.step(choose(battle, other))
        if len(battle.log) > shown and mine is None:
            draw(console, battle, None)
            time.sleep(delay)
        shown = len(battle.log)
    draw(console, battle, None)
    console.print(f"{battle.winner or 'Nobody'} wins in round {battle.round_number}.")


def draw(console: Console, battle: Battle, side: int | None) -> None:
    """Print the battle as a side knows it."""
    start = max(len(battle.log) - LOG_LINES, 0)
    text = draw_text(scene_of(battle, start, side), colour=console.is_terminal)
    console.file.write(text + "\n")


def ask(console: Console, battle: Battle) -> bool:
    """Ask the person for one choice and take it; False if they leave."""
    squares_at = battle.layout.offsets["squares"]
    choices = [action for action in battle.legal_actions() if action < squares_at]
    squares = len(battle.legal_actions()) - len(choices)
    console.print(battle.describe(), style="bold", markup=False)
    for number, action in enumerate(choices):
        console.print(f"  {number:>2}  {battle.describe(action)}", markup=False, highlight=False)
    if squares:
        console.print(f"  x y  one of {squares} squares")
    while True:
        try:
            words = console.input("> ").split()
        except EOFError:
            return False
        if not words or words[0] in ("?", "h", "help"):
            console.print(HELP, markup=False)
        elif words[0] == "q":
            return False
        elif obey(console, battle, words, choices):
            return True


def obey(console: Console, battle: Battle, words: list[str], choices: list[int]) -> bool:
    """Do what was typed; True if it has changed the battle."""
    try:
        if words[0] == "u":
            battle.undo()
            return True
        if words[0] == "l":
            console.print("\n".join(map(str, battle.log)), markup=False)
        elif words[0] == "s" and len(words) == 2:
            path = Path(words[1]).with_suffix(ENDING)
            save_battle(battle, path)
            console.print(f"saved as {path}")
        elif len(words) == 2:
            x, y = int(words[0]), int(words[1])
            battle.step(battle.layout.offsets["squares"] + x + y * (battle.layout.width + 1))
            return True
        elif 0 <= int(words[0]) < len(choices):
            battle.step(choices[int(words[0])])
            return True
        else:
            console.print(f"  a number from 0 to {len(choices) - 1}, or ? for help")
    except ValueError:
        console.print("  not understood; ? for help")
    except (IllegalActionError, OSError) as error:
        console.print(f"  {error}", markup=False)
    return False
