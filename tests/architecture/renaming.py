"""A copy of the content in which every entry and activity is called something else."""

import re
import shutil
from enum import EnumMeta
from pathlib import Path

import numpy as np

from dnd_env.content.library import KINDS, ROOT, Library, normal
from dnd_env.core import terms
from dnd_env.core.terms import Edition

_QUOTED = re.compile(r'"([^"\n]*)"')
_NAME = re.compile(r'^\s*name = "([^"\n]*)"', re.M)
_HEADER = re.compile(r"^\[(\w+)", re.M)
_KEY = re.compile(r"^(\w+) = ", re.M)
_PARTS = re.compile(r"(\d+ )?(.*?)( \(\w+\))?")  # "20 arrow", "Dagger (thrown)"
BOUND = ("conditions", "actions")  # kinds whose ids are words of the rules themselves
JOINED = ("style_", "mastery_")  # ids that the compiler makes of a word of the schema
SCHEMA = {"shield"}  # an id that is a word of the schema as well


def words_of_the_rules() -> set[str]:
    """Return the words of ``core/terms``, in lower case: they mean the same in every entry."""
    enums = (kind for kind in vars(terms).values() if isinstance(kind, EnumMeta))
    return {member.name.lower() for kind in enums for member in kind}


def kept() -> set[str]:
    """Return the ids that stay as they are: those that are words of the rules or the schema."""
    libraries = [Library(edition) for edition in Edition]
    bound = {name for one in libraries for kind in BOUND for name in one.names(kind)}
    joined = {name for name in ids() if name.startswith(JOINED)}
    parts = {name.partition("_")[2] for name in joined}
    return words_of_the_rules() | bound | joined | parts | SCHEMA


def ids() -> set[str]:
    """Return the ids of all entries of either edition."""
    libraries = [Library(edition) for edition in Edition]
    return {name for library in libraries for kind in KINDS for name in library.names(kind)}


class Renaming:
    """Random names for the ids of entries, and for the names of entries and activities.

    Args:
        seed: of the names.
    """

    def __init__(self, seed: int) -> None:
        texts = [path.read_text(encoding="utf-8") for path in ROOT.rglob("srd_*/**/*.toml")]
        self.names = {name for text in texts for name in _NAME.findall(text)}
        words = sorted((ids() | {normal(name) for name in self.names}) - kept())
        numbers = np.random.default_rng(seed).permutation(len(words))
        self.of = {word: f"z{number}q" for word, number in zip(words, numbers, strict=True)}

    def id(self, name: str) -> str:
        """Return what an id has become."""
        return self.of.get(name, name)

    def _string(self, text: str) -> str:
        """Return what a string of a file has become."""
        edition, slash, name = text.partition("/")
        if slash and edition.startswith("srd_"):
            return f"{edition}/{self.id(name)}"
        found = _PARTS.fullmatch(text)
        count, core, way = found.groups() if found else (None, text, None)
        word = normal(core) if core in self.names else core
        return f"{count or ''}{self.of.get(word, core)}{way or ''}"

    def _file(self, text: str, is_table_of_entries: bool, is_list_of_aliases: bool) -> str:
        text = _QUOTED.sub(lambda found: f'"{self._string(found[1])}"', text)
        if is_table_of_entries:
            text = _HEADER.sub(lambda found: f"[{self.id(found[1])}", text)
        if is_list_of_aliases:
            text = _KEY.sub(lambda found: f"{self.id(found[1])} = ", text)
        return text

    def copy(self, root: Path) -> None:
        """Write the content of both editions, renamed, into a folder."""
        for path in sorted(ROOT.rglob("srd_*/**/*.toml")):
            parts = path.relative_to(ROOT).parts
            kind = parts[1] if len(parts) > 2 else ""
            stem = path.stem if kind in ("", "items") else self.id(path.stem)
            target = root / Path(*parts[:-1]) / f"{stem}.toml"
            target.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
            target.write_text(self._file(text, kind == "items", stem == "aliases"))
        for path in ROOT.glob("*.toml"):
            shutil.copy(path, root / path.name)
