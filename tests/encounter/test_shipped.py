"""The encounters that are shipped: each can be begun at each level, in both editions."""

import pytest

from dnd_env.core.jit import PURE
from dnd_env.core.layout import Checked, as_rules_take
from dnd_env.core.scene import SCENE
from dnd_env.core.state import STATE
from dnd_env.core.tables import TABLES
from dnd_env.core.work import new_work
from dnd_env.encounter import budget, load, setup
from dnd_env.rules import step

LEVELS = (1, 5, 11)
RULES = ("2014", "2024")
BETWEEN_EQUALS = {"mirror_match", "mage_duel"}


def set_up(name: str, level: int, rules: str) -> setup.CompiledEncounter:
    return setup.set_up(load.load(name, level=level, rules=rules))


def names() -> list:
    """All encounters; interpreted, the lines of sight of the largest map take a minute."""
    slow = {"dragon_keep"}
    return [
        pytest.param(name, marks=pytest.mark.slow if name in slow else ()) for name in load.names()
    ]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", names())
def test_it_can_be_set_up(name, level, rules):
    encounter = set_up(name, level, rules)

    assert encounter.spec.levels == list(LEVELS)
    assert set(encounter.side_of) == {0, 1}
    assert encounter.spec.description


@pytest.mark.pure
@pytest.mark.skipif(not PURE, reason="calls rules directly")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", names())
def test_it_begins(name, level, rules):
    encounter = set_up(name, level, rules)
    template = encounter.template.reshape(1, -1).copy()
    state = as_rules_take(template.view(STATE)[:, 0])[0]
    scene = as_rules_take(encounter.raw_scene.reshape(1, -1).view(SCENE)[:, 0])[0]
    state.dice_keys[0], state.dice_keys[1] = 7, 11

    step.begin(state, scene, encounter.content.tables[0], new_work()[0])

    assert state.error == 0
    assert state.decider != 0
    assert state.order_count == len(encounter.names)
    assert not any(state.creatures[slot].zone for slot in range(len(encounter.names)))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", [name for name in load.names() if name not in BETWEEN_EQUALS])
def test_the_opposition_fits_the_party(name, level, rules):
    """Neither a walk-over nor hopeless: at most twice what the hardest fights begin at."""
    encounter = set_up(name, level, rules)
    tables = Checked(encounter.content.raw.view(TABLES)[:, 0])[0]
    state = Checked(encounter.template.reshape(1, -1).view(STATE)[:, 0])[0]
    ratings = [
        tables.stat_blocks[state.creatures[slot].stat_block - 1].challenge_eighths
        for slot, side in enumerate(encounter.side_of)
        if side == 1
    ]
    party = [level] * sum(encounter.is_character)
    limits = budget.limits(encounter.spec.edition, party)

    assert budget.adjusted_xp(encounter.spec.edition, len(party), ratings) <= 2 * limits[-1]
    assert sum(map(budget.xp_of, ratings)) >= limits[0] // 5


def test_the_mirror_match_is_its_own_image():
    """Turned by half a turn, map and start squares are the same with the sides exchanged."""
    encounter = set_up("mirror_match", 1, "2014")
    the_map, lineup = encounter.battle_map, encounter.lineup
    turned = [row[::-1] for row in reversed(encounter.spec.map.squares)]
    mark = str.maketrans("ABCD", "CDAB")

    assert [row.translate(mark) for row in turned] == encounter.spec.map.squares
    for red, blue in zip(lineup[:2], lineup[2:], strict=True):
        assert red.entry == blue.entry
        assert blue.square == (
            the_map.width - 1 - red.square[0],
            the_map.height - 1 - red.square[1],
        )


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [("skirmish", (20, 20), 8), ("brawl", (24, 16), 18), ("dragon_keep", (40, 40), 9)],
)
def test_the_shapes_that_are_measured(name, size, count):
    encounter = set_up(name, 5, "2014")

    assert (encounter.battle_map.width, encounter.battle_map.height) == size
    assert len(encounter.names) == count
