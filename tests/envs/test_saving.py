"""Saved battles: they go on as they would have, and what is damaged or foreign is refused."""

import json
from typing import Any

import pytest

from dnd_env import Battle
from dnd_env.core.errors import SaveError
from dnd_env.envs import saving

from .playing import RULES
from .test_battle import mages, play_on, to_a_reaction_to_a_reaction


def repack(data: bytes, **changes: Any) -> bytes:
    """Return a save with another header, its digest right."""
    head, body = saving.unpack(data)
    return saving.pack({**head, **changes}, body)


def test_a_battle_saved_in_a_reaction_to_a_reaction_goes_on():
    """
    Saved while a Counterspell to a Counterspell is being decided, loaded, and played on: the same
    battle to the last byte.
    """
    battle = to_a_reaction_to_a_reaction()

    loaded = Battle.load(battle.save())

    assert loaded.arena.raw.tobytes() == battle.arena.raw.tobytes()
    assert loaded.legal_actions() == battle.legal_actions()
    assert loaded.describe() == battle.describe()
    loaded.log.extend(battle.log)
    assert play_on(loaded, seed=2) == play_on(battle, seed=2)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("actions", ["full", "compact"])
@pytest.mark.parametrize("seats", ["creature", "table", "side"])
def test_settings_are_kept(rules: str, actions: Any, seats: Any):
    """
    Rules, seats, action set, level and changed options come back with the battle.
    """
    battle = Battle(
        "goblin_ambush", rules, 3, seats=seats, actions=actions, level=5, visibility="fog"
    )
    play_on(battle, seed=1, limit=30)

    loaded = Battle.load(battle.save())

    assert loaded.encounter.rules == rules
    assert loaded.layout == battle.layout
    assert loaded.agent == battle.agent
    assert loaded.encounter.spec.options.visibility == "fog"
    assert loaded.save() == battle.save()


def test_scripted_dice_are_part_of_a_save():
    """
    A table's own dice, not yet rolled, are waiting after loading as before.
    """
    battle = mages()
    battle.script_dice([11, 12], strict=True)

    loaded = Battle.load(battle.save())

    assert loaded.scripted_dice_left == 2


@pytest.mark.parametrize("part", ["magic", "length", "header", "state", "digest"])
def test_a_damaged_save_is_refused(part: str):
    """
    One byte changed anywhere: a SaveError, not a strange battle.
    """
    data = bytearray(mages().save())
    at = {
        "magic": 2,
        "length": 9,
        "header": 40,
        "state": len(data) - 3000,
        "digest": len(data) - 5,
    }[part]
    data[at] ^= 0x40

    with pytest.raises(SaveError):
        Battle.load(bytes(data))


@pytest.mark.parametrize("length", [0, 3, 10, 60, 2000, -1])
def test_a_save_cut_short_is_refused(length: int):
    data = mages().save()
    with pytest.raises(SaveError):
        Battle.load(data[:length])


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04" + b"\0" * 100, b"{}"])
def test_what_is_no_save_is_refused(data: bytes):
    with pytest.raises(SaveError, match="no saved battle"):
        Battle.load(data)


@pytest.mark.parametrize("key", ["state", "layout", "content"])
def test_a_save_of_another_making_is_refused(key: str):
    """
    The error says which digest differs, both values, and the version that wrote it.
    """
    data = repack(mages().save(), **{key: "0123456789abcdef", "version": "9.9"})

    with pytest.raises(SaveError, match=f"{key} 0123456789abcdef by version 9.9"):
        Battle.load(data)


@pytest.mark.parametrize(
    "changes",
    [
        {"encounter": "no such encounter"},
        {"encounter": json.dumps({"name": "x"})},
        {"rules": "1999"},
        {"seats": "sofa"},
        {"actions": "all"},
    ],
)
def test_a_header_that_asks_for_what_there_is_not_is_refused(changes: dict[str, str]):
    """
    A save whose header cannot be followed is a SaveError too, whatever is wrong with it.
    """
    with pytest.raises(SaveError):
        Battle.load(repack(mages().save(), **changes))


@pytest.mark.parametrize("missing", saving.KEYS)
def test_a_header_that_lacks_something_is_refused(missing: str):
    head, body = saving.unpack(mages().save())
    del head[missing]
    with pytest.raises(SaveError, match=missing):
        Battle.load(saving.pack(head, body))


def test_a_state_of_another_size_is_refused():
    head, body = saving.unpack(mages().save())
    with pytest.raises(SaveError, match="bytes"):
        Battle.load(saving.pack(head, body + b"\0" * 8))


def test_another_format_is_refused():
    data = mages().save()
    with pytest.raises(SaveError, match="format 2"):
        Battle.load(data[:6] + b"\x02\x00" + data[8:])


def test_saving_changes_nothing_and_loading_fails_whole():
    """
    A battle can go on after a save, and after a load that was refused.
    """
    battle = mages()
    before = battle.arena.raw.tobytes()
    data = battle.save()
    with pytest.raises(SaveError):
        Battle.load(data[:-1])
    assert battle.arena.raw.tobytes() == before
