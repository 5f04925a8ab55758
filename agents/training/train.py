"""Training: MaskablePPO (sb3-contrib) on a batch of battles, from a config.

Source of the algorithm: Schulman et al. 2017, "Proximal Policy Optimization Algorithms"; Huang and
Ontañón 2020, "A Closer Look at Invalid Action Masking in Policy Gradient Algorithms".
"""

import json
from collections.abc import Callable
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import configure_logger

from agents.base import find_agent
from agents.evaluation.games import check_two_sides
from agents.evaluation.match import Result, play_match
from agents.learned.policy import LearnedPolicy, PolicyError, read_card, save_policy
from agents.training.config import SEEDS, TrainConfig
from agents.training.folder import (
    CHECKPOINTS,
    EVALUATIONS,
    MODEL,
    TENSORBOARD,
    begin_folder,
    read_evaluations,
    resume_config,
    write_config,
)
from dnd_env.envs.sb3 import Sb3VecEnv

EVALUATION_SEEDS = 10_000_000  # the first; training draws its seeds otherwise

Report = Callable[[int, int, Result | None], None]
"""Called with the steps done, the steps to do, and the latest evaluation if there is a new one."""


def make_environment(config: TrainConfig) -> Sb3VecEnv:
    """Make the battles that a config asks for.

    Raises:
        DndEnvError: the encounter or opponent is not to be found, or there are not two sides.
        PolicyError: the opponent is a model for another layout.
    """
    options = config.environment.model_dump(exclude_none=True)
    num_envs = options.pop("num_envs")
    options["opponent"] = find_agent(options["opponent"])
    environment = Sb3VecEnv(num_envs, config.seed, **options)
    check_two_sides(environment.battles.arena.encounter)
    if hasattr(options["opponent"], "check_layout"):
        options["opponent"].check_layout(environment.battles.arena.layout)
    return environment


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
        tensorboard_log=str(folder / TENSORBOARD) if folder else None,
        seed=config.seed,
        device="cpu",
    )


def train(
    config: TrainConfig, folder: Path, resume: bool = False, report: Report | None = None
) -> LearnedPolicy:
    """Train a policy and keep it in a folder; an interrupt (Ctrl-C) saves what there is and returns
    it.

    Args:
        config: what to train, on what. Of a run that goes on, only the steps and ``[run]`` may
            differ from its own; see ``folder.resume_config``.
        folder: of the run: model, config, checkpoints, evaluations, TensorBoard logs.
        resume: whether to go on with the model in the folder, on battles that are new to it.
        report: is told of progress.

    Raises:
        ConfigError: the folder holds another run, or nothing to resume, or a run of another config.
        DndEnvError: the encounter has not two sides.
        PolicyError: the model to resume is damaged or made for another layout.
    """
    if resume:
        config = resume_config(config, folder)
    torch.set_num_threads(config.learner.threads)
    environment = make_environment(config)
    model = (_load if resume else _begin)(config, environment, folder)
    watcher = _Watcher(config, environment, folder, report)
    watcher.init_callback(model)
    _learn(model, config.learner.steps, watcher, folder / MODEL)
    watcher.evaluate_last()
    environment.close()
    settings = config.environment.model_dump()
    return LearnedPolicy(model, environment.battles.arena.layout.digest, settings)


def _learn(model: MaskablePPO, steps: int, watcher: "_Watcher", path: Path) -> None:
    """Learn until a model has taken so many steps, and save it; if learning fails, only if there
    was any."""
    done = model.num_timesteps
    try:
        if done < steps:
            model.learn(
                steps - done, callback=watcher, reset_num_timesteps=not done, tb_log_name="run"
            )
    except KeyboardInterrupt:
        pass
    except Exception:
        if model.num_timesteps > done:
            watcher.save(path)
        raise
    watcher.save(path)


def _begin(config: TrainConfig, environment: Sb3VecEnv, folder: Path) -> MaskablePPO:
    """Make the model and the folder of a new run."""
    begin_folder(config, folder)
    return make_model(config, environment, folder)


def _load(config: TrainConfig, environment: Sb3VecEnv, folder: Path) -> MaskablePPO:
    """Load the model to go on with; its battles are others than those it has seen."""
    path = folder / MODEL
    if read_card(path)["layout"] != environment.battles.arena.layout.digest:
        raise PolicyError(f"{path}: was trained for another layout than the config's")
    try:
        model = MaskablePPO.load(
            path, env=environment, device="cpu", tensorboard_log=str(folder / TENSORBOARD)
        )
    except Exception as error:
        raise PolicyError(f"{path}: the model cannot be loaded ({error})") from error
    model.set_random_seed((config.seed + model.num_timesteps) % SEEDS)
    write_config(config, folder)
    return model


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
        done, whole = self.model.num_timesteps, self.config.learner.steps
        if done >= self.next_checkpoint:
            self.next_checkpoint += self.config.run.checkpoint_every
            self.save(self.folder / CHECKPOINTS / f"step_{done:09d}.zip")
        # The last rollout is still to be learned from: the model is evaluated after that.
        if done >= self.next_evaluation and done < whole:
            self.next_evaluation += self.config.run.evaluate_every
            self.evaluate()
        self.report(done, whole, None)

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
        name = self.config.environment.opponent
        seeds = range(EVALUATION_SEEDS, EVALUATION_SEEDS + self.config.run.evaluation_pairs)
        result = play_match(arena.encounter, arena.layout, policy, find_agent(name), seeds)
        done = self.model.num_timesteps
        with (self.folder / EVALUATIONS).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"steps": done, "opponent": name, **result.as_dict()}) + "\n")
        self.logger.record("evaluation/win_rate", result.rate)
        self.report(done, self.config.learner.steps, result)

    def evaluate_last(self) -> None:
        """Evaluate the model as it is in the end, unless that has been done."""
        done = self.model.num_timesteps
        if done in (row["steps"] for row in read_evaluations(self.folder)):
            return
        if not hasattr(self.model, "_logger"):  # nothing was left to learn
            folder = str(self.folder / TENSORBOARD)
            self.model.set_logger(configure_logger(0, folder, "run", reset_num_timesteps=False))
        self.evaluate()
        self.logger.dump(done)
