"""The folder of a training run: what it holds, and what of its config may change when the run goes
on."""

import json
from pathlib import Path
from typing import Any

from agents.training.config import ConfigError, TrainConfig, check_config

MODEL, CONFIG, EVALUATIONS, CHECKPOINTS, TENSORBOARD = (
    "model.zip",
    "config.json",
    "evaluations.jsonl",
    "checkpoints",
    "tensorboard",
)
STEPS = "learner.steps"


def begin_folder(config: TrainConfig, folder: Path) -> None:
    """Make the folder of a new run, with its config.

    Raises:
        ConfigError: it holds a run already, or is a file.
    """
    if (folder / MODEL).exists():
        raise ConfigError(f"{folder}: holds a run already; resume it, or name another folder")
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder}: is a file, expected a folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / EVALUATIONS).unlink(missing_ok=True)  # of a run that never came to a model
    write_config(config, folder)


def write_config(config: TrainConfig, folder: Path) -> None:
    """Write the config into the run's folder."""
    (folder / CONFIG).write_text(config.model_dump_json(indent=1), encoding="utf-8")


def read_config(folder: Path) -> TrainConfig:
    """Return the config of a run.

    Raises:
        ConfigError: the folder holds none, or it is damaged.
    """
    path = folder / CONFIG
    if not (folder / MODEL).is_file():
        raise ConfigError(f"{folder}: holds no {MODEL} to resume")
    if not path.is_file():
        raise ConfigError(f"{folder}: holds no {CONFIG} to resume")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ConfigError(f"{path}: not JSON: {error}") from None
    return check_config(data, str(path))


def resume_config(given: TrainConfig, folder: Path) -> TrainConfig:
    """Return the config with which a run goes on: its own, but ``learner.steps`` and ``[run]`` as
    given.

    Args:
        given: what is asked for; only what was set in it counts, not its defaults.
        folder: of the run.

    Raises:
        ConfigError: something else is given and differs from the run's own.
    """
    data = read_config(folder).model_dump()
    for key, value in _flat(given.model_dump(exclude_unset=True)).items():
        table, _, name = key.rpartition(".")
        place = data[table] if table else data
        if key != STEPS and table != "run" and place[name] != value:
            raise ConfigError(
                f"{key}: found {value!r}, expected {place[name]!r} as in {folder / CONFIG}: "
                f"a run goes on as it began; only {STEPS} and [run] may change"
            )
        place[name] = value
    return check_config(data, str(folder / CONFIG))


def _flat(data: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Return tables in tables as dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        flat |= (
            _flat(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value}
        )
    return flat


def read_evaluations(folder: Path) -> list[dict[str, Any]]:
    """Return the evaluations of a run, oldest first."""
    path = folder / EVALUATIONS
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
