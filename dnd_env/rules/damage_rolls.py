"""Rolling damage: dice, critical hits, bonuses, halves; collected by type until it is dealt.

Source: SRD 5.1, "Damage Rolls", "Critical Hits"; DMG-02 to DMG-04, SAV-01. Each part is at least 0.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Ability, Do, Frame, Outcome, Stat
from dnd_env.core.work import Work
from dnd_env.rules import (
    attacks,
    damage,
    dice,
    modifiers,
    predicates,
    rolls,
    saving_throws,
    situations,
)

HALF_IF_SAVED, ALWAYS_HALF = 1, 2  # ``mode`` of a DAMAGE row


@rule
def is_due(frame) -> bool:
    """Has the frame collected damage that is not dealt?"""
    for damage_type in range(len(frame.damage)):
        if frame.damage[damage_type] > 0:
            return True
    return False


@rule
def steps_above(tables: Tables, frame, effect) -> int:
    """Count the steps by which a higher slot adds to an effect."""
    if effect.per_levels == 0 or frame.activity == 0:
        return 0
    base = tables.activities[frame.activity - 1].spell_level
    return max(frame.level - base, 0) // effect.per_levels


@rule
def roll_row(state: State, tables: Tables, frame, effect, critical: bool, more_dice: int) -> int:
    """Roll the dice of a row, twice as many on a critical hit, and ``more_dice`` of the same kind;
    add its bonus. The sum may fall below 0."""
    steps = steps_above(tables, frame, effect)
    number = effect.dice + steps * effect.per_level_dice
    if critical:
        number *= 2
    total = dice.roll(state, number + more_dice, effect.sides)
    total += effect.bonus + steps * effect.per_level_bonus
    if effect.ability != 0 and frame.source != 0:
        block = modifiers.block_of(state, tables, frame.source - 1)
        total += block.ability_modifiers[effect.ability - 1]
    return total


@rule
def amount_of(state: State, scene: Scene, tables: Tables, work: Work, index: int, effect) -> int:
    """Roll an amount that is no damage: healing, temporary hit points."""
    return max(roll_row(state, tables, state.frames[index], effect, False, 0), 0)


@rule
def ordinal(tables: Tables, frame, row: int) -> int:
    """Return which of the DAMAGE rows of an activity a row is."""
    count = 0
    for earlier in range(tables.activities[frame.activity - 1].first_effect, row):
        count += tables.effects[earlier].do == Do.DAMAGE
    return count


@rule
def collect(state: State, scene: Scene, tables: Tables, work: Work, index: int, row: int) -> None:
    """Roll a DAMAGE row and add it to what the frame will deal, or to the attack it joins."""
    frame = state.frames[index]
    effect = tables.effects[row]
    if effect.amount == 1:
        join(state, tables, index, effect)
        return
    rolled = -1
    if frame.rolled[0] >= 0:
        rolled = frame.rolled[ordinal(tables, frame, row)]
    if rolled < 0:
        critical = (frame.outcome >> Outcome.CRITICAL) & 1 != 0
        rolled = roll_part(state, scene, tables, work, index, row, critical)
    kind = effect.kind if effect.kind != 0 else main_type(tables, frame)
    frame.damage[kind] += after_save(state, tables, frame, effect, max(rolled, 0))


@rule
def roll_part(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, row: int, critical: bool
) -> int:
    """Roll a DAMAGE row; the first of its activity with all that its user's effects add to it."""
    frame, effect = state.frames[index], tables.effects[row]
    if not is_first(tables, frame, row):
        return roll_row(state, tables, frame, effect, critical, 0)
    more = extra_dice(state, scene, tables, work, index, critical)
    rolled = roll_row(state, tables, frame, effect, critical, more)
    return rolled + extra_damage(state, scene, tables, work, index, critical)


@rule
def is_first(tables: Tables, frame, row: int) -> bool:
    """Is it the first DAMAGE row of its activity, which takes the bonuses to damage?"""
    if frame.activity == 0:
        return False
    activity = tables.activities[frame.activity - 1]
    inside = activity.first_effect <= row < activity.first_effect + activity.effect_count
    return inside and ordinal(tables, frame, row) == 0


@rule
def after_save(state: State, tables: Tables, frame, effect, rolled: int) -> int:
    """Halve for a save where the row says so; evasion makes it half or nothing. SAV-01."""
    if effect.mode == ALWAYS_HALF:
        return rolled // 2
    if effect.mode != HALF_IF_SAVED:
        return rolled
    saved = (frame.outcome >> Outcome.SUCCESS) & 1 != 0
    if is_evaded(state, tables, frame):
        return 0 if saved else rolled // 2
    return rolled // 2 if saved else rolled


