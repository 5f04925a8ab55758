"""At the terminal: watching a battle, taking a side in it, recording one as a replay."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from agents.base import find_agent, settle
from agents.saves import ENDING, open_battle, path_of, save_battle
from dnd_env.core.errors import DndEnvError, SaveError
from dnd_env.envs.arena import SIDE
from dnd_env.envs.battle import Battle
from dnd_env.envs.opponents import ArenaOpponent
from dnd_env.envs.pictures import picture
from dnd_env.envs.single_agent import side_index
from dnd_env.envs.told import Told
from dnd_env.render import draw_text, write_replay
from dnd_env.render.scene import SceneDict

HELP = """\
  number     take that choice              x y       move to, or name, that square
  u          back to your last choice      s FILE    save the battle (s! FILE: over another)
  l          all that you were told        q         leave
"""
LOG_LINES = 8
MAX_DELAY = 3600


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

    ``names`` has an agent for each side; where it is empty, all are greedy.
    What is None is as an agent was trained on; else as the encounter says, and the full actions.

    Raises:
        DndEnvError: there is no such encounter or agent, or not one agent for each side.
    """
    agents = [find_agent(name) for name in names]
    own = settle(agents, {"rules": rules, "level": level, "actions": actions})
    own["actions"] = own["actions"] or "full"
    battle = Battle(encounter, seed=seed, **own)
    agents = agents or [find_agent("greedy") for _ in battle.encounter.sides]
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


def scene_of(battle: Battle, log_start: int) -> SceneDict:
    """Return the scene dict of a battle, all of it, with its log from a line on."""
    lines = [str(event) for event in battle.log[log_start:]]
    return picture(battle.arena, 0, None, lines, log_start)


def play_in_terminal(
    console: Console,
    source: str,
    side: str | None,
    rules: str | None,
    level: int | None,
    seed: int,
    agent: str,
    delay: float,
    options: Mapping[str, Any],
) -> None:
    """Play a battle in the terminal: a person decides for a side, an agent for the others.

    Raises:
        DndEnvError: there is no such encounter, saved battle, side or agent, a model is for another
            layout, or the delay is no time to wait.
    """
    if not 0 <= delay <= MAX_DELAY:
        raise DndEnvError(f"--delay: found {delay}, expected seconds, 0 to {MAX_DELAY}")
    other = find_agent(agent)
    own: dict[str, Any] = {"rules": rules, "level": level, "actions": None}
    if not source.endswith(ENDING):
        own = settle([other], own)
        own["actions"] = own["actions"] or "full"
    battle = open_battle(source, seed=seed, **own, **options)
    if hasattr(other, "check_layout"):
        other.check_layout(battle.layout)
    mine = None
    if side is not None:
        mine = side_index(battle.encounter.sides, int(side) if side.isdecimal() else side)
    sitting = Sitting(console, battle, mine)
    while not battle.over:
        if battle.arena.results[0, SIDE] == mine:
            sitting.draw()
            if not sitting.ask():
                return
            continue
        shown = len(battle.log)
        sitting.step(choose(battle, other))
        if len(battle.log) > shown and mine is None:
            sitting.draw()
            time.sleep(delay)
    sitting.draw()
    console.print(f"{battle.winner or 'Nobody'} wins in round {battle.round_number}.")


