"""Advice to a Dungeon Master: what a creature does now, how likely it works, why, and how it may
end.

Moves are found and played on by the greedy agent; each is tried in clones of the battle with dice
of their own, played to the end by greedy agents, so that advice foresees no die.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.advisor import rank
from agents.scripted.greedy import Greedy
from dnd_env.core.errors import DndEnvError
from dnd_env.core.layout import as_rules_take
from dnd_env.core.terms import Decision
from dnd_env.envs.arena import DECIDER, WINNER, Arena, dice_keys
from dnd_env.envs.battle import Battle
from dnd_env.envs.functional import Op

MANY_PLANS = 512
TRIED = 8  # plans that are played out
LONG_TURN = 60  # decisions


@dataclass(frozen=True)
class Advice:
    """One way to take the turn.

    Attributes:
        steps: what to do, in words, in order.
        chance: that its main activity hits, or that the save against it fails; None where nothing
            is rolled.
        damage: to expect of one use of it.
        win_rate: of the creature's side, in clones played to the end.
        reason: why it is worth considering.
    """

    steps: tuple[str, ...]
    chance: float | None
    damage: float
    win_rate: float
    reason: str


def bring_to_turn(battle: Battle, name: str) -> Battle:
    """Return a clone in which it is a creature's turn to decide, others having let theirs pass.

    Raises:
        DndEnvError: there is no such creature, or it never comes to decide.
    """
    if name not in battle.encounter.names:
        raise DndEnvError(f'no creature "{name}"; there are {", ".join(battle.encounter.names)}')
    clone = battle.clone()
    for _ in range(1000):
        if clone.over:
            break
        if clone.decider == name and clone.decision == "turn":
            return clone
        legal = clone.legal_actions()
        clone.step(legal[0])
    raise DndEnvError(f"{name} does not come to decide: it is {battle[name].life}")


def advise(
    battle: Battle, name: str, count: int = 3, rollouts: int = 64, seed: int = 0
) -> list[Advice]:
    """Return the best ways for a creature to take its turn now, best first.

    Args:
        battle: as it stands; it is not changed.
        name: of the creature.
        count: how many at the most.
        rollouts: clones played to the end for each way.
        seed: of the clones' dice.

    Raises:
        DndEnvError: there is no such creature, or it never comes to decide.
    """
    battle = bring_to_turn(battle, name)
    plans = list_plans(battle)
    advices = [_try(battle, plan, rollouts, seed) for plan in plans[:TRIED]]
    advices.append(_try(battle, None, rollouts, seed))
    advices.sort(key=lambda advice: -advice.win_rate)
    seen: dict[tuple[str, ...], Advice] = {}
    for advice in advices:
        seen.setdefault(advice.steps, advice)
    return list(seen.values())[:count]


def list_plans(battle: Battle) -> list[np.ndarray]:
    """Return the plans of the decider, the most worth first, each float64 [rank.COLUMNS]."""
    arena = battle.arena
    states, scenes, tables = arena.records_for_rules
    plans = np.zeros((MANY_PLANS, rank.COLUMNS))
    found = rank.list_plans(
        states, scenes, tables, arena.works_for_rules, arena.masks_for_rules, 0,
        as_rules_take(plans),
    )  # fmt: skip
    order = np.argsort(-plans[:found, rank.WORTH], kind="stable")
    return [plans[row] for row in order if plans[row, rank.WORTH] > 0]


def _try(battle: Battle, plan: np.ndarray | None, rollouts: int, seed: int) -> Advice:
    """Play a plan in clones: one for its words, the others for how it may end."""
    forced = [] if plan is None else forced_actions(battle, plan)
    words = turn_in_words(battle.clone(seed), forced)
    chance = None if plan is None or plan[rank.CHANCE] < 0 else float(plan[rank.CHANCE])
    damage = 0.0 if plan is None else float(plan[rank.DAMAGE])
    return Advice(
        steps=tuple(words),
        chance=chance,
        damage=damage,
        win_rate=play_out(battle, forced, rollouts, seed),
        reason=reason_of(battle, plan, chance, damage),
    )


def forced_actions(battle: Battle, plan: np.ndarray) -> list[int]:
    """Return the actions that begin a plan: go there, choose the activity, name the target."""
    layout = battle.layout
    actions = []
    square = rank.square_of(plan[rank.SQUARE])
    if square is not None and not layout.compact:
        actions.append(layout.offsets["squares"] + square[0] + square[1] * (layout.width + 1))
    actions.append(layout.offsets["activities"] + int(plan[rank.SLOT]))
    if plan[rank.TARGET] >= 0:
        actions.append(layout.offsets["creatures"] + int(plan[rank.TARGET]))
    return actions


def turn_in_words(clone: Battle, forced: Sequence[int]) -> list[str]:
    """Play a turn in a clone, the forced actions first where they are legal, and say what it is."""
    decider, greedy = clone.decider, Greedy()
    waiting = list(forced)
    words: list[str] = []
    for _ in range(LONG_TURN):
        if clone.over or clone.state.turn != clone[str(decider)].index + 1:
            break
        action = int(greedy.choose(clone.arena, np.array([0]))[0])
        if clone.decider == decider:
            if waiting and clone.arena.masks[0][waiting[0]]:
                action = waiting.pop(0)
            said = clone.describe(action)
            if clone.state.decision == Decision.TARGET and words:
                words[-1] += f" on {said}"
            elif clone.state.decision in (Decision.TURN, Decision.LEGENDARY):
                words.append(said)
            elif words:
                words[-1] += f", {said.lower()}"
        clone.step(action)
    return words


def play_out(battle: Battle, forced: Sequence[int], rollouts: int, seed: int) -> float:
    """Return the score of the decider's side in clones that begin with the forced actions and are
    played to the end by greedy agents."""
    side = battle.state.creatures[battle.state.decider - 1].side
    arena = Arena(battle.encounter, rollouts, battle.layout, observe=False)
    for row in range(rollouts):
        arena.raw[row] = battle.arena.raw[0]
        keys = dice_keys(seed * rollouts + row + 1)
        arena.records[row].dice_keys[0], arena.records[row].dice_keys[1] = map(int, keys)
        arena.records[row].scripted_count = 0
    arena.drive(Op.MASK)
    for action in forced:
        legal = (arena.results[:, DECIDER] > 0) & (arena.masks[:, action] == 1)
        arena.numbers[:, 0] = np.where(legal, action, -1)
        arena.drive(Op.STEP)
    Greedy().play(arena, 0, rollouts)
    winners = arena.results[:, WINNER]
    return float(np.where(winners == side + 1, 1.0, np.where(winners < 0, 0.5, 0.0)).mean())


def reason_of(battle: Battle, plan: np.ndarray | None, chance: float | None, damage: float) -> str:
    """Say why a plan is worth considering."""
    if plan is None:
        return "what the greedy agent would do"
    if plan[rank.TARGET] < 0:
        return "nothing to aim at; its worth lies in what it brings"
    target = battle.creatures[int(plan[rank.TARGET])]
    parts = []
    if damage > 0:
        share = damage / max(target.hit_points + target.temp_hit_points, 1)
        parts.append(f"{target.name} has {target.hit_points} hit points")
        if share >= 1:
            parts.append("one such blow is likely to fell it")
        elif chance is not None and damage / max(chance, 0.01) >= target.hit_points:
            parts.append("a hit may fell it")
    if target.is_concentrating:
        parts.append("it may lose its concentration")
    if plan[rank.SQUARE] >= 0:
        parts.append(f"reached from {rank.square_of(plan[rank.SQUARE])}")
    return "; ".join(parts) or f"helps {target.name}"
