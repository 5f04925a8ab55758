"""The Gymnasium environment: one side learns, opponents play the rest."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from dnd_env.core.errors import EncounterError, IllegalActionError
from dnd_env.envs.arena import DECIDER, Arena
from dnd_env.envs.checks import check_begun, check_reset_options, why_illegal
from dnd_env.envs.encounters import Source, compile_encounter, layout_of
from dnd_env.envs.opponents import find_opponent, play_others
from dnd_env.envs.options import Options, make_options
from dnd_env.envs.pictures import picture
from dnd_env.envs.views import observation_space, shape_observation
from dnd_env.render import draw_svg, draw_text, rgb_array
from dnd_env.spaces.masks import PASS


class SingleAgentEnv(gymnasium.Env[Any, Any]):
    """All decisions of one side are one agent's; the rewards of all turns are its own.

    ``gymnasium.make("dnd_env/Combat-v0", encounter="duel", opponent="random")``. Its wrappers hide
    ``action_masks``; ``env.get_wrapper_attr("action_masks")()`` finds it, as sb3-contrib does.
    At the end ``info["winner"]`` is the name of the side that has won, or None.

    Args:
        encounter: a name, a path, a dict, TOML text, or a compiled encounter.
        opponent: who plays the other sides; see ``opponents.find_opponent``.
        side: the side that learns: its index or its name.
        render_mode: None, ``ansi``, ``human``, ``rgb_array`` or ``svg``.
        **options: see ``Options``; the observation is a ``vector`` unless said otherwise.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array", "svg"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        encounter: Source = "mirror_match",
        opponent: Any = "random",
        side: int | str = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.options: Options = make_options({"observation": "vector", **options})
        self.render_mode = render_mode
        self._encounter = compile_encounter(
            encounter, self.options.rules, self.options.level, self.options.of_encounter
        )
        layout = layout_of(self._encounter, self.options.actions, self.options.layout)
        self._arena = Arena(self._encounter, 1, layout, self.options.scheme)
        self.side = side_index(self._encounter.sides, side)
        found = find_opponent(opponent)
        others = [at for at in range(len(self._encounter.sides)) if at != self.side]
        self._opponents = dict.fromkeys(others, found)
        self.observation_space = observation_space(layout, self.options.observation)
        self.action_space: spaces.Space[Any] = spaces.Discrete(layout.action_count)
        self._has_begun, self._is_forfeit = False, False

    @property
    def arena(self) -> Arena:
        """The battle itself: knows all, for tests and analysis."""
        return self._arena

    def action_masks(self) -> np.ndarray:
        """Return the legal actions, bool [n]: a view that the next step changes."""
        return self._arena.masks[0].view(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a battle, up to the learner's first decision. If it loses before that, only
        ``pass`` is legal, and the next step ends the episode.

        Raises:
            EncounterError: there are options.
        """
        check_reset_options(options)
        super().reset(seed=seed)
        self._has_begun, self._is_forfeit = True, False
        self._arena.begin(0, int(self.np_random.integers(2**63)))
        self._worth = float(self._arena.worths[0, self.side])
        play_others(self._arena, self._opponents, self.side, 0, 1)
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' until it is this side's turn to decide again.

        Raises:
            IllegalActionError: it is not legal, and ``on_illegal`` is ``raise``; nothing has
                changed.
            ResetNeeded: no battle has begun, or the last has ended.
        """
        check_begun(self._has_begun)
        reason = why_illegal(action, self._arena.masks[0])
        if reason:
            return self._be_illegal(action, reason)
        if self._arena.results[0, DECIDER]:
            self._arena.step(0, int(action))
            play_others(self._arena, self._opponents, self.side, 0, 1)
        worth = float(self._arena.worths[0, self.side])
        reward, self._worth = worth - self._worth, worth
        over = not self._arena.results[0, DECIDER]
        truncated = over and self._arena.is_out_of_time(0)
        self._has_begun = not over
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, over and not truncated, truncated, self._info()

    def _be_illegal(
        self, action: object, reason: str
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Raise, or lose the battle."""
        mask = self._arena.masks[0]
        if self.options.on_illegal == "raise":
            raise IllegalActionError(action, reason, np.flatnonzero(mask).tolist())
        mask[:] = 0
        mask[PASS] = 1
        self._has_begun, self._is_forfeit = False, True
        return self._observe(), -1.0, True, False, {**self._info(), "illegal_action": action}

    def _observe(self) -> Any:
        arena = self._arena
        if self._is_forfeit or not arena.results[0, DECIDER]:
            arena.observe_end(0, self.side)
        return shape_observation(
            arena.layout, self.options.observation, arena.observations[0], arena.masks[0]
        )

    def _info(self) -> dict[str, Any]:
        decider = 0 if self._is_forfeit else int(self._arena.results[0, DECIDER])
        info: dict[str, Any] = {"action_mask": self._arena.masks[0].copy()}
        if decider:
            info["creature"] = self._encounter.names[decider - 1]
        else:
            won = int(self._arena.records[0].winner)
            loser = self.side if self._is_forfeit else None
            info["winner"] = winner_name(self._encounter.sides, won, loser)
        return info

    def render(self) -> Any:
        """Draw the battle; see ``CombatEnv.render``."""
        if self.render_mode is None:
            return None
        scene = picture(self._arena)
        if self.render_mode == "rgb_array":
            return rgb_array(scene)
        if self.render_mode == "svg":
            return draw_svg(scene)
        text = draw_text(scene, colour=self.render_mode == "human")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def winner_name(sides: list[str], won: int, forfeit: int | None = None) -> str | None:
    """Return who has won, as ``info["winner"]`` says it.

    Args:
        sides: their names.
        won: ``state.winner``.
        forfeit: the side that has lost by an illegal action, if any: all others win, and the first
            is named.

    Returns:
        The side's name, of allies that of the first; None for a draw.
    """
    if forfeit is not None:
        return next(name for side, name in enumerate(sides) if side != forfeit)
    return sides[won - 1] if won > 0 else None


def side_index(sides: list[str], side: int | str) -> int:
    """Return the index of a side given by index or name.

    Raises:
        EncounterError: there is no such side.
    """
    if isinstance(side, str) and side in sides:
        return sides.index(side)
    if isinstance(side, int) and 0 <= side < len(sides):
        return side
    raise EncounterError(f"side: found {side!r}, expected 0 to {len(sides) - 1} or one of {sides}")
