"""A trained policy as an agent: it is shown observations and masks, and never chooses past a
mask."""

import json
import zipfile
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from dnd_env import __version__
from dnd_env.core.errors import DndEnvError
from dnd_env.spaces.layout import Layout

CARD = "card.json"  # beside the model in its folder or archive


class PolicyError(DndEnvError):
    """A model's file cannot be used: it is damaged, or made for another layout."""


class LearnedPolicy:
    """A MaskablePPO model that plays.

    Args:
        model: the model.
        layout_digest: of the layout that it was trained for.
        settings: arguments of the environment that it was trained on.
        name: for tables of results.
        sample: whether it draws from its policy rather than taking the likeliest action.
        seed: of the draws.
    """

    def __init__(
        self,
        model: MaskablePPO,
        layout_digest: str,
        settings: Mapping[str, Any] = MappingProxyType({}),
        name: str = "ppo",
        sample: bool = False,
        seed: int = 0,
    ) -> None:
        self.model, self.layout_digest, self.settings = model, layout_digest, settings
        self.name, self.sample = name, sample
        self._random = np.random.default_rng(seed)

    def check_layout(self, layout: Layout) -> None:
        """See to it that a layout is the one that it was trained for.

        Raises:
            PolicyError: it is not.
        """
        if layout.digest != self.layout_digest:
            raise PolicyError(
                f"{self.name}: trained for layout {self.layout_digest}, but the encounter's is "
                f"{layout.digest}; use the encounter, rules and actions that it was trained on"
            )

    def act(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """Choose legal actions; see ``Opponent.act``.

        Raises:
            ValueError: no masks are given.
        """
        if action_masks is None:
            raise ValueError("action_masks are needed: without them a policy plays illegal actions")
        scores = self.log_probabilities(observations, action_masks)
        if self.sample:
            # Gumbel noise and argmax draw from the legal actions only, whatever the rounding.
            noise = self._random.gumbel(size=scores.shape)
            scores = np.where(action_masks == 1, scores + noise, -np.inf)
        return scores.argmax(axis=1)

    def log_probabilities(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """Return the logarithm of each action's probability, float32 [k, n]; -inf for illegal
        ones."""
        with torch.no_grad():
            seen = torch.as_tensor(observations)
            masks = action_masks.astype(bool)
            dealt = self.model.policy.get_distribution(seen, action_masks=masks)
            logits = dealt.distribution.logits.cpu().numpy()  # type: ignore[union-attr]
        return np.where(action_masks == 1, logits, -np.inf)


def save_policy(model: MaskablePPO, path: str | PathLike[str], card: dict[str, Any]) -> None:
    """Save a model with its card; the file is whole or not there at all.

    Args:
        model: the model.
        path: of the ``.zip``.
        card: what it was trained on; ``layout`` is the digest of its layout.
    """
    path = Path(path)
    draft = path.with_name(path.name + ".part")
    model.save(draft.with_suffix(".zip") if draft.suffix != ".zip" else draft)
    written = draft.with_suffix(".zip") if not draft.exists() else draft
    with zipfile.ZipFile(written, "a") as archive:
        archive.writestr(CARD, json.dumps({"version": __version__, **card}, indent=1))
    written.replace(path)


def read_card(path: str | PathLike[str]) -> dict[str, Any]:
    """Return what a saved model says of itself.

    Raises:
        PolicyError: the file is not there, damaged, or no model of this project.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            card: dict[str, Any] = json.loads(archive.read(CARD))
        _ = card["layout"], card["steps"], card["config"]["environment"]
    except FileNotFoundError:
        raise PolicyError(f"{path}: no such file") from None
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, OSError) as error:
        raise PolicyError(f"{path}: not a model saved by dnd-env train ({error})") from None
    return card


def load_policy(path: str | PathLike[str], sample: bool = False) -> LearnedPolicy:
    """Load a saved model as an agent.

    Raises:
        PolicyError: the file is not there, damaged, or no model of this project.
    """
    card = read_card(path)
    try:
        model = MaskablePPO.load(Path(path), device="cpu")
    except Exception as error:
        raise PolicyError(f"{path}: the model cannot be loaded ({error})") from error
    settings = card["config"]["environment"]
    return LearnedPolicy(model, card["layout"], settings, Path(path).stem, sample)
