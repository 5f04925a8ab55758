"""What an agent is: anything that chooses legal actions for the deciders of a batch of battles."""

from collections.abc import Sequence
from typing import Any

from dnd_env.core.errors import DndEnvError
from dnd_env.envs.opponents import find_opponent


def find_agent(name: Any) -> Any:
    """Return an agent: an object as it is; ``"random"``, ``"greedy"``; the path of a trained model
    (``.zip``); or ``"package.module:name"``.

    Raises:
        DndEnvError: there is no such agent; a model's file is damaged or is for another layout.
    """
    if isinstance(name, str) and name.endswith(".zip"):
        from agents.learned.policy import load_policy  # torch is slow to import

        return load_policy(name)
    try:
        return find_opponent(name)
    except TypeError as error:  # a class that wants arguments, a module's name that is none
        raise DndEnvError(f"agent: {name!r} cannot be made: {error}") from error


def settle(agents: Sequence[Any], asked: dict[str, Any]) -> dict[str, Any]:
    """Fill in what is not asked for (None) from what the agents were trained on, if any was."""
    trained = [agent.settings for agent in agents if hasattr(agent, "settings")]
    return {
        name: next((one[name] for one in trained if one.get(name) is not None), None)
        if value is None
        else value
        for name, value in asked.items()
    }
