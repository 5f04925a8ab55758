"""Where shipped settings are found: ``dnd_env/configs`` when installed, ``configs`` in a clone."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
FOLDERS = (PACKAGE / "configs", PACKAGE.parent / "configs")


def find(kind: str, name: str) -> Path | None:
    """Return the file of a shipped setting, None if there is none.

    Args:
        kind: a folder of ``configs``, such as ``encounters``.
        name: the file's name without its ending.
    """
    for folder in FOLDERS:
        path = folder / kind / f"{name}.toml"
        if is_file(path):
            return path
    return None


def is_file(path: Path) -> bool:
    """Is a file there? No name is too odd to be asked for."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or with a zero byte in it
        return False


def names(kind: str) -> list[str]:
    """Return the names of all shipped settings of a kind, sorted."""
    return sorted({path.stem for folder in FOLDERS for path in (folder / kind).glob("*.toml")})
