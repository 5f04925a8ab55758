"""Matches: two agents on paired seeds with sides swapped, and how sure the result is.

Each seed is played twice, each agent once on either side, so that neither the dice nor a side that
is better off decide. The interval is of the mean over pairs: their scores are independent, those
within one are not.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from agents.evaluation.games import play
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.spaces.layout import Layout

Z_95 = 1.959964  # of the standard normal distribution


@dataclass(frozen=True)
class Result:
    """How an agent did against another.

    Attributes:
        rate: its mean score: a win counts 1, a draw one half.
        low: lower end of a confidence interval of the rate that covers at least 95%.
        high: upper end.
        pairs: seeds, each played on both sides.
        wins, draws, losses: of the battles.
        first: its mean score as side 0; ``second``: as side 1.
    """

    rate: float
    low: float
    high: float
    pairs: int
    wins: int
    draws: int
    losses: int
    first: float
    second: float

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.rate:.1%} [{self.low:.1%}, {self.high:.1%}] of {2 * self.pairs} battles"


def play_match(
    encounter: CompiledEncounter, layout: Layout, agent: Any, other: Any, seeds: Sequence[int]
) -> Result:
    """Play an agent against another: a pair of battles a seed, sides swapped."""
    first = play(encounter, layout, (agent, other), seeds)
    second = 1.0 - play(encounter, layout, (other, agent), seeds)
    return summarize(first, second)


def summarize(first: np.ndarray, second: np.ndarray) -> Result:
    """Sum up the scores of pairs of battles, each float [k]."""
    pairs = (first + second) / 2
    rate = float(pairs.mean())
    low, high = interval(pairs)
    both = np.concatenate([first, second])
    return Result(
        rate=rate,
        low=low,
        high=high,
        pairs=len(pairs),
        wins=int((both == 1).sum()),
        draws=int((both == 0.5).sum()),
        losses=int((both == 0).sum()),
        first=float(first.mean()),
        second=float(second.mean()),
    )


def interval(scores: np.ndarray) -> tuple[float, float]:
    """Return a confidence interval, at least 95%, of the mean of independent scores in [0, 1].

    Wilson's score interval with one trial a score. A score's variance is at most that of a trial
    with the same mean, so the interval covers at least as often as Wilson's does with trials: 95%,
    or a percent less where there are few.
    """
    count, mean = len(scores), float(scores.mean())
    centre = (mean + Z_95**2 / (2 * count)) / (1 + Z_95**2 / count)
    half = math.sqrt(mean * (1 - mean) / count + Z_95**2 / (4 * count**2))
    half *= Z_95 / (1 + Z_95**2 / count)
    return max(centre - half, 0.0), min(centre + half, 1.0)
