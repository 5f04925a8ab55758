"""The library: entries by kind and name, aliases, inheritance, folders of one's own."""

import pytest

from dnd_env.content.library import Library, inherited
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import Edition


def test_an_entry_is_found_by_id_and_by_name():
    library = Library(Edition.SRD_5_1)

    assert library.find("monsters", "young_red_dragon").id == "young_red_dragon"
    assert library.find("monsters", "Young Red Dragon").id == "young_red_dragon"


def test_an_alias_serves_the_name_of_the_other_edition():
    assert Library(Edition.SRD_5_2).find("monsters", "goblin").id == "goblin_warrior"
    assert Library(Edition.SRD_5_1).find("monsters", "goblin_warrior").id == "goblin"


def test_an_absent_entry_names_near_ones():
    with pytest.raises(
        ContentError, match=r'srd_5_1: no entry "gobln" in monsters; did you mean .*goblin'
    ):
        Library(Edition.SRD_5_1).find("monsters", "gobln")


def test_what_only_one_edition_has_is_absent_from_the_other():
    assert Library(Edition.SRD_5_1).has("monsters", "orc")
    assert not Library(Edition.SRD_5_2).has("monsters", "orc")


def test_an_unknown_kind_is_refused():
    with pytest.raises(ContentError, match='no kind "monster"'):
        Library(Edition.SRD_5_1).find("monster", "goblin")


def test_inheriting_replaces_scalars_and_merges_tables_and_activities():
    parent = {
        "armor_class": 13,
        "speed_ft": {"walk": 30, "climb": 30},
        "skills": {"stealth": 4},
        "activities": [{"name": "Bite", "cost": "action"}, {"name": "Web"}],
    }
    own = {
        "inherits": "srd_5_1/x",
        "remove": ["skills", "Web"],
        "armor_class": 14,
        "speed_ft": {"walk": 40},
        "activities": [{"name": "Bite", "effects": []}, {"name": "Howl"}],
    }

    assert inherited(parent, own, "") == {
        "armor_class": 14,
        "speed_ft": {"walk": 40, "climb": 30},
        "activities": [{"name": "Bite", "cost": "action", "effects": []}, {"name": "Howl"}],
    }


def test_removing_what_is_not_there_is_a_mistake():
    with pytest.raises(ContentError, match=r'x.toml: remove: found "skils".*did you mean "skills"'):
        inherited({"skills": {}}, {"remove": ["skils"]}, "x.toml")


def write(folder, kind, name, text):
    path = folder / kind / f"{name}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_folder_of_ones_own_comes_before_the_edition(tmp_path):
    write(tmp_path, "monsters", "wolf", 'name = "Old Wolf"')
    write(tmp_path, "monsters", "warg", 'inherits = "srd_5_1/wolf"\nname = "Warg"')
    library = Library(Edition.SRD_5_2, [tmp_path])

    assert library.find("monsters", "wolf").table["name"] == "Old Wolf"
    assert library.find("monsters", "warg").table["hit_dice"] == "2d8+2"
    assert {"warg", "zombie"} <= set(library.names("monsters"))


def test_an_heir_cannot_be_inherited_from(tmp_path):
    write(tmp_path, "spells", "bolt", 'inherits = "srd_5_2/fire_bolt"')

    with pytest.raises(
        ContentError, match='"srd_5_2/fire_bolt" itself inherits; expected no chain'
    ):
        Library(Edition.SRD_5_2, [tmp_path]).find("spells", "bolt")


def test_inheriting_from_nowhere_names_near_entries(tmp_path):
    write(tmp_path, "monsters", "warg", 'inherits = "srd_5_1/wolff"')

    with pytest.raises(
        ContentError, match=r'inherits: no entry "srd_5_1/wolff".*did you mean .*wolf'
    ):
        Library(Edition.SRD_5_1, [tmp_path]).find("monsters", "warg")


def test_a_file_that_is_no_toml_is_named(tmp_path):
    write(tmp_path, "monsters", "warg", "name = ")

    with pytest.raises(ContentError, match=r"monsters/warg\.toml: not TOML"):
        Library(Edition.SRD_5_1, [tmp_path]).find("monsters", "warg")
