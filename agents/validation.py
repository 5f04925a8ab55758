"""Checking files: what kind of TOML it is, and whether it is as it should be."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.training.config import TrainConfig, load_config
from dnd_env.content.check import check_file as check_entry
from dnd_env.content.library import KINDS as CONTENT_FOLDERS
from dnd_env.core.errors import DndEnvError
from dnd_env.encounter import load, setup
from dnd_env.encounter.mistakes import near
from dnd_env.encounter.spec import EDITIONS

ENCOUNTER, CONFIG, ENTRY = "an encounter", "a training config", "a content entry"

SIGNS = {
    ENCOUNTER: {"map", "creatures", "sides", "players", "allies", "options", "levels"},
    CONFIG: set(TrainConfig.model_fields),
}
"""The keys of a file, at its top, that tell what it is."""

LIKENESS = 0.75  # of a key to one of SIGNS, for a guess at what was meant

NEEDED = (
    "an encounter ([map] and [[creatures]]), a training config ([environment] or [learner]), or a "
    f"content entry in a folder of its kind ({', '.join(CONTENT_FOLDERS)})"
)


def check_file(path: Path) -> str:
    """Check a file and return what it is.

    Raises:
        DndEnvError: it is not there, is no TOML, or not as it should be.
    """
    if not path.is_file():
        raise DndEnvError(f"{path}: {'a folder' if path.is_dir() else 'no such file'}")
    data = load.parse(load.read_text(path), path.name)
    kind = kind_of(path, data)
    CHECKS[kind](path)
    return kind


def kind_of(path: Path, data: Mapping[str, Any]) -> str:
    """Return what a file is by its keys, or for a content entry by its folder.

    Raises:
        DndEnvError: it looks like nothing that there is; names what may have been meant.
    """
    folder = path.resolve().parent.name
    if "map" not in data and folder in CONTENT_FOLDERS:
        return ENTRY
    for kind, signs in SIGNS.items():
        if signs.intersection(data):
            return kind
    found = ", ".join(data) or "nothing"
    known = [*SIGNS[ENCOUNTER], *SIGNS[CONFIG]]
    guesses = {key: near(key, sorted(known), LIKENESS) for key in data}
    guesses[f"folder {folder}"] = near(folder, CONTENT_FOLDERS, LIKENESS)
    hints = [f"; {key}{guess.replace(';', ':')}" for key, guess in guesses.items() if guess]
    raise DndEnvError(f"{path}: found {found}, expected {NEEDED}{''.join(hints)}")


def _check_encounter(path: Path) -> None:
    """Set an encounter up at each level that it names, in both editions."""
    spec = load.load(path)
    for level in spec.levels or [spec.level]:
        for rules in EDITIONS:
            setup.set_up(load.load(path, rules=rules, level=level))


def _check_config(path: Path) -> None:
    """Check a config, and that its encounter can be set up."""
    environment = load_config(path).environment
    try:
        spec = load.load(environment.encounter, rules=environment.rules, level=environment.level)
        setup.set_up(spec)
    except DndEnvError as error:
        raise DndEnvError(f"{path.name}: environment.encounter: {error}") from None


CHECKS = {ENCOUNTER: _check_encounter, CONFIG: _check_config, ENTRY: check_entry}
