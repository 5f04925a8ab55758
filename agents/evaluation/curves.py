"""Learning curves as a picture: win rate over steps, a line a run, its interval shaded."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def draw_curves(runs: Mapping[str, list[dict[str, Any]]], path: Path, title: str) -> None:
    """Draw the evaluations of runs.

    Args:
        runs: name of a run -> its evaluations (``training.folder.read_evaluations``).
        path: of the picture, ``.png`` or ``.svg``.
        title: above the picture.
    """
    from matplotlib.figure import Figure  # slow to import

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.subplots()
    for name, evaluations in runs.items():
        steps = [row["steps"] / 1e6 for row in evaluations]
        axes.plot(steps, [row["rate"] for row in evaluations], marker="o", markersize=3, label=name)
        low, high = ([row[end] for row in evaluations] for end in ("low", "high"))
        axes.fill_between(steps, low, high, alpha=0.15)
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle="--")
    axes.set(xlabel="learner decisions (millions)", ylabel="win rate", ylim=(0, 1), title=title)
    axes.legend(loc="lower right", fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
