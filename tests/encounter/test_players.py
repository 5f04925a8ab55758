"""Whose the player characters are, where an encounter does not say."""

from typing import Any

from dnd_env.encounter import load


def players(sides: list[str], **more: Any) -> list[str]:
    """Return the players of an encounter of two sides; ``more``: of the second's creature."""
    fight = {
        "name": "fight",
        "sides": sides,
        "map": {"squares": "...."},
        "creatures": [
            {"entry": "fighter", "side": sides[0], "at": [0, 0]},
            {"entry": "goblin", "side": sides[1], "at": [3, 0], **more},
        ],
    }
    return load.load(fight).players


def test_sides_of_other_names_need_not_say_which_are_the_players():
    """
    The party; else the sides with a creature marked as a character; else the first side.
    """
    assert players(["monsters", "party"]) == ["party"]
    assert players(["red", "blue"]) == ["red"]
    assert players(["red", "blue"], is_character=True) == ["blue"]
