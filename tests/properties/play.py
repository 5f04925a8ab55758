"""Playing batches of battles by a lively random policy, for the property tests."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dnd_env.core.layout import Checked
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Decision
from dnd_env.envs.arena import Arena
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.names import BattleNames
from dnd_env.spaces.describe import action_text, decision_text
from tests.reference.facts import Square
from tests.reference.legality import legal_actions
from tests.reference.movement import destinations
from tests.reference.referee import Referee

ACTIVITIES = 2  # the block
MOST_SAID = 12
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
        self._walker = Arena(self.encounter, 1, layout_of(self.encounter, "full"), observe=False)
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

    # --- where one may go ------------------------------------------------------------------------

    def reach(self, index: int) -> set[Square]:
        """Return the squares to which the decider might move, were it asked for its turn: as masks
        of the full set offer them, whatever the set played with."""
        self._walker.raw[0] = self.arena.raw[index]
        state = self._walker.records[0]
        state.decision, state.decisions_this_turn = Decision.TURN, 0
        self._walker.drive(Op.MASK)
        first = self._walker.layout.offsets["squares"]
        offered = first + np.flatnonzero(self._walker.masks[0, first:])
        table = self._walker.layout.action_table
        return {(int(table["x"][action]), int(table["y"][action])) for action in offered}

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
        """Say where a battle's mask, or the squares in reach of the decider, are not what the
        referee says; "" if they are."""
        position = self.referee.position(self.arena.records[index])
        assert position.decider is not None
        judged, said = legal_actions(position), set(self.legal(index))
        near, found = destinations(position, position.decider), self.reach(index)
        lines = [] if said else ["the mask is empty"]
        lines += self._differences(index, "left out", judged - said)
        lines += self._differences(index, "too much", said - judged)
        lines += [f"out of reach: {sorted(near - found)}"] if near - found else []
        lines += [f"in reach: {sorted(found - near)}"] if found - near else []
        if not lines:
            return ""
        return "\n  ".join([f"{self.what}, battle {index}: {self.asked(index)}", *lines])

    def _differences(self, index: int, word: str, actions: set[int]) -> list[str]:
        texts = [self.say(index, action) for action in sorted(actions)]
        more = " ..." if texts[MOST_SAID:] else ""
        return [f"{word}: {', '.join(texts[:MOST_SAID])}{more}"] if texts else []
