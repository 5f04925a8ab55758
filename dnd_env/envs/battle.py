"""``Battle``: one battle for people who script it, and for tests. It sees all and can change
all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dnd_env import __version__
from dnd_env.core.errors import DndEnvError, EncounterError, IllegalActionError, SaveError
from dnd_env.core.limits import MAX_SCRIPTED_DICE
from dnd_env.core.terms import Decision, Option, Verb
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs import saving
from dnd_env.envs.arena import LEGAL, Arena, dice_keys
from dnd_env.envs.checks import whole_number, why_illegal
from dnd_env.envs.creatures import CreatureView
from dnd_env.envs.encounters import ActionSet, Source, compile_encounter, layout_of
from dnd_env.envs.functional import Op
from dnd_env.envs.log import LogEvent, drain
from dnd_env.envs.names import BattleNames
from dnd_env.envs.seats import SeatOption, Seats
from dnd_env.spaces.describe import action_text, decision_text, words
from dnd_env.spaces.layout import Layout


class Battle:
    """A battle that is stepped by hand.

    Args:
        encounter: a name, a path, a dict, TOML text, or a compiled encounter.
        rules: "2014" or "2024"; otherwise as the encounter says.
        seed: of start squares, initiative and dice.
        seats: who decides: ``creature``, ``table`` or ``side``.
        actions: ``full`` or ``compact``.
        level: of the party, where the encounter leaves it open.
        dice: how the first dice fall, initiative included.
        **options: options of the encounter that are to be other than it says.

    >>> battle = Battle("duel", seed=7)
    >>> battle.step(battle.legal_actions()[0])
    """

    def __init__(
        self,
        encounter: Source,
        rules: str | None = None,
        seed: int = 0,
        *,
        seats: SeatOption = "creature",
        actions: ActionSet = "full",
        level: int | None = None,
        dice: Sequence[int] = (),
        **options: Any,
    ) -> None:
        self._encounter = compile_encounter(encounter, rules, level, options)
        self._actions: ActionSet = actions
        self._seat_option: SeatOption = seats
        self._seats = Seats(self._encounter, seats)
        layout = layout_of(self._encounter, actions)
        self._arena = Arena(self._encounter, 1, layout, observe=False, trace=True)
        self._eyes: Arena | None = None
        self._history: list[tuple[np.ndarray, int]] = []
        self.log: list[LogEvent] = []
        self.reset(seed, dice)

    # --- what there is ---------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        return self._arena.layout

    @property
    def arena(self) -> Arena:
        """The batch of one that the battle lies in."""
        return self._arena

    @property
    def encounter(self) -> CompiledEncounter:
        return self._encounter

    @property
    def state(self) -> Any:
        """The STATE record, checked: reads as plain ints. After writing call ``refresh``."""
        return self._arena.records[0]

    @property
    def over(self) -> bool:
        return bool(self.state.winner)

    @property
    def winner(self) -> str | None:
        """The side that has won, the first of allies that have; None on the way and for a draw."""
        won = self.state.winner
        return self._encounter.sides[won - 1] if won > 0 else None

    @property
    def round_number(self) -> int:
        return int(self.state.round_number)

    @property
    def decision(self) -> str:
        """What kind of decision is awaited, a ``Decision`` in lower case; "" once it is over."""
        return Decision(self.state.decision).name.lower() if self.state.decider else ""

    @property
    def decider(self) -> str | None:
        """The name of the creature that decides."""
        decider = self.state.decider
        return self._encounter.names[decider - 1] if decider else None

    @property
    def agent(self) -> str | None:
        """The agent whose seat the decider has."""
        decider = self.state.decider
        return self._seats.agent_of(decider - 1) if decider else None

    def action_mask(self) -> np.ndarray:
        """Return the legal actions, int8 [n]; never all 0."""
        return self._arena.masks[0].copy()

    def legal_actions(self) -> list[int]:
        return np.flatnonzero(self._arena.masks[0]).tolist()

    def observe(self, who: int) -> np.ndarray:
        """Return what the seat of creature ``who`` sees now, float32 [d]."""
        if self._eyes is None:
            self._eyes = Arena(self._encounter, 1, self.layout)
        self._eyes.restore(0, self._arena.raw[0])
        return self._eyes.observe(0, who, self.state.decider == who + 1).copy()

    def describe(self, action: int | None = None) -> str:
        """Say an action in words; without one, the decision that is awaited."""
        if action is None:
            return decision_text(self.state, self._names)
        return action_text(self.state, self.layout, self._names, action)

    @property
    def creatures(self) -> list[CreatureView]:
        count = self._arena.scene.creature_count
        return [CreatureView(self, who) for who in range(count) if self._exists(who)]

    def __getitem__(self, name: str) -> CreatureView:
        """Return the creature of a name.

        Raises:
            KeyError: there is none; the names that there are are given.
        """
        if name not in self._encounter.names:
            raise KeyError(f"no creature {name!r}; there are {', '.join(self._encounter.names)}")
        return CreatureView(self, self._encounter.names.index(name))

    # --- playing ---------------------------------------------------------------------------------

    def reset(self, seed: int = 0, dice: Sequence[int] = ()) -> None:
        """Begin anew; ``dice``: how the first dice fall."""
        self._history.clear()
        self.log.clear()
        self._arena.set_out(0, seed)
        self.script_dice(dice)
        self._arena.drive(Op.BEGIN)
        self._drain()

    def step(self, action: int) -> None:
        """Play an action.

        Raises:
            IllegalActionError: it is not legal; nothing has changed.
        """
        self._check(action)
        self._history.append((self._arena.raw[0].copy(), len(self.log)))
        self._arena.step(0, int(action))
        self._drain()

    def _check(self, action: object) -> None:
        if self.over:
            raise IllegalActionError(action, "the battle is over", [])
        legal = self._arena.masks[0]
        number, reason = whole_number(action), why_illegal(action, legal)
        if number is None or not 0 <= number < len(legal):
            raise IllegalActionError(action, reason, self.legal_actions())
        if reason:
            said = self.describe(number)
            reason = f"{said!r} does not answer {self.describe()!r} now"
            raise IllegalActionError(action, reason, self.legal_actions())

    def do(
        self,
        what: str,
        target: str | Sequence[str] | None = None,
        *,
        square: tuple[int, int] | None = None,
        level: int | None = None,
        option: str | None = None,
    ) -> None:
        """Make a whole choice by names: the verb or activity, then what it asks for.

        Args:
            what: a verb ("Dash"), an activity of the decider ("Scimitar"), "move", "pass".
            target: the creature or creatures, by name, in order.
            square: where to move, to place or to aim.
            level: of the spell slot; by default the lowest.
            option: an option by name ("athletics"), for what asks for one.

        Raises:
            IllegalActionError: part of it is not legal; nothing has changed.
        """
        before, logged = self._arena.raw[0].copy(), len(self.log)
        targets = [target] if isinstance(target, str) else list(target or ())
        try:
            self._say(what, square)
            self._go_on(self.state.decider, targets, square, level, option)
        except IllegalActionError:
            self._restore(before, logged)
            raise
        del self._history[len(self._history) :]

    def _say(self, what: str, square: tuple[int, int] | None) -> None:
        if what.lower() == "move":
            if square is None:
                raise IllegalActionError(what, "a move needs a square", self.legal_actions())
            self.step(self._square(square))
        elif what.lower() in ("pass", "end turn", "decline"):
            self.step(0)
        else:
            self.step(self._named(what))

    def _named(self, what: str) -> int:
        """Return the action of a verb or activity by its name: a legal one, if there is any."""
        offsets, who = self.layout.offsets, self.state.decider - 1
        found = [
            offsets["verbs"] + verb - 1
            for verb in Verb
            if words(verb.name).lower() == what.lower() and verb <= self.layout.sizes["verbs"]
        ]
        found += [
            offsets["activities"] + slot
            for slot in range(self.layout.slots)
            if self._names.activity(who, slot).lower() == what.lower()
        ]
        legal = [action for action in found if self._arena.masks[0][action]]
        if found:
            return (legal or found)[0]
        able = [self.describe(action) for action in self.legal_actions()[:30]]
        raise IllegalActionError(what, f"no such choice; there are {able}", self.legal_actions())

    def _go_on(
        self,
        decider: int,
        targets: list[str],
        square: tuple[int, int] | None,
        level: int | None,
        option: str | None,
    ) -> None:
        """Answer what the choice goes on to ask for, as far as it was said."""
        asked = {Decision.LEVEL, Decision.TARGET, Decision.SQUARE, Decision.OPTION, Decision.CORNER}
        while not self.over and self.state.decider == decider and self.state.decision in asked:
            decision = self.state.decision
            offsets = self.layout.offsets
            if decision == Decision.LEVEL:
                lowest = self.legal_actions()[0]
                self.step(offsets["options"] + level - 1 if level is not None else lowest)
            elif decision == Decision.TARGET and targets:
                name = targets.pop(0)
                self.step(offsets["creatures"] + self[name].index)
            elif decision == Decision.TARGET and square is not None:
                self.step(self._square(square))
                square = None
            elif decision == Decision.TARGET and self._arena.masks[0][0]:
                self.step(0)
            elif decision == Decision.SQUARE and square is not None:
                self.step(self._square(square))
                square = None
            elif option is not None:
                self.step(offsets["options"] + Option[option.upper().replace(" ", "_")] - 1)
                option = None
            else:
                return

    def _square(self, square: tuple[int, int]) -> int:
        x, y = square
        return self.layout.offsets["squares"] + x + y * (self.layout.width + 1)

    # --- going back, copying, keeping ------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last step.

        Raises:
            IllegalActionError: there is none.
        """
        if not self._history:
            raise IllegalActionError("undo", "nothing has been played", self.legal_actions())
        self._restore(*self._history.pop())

    def _restore(self, raw: np.ndarray, logged: int) -> None:
        self._arena.raw[0] = raw
        del self.log[logged:]
        self._arena.drive(Op.MASK)

    def clone(self, seed: int | None = None) -> Battle:
        """Return a copy that goes its own way; with a seed, its dice fall otherwise."""
        other = Battle.__new__(Battle)
        other._encounter, other._actions = self._encounter, self._actions
        other._seat_option, other._seats = self._seat_option, self._seats
        other._arena = Arena(self._encounter, 1, self.layout, observe=False, trace=True)
        other._eyes, other._history, other.log = None, [], list(self.log)
        other._arena.raw[0] = self._arena.raw[0]
        if seed is not None:
            keys = dice_keys(seed)
            other.state.dice_keys[0], other.state.dice_keys[1] = int(keys[0]), int(keys[1])
        other._arena.drive(Op.MASK)
        return other

    def save(self) -> bytes:
        """Return the battle as bytes: with a header by which ``load`` knows what it needs."""
        head = {
            "version": __version__,
            **self._digests,
            "encounter": self._encounter.text,
            "rules": self._encounter.rules,
            "seats": self._seat_option,
            "actions": self._actions,
        }
        return saving.pack(head, self._arena.raw[0].tobytes())

    @property
    def _digests(self) -> dict[str, str]:
        """What a save depends on, by key of its header."""
        content = self._encounter.content.digest
        return {"state": saving.state_digest(), "layout": self.layout.digest, "content": content}

    @classmethod
    def load(cls, data: bytes) -> Battle:
        """Make a battle of what ``save`` has returned.

        Raises:
            SaveError: it is damaged, no save at all, or of other content or another layout.
        """
        head, body = saving.unpack(data)
        rules, seats, actions = head["rules"], head["seats"], head["actions"]
        try:
            battle = cls(head["encounter"], rules, seats=seats, actions=actions)
        except DndEnvError as error:
            raise SaveError(f"saved by version {head['version']}: {error}") from None
        saving.compare(head, battle._digests, __version__)
        if len(body) != battle._arena.raw.shape[1]:
            raise SaveError(f"the state has {len(body)} bytes, not {battle._arena.raw.shape[1]}")
        battle._restore(np.frombuffer(body, np.uint8), 0)
        return battle

    # --- changing --------------------------------------------------------------------------------

    def script_dice(self, values: Sequence[int], strict: bool = False) -> None:
        """Say how the next dice fall.

        Args:
            values: in the order in which they are rolled.
            strict: whether it is an error if more dice are rolled than these.

        Raises:
            EncounterError: too many values.
        """
        if len(values) > MAX_SCRIPTED_DICE:
            raise EncounterError(f"{len(values)} scripted dice, at most {MAX_SCRIPTED_DICE}")
        state = self.state
        for index, value in enumerate(values):
            state.scripted_dice[index] = int(value)
        state.scripted_count, state.scripted_next = len(values), 0
        state.is_strict_script = int(strict)

    @property
    def scripted_dice_left(self) -> int:
        """How many scripted values have not been rolled."""
        return int(self.state.scripted_count - self.state.scripted_next)

    def refresh(self) -> None:
        """Derive everything afresh after a change to ``state``; creature views do so themselves."""
        self._arena.drive(Op.REFRESH)

    # --- within ----------------------------------------------------------------------------------

    @property
    def _names(self) -> BattleNames:
        return BattleNames(self._encounter, self.state)

    def _exists(self, who: int) -> bool:
        return bool(self.state.creatures[who].stat_block)

    def _drain(self) -> None:
        label = self._encounter.content.effect_label
        self.log.extend(drain(self._arena.work, self._names, label))

    @property
    def legal_count(self) -> int:
        return int(self._arena.results[0, LEGAL])
