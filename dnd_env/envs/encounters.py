"""From what a user names to a compiled encounter, and the layout of its spaces."""

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from typing import Any, Literal, get_args

from dnd_env.core.errors import EncounterError
from dnd_env.encounter import load, setup
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.encounter.spec import Options, Spec
from dnd_env.spaces.layout import Layout

Source = str | PathLike[str] | Mapping[str, Any] | Spec | CompiledEncounter
ActionSet = Literal["full", "compact"]
LayoutOption = Literal["encounter", "standard"]


def compile_encounter(
    source: Source,
    rules: str | None = None,
    level: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> CompiledEncounter:
    """Compile an encounter, or return the one compiled before from the same words.

    Args:
        source: a name, a path, a dict, TOML text, a Spec, or a compiled encounter.
        rules: "2014" or "2024"; otherwise as the encounter says.
        level: of the party; otherwise as the encounter says.
        options: options of the encounter that are to be other than it says.

    Raises:
        EncounterError: it cannot be read, or asks for what there is not.
    """
    if isinstance(source, CompiledEncounter):
        if rules is None and level is None and not options:
            return source
        source = source.spec
    unknown = set(options or {}) - set(Options.model_fields)
    if unknown:
        known = ", ".join(Options.model_fields)
        raise EncounterError(f"options: found {sorted(unknown)}, expected some of {known}")
    overrides = {"options": dict(options)} if options else {}
    spec = load.load(source, rules=rules, level=level, overrides=overrides)
    return _compile(spec.model_dump_json(), spec.file)


@lru_cache(maxsize=64)
def _compile(text: str, file: str) -> CompiledEncounter:
    return setup.set_up(load.check(load.parse(text, file), file))


def layout_of(
    encounter: CompiledEncounter, actions: ActionSet = "full", layout: LayoutOption = "encounter"
) -> Layout:
    """Return the layout of an encounter's spaces.

    Raises:
        EncounterError: an option is none of those there are.
    """
    for name, found, known in (
        ("actions", actions, get_args(ActionSet)),
        ("layout", layout, get_args(LayoutOption)),
    ):
        if found not in known:
            raise EncounterError(f"{name}: found {found!r}, expected one of {', '.join(known)}")
    compact = actions == "compact"
    if layout == "standard":
        return Layout.standard(compact)
    the_map = encounter.battle_map
    return Layout(
        the_map.width, the_map.height, len(encounter.names), encounter.slot_count, compact
    )
