"""Reading an encounter, and what is said of each kind of mistake."""

import json

import pytest

from dnd_env.core.errors import EncounterError
from dnd_env.core.terms import Edition
from dnd_env.encounter import load

GOOD = """
name = "Meeting"

[map]
squares = '''
A.G
..G
'''

[options]
max_rounds = 10

[[creatures]]
entry = "fighter"
side = "party"
at = "A"

[[creatures]]
entry = "goblin"
side = "monsters"
at = "G"
count = 2
"""


def test_defaults():
    spec = load.load(GOOD)

    assert (spec.rules, spec.edition, spec.level) == ("2014", Edition.SRD_5_1, 1)
    assert spec.sides == ["party", "monsters"] and spec.players == ["party"]
    assert spec.map.squares == ["A.G", "..G"]
    assert spec.options.temp_hit_points_prevent_death_failure
    assert (spec.options.max_rounds, load.load("duel").options.max_rounds) == (10, 50)


def test_a_name_a_path_text_and_a_mapping_say_the_same(tmp_path):
    path = tmp_path / "meeting.toml"
    path.write_text(GOOD, encoding="utf-8")
    spec = load.load(GOOD)

    for source in (path, str(path), spec, spec.model_dump(), spec.model_dump_json()):
        assert load.load(source).model_dump() == spec.model_dump()
    assert load.load("duel").name == "Duel"
    assert json.loads(spec.model_dump_json())["name"] == "Meeting"


def test_rules_and_level_asked_for_beat_those_of_the_file():
    for rules in ("2024", 2024, Edition.SRD_5_2):
        spec = load.load('rules = "2014"\nlevel = 3' + GOOD, rules=rules, level=11)

        assert (spec.rules, spec.level) == ("2024", 11)


def test_overrides_merge_table_by_table():
    spec = load.load(GOOD, overrides={"options": {"visibility": "fog"}, "name": "Night"})

    assert spec.options.visibility == "fog"
    assert spec.options.max_rounds == 10
    assert spec.name == "Night"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("name =", "nam =", 'nam: unknown key, expected one of name, .*did you mean "name"'),
        ("name =", "nam =", "encounter: name: missing"),
        ("[map]", "[map", "encounter: not TOML: .*line"),
        ("max_rounds = 10", "max_round = 10", r"options.max_round: unknown key in options.*rounds"),
        ("max_rounds = 10", "max_rounds = 0", "options.max_rounds: found 0, expected at least 1"),
        ("max_rounds = 10", "visibility = 'fogg'", "found 'fogg', expected one of full, fog; did"),
        ('"party"', '"prty"', r"creatures\[0\].side: found 'prty'.*did you mean \"party\""),
        ('at = "A"', 'at = "AB"', r"creatures\[0\].at: found 'AB', expected a letter"),
        ('at = "A"', "at = [1]", r"creatures\[0\].at: found \[1\], expected a letter"),
        ('at = "A"', 'at = "A"\nhit_points = "most"', "hit_points: found 'most', expected"),
        ('at = "A"', 'at = "A"\nconditions = ["pron"]', r'conditions\[0\].*did you mean "prone"'),
        ('at = "A"', 'at = "A"\naltitude_ft = 7', "altitude_ft: found 7, expected a multiple of 5"),
        ("count = 2", "count = -1", r"\[1\].count: found -1, expected a whole number, 0 to 32; or"),
        ('name = "Meeting"', 'name = "x"\nplayers = "us"', r"players\[0\]: found 'us', expected"),
        ('name = "Meeting"', 'name = "x"\nallies = [["us"]]', r"allies\[0\]: found 'us'"),
        ('name = "Meeting"', 'name = "x"\nrules = "2020"', "rules: found '2020', expected one of"),
    ],
)
def test_a_mistake_is_told_by_key_value_and_what_is_expected(old, new, says):
    assert old in GOOD

    with pytest.raises(EncounterError, match=says):
        load.load(GOOD.replace(old, new, 1))