class Sitting:
    """A person at a battle, for a side of it or only watching.

    Args:
        console: to read from and to print to.
        battle: which is played.
        side: the person's; None to watch.
    """

    def __init__(self, console: Console, battle: Battle, side: int | None) -> None:
        self.console, self.battle, self.side = console, battle, side
        self.told = Told(battle, side)
        self._steps = 0
        self._own: list[int] = []  # how many steps there were before each choice of the person
        self._saved: set[Path] = set()

    def step(self, action: int, by_person: bool = False) -> None:
        """Play an action.

        Raises:
            IllegalActionError: it is not legal.
        """
        self.battle.step(action)
        self.told.catch_up()
        if by_person:
            self._own.append(self._steps)
        self._steps += 1

    def undo(self) -> None:
        """Go back to the person's last choice, over all that others have done since.

        Raises:
            DndEnvError: the person has made none.
        """
        if not self._own:
            raise DndEnvError("you have made no choice that can be taken back")
        before = self._own.pop()
        for _ in range(self._steps - before):
            self.battle.undo()
        self._steps = before
        self.told.catch_up()

    def save(self, name: str, anyway: bool) -> None:
        """Save the battle; over the file of another only ``anyway``.

        Raises:
            SaveError: there is such a file already, or it cannot be written.
        """
        path = path_of(name)
        there = path.exists()
        if there and not anyway and path.absolute() not in self._saved:
            raise SaveError(f"{path} is there already; s! {name} saves over it")
        save_battle(self.battle, path)
        self._saved.add(path.absolute())
        said = f"saved over {path}" if there else f"saved as {path}"
        self.console.print(f"  {said}; go on with: dnd-env play '{path}'", markup=False)

    def draw(self) -> None:
        """Print the battle as the side knows it; all of it once it is over."""
        side = None if self.battle.over else self.side
        lines = self.told.lines
        if side is None:
            lines = [str(event) for event in self.battle.log]
        start = max(len(lines) - LOG_LINES, 0)
        scene = picture(self.battle.arena, 0, side, lines[start:], start)
        text = draw_text(scene, colour=self.console.is_terminal)
        self.console.file.write(text + "\n")

    def ask(self) -> bool:
        """Ask the person for one choice and take it; False if they leave."""
        battle, console = self.battle, self.console
        squares_at = battle.layout.offsets["squares"]
        choices = [action for action in battle.legal_actions() if action < squares_at]
        squares = len(battle.legal_actions()) - len(choices)
        console.print(battle.describe(), style="bold", markup=False)
        for number, action in enumerate(choices):
            said = f"  {number:>2}  {battle.describe(action)}"
            console.print(said, markup=False, highlight=False)
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
            elif self.obey(words, choices):
                return True

    def obey(self, words: list[str], choices: list[int]) -> bool:
        """Do what was typed; True if it has changed the battle."""
        try:
            if words == ["u"]:
                self.undo()
                return True
            if words == ["l"]:
                self.console.print("\n".join(self.told.lines), markup=False, highlight=False)
            elif words[0] in ("s", "s!"):
                if len(words) == 1:
                    raise SaveError("s needs the name of a file")
                self.save(" ".join(words[1:]), words[0] == "s!")
            else:
                self.step(self._action(words, choices), by_person=True)
                return True
        except DndEnvError as error:
            self.console.print(f"  {error}", markup=False, highlight=False)
        return False

    def _action(self, words: list[str], choices: list[int]) -> int:
        """Return the action that was typed: the number of a choice, or a square.

        Raises:
            DndEnvError: it says none.
        """
        try:
            numbers = [int(word) for word in words]
        except ValueError:
            raise DndEnvError("not understood; ? for help") from None
        if len(numbers) == 2:
            return self._square(*numbers)
        if len(numbers) == 1 and 0 <= numbers[0] < len(choices):
            return choices[numbers[0]]
        if not choices:
            raise DndEnvError(f"a square is asked for: {self._squares()}")
        raise DndEnvError(f"a number from 0 to {len(choices) - 1}, or ? for help")

    def _square(self, x: int, y: int) -> int:
        """Return the action that names a square.

        Raises:
            DndEnvError: it is not on the map, or cannot be chosen now.
        """
        battle = self.battle
        width, height = battle.encounter.battle_map.width, battle.encounter.battle_map.height
        squares_at, row = battle.layout.offsets["squares"], battle.layout.width + 1
        action = squares_at + x + y * row
        if 0 <= x < row and y >= 0 and action in battle.legal_actions():
            return action
        if not (0 <= x < width and 0 <= y < height):
            raise DndEnvError(
                f"({x}, {y}) is not on the map: x goes from 0 to {width - 1}, "
                f"y from 0 to {height - 1}"
            )
        raise DndEnvError(f"({x}, {y}) cannot be chosen now: {self._squares()}")

    def _squares(self) -> str:
        """Say which squares can be chosen, row by row."""
        squares_at, row = self.battle.layout.offsets["squares"], self.battle.layout.width + 1
        rows: dict[int, list[int]] = {}
        for action in self.battle.legal_actions():
            if action >= squares_at:
                rows.setdefault((action - squares_at) // row, []).append(
                    (action - squares_at) % row
                )
        said = (f"y {y}: x {' '.join(map(str, columns))}" for y, columns in rows.items())
        return "; ".join(said) or "no square can be"
