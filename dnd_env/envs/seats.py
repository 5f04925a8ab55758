"""Seats: which agent decides for which creature.

``creature``: each combatant is an agent, ``creature_0`` ...; ``table``: a ``player_0`` ... for each
character, and one ``dm_0`` for all monsters, as at a real table, but a ``dm_1`` ... for those of
each further side; ``side``: ``side_0`` ... for all of a side.
"""

from typing import Literal, get_args

from dnd_env.core.errors import EncounterError
from dnd_env.encounter.setup import CompiledEncounter

SeatOption = Literal["creature", "table", "side"]


class Seats:
    """The agents of an encounter, fixed for the battle; a summoned creature has its summoner's.

    Attributes:
        agents: names of the agents, in order.
        creatures: agent -> the creature slots that it decides for.
        sides: agent -> its side.
    """

    def __init__(self, encounter: CompiledEncounter, option: SeatOption = "creature") -> None:
        if option not in get_args(SeatOption):
            raise EncounterError(f"seats: found {option!r}, expected one of {get_args(SeatOption)}")
        self.option = option
        self._agents: list[str] = []
        players = 0
        cast = zip(encounter.side_of, encounter.is_character, strict=True)
        of_monsters = sorted({side for side, is_character in cast if not is_character})
        for who in range(len(encounter.names)):
            if option == "creature":
                name = f"creature_{who}"
            elif option == "side":
                name = f"side_{encounter.side_of[who]}"
            elif encounter.is_character[who]:
                name, players = f"player_{players}", players + 1
            else:
                name = f"dm_{of_monsters.index(encounter.side_of[who])}"
            self._agents.append(name)
        self.agents = list(dict.fromkeys(self._agents))
        self.creatures = {
            agent: [who for who, of in enumerate(self._agents) if of == agent]
            for agent in self.agents
        }
        self.sides = {agent: encounter.side_of[slots[0]] for agent, slots in self.creatures.items()}

    def agent_of(self, who: int) -> str:
        """Return the agent that decides for a creature."""
        return self._agents[who]
