"""Tactical positions, and what the greedy agent makes of them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from agents.scripted.greedy import Greedy
from dnd_env import Battle
from dnd_env.encounter import notation

MANY_SEEDS = 1000
LONG_TURN = 30  # decisions
GREEDY = Greedy()


def position(
    text: str,
    first: str = "A",
    rules: str = "2014",
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    **options: Any,
) -> Battle:
    """Begin a fight from a one-line position, with the creature that goes first.

    Args:
        text: see ``dnd_env.encounter.notation``.
        first: the name of who acts first.
        rules: "2014" or "2024".
        changes: to stat blocks, by letter.
        **options: of ``Battle``.
    """
    table = notation.to_mapping(notation.parse(text))
    for creature in table["creatures"]:
        creature["changes"] |= (changes or {}).get(creature["at"], {})
    battle = Battle(table, rules, **{"minor_decisions": "auto", **options})
    for seed in range(MANY_SEEDS):
        battle.reset(seed)
        if battle.decider == first and battle.round_number == 1:
            return battle
    raise AssertionError(f"{first} never goes first")


def choice(battle: Battle) -> str:
    """Return in words what the greedy agent does now."""
    return battle.describe(int(GREEDY.choose(battle.arena, np.array([0]))[0]))


def turn(battle: Battle) -> list[str]:
    """Let the greedy agent play until another's turn begins; return what it said, for everyone.

    Targets and places are told with what they are for: "Longsword: V".
    """
    said: list[str] = []
    began = battle.state.turn
    for _ in range(LONG_TURN):
        if battle.over or battle.state.turn != began:
            break
        words = choice(battle)
        if battle.decision in ("target", "square", "corner", "level", "option") and said:
            said[-1] += f": {words}"
        elif battle.decision == "response":
            said.append(f"{battle.decider} answers {words}")
        else:
            said.append(words)
        battle.step(int(GREEDY.choose(battle.arena, np.array([0]))[0]))
    return said


def moves(said: list[str]) -> list[str]:
    """Return the moves of a turn, in either action set."""
    return [words for words in said if words.startswith(("Move to", "Step "))]
