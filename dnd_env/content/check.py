"""Checking one file: an entry of an edition, or of a folder of one's own."""

from collections.abc import Callable
from pathlib import Path

from dnd_env.content.compile import CreatureRequest, compile_content, compile_sheets, sheet_of
from dnd_env.content.expressions import fill_in
from dnd_env.content.library import KINDS, TABLES_OF_ENTRIES, Library, read_toml, shortened
from dnd_env.content.rows.characters import names_of
from dnd_env.content.rows.monsters import add_trait
from dnd_env.content.schema.base import validate
from dnd_env.content.schema.characters import Feature
from dnd_env.content.schema.creatures import TraitUse
from dnd_env.content.schema.words import shown
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import Edition

LEVELS = (1, 5, 11, 20)  # at which classes are tried
PLAIN, CASTER = "fighter", "wizard"  # of these classes is who bears what is tried


def check_file(path: Path) -> None:
    """Check a content file: ``<folder>/<kind>/<id>.toml``, with what it names.

    A file of an edition's folder is checked in that edition; another is good if it is good in one.

    Raises:
        ContentError: it is in no folder of a kind, or not as it should be; names file and key.
    """
    path = path.resolve()
    kind, folder = path.parent.name, path.parent.parent
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise ContentError(
            f"{shortened(path)}: found folder {shown(kind)}, expected one of {known}"
        )
    names = list(read_toml(path)) if kind == TABLES_OF_ENTRIES else [path.stem]
    own = [edition for edition in Edition if folder.name == edition.name.lower()]
    faults = []
    for edition in own or Edition:
        try:
            for name in names:
                CHECKS[kind](Library(edition, [folder]), name)
        except ContentError as fault:
            faults.append(fault)
        else:
            return
    raise faults[0]


def _check_monster(library: Library, name: str) -> None:
    compile_content(library, [CreatureRequest(name)])


def _check_class(library: Library, name: str) -> None:
    compile_content(library, [CreatureRequest(name, level) for level in LEVELS])


def _check_spell(library: Library, name: str) -> None:
    compile_content(library, [CreatureRequest.of(CASTER, LEVELS[-1], spells=[name])])


def _check_item(library: Library, name: str) -> None:
    ammunition = library.find("items", name).table.get("ammunition")
    carried = [name, ammunition] if ammunition else [name]
    compile_content(library, [CreatureRequest.of(PLAIN, LEVELS[0], equipment=carried)])


def _check_species(library: Library, name: str) -> None:
    compile_content(library, [CreatureRequest.of(PLAIN, LEVELS[0], species=name)])


def _check_trait(library: Library, name: str) -> None:
    request = CreatureRequest(PLAIN, LEVELS[0])
    sheet = sheet_of(library, request)
    add_trait(sheet, library, TraitUse(name=name), names_of(library, PLAIN, LEVELS[0]))
    compile_sheets(library, {request: sheet})


def _check_feature(library: Library, name: str) -> None:
    entry = library.find("features", name)
    names = names_of(library, CASTER, LEVELS[-1]) | {"type": "slashing"}  # of a weapon mastered
    validate(Feature, fill_in(dict(entry.table), names, entry.where), entry.where)


def _check_common(library: Library, _: str) -> None:
    compile_content(library, [])


CHECKS: dict[str, Callable[[Library, str], None]] = {
    "monsters": _check_monster,
    "spells": _check_spell,
    "items": _check_item,
    "conditions": _check_common,
    "traits": _check_trait,
    "classes": _check_class,
    "features": _check_feature,
    "species": _check_species,
    "actions": _check_common,
}
