"""The reference of the content format: ``docs/content.md`` says what the schema says."""

import re
import tomllib

import pytest
from pydantic import TypeAdapter

from dnd_env.content import reference
from dnd_env.content.expressions import fill_in
from dnd_env.content.schema import effects
from dnd_env.content.schema.creatures import TraitUse, read_trait
from dnd_env.content.schema.predicates import KNOWN, read_clauses
from dnd_env.content.schema.words import spelled
from dnd_env.core import terms

SAID = reference.said()
EXAMPLES = {name: one["example"] for name, one in SAID["tables"].items() if "example" in one}
NUMBERS = {"level": 5, "modifier": 3}  # what placeholders of the examples name


def test_the_page_is_up_to_date():
    """``docs/content.md`` is what ``python -m dnd_env.content.reference`` would write."""
    assert reference.PAGE.read_text(encoding="utf-8") == reference.text()


def test_every_table_of_the_schema_has_its_section():
    shown = {model for one in reference.said_tables() for model in one.__mro__}

    assert [name for name, model in reference.tables().items() if model not in shown] == []


def test_nothing_is_said_of_what_there_is_not():
    models = reference.tables()

    for name, about in SAID["tables"].items():
        known = {"if", *models[name].model_fields}
        assert set(about.get("keys", {})) <= known, name
    for name, meanings in SAID["words"].items():
        assert set(meanings) == {spelled(word) for word in getattr(terms, name)}, name
    assert sorted(SAID["tests"]) == KNOWN


def test_every_link_leads_somewhere():
    text = reference.text()
    anchors = {reference.slug(title) for title in re.findall(r"^#+ (.+)$", text, re.M)}

    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_as_it_should_be(name):
    model = reference.tables()[name]
    table = tomllib.loads(EXAMPLES[name])
    table = fill_in(table, NUMBERS | table.get("defaults", {}), name)

    if issubclass(model, effects.Row):
        assert TypeAdapter(effects.Effects).validate_python(table["effects"])
    elif len(table) > 1:
        assert model.model_validate(table)
    else:
        found = list(tables_in(next(iter(table.values()))))
        read = read_trait if model is TraitUse else dict
        assert found and all(model.model_validate(read(one)) for one in found)


def tables_in(value):
    """Yield the tables in a value: itself, or those of a list."""
    if isinstance(value, dict):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from tables_in(one)


@pytest.mark.parametrize("word", KNOWN)
def test_every_example_of_a_test_is_one(word):
    """What stands behind ``if``: a word, or one key in braces."""
    example = SAID["tests"][word]["example"]
    text = example if example.startswith('"') else f"{{ {example} }}"

    assert len(read_clauses(tomllib.loads(f"if = {text}")["if"])) == 1
