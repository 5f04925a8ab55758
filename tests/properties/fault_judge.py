"""Seeds faults into the interpreted rules, one by one, and sees whether masks go wrong.

``python -m tests.properties.fault_judge POSITIONS``: prints, as JSON, where each fault was found:
the index of a position, or -1. The positions are what ``test_faults`` has saved. No file is
changed: the functions of the faulty source take the place of those loaded.
"""

import importlib
import json
import pickle
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from dnd_env.encounter import compiled
from dnd_env.envs import encounters
from dnd_env.envs.functional import Op
from tests.properties.faults import FAULTS, Fault
from tests.properties.play import Field

SURVEYING = {"lines"}  # what they say of the map is kept in the scene
DERIVING = {"areas", "lines", "modifiers", "ongoing", "sight"}  # what they say is kept in the state


class Judged:
    """Saved positions, with what the referee says of each."""

    def __init__(self, path: Path) -> None:
        saved = pickle.loads(path.read_bytes())
        self._arguments = saved["fields"]
        self.fields: list[Field] = []
        self.survey()
        self.positions: list[tuple[int, np.ndarray, set[int]]] = saved["positions"]

    def survey(self) -> None:
        """Set the battles up anew, lines of sight and all."""
        for module in (compiled, encounters):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        self.fields = [Field(*arguments) for arguments in self._arguments]

    def first_difference(self, derive: bool) -> int:
        """Return the first position whose mask is not what the referee says, -1 for none."""
        for at in range(len(self.positions)):
            if self.differs(at, derive):
                return at
        return -1

    def differs(self, at: int, derive: bool) -> bool:
        which, raw, judged = self.positions[at]
        arena = self.fields[which].arena
        arena.raw[0] = raw
        arena.drive(Op.REFRESH if derive else Op.MASK)
        return set(np.flatnonzero(arena.masks[0]).tolist()) != judged


@contextmanager
def seeded(fault: Fault) -> Iterator[None]:
    """Have the rules make a mistake.

    Raises:
        ValueError: the text that the fault is about is not in the module.
    """
    module = importlib.import_module(f"dnd_env.rules.{fault.module}")
    source = Path(str(module.__file__)).read_text()
    pattern = r"\s+".join(map(re.escape, fault.old.split()))
    if not re.search(pattern, source):
        raise ValueError(f"{fault.name}: {fault.old!r} is not in {fault.module} any more")
    try:
        run(module, re.sub(pattern, lambda found: fault.new, source, count=1))
        yield
    finally:
        run(module, source)


def run(module: ModuleType, source: str) -> None:
    """Load a module's source anew, and give its functions to all who have imported them."""
    before = {id(value): name for name, value in own_functions(module).items()}
    exec(compile(source, str(module.__file__), "exec"), vars(module))
    after = own_functions(module)
    for other in list(sys.modules.values()):
        if getattr(other, "__name__", "").startswith("dnd_env."):
            for name, value in list(vars(other).items()):
                if id(value) in before and other is not module:
                    setattr(other, name, after[before[id(value)]])


def own_functions(module: ModuleType) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def main(path: Path) -> None:
    judged = Judged(path)
    found = {"no fault": judged.first_difference(True)}
    for fault in FAULTS:
        with seeded(fault):
            if fault.module in SURVEYING:
                judged.survey()
            found[fault.name] = judged.first_difference(fault.module in DERIVING)
        if fault.module in SURVEYING:
            judged.survey()
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
