"""Ship ``configs`` inside the package; all else is in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithConfigs(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "dnd_env", "configs")
            shutil.copytree("configs", target, dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithConfigs})
