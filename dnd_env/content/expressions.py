"""Placeholders: numbers in an entry that depend on who has it, as "{ceil(level / 2)}d6".

What stands in braces is arithmetic over names: a trait's parameters, a character's level,
proficiency and ability modifiers. Text that is one placeholder becomes the value itself.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from dnd_env.content.schema.words import expected
from dnd_env.core.errors import ContentError

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., int]] = {
    "max": max,
    "min": min,
    "floor": lambda number: int(number // 1),
    "ceil": lambda number: -int(-number // 1),
}


def fill_in(value: Any, names: Mapping[str, Any], where: str) -> Any:
    """Replace the placeholders in a value of a content file, and in all that it holds.

    Raises:
        ContentError: a placeholder is no arithmetic, or names what is not there.
    """
    if isinstance(value, str):
        return _fill_text(value, names, where) if "{" in value else value
    if isinstance(value, list):
        return [fill_in(one, names, f"{where}[{index}]") for index, one in enumerate(value)]
    if isinstance(value, dict):
        return {key: fill_in(one, names, f"{where}.{key}") for key, one in value.items()}
    return value


def _fill_text(text: str, names: Mapping[str, Any], where: str) -> Any:
    whole = _PLACEHOLDER.fullmatch(text)
    if whole:
        return evaluate(whole[1], names, where)
    return _PLACEHOLDER.sub(lambda found: str(evaluate(found[1], names, where)), text)


def evaluate(text: str, names: Mapping[str, Any], where: str) -> Any:
    """Work out an expression.

    >>> evaluate("ceil(level / 2)", {"level": 5}, "")
    3
    """
    try:
        return _value(ast.parse(text.strip(), mode="eval").body, names)
    except NameError as error:
        message = expected(error.name, sorted(names))
    except (SyntaxError, TypeError, ValueError, KeyError, ZeroDivisionError):
        message = f'found "{text}", expected arithmetic such as "ceil(level / 2)"'
    raise ContentError(f"{where}: {message}") from None


def _value(node: ast.AST, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        if node.id not in names:
            raise NameError(name=node.id)
        return names[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, names)
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_value(node.left, names), _value(node.right, names))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        held = _OPERATORS[type(node.ops[0])](
            _value(node.left, names), _value(node.comparators[0], names)
        )
        return int(held)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _FUNCTIONS[node.func.id](*(_value(part, names) for part in node.args))
    raise ValueError
