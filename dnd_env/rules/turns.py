"""Turns and rounds: a TURN frame lies at the bottom of the stack from one turn to the next.

Source: SRD 5.1, "The Order of Combat", "Your Turn"; SRD 5.2, "Legendary Actions"; ORD-01, ORD-04,
SUR-02, TRN-01, REA-01, DYI-03. What falls due at a turn's start or end is done one thing at a time;
whose turn it is may choose the order.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_CREATURES, MAX_DECISIONS_A_TURN, MAX_RESOURCES
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Decision,
    Do,
    Duration,
    Edition,
    Event,
    Flag,
    Frame,
    Life,
    Outcome,
    Role,
    SaveWhen,
    TickWhen,
    Traced,
    ZoneWhen,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    areas,
    dice,
    dying,
    economy,
    modifiers,
    ongoing,
    paths,
    saving_throws,
    sight,
    stack,
    zones,
)
from dnd_env.rules.sight import has
from dnd_env.rules.trace import note

BEGIN, DUE_AT_START, MAIN, END, DUE_AT_END, LAST, LEGENDARY, NEXT = range(8)  # phases


@rule
def begin_first(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Begin the first turn of the battle."""
    state.round_number, state.turn_index = 1, -1
    next_turn(state, scene, tables, work)


@rule
def advance(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Take the TURN frame one phase further; it is alone on the stack."""
    frame = state.frames[0]
    who = state.turn - 1
    if frame.phase == BEGIN:
        frame.phase = DUE_AT_START
        begin(state, scene, tables, work, who)
    elif frame.phase == DUE_AT_START:
        if not do_due(state, scene, tables, work, who):
            frame.phase = MAIN
            state.creatures[who].hurt_by = 0
    elif frame.phase == MAIN:
        decide(state, scene, who)
    elif frame.phase == END:
        frame.phase = DUE_AT_END
        end(state, scene, tables, work, who)
    elif frame.phase == DUE_AT_END:
        if not do_due(state, scene, tables, work, who):
            frame.phase = LAST
    elif frame.phase == LAST:
        frame.phase = LEGENDARY
        finish(state, tables, work, who)
    elif frame.phase == LEGENDARY:
        if not offer_legendary(state, scene, tables, work, who):
            frame.phase = NEXT
    else:
        next_turn(state, scene, tables, work)


@rule
def begin(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Begin a creature's turn: what it regains, what runs out, what falls due."""
    creature = state.creatures[who]
    economy.new_turn(state, tables, who)
    if is_caught_out(scene, creature):
        creature.reactions = 0
    for other in range(scene.creature_count):
        state.creatures[other].triggers_used &= ~once_a_turn()
    creature.triggers_used = 0
    zones.new_turn(state)
    state.decisions_this_turn = 0
    ongoing.count_down(
        state, tables, work, who, Duration.START_OF_SOURCE_TURN, Duration.START_OF_TARGET_TURN
    )
    if sight.is_up(state, who):
        recharge(state, tables, work, who)
    mark_due(
        state,
        scene,
        tables,
        who,
        SaveWhen.START_OF_TURN,
        TickWhen.START_OF_TARGET_TURN,
        TickWhen.START_OF_SOURCE_TURN,
        ZoneWhen.STARTS_TURN,
    )
    if sight.is_here(state, who) and creature.life != Life.DEAD:
        stack.emit(state, Event.TURN_STARTED, who, who, 0, -1)
    if creature.life == Life.DYING:
        state.frames[0].amount = 1  # a death save is due
    note(work, Traced.TURN, who, -1, state.round_number, 0, 0, 0, 0)


@rule
def is_caught_out(scene: Scene, creature) -> bool:
    """[2014] Is a creature surprised, its first turn not over? It can do nothing. SUR-02."""
    return creature.is_surprised != 0 and scene.edition == Edition.SRD_5_1


@rule
def once_a_turn() -> int:
    """Return the mask of the trigger bits that every turn clears: the even ones."""
    return 0x5555555555555555


@rule
def recharge(state: State, tables: Tables, work: Work, who: int) -> None:
    """Roll for each spent ability that recharges. B098."""
    creature = state.creatures[who]
    block = modifiers.block_of(state, tables, who)
    for resource in range(MAX_RESOURCES):
        on = block.recharge[resource]
        if on == 0 or creature.resources[resource] >= block.resources[resource]:
            continue
        rolled = dice.roll(state, 1, 6)
        note(work, Traced.RECHARGES, who, -1, rolled, on, resource, 0, 0)
        if rolled >= on:
            creature.resources[resource] = block.resources[resource]


# --- what falls due ------------------------------------------------------------------------------


@rule
def mark_due(
    state: State,
    scene: Scene,
    tables: Tables,
    who: int,
    save: int,
    tick_of_bearer: int,
    tick_of_maker: int,
    zone_when: int,
) -> None:
    """Mark the lasting effects and zones that act upon a creature at this moment."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        lasting.is_due = 0
        if lasting.effect == 0:
            continue
        effect = tables.effects[lasting.effect - 1]
        mine = lasting.target == who + 1
        if mine and (effect.save_when >> save) & 1:
            lasting.is_due = 1
        if mine and has_tick(tables, effect, tick_of_bearer):
            lasting.is_due = 1
        if lasting.source == who + 1 and has_tick(tables, effect, tick_of_maker):
            lasting.is_due = 1
    for index in range(state.zone_count):
        zone = state.zones[index]
        zone.is_due = 0
        if zone.effect != 0 and zones.acts_when(tables, zone, zone_when):
            zone.is_due = int(areas.holds_creature(state, zone, who))


@rule
def has_tick(tables: Tables, effect, when: int) -> bool:
    for child in range(effect.first_child, effect.first_child + effect.child_count):
        row = tables.effects[child]
        if row.do == Do.TICK and (row.filter >> when) & 1:
            return True
    return False


@rule
def do_due(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """Do one of the things that are due; False if none is left."""
    if state.creatures[who].life != Life.DYING:
        state.frames[0].amount = 0  # no death save any more
    if scene.ask_order != 0 and count_due(state) > 1 and state.frames[0].next_effect == 0:
        stack.ask(state, Decision.ORDER, who)
        return True
    nth = max(state.frames[0].next_effect - 1, 0)
    state.frames[0].next_effect = 0
    return do_nth(state, scene, tables, work, who, nth)


@rule
def count_due(state: State) -> int:
    count = int(state.frames[0].amount != 0)
    for index in range(state.ongoing_count):
        count += state.ongoing[index].effect != 0 and state.ongoing[index].is_due != 0
    for index in range(state.zone_count):
        count += state.zones[index].effect != 0 and state.zones[index].is_due != 0
    return count


@rule
def do_nth(state: State, scene: Scene, tables: Tables, work: Work, who: int, nth: int) -> bool:
    """Do the nth of the things due: a death save, lasting effects, zones."""
    if state.frames[0].amount != 0:
        if nth == 0:
            state.frames[0].amount = 0
            dying.death_save(state, scene, tables, work, who)
            return True
        nth -= 1
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.is_due != 0:
            if nth == 0:
                lasting.is_due = 0
                act(state, tables, index, who)
                return True
            nth -= 1
    for index in range(state.zone_count):
        zone = state.zones[index]
        if zone.effect != 0 and zone.is_due != 0:
            if nth == 0:
                zone.is_due = 0
                starts = state.frames[0].phase == DUE_AT_START
                when = ZoneWhen.STARTS_TURN if starts else ZoneWhen.ENDS_TURN
                zones.befall(state, tables, index, who, when)
                return True
            nth -= 1
    return False


@rule
def act(state: State, tables: Tables, index: int, who: int) -> None:
    """Let a lasting effect do what is due: its ticks, then its repeated save."""
    lasting = state.ongoing[index]
    effect = tables.effects[lasting.effect - 1]
    starts = state.frames[0].phase == DUE_AT_START
    when = SaveWhen.START_OF_TURN if starts else SaveWhen.END_OF_TURN
    if lasting.target == who + 1 and (effect.save_when >> when) & 1:
        saving_throws.repeat(state, tables, index)
    bearer = TickWhen.START_OF_TARGET_TURN if starts else TickWhen.END_OF_TARGET_TURN
    maker = TickWhen.START_OF_SOURCE_TURN if starts else TickWhen.END_OF_SOURCE_TURN
    for child in range(effect.first_child, effect.first_child + effect.child_count):
        row = tables.effects[child]
        if row.do != Do.TICK:
            continue
        mine = lasting.target == who + 1 and (row.filter >> bearer) & 1
        if mine or (lasting.source == who + 1 and (row.filter >> maker) & 1):
            tick(state, index, lasting, row)


@rule
def tick(state: State, index: int, lasting, row) -> None:
    """Begin the children of a TICK row upon the bearer of the lasting effect."""
    frame = state.frames[
        stack.push(
            state, Frame.EFFECTS, lasting.source - 1, lasting.target - 1, lasting.activity - 1
        )
    ]
    frame.when = 1 << Outcome.ALWAYS
    frame.next_effect, frame.end_effect = row.first_child, row.first_child + row.child_count
    frame.ongoing, frame.level = index + 1, lasting.level


# --- the turn itself -----------------------------------------------------------------------------


@rule
def decide(state: State, scene: Scene, who: int) -> None:
    """Ask whose turn it is what to do, unless it can do nothing."""
    creature = state.creatures[who]
    creature.has_acted = 1
    if not sight.is_up(state, who) or is_caught_out(scene, creature) or has(creature, Flag.UNAWARE):
        state.frames[0].phase = END
    else:
        state.decisions_this_turn += 1
        stack.ask(state, Decision.TURN, who)


@rule
def is_out_of_time(state: State) -> bool:
    """Has the turn taken so many decisions that only its end is left?"""
    return state.decisions_this_turn > MAX_DECISIONS_A_TURN


@rule
def end_turn(state: State) -> None:
    state.frames[0].phase = END


@rule
def end(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """End a creature's turn: what falls due at its end."""
    creature = state.creatures[who]
    if is_caught_out(scene, creature):
        creature.reactions = 1
    creature.is_surprised = 0
    mark_due(
        state,
        scene,
        tables,
        who,
        SaveWhen.END_OF_TURN,
        TickWhen.END_OF_TARGET_TURN,
        TickWhen.END_OF_SOURCE_TURN,
        ZoneWhen.ENDS_TURN,
    )
    if sight.is_up(state, who):
        if scene.edition == Edition.SRD_5_2 and paths.is_crammed(state, scene, tables, who):
            ongoing.impose(state, scene, tables, work, Role.FALLEN, who, who)  # MOV-08
        stack.emit(state, Event.TURN_ENDED, who, who, 0, -1)


@rule
def finish(state: State, tables: Tables, work: Work, who: int) -> None:
    """Count down what lasts until the end of a turn; what is laid from now on does not count it."""
    ongoing.count_down(
        state, tables, work, who, Duration.END_OF_SOURCE_TURN, Duration.END_OF_TARGET_TURN
    )
    ongoing.end_of_any_turn(state, tables, work)
    state.frames[0].is_void = 1


@rule
def offer_legendary(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """Ask the next creature that may take a legendary action now; False if none is left."""
    frame = state.frames[0]
    for index in range(state.order_count):
        other = state.order[index]
        creature = state.creatures[other]
        if other == who or creature.legendary_actions == 0 or (frame.targets_mask >> other) & 1:
            continue
        frame.targets_mask |= 1 << other
        if sight.is_up(state, other) and not has(creature, Flag.CANNOT_ACT):
            stack.ask(state, Decision.LEGENDARY, other)
            return True
    return False


@rule
def next_turn(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Go on to the next creature in initiative order that is still there."""
    state.frame_count, state.event_count = 0, 0
    for _ in range(2 * MAX_CREATURES):
        state.turn_index += 1
        if state.turn_index == state.order_count:
            state.turn_index = 0
            state.round_number += 1
            if state.round_number > scene.max_rounds:
                state.winner = dying.DRAW
                return
            note(work, Traced.ROUND, -1, -1, state.round_number, 0, 0, 0, 0)
        who = state.order[state.turn_index]
        state.turn = who + 1
        creature = state.creatures[who]
        if creature.stat_block != 0 and creature.life != Life.DEAD and creature.life != Life.GONE:
            stack.push(state, Frame.TURN, who, -1, -1)
            return
        pass_over(state, tables, work, who)


@rule
def pass_over(state: State, tables: Tables, work: Work, who: int) -> None:
    """Let time run for what a fallen creature has made."""
    ongoing.count_down(
        state, tables, work, who, Duration.START_OF_SOURCE_TURN, Duration.START_OF_TARGET_TURN
    )
    ongoing.count_down(
        state, tables, work, who, Duration.END_OF_SOURCE_TURN, Duration.END_OF_TARGET_TURN
    )
