"""Evaluation: who can be played against whom, where, and what is said of it."""

from types import SimpleNamespace

import numpy as np
import pytest

from agents.evaluation import table
from agents.evaluation.games import play
from agents.evaluation.match import interval
from agents.evaluation.table import evaluate_all
from dnd_env.core.errors import DndEnvError
from dnd_env.envs.encounters import compile_encounter, layout_of
from tests.agents.runs import THREE_SIDES

AS_THE_ENCOUNTER_SAYS = {"rules": None, "level": None, "actions": None}


class First:
    """Plays the first legal action."""

    name = "first"

    def __init__(self, **settings: object) -> None:
        self.settings = settings

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        return action_masks.argmax(axis=1)


def test_three_sides_are_refused():
    """Two agents cannot play them against each other; it says so rather than waiting for ever."""
    encounter = compile_encounter(THREE_SIDES)

    with pytest.raises(DndEnvError, match=r"Three: found 3 sides \(a, b, c\), expected 2"):
        play(encounter, layout_of(encounter), (First(), First()), [1])
    with pytest.raises(DndEnvError, match="found 3 sides"):
        evaluate_all("random", "random", [THREE_SIDES], [1], AS_THE_ENCOUNTER_SAYS)


def test_three_sides_are_left_out_of_all(monkeypatch: pytest.MonkeyPatch):
    """Where no encounter is named, all that can be played are, with a note on the others."""
    monkeypatch.setattr(table.load, "names", lambda: [THREE_SIDES, "duel"])
    notes: list[str] = []

    rows = evaluate_all("random", "random", None, [1], AS_THE_ENCOUNTER_SAYS, notes.append)

    assert [name for name, _, _ in rows] == ["Duel"]
    assert notes == ["Three: left out, it has 3 sides"]


def test_other_rules_than_trained_on_are_noted(monkeypatch: pytest.MonkeyPatch):
    agent = First(encounter="duel", rules="2014")
    monkeypatch.setattr(table, "find_agent", lambda name: agent)
    notes: list[str] = []

    evaluate_all("a", "b", None, [1], AS_THE_ENCOUNTER_SAYS | {"rules": "2024"}, notes.append)
    assert set(notes) == {"Duel: first was trained with rules 2014, but plays with rules 2024"}

    notes.clear()
    evaluate_all("a", "b", None, [1], AS_THE_ENCOUNTER_SAYS, notes.append)
    assert notes == []


@pytest.mark.parametrize("chosen", [np.array(0), np.array([0]), np.array([0.0, 0.0])])
def test_an_agent_chooses_for_each_battle(chosen: np.ndarray):
    encounter = compile_encounter("duel")
    agent = SimpleNamespace(act=lambda observations, masks: chosen)

    with pytest.raises(DndEnvError, match="one integer for each of"):
        play(encounter, layout_of(encounter), (agent, agent), range(8))


@pytest.mark.parametrize("chance", [0.05, 0.5, 0.9])
def test_the_interval_covers_at_least_95_percent(chance: float):
    """Of means of pairs, whether the two battles of a pair go together or not; a little less where
    they always do, as Wilson's interval is an approximation."""
    random = np.random.default_rng(3)
    for together, least in ((False, 0.95), (True, 0.93)):
        scores = (random.random((2000, 40, 2)) < chance).astype(float)
        pairs = scores[:, :, 0] if together else scores.mean(axis=2)
        ends = [interval(row) for row in pairs]

        assert np.mean([low <= chance <= high for low, high in ends]) > least
