"""Measuring: CPU seconds of one core, in rounds that take turns, so that a noisy machine hurts all
alike."""

import time
from collections.abc import Callable, Mapping
from statistics import geometric_mean, median

Work = Callable[[], int]
"""Does some work and returns how many units of it."""


def rates(works: Mapping[str, Work], rounds: int = 5) -> dict[str, float]:
    """Return units a second of CPU of each work: the median over rounds that do each in turn."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()  # warm up
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            units = work()
            found[name].append(units / (time.process_time() - start))
    return {name: median(values) for name, values in found.items()}


def mean(values: list[float]) -> float:
    return geometric_mean(values)
