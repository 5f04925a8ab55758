"""The generated part of the environment page: tables of actions and observations.

``python -m dnd_env.envs.page`` writes it into the docstring of ``combat_v0``; a test checks that it
is up to date.
"""

from dataclasses import replace
from pathlib import Path

from dnd_env.core.terms import Option, Verb
from dnd_env.spaces.describe import words
from dnd_env.spaces.layout import Layout
from dnd_env.spaces.names import PIECES

START, END = ".. generated: do not edit by hand", ".. end of the generated part"
EXAMPLE = Layout(width=12, height=12, creatures=4, slots=13, compact=False)
PAGE = Path(__file__).resolve().parents[1] / "combat_v0.py"
WIDTH = 96


def wrap(parts: list[str], indent: str = "    ") -> list[str]:
    """Write parts one after the other, separated by semicolons, in lines of limited width."""
    lines, line = [], indent
    for at, part in enumerate(parts):
        piece = part + ("" if at == len(parts) - 1 else ";")
        if len(line) + len(piece) + 1 > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece + " "
    return [*lines, line.rstrip()]


def action_tables() -> list[str]:
    """Return the lines on actions."""
    compact = replace(EXAMPLE, compact=True)
    rows = ["Actions, ``Discrete(n)`` in blocks; sizes for four creatures on a map of 12x12:", ""]
    rows += ["=========== ==== ======= =========================================="]
    rows += ["block       full compact an index in the block is", rows[-1]]
    meanings = {
        "pass": "end the turn, decline, no more targets",
        "verbs": "a verb, in the order below",
        "activities": "a slot of the decider's activities",
        "creatures": "a creature slot of the encounter",
        "options": "an option, in the order below",
        "squares": "a square x + y * (width + 1)",
    }
    for block, meaning in meanings.items():
        rows.append(f"{block:<11} {EXAMPLE.sizes[block]:>4} {compact.sizes[block]:>7} {meaning}")
    rows.append(rows[2])
    rows += ["", "Verbs (the last eight in the compact set only):", ""]
    rows += wrap([f"{verb - 1} {words(verb.name).lower()}" for verb in Verb])
    rows += ["", "Options:", ""]
    rows += wrap([f"{option - 1} {words(option.name).lower()}" for option in Option])
    return rows


def observation_tables() -> list[str]:
    """Return the lines on observations."""
    rows = ["Observations: float32 [d] in [-1, 1], pieces in this order:"]
    for name, features in PIECES.items():
        where, shape = EXAMPLE.observation_pieces[name]
        size = " x ".join(map(str, shape))
        rows += ["", f"``{name}`` ({size}, from {where.start} in the example):", ""]
        rows += wrap([f"{at} {feature}" for at, feature in enumerate(features)])
    return rows


def generated() -> str:
    """Return the generated part, its marks included."""
    lines = [START, "", *action_tables(), "", *observation_tables(), "", END]
    return "\n".join(lines)


def write(path: Path = PAGE) -> None:
    """Put the generated part in its place in a file."""
    text = path.read_text(encoding="utf-8")
    before, rest = text.split(START, 1)
    after = rest.split(END, 1)[1]
    path.write_text(before + generated() + after, encoding="utf-8")


if __name__ == "__main__":
    write()
