"""Setting up: start squares, surprise, initiative, the first turn.

Source: SRD 5.1, "The Order of Combat", "Surprise", "Initiative"; SRD 5.2, "Initiative"; ORD-02,
SUR-01 to SUR-03, INI-01 to INI-03. The order of rolls: start squares, hit points, Stealth
of those who lie in wait, initiative in slot order, ties.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Ability,
    Edition,
    Flag,
    InitiativeTies,
    Role,
    Roll,
    Skill,
    Traced,
)
from dnd_env.core.work import Work
from dnd_env.rules import (
    checks,
    dice,
    hiding,
    modifiers,
    ongoing,
    rolls,
    sight,
    turns,
    upkeep,
)
from dnd_env.rules.geometry import count_bits
from dnd_env.rules.sight import has
from dnd_env.rules.trace import note

FIXED_SCORE, FIXED_STEP = 10, 5
MANY_ROLLS = 5  # of a roll-off, before slot order decides
TIE_STEP = 32  # a roll of it counts less than any difference in the one before


@rule
def set_up(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Bring a battle from its template to the first decision."""
    deploy(state, scene)
    roll_hit_points(state, scene, tables)
    state.refresh_stale = sight.EVERYBODY
    upkeep.do(state, scene, tables, work)
    lie_in_wait(state, scene, tables, work)
    find_surprised(state, scene)
    roll_initiative(state, scene, tables, work)
    put_in_order(state, scene, tables)
    make_ready(state, scene, tables)
    state.refresh_stale = sight.EVERYBODY
    turns.begin_first(state, scene, tables, work)


# --- start squares -------------------------------------------------------------------------------


@rule
def deploy(state: State, scene: Scene) -> None:
    """Draw a free place in its zone for each creature that has no start square."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block == 0 or creature.zone == 0:
            continue
        places = 0
        for y in range(scene.height):
            for x in range(scene.width):
                places += is_place(state, scene, who, x, y)
        nth = dice.random_below(state, max(places, 1))
        for y in range(scene.height):
            for x in range(scene.width):
                if creature.zone != 0 and is_place(state, scene, who, x, y):
                    if nth == 0:
                        creature.x, creature.y, creature.zone = x, y, 0
                    nth -= 1


@rule
def is_place(state: State, scene: Scene, who: int, x: int, y: int) -> bool:
    """Is the whole space within the creature's zone, and free of those already placed?"""
    creature = state.creatures[who]
    if x + creature.width > scene.width or y + creature.width > scene.height:
        return False
    span = ((1 << creature.width) - 1) << x
    for row in range(y, y + creature.width):
        if scene.deployment[creature.zone - 1, row] & span != span:
            return False
        if (scene.bars_move[row] | scene.chasm[row]) & span:
            return False
    for other in range(scene.creature_count):
        there = state.creatures[other]
        if other == who or there.stat_block == 0 or there.zone != 0:
            continue
        overlap_x = x < there.x + there.width and there.x < x + creature.width
        if overlap_x and y < there.y + there.width and there.y < y + creature.width:
            return False
    return True


@rule
def roll_hit_points(state: State, scene: Scene, tables: Tables) -> None:
    """Roll the hit dice of those whose hit points the encounter wants rolled."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block != 0 and creature.rolls_hit_points != 0:
            block = modifiers.block_of(state, tables, who)
            rolled = dice.roll(state, block.hit_dice, block.hit_die) + block.hit_bonus
            creature.base_hit_points = creature.hit_points = max(rolled, 1)


# --- surprise ------------------------------------------------------------------------------------


@rule
def lie_in_wait(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Roll Stealth for those whom the encounter lets begin in hiding."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block == 0 or creature.lies_in_wait == 0:
            continue
        total = checks.roll_skill(state, scene, tables, work, who, Skill.STEALTH, -1, -1)
        watching = hiding.observers(state, scene, who)
        hidden = hiding.unnoticing(state, scene, tables, who, watching, total)
        if scene.edition == Edition.SRD_5_2:
            hidden = hidden if total >= hiding.HIDE_DC else 0
            if hidden != 0 and hidden == watching:
                ongoing.impose(state, scene, tables, work, Role.UNSEEN, who, who)
        creature.stealth_total, creature.hidden_from = total, hidden
        for side in range(scene.side_count):
            state.remembered[side, who] = 0  # nobody has seen it go into hiding
        note(work, Traced.HIDES, who, -1, total, count_bits(hidden), 0, 0, 0)
    sight.mark_all(state)


@rule
def find_surprised(state: State, scene: Scene) -> None:
    """A creature that notices none of its foes is surprised: all of them hide from it. SUR-01."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block == 0:
            continue
        foes, unnoticed = 0, 0
        for other in range(scene.creature_count):
            there = state.creatures[other]
            if there.stat_block == 0 or not sight.is_up(state, other):
                continue
            if (scene.hostile_to[creature.side] >> there.side) & 1:
                foes += 1
                unnoticed += (there.lies_in_wait != 0) and (there.hidden_from >> who) & 1
        if foes > 0 and unnoticed == foes:
            creature.is_surprised = 1


