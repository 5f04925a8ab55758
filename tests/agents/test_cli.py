"""The command ``dnd-env``: mistakes are told in a line, without a traceback, with exit code 2."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agents.cli import app

PLAIN = re.compile(r"\x1b\[[\d;]*m|[│╭╮╰╯─]")


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[int, str]]:
    """Calls the command in a folder of its own; returns the exit code and what it has said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("this is no TOML = =")
    (tmp_path / "folder.battle").mkdir()

    def run(words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, words.split())
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, " ".join(PLAIN.sub(" ", result.output).split())

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("evaluate random random --encounter duel --pairs 0", "--pairs"),
        ("evaluate random random --encounter duel --first-seed -3", "--first-seed"),
        ("evaluate random random --encounter duel --level 21", "--level"),
        ("evaluate random random --encounter duel --rules 2020", "expected one of 2014, 2024"),
        ("evaluate random random --encounter duel --actions few", "expected one of full"),
        ("evaluate random random --encounter duel --out .", ".: is a folder"),
        ("evaluate random random --encounter duel --out file/x", "file"),
        ("evaluate random nosuch --encounter duel", "found 'nosuch'"),
        ("evaluate random . --encounter duel", "'.' cannot be made"),
        ("evaluate random fractions:Decimal --encounter duel", "has neither act()"),
        ("evaluate random threading:Timer --encounter duel", "cannot be made"),
        ("evaluate nosuch.zip random", "nosuch.zip: no such file"),
        ("evaluate random random --encounter nosuch", 'no encounter "nosuch"'),
        ("play duel --seed -1", "--seed"),
        ("play duel --side ²", "found '²'"),
        ("play duel --side 7", "found 7, expected 0 to 1"),
        ("play duel --delay -1", "--delay"),
        ("play duel --agent nosuch", "found 'nosuch'"),
        ("play duel --visibility mist", "visibility: found 'mist'"),
        ("replay duel --out .", ".: is a folder"),
        ("replay duel --out file/x.html", "file"),
        ("replay duel --agents random", "found 1, expected one for each"),
        ("replay duel --seed -1", "--seed"),
        ("suggest duel --creature nobody", 'no creature "nobody"'),
        ("suggest duel --creature nobody --count 0", "--count"),
        ("suggest duel --creature nobody --rollouts 0", "--rollouts"),
        ("suggest folder.battle --creature nobody", "folder.battle: Is a directory"),
        ("suggest nosuch.battle --creature nobody", "nosuch.battle: No such file"),
    ],
)
def test_a_mistake_is_told_in_a_line(call: Callable[[str], tuple[int, str]], words: str, said: str):
    code, output = call(words)

    assert code == 2
    assert said in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "no config: expected one, or --resume"),
        ("nosuch", 'no config "nosuch"'),
        ("file", "file: not TOML"),
        ("--resume", "runs/train: holds no model.zip to resume"),
        ("quickstart --out file", "file: is a file, expected a folder"),
        ("quickstart --out file --resume", "file: holds no model.zip to resume"),
        ("quickstart --set seed.x=1", 'found "seed.x", but seed is a value'),
        ("quickstart --set steps", "expected key=value"),
        ("quickstart --set =1", "expected key=value"),
        ("quickstart --set environment.rules=2020", "expected one of 2014, 2024"),
        ("quickstart --set environment.num_envs=1 --set learner.rollout=1", "single decision"),
        ("quickstart --set environment.side=5", "side: found 5"),
        ("quickstart --set environment.opponent=gredy", "found 'gredy'"),
    ],
)
def test_a_mistake_in_training_is_told_in_a_line(
    call: Callable[[str], tuple[int, str]], words: str, said: str
):
    pytest.importorskip("sb3_contrib")
    code, output = call(f"train {words}")

    assert code == 2
    assert said in output


def test_a_missing_extra_is_told(
    call: Callable[[str], tuple[int, str]], monkeypatch: pytest.MonkeyPatch
):
    """Without the extra ``train``: what to install."""
    for name in ("agents.training.train", "agents.learned.policy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)

    code, output = call("train quickstart")

    assert code == 2
    assert "torch is not installed: pip install 'dnd-env[train]'" in output


def test_an_evaluation_is_written(call: Callable[[str], tuple[int, str]], tmp_path: Path):
    code, _ = call("evaluate random random --encounter duel --pairs 1 --out new/results.json")

    assert code == 0
    (row,) = json.loads((tmp_path / "new" / "results.json").read_text())
    assert (row["encounter"], row["rules"], row["pairs"]) == ("Duel", "2014", 1)


def test_validate_counts_faults(call: Callable[[str], tuple[int, str]]):
    code, output = call("validate file nosuch.toml folder.battle")

    assert code == 1
    assert "file: not TOML" in output
    assert "nosuch.toml: no such file" in output
