"""Evaluation on many encounters: a row each."""

from collections.abc import Sequence

from agents.base import find_agent, settle
from agents.evaluation.match import Result, play_match
from dnd_env.encounter import load
from dnd_env.envs.encounters import compile_encounter, layout_of

KNOWING = ("visibility", "knowledge")


def evaluate_all(
    agent: str,
    opponent: str,
    encounters: Sequence[str] | None,
    seeds: Sequence[int],
    rules: str | None,
    level: int | None,
    actions: str | None,
) -> list[tuple[str, str, Result]]:
    """Play an agent against another in encounters.

    What is None is as a trained agent was trained on; without one, as said here.

    Args:
        agent: name or path, see ``agents.base.find_agent``.
        opponent: likewise.
        encounters: names or files; all that are shipped.
        seeds: each is played twice, with sides swapped.
        rules: "2014" or "2024"; as each encounter says.
        level: of the party; as each encounter says.
        actions: "full" or "compact"; full.

    Returns:
        The encounter's name, the rules' year and the result, for each.

    Raises:
        DndEnvError: an agent or encounter is not to be found, or a model is for another layout.
    """
    players = find_agent(agent), find_agent(opponent)
    asked = {"rules": rules, "level": level, "actions": actions}
    own = settle(players, asked | dict.fromkeys(("encounter", "layout", *KNOWING)))
    options = {name: own[name] for name in KNOWING if own[name] is not None}
    rows = []
    for name in encounters or ([own["encounter"]] if own["encounter"] else load.names()):
        encounter = compile_encounter(name, own["rules"], own["level"], options)
        layout = layout_of(encounter, own["actions"] or "full", own["layout"] or "encounter")
        for player in players:
            if hasattr(player, "check_layout"):
                player.check_layout(layout)
        result = play_match(encounter, layout, *players, seeds)
        rows.append((encounter.spec.name, encounter.rules, result))
    return rows
