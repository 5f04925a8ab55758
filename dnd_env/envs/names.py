"""Names in a battle: what its creatures, activities and items are called."""

from typing import Any

from dnd_env.encounter.setup import CompiledEncounter


class BattleNames:
    """Names of creatures, activities and items in a battle."""

    def __init__(self, encounter: CompiledEncounter, state: Any) -> None:
        self._encounter, self._state = encounter, state

    def creature(self, who: int) -> str:
        return self._encounter.names[who]

    def activity(self, who: int, slot: int) -> str:
        block = self._state.creatures[who].stat_block - 1
        return self._encounter.content.activity_name(block, slot)

    def item(self, who: int, slot: int) -> str:
        block = self._state.creatures[who].stat_block - 1
        return self._encounter.content.item_name(block, slot)

    def use(self, row: int) -> str:
        return self._encounter.content.activity_label(row)
