"""A run that is to be the same interpreted and compiled, and what of the rules it goes through.

``python -m tests.envs.equality`` plays the scenes below and prints, as JSON, a digest of state,
mask and observation for each decision, the kinds of decisions met, and, where the rules are
interpreted, the effect ops executed.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dnd_env.content.library import Library
from dnd_env.core.jit import PURE
from dnd_env.core.terms import Decision, Do, Verb
from dnd_env.encounter import load, notation, setup
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.encounter.spec import EDITIONS
from dnd_env.envs.arena import DECIDER, Arena
from dnd_env.envs.encounters import layout_of
from dnd_env.rules import derived, effects, responses, situations, turns

from .scenes import SCENES, Scene

CONTENT = Path(__file__).parents[1] / "data" / "content"  # what the SRD has not


class Executed:
    """The effect ops executed since it was made; only where the rules are interpreted."""

    def __init__(self) -> None:
        self.ops: set[int] = set()
        if not PURE:
            return
        self._watch(situations, "applies", lambda result, args: args[3].do if result else None)
        self._watch(derived, "fold", lambda result, args: args[1].do)
        self._watch(derived, "announce", lambda result, args: args[1].do)
        self._watch(responses, "push_trigger", lambda result, args: Do.TRIGGER)
        self._watch(turns, "tick", lambda result, args: Do.TICK)
        assert effects.situations is situations

    def _watch(self, module: Any, name: str, op_of: Callable[[Any, Any], int | None]) -> None:
        """Note the op of each call of a function of the rules."""
        function = getattr(module, name)

        def watched(*args: Any) -> Any:
            result = function(*args)
            op = op_of(result, args)
            if op is not None:
                self.ops.add(op)
            return result

        setattr(module, name, watched)


def pick(arena: Arena, random: np.random.Generator) -> int:
    """Draw a kind of action first, then one of that kind; seldom what ends things."""
    legal = np.flatnonzero(arena.masks[0])
    letting_go = arena.layout.offsets["verbs"] + Verb.END_CONCENTRATION - 1
    if len(legal) > 1 and random.random() < 0.9:
        legal = legal[legal != letting_go]
    kinds = arena.layout.action_table["block"][legal]
    there = np.unique(kinds)
    weights = np.where(there == 0, 0.2, np.where(there == 2, 2.0, 1.0))
    kind = random.choice(there, p=weights / weights.sum())
    return int(random.choice(legal[kinds == kind]))


def set_up(scene: Scene) -> CompiledEncounter:
    """Set a scene up; there are the creatures of ``tests/data/content`` too."""
    table = notation.to_mapping(notation.parse(scene.position))
    for creature in table["creatures"]:
        creature["changes"] |= scene.changes.get(creature["at"], {})
    spec = load.load(table, rules=scene.rules, overrides={"options": scene.options})
    return setup.set_up(spec, Library(EDITIONS[scene.rules], extra=[CONTENT]))


def play(scene: Scene, decisions: set[int]) -> list[str]:
    """Play a scene; return the start of a digest for each decision, and add the kinds of these."""
    encounter = set_up(scene)
    arena = Arena(encounter, 1, layout_of(encounter, scene.actions))
    random, found = np.random.default_rng(scene.seed), []
    arena.begin(0, scene.seed)
    for number in range(scene.decisions):
        if not arena.results[0, DECIDER]:
            arena.begin(0, scene.seed + number)
            continue
        decisions.add(int(arena.records[0].decision))
        digest = hashlib.sha256(arena.raw.tobytes() + arena.masks.tobytes())
        digest.update(arena.observations.tobytes())
        found.append(digest.hexdigest()[:8])
        arena.step(0, pick(arena, random))
    return found


def run() -> dict[str, Any]:
    """Play all scenes."""
    executed, decisions = Executed(), set[int]()
    digests = {scene.name: play(scene, decisions) for scene in SCENES}
    return {
        "digests": digests,
        "decisions": sorted(Decision(kind).name for kind in decisions),
        "ops": sorted(Do(op).name for op in executed.ops),
    }


if __name__ == "__main__":
    print(json.dumps(run()))