@rule
def make_ready(state: State, scene: Scene, tables: Tables) -> None:
    """Give all what they can use before their turn; [2014] not the surprised. REA-01, SUR-02."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block != 0 and not turns.is_caught_out(scene, creature):
            creature.reactions = 1
            creature.legendary_actions = modifiers.block_of(state, tables, who).legendary_actions


# --- initiative ----------------------------------------------------------------------------------


@rule
def roll_initiative(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """Roll for all; those of one group share a roll where the encounter says so. INI-01, INI-02."""
    for who in range(scene.creature_count):
        creature = state.creatures[who]
        if creature.stat_block == 0:
            continue
        leader = leader_of(state, scene, who)
        if leader != who:
            creature.initiative = state.creatures[leader].initiative
        else:
            creature.initiative = initiative_of(state, scene, tables, work, who)
        note(work, Traced.INITIATIVE, who, -1, creature.initiative, 0, 0, 0, 0)


@rule
def leader_of(state: State, scene: Scene, who: int) -> int:
    """Return who rolls for a creature: the first of its group where groups share a roll. INI-02."""
    group = state.creatures[who].group
    if scene.group_initiative != 0 and group != 0:
        for earlier in range(who):
            if state.creatures[earlier].group == group:
                return earlier
    return who


@rule
def initiative_of(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> int:
    """Roll a creature's initiative, or take its fixed score."""
    creature = state.creatures[who]
    bits = 1 << Roll.INITIATIVE | modifiers.check_bits(Ability.DEXTERITY, 0)
    helped, hindered, _ = rolls.modes(state, scene, tables, work, who, bits, -1, -1)
    if scene.edition == Edition.SRD_5_2:
        helped |= has(creature, Flag.INVISIBLE) or creature.hidden_from != 0
        hindered |= creature.is_surprised != 0 or has(creature, Flag.CANNOT_ACT)
    bonus = modifiers.block_of(state, tables, who).initiative_bonus
    bonus += rolls.bonus(state, scene, tables, work, who, bits, -1, -1, False)
    if scene.fixed_initiative != 0:
        return FIXED_SCORE + FIXED_STEP * (int(helped) - int(hindered)) + bonus
    return dice.d20(state, int(helped) - int(hindered)) + bonus


@rule
def put_in_order(state: State, scene: Scene, tables: Tables) -> None:
    """Sort from high to low; ties as the encounter says. INI-03."""
    count = 0
    for who in range(scene.creature_count):
        if state.creatures[who].stat_block != 0:
            state.creatures[who].tie_break = tie_break(state, scene, tables, who)
            state.order[count] = who
            count += 1
    state.order_count = count
    if scene.initiative_ties == InitiativeTies.ROLL_OFF:
        roll_off(state, scene)
    for at in range(1, count):
        who = state.order[at]
        back = at
        while back > 0 and goes_before(state, who, state.order[back - 1]):
            state.order[back] = state.order[back - 1]
            back -= 1
        state.order[back] = who


@rule
def roll_off(state: State, scene: Scene) -> None:
    """Have all who are tied roll a d20, and again those who still are; a group rolls once."""
    for who in range(scene.creature_count):
        state.creatures[who].tie_break = 0
    for _ in range(MANY_ROLLS):
        tied = 0
        for who in range(scene.creature_count):
            tied |= int(is_tied(state, scene, who)) << who
        if tied == 0:
            return
        for who in range(scene.creature_count):
            creature = state.creatures[who]
            leader = leader_of(state, scene, who)
            creature.tie_break *= TIE_STEP
            if leader != who:
                creature.tie_break = state.creatures[leader].tie_break
            elif (tied >> who) & 1:
                creature.tie_break += dice.roll(state, 1, 20)


@rule
def is_tied(state: State, scene: Scene, who: int) -> bool:
    """Is a creature level with another that is not of its group?"""
    a, leader = state.creatures[who], leader_of(state, scene, who)
    for other in range(scene.creature_count):
        b = state.creatures[other]
        if a.stat_block == 0 or b.stat_block == 0 or leader_of(state, scene, other) == leader:
            continue
        if a.initiative == b.initiative and a.tie_break == b.tie_break:
            return True
    return False


@rule
def tie_break(state: State, scene: Scene, tables: Tables, who: int) -> int:
    """Return what decides a tie, the higher first: what the setting says, then luck."""
    creature = state.creatures[who]
    leader = leader_of(state, scene, who)
    if leader != who:
        return state.creatures[leader].tie_break
    ties = scene.initiative_ties
    key = 0
    if ties == InitiativeTies.DEXTERITY:
        key = modifiers.block_of(state, tables, who).ability_modifiers[Ability.DEXTERITY - 1] + 64
    elif ties == InitiativeTies.DM_FIRST:
        key = 1 - creature.is_character
    elif ties == InitiativeTies.PLAYERS_FIRST:
        key = creature.is_character
    elif ties == InitiativeTies.LISTED:
        return creature.tie_break
    return key << 16 | dice.random_below(state, 1 << 16)


@rule
def goes_before(state: State, who: int, other: int) -> bool:
    """Is a creature's turn before another's?"""
    a, b = state.creatures[who], state.creatures[other]
    if a.initiative != b.initiative:
        return a.initiative > b.initiative
    return a.tie_break > b.tie_break
