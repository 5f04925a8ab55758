"""Dungeons & Dragons 5th edition tactical combat as a reinforcement-learning environment."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Battle", "__version__"]

if TYPE_CHECKING:
    from dnd_env.envs.battle import Battle


def __getattr__(name: str) -> Any:
    """Import ``Battle`` when it is asked for: the compiled core is slow to load."""
    if name == "Battle":
        from dnd_env.envs.battle import Battle

        return Battle
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    from dnd_env.envs.registry import register_all

    register_all()


_register()