def test_the_file_is_named(tmp_path):
    path = tmp_path / "meeting.toml"
    path.write_text(GOOD.replace("[map]", "[mapp]"), encoding="utf-8")

    with pytest.raises(EncounterError, match=r"^meeting\.toml: "):
        load.load(path)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("goblin_ambosh", 'no encounter "goblin_ambosh".*did you mean "goblin_ambush"'),
        ("fights/nowhere.toml", "fights/nowhere.toml: no such file"),
        ({}, "encounter: name: missing"),
    ],
)
def test_an_encounter_that_is_not_there(source, says):
    with pytest.raises(EncounterError, match=says):
        load.load(source)


@pytest.mark.parametrize("wrong", [{"rules": "2020"}, {"level": 0}, {"level": 21}])
def test_rules_and_level_must_exist(wrong):
    with pytest.raises(EncounterError, match="found"):
        load.load("duel", **wrong)


@pytest.mark.parametrize("name", ["a=b.toml", "a = b"])
def test_a_path_that_exists_is_a_path(tmp_path, name):
    """Even if there is an "=" in it, as in TOML text."""
    path = tmp_path / name
    path.write_text(GOOD, encoding="utf-8")

    assert load.load(str(path)).name == "Meeting"


@pytest.mark.parametrize("source", ["a=b.toml", "~nobody_at_all/x", "x" * 5000, ""])
def test_an_odd_name_is_only_not_there(source):
    with pytest.raises(EncounterError, match=r"no such file|no encounter"):
        load.load(source)


def test_a_file_of_bytes_is_told(tmp_path):
    path = tmp_path / "my.battle"
    path.write_bytes(b"DNDENV\xff\x00")

    with pytest.raises(EncounterError, match=r"^my\.battle: found byte 0xff at 6, expected TOML"):
        load.load(path)


def test_only_a_file_needs_foes(tmp_path):
    """A scene for a trial may do without."""
    text = GOOD.replace("monsters", "party")
    path = tmp_path / "meeting.toml"
    path.write_text(text, encoding="utf-8")

    assert load.load(text).name == "Meeting"
    with pytest.raises(
        EncounterError, match=r"^meeting\.toml: creatures: found only party, expected"
    ):
        load.load(path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("count = 2", "count = 2.5", r"^encounter: creatures\[1\].count: found 2.5"),
        ("count = 2", "count = { a = 1 }", r"\[1\].count: found {'a': 1}, expected a whole"),
        ("[options]", "legend = { TT = 'floor' }\n[options]", "map.legend: found 'TT', expected a"),
        ("[options]", "zones = { a = [0, 0, 1] }\n[options]", r"zones.a: found .* \[column, row"),
        ("[options]", "light = 5\n[options]", "map.light: found 5, expected one of bright, dim"),
        ("[options]", "is_sunlit = 'so'\n[options]", "found 'so', expected true or false"),
        ('entry = "goblin"', "entry = 5", r"\[1\].entry: found 5, expected text, or a table by"),
        ('entry = "goblin"', "entry = { 2015 = 'orc' }", r"\[1\].entry: found '2015', exp"),
        ('name = "Meeting"', 'name = "x"\nsides = ["us"]', r"sides: found .* at least 2"),
        ('name = "Meeting"', "name = 5", "^encounter: name: found 5, expected text$"),
        ('name = "Meeting"', 'name = "x"\nfile = "y"', "^encounter: file: unknown key"),
        (
            'name = "Meeting"',
            'name = "x"\nsides = ["party", "party"]',
            r"^encounter: sides: found \['party', 'party'\], expected names that differ$",
        ),
    ],
)  # fmt: skip
def test_a_mistake_of_form_is_told_in_our_words(old, new, says):
    with pytest.raises(EncounterError, match=says):
        load.load(GOOD.replace(old, new, 1))


def test_rules_may_be_a_number():
    assert load.load("rules = 2024\n" + GOOD).rules == "2024"
