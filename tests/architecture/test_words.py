"""Words that must not stand in the sources: of work left undone, of drawers, of content."""

import re
from enum import EnumMeta

import numpy as np

from dnd_env.content.library import Library
from dnd_env.core import limits, scene, state, tables, terms, work
from dnd_env.core.terms import Edition

from .sources import ROOT, files, short, words_of

UNDONE = re.compile(r"\b(TODO|FIXME|XXX|HACK|stub|NotImplemented\w*|for now)\b")
DRAWERS = {"utils", "util", "misc", "helper", "helpers", "common", "manager", "base_manager"}
NAMES_OF_CONTENT = ("monsters", "spells", "items", "traits", "features", "species", "classes")
MEANT_OTHERWISE = {
    "darkness": "the light of a place",
    "guard": "one who watches for an opportunity attack",
    "shield": "a kind of thing that is carried, and what shields from an area",
    "light": "how bright a place is",
}


def test_nothing_is_left_undone():
    """
    No note to do something later, no stub.
    """
    found = [
        f"{short(path)}:{number}: {match[0]}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for match in UNDONE.finditer(line)
    ]
    assert not found


def test_no_module_is_a_drawer():
    """
    A name says what a module is about: none is called utils, misc or the like.
    """
    assert not [short(path) for path in files() if path.stem in DRAWERS]


def test_the_rules_name_no_creature_spell_or_item():
    """
    No name or text in the code of ``rules/`` has the id of an entry as a word, unless it is a word
    of the vocabulary or of a record, or means something else.
    """
    allowed = vocabulary() | record_words() | set(MEANT_OTHERWISE)
    names = {
        name
        for edition in Edition
        for kind in NAMES_OF_CONTENT
        for name in Library(edition).names(kind)
    }
    pattern = re.compile(f"_({'|'.join(sorted(names - allowed))})_")
    found = {
        f"{short(path)}: {word}"
        for path in files()
        if path.parent == ROOT / "dnd_env" / "rules"
        for word in set(words_of(path))
        if pattern.search(f"_{re.sub(r'[^a-z0-9]+', '_', word.lower())}_")
    }
    assert not found


def vocabulary() -> set[str]:
    """Return the words of ``core/terms`` in lower case."""
    enums = (kind for kind in vars(terms).values() if isinstance(kind, EnumMeta))
    return {member.name.lower() for kind in enums for member in kind}


def record_words() -> set[str]:
    """Return the names of all fields of all records in ``core``, and their parts."""
    found: set[str] = set()
    for module in (state, scene, tables, work, limits):
        for value in vars(module).values():
            if isinstance(value, np.dtype) and value.names:
                found |= set(value.names)
    return found | {part for name in found for part in name.split("_")}


def test_rules_and_content_meet_in_the_records_only():
    """
    No module of ``rules/`` or ``spaces/`` holds a text that it could compare a name with.
    """
    texts = [
        f"{short(path)}: {word}"
        for path in files()
        if path.parent == ROOT / "dnd_env" / "rules"
        for word in words_of(path)
        if " " in word and not word.startswith("_")
    ]
    assert not texts


def test_the_package_does_not_speak_of_how_it_was_made():
    """
    No source speaks of sessions, of sandboxes or of whoever wrote it.
    """
    words = re.compile(r"\b(sandbox|chatbot|language model|AI assistant|prompt)\b", re.I)
    found = [
        f"{short(path)}: {match[0]}"
        for path in files()
        for match in words.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found
