"""Playing on from a battle in clones with dice of their own, by greedy agents, to see how it may
end."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.scripted.greedy import Greedy
from dnd_env.core.terms import Decision
from dnd_env.envs.arena import DECIDER, WINNER, Arena, dice_keys
from dnd_env.envs.battle import Battle
from dnd_env.envs.functional import Op

LONG_TURN = 60  # decisions


@dataclass(frozen=True)
class Forced:
    """An action that a plan wants, and the decision that it is to answer."""

    decision: Decision
    action: int


def take_forced(waiting: list[Forced], decision: int, mask: np.ndarray) -> int | None:
    """Take the next forced action if the creature itself is asked for it; None leaves the decision
    to the agent. A plan that cannot be gone on with is given up: ``waiting`` is emptied.

    Args:
        waiting: what is left of the plan, changed.
        decision: what the creature decides now.
        mask: int8 [n], the legal actions.
    """
    if not waiting:
        return None
    if decision == waiting[0].decision:
        if mask[waiting[0].action]:
            return waiting.pop(0).action
        waiting.clear()
    elif decision == Decision.TURN:
        waiting.clear()  # the only target there was has been taken unasked
    return None


def play_out(battle: Battle, forced: Sequence[Forced], rollouts: int, seed: int) -> np.ndarray:
    """Return how clones end for the decider's side that begin with the forced actions and are
    played to the end by greedy agents.

    Returns:
        scores: float64 [rollouts]; 1 won, 0.5 drawn, 0 lost.
    """
    side = battle.state.creatures[battle.state.decider - 1].side
    arena = Arena(battle.encounter, rollouts, battle.layout, observe=False)
    for row in range(rollouts):
        arena.raw[row] = battle.arena.raw[0]
        keys = dice_keys(seed * rollouts + row + 1)
        arena.records[row].dice_keys[0], arena.records[row].dice_keys[1] = map(int, keys)
        arena.records[row].scripted_count = 0
    arena.drive(Op.MASK)
    begin(arena, forced)
    Greedy().play(arena, 0, rollouts)
    winners = arena.results[:, WINNER]
    return np.where(winners == side + 1, 1.0, np.where(winners < 0, 0.5, 0.0))


def begin(arena: Arena, forced: Sequence[Forced]) -> None:
    """Play the forced actions in all battles of an arena, the same creature deciding in each; what
    others answer in between, and what else it is asked, is up to greedy agents."""
    greedy = Greedy()
    decider, turn = int(arena.results[0, DECIDER]), arena.records[0].turn
    waiting = [list(forced) for _ in range(arena.count)]
    for _ in range(LONG_TURN):
        rows = [row for row in range(arena.count) if waiting[row]]
        rows = [row for row in rows if arena.results[row, DECIDER] > 0]
        rows = [row for row in rows if arena.records[row].turn == turn]
        if not rows:
            return
        actions = np.full(arena.count, -1)
        actions[rows] = greedy.choose(arena, np.array(rows))
        for row in rows:
            if arena.results[row, DECIDER] == decider:
                state = arena.records[row]
                action = take_forced(waiting[row], state.decision, arena.masks[row])
                actions[row] = actions[row] if action is None else action
        arena.numbers[:, 0] = actions
        arena.drive(Op.STEP)
