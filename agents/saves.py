"""Opening a battle, a saved one or an encounter begun anew; saving one."""

from pathlib import Path
from typing import Any

from dnd_env.core.errors import SaveError
from dnd_env.envs.battle import Battle

ENDING = ".battle"


def open_battle(
    source: str, rules: str | None, level: int | None, seed: int, **options: Any
) -> Battle:
    """Return the battle of a saved file (``.battle``), else the encounter of a name or file, begun.

    Args:
        source: what to open.
        rules: see ``Battle``; None for a saved battle, which goes on by its own.
        level: likewise.
        seed: of a battle that is begun.
        **options: likewise; those that are None count as not given for a saved battle.

    Raises:
        SaveError: the saved battle is not there, cannot be used, or is to be played otherwise.
        EncounterError: there is no such encounter.
    """
    path = Path(source)
    if path.suffix != ENDING:
        return Battle(source, rules, seed, level=level, **options)
    asked = {"rules": rules, "level": level, **options}
    changed = [name for name, value in asked.items() if value is not None]
    if changed:
        raise SaveError(f"{path}: a saved battle has its own {', '.join(changed)}: leave that out")
    try:
        return Battle.load(path.read_bytes())
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from None


def path_of(name: str) -> Path:
    """Return the path of a save: the name as given, with the ending if it has not got it."""
    return Path(name if name.endswith(ENDING) else name + ENDING)


def save_battle(battle: Battle, path: Path) -> None:
    """Save a battle; the file is whole or not there at all.

    Raises:
        SaveError: it cannot be written.
    """
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_bytes(battle.save())
        draft.replace(path)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        if draft.is_file():
            draft.unlink()
        reason = error.strerror if isinstance(error, OSError) else None
        raise SaveError(f"{path} cannot be saved: {reason or error}") from None
