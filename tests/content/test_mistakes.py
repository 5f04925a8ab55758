"""Mistakes in content files: each message says file, key, value found and value expected."""

import pytest

from dnd_env.content.compile import CreatureRequest, compile_content
from dnd_env.content.library import Library
from dnd_env.core.errors import CapacityError, ContentError
from dnd_env.core.terms import Edition

GOOD = """
name = "Warg"
size = "medium"
type = "beast"
challenge_rating = 1
armor_class = 13
hit_dice = "2d8+2"
speed_ft = { walk = 40 }

[abilities]
strength = 12
dexterity = 15
constitution = 12
intelligence = 3
wisdom = 12
charisma = 6

[[activities]]
name = "Bite"
attack = { kind = "melee_weapon", bonus = 4, reach_ft = 5 }
effects = [{ on = "hit", do = "damage", dice = "2d4+2", type = "piercing" }]
"""


def compiled(tmp_path, text, spells=""):
    """Compile a monster from its text, beside a spell of one's own."""
    for kind, body in (("monsters", text), ("spells", spells)):
        folder = tmp_path / kind
        folder.mkdir(exist_ok=True)
        (folder / "warg.toml").write_text(body, encoding="utf-8")
    return compile_content(Library(Edition.SRD_5_1, [tmp_path]), [CreatureRequest("warg")])


def message(tmp_path, before, after):
    """What is said once a piece of the good text is another."""
    assert before in GOOD
    with pytest.raises(ContentError) as caught:
        compiled(tmp_path, GOOD.replace(before, after))
    text = str(caught.value)
    assert "monsters/warg.toml: " in text
    return text.split("monsters/warg.toml: ", 1)[1]


def test_the_good_text_is_good(tmp_path):
    assert compiled(tmp_path, GOOD).name(0) == "Warg"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "melee_weapon",
            "mele_weapon",
            'activities[0].attack.kind: found "mele_weapon", expected one of melee_weapon, '
            "ranged_weapon, melee_or_thrown, melee_spell, ranged_spell, melee_or_ranged_spell; "
            'did you mean "melee_weapon"?',
        ),
        (
            'size = "medium"',
            'size = "big"',
            'size: found "big", expected one of tiny, small, medium',
        ),
        ("armor_class = 13\n", "", "armor_class: missing"),
        ("armor_class = 13", 'armor_class = "high"', 'armor_class: found "high", expected a whole'),
        ("armor_class = 13", "armour_class = 13", 'unknown key: found "armour_class"'),
        ("walk = 40", "wolk = 40", 'speed_ft: unknown key: found "wolk", expected one of walk'),
        ('"2d4+2"', '"2x4"', 'activities[0].effects[0].dice: found "2x4", expected dice such as'),
        ('do = "damage"', 'do = "damge"', 'effects[0].do: found "damge", expected one of'),
        ('do = "damage", ', "", "activities[0].effects[0].do: missing"),
        ('on = "hit"', 'on = "hits"', 'on: found "hits", expected one of always, hit, miss'),
        (
            'type = "piercing" }',
            'type = "piercing", if = { within = 5 } }',
            'activities[0].effects[0].if: found "within"',
        ),
        (
            'type = "piercing" }',
            'type = "piercing", if = ["critical", "bloodied"], unless = "by_magic" }',
            'more than 2 tests in "if" and "unless"',
        ),
        (
            "attack = {",
            'save = { ability = "wisdom" }\nattack = {',
            "activities[0]: has attack and save, expected at most one of them",
        ),
        ("challenge_rating = 1", "challenge_rating = 0.3", "challenge_rating: found 0.3"),
        (
            'effects = [{ on = "hit", do = "damage", dice = "2d4+2", type = "piercing" }]',
            'effects = [{ on = "hit", do = "condition", condition = "pron" }]',
            'condition: found "pron", expected one of blinded',
        ),
        (
            'effects = [{ on = "hit", do = "damage", dice = "2d4+2", type = "piercing" }]',
            'effects = [{ on = "hit", do = "save", ability = "strength", effects = [] }]',
            "dc: missing",
        ),
        (
            'effects = [{ on = "hit", do = "damage", dice = "2d4+2", type = "piercing" }]',
            'effects = [{ on = "hit", do = "form", into = "wolf" }]',
            'unknown key: found "into"',
        ),
        (
            'effects = [{ on = "hit", do = "damage", dice = "2d4+2", type = "piercing" }]',
            'effects = [{ on = "hit", do = "form" }]',
            'the rules do not play "form" yet: name it under left_out instead',
        ),
        (
            "[abilities]",
            'multiattack = [[{ of = ["Byte"] }]]\n[abilities]',
            'multiattack: of: found "Byte"',
        ),
        (
            "[abilities]",
            'traits = [{ name = "regeneration", hp = 5 }]\n[abilities]',
            'traits: regeneration: unknown key: found "hp", expected one of hit_points, stopped_by',
        ),
        ("[[activities]]", '[[activities]]\ncopies = "dasch"', 'Bite: copies: found "dasch"'),
    ],
)
def test_a_mistake_says_where_and_what(tmp_path, before, after, said):
    assert said in message(tmp_path, before, after)


