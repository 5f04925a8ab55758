"""Squeezing into a smaller space, and spreading out again.

Source: SRD 5.1, "Squeezing into a Smaller Space"; MOV-11. What it costs is said in ``paths``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Flag, Option, Verb
from dnd_env.core.work import Work
from dnd_env.rules import paths, sight
from dnd_env.rules.sight import has


@rule
def corners(state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int) -> int:
    """Return the mask of 1 << Option of the corners to SQUEEZE into or UNSQUEEZE from."""
    mask = 0
    for corner in range(4):
        if can_change_width(state, scene, tables, work, who, verb, corner):
            mask |= 1 << (Option.NORTH_WEST + corner)
    return mask


@rule
def can_change_width(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, verb: int, corner: int
) -> bool:
    """May a creature squeeze into a corner of its space, or spread out from it? MOV-11."""
    creature = state.creatures[who]
    if has(creature, Flag.CANNOT_MOVE):
        return False
    if verb == Verb.SQUEEZE:
        return creature.squeezes_to == 0 and creature.width > 1
    if creature.squeezes_to == 0:
        return False
    grown = creature.squeezes_to - creature.width
    x, y = creature.x - (corner & 1) * grown, creature.y - (corner >> 1) * grown
    width = creature.width
    creature.width = creature.squeezes_to
    fits = x >= 0 and y >= 0 and paths.fits(state, scene, tables, work, who, x, y)
    creature.width = width
    paths.prepare(state, scene, tables, work, who)  # others read its rows
    return fits


@rule
def change_width(state: State, who: int, verb: int, corner: int) -> None:
    """Squeeze into a corner of the space, one size smaller, or spread out again."""
    creature = state.creatures[who]
    east, south = corner & 1, corner >> 1
    if verb == Verb.SQUEEZE:
        creature.squeezes_to = creature.width
        creature.width -= 1
        creature.x += east
        creature.y += south
    else:
        creature.x -= east * (creature.squeezes_to - creature.width)
        creature.y -= south * (creature.squeezes_to - creature.width)
        creature.width = creature.squeezes_to
        creature.squeezes_to = 0
    sight.mark_moved(state, who)
