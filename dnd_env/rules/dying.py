"""Life at and around 0 hit points: dropping, death saves, dying, waking, healing.

Source: SRD 5.1, "Dropping to 0 Hit Points", "Healing", "Temporary Hit Points"; DYI-01 to DYI-08.
"""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_EXHAUSTION
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Edition, EndsOn, Event, Flag, Life, Role, Roll, Traced
from dnd_env.core.work import Work
from dnd_env.rules import dice, ongoing, rolls, sight, stack
from dnd_env.rules.sight import has
from dnd_env.rules.trace import note

DEATH_SAVE_DC = 10
ENOUGH = 3  # successes or failures
LATEST_REVIVAL = 10  # rounds after death
DRAW = -1  # ``state.winner`` where nobody has won


@rule
def fall_unconscious(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, life: int
) -> None:
    """Put a creature at 0 hit points out of action: DYING or STABLE."""
    creature = state.creatures[who]
    creature.life = life
    creature.death_successes, creature.death_failures = 0, 0
    ongoing.end_concentration(state, tables, work, who)
    ongoing.impose(state, scene, tables, work, Role.SENSELESS, who, who)
    ongoing.impose(state, scene, tables, work, Role.FALLEN, who, who)
    note(work, Traced.DROPS, who, -1, life, 0, 0, 0, 0)
    leave_fight(state, scene, tables, work, who)


