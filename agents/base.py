"""What an agent is: anything that chooses legal actions for the deciders of a batch of battles."""

from typing import Any

from agents.scripted.greedy import Greedy
from dnd_env.envs.opponents import RandomOpponent, find_opponent

SCRIPTED = {"random": RandomOpponent, "greedy": Greedy}


def find_agent(name: Any) -> Any:
    """Return an agent: an object as it is; ``"random"``, ``"greedy"``; the path of a trained model
    (``.zip``); or ``"package.module:name"``.

    Raises:
        DndEnvError: there is no such agent; a model's file is damaged or is for another layout.
    """
    if isinstance(name, str):
        if name in SCRIPTED:
            return SCRIPTED[name]()
        if name.endswith(".zip"):
            from agents.learned.policy import load_policy  # torch is slow to import

            return load_policy(name)
    return find_opponent(name)
