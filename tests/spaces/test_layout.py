"""The layout: offsets, tables, slices, and the digest that models keep."""

from typing import Any

import numpy as np
import pytest

from dnd_env import Battle, combat_v0
from dnd_env.core.terms import Option, Verb
from dnd_env.envs.encounters import compile_encounter, layout_of
from dnd_env.spaces import observations, terrain
from dnd_env.spaces.layout import BLOCKS, Layout

SMALL = Layout(8, 6, 4, 10, compact=False)
COMPACT = Layout(8, 6, 4, 10, compact=True)
ENCOUNTERS = ("duel", "mirror_match", "goblin_ambush", "brawl", "dragon_keep")


@pytest.mark.parametrize("layout", [SMALL, COMPACT, Layout.standard(True), Layout.standard(False)])
def test_blocks_follow_one_another_without_a_gap(layout: Layout):
    """
    Each action lies in one block; the first is ``pass``, the last is followed by nothing.
    """
    at = 0
    for block in BLOCKS:
        assert layout.offsets[block] == at
        at += layout.sizes[block]
    assert layout.action_count == at
    assert layout.offsets["pass"] == 0 and layout.sizes["pass"] == 1


def test_a_full_layout_can_say_every_intersection_and_a_compact_one_none():
    """
    Areas start at intersections: so there is a row and a column more than squares. Without squares
    there are steps in eight directions instead.
    """
    assert SMALL.sizes["squares"] == (8 + 1) * (6 + 1)
    assert COMPACT.sizes["squares"] == 0
    assert COMPACT.sizes["verbs"] == SMALL.sizes["verbs"] + 8 == len(Verb)
    assert COMPACT.action_count == 1 + len(Verb) + 10 + 4 + len(Option)


@pytest.mark.parametrize("layout", [SMALL, COMPACT])
def test_the_action_table_says_what_each_action_is(layout: Layout):
    """
    Block, index in the block, and the square where it is one: for pointer and spatial networks.
    """
    table = layout.action_table

    for action in range(layout.action_count):
        block = BLOCKS[table["block"][action]]
        assert layout.offsets[block] + table["index"][action] == action
        if block == "squares":
            x, y = table["x"][action], table["y"][action]
            assert action == layout.offsets["squares"] + x + y * (layout.width + 1)
            assert 0 <= x <= layout.width and 0 <= y <= layout.height
        else:
            assert table["x"][action] == table["y"][action] == -1
    assert {values.dtype for values in table.values()} == {np.dtype(np.int32)}


def test_the_pieces_cover_an_observation_once():
    """
    ``split`` gives named views of the vector, a batch as well as a single one.
    """
    batch = np.arange(3 * SMALL.observation_size, dtype=np.float32).reshape(3, -1)

    pieces = SMALL.split(batch)

    assert sum(piece[0].size for piece in pieces.values()) == SMALL.observation_size
    flat = np.concatenate([piece.reshape(3, -1) for piece in pieces.values()], axis=1)
    assert np.array_equal(flat, batch)
    assert all(np.shares_memory(piece, batch) for piece in pieces.values())
    assert pieces["creatures"].shape == (3, 4, observations.CREATURE_SIZE)
    assert pieces["activities"].shape == (3, 10, observations.ACTIVITY_SIZE)
    assert pieces["terrain"].shape == (3, terrain.WINDOW, terrain.WINDOW, terrain.PLANES)
    assert SMALL.split(batch[0])["self"].shape == (observations.SELF_SIZE,)


def test_the_digest_changes_with_all_that_a_model_depends_on():
    """
    Width, height, creatures, slots, action set: each gives another digest; the same gives the same.
    """
    layouts = [
        SMALL, COMPACT, Layout(9, 6, 4, 10, False), Layout(8, 7, 4, 10, False),
        Layout(8, 6, 5, 10, False), Layout(8, 6, 4, 11, False), Layout.standard(False),
    ]  # fmt: skip
    digests = [layout.digest for layout in layouts]

    assert len(set(digests)) == len(digests)
    assert Layout(8, 6, 4, 10, False).digest == SMALL.digest
    assert Layout(6, 8, 4, 10, False).digest != SMALL.digest  # as many squares, read otherwise


