"""What it costs to begin: compiling everything, a warm start, a clone, the memory of many
battles."""

import ast
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from dnd_env import Battle
from dnd_env.encounter.notation import position
from dnd_env.envs.arena import Arena
from dnd_env.envs.encounters import compile_encounter, layout_of

ROOT = Path(__file__).resolve().parents[1]
FIRST_STEP = """
import time
start = time.process_time()
from dnd_env import Battle
battle = Battle("skirmish", seed=1)
battle.step(battle.legal_actions()[-1])
print(time.process_time() - start)
"""
SET_UP = """
import time
from dnd_env.envs.encounters import compile_encounter
start = time.process_time()
compile_encounter("goblin_ambush", level=11)
print(time.process_time() - start)
"""
COMPILE = """
import time
start = time.process_time()
from agents.warmup import compile_all
for name, seconds in compile_all():
    pass
print(time.process_time() - start)
"""


def cpu_of(program: str, cache: str | None = None) -> float:
    """Run a program in a new process and return the CPU seconds that it prints."""
    environ = os.environ | ({"DND_ENV_CACHE_DIR": cache} if cache else {})
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environ, capture_output=True, check=True
    )
    return float(done.stdout.split()[-1])


def compile_seconds() -> float:
    """CPU seconds to compile all entries from nothing, in one process."""
    with tempfile.TemporaryDirectory() as cache:
        return cpu_of(COMPILE, cache)


def compiled_lines() -> int:
    """Count the lines of code in compiled functions: no blanks, comments or docstrings."""
    count = 0
    for folder in ("dnd_env", "agents"):
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if "core.jit import" in source:
                count += _lines(ast.parse(source))
    return count


def _lines(tree: ast.Module) -> int:
    lines: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id in ("rule", "entry")
            for mark in node.decorator_list
        ):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            for statement in body:
                for inner in ast.walk(statement):
                    if isinstance(inner, ast.stmt):
                        lines.update(range(inner.lineno, (inner.end_lineno or inner.lineno) + 1))
    return len(lines)


def warm_start_seconds() -> float:
    """CPU seconds from import to the first step, all compiled before; the best of three."""
    cpu_of(FIRST_STEP)
    return min(cpu_of(FIRST_STEP) for _ in range(3))


def clone_microseconds() -> float:
    """Microseconds to copy a battle within a batch, hot."""
    encounter = compile_encounter("skirmish")
    raw = Arena(encounter, 2, layout_of(encounter), observe=False).raw
    first, second = raw[0], raw[1]
    rounds = 20_000
    start = time.process_time()
    for _ in range(rounds):
        second[:] = first
    return (time.process_time() - start) / rounds * 1e6


def set_up_seconds() -> float:
    """CPU seconds to set up an encounter for the first time in a process, content and all."""
    return cpu_of(SET_UP)


def large_map_milliseconds() -> float:
    """Milliseconds to find all that is legal on an open map of 40 x 40 among twelve foes."""
    rows = [["."] * 40 for _ in range(40)]
    rows[20][20] = "A"
    for at in range(12):
        rows[17 + at % 6][14 + 12 * (at // 6)] = "B"
    text = " / ".join(" ".join(row) for row in rows)
    battle = Battle(position(f"{text} ; A=pegasus side=0 ; B=goblin"))
    while battle.decider != "A":
        battle.step(0)
    rounds = 200
    start = time.process_time()
    for _ in range(rounds):
        battle.refresh()
    return (time.process_time() - start) / rounds * 1e3


def megabytes_of(battles: int) -> float:
    """Megabytes of the arrays of so many battles with masks and observations, all touched."""
    encounter = compile_encounter("skirmish")
    arena = Arena(encounter, battles, layout_of(encounter))
    arrays = (arena.raw, arena.masks, arena.observations, arena.results, arena.numbers)
    return float(np.sum([array.nbytes for array in arrays])) / 1e6
