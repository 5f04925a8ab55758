"""The frozen set: what speed is measured on. Changed only together with a note in the changelog."""

from dataclasses import dataclass
from typing import Any

from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs.encounters import compile_encounter


@dataclass(frozen=True)
class Case:
    """One shape of battle in one edition, with or without fog of war."""

    name: str
    encounter: str
    level: int
    rules: str
    fog: bool

    @property
    def label(self) -> str:
        return f"{self.name}, {self.rules}, {'fog' if self.fog else 'open'}"

    @property
    def options(self) -> dict[str, Any]:
        return {"visibility": "fog" if self.fog else "full"}

    def compile(self) -> CompiledEncounter:
        return compile_encounter(self.encounter, self.rules, self.level, self.options)


SHAPES = (
    ("4 v 4 on 20x20", "skirmish", 1),
    ("12 v 6", "brawl", 1),
    ("dragon on 40x40", "dragon_keep", 5),
)
FROZEN = tuple(
    Case(name, encounter, level, rules, fog)
    for name, encounter, level in SHAPES
    for rules in ("2014", "2024")
    for fog in (False, True)
)
