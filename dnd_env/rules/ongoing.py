"""Effects that last: laid upon a creature, counted down, ended early, held by concentration.

Source: SRD 5.1, "Duration", "Concentration"; CON-01. Zones end here too, for they last alike.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_ONGOING
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Do, Duration, Error, Frame, Outcome, SaveWhen, Traced
from dnd_env.core.work import Work
from dnd_env.rules import sight, stack
from dnd_env.rules.trace import note


@rule
def free_row(state: State) -> int:
    for index in range(state.ongoing_count):
        if state.ongoing[index].effect == 0:
            return index
    if state.ongoing_count == MAX_ONGOING:
        state.error = Error.TOO_MANY_ONGOING
        return MAX_ONGOING - 1
    state.ongoing_count += 1
    return state.ongoing_count - 1


@rule
def lay(
    state: State, tables: Tables, work: Work, effect: int, source: int, target: int, activity: int
) -> int:
    """Lay a lasting effect upon a creature; return its row, -1 if it is immune to all of it.

    What counts once takes the place of what the same source has laid on it, for the longer of both
    times. The caller sets level, save DC and concentration on the row. The target is stale then.
    """
    row = tables.effects[effect]
    if is_immune(state, tables, row, target):
        note(work, Traced.NO_EFFECT, source, target, 0, effect + 1, 0, 0, 0)
        return -1
    index = laid_before(state, tables, effect, source, target)
    renewed = index >= 0
    if not renewed:
        index = free_row(state)
    lasting = state.ongoing[index]
    before = lasting.rounds
    lasting.effect, lasting.source, lasting.target = effect + 1, source + 1, target + 1
    lasting.activity, lasting.level, lasting.save_dc = activity + 1, 0, row.save_dc
    lasting.concentration, lasting.amount, lasting.is_due, lasting.is_grip = 0, 0, 0, 0
    lasting.dealt = 0
    lasting.rounds = row.rounds
    if counts_now(state, row.duration, source, target):
        lasting.rounds += 1  # "until the end of your next turn": this turn's end does not count
    if renewed and row.rounds != 0:
        lasting.rounds = max(lasting.rounds, before) if before != 0 else 0
    state.refresh_stale |= 1 << target
    note(work, Traced.ONGOING, source, target, index, effect + 1, lasting.rounds, 0, 0)
    return index


@rule
def laid_before(state: State, tables: Tables, effect: int, source: int, target: int) -> int:
    """Return the row of the same effect from the same source, where that counts once; else -1."""
    key = tables.effects[effect].key
    if key == 0 and not gives_conditions_only(tables, effect):
        return -1
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.source != source + 1 or lasting.target != target + 1 or lasting.effect == 0:
            continue
        if lasting.effect == effect + 1 or (
            key != 0 and tables.effects[lasting.effect - 1].key == key
        ):
            return index
    return -1


@rule
def gives_conditions_only(tables: Tables, effect: int) -> bool:
    """Is all that a lasting effect does to give conditions? Twice is then no more than once."""
    row = tables.effects[effect]
    if row.do == Do.CONDITION:
        return True
    for child in range(row.first_child, row.first_child + row.child_count):
        inner = tables.effects[child]
        if (inner.outcome >> Outcome.ALWAYS) & 1 and inner.do != Do.CONDITION:
            return False
    return True


@rule
def counts_now(state: State, duration: int, source: int, target: int) -> bool:
    """Is it the very turn whose end the duration counts, and is that yet to come?"""
    if state.frames[0].is_void != 0:  # the TURN frame's: see ``turns.finish``
        return False
    if duration == Duration.END_OF_SOURCE_TURN:
        return state.turn == source + 1
    return duration == Duration.END_OF_TARGET_TURN and state.turn == target + 1


@rule
def is_immune(state: State, tables: Tables, row, target: int) -> bool:
    """Is the target immune to all the conditions that an effect gives, and does it give no more?"""
    immunities = state.creatures[target].condition_immunities
    if row.do == Do.CONDITION:
        return (immunities >> (row.condition - 1)) & 1 != 0
    gives = False
    for child in range(row.first_child, row.first_child + row.child_count):
        effect = tables.effects[child]
        if (effect.outcome >> Outcome.ALWAYS) & 1:
            if effect.do != Do.CONDITION or (immunities >> (effect.condition - 1)) & 1 == 0:
                return False
            gives = True
    return gives


@rule
def end(state: State, tables: Tables, work: Work, index: int) -> None:
    """End a lasting effect; what comes after it is pushed onto the stack."""
    lasting = state.ongoing[index]
    effect = tables.effects[lasting.effect - 1]
    target = lasting.target - 1
    note(work, Traced.ONGOING_ENDS, lasting.source - 1, target, index, lasting.effect, 0, 0, 0)
    for child in range(effect.first_child, effect.first_child + effect.child_count):
        if (tables.effects[child].outcome >> Outcome.ENDS) & 1:
            frame = state.frames[
                stack.push(state, Frame.EFFECTS, lasting.source - 1, target, lasting.activity - 1)
            ]
            frame.next_effect = effect.first_child
            frame.end_effect = effect.first_child + effect.child_count
            frame.when = 1 << Outcome.ENDS
            break
    lasting.effect = 0
    state.refresh_stale |= 1 << target
    if lasting.concentration != 0:
        stop_holding(state, work, lasting.source - 1)


@rule
def holds_anything(state: State, who: int) -> bool:
    """Is there anything that a creature holds by concentration?"""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.source == who + 1 and lasting.concentration != 0:
            return True
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and zone.source == who + 1 and zone.concentration != 0:
            return True
    return False


@rule
def stop_holding(state: State, work: Work, who: int) -> None:
    """End a creature's concentration if what it held is over by itself."""
    creature = state.creatures[who]
    if creature.concentrates != 0 and not holds_anything(state, who):
        creature.concentrates = 0
        note(work, Traced.CONCENTRATION_ENDS, who, -1, 0, 0, 0, 0, 0)


