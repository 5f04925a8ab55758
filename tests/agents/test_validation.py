"""``dnd-env validate``: what a file is, and what is said of one that is at fault."""

import pytest

from agents.validation import check_file
from dnd_env.core.errors import DndEnvError

FIGHT = """
name = "Meeting"
[map]
squares = "A.G"
[[creatures]]
entry = "fighter"
side = "party"
at = "A"
[[creatures]]
entry = "wolf"
side = "monsters"
at = "G"
"""


def check(tmp_path, text, name="fight.toml"):
    """Check a file of some text, or of bytes."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return check_file(path)


def test_a_file_is_what_its_keys_say(tmp_path):
    assert check(tmp_path, FIGHT) == "an encounter"
    assert check(tmp_path, FIGHT, "monsters/fight.toml") == "an encounter"
    assert check(tmp_path, "[learner]\nsteps = 1000") == "a training config"
    assert check(tmp_path, 'inherits = "srd_5_1/wolf"', "monsters/a.toml") == "a content entry"


def test_a_byte_order_mark_is_no_fault(tmp_path):
    wolf = b'\xef\xbb\xbfinherits = "srd_5_1/wolf"'

    assert check(tmp_path, b"\xef\xbb\xbf" + FIGHT.encode()) == "an encounter"
    assert check(tmp_path, wolf, "monsters/a.toml") == "a content entry"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", r"fight.toml: found nothing, expected an encounter \(\[map\] and .*\(monsters, sp"),
        ("[mapp]\nsquares = 'A'", 'found mapp, expected an encounter .*; mapp: did you mean "map"'),
        ("[enviroment]\n", 'enviroment: did you mean "environment"'),
        ('armor_class = 12\nname = "Warg"', r"found armor_class, name, expected .*actions\)$"),
        (FIGHT.replace("[map]", "[mapp]"), 'fight.toml: mapp: unknown key.*did you mean "map"'),
        (FIGHT.replace("monsters", "party"), "creatures: found only party, expected those of two"),
        (
            FIGHT.replace("[map]", "[map]\nzones = { all = [0, 0, 99, 1] }"),
            r"fight.toml: map.zones.all: found \[0, 0, 99, 1\], expected .* 3 x 1 squares",
        ),
        (
            FIGHT.replace('"wolf"', '{ 2014 = "wolf" }'),
            r"creatures\[1\].entry: found {'2014': 'wolf'}, expected one for the 2024 rules too",
        ),
        ("[environment]\nencounter = 'duell'", 'fight.toml: environment.encounter: no .*"duel"'),
        (b"name = '\xe9'", "fight.toml: found byte 0xe9 at 8, expected TOML in UTF-8"),
        ("a = " + "[" * 5000, "fight.toml: not TOML"),
    ],
)
def test_a_fault_is_told(tmp_path, text, says):
    with pytest.raises(DndEnvError, match=says):
        check(tmp_path, text)


def test_a_folder_that_is_nearly_one_of_content_is_named(tmp_path):
    with pytest.raises(DndEnvError, match='folder monster: did you mean "monsters"'):
        check(tmp_path, 'name = "Warg"', "monster/warg.toml")
