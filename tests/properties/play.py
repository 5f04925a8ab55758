"""Playing batches of battles by a lively random policy, for the property tests."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dnd_env.core.layout import Checked
from dnd_env.core.tables import TABLES
from dnd_env.envs.arena import Arena
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.envs.functional import Op
from tests.reference.referee import Referee

ENDING = 0.25  # how likely ending the turn is, beside another kind of action


class Field:
    """A batch of battles of one encounter, with its referee.

    Args:
        name: of the encounter.
        rules: "2014" or "2024".
        count: how many battles.
        seed: of their dice and of the policy.
        actions: "full" or "compact".
        level: of the party.
        observe: whether observations are wanted.
        **options: of the encounter.
    """

    def __init__(
        self,
        name: str,
        rules: str,
        count: int,
        seed: int = 0,
        actions: Any = "full",
        level: int | None = None,
        observe: bool = False,
        **options: Any,
    ) -> None:
        self.encounter = compile_encounter(name, rules, level, options)
        self.arena = Arena(
            self.encounter, count, layout_of(self.encounter, actions), observe=observe
        )
        self.tables: Any = Checked(self.encounter.content.raw.view(TABLES)[:, 0])[0]
        self.referee = Referee(self.arena.scene, self.tables)
        self.random = np.random.default_rng(seed)
        self.what = f"{name} {rules} {actions} level {level} {options or ''} seed {seed}"
        for index in range(count):
            self.arena.begin(index, seed * count + index)

    def deciding(self) -> list[int]:
        """Return the battles in which somebody decides."""
        return np.flatnonzero(self.arena.results[:, 0]).tolist()

    def legal(self, index: int) -> list[int]:
        return np.flatnonzero(self.arena.masks[index]).tolist()

    def pick(self, index: int) -> int:
        """Draw a kind of action first, then one of that kind: else most would be moves."""
        legal = np.flatnonzero(self.arena.masks[index])
        kinds = self.arena.layout.action_table["block"][legal]
        there = np.unique(kinds)
        weights = np.where(there == 0, ENDING, 1.0)
        kind = self.random.choice(there, p=weights / weights.sum())
        return int(self.random.choice(legal[kinds == kind]))

    def play(self, decisions: int) -> None:
        """Play so many decisions in every battle that goes on."""
        for _ in range(decisions):
            numbers = self.arena.numbers
            numbers[:, 0] = -1
            for index in self.deciding():
                numbers[index, 0] = self.pick(index)
            self.arena.drive(Op.STEP)

    def spread(self, rounds: int, decisions: int) -> Iterator[int]:
        """Play on and on; give each battle at a decision, so many decisions apart."""
        for _ in range(rounds):
            yield from self.deciding()
            self.play(decisions)
