"""How long things are: files and functions. (The linter sees to lines.)"""

from pathlib import Path

import pytest

from .sources import ROOT, files, functions, length, short

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 40


def test_no_file_is_long():
    """
    At most 400 lines: a reader takes in a file as a whole.
    """
    long = {short(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files()}
    assert not {name: lines for name, lines in long.items() if lines > MOST_LINES_OF_A_FILE}


def test_no_function_is_long():
    """
    At most 40 lines, its docstring not counted.
    """
    long = {
        f"{short(path)}:{function.name}": length(function)
        for path in files()
        for function in functions(path)
        if length(function) > MOST_LINES_OF_A_FUNCTION
    }
    assert not long


@pytest.mark.parametrize("kind", ["encounters", "train"])
def test_settings_and_entries_are_small(kind: str):
    """
    One TOML file an entry or setting, each of a size that can be read.
    """
    for path in (ROOT / "configs" / kind).glob("*.toml"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 150, short(path)


def test_every_module_says_what_it_is():
    """
    Each file that holds anything opens with a docstring.
    """
    silent = [short(path) for path in files() if not _opens_with_words(path)]
    assert not silent


def _opens_with_words(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return not text.strip() or text.lstrip("r").startswith('"""')
