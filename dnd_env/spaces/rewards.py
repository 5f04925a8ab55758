"""Rewards: what a battle is worth to a side so far. A step's reward is the change of that worth.

The schemes are zero-sum between sides, and what is earned in others' turns counts. ``win``: 1 for
the winner and -1 for the loser, 0 for a draw; ``win_hp``: between half and all of that, by the
share of hit points that the winner has left; ``shaped``: on the way, half the difference of the
sides' shares of hit points, in the end as ``win``. A winner's allies win with it, each as much; the
other sides lose as much in all, in equal parts.
"""

from enum import IntEnum

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.terms import Life

Scheme = IntEnum("Scheme", "WIN WIN_HP SHAPED")


@rule
def share_left(state: State, scene: Scene, sides: int) -> float:
    """Return what share of their hit points some sides, as bits, have left; the fallen count 0."""
    left, full = 0, 0
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block != 0 and (sides >> creature.side) & 1 != 0:
            full += creature.hit_point_maximum
            left += creature.hit_points if creature.life == Life.UP else 0
    return left / full if full > 0 else 0.0


@rule
def lead(state: State, scene: Scene, side: int) -> float:
    """Return by how much a side's share of hit points exceeds its foes': the sum of the differences
    over the number of other sides, which is their mean where all are foes."""
    own, total = share_left(state, scene, 1 << side), 0.0
    for other in range(scene.side_count):
        if (scene.hostile_to[side] >> other) & 1 != 0:
            total += own - share_left(state, scene, 1 << other)
    return total / max(scene.side_count - 1, 1)


@rule
def winners(state: State, scene: Scene) -> int:
    """Return the sides that have won, as bits: the winner and all that do not fight it."""
    if state.winner <= 0:
        return 0
    return ((1 << scene.side_count) - 1) & ~scene.hostile_to[state.winner - 1]


@rule
def worth(state: State, scene: Scene, side: int, scheme: int) -> float:
    """Return what the battle is worth to a side, at most 1; a draw and one under way are 0 but for
    shaping. The winners' gain is shared out among the losers: of two winners one loser pays 2."""
    if state.winner > 0:
        won, count = winners(state, scene), 0
        for other in range(scene.side_count):
            count += (won >> other) & 1
        size = 0.5 + 0.5 * share_left(state, scene, won) if scheme == Scheme.WIN_HP else 1.0
        if (won >> side) & 1 != 0:
            return size
        return -size * count / max(scene.side_count - count, 1)
    if scheme == Scheme.SHAPED and state.winner == 0:
        return 0.5 * lead(state, scene, side)
    return 0.0
