"""The PettingZoo environment: agents act one after the other (AEC)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from dnd_env.core.errors import IllegalActionError
from dnd_env.envs.arena import DECIDER, WINNER, Arena
from dnd_env.envs.checks import check_begun, check_reset_options, why_illegal
from dnd_env.envs.encounters import Source, compile_encounter, layout_of
from dnd_env.envs.options import Options
from dnd_env.envs.pictures import picture
from dnd_env.envs.seats import Seats
from dnd_env.envs.views import observation_space, shape_observation
from dnd_env.render import draw_svg, draw_text, rgb_array
from dnd_env.rules.dying import DRAW
from dnd_env.spaces.masks import PASS

VIEWS = ("_mask", "_vector", "_result")  # of the arena's memory
RENDER_MODES = ("ansi", "human", "rgb_array", "svg")


class CombatEnv(AECEnv):  # type: ignore[misc]
    """A battle as a PettingZoo environment; ``combat_v0`` documents actions and observations.

    Args:
        encounter: a name, a path, a dict, TOML text, or a compiled encounter.
        options: see ``Options``.
        render_mode: None, or one of ``RENDER_MODES``.

    Raises:
        EncounterError: the encounter or an option is not as it should be.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "name": "combat_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(self, encounter: Source, options: Options, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: found {render_mode!r}, expected one of {RENDER_MODES}")
        self.render_mode = render_mode
        self.options = options
        self._encounter = compile_encounter(
            encounter, options.rules, options.level, options.of_encounter
        )
        layout = layout_of(self._encounter, options.actions, options.layout)
        self._arena = Arena(self._encounter, 1, layout, options.scheme)
        self._seats = Seats(self._encounter, options.seats)
        self.possible_agents = list(self._seats.agents)
        self._side_of = [self._seats.sides[agent] for agent in self.possible_agents]
        self._form = options.observation
        space = observation_space(layout, self._form)
        actions = spaces.Discrete(layout.action_count)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self._only_pass = np.zeros(layout.action_count, np.int8)
        self._only_pass[PASS] = 1
        self._look()
        self._seeds = np.random.default_rng()
        self._has_begun, self._is_forfeit = False, False

    def _look(self) -> None:
        """Take hold of what the arena writes about its one battle: VIEWS."""
        self._mask, self._vector = self._arena.masks[0], self._arena.observations[0]
        self._result = self._arena.results[0]

    @property
    def arena(self) -> Arena:
        """The battle itself: knows all, for tests and analysis."""
        return self._arena

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle; without a seed it follows from the last seed given.

        Raises:
            EncounterError: there are options, beside the one that PettingZoo's checker gives.
        """
        check_reset_options(options, known=("options",))
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._arena.begin(0, int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._only_pass.copy()} for agent in self.agents
        }
        self._skip_agent_selection = None
        self._has_begun, self._is_forfeit = True, False
        self._worths = self._arena.worths[0].tolist()
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent.

        Raises:
            IllegalActionError: it is not legal, and ``on_illegal`` is ``raise``; nothing has
                changed.
            ResetNeeded: no battle has begun.
        """
        check_begun(self._has_begun)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        reason = why_illegal(action, self._mask)
        if reason:
            self._be_illegal(agent, action, reason)
            return
        self._cumulative_rewards[agent] = 0.0
        self._arena.step(0, int(action))  # type: ignore[arg-type]
        worths = self._arena.worths[0].tolist()
        if worths != self._worths:
            self._pay(worths)
        elif any(self.rewards.values()):
            self.rewards = dict.fromkeys(self.agents, 0.0)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _be_illegal(self, agent: str, action: object, reason: str) -> None:
        """Raise, or let the mover's side lose."""
        if self.options.on_illegal == "raise":
            legal = np.flatnonzero(self._mask).tolist()
            raise IllegalActionError(action, reason, legal)
        loser = self._seats.sides[agent]
        losers = 1.0 / max(len(set(self._side_of)) - 1, 1)
        for other, side in zip(self.possible_agents, self._side_of, strict=True):
            self.rewards[other] = -1.0 if side == loser else losers
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"action_mask": self._only_pass.copy(), "illegal_action": action}
        self._is_forfeit = True

    def _pay(self, worths: list[float]) -> None:
        """Give each agent what the battle has become worth more to its side. Zero-sum."""
        for agent, side in zip(self.possible_agents, self._side_of, strict=True):
            self.rewards[agent] = worths[side] - self._worths[side]
            self._cumulative_rewards[agent] += self.rewards[agent]
        self._worths = worths

    def _select(self) -> None:
        """Select the decider's agent, or end the battle for all."""
        decider = int(self._result[DECIDER])
        previous = self.agent_selection
        self.infos[previous] = {"action_mask": self._only_pass.copy()}
        if decider:
            agent = self._seats.agent_of(decider - 1)
            self.agent_selection = agent
            self.infos[agent] = {
                "action_mask": self._mask.copy(),
                "creature": self._encounter.names[decider - 1],
            }
            return
        out_of_time = self._result[WINNER] == DRAW and self._arena.is_out_of_time(0)
        ended = self.truncations if out_of_time else self.terminations
        for agent in self.agents:
            ended[agent] = True

    def observe(self, agent: str) -> Any:
        """Return what an agent sees now: a fresh copy, in the form asked for."""
        decider = 0 if self._is_forfeit else int(self._result[DECIDER])
        if decider and self._seats.agent_of(decider - 1) == agent:
            return shape_observation(self._arena.layout, self._form, self._vector, self._mask)
        viewer = self._viewer(agent)
        vector = self._vector.copy()
        seen = self._arena.observe(0, viewer, False)
        result = shape_observation(self._arena.layout, self._form, seen, self._only_pass)
        self._vector[:] = vector  # the decider's stays at hand
        return result

    def _viewer(self, agent: str) -> int:
        """Return the creature through whose eyes a waiting agent sees: its first that is up."""
        slots = self._seats.creatures[agent]
        creatures = self._arena.records[0].creatures
        return next((who for who in slots if creatures[who].hit_points > 0), slots[0])

    def render(self) -> Any:
        """Draw the battle in the render mode.

        Returns:
            ``ansi`` and ``svg``: text; ``rgb_array``: uint8 [H, W, 3]; ``human``: None, it prints.
        """
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

    def close(self) -> None:
        """Nothing is held open."""

    def __getstate__(self) -> dict[str, Any]:
        """Keep the battle as it stands: an environment can be pickled in the middle of one."""
        return {key: value for key, value in self.__dict__.items() if key not in VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._look()

    def __iter__(self) -> Iterator[str]:
        return self.agent_iter()  # type: ignore[no-any-return]
