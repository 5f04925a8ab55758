"""Runs small enough for tests: a duel, a few decisions."""

from agents.training.config import EnvironmentTable, LearnerTable, RunTable, TrainConfig

DECISIONS = 8  # of a rollout, all battles together


def tiny_config(steps: int = DECISIONS, seed: int = 1, **run: int) -> TrainConfig:
    """Return the config of a run of seconds; ``run`` is what ``[run]`` is to say."""
    return TrainConfig(
        seed=seed,
        environment=EnvironmentTable(encounter="duel", opponent="random", num_envs=2),
        learner=LearnerTable(steps=steps, rollout=4, batch_size=8, epochs=1, layers=[8]),
        run=RunTable(**{"evaluation_pairs": 1, **run}),
    )


THREE_SIDES = """
name = "Three"
sides = ["a", "b", "c"]
players = []
creatures = [
    { entry = "goblin", side = "a", at = [0, 0] },
    { entry = "goblin", side = "b", at = [2, 0] },
    { entry = "goblin", side = "c", at = [4, 0] },
]
map = { squares = "....." }
"""
