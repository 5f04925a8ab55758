"""A trained policy as an agent."""

import numpy as np
import pytest


@pytest.mark.case("B161")
def test_a_policy_does_not_play_without_a_mask():
    """Without the mask of legal actions it would play illegal ones, so it asks for it."""
    learned = pytest.importorskip("agents.learned.policy")
    policy = learned.LearnedPolicy(model=None, layout_digest="")

    with pytest.raises(ValueError, match="action_masks are needed"):
        policy.act(np.zeros((1, 4), np.float32), None)