@rule
def die(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    creature = state.creatures[who]
    creature.life, creature.hit_points, creature.temp_hit_points = Life.DEAD, 0, 0
    creature.died_on = state.round_number
    ongoing.end_concentration(state, tables, work, who)
    note(work, Traced.DIES, who, -1, 0, 0, 0, 0, 0)
    stack.emit(state, Event.DIED, who, who, 0, -1)
    leave_fight(state, scene, tables, work, who)


@rule
def leave_fight(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """End what ends with a creature's fall, and see whether the battle is decided. ORD-03."""
    ongoing.end_early(state, tables, work, who, EndsOn.ZERO_HIT_POINTS)
    ongoing.end_of_source(state, tables, work, who, EndsOn.SOURCE_DOWN)
    state.refresh_stale |= 1 << who
    find_winner(state, scene)


@rule
def find_winner(state: State, scene: Scene) -> None:
    """Decide the battle if no two sides that fight each other have anybody left above 0 hit points.

    ``state.winner``: the first side left; its allies have won with it.
    """
    standing = 0
    for who in range(scene.creature_count):
        if sight.is_up(state, who):
            standing |= 1 << state.creatures[who].side
    for side in range(scene.side_count):
        if (standing >> side) & 1 and standing & scene.hostile_to[side]:
            return
    state.winner = DRAW
    for side in range(scene.side_count):
        if (standing >> side) & 1:
            state.winner = side + 1
            return


@rule
def heal(state: State, scene: Scene, tables: Tables, work: Work, who: int, amount: int) -> int:
    """Restore hit points up to the maximum; return how many. The dead are not healed. DMG-08."""
    creature = state.creatures[who]
    if creature.life == Life.DEAD or has(creature, Flag.CANNOT_HEAL) or amount <= 0:
        return 0
    before = creature.hit_points
    creature.hit_points = min(before + amount, creature.hit_point_maximum)
    note(work, Traced.HEALING, -1, who, creature.hit_points - before, creature.hit_points, 0, 0, 0)
    if creature.life != Life.UP and creature.hit_points > 0:
        wake(state, tables, work, who)
    state.refresh_stale |= 1 << who
    return creature.hit_points - before


@rule
def wake(state: State, tables: Tables, work: Work, who: int) -> None:
    """Bring a creature that has hit points again back to its senses; it is still prone. DYI-02."""
    creature = state.creatures[who]
    creature.life = Life.UP
    creature.death_successes, creature.death_failures = 0, 0
    ongoing.lift(state, tables, work, Role.SENSELESS, who)
    note(work, Traced.WAKES, who, -1, creature.hit_points, 0, 0, 0, 0)


@rule
def is_revivable(state: State, who: int) -> bool:
    """Has a creature been dead for no longer than a minute? DMG-08."""
    creature = state.creatures[who]
    return creature.life == Life.DEAD and state.round_number - creature.died_on <= LATEST_REVIVAL


@rule
def revive(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, hit_points: int
) -> None:
    """Bring a dead creature back to life."""
    if state.creatures[who].life == Life.DEAD:
        state.creatures[who].life = Life.STABLE
        heal(state, scene, tables, work, who, hit_points)


@rule
def stabilize(state: State, tables: Tables, work: Work, who: int) -> None:
    """End a creature's dying; one that lies knocked out at 1 hit point wakes. DYI-06, DYI-08."""
    creature = state.creatures[who]
    if creature.life == Life.DYING:
        creature.life = Life.STABLE
        creature.death_successes, creature.death_failures = 0, 0
        note(work, Traced.STABLE, who, -1, 0, 0, 0, 0, 0)
    elif creature.life == Life.STABLE and creature.hit_points > 0:
        wake(state, tables, work, who)


@rule
def add_failures(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, count: int
) -> None:
    """Count death save failures; three kill. Damage ends stability. DYI-05, DYI-06."""
    creature = state.creatures[who]
    creature.life = Life.DYING
    creature.death_failures = min(creature.death_failures + count, ENOUGH)
    if creature.death_failures == ENOUGH:
        die(state, scene, tables, work, who)


@rule
def death_save(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Roll a death saving throw: a plain d20 against 10. DYI-03, DYI-04."""
    creature = state.creatures[who]
    bits = 1 << Roll.DEATH_SAVE
    helped, hindered, _ = rolls.modes(state, scene, tables, work, who, bits, -1, -1)
    natural = dice.d20(state, helped - hindered)
    total = natural + rolls.bonus(state, scene, tables, work, who, bits, -1, -1, False)
    note(work, Traced.DEATH_SAVE, who, -1, natural, total, 0, 0, 0)
    if natural == 20:
        heal(state, scene, tables, work, who, 1)
    elif natural == 1:
        add_failures(state, scene, tables, work, who, 2)
    elif total < DEATH_SAVE_DC:
        add_failures(state, scene, tables, work, who, 1)
    else:
        creature.death_successes += 1
        if creature.death_successes == ENOUGH:
            stabilize(state, tables, work, who)


@rule
def knock_out(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Leave a creature unconscious instead of dying or dead: [2014] stable at 0, [2024] at 1 hit
    point. DYI-08."""
    if scene.edition == Edition.SRD_5_2:
        state.creatures[who].hit_points = 1
    fall_unconscious(state, scene, tables, work, who, Life.STABLE)


@rule
def drop(state: State, scene: Scene, tables: Tables, work: Work, who: int, excess: int) -> None:
    """Resolve a creature's coming to 0 hit points; ``excess``: damage beyond. DYI-01, -02, -07."""
    creature = state.creatures[who]
    outright = excess >= creature.hit_point_maximum
    if outright or not has(creature, Flag.DYING_RULES):
        die(state, scene, tables, work, who)
    else:
        fall_unconscious(state, scene, tables, work, who, Life.DYING)
        stack.emit(state, Event.DROPPED, who, who, 0, -1)


@rule
def tire(state: State, tables: Tables, who: int, levels: int) -> None:
    """Add levels of exhaustion, or take them away; ``upkeep`` draws the consequences. CND-01."""
    creature = state.creatures[who]
    if (creature.condition_immunities >> (tables.roles[Role.EXHAUSTED] - 1)) & 1 == 0:
        creature.exhaustion = max(min(creature.exhaustion + levels, MAX_EXHAUSTION), 0)
        state.refresh_stale |= 1 << who
