"""All speeds in one command: ``python -m benchmarks.run``. Rates are per second of CPU of one core.

Each figure stands beside peers measured in the same run, taking turns: compare ratios, for machines
differ. ``--quick`` measures one shape only; ``--page`` writes ``docs/speed.md``.
"""

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import loops, startup
from benchmarks.measure import mean, rates
from benchmarks.sets import FROZEN

console = Console(width=110)
PAGE = Path(__file__).resolve().parents[1] / "docs" / "speed.md"
MINE = ("compiled", "vector", "aec", "aec wrapped")


def measure_play(quick: bool) -> dict[str, Any]:
    """Random legal play with mask and observation."""
    cases = FROZEN[:1] if quick else FROZEN
    peers = {
        "connect four, raw": loops.connect_four(False),
        "connect four, wrapped": loops.connect_four(True),
        "chess, raw": loops.chess(False),
        "chess, wrapped": loops.chess(True),
    }
    table = Table("decisions a second", "compiled loop", "vector", "AEC raw", "AEC wrapped")
    found: dict[str, Any] = {}
    for case in cases:
        works = {
            "compiled": loops.compiled(case),
            "vector": loops.vector(case),
            "aec": loops.aec(case, False),
            "aec wrapped": loops.aec(case, True),
        }
        measured = rates(works | peers) | loops.lengths(case)
        measured["turns"] = measured["compiled"] / measured["decisions a turn"]
        measured["battles"] = measured["compiled"] / measured["decisions a battle"]
        found[case.label] = measured
        table.add_row(case.label, *(f"{measured[name]:,.0f}" for name in MINE))
    means = {
        name: mean([row[name] for row in found.values()]) for name in next(iter(found.values()))
    }
    table.add_row("geometric mean", *(f"{means[name]:,.0f}" for name in MINE))
    console.print(table)
    console.print(
        f"peers: connect four {means['connect four, raw']:,.0f} raw, "
        f"{means['connect four, wrapped']:,.0f} wrapped; "
        f"chess {means['chess, raw']:,.0f} raw, {means['chess, wrapped']:,.0f} wrapped"
    )
    raw = means["connect four, raw"]
    console.print(
        f"compiled loop: {means['compiled'] / raw:.1f} times connect four's raw AEC loop; "
        f"AEC raw: {means['aec'] / raw:.1f} times; "
        f"AEC wrapped: {means['aec wrapped'] / means['connect four, wrapped']:.1f} times"
    )
    return {"cases": found, "geometric mean": means}


def measure_battles(quick: bool) -> dict[str, float]:
    """Whole battles, greedy against greedy: four level-1 characters against four goblins."""
    works = {
        rules: loops.greedy_battles("goblin_ambush", rules, 1)
        for rules in (("2014",) if quick else ("2014", "2024"))
    }
    measured = rates(works)
    for rules, rate in measured.items():
        console.print(
            f"greedy against greedy, 4 characters v goblins, {rules}: {rate:,.0f} battles/s"
        )
    return measured


def measure_startup() -> dict[str, float]:
    """Compiling, starting, cloning, memory."""
    lines, seconds = startup.compiled_lines(), startup.compile_seconds()
    found = {
        "compiled lines": lines,
        "compile seconds": seconds,
        "milliseconds a line": seconds / lines * 1e3,
        "warm start seconds": startup.warm_start_seconds(),
        "seconds to set up an encounter": startup.set_up_seconds(),
        "milliseconds for a mask on 40x40 among 12 foes": startup.large_map_milliseconds(),
        "clone microseconds": startup.clone_microseconds(),
        "megabytes of 4,096 battles": startup.megabytes_of(4096),
    }
    for name, value in found.items():
        console.print(f"{name}: {value:,.2f}".rstrip("0").rstrip("."))
    return found


def page(figures: dict[str, Any]) -> str:
    """Return the figures as a page."""
    play, battles, startup_ = (figures[part] for part in ("play", "battles", "startup"))
    means = play["geometric mean"]
    lines = [
        "# How fast it is",
        "",
        "Written by `python -m benchmarks.run --page`. Rates are per second of CPU of one core;",
        "the peers were measured in the same run, taking turns. Play is random and legal, and each",
        "decision has its mask and observation written.",
        "",
        "| decisions a second | compiled loop | VectorEnv | AEC raw | AEC wrapped | a turn |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in [*play["cases"].items(), ("geometric mean", means)]:
        rates_ = " | ".join(f"{row[door]:,.0f}" for door in MINE)
        lines.append(f"| {name} | {rates_} | {row['decisions a turn']:.1f} |")
    lines += ["", "| the same, of turns and battles | turns a second | battles a second |"]
    lines += ["|---|---|---|"]
    for name, row in play["cases"].items():
        lines.append(f"| {name} | {row['turns']:,.0f} | {row['battles']:,.1f} |")
    lines += [
        "",
        "| peer | raw AEC | wrapped AEC |",
        "|---|---|---|",
        *(
            f"| {peer} | {means[f'{peer}, raw']:,.0f} | {means[f'{peer}, wrapped']:,.0f} |"
            for peer in ("connect four", "chess")
        ),
        "",
        f"The compiled loop makes {means['compiled'] / means['connect four, raw']:.1f} times the",
        "decisions of connect four's raw AEC loop; the AEC loop makes"
        f" {means['aec'] / means['connect four, raw']:.1f} times as many raw and"
        f" {means['aec wrapped'] / means['connect four, wrapped']:.1f} times wrapped.",
        "",
        "| greedy battles, 4 level-1 characters against goblins | a second |",
        "|---|---|",
        *(f"| rules of {rules} | {rate:,.0f} |" for rules, rate in battles.items()),
        "",
        "| to begin | |",
        "|---|---|",
        *(f"| {name} | {value:,.2f} |" for name, value in startup_.items()),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--page", action="store_true")
    arguments = parser.parse_args()
    figures = {
        "play": measure_play(arguments.quick),
        "battles": measure_battles(arguments.quick),
        "startup": measure_startup(),
    }
    if arguments.page:
        PAGE.write_text(page(figures))


if __name__ == "__main__":
    main()
