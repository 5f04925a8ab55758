"""Rewards: what a battle is worth to a side so far. A step's reward is the change of that worth.

The schemes are zero-sum between sides, and what is earned in others' turns counts. ``win``: 1 for
the winner and -1 for the loser, 0 for a draw; ``win_hp``: between half and all of that, by the
share of hit points that the winner has left; ``shaped``: on the way, half the difference of the
sides' shares of hit points, in the end as ``win``.
"""

from enum import IntEnum

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.terms import Life

Scheme = IntEnum("Scheme", "WIN WIN_HP SHAPED")


@rule
def share_left(state: State, scene: Scene, side: int) -> float:
    """Return what share of its hit points a side has left; the fallen count 0."""
    left, full = 0, 0
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block != 0 and creature.side == side:
            full += creature.hit_point_maximum
            left += creature.hit_points if creature.life == Life.UP else 0
    return left / full if full > 0 else 0.0


@rule
def share_of_others(state: State, scene: Scene, side: int) -> float:
    """Return the mean of the other sides' shares."""
    total, count = 0.0, 0
    for other in range(scene.side_count):
        if other != side:
            total += share_left(state, scene, other)
            count += 1
    return total / count if count > 0 else 0.0


@rule
def worth(state: State, scene: Scene, side: int, scheme: int) -> float:
    """Return what the battle is worth to a side, in [-1, 1]; a draw and one under way are 0 but for
    shaping. With several sides the winner's gain is shared out among the losers."""
    if state.winner > 0:
        size = 1.0
        if scheme == Scheme.WIN_HP:
            size = 0.5 + 0.5 * share_left(state, scene, state.winner - 1)
        return size if state.winner == side + 1 else -size / max(scene.side_count - 1, 1)
    if scheme == Scheme.SHAPED and state.winner == 0:
        return 0.5 * (share_left(state, scene, side) - share_of_others(state, scene, side))
    return 0.0
