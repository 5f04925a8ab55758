"""Playing batches of battles by a lively random policy, for the property tests."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dnd_env.core.layout import Checked
from dnd_env.core.tables import TABLES
from dnd_env.envs.arena import Arena
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.names import BattleNames
from dnd_env.spaces.describe import action_text, decision_text
from tests.reference.referee import Referee

ACTIVITIES = 2  # the block
ENDING = 0.25  # how likely ending the turn is, beside another kind of action


class Field:
    """A batch of battles of one encounter, with its referee.

    Args:
        source: the encounter: a name, or a dict.
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
        source: Any,
        rules: str,
        count: int,
        seed: int = 0,
        actions: Any = "full",
        level: int | None = None,
        observe: bool = False,
        **options: Any,
    ) -> None:
        self.encounter = compile_encounter(source, rules, level, options)
        self.arena = Arena(
            self.encounter, count, layout_of(self.encounter, actions), observe=observe
        )
        self.tables: Any = Checked(self.encounter.content.raw.view(TABLES)[:, 0])[0]
        self.referee = Referee(self.arena.scene, self.tables)
        self.random = np.random.default_rng(seed)
        name = source if isinstance(source, str) else source["name"]
        self.what = f"{name} {rules} {actions} level {level} {options or ''} seed {seed}"
        self._next_seed = seed * 1000
        for index in range(count):
            self._begin(index)

    def _begin(self, index: int) -> None:
        self._next_seed += 1
        self.arena.begin(index, self._next_seed)

    def deciding(self) -> list[int]:
        """Return the battles in which somebody decides."""
        records = self.arena.records
        return [index for index in range(self.arena.count) if records[index].decider]

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

    def pick_activity(self, index: int) -> int:
        """Draw an activity, where there is one to be used."""
        legal = np.flatnonzero(self.arena.masks[index])
        activities = legal[self.arena.layout.action_table["block"][legal] == ACTIVITIES]
        return int(self.random.choice(activities)) if len(activities) else self.pick(index)

    def play(self, decisions: int) -> None:
        """Play so many decisions in every battle that goes on."""
        for _ in range(decisions):
            numbers = self.arena.numbers
            numbers[:, 0] = -1
            for index in self.deciding():
                numbers[index, 0] = self.pick(index)
            self.arena.drive(Op.STEP)

    def spread(self, rounds: int, decisions: int) -> Iterator[int]:
        """Play on and on; give all battles, so many decisions apart. Where one is over, another
        begins."""
        for _ in range(rounds):
            for index in range(self.arena.count):
                if not self.arena.records[index].decider:
                    self._begin(index)
                yield index
            self.play(decisions)

    # --- in words --------------------------------------------------------------------------------

    def say(self, index: int, action: int) -> str:
        """Say an action in words."""
        if not 0 <= action < self.arena.layout.action_count:
            return f"{action}, beyond the layout"
        state = self.arena.records[index]
        return action_text(state, self.arena.layout, BattleNames(self.encounter, state), action)

    def asked(self, index: int) -> str:
        """Say the decision that a battle waits for."""
        state = self.arena.records[index]
        return decision_text(state, BattleNames(self.encounter, state))

    def complaint(self, index: int) -> str:
        """Say where the mask of a battle and the referee differ; "" if they agree."""
        judged = self.referee.legal_actions(self.arena.records[index])
        said = set(self.legal(index))
        if judged == said and said:
            return ""
        lines = [f"{self.what}, battle {index}: {self.asked(index)}"]
        for word, actions in (("left out", judged - said), ("too much", said - judged)):
            if actions:
                texts = [self.say(index, action) for action in sorted(actions)]
                lines.append(f"  {word}: {', '.join(texts[:12])}{' ...' if texts[12:] else ''}")
        return "\n".join(lines if said else [*lines, "  the mask is empty"])
