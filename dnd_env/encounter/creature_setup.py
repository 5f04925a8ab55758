"""From a lineup to a STATE record, the template that every battle of an encounter begins as."""

from typing import Any

import numpy as np

from dnd_env.content.compile import Content
from dnd_env.core.layout import Checked, fill, new_records
from dnd_env.core.limits import MAX_ITEMS
from dnd_env.core.state import STATE
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Condition, Life, MovementMode, ObjectKind, Size
from dnd_env.encounter.battle_map import BattleMap
from dnd_env.encounter.lineup import Combatant
from dnd_env.encounter.mistakes import mistake
from dnd_env.encounter.spec import CONDITIONS, Creature, Spec

FLY = MovementMode.FLY - 1


def make_template(
    spec: Spec,
    battle_map: BattleMap,
    lineup: list[Combatant],
    stat_blocks: list[int],
    content: Content,
) -> np.ndarray:
    """Set up all creatures and doors.

    Args:
        spec: the encounter.
        battle_map: its map.
        lineup: who fights.
        stat_blocks: the row of each one's stat block in the tables.
        content: the compiled content.

    Returns:
        uint8 [itemsize], a STATE record that ``rules.step.begin`` can begin.

    Raises:
        EncounterError: a creature has no room, or begins as it cannot.
    """
    raw: np.ndarray = new_records(STATE, 1)[0]
    state: Any = Checked(raw.view(STATE)[:, 0])[0]
    _add_doors(state, battle_map)
    tables: Any = Checked(content.raw.view(TABLES)[:, 0])[0]
    groups: dict[tuple[int, int], int] = {}
    for slot, (who, row) in enumerate(zip(lineup, stat_blocks, strict=True)):
        creature, block = state.creatures[slot], tables.stat_blocks[row]
        creature.stat_block = row + 1
        _fill_creature(creature, who, block, spec.file)
        creature.main_hand, creature.off_hand = content.hands(row)
        creature.tie_break = len(lineup) - slot  # where ties go by the list
        if not who.is_character:
            creature.group = groups.setdefault((row, who.side), len(groups) + 1)
        for condition in _conditions(who.row, creature.life):
            lasting = state.ongoing[state.ongoing_count]
            lasting.effect = content.condition_effect(condition) + 1
            lasting.source = lasting.target = slot + 1
            state.ongoing_count = state.ongoing_count + 1
    return raw.reshape(-1)


def squares_across(size: int) -> int:
    """Return how many squares wide the space of a creature of a Size is. MOV-10."""
    return max(size - Size.MEDIUM + 1, 1)


def _add_doors(state: Any, battle_map: BattleMap) -> None:
    state.object_count = len(battle_map.doors)
    state.closed_doors = sum(not door.is_open for door in battle_map.doors)
    for at, door in enumerate(battle_map.doors):
        values = {"kind": ObjectKind.DOOR, "x": door.x, "y": door.y}
        fill(state.objects[at], values | {"is_open": door.is_open, "is_locked": door.is_locked})


def _fill_creature(creature: Any, who: Combatant, block: Any, file: str) -> None:
    """Set what does not depend on other creatures."""
    row = who.row
    if row.altitude_ft > 0 and block.speed_ft[FLY] == 0:
        raise mistake(file, f"{who.key}.altitude_ft", row.altitude_ft, "0, for it cannot fly")
    x, y = who.square or (0, 0)
    creature.x, creature.y, creature.zone = x, y, who.zone
    creature.width = squares_across(block.size)
    creature.altitude_ft, creature.is_flying = row.altitude_ft, row.altitude_ft > 0
    creature.side, creature.is_character = who.side, who.is_character
    creature.is_surprised, creature.lies_in_wait = row.is_surprised, row.lies_in_wait
    creature.hit_points = _hit_points(who, block, file)
    creature.rolls_hit_points = row.hit_points == "rolled"
    creature.temp_hit_points = row.temp_hit_points
    creature.life = Life.UP if creature.hit_points > 0 else Life.DYING
    for at in range(len(creature.resources)):
        creature.resources[at] = block.resources[at]
    for at in range(MAX_ITEMS):
        creature.items[at] = block.item_counts[at]


def _hit_points(who: Combatant, block: Any, file: str) -> int:
    """Return the hit points to begin with; ``rolled`` ones are drawn when a battle begins."""
    wanted, most = who.row.hit_points, int(block.hit_points)
    if isinstance(wanted, str):
        return most
    key = f"{who.key}.hit_points"
    if wanted > most:
        raise mistake(file, key, wanted, f"at most {most}; changes.hit_points sets the maximum")
    if wanted == 0 and not block.uses_dying_rules:
        raise mistake(file, key, wanted, "at least 1 for who dies at 0; see death_saves")
    return int(wanted)


def _conditions(row: Creature, life: int) -> list[Condition]:
    """Return the conditions to begin with; at 0 hit points a creature lies unconscious."""
    wanted = [CONDITIONS[name] for name in row.conditions]
    if life == Life.DYING:
        wanted += [Condition.UNCONSCIOUS, Condition.PRONE]
    return list(dict.fromkeys(wanted))
