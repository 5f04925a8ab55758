"""Interpreted and compiled the rules are the same, through every kind of decision and effect op."""

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from dnd_env.content.compile import CreatureRequest, compile_content
from dnd_env.content.library import Library
from dnd_env.core.jit import PURE
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Decision, Do
from dnd_env.encounter.spec import EDITIONS

from . import equality
from .scenes import SCENES

pytestmark = [
    pytest.mark.skipif(PURE, reason="compares with the compiled rules"),
    pytest.mark.slow,
    pytest.mark.xdist_group("equality"),
]
SPELLS_AT_ONCE = 16


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


def test_every_effect_op_that_content_uses_was_executed():
    """
    Of all stat blocks, classes and spells of either edition.
    """
    used = ops_of_content()
    missing = used - set(interpreted()["ops"])

    assert len(used) >= 20
    assert not missing


def ops_of_content() -> set[str]:
    """Return the names of the ops in the compiled content."""
    found: set[int] = set()
    for edition in EDITIONS.values():
        library = Library(edition)
        requests = [CreatureRequest.of(name) for name in library.names("monsters")]
        requests += [CreatureRequest.of(name, 20) for name in library.names("classes")]
        spells = library.names("spells")
        for at in range(0, len(spells), SPELLS_AT_ONCE):
            some = spells[at : at + SPELLS_AT_ONCE]
            requests.append(CreatureRequest.of("wizard", 20, more_spells=some))
        found |= set(compile_content(library, requests).raw.view(TABLES)["effects"]["do"].flat)
    return {Do(op).name for op in found if op}
