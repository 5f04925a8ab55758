"""Who may import whom: the contracts of ``pyproject.toml``, and what they cannot say."""

import subprocess
import sys

from .sources import ROOT, files, short


def test_the_import_contracts_are_kept():
    """
    ``lint-imports``: layers, siblings, and the waist through which agents reach the rules.
    """
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_importing_the_package_is_quick_and_brings_no_heavy_module():
    """
    ``import dnd_env`` loads neither the compiled core nor torch nor SB3; ``Battle`` does not load
    torch either.
    """
    program = (
        "import sys, dnd_env; early = set(sys.modules);"
        "dnd_env.Battle; late = set(sys.modules);"
        "print([m for m in ('numba', 'torch', 'stable_baselines3', 'matplotlib') if m in early]);"
        "print([m for m in ('torch', 'stable_baselines3', 'matplotlib') if m in late])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[]", "[]"]


def test_only_one_module_knows_numba():
    """
    ``core/jit.py`` is the only place that imports it.
    """
    found = [
        short(path)
        for path in files()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith(("import numba", "from numba")) and path.stem != "jit"
    ]
    assert not found
