"""The battle as text."""

import re

from dnd_env.render import draw_text

from .scenes import small

SMALL = """\
A room - Round 2, turn of Fighter
   0 1 2 3 4 5 6 7
 0 ################
 1 ##F !W,,OOOO?S[]
 2 ##()()i'OOOO. ##
 3 ##xG~~~~. . B ##
 4 ################

   17 O  Ogre     Monsters [####......] 21/59     AC 13
>  12 F  Fighter  Heroes   [#######...] 7/10+3    AC 18
    4 G1 Goblin 1 Monsters [..........] 0/10      AC 13 dead
      W  Wizard   Heroes   [..........] 0/10      AC 13 dying, prone
      B  Bat      Monsters [??????????] ?/?       AC 13 15 ft up
      S  Spy      Monsters [##########] 10/10     AC 13 last seen here

| Ogre hits Wizard: 13 bludgeoning
| Round 2"""


def test_plain_text():
    """Without colour the drawing is exactly this."""
    assert draw_text(small(), colour=False, log_lines=2) == SMALL


def test_colour_adds_only_codes():
    """Colour changes the look, not the letters; bars are made of blocks."""
    bare = re.sub(r"\x1b\[[0-9;]*m", "", draw_text(small(), log_lines=2))
    lines = [line.rstrip() for line in bare.translate({0x2588: "#", 0x2591: "."}).splitlines()]
    assert lines == SMALL.splitlines()


def test_sides_have_their_colours():
    """Creatures of different sides stand on different grounds."""
    text = draw_text(small())
    assert "\x1b[1;97;48;2;29;111;184;4mF \x1b[0m" in text
    assert "\x1b[1;97;48;2;194;65;12mOO\x1b[0m" in text


def test_hostile_names_cannot_steer_the_terminal():
    """Control codes in names, letters and log lines are replaced."""
    scene = small()
    scene["creatures"][0] |= {"name": "\x1b[2JFighter\r\n", "letter": "\x07F"}
    scene["log"].append("\x1b]0;title\x07 \u202etxt")

    text = draw_text(scene, colour=False)

    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", text)
    assert "\ufffd[2JFighter" in text


def test_wide_letters_keep_the_columns():
    """A letter that is two columns wide fills its square, and no row grows longer."""
    scene = small()
    scene["creatures"][0]["letter"] = "\u9b3c"
    scene["creatures"][1]["letter"] = "\u9b3c\u9b3c"

    lines = draw_text(scene, colour=False).splitlines()

    assert lines[3] == " 1 ##\u9b3c!W,,\u9b3c\u9b3c?S[]"
    assert lines[4] == " 2 ##()()i'\u9b3c\u9b3c. ##"


def test_hidden_creatures_are_not_told():
    """A creature that is neither seen nor remembered leaves no trace."""
    assert "Assassin" not in draw_text(small())


def test_reach_path_and_wide_maps():
    """Squares within reach, a move's path, and the tens of column numbers are marked."""
    scene = small()
    scene |= {
        "width": 12,
        "terrain": [row + "...." for row in scene["terrain"]],
        "reach": [[9, 1], [9, 2]],
        "path": [[10, 1], [10, 2]],
    }
    del scene["light"]

    lines = draw_text(scene, colour=False).splitlines()

    assert lines[1] == " " * 23 + "1"
    assert lines[2] == "   0 1 2 3 4 5 6 7 8 9 0 1"
    assert lines[4].endswith(". + * .")
