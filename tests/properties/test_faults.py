"""The referee finds faults that are seeded into the rules; so its agreement means something."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnd_env.core.layout import fill
from dnd_env.core.terms import Condition, Decision, MovementMode, Verb
from dnd_env.envs.functional import Op
from tests.properties.faults import FAULTS
from tests.properties.play import ACTIVITIES, Field
from tests.properties.scramble import Scrambler
from tests.properties.yard import PLACES, yard

FIELDS = [
    (yard(), rules, 1, seed, actions, 5)
    for seed, (rules, actions) in enumerate(
        (rules, actions) for rules in ("2014", "2024") for actions in ("full", "compact")
    )
]
FOGGY = [
    (yard(visibility="fog"), rules, 1, seed, "full", 5)
    for seed, rules in ((7, "2014"), (8, "2014"), (9, "2024"), (10, "2024"))
]
FROM_EACH = 16  # scrambled positions of each field
FOLLOWED = 4  # the decisions that a choice goes on with, at most
ENOUGH = 25
FIGHTER, WIZARD, ROGUE, GARGOYLE, MAGE = (
    list(PLACES).index(name) for name in ("fighter", "wizard", "rogue", "gargoyle", "mage")
)
BLINDED, INVISIBLE = Condition.BLINDED, Condition.INVISIBLE

Saved = tuple[int, np.ndarray, set[int]]
"""A position: its field, its bytes, the referee's judgement."""


def positions_of(which: int, arguments: tuple[Any, ...]) -> list[Saved]:
    """Return scrambled positions, and those to which a choice begun there leads."""
    field = Field(*arguments)
    scrambler = Scrambler(field)
    found = []
    for index in field.spread(FROM_EACH, 5):
        before = field.arena.raw[index].copy()
        if scrambler.scramble(index):
            found.append(save(which, field))
            for _ in range(FOLLOWED):
                field.arena.step(index, field.pick_activity(index))
                if field.arena.records[index].decision in (Decision.TURN, 0):
                    break
                found.append(save(which, field))
        field.arena.restore(index, before)
    return found


def save(which: int, field: Field) -> Saved:
    state = field.arena.records[0]
    return which, field.arena.raw[0].copy(), field.referee.legal_actions(state)


# --- positions for particular faults -------------------------------------------------------------


def particular(which: int, arguments: tuple[Any, ...]) -> list[Saved]:
    """Return positions in which one thing matters each."""
    field = Field(*arguments)
    if field.referee.ground.options.compact:
        return between_corners(which, field)
    return [
        *someone_unseen(which, field),
        *someone_below(which, field),
        *places_for_spells(which, field),
    ]


def turn_of(field: Field, who: int) -> Any:
    """Let turns pass until it is a creature's; return the state."""
    field.arena.begin(0, who)
    state = field.arena.records[0]
    while state.decider != who + 1 or state.decision != Decision.TURN:
        field.arena.step(0, field.legal(0)[0])
    return state


def afflict(field: Field, who: int, condition: Condition) -> None:
    state = field.arena.records[0]
    effect = field.encounter.content.condition_effect(condition) + 1
    fill(state.ongoing[state.ongoing_count], {"effect": effect, "source": 1, "target": who + 1})
    state.ongoing_count += 1


def derive(which: int, field: Field) -> Saved:
    field.arena.drive(Op.REFRESH)
    return save(which, field)


def someone_unseen(which: int, field: Field) -> list[Saved]:
    """An invisible mage beside the wizard: hidden, then not; then the wizard is blind too."""
    found = []
    for hidden_from, is_blind in ((0b1111, False), (0, False), (0, True)):
        state = turn_of(field, WIZARD)
        mage, wizard = state.creatures[MAGE], state.creatures[WIZARD]
        wizard.x, wizard.y, mage.x, mage.y = 2, 7, 3, 7
        afflict(field, WIZARD if is_blind else MAGE, BLINDED if is_blind else INVISIBLE)
        mage.hidden_from = hidden_from
        found.append(derive(which, field))
    return found


def someone_below(which: int, field: Field) -> list[Saved]:
    """A gargoyle over the fighter, with as much movement left as it is high."""
    state = turn_of(field, GARGOYLE)
    gargoyle, fighter = state.creatures[GARGOYLE], state.creatures[FIGHTER]
    gargoyle.x, gargoyle.y, gargoyle.is_flying, gargoyle.altitude_ft = fighter.x, fighter.y, 1, 20
    gargoyle.moved_ft = gargoyle.speed_ft[MovementMode.FLY - 1] - 20
    found = [derive(which, field)]
    field.arena.step(0, field.arena.layout.offsets["verbs"] + Verb.FLY - 1)
    return [*found, save(which, field)]


def between_corners(which: int, field: Field) -> list[Saved]:
    """The rogue where two walls meet at a corner."""
    rogue = turn_of(field, ROGUE).creatures[ROGUE]
    rogue.x, rogue.y = 9, 4
    return [derive(which, field)]


def places_for_spells(which: int, field: Field) -> list[Saved]:
    """The wizard at the end of the map, asked where to place each of its spells."""
    found = []
    wizard = turn_of(field, WIZARD).creatures[WIZARD]
    wizard.x, wizard.y = 1, 7
    derive(which, field)
    before = field.arena.raw[0].copy()
    for action in field.legal(0):
        if field.arena.layout.action_table["block"][action] != ACTIVITIES:
            continue
        field.arena.step(0, action)
        if field.arena.records[0].decision == Decision.LEVEL:
            field.arena.step(0, field.legal(0)[0])
        if field.arena.records[0].decision == Decision.SQUARE:
            found.append(save(which, field))
        field.arena.restore(0, before)
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Where the referee finds each fault, by its name."""
    fields = FIELDS + FOGGY
    positions = [
        one for which, arguments in enumerate(fields) for one in positions_of(which, arguments)
    ]
    positions += [one for which in range(len(FIELDS)) for one in particular(which, fields[which])]
    positions.sort(key=lambda one: len(one[2]))  # the quick ones first
    path = tmp_path_factory.mktemp("faults") / "positions"
    path.write_bytes(pickle.dumps({"fields": fields, "positions": positions}))
    told = subprocess.run(
        [sys.executable, "-m", "tests.properties.fault_judge", str(path)],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return dict(json.loads(told.stdout))


def test_the_rules_as_they_are_agree(found: dict[str, int]) -> None:
    """Without a fault there is nothing to find."""
    assert found["no fault"] == -1


def test_every_fault_is_found(found: dict[str, int]) -> None:
    """Each fault makes some mask differ from the referee's judgement."""
    missed = [fault.name for fault in FAULTS if found[fault.name] < 0]

    assert len(FAULTS) >= ENOUGH
    assert not missed
