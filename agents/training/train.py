"""Training: MaskablePPO (sb3-contrib) on a batch of battles, from a config.

Source of the algorithm: Schulman et al. 2017, "Proximal Policy Optimization Algorithms"; Huang and
Ontañón 2020, "A Closer Look at Invalid Action Masking in Policy Gradient Algorithms".
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from agents.base import find_agent
from agents.evaluation.match import Result, play_match
from agents.learned.policy import LearnedPolicy, PolicyError, read_card, save_policy
from agents.training.config import ConfigError, TrainConfig
from dnd_env.envs.sb3 import Sb3VecEnv

MODEL, CONFIG, EVALUATIONS, CHECKPOINTS = (
    "model.zip",
    "config.json",
    "evaluations.jsonl",
    "checkpoints",
)
EVALUATION_SEEDS = 10_000_000  # the first; training draws its seeds otherwise

Report = Callable[[int, int, Result | None], None]
"""Called with the steps done, the steps to do, and the latest evaluation if there is a new one."""


def make_environment(config: TrainConfig) -> Sb3VecEnv:
    """Make the battles that a config asks for."""
    options = config.environment.model_dump(exclude_none=True)
    num_envs = options.pop("num_envs")
    options["opponent"] = find_agent(options["opponent"])
    return Sb3VecEnv(num_envs, config.seed, **options)


def make_model(config: TrainConfig, environment: Sb3VecEnv, folder: Path | None) -> MaskablePPO:
    """Make a new model."""
    learner = config.learner
    first, last = learner.learning_rate, learner.final_learning_rate
    return MaskablePPO(
        "MlpPolicy",
        environment,
        learning_rate=lambda left: last + (first - last) * left,
        n_steps=learner.rollout,
        batch_size=learner.batch_size,
        n_epochs=learner.epochs,
        gamma=learner.gamma,
        gae_lambda=learner.gae_lambda,
        ent_coef=learner.entropy,
        clip_range=learner.clip_range,
        policy_kwargs={"net_arch": learner.layers},
        tensorboard_log=str(folder / "tensorboard") if folder else None,
        seed=config.seed,
        device="cpu",
    )


def train(
    config: TrainConfig, folder: Path, resume: bool = False, report: Report | None = None
) -> LearnedPolicy:
    """Train a policy and keep it in a folder; an interrupt (Ctrl-C) saves what there is and returns
    it.

    Args:
        config: what to train, on what.
        folder: of the run: model, config, checkpoints, evaluations, TensorBoard logs.
        resume: whether to go on with the model in the folder.
        report: is told of progress.

    Raises:
        ConfigError: the folder holds another run, or nothing to resume.
        PolicyError: the model to resume is damaged or made for another layout.
    """
    torch.set_num_threads(config.learner.threads)
    environment = make_environment(config)
    model = _begin(config, environment, folder, resume)
    watcher = _Watcher(config, environment, folder, report)
    left = config.learner.steps - model.num_timesteps
    try:
        if left > 0:
            model.learn(left, callback=watcher, reset_num_timesteps=not resume, tb_log_name="run")
    except KeyboardInterrupt:
        pass
    finally:
        watcher.save(folder / MODEL)
    watcher.evaluate()
    environment.close()
    settings = config.environment.model_dump()
    return LearnedPolicy(model, environment.battles.arena.layout.digest, settings)


def _begin(config: TrainConfig, environment: Sb3VecEnv, folder: Path, resume: bool) -> MaskablePPO:
    """Make the model, or load the one to go on with."""
    path = folder / MODEL
    if not resume:
        if path.exists():
            raise ConfigError(f"{folder}: holds a run already; resume it, or name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / CONFIG).write_text(config.model_dump_json(indent=1))
        return make_model(config, environment, folder)
    if not path.exists():
        raise ConfigError(f"{folder}: holds no {MODEL} to resume")
    card = read_card(path)
    if card["layout"] != environment.battles.arena.layout.digest:
        raise PolicyError(f"{path}: was trained for another layout than the config's")
    return MaskablePPO.load(
        path, env=environment, device="cpu", tensorboard_log=str(folder / "tensorboard")
    )


class _Watcher(BaseCallback):
    """Saves checkpoints, evaluates, and tells of progress, between rollouts."""

    def __init__(
        self, config: TrainConfig, environment: Sb3VecEnv, folder: Path, report: Report | None
    ) -> None:
        super().__init__()
        self.config, self.environment, self.folder = config, environment, folder
        self.report = report or (lambda done, whole, result: None)
        self.next_checkpoint = self.next_evaluation = 0

    def _on_training_start(self) -> None:
        run = self.config.run
        done = self.model.num_timesteps
        self.next_checkpoint = done + run.checkpoint_every
        self.next_evaluation = done + run.evaluate_every

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        done = self.model.num_timesteps
        if done >= self.next_checkpoint:
            self.next_checkpoint += self.config.run.checkpoint_every
            self.save(self.folder / CHECKPOINTS / f"step_{done:09d}.zip")
        if done >= self.next_evaluation:
            self.next_evaluation += self.config.run.evaluate_every
            self.evaluate()
        self.report(done, self.config.learner.steps, None)

    def save(self, path: Path) -> None:
        """Save the model with its card."""
        path.parent.mkdir(parents=True, exist_ok=True)
        arena = self.environment.battles.arena
        card = {
            "layout": arena.layout.digest,
            "content": arena.encounter.content.digest,
            "steps": self.model.num_timesteps,
            "config": self.config.model_dump(),
        }
        save_policy(self.model, path, card)  # type: ignore[arg-type]

    def evaluate(self) -> None:
        """Play against the opponent on seeds that training has not seen, and note the result."""
        arena = self.environment.battles.arena
        policy = LearnedPolicy(self.model, arena.layout.digest)  # type: ignore[arg-type]
        opponent = find_agent(self.config.environment.opponent)
        seeds = range(EVALUATION_SEEDS, EVALUATION_SEEDS + self.config.run.evaluation_pairs)
        result = play_match(arena.encounter, arena.layout, policy, opponent, seeds)
        done = self.model.num_timesteps
        with (self.folder / EVALUATIONS).open("a") as file:
            file.write(json.dumps({"steps": done, **result.as_dict()}) + "\n")
        self.logger.record("evaluation/win_rate", result.rate)
        self.report(done, self.config.learner.steps, result)


def read_evaluations(folder: Path) -> list[dict[str, Any]]:
    """Return the evaluations of a run, oldest first."""
    path = folder / EVALUATIONS
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]
