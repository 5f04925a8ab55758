"""Evaluation on many encounters: a row each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agents.base import find_agent, settle
from agents.evaluation.games import SIDES
from agents.evaluation.match import Result, play_match
from dnd_env.encounter import load
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs.encounters import compile_encounter, layout_of

KNOWING = ("visibility", "knowledge")


def evaluate_all(
    agent: str,
    opponent: str,
    encounters: Sequence[str] | None,
    seeds: Sequence[int],
    asked: Mapping[str, Any],
    note: Callable[[str], None] = print,
) -> list[tuple[str, str, Result]]:
    """Play an agent against another in encounters.

    Args:
        agent: name or path, see ``agents.base.find_agent``.
        opponent: likewise.
        encounters: names or files; None: the one that an agent was trained on, else all that are
            shipped and have two sides.
        seeds: each is played twice, with sides swapped.
        asked: ``rules`` ("2014" or "2024"), ``level`` (of the party), ``actions`` ("full" or
            "compact"); what is None is as a trained agent was trained on; without one, as each
            encounter says and full.
        note: is told what one should know of the results.

    Returns:
        The encounter's name, the rules' year and the result, for each.

    Raises:
        DndEnvError: an agent or encounter is not to be found, a model is for another layout, or an
            encounter that was named has not two sides.
    """
    players = find_agent(agent), find_agent(opponent)
    own = settle(players, {**asked, **dict.fromkeys(("encounter", "layout", *KNOWING))})
    options = {name: own[name] for name in KNOWING if own[name] is not None}
    rows = []
    for name in encounters or ([own["encounter"]] if own["encounter"] else load.names()):
        encounter = compile_encounter(name, own["rules"], own["level"], options)
        if not encounters and len(encounter.sides) != SIDES:
            note(f"{encounter.spec.name}: left out, it has {len(encounter.sides)} sides")
            continue
        layout = layout_of(encounter, own["actions"] or "full", own["layout"] or "encounter")
        for player in players:
            if hasattr(player, "check_layout"):
                player.check_layout(layout)
            _compare(player, encounter, note)
        result = play_match(encounter, layout, *players, seeds)
        rows.append((encounter.spec.name, encounter.rules, result))
    return rows


def _compare(player: Any, encounter: CompiledEncounter, note: Callable[[str], None]) -> None:
    """Note if an agent plays by other rules, or at another level, than it was trained on."""
    settings = getattr(player, "settings", {})
    for key, plays in (("rules", encounter.rules), ("level", encounter.spec.level)):
        trained = settings.get(key)
        if trained is not None and trained != plays:
            note(
                f"{encounter.spec.name}: {player.name} was trained with {key} {trained}, "
                f"but plays with {key} {plays}"
            )