@rule
def end_zone(state: State, work: Work, index: int) -> None:
    zone = state.zones[index]
    note(work, Traced.ZONE_ENDS, zone.source - 1, -1, index, zone.effect, 0, 0, 0)
    zone.effect = 0
    if zone.concentration != 0:
        stop_holding(state, work, zone.source - 1)
    while state.zone_count > 0 and state.zones[state.zone_count - 1].effect == 0:
        state.zone_count -= 1
    sight.mark_all(state)
    state.refresh_stale = sight.EVERYBODY


@rule
def end_early(state: State, tables: Tables, work: Work, who: int, reason: int) -> None:
    """End what lies upon a creature and ends for a reason, an EndsOn."""
    if (state.creatures[who].ends_on >> reason) & 1 == 0:
        return
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1:
            if (tables.effects[lasting.effect - 1].ends_on >> reason) & 1:
                end(state, tables, work, index)


@rule
def end_of_source(state: State, tables: Tables, work: Work, who: int, reason: int) -> None:
    """End what a creature has laid upon others and ends for a reason that concerns its source."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.source == who + 1:
            if (tables.effects[lasting.effect - 1].ends_on >> reason) & 1:
                end(state, tables, work, index)


@rule
def end_concentration(state: State, tables: Tables, work: Work, who: int) -> None:
    """End all that a creature holds by concentration."""
    creature = state.creatures[who]
    if creature.concentrates == 0:
        return
    creature.concentrates = 0
    note(work, Traced.CONCENTRATION_ENDS, who, -1, 0, 0, 0, 0, 0)
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.source == who + 1 and lasting.concentration != 0:
            end(state, tables, work, index)
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and zone.source == who + 1 and zone.concentration != 0:
            end_zone(state, work, index)


@rule
def count_down(
    state: State, tables: Tables, work: Work, who: int, by_source: int, by_target: int
) -> None:
    """Count a moment off what lasts: ``by_source`` and ``by_target`` are the Durations that count
    it for what a creature made and for what it bears."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect == 0 or lasting.rounds == 0:
            continue
        duration = tables.effects[lasting.effect - 1].duration
        made = duration == by_source and lasting.source == who + 1
        if made or (duration == by_target and lasting.target == who + 1):
            lasting.rounds -= 1
            if lasting.rounds == 0:
                end(state, tables, work, index)
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect == 0 or zone.rounds == 0 or zone.source != who + 1:
            continue
        if tables.effects[zone.effect - 1].duration == by_source:
            zone.rounds -= 1
            if zone.rounds == 0:
                end_zone(state, work, index)


@rule
def end_of_any_turn(state: State, tables: Tables, work: Work) -> None:
    """End what lasts until the end of the current turn."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0:
            if tables.effects[lasting.effect - 1].duration == Duration.END_OF_TURN:
                end(state, tables, work, index)


@rule
def impose(
    state: State, scene: Scene, tables: Tables, work: Work, role: int, source: int, target: int
) -> int:
    """Give a creature a condition that the rules themselves impose; return its row or -1.

    A creature is left alone that is immune, or has it already by what does not end by itself.
    """
    condition = tables.roles[role]
    if (state.creatures[target].condition_immunities >> (condition - 1)) & 1:
        return -1
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.target != target + 1 or lasting.effect == 0:
            continue
        same = lasting.effect == tables.role_effects[role]
        if same or is_endless(tables, lasting, condition):
            return -1
    return lay(state, tables, work, tables.role_effects[role] - 1, source, target, -1)


@rule
def is_endless(tables: Tables, lasting, condition: int) -> bool:
    """Does a lasting effect do nothing but give a condition, until something takes that away?"""
    effect = tables.effects[lasting.effect - 1]
    if effect.do != Do.CONDITION or effect.condition != condition:
        return False
    return lasting.rounds == 0 and effect.save_when == 0 and effect.ends_on == 0


@rule
def lift(state: State, tables: Tables, work: Work, role: int, who: int) -> None:
    """Take from a creature the condition of a Role, where it comes from nothing that lasts."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect == 0 or lasting.target != who + 1:
            continue
        effect = tables.effects[lasting.effect - 1]
        bare = effect.do == Do.CONDITION and effect.condition == tables.roles[role]
        if bare or lasting.effect == tables.role_effects[role]:
            end(state, tables, work, index)


@rule
def bears(state: State, tables: Tables, role: int, who: int) -> bool:
    """Does a creature have the condition of a Role, from whatever source?"""
    return (state.creatures[who].conditions >> (tables.roles[role] - 1)) & 1 != 0


@rule
def breakable(state: State, tables: Tables, who: int) -> int:
    """Return a lasting effect upon a creature that an action can end, -1 for none."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1:
            if (tables.effects[lasting.effect - 1].save_when >> SaveWhen.BY_ACTION) & 1:
                return index
    return -1


@rule
def binders_of(state: State, tables: Tables, who: int, how: int) -> int:
    """Return the mask of who charms or frightens a creature; ``how``: CHARMS or FRIGHTENS."""
    mask = 0
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.target == who + 1:
            if tables.effects[lasting.effect - 1].binds & how:
                mask |= 1 << (lasting.source - 1)
    return mask
