"""A creature of a battle by name: to read, and to change for tests and for a real table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dnd_env.core.errors import EncounterError
from dnd_env.core.limits import MAX_EXHAUSTION, MAX_SPELL_LEVEL
from dnd_env.core.terms import Condition, Life
from dnd_env.envs.log import condition_names

if TYPE_CHECKING:
    from dnd_env.envs.battle import Battle


class CreatureView:
    """What there is to know of a creature. Setting something derives all that follows from it."""

    def __init__(self, battle: Battle, index: int) -> None:
        self._battle = battle
        self.index = index

    @property
    def record(self) -> Any:
        """The CREATURE record, checked; after writing call ``battle.refresh()``."""
        return self._battle.state.creatures[self.index]

    @property
    def name(self) -> str:
        return self._battle.encounter.names[self.index]

    @property
    def side(self) -> str:
        return self._battle.encounter.sides[self.record.side]

    @property
    def life(self) -> str:
        """``up``, ``dying``, ``stable``, ``dead`` or ``gone``."""
        return Life(self.record.life).name.lower()

    @property
    def hit_points(self) -> int:
        return int(self.record.hit_points)

    @hit_points.setter
    def hit_points(self, value: int) -> None:
        """Set hit points without any damage or healing: 0 leaves it UP until it takes damage."""
        if not 0 <= value <= self.record.hit_point_maximum:
            top = self.record.hit_point_maximum
            raise EncounterError(f"{self.name}: {value} hit points are not in [0, {top}]")
        self.record.hit_points = value
        self._battle.refresh()

    @property
    def hit_point_maximum(self) -> int:
        return int(self.record.hit_point_maximum)

    @property
    def temp_hit_points(self) -> int:
        return int(self.record.temp_hit_points)

    @temp_hit_points.setter
    def temp_hit_points(self, value: int) -> None:
        self.record.temp_hit_points = value
        self._battle.refresh()

    @property
    def armor_class(self) -> int:
        return int(self.record.armor_class)

    @property
    def square(self) -> tuple[int, int]:
        """The north-west square of its space."""
        return int(self.record.x), int(self.record.y)

    @square.setter
    def square(self, value: tuple[int, int]) -> None:
        self.record.x, self.record.y = value
        self._battle.refresh()

    @property
    def altitude_ft(self) -> int:
        return int(self.record.altitude_ft)

    @altitude_ft.setter
    def altitude_ft(self, value: int) -> None:
        self.record.altitude_ft = value
        self.record.is_flying = int(value > 0)
        self._battle.refresh()

    @property
    def speed_ft(self) -> dict[str, int]:
        modes = ("walk", "climb", "swim", "fly", "burrow")
        return {mode: int(self.record.speed_ft[at]) for at, mode in enumerate(modes)}

    @property
    def conditions(self) -> list[str]:
        """Names of its conditions, implied ones included."""
        return condition_names(self.record.conditions)

    @property
    def exhaustion(self) -> int:
        """Levels of exhaustion, 0 to 6."""
        return int(self.record.exhaustion)

    @exhaustion.setter
    def exhaustion(self, level: int) -> None:
        if not 0 <= level <= MAX_EXHAUSTION:
            text = f"{self.name}: exhaustion {level} is not in [0, {MAX_EXHAUSTION}]"
            raise EncounterError(text)
        self.record.exhaustion = level
        self._battle.refresh()

    def give(self, condition: str, source: CreatureView | None = None) -> None:
        """Give it a condition until something takes it away; exhaustion: one level more.

        Raises:
            EncounterError: there is no such condition.
        """
        try:
            kind = Condition[condition.upper()]
        except KeyError:
            known = ", ".join(c.name.lower() for c in Condition)
            raise EncounterError(f"no condition {condition!r}; there are {known}") from None
        if kind == Condition.EXHAUSTION:
            self.exhaustion += 1
            return
        state = self._battle.state
        row = state.ongoing[state.ongoing_count]
        state.ongoing_count += 1
        row.effect = self._battle.encounter.content.condition_effect(kind) + 1
        row.source = (source.index if source is not None else self.index) + 1
        row.target, row.rounds = self.index + 1, 0
        self._battle.refresh()

    def cure(self, condition: str) -> None:
        """Take a condition away, whatever gives it; all levels of exhaustion."""
        if condition.upper() == Condition.EXHAUSTION.name:
            self.exhaustion = 0
            return
        state = self._battle.state
        effect = self._battle.encounter.content.condition_effect(Condition[condition.upper()]) + 1
        for index in range(state.ongoing_count):
            row = state.ongoing[index]
            if row.target == self.index + 1 and row.effect == effect:
                row.effect = 0
        self._battle.refresh()

    @property
    def spell_slots(self) -> dict[int, int]:
        """Slots left, by level."""
        resources = self.record.resources
        return {n: int(resources[n - 1]) for n in range(1, MAX_SPELL_LEVEL + 1) if resources[n - 1]}

    @property
    def is_concentrating(self) -> bool:
        return bool(self.record.concentrates)

    def sees(self, other: CreatureView) -> bool:
        return bool(self._battle.state.sees[self.index] >> other.index & 1)

    def __repr__(self) -> str:
        return (
            f"<{self.name}: {self.hit_points}/{self.hit_point_maximum} hit points at {self.square}>"
        )
