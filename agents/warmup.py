"""Compiling all entries in one process, so that the rules are translated once."""

import time
from collections.abc import Callable, Iterator

import numpy as np

from agents.advisor.advice import list_plans
from agents.scripted.greedy import Greedy
from dnd_env.envs.battle import Battle
from dnd_env.envs.pictures import picture

SMALL = "duel"


def compile_all() -> Iterator[tuple[str, float]]:
    """Compile each entry; yields its name and the seconds of CPU that it took."""
    battle: list[Battle] = []
    steps: list[tuple[str, Callable[[], object]]] = [
        ("maps and rules", lambda: battle.append(Battle(SMALL))),
        ("pictures", lambda: picture(battle[0].arena)),
        ("greedy agent", lambda: Greedy().choose(battle[0].arena, np.array([0]))),
        ("advice", lambda: list_plans(battle[0])),
    ]
    for name, step in steps:
        start = time.process_time()
        step()
        yield name, time.process_time() - start
