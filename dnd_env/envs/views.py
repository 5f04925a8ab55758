"""The forms in which an observation is given: ``dict``, ``vector`` or ``structured``."""

from typing import Any

import numpy as np
from gymnasium import spaces

from dnd_env.spaces.layout import Layout


def observation_space(layout: Layout, form: str) -> spaces.Space[Any]:
    """Return the space of observations of a form.

    ``vector``: Box float32 [d] in [-1, 1]; ``dict``: that and the mask, int8 [n]; ``structured``: a
    Dict of the named pieces and the mask.
    """
    vector = spaces.Box(-1.0, 1.0, (layout.observation_size,), np.float32)
    mask = spaces.Box(0, 1, (layout.action_count,), np.int8)
    if form == "vector":
        return vector
    if form == "dict":
        return spaces.Dict({"observation": vector, "action_mask": mask})
    pieces = {
        name: spaces.Box(-1.0, 1.0, shape, np.float32)
        for name, (_, shape) in layout.observation_pieces.items()
    }
    return spaces.Dict({**pieces, "action_mask": mask})


def shape_observation(layout: Layout, form: str, vector: np.ndarray, mask: np.ndarray) -> Any:
    """Return a copy of an observation in a form."""
    if form == "dict":
        return {"observation": vector.copy(), "action_mask": mask.copy()}
    if form == "vector":
        return vector.copy()
    return {**layout.split(vector.copy()), "action_mask": mask.copy()}
