"""Build the wheel, install it outside the clone, and play a battle with it."""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAY = """
import dnd_env, numpy as np
from pathlib import Path
assert Path(dnd_env.__file__).parts[-3] == "site-packages", dnd_env.__file__
from dnd_env import Battle
from dnd_env.encounter import load
battle = Battle("duel", seed=1)
while not battle.over:
    legal = battle.legal_actions()
    battle.step(legal[len(legal) // 2])
from dnd_env.envs.pictures import picture
from dnd_env.render import replay_html
page = replay_html([picture(battle.arena)])
print(len(load.names()), "encounters;", battle.winner, "wins;", len(page), "bytes of replay")
"""


def run(*command: str | Path, cwd: Path) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def main() -> None:
    """Build, install and play."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
        (wheel,) = folder.glob("*.whl")
        venv.create(folder / "venv", with_pip=True, symlinks=True)
        python = folder / "venv/bin/python"
        constraints = ROOT / "constraints.txt"
        run(python, "-m", "pip", "install", "-q", "-c", constraints, wheel, cwd=folder)
        run(python, "-c", PLAY, cwd=folder)


if __name__ == "__main__":
    main()
