"""A batch of battles of one encounter: the arrays that ``functional.drive`` works on, side by side.

``Battle``, the PettingZoo and Gymnasium shells and the vector environments are faces of an arena.
"""

from typing import Any

import numpy as np

from dnd_env.core.errors import CapacityError, EngineError
from dnd_env.core.layout import Checked, as_rules_take, new_records
from dnd_env.core.limits import MAX_SIDES
from dnd_env.core.scene import SCENE
from dnd_env.core.state import STATE
from dnd_env.core.terms import Error, Life
from dnd_env.core.work import WORK
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs.functional import RESULTS, Op, drive
from dnd_env.spaces.layout import Layout
from dnd_env.spaces.rewards import Scheme

DECIDER, SIDE, WINNER, ERROR, LEGAL, MADE = range(RESULTS)  # columns of ``results``
NOBODY = -1


def dice_keys(seed: int) -> np.ndarray:
    """Make the two keys of a battle's dice, int64 [2], from a seed."""
    return np.random.SeedSequence(seed).generate_state(2).view(np.int32).astype(np.int64)


class Arena:
    """``count`` battles of an encounter, and what is known of each after the last call.

    Attributes:
        raw: uint8 [count, state size]: the battles; copy rows to clone or save them.
        masks: int8 [count, n]: the legal actions of each decider.
        observations: float32 [count, d] or [count, 0]: what each decider sees.
        results: int64 [count, RESULTS]: see the columns named in this module.
        worths: float64 [count, MAX_SIDES]: what each battle is worth to each side so far.
    """

    def __init__(
        self,
        encounter: CompiledEncounter,
        count: int,
        layout: Layout,
        scheme: Scheme = Scheme.WIN,
        observe: bool = True,
        trace: bool = False,
    ) -> None:
        self._made_of = (encounter, count, layout, scheme, observe, trace)
        self.encounter = encounter
        self.layout = layout
        self.count = count
        raw_scene, self._scenes = new_records(SCENE, 1)
        raw_scene[0] = encounter.raw_scene
        scene = Checked(raw_scene.view(SCENE)[:, 0])[0]
        for name, value in self.layout.scene_fields().items():
            scene[name] = value
        self.scene = scene
        self.raw, self._states = new_records(STATE, count)
        self.records: Any = Checked(self.raw.view(STATE)[:, 0])
        self._raw_work, self._works = new_records(WORK, 1)
        self.work: Any = Checked(self._raw_work.view(WORK)[:, 0])[0]
        self.work.trace_on = int(trace)
        size = self.layout.observation_size if observe else 0
        self.masks = np.zeros((count, self.layout.action_count), np.int8)
        self.observations = np.zeros((count, size), np.float32)
        self.results = np.zeros((count, RESULTS), np.int64)
        self.numbers = np.zeros((count, 2), np.int64)
        self._worths = np.full((count, 1 + MAX_SIDES), float(scheme))
        written = (self.numbers, self.masks, self.observations, self._worths, self.results)
        self._arguments = tuple(as_rules_take(array) for array in written)
        self.drive(Op.DESCRIBE)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy what it is made of, and the battles: the rest are views of one memory."""
        return rebuild, (self._made_of, self.raw)

    @property
    def records_for_rules(self) -> tuple[Any, Any, Any]:
        """States, scenes and tables, as entries take them."""
        return self._states, self._scenes, self.encounter.content.tables

    @property
    def works_for_rules(self) -> Any:
        return self._works

    @property
    def masks_for_rules(self) -> Any:
        return self._arguments[1]

    @property
    def worths(self) -> np.ndarray:
        return self._worths[:, 1:]

    def drive(self, op: Op, first: int = 0, last: int | None = None, limit: int = 0) -> None:
        """Do an Op to battles ``first`` to ``last`` - 1; ``numbers`` holds what it reads.

        Raises:
            CapacityError: the arena's only battle has outgrown one of the capacities. Of several,
                ``results[:, ERROR]`` tells.
        """
        self.run(drive, int(op), first, self.count if last is None else last, limit)

    def run(self, drive_entry: Any, op: int, first: int, last: int, limit: int) -> None:
        """Call an entry with the signature of ``functional.drive`` on this arena's arrays."""
        tables = self.encounter.content.tables
        drive_entry(
            self._states, self._scenes, tables, self._works, op, first, last, limit,
            *self._arguments,
        )  # fmt: skip
        if self.count == 1 and self.results[0, ERROR]:
            raise error_of(int(self.results[0, ERROR]))

    def set_out(self, index: int, seed: int) -> None:
        """Lay battle ``index`` out; ``Op.BEGIN`` then begins it."""
        self.raw[index] = self.encounter.template
        self.work.trace_count = 0
        self.numbers[index] = dice_keys(seed)

    def begin(self, index: int, seed: int) -> None:
        """Set battle ``index`` up anew, up to the first decision."""
        self.set_out(index, seed)
        self.drive(Op.BEGIN, index, index + 1)

    def step(self, index: int, action: int) -> None:
        """Play a legal action in battle ``index``."""
        self.work.trace_count = 0  # what agents have only weighed is no part of the log
        self.numbers[index, 0] = action
        self.drive(Op.STEP, index, index + 1)

    def restore(self, index: int, raw: np.ndarray) -> None:
        """Put a saved battle, uint8 [state size], in place ``index``."""
        self.raw[index] = raw
        self.drive(Op.MASK, index, index + 1)

    def records_field(self, name: str) -> np.ndarray:
        """Return one field of all battles, [count, ...]: a view."""
        return self.raw.view(STATE)[name][:, 0]

    def dice_seeds(self, first: int, last: int) -> np.ndarray:
        """Return a number of each battle's own, int64 [last - first], for what is random beside
        dice."""
        keys = self.records_field("dice_keys")[first:last].astype(np.int64)
        return keys[:, 0] ^ keys[:, 1] << 1  # type: ignore[no-any-return]

    def is_out_of_time(self, index: int) -> bool:
        """Has battle ``index`` reached the round limit?"""
        return bool(self.records[index].round_number > self.scene.max_rounds)

    def observe(self, index: int, viewer: int, deciding: bool) -> np.ndarray:
        """Return what creature ``viewer``'s seat sees, float32 [d]; a view that the next call
        changes."""
        self.numbers[index] = viewer, int(deciding)
        self.drive(Op.OBSERVE, index, index + 1)
        return self.observations[index]  # type: ignore[no-any-return]

    def observe_end(self, index: int, side: int) -> np.ndarray:
        """Return what a side sees of a battle that is over, as ``observe`` does: through the eyes
        of its first creature that is up. Without this the last decider's view stands there."""
        own = [who for who, its_side in enumerate(self.encounter.side_of) if its_side == side]
        creatures = self.records[index].creatures
        viewer = next((who for who in own if creatures[who].life == Life.UP), own[0])
        return self.observe(index, viewer, False)


def rebuild(made_of: tuple[Any, ...], raw: np.ndarray) -> Arena:
    """Make an arena as another was made, with its battles, uint8 [count, state size]."""
    arena = Arena(*made_of)
    arena.raw[:] = raw
    arena.drive(Op.MASK)
    return arena


def error_of(code: int) -> CapacityError | EngineError:
    """Return the exception for ``state.error``."""
    error = Error(code)
    if error is Error.OUT_OF_SCRIPTED_DICE:
        return EngineError(
            "the scripted dice have run out; give more values, or script them loosely"
        )
    words = error.name.removeprefix("TOO_MANY_").lower()
    return CapacityError(f"the battle needs more {words} than core/limits.py has room for")
