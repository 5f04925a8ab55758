"""A trained policy as an agent."""

import zipfile
from pathlib import Path

import numpy as np
import pytest


@pytest.mark.case("B161")
def test_a_policy_does_not_play_without_a_mask():
    """Without the mask of legal actions it would play illegal ones, so it asks for it."""
    learned = pytest.importorskip("agents.learned.policy")
    policy = learned.LearnedPolicy(model=None, layout_digest="")

    with pytest.raises(ValueError, match="action_masks are needed"):
        policy.act(np.zeros((1, 4), np.float32), None)


@pytest.mark.parametrize(
    "card", [None, "[]", "{}", '{"layout": "", "steps": 1, "config": {}}', "x"]
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, card: str | None):
    """A plain Stable-Baselines3 zip has no card; nobody knows what its actions mean."""
    learned = pytest.importorskip("agents.learned.policy")
    path = tmp_path / "model.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data", "{}")
        if card is not None:
            archive.writestr("card.json", card)

    with pytest.raises(learned.PolicyError, match="not a model saved by dnd-env train"):
        learned.load_policy(path)
