"""Damage: how amounts rolled elsewhere change a creature's hit points.

Source: SRD 5.1, "Damage and Healing"; DMG-02 to DMG-09, CON-01. Amounts are whole hit points,
halves round down. A DAMAGE frame deals all types of one hit at once: one loss, one save to hold on.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Ability,
    Affinity,
    AttackKind,
    DamageType,
    Decision,
    Do,
    Edition,
    EndsOn,
    Event,
    Flag,
    Frame,
    Life,
    Outcome,
    Property,
    Role,
    Roll,
    SaveWhen,
    Stat,
    Traced,
    Trait,
    Unless,
)
from dnd_env.core.work import Work
from dnd_env.rules import dying, modifiers, ongoing, predicates, rolls, saving_throws, stack
from dnd_env.rules.sight import has
from dnd_env.rules.trace import note

TYPES = len(DamageType)
CONCENTRATION_DC = 10
CONCENTRATION_DC_CAP = 30  # [2024]

SUFFER, FALL, CHOOSE, DROP, HOLD_ON, LET_GO, AFTER, END = range(8)  # phases
IS_FALL = 1  # of ``frame.bits``: whom it hurts lands prone


@rule
def deal(state: State, source: int, target: int, activity: int) -> int:
    """Push a DAMAGE frame; the caller fills its ``damage``. Returns its index."""
    return stack.push(state, Frame.DAMAGE, source, target, activity)


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the DAMAGE frame on top one phase further."""
    index = stack.top(state)
    frame = state.frames[index]
    who = frame.target - 1
    creature = state.creatures[who]
    phase = frame.phase
    frame.phase += 1
    if phase == SUFFER:
        suffer(state, scene, tables, work, index)
    elif phase == FALL:
        if creature.life == Life.UP and creature.hit_points == 0:
            stack.emit(
                state, Event.DROPPING, frame.source - 1, who, frame.amount, frame.activity - 1
            )
    elif phase == CHOOSE:
        if is_falling(creature) and may_knock_out(state, scene, tables, frame):
            stack.ask(state, Decision.KNOCK_OUT, frame.source - 1)
    elif phase == DROP:
        if is_falling(creature):
            frame.has_felled = 1
            drop(state, scene, tables, work, frame)
    elif phase == HOLD_ON:
        if creature.concentrates != 0 and frame.amount > 0:
            hold_on(state, scene, who, frame.amount)
        else:
            frame.phase = AFTER
    elif phase == LET_GO:
        if (frame.outcome >> Outcome.FAIL) & 1:
            ongoing.end_concentration(state, tables, work, who)
    elif phase == AFTER:
        if frame.bits == IS_FALL and frame.amount > 0:
            ongoing.impose(state, scene, tables, work, Role.FALLEN, who, who)
        after(state, tables, work, frame)
    else:
        end(state, index)


@rule
def is_falling(creature) -> bool:
    return creature.life == Life.UP and creature.hit_points == 0


