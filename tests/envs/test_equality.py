"""Interpreted and compiled the rules are the same, through every kind of decision and effect op."""

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any, get_args

import pytest

from dnd_env.content.schema.effects import NotPlayed
from dnd_env.core.jit import PURE
from dnd_env.core.terms import Decision, Do

from . import equality
from .scenes import SCENES

pytestmark = [
    pytest.mark.skipif(PURE, reason="compares with the compiled rules"),
    pytest.mark.slow,
    pytest.mark.xdist_group("equality"),
]


@cache
def interpreted() -> dict[str, Any]:
    """Play the scenes in a process that interprets the rules."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.envs.equality"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_both_modes_give_the_same_bytes(scene: equality.Scene):
    """
    State, mask and observation are the same at each decision; the first that differs is told.
    """
    compiled = equality.play(scene, set())
    other = interpreted()["digests"][scene.name]

    differing = [
        at for at, pair in enumerate(zip(compiled, other, strict=True)) if len({*pair}) > 1
    ]
    assert not differing, f"from decision {differing[0]} on"


def test_every_kind_of_decision_was_met():
    """
    Otherwise the equality above says nothing of it.
    """
    assert set(interpreted()["decisions"]) == {decision.name for decision in Decision}


def test_every_effect_op_was_executed():
    """
    All that there are, but those that the rules do not play yet: content that names one of these is
    refused.
    """
    refused = {word.upper() for word in get_args(NotPlayed.model_fields["do"].annotation)}

    assert set(interpreted()["ops"]) == {op.name for op in Do} - refused
    assert refused == {"ENTITY", "CONTROL", "CONTAIN", "FORM", "ITEM", "RANDOM", "ATTACK"}
