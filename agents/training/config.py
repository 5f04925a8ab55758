"""The config of a training run: a TOML file, checked."""

import tomllib
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dnd_env.core.errors import DndEnvError
from dnd_env.encounter import configs
from dnd_env.encounter.mistakes import near, of_validation

SEEDS = 2**32  # as many as PyTorch's and NumPy's old generators take


class ConfigError(DndEnvError):
    """A config is not as it should be: says file, key, value found and value expected."""


def _year(value: Any) -> Any:
    """Take the number 2024 for the word "2024", as the environments do."""
    return str(value) if type(value) is int else value


class Table(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, coerce_numbers_to_str=True)


class EnvironmentTable(Table):
    """What is learned on: the arguments of the environment."""

    encounter: str = "mirror_match"
    rules: Annotated[Literal["2014", "2024"], BeforeValidator(_year)] = "2014"
    level: int | None = Field(None, ge=1, le=20)
    opponent: str = "greedy"
    side: int | str = "alternate"
    actions: Literal["full", "compact"] = "full"
    layout: Literal["encounter", "standard"] = "encounter"
    reward: Literal["win", "win_hp", "shaped"] = "shaped"
    visibility: Literal["full", "fog"] | None = None
    knowledge: Literal["full", "partial"] | None = None
    num_envs: int = Field(128, ge=1, le=4096)


class LearnerTable(Table):
    """How it is learned: MaskablePPO."""

    steps: int = Field(2_000_000, ge=1)
    learning_rate: float = Field(5e-4, gt=0, le=1)
    final_learning_rate: float = Field(2.5e-5, ge=0, le=1)
    gamma: float = Field(0.99, gt=0, le=1)
    gae_lambda: float = Field(0.95, ge=0, le=1)
    entropy: float = Field(0.01, ge=0)
    clip_range: float = Field(0.2, gt=0)
    rollout: int = Field(128, ge=1)
    batch_size: int = Field(2048, ge=2)
    epochs: int = Field(4, ge=1)
    layers: list[Annotated[int, Field(ge=1, le=65_536)]] = [128, 128]
    threads: int = Field(1, ge=1, le=1024)


class RunTable(Table):
    """What is kept on the way."""

    checkpoint_every: int = Field(250_000, ge=1)
    evaluate_every: int = Field(250_000, ge=1)
    evaluation_pairs: int = Field(100, ge=1)


class TrainConfig(Table):
    """A training run: ``[environment]``, ``[learner]`` and ``[run]`` of the file."""

    seed: int = Field(1, ge=0, lt=SEEDS)
    environment: EnvironmentTable = EnvironmentTable()
    learner: LearnerTable = LearnerTable()
    run: RunTable = RunTable()


def load_config(source: str | PathLike[str], changes: dict[str, Any] | None = None) -> TrainConfig:
    """Read a config: the name of a shipped one, or a path.

    Args:
        source: a name in ``configs/train``, or a path.
        changes: dotted keys and what they are to be instead (``{"learner.steps": 1000}``).

    Raises:
        ConfigError: it is not there, is no TOML, or says what it may not.
    """
    path = configs.find("train", str(source)) or Path(source)
    if not path.is_file():
        known = configs.names("train")
        raise ConfigError(
            f'no config "{source}": expected a path or one of {", ".join(known)}'
            f"{near(str(source), known)}"
        )
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ConfigError(f"{path.name}: not TOML: {error}") from None
    for key, value in (changes or {}).items():
        _change(data, key, value)
    return check_config(data, path.name)


def change_config(changes: dict[str, Any]) -> TrainConfig:
    """Make a config of dotted keys alone; the rest is as by default.

    Raises:
        ConfigError: it says what it may not.
    """
    data: dict[str, Any] = {}
    for key, value in changes.items():
        _change(data, key, value)
    return check_config(data, "--set")


def _change(data: dict[str, Any], key: str, value: Any) -> None:
    """Set the value of a dotted key."""
    *tables, name = key.split(".")
    for part in tables:
        data = data.setdefault(part, {})
        if not isinstance(data, dict):
            raise ConfigError(f'--set: found "{key}", but {part} is a value, not a table')
    data[name] = value


def check_config(data: dict[str, Any], file: str) -> TrainConfig:
    """Check what a config says.

    Args:
        data: the config as tables.
        file: what to call it.

    Raises:
        ConfigError: it says what it may not.
    """
    try:
        config = TrainConfig.model_validate(data)
    except ValidationError as error:
        raise ConfigError(str(of_validation(file, error, TrainConfig))) from None
    learner = config.learner
    decisions = config.environment.num_envs * learner.rollout
    # The learner divides by the spread of the advantages in a batch: one has none.
    if decisions % learner.batch_size == 1:
        raise ConfigError(
            f"{file}: learner.batch_size: found {learner.batch_size}, expected one that leaves no "
            f"batch of a single decision: environment.num_envs x learner.rollout is {decisions}"
        )
    return config