@rule
def suffer(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Work out what the creature takes of each type, then take it off its hit points."""
    frame = state.frames[index]
    who = frame.target - 1
    creature = state.creatures[who]
    if creature.life == Life.DEAD:
        return
    reduce_flat(state, scene, tables, work, index)
    if frame.is_halved != 0:
        halve(frame)
    total, healed = 0, 0
    for damage_type in range(1, TYPES + 1):
        amount = frame.damage[damage_type]
        if amount <= 0:
            continue
        taken = after_affinities(state, scene, tables, work, index, damage_type, amount)
        if taken < 0:
            healed -= taken
        else:
            total += taken
        if taken > 0:
            creature.hurt_by |= 1 << damage_type
        note(work, Traced.RESISTS, frame.source - 1, who, amount, damage_type, taken, 0, 0)
    frame.amount = total
    if healed > 0:
        dying.heal(state, scene, tables, work, who, healed)
    if total > 0:
        lose(state, scene, tables, work, frame, who, total)


@rule
def reduce_flat(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Apply additions and reductions, which come before resistance. DMG-06."""
    frame = state.frames[index]
    who = frame.target - 1
    if state.creatures[who].modifies_damage == 0:
        return
    modifiers.gather(state, scene, tables, work, who)
    for at in range(work.gathered_count):
        row = work.gathered[at]
        effect = tables.effects[row.effect - 1]
        if effect.do != Do.MODIFIER or effect.kind != Stat.DAMAGE_TAKEN:
            continue
        if not predicates.holds_of(state, scene, tables, row, who, frame.source - 1, index):
            continue
        change = effect.amount + rolls.roll_signed(state, effect.dice, effect.sides)
        spread(frame, effect.filter, change)


@rule
def spread(frame, types: int, change: int) -> None:
    """Add to the first type of a mask that is dealt; take a reduction off one after the other."""
    for damage_type in range(1, TYPES + 1):
        if frame.damage[damage_type] > 0 and (types == 0 or (types >> damage_type) & 1):
            before = frame.damage[damage_type]
            frame.damage[damage_type] = max(before + change, 0)
            change += before - frame.damage[damage_type]
            if change >= 0:
                return


@rule
def halve(frame) -> None:
    """Halve all damage, rounding the sum down and not each part."""
    left = 0
    for damage_type in range(1, TYPES + 1):
        amount = frame.damage[damage_type] + left
        left = amount & 1 if frame.damage[damage_type] > 0 else left
        if frame.damage[damage_type] > 0:
            frame.damage[damage_type] = amount // 2


@rule
def after_affinities(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    index: int,
    damage_type: int,
    amount: int,
) -> int:
    """Return what is left of an amount: 25 halved and doubled is 12, then 24. Below 0 it heals."""
    creature = state.creatures[state.frames[index].target - 1]
    bit = 1 << damage_type
    immune, resists = creature.immunities & bit != 0, creature.resistances & bit != 0
    doubles, absorbs = creature.vulnerabilities & bit != 0, creature.absorbs & bit != 0
    if creature.has_conditional_affinities != 0:
        mask = conditional_affinities(state, scene, tables, work, index, bit)
        immune |= (mask >> Affinity.IMMUNE) & 1 != 0
        resists |= (mask >> Affinity.RESIST) & 1 != 0
        doubles |= (mask >> Affinity.VULNERABLE) & 1 != 0
        absorbs |= (mask >> Affinity.ABSORB) & 1 != 0
    if absorbs:
        return -amount
    if immune:
        return 0
    if resists:
        amount //= 2
    return amount * 2 if doubles else amount


@rule
def conditional_affinities(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, bit: int
) -> int:
    """Return the mask of Affinities that depend on the attack or the situation."""
    frame = state.frames[index]
    who = frame.target - 1
    modifiers.gather(state, scene, tables, work, who)
    mask = 0
    for at in range(work.gathered_count):
        row = work.gathered[at]
        effect = tables.effects[row.effect - 1]
        if effect.do != Do.AFFINITY or effect.kind == Affinity.CONDITION_IMMUNE:
            continue
        if effect.filter & bit == 0 or not concerns(state, tables, effect, frame):
            continue
        if predicates.holds_of(state, scene, tables, row, who, frame.source - 1, index):
            mask |= 1 << effect.kind
    return mask


@rule
def concerns(state: State, tables: Tables, effect, frame) -> bool:
    """Does an affinity hold against this attack: not magical, not silvered, of one spell ...?"""
    if effect.amount != 0:
        return frame.activity != 0 and tables.activities[frame.activity - 1].tag == effect.amount
    if effect.mode == 0:
        return True
    if frame.activity == 0:
        return True
    return weapon_nature(state, tables, frame) & effect.mode == 0


@rule
def weapon_nature(state: State, tables: Tables, frame) -> int:
    """Return the Unless mask of what deals the damage."""
    activity = tables.activities[frame.activity - 1]
    nature = 0
    magical = activity.traits & ((1 << Trait.SPELL) | (1 << Trait.MAGICAL)) != 0
    magical |= (activity.properties >> Property.MAGICAL) & 1 != 0
    if frame.source != 0:
        magical |= has(state.creatures[frame.source - 1], Flag.MAGICAL_ATTACKS)
    nature |= int(magical) << Unless.MAGICAL
    nature |= ((activity.properties >> Property.SILVERED) & 1) << Unless.SILVERED
    nature |= ((activity.properties >> Property.ADAMANTINE) & 1) << Unless.ADAMANTINE
    return nature | ((activity.traits >> Trait.SPELL) & 1) << Unless.SPELL


@rule
def lose(
    state: State, scene: Scene, tables: Tables, work: Work, frame, who: int, total: int
) -> None:
    """Take damage off temporary hit points, then off hit points. DMG-07, DYI-05."""
    creature = state.creatures[who]
    from_temporary = min(total, creature.temp_hit_points)
    creature.temp_hit_points -= from_temporary
    rest = total - from_temporary
    was_down = creature.life != Life.UP
    before = creature.hit_points
    creature.hit_points = max(before - rest, 0)
    note(
        work,
        Traced.DAMAGE,
        frame.source - 1,
        who,
        total,
        from_temporary,
        creature.hit_points,
        int(modifiers.is_bloodied(creature)),
        0,
    )
    if (2 * before > creature.hit_point_maximum) == modifiers.is_bloodied(creature):
        state.refresh_stale |= 1 << who  # it is bloodied now
    if was_down and before == 0:
        suffer_at_zero(state, scene, tables, work, frame, who, rest, from_temporary)
    elif creature.hit_points == 0:
        creature.life = Life.UP  # also of one knocked out at 1 hit point
        frame.total = rest - before  # the excess


@rule
def suffer_at_zero(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    frame,
    who: int,
    rest: int,
    absorbed: int,
) -> None:
    """Count damage at 0 hit points as death save failures, or death. DYI-05."""
    creature = state.creatures[who]
    if rest >= creature.hit_point_maximum:
        dying.die(state, scene, tables, work, who)
    elif rest > 0 or scene.temp_hit_points_prevent_death_failure == 0:
        critical = (frame.outcome >> Outcome.CRITICAL) & 1
        dying.add_failures(state, scene, tables, work, who, 1 + critical)


@rule
def may_knock_out(state: State, scene: Scene, tables: Tables, frame) -> bool:
    """Is it a melee attack whose user is asked whether to kill? DYI-08."""
    if scene.ask_minor == 0 or frame.source == 0 or frame.activity == 0:
        return False
    kind = tables.activities[frame.activity - 1].attack_kind
    return kind == AttackKind.MELEE_WEAPON or kind == AttackKind.MELEE_SPELL


@rule
def drop(state: State, scene: Scene, tables: Tables, work: Work, frame) -> None:
    who = frame.target - 1
    if frame.is_missed != 0:  # the attacker chose to knock it out
        dying.knock_out(state, scene, tables, work, who)
    else:
        dying.drop(state, scene, tables, work, who, frame.total)


@rule
def hold_on(state: State, scene: Scene, who: int, amount: int) -> None:
    """Ask for the Constitution save that keeps up concentration. CON-01."""
    dc = max(CONCENTRATION_DC, amount // 2)
    if scene.edition == Edition.SRD_5_2:
        dc = min(dc, CONCENTRATION_DC_CAP)
    frame = saving_throws.call(state, -1, who, 1 << (Ability.CONSTITUTION - 1), dc, -1)
    state.frames[frame].bits = 1 << Roll.CONCENTRATION


@rule
def after(state: State, tables: Tables, work: Work, frame) -> None:
    """Let others respond to the damage, and end what it ends."""
    who = frame.target - 1
    if frame.amount <= 0:
        return
    ongoing.end_early(state, tables, work, who, EndsOn.DAMAGED)
    if frame.source != 0 and state.creatures[frame.source - 1].side != state.creatures[who].side:
        ongoing.end_early(state, tables, work, who, EndsOn.HARMED_BY_ENEMY)
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1:
            if (tables.effects[lasting.effect - 1].save_when >> SaveWhen.DAMAGED) & 1:
                saving_throws.repeat(state, tables, index)
    stack.emit(state, Event.DAMAGED, frame.source - 1, who, frame.amount, frame.activity - 1)


@rule
def end(state: State, index: int) -> None:
    """Take the DAMAGE frame off, and tell the effects below what came of it."""
    frame = state.frames[index]
    amount, fell = frame.amount, frame.has_felled
    stack.pop(state)
    below = state.frames[index - 1]
    if below.kind == Frame.EFFECTS:
        below.amount = amount
        if fell != 0:
            below.when |= 1 << Outcome.REDUCED_TO_0


@rule
def gain_temporary(state: State, work: Work, who: int, amount: int) -> None:
    """Give temporary hit points where they are more than there are: they do not add up. DMG-07."""
    creature = state.creatures[who]
    creature.temp_hit_points = max(creature.temp_hit_points, amount)
    note(work, Traced.TEMP_HIT_POINTS, -1, who, amount, creature.temp_hit_points, 0, 0, 0)
