"""Using an activity: a USE frame declares it, may be interrupted, and goes through its targets.

Source: SRD 5.1, "Casting a Spell", "Targets"; ACT-01, ACT-02, AOE-01, DMG-03. Costs were paid when
it was chosen (``economy``); whether it was legal is ``legality``'s business.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Component,
    Context,
    Decision,
    Edition,
    EndsOn,
    Event,
    Frame,
    Gate,
    GateOf,
    Life,
    Outcome,
    Shape,
    Target,
    Traced,
    Trait,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    areas,
    attacks,
    cover,
    damage_rolls,
    equipment,
    geometry,
    hiding,
    modifiers,
    ongoing,
    predicates,
    sight,
    stack,
)
from dnd_env.rules.trace import note

DECLARE, START, TARGET, RESOLVE, END = range(5)  # phases
TO_BE_ASKED = -2  # a target that is chosen once the one before it is resolved


@rule
def has_trait(activity, trait: int) -> bool:
    return (activity.traits >> trait) & 1 != 0


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the USE frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    activity = tables.activities[frame.activity - 1]
    source = frame.source - 1
    if frame.phase == DECLARE:
        declare(state, tables, work, frame, activity)
        frame.phase = START
    elif frame.phase == START:
        start(state, scene, tables, work, index, activity)
    elif frame.phase == TARGET:
        if frame.targets_done >= frame.target_count or not sight.is_here(state, source):
            frame.phase = END
        elif frame.targets_mask == 0 and frame.targets[frame.targets_done] == TO_BE_ASKED:
            stack.ask(state, Decision.TARGET, source)
        else:
            announce(state, index, activity)
            frame.phase = RESOLVE
    elif frame.phase == RESOLVE:
        frame.phase = TARGET
        resolve(state, scene, tables, work, index, activity)
    else:
        stack.pop(state)
        if has_trait(activity, Trait.CONCENTRATION):
            ongoing.stop_holding(state, work, source)  # where everybody has resisted


@rule
def declare(state: State, tables: Tables, work: Work, frame, activity) -> None:
    """Say what is being used; a spell can be interrupted, a spoken one is heard."""
    source = frame.source - 1
    note(
        work,
        Traced.USES,
        source,
        frame.targets[0] if frame.target_count > 0 else -1,
        frame.level,
        frame.activity,
        frame.x,
        frame.y,
        is_provoked(state, frame),
    )
    if has_trait(activity, Trait.SPELL):
        stack.emit(state, Event.SPELL_CAST, source, source, frame.level, frame.activity - 1)
        if (activity.components >> Component.VERBAL) & 1:
            hiding.make_noise(state, tables, work, source)
        ongoing.end_early(state, tables, work, source, EndsOn.CASTS)


@rule
def is_provoked(state: State, frame) -> int:
    """Is the use on top an opportunity attack? 0 or 1."""
    if frame.context != Context.RESPONSE:
        return 0
    event = state.events[state.frames[stack.top(state) - 1].next_event]
    return int(event.kind == Event.LEAVES_REACH)


@rule
def start(state: State, scene: Scene, tables: Tables, work: Work, index: int, activity) -> None:
    """Begin in earnest, unless interrupted: concentrate, find who is in the area, roll damage."""
    frame = state.frames[index]
    source = frame.source - 1
    if frame.is_void != 0:
        frame.phase = END
        return
    frame.phase = TARGET
    if has_trait(activity, Trait.CONCENTRATION):
        ongoing.end_concentration(state, tables, work, source)
        state.creatures[source].concentrates = 1
    if has_trait(activity, Trait.PLACES):
        frame.phase = END
        push_effects(state, tables, index, -1, 0)
        return
    if is_area(activity):
        caught = caught_in(state, scene, tables, work, index, activity)
        frame.targets_mask = caught
        frame.target_count = geometry.count_bits(caught)
    if shares_roll(scene, frame, activity):
        damage_rolls.roll_shared(state, scene, tables, work, index)


@rule
def is_area(activity) -> bool:
    return activity.shape != 0 or activity.target == Target.AROUND


@rule
def shares_roll(scene: Scene, frame, activity) -> bool:
    """Is damage rolled once for all targets: where they save, [2014] or are caught in one area; of
    missiles as the setting has it? DMG-03."""
    if activity.gate == Gate.SAVE:
        return is_area(activity) or frame.target_count > 1
    if activity.gate == Gate.ATTACK or frame.target_count < 2:
        return False
    if is_area(activity):
        return scene.edition == Edition.SRD_5_1
    return scene.missiles_share_die != 0


@rule
def caught_in(state: State, scene: Scene, tables: Tables, work: Work, index: int, activity) -> int:
    """Return the mask of the creatures that an area catches: those with a square in it that no
    total cover shields from its origin. AOE-01."""
    frame = state.frames[index]
    source = frame.source - 1
    if activity.target != Target.AROUND:
        draw_area(state, scene, work, frame, activity)
    mask = 0
    for who in range(scene.creature_count):
        if not sight.is_here(state, who) or state.creatures[who].life == Life.DEAD:
            continue
        if (activity.who >> modifiers.relation(state, source, who)) & 1 == 0:
            continue
        if not predicates.suits(state, scene, tables, activity, source, who, -1):
            continue
        if is_caught(state, scene, work, frame, activity, who):
            mask |= 1 << who
    return mask


@rule
def is_caught(state: State, scene: Scene, work: Work, frame, activity, who: int) -> bool:
    """Is a creature in the area of a USE frame, drawn in ``work.squares``? The user is not, unless
    the area lies elsewhere."""
    source, creature = frame.source - 1, state.creatures[who]
    if activity.target == Target.AROUND or activity.target == Target.DIRECTION:
        if who == source and (activity.traits >> Trait.CATCHES_USER) & 1 == 0:
            return False
    user, size = state.creatures[source], area_size(activity, frame.level)
    if activity.target != Target.AROUND:
        if activity.target == Target.DIRECTION and geometry.rise_between(user, creature) > size:
            return False
        return geometry.touches(work.squares, creature, creature.x, creature.y)
    if geometry.distance(state, scene, source, who) > size:
        return False
    return who == source or sight.has_effect_line_now(state, scene, work, user, creature)


@rule
def draw_area(state: State, scene: Scene, work: Work, frame, activity) -> None:
    """Draw the area of a USE frame in ``work.squares``."""
    size = area_size(activity, frame.level)
    areas.draw(
        scene,
        work,
        activity.shape,
        size,
        activity.width_ft,
        frame.x,
        frame.y,
        frame.aim_x,
        frame.aim_y,
    )
    px, py = origin_of(activity, frame)
    cover.shield(state, scene, work, px, py, has_trait(activity, Trait.SPREADS))


@rule
def area_size(activity, level: int) -> int:
    """Feet of an area's radius, edge or length, at a slot level."""
    return activity.size_ft + activity.per_level_ft * max(level - activity.spell_level, 0)


