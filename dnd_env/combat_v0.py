"""Combat: D&D 5th edition tactical battles for PettingZoo.

PAGE
"""

from typing import Any

from pettingzoo.utils import wrappers

from dnd_env.envs.aec import CombatEnv
from dnd_env.envs.encounters import Source
from dnd_env.envs.options import make_options

__all__ = ["CombatEnv", "env", "raw_env"]


def env(
    encounter: Source = "mirror_match", render_mode: str | None = None, **options: Any
) -> wrappers.OrderEnforcingWrapper:
    """Make the environment, with PettingZoo's checks of the order of calls.

    Args:
        encounter: a name, a path, a dict or TOML text.
        render_mode: None, ``ansi``, ``human``, ``rgb_array`` or ``svg``.
        **options: see ``dnd_env.envs.options.Options``.

    Raises:
        EncounterError: the encounter or an option is not as it should be.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(encounter, render_mode, **options))


def raw_env(
    encounter: Source = "mirror_match", render_mode: str | None = None, **options: Any
) -> CombatEnv:
    """Make the environment without wrappers: faster, and it checks actions itself all the same."""
    return CombatEnv(encounter, make_options(options), render_mode)
