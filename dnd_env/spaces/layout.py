"""The layout of actions and observations: names, offsets, a hash that models keep.

``layout="encounter"`` is tight: as many creatures, slots and squares as the encounter has;
``"standard"`` is padded to declared caps, the same for all encounters.
"""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from dnd_env.core.limits import MAX_CREATURES, MAX_HEIGHT, MAX_SLOTS, MAX_WIDTH
from dnd_env.core.terms import Option, Verb
from dnd_env.spaces import observations as pieces
from dnd_env.spaces import terrain

STANDARD_CREATURES = MAX_CREATURES
STANDARD_SLOTS = MAX_SLOTS
BLOCKS = ("pass", "verbs", "activities", "creatures", "options", "squares")


@dataclass(frozen=True)
class Layout:
    """How many actions of each block there are, and where the pieces of an observation lie.

    Attributes:
        width: columns of squares that can be said.
        height: rows.
        creatures: creature slots.
        slots: activity slots.
        compact: whether moves are single steps and places are named by creatures, so that there is
            no block of squares.
    """

    width: int
    height: int
    creatures: int
    slots: int
    compact: bool
    sizes: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        squares = 0 if self.compact else (self.width + 1) * (self.height + 1)
        sizes = {
            "pass": 1,
            "verbs": len(Verb) if self.compact else int(Verb.END_CONCENTRATION),
            "activities": self.slots,
            "creatures": self.creatures,
            "options": len(Option),
            "squares": squares,
        }
        object.__setattr__(self, "sizes", sizes)

    @classmethod
    def standard(cls, compact: bool) -> "Layout":
        return cls(MAX_WIDTH, MAX_HEIGHT, STANDARD_CREATURES, STANDARD_SLOTS, compact)

    @cached_property
    def offsets(self) -> dict[str, int]:
        """The index of the first action of each block."""
        offsets, at = {}, 0
        for block in BLOCKS:
            offsets[block] = at
            at += self.sizes[block]
        return offsets

    @property
    def action_count(self) -> int:
        return sum(self.sizes.values())

    @cached_property
    def observation_pieces(self) -> dict[str, tuple[slice, tuple[int, ...]]]:
        """Name -> where a piece lies in the vector, and its shape."""
        shapes: dict[str, tuple[int, ...]] = {
            "globals": (pieces.GLOBALS_SIZE,),
            "self": (pieces.SELF_SIZE,),
            "creatures": (self.creatures, pieces.CREATURE_SIZE),
            "activities": (self.slots, pieces.ACTIVITY_SIZE),
            "terrain": (terrain.WINDOW, terrain.WINDOW, terrain.PLANES),
        }
        found, at = {}, 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            found[name] = (slice(at, at + size), shape)
            at += size
        return found

    @property
    def observation_size(self) -> int:
        return max(where.stop for where, _ in self.observation_pieces.values())

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Cut an observation, float32 [..., d], into its named pieces; they are views of it."""
        lead = observation.shape[:-1]
        return {
            name: observation[..., where].reshape(*lead, *shape)
            for name, (where, shape) in self.observation_pieces.items()
        }

    @cached_property
    def action_table(self) -> dict[str, np.ndarray]:
        """For pointer networks: each action's block (index into BLOCKS) and index in its block.

        Returns:
            ``block`` and ``index``, int32 [n]; ``x`` and ``y``, int32 [n], -1 where it is no
            square.
        """
        block = np.repeat(np.arange(len(BLOCKS)), [self.sizes[name] for name in BLOCKS])
        starts = np.array([self.offsets[name] for name in BLOCKS])
        index = np.arange(self.action_count) - starts[block]
        is_square = block == BLOCKS.index("squares")
        x = np.where(is_square, index % (self.width + 1), -1)
        y = np.where(is_square, index // (self.width + 1), -1)
        table = {"block": block, "index": index, "x": x, "y": y}
        return {name: values.astype(np.int32) for name, values in table.items()}

    @cached_property
    def digest(self) -> str:
        """A hash of all that a trained model depends on."""
        verbs, options = [v.name for v in Verb], [o.name for o in Option]
        parts = (self.sizes, verbs, options, self.observation_pieces, self.width)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def scene_fields(self) -> dict[str, Any]:
        """The fields of SCENE that tell the compiled code about this layout."""
        return {
            "verbs_at": self.offsets["verbs"],
            "activities_at": self.offsets["activities"],
            "creatures_at": self.offsets["creatures"],
            "options_at": self.offsets["options"],
            "squares_at": self.offsets["squares"],
            "action_count": self.action_count,
            "verb_count": self.sizes["verbs"],
            "slot_count": self.slots,
            "option_count": self.sizes["options"],
            "creature_slots": self.creatures,
            "observation_size": self.observation_size,
            "square_stride": self.width + 1,
            "compact": int(self.compact),
        }
