"""Opening a battle: a saved one, or an encounter begun anew."""

from pathlib import Path

from dnd_env.core.errors import SaveError
from dnd_env.envs.battle import Battle

ENDING = ".battle"


def open_battle(source: str, rules: str | None, level: int | None, seed: int) -> Battle:
    """Return the battle of a saved file (``.battle``), else the encounter of a name or file, begun.

    Raises:
        SaveError: the saved battle is not there or cannot be used.
        EncounterError: there is no such encounter.
    """
    path = Path(source)
    if path.suffix != ENDING:
        return Battle(source, rules, seed, level=level)
    try:
        return Battle.load(path.read_bytes())
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from None


def save_battle(battle: Battle, path: Path) -> None:
    """Save a battle; the file is whole or not there at all."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(battle.save())
    draft.replace(path)