@rule
def is_evaded(state: State, tables: Tables, frame) -> bool:
    """Is it a Dexterity save for half, made or failed by a creature with evasion?"""
    if frame.ability != 1 << (Ability.DEXTERITY - 1):
        return False
    return saving_throws.evades(state, tables, frame.target - 1)


@rule
def main_type(tables: Tables, frame) -> int:
    """Return the damage type of an activity's first DAMAGE row."""
    activity = tables.activities[frame.activity - 1]
    for row in range(activity.first_effect, activity.first_effect + activity.effect_count):
        if tables.effects[row].do == Do.DAMAGE and tables.effects[row].kind != 0:
            return tables.effects[row].kind
    return 0


@rule
def attack_below(state: State, index: int) -> int:
    """Return the nearest ATTACK frame under a frame, -1 if there is none."""
    below = index - 1
    while below > 0 and state.frames[below].kind != Frame.ATTACK:
        below -= 1
    return below if below > 0 else -1


@rule
def join(state: State, tables: Tables, index: int, effect) -> None:
    """Add extra dice (Sneak Attack, a smite) to the attack that is being responded to."""
    below = attack_below(state, index)
    if below < 0:
        return
    attack = state.frames[below]
    critical = (attack.outcome >> Outcome.CRITICAL) & 1 != 0
    rolled = roll_row(state, tables, state.frames[index], effect, critical, 0)
    kind = effect.kind if effect.kind != 0 else main_type(tables, attack)
    attack.damage[kind] += max(rolled, 0)
    situations.use_up(state, effect, attack.source - 1)


@rule
def extra_damage(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, critical: bool
) -> int:
    """Add what the source's effects add to its damage."""
    frame = state.frames[index]
    source = frame.source - 1
    if source < 0 or state.creatures[source].modifies_damage == 0:
        return 0
    modifiers.gather(state, scene, tables, work, source)
    total = 0
    for at in range(work.gathered_count):
        row = work.gathered[at]
        effect = tables.effects[row.effect - 1]
        if effect.do != Do.MODIFIER or effect.kind != Stat.DAMAGE_DEALT:
            continue
        if predicates.holds_of(state, scene, tables, row, source, frame.target - 1, index):
            number = effect.dice * 2 if critical and effect.dice > 0 else effect.dice
            total += effect.amount + rolls.roll_signed(state, number, effect.sides)
    return total


@rule
def extra_dice(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, critical: bool
) -> int:
    """Count the dice of the weapon that the source's effects add to a hit with it: on every hit, on
    a critical one."""
    frame = state.frames[index]
    source = frame.source - 1
    if source < 0 or state.creatures[source].modifies_damage == 0:
        return 0
    if not attacks.is_with_weapon(tables.activities[frame.activity - 1]):
        return 0
    modifiers.gather(state, scene, tables, work, source)
    count = 0
    for at in range(work.gathered_count):
        row = work.gathered[at]
        effect = tables.effects[row.effect - 1]
        if effect.do != Do.MODIFIER:
            continue
        always = effect.kind == Stat.WEAPON_DICE
        if not always and not (critical and effect.kind == Stat.CRITICAL_DICE):
            continue
        if predicates.holds_of(state, scene, tables, row, source, frame.target - 1, index):
            count += effect.amount * (2 if always and critical else 1)
    return count


@rule
def deal_aside(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, row: int, who: int
) -> None:
    """Deal the damage of a row to somebody else than the frame's target: to its user, say."""
    frame, effect = state.frames[index], tables.effects[row]
    amount = max(roll_row(state, tables, frame, effect, False, 0), 0)
    dealt = state.frames[damage.deal(state, frame.source - 1, who, frame.activity - 1)]
    dealt.damage[effect.kind] = amount


@rule
def roll_shared(state: State, scene: Scene, tables: Tables, work: Work, index: int) -> None:
    """Roll an activity's damage once, for all who are caught in it. DMG-03."""
    frame = state.frames[index]
    activity = tables.activities[frame.activity - 1]
    count = 0
    for row in range(activity.first_effect, activity.first_effect + activity.effect_count):
        effect = tables.effects[row]
        if effect.do == Do.DAMAGE and count < len(frame.rolled):
            rolled = 0
            if not situations.is_used_up(state, effect, frame.source - 1):
                rolled = roll_part(state, scene, tables, work, index, row, False)
                situations.use_up(state, effect, frame.source - 1)
            frame.rolled[count] = max(rolled, 0)
            count += 1
