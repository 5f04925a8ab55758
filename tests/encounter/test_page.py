"""``docs/encounters.md``: its examples play, and it speaks of every key there is."""

import re
from pathlib import Path

import pytest

from dnd_env.encounter import load, notation, setup
from dnd_env.encounter.battle_map import DEFAULT_LEGEND, WORDS
from dnd_env.encounter.spec import Creature, Lamp, Map, Options, Spec

PAGE = (Path(__file__).parents[2] / "docs" / "encounters.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
MODELS = (Spec, Map, Lamp, Creature, Options)


@pytest.mark.parametrize("rules", ["2014", "2024"])
@pytest.mark.parametrize("text", EXAMPLES, ids=["small", "full"])
def test_the_examples_play(text, rules):
    """They can be set up in both editions, at each level that they name."""
    spec = load.load(text, rules=rules)

    for level in spec.levels or [spec.level]:
        assert setup.set_up(load.load(text, rules=rules, level=level)).lineup


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_is_explained_and_in_the_full_example(model):
    keys = [name for name, field in model.model_fields.items() if not field.exclude]

    assert [key for key in keys if f"`{key}`" not in PAGE] == []
    assert [key for key in keys if not re.search(rf"\b{key}\b", EXAMPLES[1])] == []


def test_every_word_of_the_legend_is_explained():
    assert [word for word in WORDS if f"`{word}`" not in PAGE] == []
    usual = {character for character in DEFAULT_LEGEND if f"`{character}`" in PAGE}
    assert usual == set(DEFAULT_LEGEND)


def test_the_line_is_a_position_that_plays():
    (text,) = re.findall(r'position\("(.*?)"\)', PAGE)

    assert len(setup.set_up(notation.position(text)).lineup) == 2
