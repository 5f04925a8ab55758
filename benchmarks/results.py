"""What training comes to, in one command: ``python -m benchmarks.results``; hours on two cores.

Trains the shipped recipe on the mirrored encounter with three seeds, once with the compact action
set, and once on every other encounter; plays each model against the greedy agent on paired seeds
that training has not seen; and writes ``docs/results.md`` with the learning curves. Models are kept
in ``runs/results``: those that are there are not trained again (``--again evaluate`` only plays).
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.evaluation.curves import draw_curves
from agents.learned.policy import read_card
from agents.training.folder import MODEL, read_evaluations
from dnd_env.encounter import load

ROOT = Path(__file__).resolve().parents[1]
RUNS = ROOT / "runs" / "results"
DOCS = ROOT / "docs"
SEEDS = (1, 2, 3)
MIRROR = "mirror_match"
ELSEWHERE_STEPS = 300_000


@dataclass(frozen=True)
class Run:
    """A training run and how it is played afterwards."""

    name: str
    config: str
    seed: int
    encounter: str = MIRROR
    steps: int = 2_000_000
    pairs: int = 1000

    @property
    def folder(self) -> Path:
        return RUNS / self.name

    @property
    def result(self) -> Path:
        return self.folder / "result.json"

    @property
    def commands(self) -> tuple[list[str], list[str]]:
        """The command that trains it, and the one that plays it."""
        folder = str(self.folder.relative_to(ROOT))
        changes: dict[str, str | int] = {"seed": self.seed}
        if self.encounter != MIRROR:
            changes |= {"environment.encounter": self.encounter, "learner.steps": self.steps}
        settings = [word for key, value in changes.items() for word in ("--set", f"{key}={value}")]
        train = ["dnd-env", "train", self.config, "--out", folder, *settings]
        model = f"{folder}/{MODEL}"
        play = ["dnd-env", "evaluate", model, "greedy", "--pairs", str(self.pairs)]
        return train, [*play, "--out", str(self.result.relative_to(ROOT))]


FULL = [Run(f"full_{seed}", "mirror_match", seed) for seed in SEEDS]
COMPACT = [Run("compact_1", "mirror_match_compact", 1)]
ELSEWHERE = [
    Run(name, "mirror_match", 1, name, ELSEWHERE_STEPS) for name in load.names() if name != MIRROR
]


def call(command: list[str]) -> None:
    """Run a ``dnd-env`` command."""
    program = [sys.executable, "-c", "from agents.cli import main; main()"]
    subprocess.run([*program, *command[1:]], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def do(run: Run) -> None:
    """Train and play a run, as far as that is not done yet."""
    train, play = run.commands
    model = run.folder / MODEL
    if not model.exists() or read_card(model)["steps"] < run.steps:
        print(" ".join(train), flush=True)
        call([*train, "--resume"] if model.exists() else train)
    if not run.result.exists():
        call(play)
        print(f"{run.name}: {read_result(run)['rate']:.1%}", flush=True)


def read_result(run: Run) -> dict[str, Any]:
    return json.loads(run.result.read_text())[0]  # type: ignore[no-any-return]


def table(runs: Iterable[Run], first: str) -> list[str]:
    """Return a table of results as lines of Markdown."""
    lines = [
        f"| {first} | rules | learner decisions | win rate | 95% interval | won | drawn | lost |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for run in runs:
        row = read_result(run)
        ends = f"{row['low']:.1%} to {row['high']:.1%}"
        counts = f"{row['wins']} | {row['draws']} | {row['losses']}"
        name = f"seed {run.seed}" if run.encounter == MIRROR else row["encounter"]
        lines.append(
            f"| {name} | {row['rules']} | {run.steps:,} | {row['rate']:.1%} | {ends} | {counts} |"
        )
    return lines


def write() -> None:
    """Write the page and the curves."""
    curves = {
        f"{label}, seed {run.seed}": read_evaluations(run.folder)
        for label, runs in (("full", FULL), ("compact", COMPACT))
        for run in runs
    }
    draw_curves(curves, DOCS / "learning_curves.svg", "MaskablePPO against greedy, mirror_match")
    train, play = (" ".join(command) for command in FULL[0].commands)
    lines = [
        "# What training comes to",
        "",
        "Written by `python -m benchmarks.results`. MaskablePPO learns against the frozen greedy",
        "agent, on either side in turn, and is then played against it: each of the seeds, which",
        "training has not seen, is played twice with sides swapped; a draw counts one half. The",
        "interval is Wilson's, with one trial a pair of battles: it covers at least 95%.",
        "",
        "## The mirrored encounter, full action set",
        "",
        f"    {train}",
        f"    {play}",
        "",
        *table(FULL, "run"),
        "",
        "## The mirrored encounter, compact action set",
        "",
        *table(COMPACT, "run"),
        "",
        "![Learning curves](learning_curves.svg)",
        "",
        "## The other encounters",
        "",
        f"The same recipe with {ELSEWHERE_STEPS:,} learner decisions, one training seed, full",
        "action set. Each model has learned its own encounter, at the lowest level of the party.",
        "",
        *table(ELSEWHERE, "encounter"),
    ]
    (DOCS / "results.md").write_text("\n".join(lines) + "\n")


def main() -> None:
    """Train, play, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="runs side by side")
    parser.add_argument("--again", choices=["evaluate"], help="play the models that are there anew")
    arguments = parser.parse_args()
    runs = FULL + COMPACT + ELSEWHERE
    if arguments.again:
        for run in runs:
            run.result.unlink(missing_ok=True)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(do, runs))
    write()


if __name__ == "__main__":
    main()
