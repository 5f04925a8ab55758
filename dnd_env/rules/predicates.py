"""Tests on a situation: does an effect's predicate hold for its bearer against the other party?"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Flag, Frame, Life, Outcome, Predicate, Trait
from dnd_env.rules import geometry, modifiers, ongoing, sight
from dnd_env.rules.sight import has

RELATIVE_SIZE = 16  # of OTHER_SIZE_AT_MOST: + how many sizes larger than the bearer


@rule
def holds(
    state: State,
    scene: Scene,
    tables: Tables,
    effect,
    bearer: int,
    other: int,
    maker: int,
    named: int,
    frame: int,
) -> bool:
    """Do both predicates of an effect row hold?

    Args:
        state: STATE record.
        scene: SCENE record.
        tables: TABLES record.
        effect: an EFFECT row.
        bearer: who has or uses it.
        other: the other party, -1 for none.
        maker: who laid it upon the bearer, -1 for nobody.
        named: the creature named when it was laid, -1 for none.
        frame: the frame in which it is asked, -1 for none.
    """
    if effect.predicate == 0:
        return True
    if not judge(
        state,
        scene,
        tables,
        effect.predicate,
        effect.predicate_value,
        bearer,
        other,
        maker,
        named,
        frame,
    ):
        return False
    return effect.also == 0 or judge(
        state, scene, tables, effect.also, effect.also_value, bearer, other, maker, named, frame
    )


@rule
def suits(
    state: State, scene: Scene, tables: Tables, activity, who: int, other: int, frame: int
) -> bool:
    """Do both predicates of an ACTIVITY row hold for its user against another?"""
    if activity.predicate == 0:
        return True
    if not judge(
        state,
        scene,
        tables,
        activity.predicate,
        activity.predicate_value,
        who,
        other,
        -1,
        -1,
        frame,
    ):
        return False
    return activity.also == 0 or judge(
        state, scene, tables, activity.also, activity.also_value, who, other, -1, -1, frame
    )


@rule
def judge(
    state: State,
    scene: Scene,
    tables: Tables,
    predicate: int,
    value: int,
    bearer: int,
    other: int,
    maker: int,
    named: int,
    frame: int,
) -> bool:
    """Judge one predicate; a negative one is negated."""
    kind = abs(predicate)
    if modifiers.is_standing(kind):
        held = modifiers.stands(state, scene, tables, bearer, kind, value)
    elif kind <= Predicate.OTHER_ABILITY_AT_MOST:
        held = other >= 0 and judge_other(state, tables, kind, value, bearer, other)
    elif kind <= Predicate.ALLY_BESIDE_OTHER or kind == Predicate.OTHER_IS_SELF:
        held = judge_pair(state, scene, kind, value, bearer, other, maker, named)
    elif kind == Predicate.OTHER_IS_DOWN:
        held = other >= 0 and state.creatures[other].life != Life.UP
    elif kind == Predicate.OTHER_SURPRISED:
        held = other >= 0 and state.creatures[other].is_surprised != 0
    elif kind == Predicate.DAMAGE_TYPE:
        held = frame >= 0 and deals(state.frames[frame], value)
    elif frame >= 0 and kind <= Predicate.AGAINST_CONDITION:
        held = judge_frame(state, scene, tables, kind, value, bearer, other, frame)
    else:
        held = judge_bearer(state, tables, kind, value, bearer)
    return held if predicate > 0 else not held


@rule
def judge_other(
    state: State, tables: Tables, kind: int, value: int, bearer: int, other: int
) -> bool:
    """Judge what the other party is."""
    creature = state.creatures[other]
    block = modifiers.block_of(state, tables, other)
    if kind == Predicate.OTHER_TYPE:
        return (value >> block.creature_type) & 1 != 0
    if kind == Predicate.OTHER_SIZE_AT_MOST:
        if value >= RELATIVE_SIZE:
            value += modifiers.size_of(state, tables, bearer) - RELATIVE_SIZE
        return block.size <= value
    if kind == Predicate.OTHER_BLOODIED:
        return modifiers.is_bloodied(creature)
    if kind == Predicate.OTHER_WOUNDED:
        return creature.hit_points < creature.hit_point_maximum
    if kind == Predicate.OTHER_HAS_CONDITION:
        return creature.conditions & value != 0
    if kind == Predicate.OTHER_SEIZED:
        return is_seized_by(state, tables, other, bearer)
    if kind == Predicate.OTHER_HIT_POINTS_AT_MOST:
        return creature.hit_points <= value
    if kind == Predicate.OTHER_NOT_YET_ACTED:
        return creature.has_acted == 0
    if kind == Predicate.OTHER_CHALLENGE_AT_MOST:
        return block.challenge_eighths <= value
    ability = value >> 8
    return block.ability_scores[ability - 1] <= value & 0xFF


@rule
def is_seized_by(state: State, tables: Tables, who: int, by: int) -> bool:
    """Is a creature held by another? See ``grappling``."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1 and lasting.source == by + 1:
            if lasting.is_grip != 0:
                return True
    return False


