"""What the README shows works: its Python is run, its encounter is compiled."""

import re
from pathlib import Path

import pytest

from dnd_env import Battle

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.S)
ENCOUNTERS = re.findall(r"```toml\n(.*?)```", README, re.S)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_the_programs_run(number: int):
    """Training is cut to one rollout."""
    exec(PROGRAMS[number].replace("100_000", "16_384"), {})


@pytest.mark.parametrize("number", range(len(ENCOUNTERS)))
def test_the_encounters_can_be_played(number: int):
    assert Battle(ENCOUNTERS[number]).legal_actions()


def test_there_is_something_to_test():
    assert len(PROGRAMS) == 4
    assert len(ENCOUNTERS) == 1


def test_the_paths_exist():
    """Links to files of the repository lead somewhere."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)

    assert [link for link in links if not (Path(__file__).parents[1] / link).exists()] == []
