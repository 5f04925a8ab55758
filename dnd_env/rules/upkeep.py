"""Upkeep: after anything has changed, bring derived numbers up to date and draw the consequences.

A creature that cannot act loses its concentration and its grips; a flyer that is held or knocked
prone falls; who cannot be seen any more, or can, is known. CON-01, ATK-14, MOV-09, ACT-05.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_EXHAUSTION
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import EndsOn, Event, Flag, Life, Role
from dnd_env.core.work import Work
from dnd_env.rules import (
    derived,
    dying,
    equipment,
    forced,
    grappling,
    movement,
    ongoing,
    sight,
    zones,
)
from dnd_env.rules.sight import has


@rule
def is_due(state: State) -> bool:
    return state.refresh_stale != 0 or state.places_stale != 0


@rule
def do(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Refresh the creatures that have changed, then draw the consequences once."""
    zones.keep_up(state, scene, tables, work)
    stale = state.refresh_stale
    state.refresh_stale, state.places_stale = 0, 0
    if stale != 0:
        for who in range(scene.creature_count):
            if (stale >> who) & 1 and state.creatures[who].stat_block != 0:
                derived.refresh(state, scene, tables, work, who)
        sight.refresh(state, scene, tables, work)
        for who in range(scene.creature_count):
            if (stale >> who) & 1 and state.creatures[who].stat_block != 0:
                draw_consequences(state, scene, tables, work, who)
        listen(state, scene)
    if state.ongoing_count > 0:
        grappling.settle(state, scene, tables, work)


@rule
def draw_consequences(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """End what a creature can no longer keep up, be it its life."""
    creature = state.creatures[who]
    if is_worn_out(creature) and creature.life != Life.DEAD and sight.is_here(state, who):
        dying.die(state, scene, tables, work, who)
    if ongoing.bears(state, tables, Role.SENSELESS, who):
        collapse(state, scene, tables, work, who)
    if has(creature, Flag.CANNOT_ACT):
        ongoing.end_concentration(state, tables, work, who)
        ongoing.end_early(state, tables, work, who, EndsOn.CANNOT_ACT)
        ongoing.end_of_source(state, tables, work, who, EndsOn.SOURCE_CANNOT_ACT)
    if creature.speed_ft[movement.best_mode(creature) - 1] == 0:
        ongoing.end_early(state, tables, work, who, EndsOn.SPEED_ZERO)
    if forced.must_fall(state, scene, who):
        forced.fall(state, scene, tables, work, who)


@rule
def is_worn_out(creature) -> bool:
    """Has a creature a maximum of 0 hit points, or the last level of exhaustion? B014, CND-01."""
    return creature.hit_point_maximum == 0 or creature.exhaustion >= MAX_EXHAUSTION


@rule
def collapse(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Have the unconscious drop what they hold, and lie on the ground, also once they wake.
    CND-01."""
    ongoing.impose(state, scene, tables, work, Role.FALLEN, who, who)
    creature = state.creatures[who]
    if has(creature, Flag.DROPS_HELD):
        for hand in (creature.main_hand, creature.off_hand):
            if hand != 0 and equipment.can_stow(state, tables, who, hand):
                equipment.drop(state, work, who, hand)


@rule
def listen(state: State, scene: Scene) -> None:
    """Work out which events anybody would respond to."""
    listened = 0
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block != 0 and sight.is_here(state, who):
            listened |= creature.listens
    state.listened = listened | 1 << Event.LEAVES_REACH


@rule
def finish(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Before a decision: everybody's sight is up to date."""
    sight.refresh(state, scene, tables, work)


@rule
def redo(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Derive everything afresh, after a change from outside the rules."""
    state.refresh_stale = sight.EVERYBODY
    sight.mark_all(state)
    while is_due(state):
        do(state, scene, tables, work)
    sight.refresh(state, scene, tables, work)
