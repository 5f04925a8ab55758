"""An encounter set up: what ``rules.step.begin`` and the shells above need of a fight."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dnd_env.content.compile import Content, CreatureRequest, compile_content, sheet_of
from dnd_env.content.library import Library
from dnd_env.core.errors import ContentError, EncounterError
from dnd_env.core.layout import Checked
from dnd_env.core.tables import TABLES
from dnd_env.encounter import battle_map, creature_setup, places, scene_setup
from dnd_env.encounter.battle_map import BattleMap
from dnd_env.encounter.lineup import Combatant, line_up
from dnd_env.encounter.mistakes import mistake
from dnd_env.encounter.spec import Spec


@dataclass(frozen=True)
class CompiledEncounter:
    """A fight ready to be begun.

    Attributes:
        spec: the encounter on paper.
        battle_map: its map.
        lineup: who fights, by creature slot.
        content: the compiled stat blocks and what goes with them.
        raw_scene: uint8 [itemsize], a SCENE; its layout of actions and observations is not set.
        template: uint8 [itemsize], a STATE that ``rules.step.begin`` can begin.
        slot_count: the most activities that one of its stat blocks has.
    """

    spec: Spec
    battle_map: BattleMap
    lineup: tuple[Combatant, ...]
    content: Content
    raw_scene: np.ndarray
    template: np.ndarray
    slot_count: int

    @property
    def names(self) -> list[str]:
        """The name of the creature in each slot."""
        return [combatant.name for combatant in self.lineup]

    @property
    def sides(self) -> list[str]:
        """The name of each side."""
        return list(self.spec.sides)

    @property
    def side_of(self) -> list[int]:
        """The side of the creature in each slot."""
        return [combatant.side for combatant in self.lineup]

    @property
    def is_character(self) -> list[bool]:
        """Whether a player plays the creature in each slot."""
        return [combatant.is_character for combatant in self.lineup]

    @property
    def rules(self) -> str:
        """``2014`` or ``2024``."""
        return self.spec.rules

    @property
    def text(self) -> str:
        """The encounter in full, as text that ``load.load`` reads."""
        return self.spec.model_dump_json()


def set_up(spec: Spec, library: Library | None = None) -> CompiledEncounter:
    """Set up an encounter.

    Args:
        spec: the encounter on paper.
        library: where its creatures are found; by default the SRD of its edition.

    Raises:
        EncounterError: a creature is not to be found, has no room, or begins as it cannot.
    """
    library = library or Library(spec.edition)
    the_map = battle_map.read(
        spec.map.squares,
        spec.map.legend,
        spec.marks(),
        ground=spec.map.ground,
        edition=spec.edition,
        file=spec.file,
    )
    lineup = line_up(spec, the_map)
    requests = [request_of(spec, who, library) for who in lineup]
    content = _compile(spec, lineup, requests, library)
    tables: Any = Checked(content.raw.view(TABLES)[:, 0])[0]
    rows = [content.stat_block(request) for request in requests]
    blocks = [tables.stat_blocks[row] for row in rows]
    places.check(spec, the_map, lineup, [block.size for block in blocks])
    return CompiledEncounter(
        spec=spec,
        battle_map=the_map,
        lineup=tuple(lineup),
        content=content,
        raw_scene=scene_setup.make_scene(spec, the_map, len(lineup)),
        template=creature_setup.make_template(spec, the_map, lineup, rows, content),
        slot_count=max(block.activity_count for block in blocks),
    )


def request_of(spec: Spec, who: Combatant, library: Library) -> CreatureRequest:
    """Return what to ask the content for: a monster, or a class at a level."""
    row, is_class = who.row, library.has("classes", who.entry)
    if not is_class and not library.has("monsters", who.entry):
        known = [*library.names("classes"), *library.names("monsters")]
        expected = f"a class or monster of the {spec.rules} rules"
        raise mistake(spec.file, f"{who.key}.entry", who.entry, expected, known)
    if not is_class and row.level is not None:
        raise mistake(spec.file, f"{who.key}.level", row.level, f"none: {who.entry} is no class")
    changes = row.changes | ({"dying_rules": 1} if row.death_saves else {})
    level = (row.level or spec.level) if is_class else None
    return CreatureRequest.of(who.entry, level, **changes)


def _compile(
    spec: Spec, lineup: list[Combatant], requests: list[CreatureRequest], library: Library
) -> Content:
    """Compile the content; changes that cannot be made are a mistake of the encounter."""
    try:
        return compile_content(library, requests)
    except ContentError:
        for who, request in zip(lineup, requests, strict=True):
            if request.changes:
                _check_changes(f"{spec.file}: {who.key}.changes", request, library)
        raise


def _check_changes(key: str, request: CreatureRequest, library: Library) -> None:
    try:
        sheet_of(library, request)
    except ContentError as error:
        raise EncounterError(f"{key}: {error}") from None