@rule
def judge_pair(
    state: State,
    scene: Scene,
    kind: int,
    value: int,
    bearer: int,
    other: int,
    maker: int,
    named: int,
) -> bool:
    """Judge how bearer, other, and who laid the effect upon the bearer stand to each other."""
    if kind == Predicate.MAKER_IN_SIGHT:
        return maker >= 0 and sight.sees(state, bearer, maker)
    if kind == Predicate.OTHER_IS_MAKER:
        return other == maker
    if other < 0:
        return False
    if kind == Predicate.OTHER_IS_NAMED:
        return other == named
    if kind == Predicate.OTHER_ALLY_OF_MAKER:
        return other != maker and state.creatures[other].side == state.creatures[maker].side
    if kind == Predicate.OTHER_IS_SELF:
        return other == bearer
    if kind == Predicate.OTHER_SEES_BEARER:
        return sight.sees(state, other, bearer)
    if kind == Predicate.SEES_OTHER:
        return sight.sees(state, bearer, other)
    if kind == Predicate.WITHIN:
        return geometry.distance(state, scene, bearer, other) <= value
    return has_ally_beside(state, scene, bearer, other)


@rule
def has_ally_beside(state: State, scene: Scene, bearer: int, other: int) -> bool:
    """Is an ally of the bearer within 5 ft of the other, able to act?"""
    foes = scene.hostile_to[state.creatures[bearer].side]
    for who in range(scene.creature_count):
        ally = state.creatures[who]
        if who == bearer or (foes >> ally.side) & 1 or not sight.is_up(state, who):
            continue
        if who == other:
            continue
        if has(ally, Flag.CANNOT_ACT):
            continue
        if geometry.distance(state, scene, who, other) <= geometry.FEET:
            return True
    return False


@rule
def judge_frame(
    state: State,
    scene: Scene,
    tables: Tables,
    kind: int,
    value: int,
    bearer: int,
    other: int,
    frame: int,
) -> bool:
    """Judge the roll or use that is being resolved."""
    at = state.frames[attack_frame(state, frame)]
    if kind == Predicate.HAD_ADVANTAGE:
        return at.advantage > 0 and at.disadvantage == 0
    if kind == Predicate.SNEAK_ATTACK:
        if at.advantage > 0 and at.disadvantage == 0:
            return True
        return not (at.disadvantage > 0 and at.advantage == 0) and has_ally_beside(
            state, scene, bearer, other
        )
    if kind == Predicate.CHARGED:
        return state.creatures[at.source - 1].run_ft >= value
    if kind == Predicate.CRITICAL:
        return (at.outcome >> Outcome.CRITICAL) & 1 != 0
    if at.activity == 0:
        return False
    activity = tables.activities[at.activity - 1]
    if kind == Predicate.ATTACK_KIND:
        return activity.attack_kind >= 0 and (value >> activity.attack_kind) & 1 != 0
    if kind == Predicate.ATTACK_ABILITY:
        return (value >> activity.attack_ability) & 1 != 0
    if kind == Predicate.ATTACK_PROPERTY:
        return activity.properties & value != 0
    if kind == Predicate.BY_MAGIC:
        return activity.traits & ((1 << Trait.SPELL) | (1 << Trait.MAGICAL)) != 0
    if kind == Predicate.SPELL_LEVEL_AT_LEAST:
        return at.level >= value
    if kind == Predicate.ACTIVITY_TAG:
        return activity.tag == value
    return at.against & value != 0  # AGAINST_CONDITION


@rule
def attack_frame(state: State, frame: int) -> int:
    """Return the frame of the attack that a frame belongs to, or itself."""
    below = frame
    while below > 0:
        if state.frames[below].kind == Frame.ATTACK:
            return below
        if state.frames[below].kind == Frame.USE:
            return frame
        below -= 1
    return frame


@rule
def deals(frame, types: int) -> bool:
    """Does a DAMAGE frame deal damage of some type of a mask?"""
    for damage_type in range(len(frame.damage)):
        if frame.damage[damage_type] > 0 and (types >> damage_type) & 1:
            return True
    return False


@rule
def judge_bearer(state: State, tables: Tables, kind: int, value: int, bearer: int) -> bool:
    """Judge what the bearer has done or suffered."""
    creature = state.creatures[bearer]
    if kind == Predicate.HURT_BY:
        return creature.hurt_by & value != 0
    if kind == Predicate.HAS_MOVED:
        return creature.moved_ft > 0
    if kind == Predicate.WOUNDED:
        return creature.life == Life.UP and creature.hit_points < creature.hit_point_maximum
    if kind == Predicate.IS_HELD:
        return has(creature, Flag.SEIZED) or ongoing.breakable(state, tables, bearer) >= 0
    if kind == Predicate.ATTACKED_WITH_LIGHT:
        return creature.light_attacks & ~value != 0
    return False


@rule
def named_by(state: State, row) -> int:
    """Return the creature named when the effect of a GATHERED row was laid, -1 for none."""
    return state.ongoing[row.ongoing - 1].amount - 1 if row.ongoing != 0 else -1


@rule
def holds_of(
    state: State, scene: Scene, tables: Tables, row, bearer: int, other: int, frame: int
) -> bool:
    """Do the predicates of a GATHERED row hold for its bearer?"""
    effect = tables.effects[row.effect - 1]
    if effect.predicate == 0:
        return True
    named = named_by(state, row)
    return holds(state, scene, tables, effect, bearer, other, row.source - 1, named, frame)
