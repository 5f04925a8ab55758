"""The sources of both packages, as the tests of their architecture read them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("dnd_env", "agents")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def files() -> tuple[Path, ...]:
    """Return the Python files of both packages."""
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return tuple(sorted(found))


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Give all functions of a file, methods and inner ones too."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def docstring(node: Documented) -> ast.Expr | None:
    """Return the docstring of a module, class or function."""
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return first if isinstance(first.value.value, str) else None
    return None


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function, its decorators and docstring not counted."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    text = docstring(function)
    if text is not None and text.end_lineno is not None:
        lines -= text.end_lineno - text.lineno + 1
    return lines


def words_of(path: Path) -> Iterator[str]:
    """Give the names and the texts in a file's code; docstrings and comments are none."""
    told = {id(docstring(node)) for node in ast.walk(tree(path)) if isinstance(node, Documented)}
    texts = {id(node.value) for node in ast.walk(tree(path)) if id(node) in told}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in texts:
                yield node.value