@pytest.mark.parametrize(("name", "value"), [("CREATURE_SIZE", 99), ("SELF_SIZE", 7)])
def test_the_digest_changes_with_the_pieces(name: str, value: int, monkeypatch: pytest.MonkeyPatch):
    before = Layout(8, 6, 4, 10, False).digest
    monkeypatch.setattr(observations, name, value)
    assert Layout(8, 6, 4, 10, False).digest != before


@pytest.mark.parametrize("actions", ["full", "compact"])
def test_the_standard_layout_is_the_same_for_all_encounters(actions: Any):
    """
    One space, one digest, whatever the encounter and the rules: what is trained on one can play
    another; and it can be played.
    """
    digests = set()
    for encounter in ENCOUNTERS[:3]:
        for rules in ("2014", "2024"):
            env = combat_v0.raw_env(
                encounter, rules=rules, actions=actions, layout="standard", observation="vector"
            )
            env.reset(seed=1)
            digests.add(env.arena.layout.digest)
            seen, mask = env.observe(env.agent_selection), env.infos[env.agent_selection]
            assert env.observation_space(env.agent_selection).contains(seen)
            env.step(int(np.flatnonzero(mask["action_mask"])[-1]))
    assert len(digests) == 1


@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_the_standard_layout_plays_the_same_battle(encounter: str, rules: str):
    """
    Padded or tight, the same things are legal: the words for them are the same.
    """
    compiled = compile_encounter(encounter, rules, None, {})
    tight, padded = (
        combat_v0.raw_env(compiled, layout=layout) for layout in ("encounter", "standard")
    )
    for env in (tight, padded):
        env.reset(seed=3)
    for _ in range(25):
        said = [meanings(env) for env in (tight, padded)]
        assert said[0].keys() == said[1].keys()
        choice = sorted(said[0])[len(said[0]) // 2]
        tight.step(said[0][choice])
        padded.step(said[1][choice])
        assert tight.arena.raw.tobytes() == padded.arena.raw.tobytes()
        if any(tight.terminations.values()):
            break


def meanings(env: Any) -> dict[tuple[int, int, int, int], int]:
    """Return what the legal actions of an environment mean, in words that all layouts share."""
    layout = env.arena.layout
    table = layout.action_table
    found = {}
    for action in np.flatnonzero(env.arena.masks[0]).tolist():
        block, x, y = (int(table[part][action]) for part in ("block", "x", "y"))
        index = int(table["index"][action]) if BLOCKS[block] != "squares" else -1
        found[block, index, x, y] = action
    return found


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_layouts_are_small_enough_to_learn_on(encounter: str):
    """
    What the design counts on: some 1,000 to 2,000 inputs, compact sets of some 150 actions.
    """
    compiled = compile_encounter(encounter, None, None, {})
    compact, full = layout_of(compiled, "compact"), layout_of(compiled, "full")

    assert compact.action_count < 220
    assert full.action_count < 220 + 41 * 41
    assert compact.observation_size == full.observation_size < 2600


def test_creatures_keep_their_slots():
    """
    Creature k is row k of the observation and action k of its block, from first to last.
    """
    battle = Battle("mirror_match", seed=2)
    names = [creature.name for creature in battle.creatures]
    for _ in range(40):
        if battle.over:
            break
        at = battle.layout.offsets["creatures"]
        assert [battle.describe(at + k) for k in range(len(names))] == names
        viewer = battle.state.decider - 1
        rows = battle.layout.split(battle.observe(viewer))["creatures"]
        assert [k for k in range(len(names)) if rows[k, 2] == 1] == [viewer]
        battle.step(battle.legal_actions()[-1])
