"""One-line positions: read, written, and read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnd_env.core.errors import NotationError
from dnd_env.encounter import notation
from dnd_env.encounter.notation import Piece, Position


def test_a_position_is_an_encounter():
    spec = notation.position("A . . T / . # . . ; A=fighter:5 ; T=ogre hp=20 prone ; light=dim")

    assert spec.map.squares == ["A..T", ".#.."]
    assert spec.map.light == "dim"
    fighter, ogre = spec.creatures
    assert (fighter.entry["2014"], fighter.level, fighter.side) == ("fighter", 5, "side_0")
    assert (ogre.entry["2014"], ogre.level, ogre.side) == ("ogre", None, "side_1")
    assert (ogre.hit_points, ogre.conditions, ogre.name) == (20, ["prone"], "T")


def test_pieces_may_be_given_apart_and_a_capital_alone_is_a_fighter():
    spec = notation.position("A . T", T="zombie hp=9")

    assert [row.entry["2014"] for row in spec.creatures] == ["fighter", "zombie"]
    assert spec.creatures[0].level == 1


def test_terrain_needs_no_piece():
    spec = notation.position("A # T o \\ B ; B=orc")

    assert spec.map.squares == ["A#To\\B"]
    assert [row.name for row in spec.creatures] == ["A", "B"]


def test_blanks_are_of_no_account():
    assert notation.parse("A.B/...;B=orc") == notation.parse(" A . B /. . . ;  B=orc ;")


def test_a_letter_on_several_squares_is_so_many_creatures():
    spec = notation.position("A . G G G", G="goblin")

    assert spec.creatures[1].count == {1: 3}


def test_all_keys_and_flags():
    words = "hp=5/30 temp=3 alt=20 ac=18 name=Old_Bones side=2 surprised waits saves prone"
    spec = notation.position("A B", B=f"skeleton {words}")
    bones = spec.creatures[1]

    assert bones.name == "Old Bones" and bones.side == "side_2"
    assert (bones.hit_points, bones.temp_hit_points, bones.altitude_ft) == (5, 3, 20)
    assert bones.changes == {"hit_points": 30, "armor_class": 18}
    assert bones.is_surprised and bones.lies_in_wait and bones.death_saves
    assert bones.conditions == ["prone"]


def test_settings_reach_the_options():
    spec = notation.position("A B ; B=orc ; rules=2024 ; diagonals=5-10-5 ; skip_single=false")

    assert spec.rules == "2024"
    assert spec.options.diagonals == "5-10-5" and not spec.options.skip_single


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("A . q", 5, "'q' is neither terrain nor a piece"),
        ("A . . / . .", 11, r"rows of \[3, 2\] squares"),
        ("A . / . . .", 11, "row 1 is longer than row 0"),
        ("", 1, r"rows of \[0\] squares"),
        ("A . . ; B=ogre", 9, "'B' is not on the map"),
        ("A B ; B=ogre ; B=orc", 16, "'B' is given twice"),
        ("A B ; ogre", 7, "'ogre' is no piece"),
        ("A B ; B=Ogre", 9, "found 'Ogre', expected an entry"),
        ("A B ; B=ogre proen", 14, "'proen' is no condition or flag; did you mean \"prone\""),
        ("A B ; B=ogre hp=x", 17, "'x' is no value of hp"),
        ("A B ; B=ogre hq=3", 14, "'hq' is no key"),
        ("A B ; lihgt=dim", 7, "'lihgt' is no setting; did you mean \"light\""),
        ("A B ; light=dmi", 13, "found 'dmi', expected one of bright, dim, dark"),
        ("A B ; max_rounds=few", 18, "'few' is no value of max_rounds"),
        ("A B ; light=dim dark", 17, "'dark' after a setting"),
    ],
)
def test_a_fault_is_told_with_its_column(text, column, says):
    with pytest.raises(NotationError, match=rf"^column {column}: .*{says}") as caught:
        notation.parse(text)

    marked = str(caught.value).splitlines()
    assert marked[1].strip() == text.strip()
    assert marked[2].index("^") == column - 1 + len("  ")


LETTERS = "ABCDEFGHXYZ0123456789gk"
VALUES = {
    "side": st.integers(0, 3).map(str),
    "hp": st.one_of(st.just("rolled"), st.integers(0, 99).map(str), st.just("5/30")),
    "temp": st.integers(0, 30).map(str),
    "alt": st.integers(0, 20).map(lambda steps: str(5 * steps)),
    "ac": st.integers(5, 25).map(str),
    "name": st.text("abcXYZ_'-", min_size=1, max_size=8),
}
SETTINGS = {
    "rules": st.sampled_from(["2014", "2024"]),
    "light": st.sampled_from(["bright", "dim", "dark"]),
    "max_rounds": st.integers(1, 99).map(str),
    "diagonals": st.sampled_from(["5-5-5", "5-10-5"]),
}


@st.composite
def positions(draw) -> Position:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    letters = draw(st.lists(st.sampled_from(LETTERS), unique=True, max_size=min(4, width * height)))
    squares = draw(
        st.lists(st.sampled_from('.#~,:Ttino=%*+_"\\'), min_size=width * height,
                 max_size=width * height)
    )  # fmt: skip
    places = draw(st.permutations(range(width * height)))
    for letter, place in zip(letters, places, strict=False):
        squares[place] = letter
    drawing = "".join(squares)
    pieces = [
        Piece(
            letter=letter,
            entry=draw(st.sampled_from(["ogre", "srd_5_1/wolf", "giant_spider", "wizard"])),
            level=draw(st.one_of(st.none(), st.integers(1, 20))),
            values=draw(st.fixed_dictionaries({}, optional=VALUES)),
            words=tuple(sorted(draw(st.sets(st.sampled_from(["prone", "waits", "blinded"]))))),
        )
        for letter in sorted(letters, key=drawing.index)
    ]
    rows = tuple(drawing[at : at + width] for at in range(0, width * height, width))
    return Position(rows, tuple(pieces), draw(st.fixed_dictionaries({}, optional=SETTINGS)))


@given(positions())
def test_what_is_written_reads_the_same(position):
    assert notation.parse(notation.write(position)) == position
