"""The one command, ``dnd-env``: encounters, validate, play, suggest, train, evaluate, replay,
warmup."""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dnd_env.core.errors import DndEnvError

app = typer.Typer(
    help="D&D 5e tactical combat: play it, train on it, ask it for advice.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
console = Console()
complaints = Console(stderr=True)

OPTIONAL = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")  # installed with [train]

Rules = Annotated[str | None, typer.Option(help="2014 or 2024; else as the encounter says.")]
Level = Annotated[
    int | None, typer.Option(min=1, max=20, help="of the party; else as the encounter says.")
]
Actions = Annotated[
    str | None, typer.Option(help="full or compact; else as a model was trained, or full.")
]
Seed = Annotated[int, typer.Option(min=0, help="of start squares, initiative and dice.")]


@contextmanager
def plain_errors() -> Iterator[None]:
    """Say what is wrong in one line, without a traceback, and exit with 2."""
    try:
        yield
    except DndEnvError as error:
        complain(str(error))
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}{error.strerror or error}")
    except ModuleNotFoundError as error:
        if error.name not in OPTIONAL:
            raise
        complain(f"{error.name} is not installed: pip install 'dnd-env[train]'")


def complain(what: str) -> NoReturn:
    """Say what is wrong and exit with 2."""
    line = f"error: {what}"
    complaints.print(line, style="red", markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(2) from None


def note(what: str) -> None:
    """Say what one should know, beside the results."""
    complaints.print(f"note: {what}", style="yellow", markup=False, highlight=False)


def make_room(out: Path) -> None:
    """See to it that a file can be written, before the work that goes into it.

    Raises:
        OSError: it cannot.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    if out.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder, expected a file", str(out))
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise PermissionError(errno.EACCES, "cannot be written", str(out))


@app.command()
def encounters() -> None:
    """List the shipped encounters."""
    from dnd_env.encounter import load

    table = Table("name", "sides", "map", "party levels", "what it is")
    with plain_errors():
        for name in load.names():
            spec = load.load(name)
            rows = spec.map.squares
            levels = ", ".join(map(str, spec.levels or [spec.level]))
            size = f"{len(rows[0])} x {len(rows)}"
            table.add_row(name, " v ".join(spec.sides), size, levels, spec.description)
    console.print(table)


@app.command()
def validate(files: Annotated[list[Path], typer.Argument(help="TOML files to check.")]) -> None:
    """Check encounters, content entries and training configs; the exit code is 1 if one is at
    fault."""
    from agents.validation import check_file

    faults = 0
    for file in files:
        try:
            kind = check_file(file)
            console.print(f"{file}: {kind}, good", markup=False, highlight=False)
        except (DndEnvError, OSError) as error:
            faults += 1
            line = str(error)
            complaints.print(line, style="red", markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(1 if faults else 0)


@app.command()
def play(
    encounter: Annotated[str, typer.Argument(help="A name, a file, or a saved battle.")],
    side: Annotated[str | None, typer.Option(help="that you play; without one you watch.")] = None,
    rules: Rules = None,
    level: Level = None,
    seed: Seed = 0,
    agent: Annotated[
        str, typer.Option(help="that plays the others: greedy, random, a model.")
    ] = "greedy",
    delay: Annotated[float, typer.Option(help="seconds between moves watched.")] = 0.4,
    visibility: Annotated[str | None, typer.Option(help="full or fog.")] = None,
) -> None:
    """Watch a battle, or take a side in it, in the terminal."""
    from agents.table import play_in_terminal

    with plain_errors():
        options = {} if visibility is None else {"visibility": visibility}
        play_in_terminal(console, encounter, side, rules, level, seed, agent, delay, options)


@app.command()
def suggest(
    source: Annotated[str, typer.Argument(help="A saved battle, or an encounter.")],
    creature: Annotated[str, typer.Option(help="whose turn it is to advise on.")],
    rules: Rules = None,
    level: Level = None,
    seed: Seed = 0,
    count: Annotated[int, typer.Option(min=1, help="of suggestions.")] = 3,
    rollouts: Annotated[int, typer.Option(min=1, help="battles played to the end for each.")] = 64,
) -> None:
    """Say what a creature might do now: the best few ways, their chances, and why."""
    from agents.advisor.advice import advise
    from agents.saves import open_battle

    with plain_errors():
        battle = open_battle(source, rules, level, seed)
        advices = advise(battle, creature, count, rollouts, seed)
        for number, advice in enumerate(advices, 1):
            console.print(f"{number}. " + "; ".join(advice.steps), markup=False, highlight=False)
            outlook = f"{battle[creature].side} {advice.outlook}"
            for line in filter(None, (advice.odds, advice.reason, outlook)):
                console.print(f"   {line}", style="dim", markup=False, highlight=False)


@app.command()
def train(
    config: Annotated[
        str | None,
        typer.Argument(help="A name in configs/train, or a file; --resume needs none."),
    ] = None,
    out: Annotated[Path, typer.Option(help="folder of the run.")] = Path("runs/train"),
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="go on with the run in the folder, by its own config: only learner.steps and "
            "[run] may change.",
        ),
    ] = False,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="learner.steps=100000 ...")
    ] = None,
) -> None:
    """Train a policy. Ctrl-C saves it; --resume goes on."""
    with plain_errors():
        from agents.training.config import ConfigError, change_config, load_config
        from agents.training.folder import resume_config
        from agents.training.train import train as run

        changes = _changes(set_ or [])
        if config is None and not resume:
            raise ConfigError("no config: expected one, or --resume")
        loaded = change_config(changes) if config is None else load_config(config, changes)
        if resume:
            loaded = resume_config(loaded, out)
        with _progress() as progress:
            task = progress.add_task("training", total=loaded.learner.steps)

            def report(done: int, whole: int, result: Any) -> None:
                progress.update(task, completed=min(done, whole))
                if result is not None:
                    line = f"{done:>9,} decisions: {loaded.environment.opponent} beaten {result}"
                    progress.console.print(line, markup=False, highlight=False)

            run(loaded, out, resume, report)
        console.print(f"saved in {out}", markup=False, highlight=False)


def _progress() -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f}%")
    return Progress(*columns, TimeRemainingColumn(), console=console)


def _changes(pairs: list[str]) -> dict[str, Any]:
    """Read ``key=value`` pairs; values are JSON where they can be, else words.

    Raises:
        DndEnvError: a pair has no ``=``.
    """
    changes: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (equals and key):
            raise DndEnvError(f'--set: found "{pair}", expected key=value')
        try:
            changes[key] = json.loads(value)
        except ValueError:
            changes[key] = value
    return changes


@app.command()
def evaluate(
    agent: Annotated[str, typer.Argument(help="greedy, random, a model's .zip, or module:name.")],
    opponent: Annotated[str, typer.Argument(help="likewise.")] = "greedy",
    encounter: Annotated[
        list[str] | None,
        typer.Option(help="names or files; the one a model was trained on, else all."),
    ] = None,
    pairs: Annotated[int, typer.Option(min=1, help="seeds; each is played on both sides.")] = 500,
    rules: Rules = None,
    level: Level = None,
    actions: Actions = None,
    first_seed: Annotated[int, typer.Option(min=0, help="the seeds follow from it.")] = 20_000_000,
    out: Annotated[Path | None, typer.Option(help="a JSON file for the results.")] = None,
) -> None:
    """Play two agents on paired seeds with sides swapped; win rates with confidence intervals of at
    least 95%."""
    from agents.evaluation.table import evaluate_all

    with plain_errors():
        if out is not None:
            make_room(out)
        seeds = range(first_seed, first_seed + pairs)
        asked = {"rules": rules, "level": level, "actions": actions}
        rows = evaluate_all(agent, opponent, encounter, seeds, asked, note)
        table = Table("encounter", "rules", "win rate", "95% interval", "won", "drawn", "lost")
        for name, year, result in rows:
            ends = f"{result.low:.1%} to {result.high:.1%}"
            counts = map(str, (result.wins, result.draws, result.losses))
            table.add_row(name, year, f"{result.rate:.1%}", ends, *counts)
        console.print(table)
        if out is not None:
            data = [{"encounter": n, "rules": y, **r.as_dict()} for n, y, r in rows]
            out.write_text(json.dumps(data, indent=1))


@app.command()
def replay(
    encounter: Annotated[str, typer.Argument(help="A name or a file.")],
    out: Annotated[Path, typer.Option(help="the HTML file.")] = Path("replay.html"),
    rules: Rules = None,
    level: Level = None,
    seed: Seed = 0,
    agents: Annotated[
        list[str] | None, typer.Option(help="one for each side; else all are greedy.")
    ] = None,
    actions: Actions = None,
) -> None:
    """Let agents play a battle, and write it as a page with a time slider."""
    from agents.table import record

    with plain_errors():
        make_room(out)
        battle = record(encounter, rules, level, seed, agents or [], actions, out)
        winner = battle.winner or "nobody"
        console.print(f"{out}: {winner} wins in round {battle.round_number}", highlight=False)


@app.command()
def warmup() -> None:
    """Compile everything now, once for this version, rather than when it is first used."""
    from agents.warmup import compile_all

    with console.status("compiling") as status:
        for name, seconds in compile_all():
            console.print(f"{name}: {seconds:.1f} s", highlight=False)
            status.update(f"compiled {name}")


def main() -> None:
    """Run the command."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
