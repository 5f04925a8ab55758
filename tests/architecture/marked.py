"""The tests that name a row of the rules or a case, and the editions in which they play it."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .sources import ROOT, tree

MARKS = ("rule", "case")
YEARS = {"2014", "2024"}
DEFAULT = {"2014"}  # the rules of an encounter that says nothing
Known = dict[str, ast.AST]


@dataclass(frozen=True)
class Marked:
    """A test: ``ids`` it names with ``mark`` (a rule or a case), ``years`` of the rules it plays,
    ``skipped``: it only keeps a place."""

    path: Path
    name: str
    mark: str
    ids: frozenset[str]
    years: frozenset[str]
    skipped: bool


@cache
def marked() -> tuple[Marked, ...]:
    """Return all tests of the repository that name a row or a case."""
    found: list[Marked] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        module = tree(path)
        known = dict(_definitions(module))
        common = [node for name, node in known.items() if name == "pytestmark"]
        for node in module.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found += _of_test(path, node, [*node.decorator_list, *common], known)
    return tuple(found)


def _of_test(
    path: Path, test: ast.FunctionDef, marks: Sequence[ast.AST], known: Known
) -> Iterator[Marked]:
    said = [(name, text) for mark in marks for name, text in _said(mark)]
    skipped = any(name == "skip" for name, _ in said)
    for mark in MARKS:
        ids = frozenset(text for name, text in said if name == mark)
        if ids:
            years = frozenset(_years(test, known) or DEFAULT)
            yield Marked(path, test.name, mark, ids, years, skipped)


def _said(mark: ast.AST) -> Iterator[tuple[str, str]]:
    """Give name and first argument of each ``pytest.mark.name("argument")``."""
    for node in ast.walk(mark):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.args else None
            text = first.value if isinstance(first, ast.Constant) else ""
            yield node.func.attr, str(text)


def _definitions(module: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Give the functions and values that a module defines, by name."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node


def _years(node: ast.AST, known: Known) -> set[str]:
    """Return the editions that a test names, or else the functions and values that it uses."""
    years = {str(word.value) for word in ast.walk(node) if isinstance(word, ast.Constant)} & YEARS
    names = {word.id for word in ast.walk(node) if isinstance(word, ast.Name)} & set(known)
    for name in names:
        used = known[name]
        if isinstance(used, ast.Assign) or not years:
            years |= _years(used, {key: value for key, value in known.items() if key != name})
    return years
