"""Evaluation on many encounters: a row each."""

from collections.abc import Sequence

from agents.base import find_agent
from agents.evaluation.match import Result, play_match
from dnd_env.encounter import load
from dnd_env.envs.encounters import compile_encounter, layout_of


def evaluate_all(
    agent: str,
    opponent: str,
    encounters: Sequence[str] | None,
    seeds: Sequence[int],
    rules: str | None,
    level: int | None,
    actions: str,
) -> list[tuple[str, str, Result]]:
    """Play an agent against another in encounters.

    Args:
        agent: name or path, see ``agents.base.find_agent``.
        opponent: likewise.
        encounters: names or files; None: all that are shipped.
        seeds: each is played twice, with sides swapped.
        rules: "2014" or "2024"; None: as each encounter says.
        level: of the party; None: as each encounter says.
        actions: the action set.

    Returns:
        The encounter's name, the rules' year and the result, for each.

    Raises:
        DndEnvError: an agent or encounter is not to be found, or a model is for another layout.
    """
    players = find_agent(agent), find_agent(opponent)
    rows = []
    for name in encounters or load.names():
        encounter = compile_encounter(name, rules, level)
        layout = layout_of(encounter, actions)  # type: ignore[arg-type]
        for player in players:
            if hasattr(player, "check_layout"):
                player.check_layout(layout)
        result = play_match(encounter, layout, *players, seeds)
        rows.append((encounter.spec.name, encounter.rules, result))
    return rows
