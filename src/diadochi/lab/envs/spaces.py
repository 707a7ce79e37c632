"""The spaces of observations and actions, the same in all environments."""

from typing import Any

import numpy as np

from diadochi.bots import features
from diadochi.lab.extras import need
from diadochi.model.material import Material

gymnasium = need("rl", "gymnasium")

Observation = dict[str, Any]
HIGHEST = 1e3
"""No number of an observation is larger."""


def observation_space(material: Material) -> Any:
    low, high = -HIGHEST, HIGHEST
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(low, high, (features.size(material),), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (len(material.notation.actions),), np.int8),
        }
    )


def action_space(material: Material) -> Any:
    """All actions that can exist in the edition, by their fixed numbers (docs/actions.md)."""
    return gymnasium.spaces.Discrete(len(material.notation.actions))
