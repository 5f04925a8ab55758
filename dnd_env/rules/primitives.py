"""The effect primitives but damage: each does one row to one creature, or at one place.

What a row's fields mean for each is said in ``core/tables.py``.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Because,
    Do,
    Edition,
    Frame,
    Grant,
    Life,
    LifeChange,
    Outcome,
    Removal,
    Role,
    RollChange,
    Sense,
    Traced,
    Travel,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    checks,
    damage_rolls,
    dice,
    dying,
    forced,
    grappling,
    hiding,
    modifiers,
    movement,
    ongoing,
    saving_throws,
    stack,
    uses,
    zones,
)
from dnd_env.rules.trace import note

INTERRUPT_BASE_DC = 10


@rule
def do(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, row: int, who: int
) -> None:
    """Do the row of an EFFECTS frame to creature ``who`` (-1: at the frame's place)."""
    frame, effect = state.frames[index], tables.effects[row]
    kind = effect.do
    if kind == Do.ZONE:
        zones.lay(state, scene, tables, work, index, row)
    elif kind == Do.ROLL_CHANGE:
        change_roll(state, work, index, row, effect)
    elif kind == Do.REMOVE and effect.kind == Removal.INTERRUPT:
        interrupt(state, scene, tables, work, index, effect)
    elif who < 0:
        return
    elif kind == Do.HEAL:
        heal(state, scene, tables, work, index, effect, who)
    elif kind == Do.ONGOING or kind == Do.CONDITION:
        lay(state, tables, work, index, row, who)
    elif kind == Do.MOVE_TARGET:
        forced.push(state, scene, tables, work, index, effect, who)
    elif kind == Do.MOVE_SELF:
        move_self(state, scene, tables, work, index, effect, who)
    elif kind == Do.GRAPPLE:
        grappling.seize(state, scene, tables, work, frame.source - 1, who, effect)
    elif kind == Do.ECONOMY:
        grant(state, scene, who, effect.kind, effect.amount)
    elif kind == Do.VISIBILITY:
        notice(state, scene, tables, work, effect.kind, who, index)
    elif kind == Do.REMOVE:
        remove(state, tables, work, index, effect, who)
    elif kind == Do.LIFE:
        change_life(state, scene, tables, work, effect, who)
    elif kind == Do.RESOURCE:
        state.creatures[who].resources[effect.kind - 1] += effect.amount
    elif kind == Do.CAST:
        cast(state, tables, index, effect, who)


@rule
def heal(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, effect, who: int
) -> None:
    """Restore hit points: rolled, or by the damage just dealt."""
    frame, creature = state.frames[index], state.creatures[who]
    amount = frame.amount
    if effect.mode == 0:
        amount = damage_rolls.amount_of(state, scene, tables, work, index, effect)
    elif effect.mode == 2:
        amount //= 2
    if effect.amount != 0:
        most = creature.hit_point_maximum * effect.amount // 100
        amount = min(amount, most - creature.hit_points)
    dying.heal(state, scene, tables, work, who, amount)


@rule
def lay(state: State, tables: Tables, work: Work, index: int, row: int, who: int) -> None:
    """Lay a lasting effect, with what this use of the activity gives it."""
    frame, effect = state.frames[index], tables.effects[row]
    source = frame.source - 1
    if effect.do == Do.CONDITION and effect.condition == tables.roles[Role.EXHAUSTED]:
        dying.tire(state, tables, who, 1)
        return
    at = ongoing.lay(state, tables, work, row, source, who, frame.activity - 1)
    if at < 0:
        return
    lasting = state.ongoing[at]
    lasting.level, lasting.dealt = frame.level, frame.amount
    lasting.concentration = effect.mode
    other = frame.target - 1 if who == source else source
    lasting.amount = frame.cause if frame.cause != 0 else other + 1


@rule
def move_self(
    state: State, scene: Scene, tables: Tables, work: Work, index: int, effect, who: int
) -> None:
    """Move by magic, or let the creature walk out of turn, unprovoked if ``filter`` says so."""
    frame = state.frames[index]
    if effect.kind == Travel.TELEPORT:
        forced.teleport(state, scene, tables, work, who, frame.x // 2, frame.y // 2)
        return
    speed = state.creatures[who].speed_ft[movement.mode_of(state, scene, who) - 1]
    feet = effect.amount + speed * effect.mode // 100
    movement.offer(state, who, feet, effect.filter != 0)


@rule
def grant(state: State, scene: Scene, who: int, kind: int, amount: int) -> None:
    """Give or take a piece of the action economy."""
    creature = state.creatures[who]
    if kind == Grant.ACTION:
        creature.actions += amount
    elif kind == Grant.ACTION_NOT_MAGIC:
        creature.actions_not_magic += amount
    elif kind == Grant.BONUS_ACTION:
        creature.bonus_actions += amount
    elif kind == Grant.REACTION:
        creature.reactions += amount
    elif kind == Grant.DASH:
        creature.extra_ft += dash_ft(state, scene, who)
    elif kind == Grant.MOVEMENT:
        creature.extra_ft += amount
    elif kind == Grant.NO_ACTION:
        creature.actions, creature.actions_not_magic = 0, 0
    elif kind == Grant.NO_BONUS_ACTION:
        creature.bonus_actions = 0
    elif kind == Grant.NO_REACTION:
        creature.reactions = 0
    elif kind == Grant.NO_MOVEMENT:
        creature.moved_ft += movement.MANY_FEET


@rule
def dash_ft(state: State, scene: Scene, who: int) -> int:
    """Feet that a dash adds: [2014] the speed in which a creature moves where it is, [2024] the
    speed of its choice, so the highest. ACT-03."""
    creature = state.creatures[who]
    mode = movement.mode_of(state, scene, who)
    if scene.edition == Edition.SRD_5_2:
        mode = movement.best_mode(creature)
    return creature.speed_ft[mode - 1]


@rule
def notice(
    state: State, scene: Scene, tables: Tables, work: Work, kind: int, who: int, index: int
) -> None:
    """Hide, search, or bring to light."""
    if kind == Sense.HIDE:
        hiding.hide(state, scene, tables, work, who)
    elif kind == Sense.SEARCH:
        hiding.search(state, scene, tables, work, who)
    else:
        hiding.reveal(state, scene, tables, work, who)


@rule
def remove(state: State, tables: Tables, work: Work, index: int, effect, who: int) -> None:
    """Take away conditions, concentration, or the grip that holds a creature."""
    frame = state.frames[index]
    if effect.kind == Removal.CONDITIONS:
        remove_conditions(state, tables, work, who, effect.filter)
    elif effect.kind == Removal.CONCENTRATION:
        ongoing.end_concentration(state, tables, work, who)
    elif effect.kind == Removal.GRIP:
        break_free(state, tables, work, frame, who)
    elif effect.kind == Removal.SELF and frame.ongoing != 0:
        if state.ongoing[frame.ongoing - 1].effect != 0:
            ongoing.end(state, tables, work, frame.ongoing - 1)


@rule
def break_free(state: State, tables: Tables, work: Work, frame, who: int) -> None:
    """Free a creature of the grip on it, or of what else its check was for."""
    grip = grappling.grip_on(state, who)
    if grip >= 0:
        ongoing.end(state, tables, work, grip)
    elif frame.ongoing != 0 and state.ongoing[frame.ongoing - 1].effect != 0:
        ongoing.end(state, tables, work, frame.ongoing - 1)


@rule
def remove_conditions(state: State, tables: Tables, work: Work, who: int, mask: int) -> None:
    """End what gives a creature any condition of a mask, unless it is the rules' own doing; of
    exhaustion, take a level away."""
    if (mask >> (tables.roles[Role.EXHAUSTED] - 1)) & 1:
        dying.tire(state, tables, who, -1)
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect == 0 or lasting.target != who + 1:
            continue
        if lasting.effect == tables.role_effects[Role.SENSELESS]:
            if state.creatures[who].life != Life.UP:
                continue
        if conditions_of(tables, lasting.effect - 1) & mask:
            ongoing.end(state, tables, work, index)


@rule
def conditions_of(tables: Tables, row: int) -> int:
    """Return the mask of the conditions that a lasting effect gives, not those they imply."""
    effect = tables.effects[row]
    if effect.do == Do.CONDITION:
        return 1 << (effect.condition - 1)
    mask = 0
    for child in range(effect.first_child, effect.first_child + effect.child_count):
        if tables.effects[child].do == Do.CONDITION:
            if (tables.effects[child].outcome >> Outcome.ALWAYS) & 1:
                mask |= 1 << (tables.effects[child].condition - 1)
    return mask


@rule
def change_life(state: State, scene: Scene, tables: Tables, work: Work, effect, who: int) -> None:
    creature = state.creatures[who]
    if effect.kind == LifeChange.KILL:
        dying.die(state, scene, tables, work, who)
    elif effect.kind == LifeChange.STABILIZE:
        dying.stabilize(state, tables, work, who)
    elif effect.kind == LifeChange.STAY_UP:
        creature.hit_points = max(creature.hit_points, effect.amount)
        note(work, Traced.HEALING, who, who, effect.amount, creature.hit_points, 0, 0, 0)
    elif effect.kind == LifeChange.REVIVE:
        dying.revive(state, scene, tables, work, who, effect.amount)


@rule
def cast(state: State, tables: Tables, index: int, effect, who: int) -> None:
    """Use another of the source's activities, at no cost: upon the same target or another."""
    frame = state.frames[index]
    source = frame.source - 1
    block = tables.stat_blocks[state.creatures[source].stat_block - 1]
    use = state.frames[
        stack.push(state, Frame.USE, source, who, block.activities[effect.amount - 1] - 1)
    ]
    use.level, use.x, use.y = frame.level, frame.x, frame.y
    use.targets[0], use.target_count = uses.TO_BE_ASKED if effect.mode == 1 else who, 1


@rule
def responded_to(state: State, index: int) -> int:
    """Return the nearest roll or use under the use that a frame belongs to, -1 for none."""
    below = index
    while below > 0 and state.frames[below].kind != Frame.USE:
        below -= 1
    return below - 1


@rule
def interrupt(state: State, scene: Scene, tables: Tables, work: Work, index: int, effect) -> None:
    """Undo the casting that is being responded to: [2014] a check against a higher level; [2024]
    the slot is not lost."""
    frame = state.frames[index]
    below = responded_to(state, index)
    if below < 0 or state.frames[below].kind != Frame.USE:
        return
    cast = state.frames[below]
    source = frame.source - 1
    if effect.mode == 1 and cast.level > frame.level:
        ability = modifiers.block_of(state, tables, source).spell_ability
        total = checks.roll_ability(
            state, scene, tables, work, source, ability, cast.source - 1, index
        )
        if total < INTERRUPT_BASE_DC + cast.level:
            return
    cast.is_void = 1
    if scene.edition == Edition.SRD_5_2:
        give_back_slot(state, tables, cast)
    note(work, Traced.INTERRUPTED, source, cast.source - 1, cast.level, 0, 0, 0, 0)


@rule
def give_back_slot(state: State, tables: Tables, cast) -> None:
    activity = tables.activities[cast.activity - 1]
    creature = state.creatures[cast.source - 1]
    if activity.spell_level > 0 and activity.resource == 0:
        creature.resources[cast.level - 1] += 1
        if state.turn == cast.source:
            creature.spent_slot = 0


@rule
def change_roll(state: State, work: Work, index: int, row: int, effect) -> None:
    """Change the roll that is being responded to."""
    below = responded_to(state, index)
    if below < 0:
        return
    roll = state.frames[below]
    kind = effect.kind
    if kind == RollChange.SUCCEED:
        roll.outcome = 1 << Outcome.SUCCESS
    elif kind == RollChange.HALVE_DAMAGE:
        roll.is_halved = 1
    elif kind == RollChange.MISS:
        roll.is_missed = 1
    elif kind == RollChange.DISADVANTAGE:
        roll.disadvantage = 1
    elif kind == RollChange.REROLL:
        reroll(state, roll, effect.amount)
    elif kind == RollChange.ADD:
        amount = effect.amount + dice.roll(state, effect.dice, effect.sides)
        roll.total += amount
        whose, of = state.frames[index].source - 1, roll.source - 1
        note(work, Traced.ROLL_BONUS, whose, of, amount, Because.EFFECT, row + 1, 1, 0)
        settle(roll)


@rule
def reroll(state: State, roll, extra: int) -> None:
    """Roll the d20 again, or one of two, and take the new roll; ``extra`` is added to it."""
    advantage = roll.advantage - roll.disadvantage
    natural = dice.reroll_d20(state, roll.natural, roll.other_natural, advantage)
    roll.total += natural - roll.natural + extra
    roll.natural = natural
    settle(roll)


@rule
def settle(roll) -> None:
    """Judge a save or check again after its total has changed."""
    if roll.kind == Frame.SAVE or roll.kind == Frame.CHECK:
        short_by = roll.dc - roll.total
        roll.outcome = saving_throws.outcome_of(short_by <= 0, short_by)
