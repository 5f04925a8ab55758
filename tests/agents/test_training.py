"""Training: a run from its beginning to where it goes on."""

import json
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")
from sb3_contrib import MaskablePPO

from agents.learned.policy import PolicyError, load_policy, read_card
from agents.training.config import ConfigError, change_config
from agents.training.folder import (
    CONFIG,
    MODEL,
    read_config,
    read_evaluations,
    resume_config,
)
from agents.training.train import train
from dnd_env.core.errors import DndEnvError
from tests.agents.runs import DECISIONS, THREE_SIDES, tiny_config


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run; tests leave it as it is."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    train(tiny_config(), folder)
    return folder


def curve(folder: Path) -> list[int]:
    """Return the steps at which TensorBoard has a win rate."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(folder / "tensorboard" / "run_1"))
    events.Reload()
    return [scalar.step for scalar in events.Scalars("evaluation/win_rate")]


def test_a_run_can_be_used(run: Path):
    """Its model plays, and says what it was trained on."""
    assert load_policy(run / MODEL).settings["encounter"] == "duel"
    assert read_card(run / MODEL)["steps"] == DECISIONS
    assert read_config(run) == tiny_config()


def test_a_short_run_is_evaluated_once(run: Path):
    """Shorter than ``evaluate_every``: at its end, in TensorBoard too. The row names the
    opponent."""
    (row,) = read_evaluations(run)

    assert (row["steps"], row["opponent"]) == (DECISIONS, "random")
    assert curve(run) == [DECISIONS]


def test_a_run_goes_on(tmp_path: Path):
    """Evaluations have a row for each number of steps, though the last rollout is due for one; a
    finished run that is resumed stays as it is; more steps continue it, and are written down."""
    train(tiny_config(2 * DECISIONS, evaluate_every=DECISIONS), tmp_path)
    assert [row["steps"] for row in read_evaluations(tmp_path)] == [DECISIONS, 2 * DECISIONS]
    before = (tmp_path / "evaluations.jsonl").read_text()

    train(tiny_config(2 * DECISIONS), tmp_path, resume=True)
    assert (tmp_path / "evaluations.jsonl").read_text() == before

    train(change_config({"learner.steps": 3 * DECISIONS}), tmp_path, resume=True)
    assert [row["steps"] for row in read_evaluations(tmp_path)][2:] == [3 * DECISIONS]
    assert curve(tmp_path) == [DECISIONS, 2 * DECISIONS, 3 * DECISIONS]
    assert json.loads((tmp_path / CONFIG).read_text())["learner"]["steps"] == 3 * DECISIONS
    card = read_card(tmp_path / MODEL)
    assert card["steps"] == card["config"]["learner"]["steps"] == 3 * DECISIONS


def test_a_resumed_run_does_not_see_its_battles_again(
    run: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """Its seed is moved on by the steps done."""
    seeds = []
    monkeypatch.setattr(
        MaskablePPO, "learn", lambda model, *_, **__: seeds.append(model.env._next_seed)
    )
    folder = tmp_path / "run"
    folder.mkdir()
    for file in (MODEL, CONFIG, "evaluations.jsonl"):
        (folder / file).write_bytes((run / file).read_bytes())

    train(tiny_config(100), folder, resume=True)

    assert seeds == [1 + DECISIONS]


@pytest.mark.parametrize(
    ("key", "value", "own"),
    [("environment.opponent", "greedy", "random"), ("learner.gamma", 0.5, 0.99), ("seed", 2, 1)],
)
def test_a_run_does_not_go_on_as_another(run: Path, key: str, value: object, own: object):
    with pytest.raises(ConfigError) as told:
        resume_config(change_config({key: value}), run)

    assert f"{key}: found {value!r}, expected {own!r}" in str(told.value)


def test_what_may_change(run: Path):
    """Steps and ``[run]``, and what is said as it is; what is not said does not count."""
    given = {"learner.steps": 9, "run.evaluate_every": 5, "environment.opponent": "random"}

    config = resume_config(change_config(given), run)

    assert (config.learner.steps, config.run.evaluate_every) == (9, 5)
    assert config.environment == read_config(run).environment


@pytest.mark.parametrize("missing", [MODEL, CONFIG])
def test_nothing_to_resume(tmp_path: Path, missing: str):
    for file in {MODEL, CONFIG} - {missing}:
        (tmp_path / file).write_text("{}")

    with pytest.raises(ConfigError, match=f"holds no {missing}"):
        train(tiny_config(), tmp_path, resume=True)


def test_a_failure_before_learning_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It is not hidden by the saving of a model, and leaves none that bars the folder."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("at the very start")

    monkeypatch.setattr(MaskablePPO, "learn", fail)

    with pytest.raises(RuntimeError, match="at the very start"):
        train(tiny_config(), tmp_path)
    assert not (tmp_path / MODEL).exists()


def test_an_interrupt_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MaskablePPO, "learn", interrupt)

    train(tiny_config(), tmp_path)

    assert read_card(tmp_path / MODEL)["steps"] == 0


def test_an_opponent_for_another_layout_is_refused(run: Path, tmp_path: Path):
    """A model is asked before training whether it can play at all."""
    config = tiny_config()
    config.environment.opponent = str(run / MODEL)
    config.environment.actions = "compact"

    with pytest.raises(PolicyError, match="trained for layout"):
        train(config, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_three_sides_are_refused_before_training(tmp_path: Path):
    """The evaluation plays two agents against each other."""
    file = tmp_path / "three.toml"
    file.write_text(THREE_SIDES)
    config = tiny_config()
    config.environment.encounter = str(file)

    with pytest.raises(DndEnvError, match="found 3 sides"):
        train(config, tmp_path / "run")
    assert not (tmp_path / "run").exists()