def test_every_mistake_is_told_at_once(tmp_path):
    text = message(tmp_path, 'size = "medium"\ntype = "beast"', 'size = "big"\ntype = "dog"')

    assert "size: " in text
    assert "type: " in text


def test_a_trait_that_is_not_there_names_near_ones(tmp_path):
    text = GOOD.replace("[abilities]", 'traits = ["pack_tactic"]\n[abilities]')

    with pytest.raises(
        ContentError, match='no entry "pack_tactic" in traits; did you mean pack_tac'
    ):
        compiled(tmp_path, text)


def test_arithmetic_names_what_it_knows(tmp_path):
    casting = '[spellcasting]\nability = "wisdom"\ndc = 13\nat_will = ["warg"]\n'
    spell = """
    name = "Bolt"
    level = 0
    school = "evocation"
    attack = { kind = "ranged_spell", range_ft = 60 }
    effects = [{ on = "hit", do = "damage", dice = "{teir}d8", type = "cold" }]
    """

    with pytest.raises(ContentError, match=r'effects\[0\].dice: found "teir".*did you mean "tier"'):
        compiled(tmp_path, GOOD + casting, spell)


def test_a_class_needs_a_level():
    with pytest.raises(
        ContentError, match='"fighter" is a class: level: missing; expected 1 to 20'
    ):
        compile_content(Library(Edition.SRD_5_1), [CreatureRequest("fighter")])


def test_a_level_is_at_most_20():
    with pytest.raises(ContentError, match="level: found 21, expected 1 to 20"):
        compile_content(Library(Edition.SRD_5_1), [CreatureRequest("fighter", 21)])


def test_a_monster_takes_few_changes():
    request = CreatureRequest.of("wolf", spells=["bless"])

    with pytest.raises(
        ContentError, match=r'wolf.toml: changes: found "spells", expected one of hit'
    ):
        compile_content(Library(Edition.SRD_5_1), [request])


def test_more_than_a_stat_block_holds_is_a_capacity_error(tmp_path):
    more = "".join(f'\n[[activities]]\nname = "Bite {n}"\n' for n in range(48))

    with pytest.raises(CapacityError, match="49 activities; there is room for 48"):
        compiled(tmp_path, GOOD + more)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"armor_class": 10**12},
            "changes: armor_class: found 1000000000000, expected .* 0 to 100",
        ),
        ({"armor_class": "high"}, 'armor_class: found "high", expected a whole number'),
        ({"hit_points": -5}, "hit_points: found -5, expected a whole number, 1 to 10000"),
        ({"resistances": 2.5}, "resistances: found 2.5, expected a list"),
    ],
)
def test_a_change_has_bounds(changes, says):
    with pytest.raises(ContentError, match=says):
        compile_content(Library(Edition.SRD_5_1), [CreatureRequest.of("wolf", **changes)])


def test_a_character_has_only_skills_there_are():
    request = CreatureRequest.of("fighter", 1, skills=["juggling"], abilities=5)

    with pytest.raises(ContentError, match=r'skills\[0\]: found "juggling", expected one of'):
        compile_content(Library(Edition.SRD_5_1), [request])


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            "reach_ft = 5",
            "reach_ft = 999999999999",
            "Bite: range_ft: found 999999999999, expected -2",
        ),
        (
            'hit_dice = "2d8+2"',
            "remove = 5\ninherits = 'srd_5_1/wolf'",
            "remove: found 5, expected",
        ),
    ],
)
def test_an_odd_value_is_told(tmp_path, before, after, says):
    with pytest.raises(ContentError, match=says):
        compiled(tmp_path, GOOD.replace(before, after))


def test_a_defense_may_be_a_table_in_changes():
    """As it may in the entry itself: resistant unless struck by magic."""
    table = {"types": ["slashing"], "unless_by": "magical"}
    request = CreatureRequest.of("wolf", resistances=["fire", table])

    assert compile_content(Library(Edition.SRD_5_1), [request]).name(0) == "Wolf"
