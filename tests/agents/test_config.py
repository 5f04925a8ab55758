"""Training configs: what they take, and how they say what they do not."""

import pytest

from agents.training.config import ConfigError, TrainConfig, change_config, load_config


@pytest.mark.parametrize("year", [2024, "2024"])
def test_the_rules_may_be_given_as_a_number(year: int | str):
    """``--set environment.rules=2024`` reads as a number."""
    config = load_config("quickstart", {"environment.rules": year})

    assert config.environment.rules == "2024"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed.x": 1}, 'found "seed.x", but seed is a value, not a table'),
        ({"learner.stepz": 1}, 'did you mean "steps"'),
        ({"environment.rules": 2020}, "expected one of 2014, 2024"),
        ({"learner.learning_rate": float("inf")}, "learner.learning_rate: found inf"),
        ({"learner.layers": [0]}, "learner.layers[0]: found 0"),
        ({"seed": 2**32}, "seed: found 4294967296"),
        ({"environment": 5}, "environment: found 5"),
        ({"environment.num_envs": 1, "learner.rollout": 1}, "no batch of a single decision"),
        ({"environment.num_envs": 3, "learner.rollout": 3, "learner.batch_size": 4}, "is 9"),
    ],
)
def test_a_mistake_is_told(changes: dict[str, object], said: str):
    with pytest.raises(ConfigError) as told:
        load_config("quickstart", changes)

    assert said in str(told.value)


def test_a_config_of_changes_alone():
    """The rest is as by default, and does not count as given."""
    config = change_config({"learner.steps": 7})

    assert config.learner.steps == 7
    assert config.model_dump(exclude_unset=True) == {"learner": {"steps": 7}}
    assert config.environment == TrainConfig().environment
