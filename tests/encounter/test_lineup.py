"""Who fights: counts by level, names, start squares, zones."""

import pytest

from dnd_env.core.errors import EncounterError
from dnd_env.encounter import battle_map, lineup, load


def line_up(*creatures: dict, squares=("A.G", "..G", "..G"), level=1, rules="2014", **more):
    """Line up a fighter at A and more."""
    fighter = {"entry": "fighter", "side": "party", "at": "A"}
    spec = load.load(
        {
            "name": "x",
            "map": {"squares": list(squares), **more.pop("the_map", {})},
            "creatures": [fighter, *creatures],
            **more,
        },
        level=level,
        rules=rules,
    )
    read = battle_map.read(spec.map.squares, spec.map.legend, spec.marks())
    return lineup.line_up(spec, read)


GOBLINS = {"entry": "goblin", "side": "monsters", "at": "G"}


def test_those_who_share_a_name_are_numbered():
    names = [who.name for who in line_up(GOBLINS | {"count": 2})]

    assert names == ["Fighter", "Goblin 1", "Goblin 2"]


def test_a_name_may_be_given():
    assert [who.name for who in line_up(GOBLINS | {"name": "Snik"})] == ["Fighter", "Snik"]


def test_a_mark_gives_its_squares_in_reading_order_once():
    """Two rows of the file that use one mark share its squares."""
    lined = line_up(GOBLINS, GOBLINS | {"entry": "orc", "count": 2})

    assert [who.square for who in lined] == [(0, 0), (2, 0), (2, 1), (2, 2)]


def test_squares_may_be_listed():
    lined = line_up({"entry": "orc", "side": "monsters", "at": [[2, 2], [1, 1]], "count": 2},
                    squares=["A..", "...", "..."])  # fmt: skip

    assert [who.square for who in lined[1:]] == [(2, 2), (1, 1)]


@pytest.mark.parametrize(("level", "count"), [(1, 1), (4, 1), (5, 3), (20, 3)])
def test_a_count_by_level_holds_from_that_level_on(level, count):
    lined = line_up(GOBLINS | {"count": {1: 1, 5: 3}}, level=level)

    assert len(lined) == 1 + count


def test_an_entry_may_differ_by_edition():
    entry = {"2014": "orc", "2024": "hobgoblin"}
    names = [line_up(GOBLINS | {"entry": entry}, rules=rules)[1].entry for rules in entry]

    assert names == ["orc", "hobgoblin"]


def test_a_zone_is_a_mark_or_a_rectangle():
    lined = line_up(
        GOBLINS | {"at": None, "zone": "Z"},
        GOBLINS | {"at": None, "zone": "east"},
        squares=("A..", "ZZ.", "..."),
        the_map={"zones": {"east": [2, 0, 1, 3]}},
    )

    assert [(who.square, who.zone) for who in lined[1:]] == [(None, 1), (None, 2)]


def test_players_play_the_creatures_of_their_side_unless_it_says_otherwise():
    guard = {"entry": "guard", "side": "party", "at": [1, 1], "is_character": False}

    assert [who.is_character for who in line_up(guard, GOBLINS)] == [True, False, False]


@pytest.mark.parametrize(
    ("creature", "says"),
    [
        ({"at": "G", "count": 4}, r"creatures\[1\].count: found 4, expected at most 3"),
        ({"at": "G", "zone": "G"}, r"creatures\[1\]: found both at and zone, expected exactly one"),
        ({"squares": ["A."]}, r"creatures\[1\]: found neither at nor zone, expected exactly one"),
        ({"squares": ["A."], "at": "Q"}, r"creatures\[1\].at: found 'Q', expected a mark on the"),
        ({"squares": ["A."], "zone": "Q"}, r"creatures\[1\].zone: found 'Q'"),
        ({"at": "Q"}, r"found 'G', expected a mark that a creature, zone or lamp names, or a char"),
        ({"at": "G", "count": 0}, "found 0 of monsters, expected at least 1 at level 1"),
    ],
)
def test_mistakes(creature, says):
    more = {"squares": creature["squares"]} if "squares" in creature else {}
    creature = {"entry": "goblin", "side": "monsters", **creature}
    creature.pop("squares", None)

    with pytest.raises(EncounterError, match=says):
        line_up(creature, **more)


def test_there_is_room_for_32_creatures():
    with pytest.raises(EncounterError, match="found 33 in all, expected at most 32"):
        line_up(GOBLINS | {"count": 32}, squares=["A" + "G" * 32])
