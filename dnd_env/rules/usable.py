"""What can be used now: paid for, and aimed at something. What cannot be completed is not legal.

TRN-01, TRN-02; what can be aimed at is ``legality``'s and ``placing``'s.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Context, Cost, Do, Gate, Sense, Target, Trait
from dnd_env.core.work import Work
from dnd_env.rules import hiding, legality, modifiers, placing, zones
from dnd_env.rules.uses import has_trait


@rule
def can_use(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, slot: int, context: int
) -> bool:
    """May a creature begin to use the activity in a slot now? It has been surveyed."""
    row = modifiers.activity_in(state, tables, who, slot)
    if row == 0:
        return False
    activity = tables.activities[row - 1]
    if activity.cost == Cost.REACTION or activity.event != 0:
        return False
    if (activity.cost == Cost.LEGENDARY) != (context == Context.LEGENDARY):
        return False
    if not legality.is_affordable(state, scene, tables, who, slot, activity, context):
        return False
    if hides(tables, activity) and not hiding.can_hide(state, scene, tables, work, who):
        return False
    return has_choice(state, scene, tables, work, who, activity)


@rule
def hides(tables: Tables, activity) -> bool:
    """Is it an attempt to hide?"""
    effect = tables.effects[activity.first_effect]
    return activity.effect_count > 0 and effect.do == Do.VISIBILITY and effect.kind == Sense.HIDE


@rule
def has_choice(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> bool:
    """Is there something that an activity can be aimed at? The creature has been surveyed."""
    target = activity.target
    from_zone = has_trait(activity, Trait.FROM_ZONE)
    if from_zone and zones.find(state, tables, who, activity.tag) < 0:
        return False
    if target == Target.CREATURE:
        if activity.named_who != 0 and legality.named_of(state, work, who, activity) == 0:
            return False
        if legality.targets_of(state, scene, tables, work, who, activity) != 0:
            return True
        return can_guess(state, scene, tables, work, who, activity)
    if target == Target.SELF:
        return legality.suits(state, scene, tables, who, activity, who)
    if target == Target.SPACE or (from_zone and target == Target.POINT):
        placing.mark(state, scene, tables, work, who, activity)
        if scene.compact != 0:
            return placing.anchors(state, scene, work, who, activity) != 0
        return is_any_marked(scene, work)
    if target == Target.DIRECTION and scene.compact != 0:
        placing.mark(state, scene, tables, work, who, activity)
        return placing.anchors(state, scene, work, who, activity) != 0
    return True


@rule
def can_guess(state: State, scene: Scene, tables: Tables, work: Work, who: int, activity) -> bool:
    """Is there a square at which somebody unseen may be attacked? ATK-05."""
    if activity.gate != Gate.ATTACK or scene.compact != 0:
        return False
    if has_trait(activity, Trait.FROM_ZONE):
        return False
    if not legality.may_guess(state, scene, who):
        return False
    placing.mark_guesses(state, scene, tables, work, who, activity)
    return is_any_marked(scene, work)


@rule
def is_any_marked(scene: Scene, work: Work) -> bool:
    for y in range(scene.height + 1):
        if work.reach[y] != 0:
            return True
    return False
