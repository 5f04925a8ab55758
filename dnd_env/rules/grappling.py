"""Grappling: seizing, being held, dragging along, letting go.

Source: SRD 5.1, "Grappling"; SRD 5.2, "Unarmed Strike", "Grappled"; ATK-13 to ATK-15. A grip is a
lasting effect from the grappler on the grappled, with its escape DC.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import DC_OF_USER, Tables
from dnd_env.core.terms import Ability, Edition, Flag, Role, Size
from dnd_env.core.work import Work
from dnd_env.rules import geometry, modifiers, ongoing, sight
from dnd_env.rules.geometry import FEET, count_bits
from dnd_env.rules.sight import has

BASE_DC = 8


@rule
def seize(
    state: State, scene: Scene, tables: Tables, work: Work, source: int, target: int, effect
) -> None:
    """Have one creature seize another as a GRAPPLE row says, unless it has its hands full."""
    held = held_by(state, source)
    if (held >> target) & 1 or (effect.amount != 0 and count_bits(held) >= effect.amount):
        return
    given = tables.role_effects[Role.SEIZED] - 1
    index = ongoing.lay(state, tables, work, given, source, target, -1)
    if index < 0:
        return
    grip = state.ongoing[index]
    grip.is_grip, grip.rounds = 1, effect.rounds  # the reach of the grip: see ``settle``
    grip.save_dc = effect.save_dc
    if effect.save_dc == DC_OF_USER:
        grip.save_dc = dc_of(state, tables, source)


@rule
def dc_of(state: State, tables: Tables, who: int) -> int:
    """Return the DC of a creature's grapples and shoves. ATK-10 [2024]."""
    block = modifiers.block_of(state, tables, who)
    return BASE_DC + block.ability_modifiers[Ability.STRENGTH - 1] + block.proficiency


@rule
def grip_on(state: State, who: int) -> int:
    """Return the grip that holds a creature, -1 for none."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.is_grip != 0 and lasting.target == who + 1:
            return index
    return -1


@rule
def held_by(state: State, who: int) -> int:
    """Return the mask of the creatures that a creature holds."""
    mask = 0
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.is_grip != 0 and lasting.source == who + 1:
            mask |= 1 << (lasting.target - 1)
    return mask


@rule
def is_held_by(state: State, who: int, grappler: int) -> bool:
    """Does one creature hold another?"""
    if not is_held(state, who):
        return False
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.is_grip != 0 and lasting.target == who + 1:
            if lasting.source == grappler + 1:
                return True
    return False


@rule
def let_all_go(state: State, tables: Tables, work: Work, who: int) -> None:
    """Have a creature release all that it holds."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.is_grip != 0 and lasting.source == who + 1:
            ongoing.end(state, tables, work, index)


@rule
def is_light_load(state: State, tables: Tables, scene: Scene, who: int, other: int) -> bool:
    """Does dragging another cost nothing: two sizes smaller, [2024] or Tiny? ATK-15."""
    size = modifiers.size_of(state, tables, other)
    if size == Size.TINY and scene.edition == Edition.SRD_5_2:
        return True
    return size <= modifiers.size_of(state, tables, who) - 2


@rule
def drags(state: State, scene: Scene, tables: Tables, who: int) -> bool:
    """Does a creature drag somebody who slows it?"""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect != 0 and lasting.is_grip != 0 and lasting.source == who + 1:
            if not is_light_load(state, tables, scene, who, lasting.target - 1):
                return True
    return False


@rule
def settle(state: State, scene: Scene, tables: Tables, work: Work) -> None:
    """End grips whose grappler has fallen, cannot act, or is out of reach. ATK-14."""
    for index in range(state.ongoing_count):
        lasting = state.ongoing[index]
        if lasting.effect == 0 or lasting.is_grip == 0:
            continue
        grappler, held = lasting.source - 1, lasting.target - 1
        reach = max(FEET, lasting.rounds) + state.creatures[grappler].reach_ft
        lets_go = has(state.creatures[grappler], Flag.CANNOT_ACT)
        lets_go |= not sight.is_up(state, grappler)
        if lets_go or geometry.distance(state, scene, grappler, held) > reach:
            ongoing.end(state, tables, work, index)


@rule
def is_held(state: State, who: int) -> bool:
    return has(state.creatures[who], Flag.SEIZED)
