"""Attack rolls: an ATTACK frame declares, rolls, is responded to, and lets the effects follow.

Source: SRD 5.1, "Making an Attack"; ATK-01 to ATK-09, ATK-17. Whether it hits is asked again after
the responses: Shield turns a hit into a miss.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import BONUS_OF_USER, Tables
from dnd_env.core.terms import (
    Ability,
    AttackKind,
    Because,
    Do,
    Edition,
    EndsOn,
    Event,
    Flag,
    Frame,
    Mode,
    Outcome,
    Property,
    Roll,
    Size,
    Traced,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    cover,
    dice,
    geometry,
    hiding,
    modifiers,
    ongoing,
    predicates,
    rolls,
    sight,
    stack,
)
from dnd_env.rules.geometry import FEET
from dnd_env.rules.saving_throws import cover_bonus
from dnd_env.rules.sight import has
from dnd_env.rules.trace import OTHER_DIE, note

DECLARE, ROLL, JUDGE, AFTER, EFFECTS, END = range(6)  # phases
MIN_HEAVY_SCORE = 13  # [2024]


@rule
def call(state: State, source: int, target: int, activity: int) -> int:
    """Begin an attack; ``target`` -1 is an empty square. Returns the frame's index."""
    return stack.push(state, Frame.ATTACK, source, target, activity)


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the ATTACK frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    source, target, activity = frame.source - 1, frame.target - 1, frame.activity - 1
    phase = frame.phase
    frame.phase += 1
    if phase == DECLARE:
        if target >= 0:
            stack.emit(state, Event.ATTACK_DECLARED, source, target, 0, activity)
    elif phase == ROLL:
        roll(state, scene, tables, work, index)
        if target >= 0 and hits(state, scene, tables, work, frame):
            stack.emit(state, Event.HIT, source, target, frame.total, activity)
    elif phase == JUDGE:
        judge(state, scene, tables, work, index)
    elif phase == EFFECTS:
        if target >= 0:
            push_effects(state, tables, index)
    elif phase == AFTER:
        finish(state, scene, tables, work, index)
    else:
        outcome = frame.outcome
        stack.pop(state)
        state.frames[index - 1].outcome = outcome


