"""Under fog of war, what is hidden from a side changes not a byte of what it is told. B173.

Random positions of all shipped encounters are changed in one hidden thing each (``hidden``): a foe
that the decider's side cannot place, doors and zones out of its sight, the dice to come. The
observations of all of the side, and the decider's mask, stay as they were.
"""

from collections import Counter

import numpy as np
import pytest

from dnd_env.envs.functional import Op
from tests.properties.cases import LEVELS, NAMES
from tests.properties.hidden import CHANGES, Eavesdropper
from tests.properties.play import Field

ROUNDS = 14  # positions of each battle
BATTLES = 2
KNOWLEDGE = ("full", "partial")
OFTEN = 3  # how often each change is tried at least; most are some hundred times


@pytest.mark.case("B173")
@pytest.mark.parametrize("actions", ["full", "compact"])
@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_what_is_hidden_does_not_show(rules: str, actions: str) -> None:
    """
    Observations and masks depend on nothing that is hidden from the side; and there is something
    hidden to be changed, in each of the ways: else the property says nothing.
    """
    complaints: list[str] = []
    told: Counter[str] = Counter()
    for at, name in enumerate(NAMES):
        options = {"visibility": "fog", "knowledge": KNOWLEDGE[at % 2]}
        field = Field(name, rules, BATTLES, at, actions, LEVELS[at % 3], observe=True, **options)
        ears = Eavesdropper(field)
        for index in field.spread(ROUNDS, 5):
            complaints += ears.listen(index)
        told += ears.told

    assert not complaints, "\n".join(complaints[:5])
    assert {change.__name__: told[change.__name__] >= OFTEN for change in CHANGES} == {
        change.__name__: True for change in CHANGES
    }


@pytest.mark.case("B173")
def test_without_fog_all_is_told() -> None:
    """The same changes do show where there is no fog."""
    field = Field("skirmish", "2014", 1, 5, "full", 5, observe=True)
    before = field.arena.observe(0, 0, False).copy()
    field.arena.records[0].creatures[5].hit_points = 1
    field.arena.drive(Op.REFRESH)

    assert not np.array_equal(field.arena.observe(0, 0, False), before)
