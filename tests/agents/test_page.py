"""``docs/training.md``: its keys are those of the config, its Python runs, its links lead
somewhere."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.training.config import TrainConfig

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.S)
ROW = re.compile(r"^\| `([\w.]+)` \| `([^|]+)` \| .+ \|$", re.M)
CUT = {  # training is cut to a few decisions
    "100_000": "128",
    '"learner.steps"': '"environment.num_envs": 2, "learner.rollout": 8, "environment.opponent": '
    '"random", "run.evaluation_pairs": 1, "learner.steps"',
}


def keys(data: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the keys of a config, dotted, and their values as JSON."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from keys(value, f"{before}{key}.")
        else:
            yield before + key, json.dumps(value)


def test_all_keys_are_there_with_their_defaults():
    assert ROW.findall(PAGE) == list(keys(TrainConfig().model_dump()))


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_the_programs_run(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In a folder with the run that they speak of."""
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    program = PROGRAMS[number]
    if "runs/mine" in program:
        from agents.training.train import train
        from tests.agents.runs import tiny_config

        train(tiny_config(), Path("runs/mine"))
    for whole, part in CUT.items():
        program = program.replace(whole, part)

    exec(program, {})


def test_there_is_something_to_run():
    assert len(PROGRAMS) == 4


def test_the_links_lead_somewhere():
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)\)", PAGE)

    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
