"""Checking files: what kind of TOML it is, and whether it is as it should be."""

import tomllib
from pathlib import Path

from agents.training.config import load_config
from dnd_env.content.check import check_file as check_entry
from dnd_env.core.errors import DndEnvError
from dnd_env.encounter import load, setup
from dnd_env.encounter.spec import EDITIONS


def check_file(path: Path) -> str:
    """Check a file and return what it is.

    Raises:
        DndEnvError: it is not there, is no TOML, or not as it should be.
    """
    if not path.is_file():
        raise DndEnvError(f"{path}: no such file")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DndEnvError(f"{path}: not TOML: {error}") from None
    if "map" in data:
        spec = load.load(str(path))
        for level in spec.levels or [spec.level]:
            for rules in EDITIONS:
                setup.set_up(load.load(str(path), rules=rules, level=level))
        return "an encounter"
    if "learner" in data or "environment" in data:
        load_config(path)
        return "a training config"
    check_entry(path)
    return "a content entry"