@rule
def origin_of(activity, frame) -> tuple[int, int]:
    """Return the origin of an area in half squares; of a placed cube it is the corner chosen."""
    if activity.shape == Shape.CUBE and activity.target != Target.POINT:
        return frame.aim_x, frame.aim_y
    return frame.x, frame.y


@rule
def announce(state: State, index: int, activity) -> None:
    """Tell a creature that it is targeted by something other than an attack or an area."""
    frame = state.frames[index]
    if activity.gate == Gate.ATTACK or frame.targets_mask != 0:
        return
    target = frame.targets[frame.targets_done]
    for earlier in range(frame.targets_done):
        if frame.targets[earlier] == target:
            return
    if target >= 0 and target != frame.source - 1:
        stack.emit(state, Event.TARGETED, frame.source - 1, target, frame.level, frame.activity - 1)


@rule
def resolve(state: State, scene: Scene, tables: Tables, work: Work, index: int, activity) -> None:
    """Take the next target: attack it, or let it save, or let the effects happen."""
    frame = state.frames[index]
    source = frame.source - 1
    target = next_target(frame)
    frame.targets_done += 1
    if target >= 0 and not sight.is_here(state, target):
        return
    if activity.gate == Gate.ATTACK:
        attack = state.frames[attacks.call(state, source, target, frame.activity - 1)]
        attack.level = frame.level
        x, y = (frame.x // 2, frame.y // 2)
        if target >= 0:
            x, y = state.creatures[target].x, state.creatures[target].y
        equipment.spend(state, source, activity, x, y)
    elif target >= 0:
        degree = 0
        if activity.gate == Gate.SAVE:
            degree = cover_of(state, scene, work, frame, activity, target)
        push_effects(state, tables, index, target, degree)


@rule
def next_target(frame) -> int:
    """Return the next target: of the list, or the lowest of the mask, which it leaves."""
    if frame.targets_mask == 0:
        return frame.targets[frame.targets_done]
    target = geometry.lowest_bit(frame.targets_mask)
    frame.targets_mask &= frame.targets_mask - 1
    return target


@rule
def cover_of(state: State, scene: Scene, work: Work, frame, activity, target: int) -> int:
    """Return the cover that counts for a Dexterity save. COV-01."""
    if has_trait(activity, Trait.IGNORES_COVER):
        return 0
    if activity.shape == 0 or activity.target == Target.AROUND:
        return cover.between(state, scene, work, frame.source - 1, target)
    px, py = origin_of(activity, frame)
    return cover.from_point(state, scene, work, px, py, target)


@rule
def push_effects(state: State, tables: Tables, index: int, target: int, degree: int) -> None:
    """Let the effects happen to a target, behind the activity's gate if it has one."""
    use = state.frames[index]
    activity = tables.activities[use.activity - 1]
    frame = state.frames[stack.push(state, Frame.EFFECTS, use.source - 1, target, use.activity - 1)]
    frame.next_effect = activity.first_effect
    frame.end_effect = activity.first_effect + activity.effect_count
    frame.level, frame.cover, frame.cause = use.level, degree, use.cause
    frame.x, frame.y, frame.aim_x, frame.aim_y = use.x, use.y, use.aim_x, use.aim_y
    frame.amount = use.amount
    frame.when = 1 << Outcome.ALWAYS
    if activity.gate != 0 and target >= 0:
        frame.gate = GateOf.ACTIVITY
    for rolled in range(len(frame.rolled)):
        frame.rolled[rolled] = use.rolled[rolled]