@rule
def roll(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Roll the d20 and add what there is to add."""
    frame = state.frames[index]
    source, target = frame.source - 1, frame.target - 1
    activity = tables.activities[frame.activity - 1]
    if target >= 0:
        helped, hindered, special = modes(
            state, scene, tables, work, source, target, frame.activity - 1, index
        )
        frame.advantage, frame.disadvantage, frame.bits = helped, hindered, special
        frame.cover = cover.between(state, scene, work, source, target)
    else:
        frame.disadvantage = 1
    frame.natural, frame.other_natural = dice.d20_of_two(
        state, frame.advantage - frame.disadvantage
    )
    bits = 1 << Roll.ATTACK
    bonus = rolls.bonus(state, scene, tables, work, source, bits, target, index, False)
    frame.total = frame.natural + bonus_of(state, tables, source, activity) + bonus
    if target >= 0:
        bits = 1 << Roll.ATTACKED
        frame.total += rolls.bonus(state, scene, tables, work, target, bits, source, index, False)


@rule
def bonus_of(state: State, tables: Tables, source: int, activity) -> int:
    """Return what an activity adds to its attack roll."""
    if activity.attack_bonus != BONUS_OF_USER:
        return activity.attack_bonus
    block = modifiers.block_of(state, tables, source)
    return block.proficiency + block.ability_modifiers[activity.attack_ability - 1]


@rule
def modes(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    source: int,
    target: int,
    activity_index: int,
    frame: int,
) -> tuple[int, int, int]:
    """Judge an attack: is there advantage, disadvantage, and what else (see ``rolls.modes``)?

    Works before an attack too (``frame`` -1), for masks, odds and advice.
    """
    activity = tables.activities[activity_index]
    attacker, victim = state.creatures[source], state.creatures[target]
    helped, hindered, special = rolls.modes(
        state, scene, tables, work, source, 1 << Roll.ATTACK, target, frame
    )
    against, for_it, also = rolls.modes(
        state, scene, tables, work, target, 1 << Roll.ATTACKED, source, frame
    )
    helped |= against
    hindered |= for_it
    special |= also
    if not sight.sees(state, target, source):
        helped = because(work, source, target, Mode.ADVANTAGE, Because.UNSEEN_ATTACKER)
    if not sight.sees(state, source, target):
        hindered = because(work, source, target, Mode.DISADVANTAGE, Because.UNSEEN_TARGET)
    hindered |= is_ill_armed(state, scene, tables, work, source, target, activity)
    if scene.edition == Edition.SRD_5_1:
        if modifiers.is_squeezing(attacker):
            hindered = because(work, source, target, Mode.DISADVANTAGE, Because.SQUEEZING)
        if modifiers.is_squeezing(victim):
            helped = because(work, source, target, Mode.ADVANTAGE, Because.SQUEEZING)
    if has(victim, Flag.DENIES_ADVANTAGE) and not has(victim, Flag.CANNOT_ACT):
        helped = 0
    return helped, hindered, special


@rule
def is_ill_armed(
    state: State, scene: Scene, tables: Tables, work: Work, source: int, target: int, activity
) -> int:
    """Does what it attacks with give disadvantage, so far from the target? ATK-07, ATK-08, ATK-17.

    Returns 0 or 1.
    """
    hindered = 0
    far = geometry.distance(state, scene, source, target)
    if is_ranged(activity):
        if far > activity.range_ft:
            hindered = because(work, source, target, Mode.DISADVANTAGE, Because.LONG_RANGE)
        if is_pressed(state, scene, source):
            hindered = because(work, source, target, Mode.DISADVANTAGE, Because.CLOSE_RANGE)
    elif (activity.properties >> Property.LANCE) & 1 and far <= FEET:
        if scene.edition == Edition.SRD_5_1:
            hindered = because(work, source, target, Mode.DISADVANTAGE, Because.LANCE)
    if (activity.properties >> Property.HEAVY) & 1:
        if is_too_heavy(state, scene, tables, source, activity):
            hindered = because(work, source, target, Mode.DISADVANTAGE, Because.HEAVY)
    return hindered


@rule
def because(work: Work, source: int, target: int, mode: int, reason: int) -> int:
    """Note why a roll has a Mode; return 1."""
    note(work, Traced.ROLL_MODE, source, target, mode, reason, 0, 0, 0)
    return 1


@rule
def is_ranged(activity) -> bool:
    kind = activity.attack_kind
    return kind == AttackKind.RANGED_WEAPON or kind == AttackKind.RANGED_SPELL


@rule
def is_pressed(state: State, scene: Scene, source: int) -> bool:
    """Is a hostile within 5 ft that sees the shooter and can act? ATK-08."""
    shooter = state.creatures[source]
    if has(shooter, Flag.IGNORES_CLOSE_RANGE):
        return False
    foes = scene.hostile_to[shooter.side]
    for who in range(scene.creature_count):
        foe = state.creatures[who]
        if (foes >> foe.side) & 1 == 0 or not sight.is_up(state, who):
            continue
        if has(foe, Flag.CANNOT_ACT) or not sight.sees(state, who, source):
            continue
        if geometry.distance(state, scene, source, who) <= FEET:
            return True
    return False


@rule
def is_too_heavy(state: State, scene: Scene, tables: Tables, source: int, activity) -> bool:
    """Is a heavy weapon too much for its user? ATK-17."""
    block = modifiers.block_of(state, tables, source)
    if scene.edition == Edition.SRD_5_1:
        return block.size <= Size.SMALL
    ability = Ability.DEXTERITY if is_ranged(activity) else Ability.STRENGTH
    return block.ability_scores[ability - 1] < MIN_HEAVY_SCORE


@rule
def hits(state: State, scene: Scene, tables: Tables, work: Work, frame) -> bool:
    """Does the roll hit the armor class as it stands? A 20 always, a 1 never. ATK-03."""
    if frame.is_missed != 0 or frame.bits & rolls.FAILS:
        return False
    armor_class = state.creatures[frame.target - 1].armor_class + cover_bonus(frame.cover)
    return frame.natural == 20 or (frame.natural != 1 and frame.total >= armor_class)


@rule
def is_critical(state: State, tables: Tables, frame) -> bool:
    """Is a hit critical?"""
    if frame.bits & rolls.IS_CRITICAL or frame.natural == 20:
        return True
    weapon = is_with_weapon(tables.activities[frame.activity - 1])
    return weapon and frame.natural >= state.creatures[frame.source - 1].critical_range


@rule
def is_with_weapon(activity) -> bool:
    kind = activity.attack_kind
    return kind == AttackKind.MELEE_WEAPON or kind == AttackKind.RANGED_WEAPON


@rule
def judge(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Settle whether it hits, now that all have responded."""
    frame = state.frames[index]
    source, target, activity = frame.source - 1, frame.target - 1, frame.activity - 1
    hit = target >= 0 and hits(state, scene, tables, work, frame)
    if not hit:
        frame.outcome = 1 << Outcome.MISS
        if target >= 0:
            stack.emit(state, Event.MISSED, source, target, frame.total, activity)
    else:
        critical = is_critical(state, tables, frame)
        frame.outcome = (1 << Outcome.HIT) | (int(critical) << Outcome.CRITICAL)
        stack.emit(state, Event.STRUCK, source, target, frame.total, activity)
    note(
        work,
        Traced.ATTACK,
        source,
        target,
        frame.total,
        frame.natural,
        frame.outcome | frame.other_natural << OTHER_DIE,
        activity + 1,
        frame.advantage + 2 * frame.disadvantage + 4 * frame.cover,
    )


@rule
def push_effects(state: State, tables: Tables, index: int) -> None:
    """Let the effects of a hit, or of a miss, follow; extra damage collected goes with them."""
    attack = state.frames[index]
    activity = tables.activities[attack.activity - 1]
    frame = state.frames[
        stack.push(state, Frame.EFFECTS, attack.source - 1, attack.target - 1, attack.activity - 1)
    ]
    frame.outcome, frame.level = attack.outcome, attack.level
    frame.when = attack.outcome | 1 << Outcome.ALWAYS
    frame.next_effect = activity.first_effect
    frame.end_effect = activity.first_effect + activity.effect_count
    frame.is_halved = attack.is_halved
    frame.x = 2 * state.creatures[attack.target - 1].x
    frame.y = 2 * state.creatures[attack.target - 1].y
    for damage_type in range(len(frame.damage)):
        frame.damage[damage_type] = attack.damage[damage_type]


@rule
def finish(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """End what an attack ends, and give away a hidden attacker. ATK-06."""
    frame = state.frames[index]
    source, target = frame.source - 1, frame.target - 1
    hit = (frame.outcome >> Outcome.HIT) & 1 != 0
    end_what_it_used(state, scene, tables, work, source, target, Roll.ATTACK, EndsOn.ATTACKS, index)
    if target >= 0:
        end_what_it_used(
            state, scene, tables, work, target, source, Roll.ATTACKED, EndsOn.ATTACKED, index
        )
        if hit:
            ongoing.end_early(state, tables, work, target, EndsOn.HIT)
            ongoing.end_early(state, tables, work, source, EndsOn.HITS)
    hiding.make_noise(state, tables, work, source)


@rule
def end_what_it_used(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    who: int,
    other: int,
    roll_kind: int,
    reason: int,
    frame: int,
) -> None:
    """End effects good for one attack, if this is an attack that they concern."""
    if (state.creatures[who].ends_on >> reason) & 1 == 0:
        return
    modifiers.gather(state, scene, tables, work, who)
    for at in range(work.gathered_count):
        row = work.gathered[at]
        effect = tables.effects[row.effect - 1]
        if row.ongoing == 0 or state.ongoing[row.ongoing - 1].effect == 0:
            continue
        lasting = tables.effects[state.ongoing[row.ongoing - 1].effect - 1]
        if (lasting.ends_on >> reason) & 1 == 0:
            continue
        judged = effect.do == Do.ROLL_MODE and (effect.filter >> roll_kind) & 1
        if not judged or predicates.holds_of(state, scene, tables, row, who, other, frame):
            ongoing.end(state, tables, work, row.ongoing - 1)
