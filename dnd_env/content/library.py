"""Finding entries: by kind and name, in one edition's folder and in folders of one's own.

A folder holds one folder a kind (``monsters/wolf.toml``); ``items`` files hold a table an entry.
With ``inherits = "srd_5_1/x"`` an entry states what differs: scalars and lists replace, tables
merge by key, activities by name, ``remove`` names what goes. ``aliases.toml`` serves other names.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from dnd_env.content.schema.words import near, shown
from dnd_env.core.errors import ContentError
from dnd_env.core.terms import Edition

ROOT = Path(__file__).parent
KINDS = (
    "monsters",
    "spells",
    "items",
    "conditions",
    "traits",
    "classes",
    "features",
    "species",
    "actions",
)
TABLES_OF_ENTRIES = "items"  # the kind whose files hold many entries


class Entry(NamedTuple):
    """One entry as its file has it, inheritance done."""

    kind: str
    id: str
    table: Mapping[str, Any]
    where: str  # the file, for errors


def normal(name: str) -> str:
    """Return the id that a name stands for.

    >>> normal("Will-o'-Wisp")
    'will_o_wisp'
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


@cache
def read_toml(path: Path) -> dict[str, Any]:
    """Read a file; the result is shared, so it is not to be changed.

    Raises:
        ContentError: it cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ContentError(f"{shortened(path)}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at {error.start}"
        raise ContentError(f"{shortened(path)}: found {found}, expected TOML in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{shortened(path)}: not TOML: {error}") from None


def shortened(path: Path) -> str:
    """Return the last three parts of a path: "srd_5_1/monsters/wolf.toml"."""
    return "/".join(path.parts[-3:])


class Library:
    """All entries of one edition.

    Args:
        edition: whose entries.
        extra: folders of one's own, laid out as an edition's; the first that has an entry is asked.
        root: where the editions' folders are.
    """

    def __init__(
        self, edition: Edition, extra: Sequence[Path | str] = (), root: Path = ROOT
    ) -> None:
        self.edition = edition
        self.root = root
        self.folders = [*(Path(folder) for folder in extra), root / edition.name.lower()]
        self._indices: dict[str, dict[str, Path]] = {}
        self._found: dict[tuple[str, str], Entry] = {}

    def find(self, kind: str, name: str) -> Entry:
        """Find an entry by its id, its name in words, or an alias.

        Raises:
            ContentError: there is none; names those like it.
        """
        key = (kind, name)
        if key not in self._found:
            self._found[key] = self._find(kind, name)
        return self._found[key]

    def has(self, kind: str, name: str) -> bool:
        """Is there such an entry?"""
        return self._id_of(kind, name) is not None

    def names(self, kind: str) -> list[str]:
        """Return the ids of all entries of a kind."""
        return sorted(self._index(kind))

    def _id_of(self, kind: str, name: str) -> str | None:
        wanted = normal(name)
        if wanted in self._index(kind):
            return wanted
        for folder in self.folders:
            path = folder / "aliases.toml"
            alias = read_toml(path).get(kind, {}).get(wanted) if path.exists() else None
            if alias is not None:
                return str(alias)
        return None

    def _find(self, kind: str, name: str) -> Entry:
        known = self._index(kind)
        found = self._id_of(kind, name)
        if found is None or found not in known:
            text = f"{self.edition.name.lower()}: no entry {shown(name)} in {kind}"
            meant = near(normal(name), known)
            raise ContentError(f"{text}; did you mean {' or '.join(meant)}?" if meant else text)
        path = known[found]
        table = read_toml(path)
        where = shortened(path)
        if kind == TABLES_OF_ENTRIES:
            table, where = table[found], f"{where}: {found}"
            if not isinstance(table, Mapping):
                raise ContentError(f"{where}: found {shown(table)}, expected a table")
        if "inherits" in table:
            table = self._inherit(kind, table, where)
        return Entry(kind, found, table, where)

    def _index(self, kind: str) -> dict[str, Path]:
        if kind not in KINDS:
            raise ContentError(f"no kind {shown(kind)}; expected one of {', '.join(KINDS)}")
        if kind not in self._indices:
            index: dict[str, Path] = {}
            for folder in reversed(self.folders):
                index |= self._list(kind, folder / kind)
            self._indices[kind] = index
        return self._indices[kind]

    def _list(self, kind: str, folder: Path) -> dict[str, Path]:
        paths = sorted(folder.glob("*.toml"))
        if kind != TABLES_OF_ENTRIES:
            return {path.stem: path for path in paths}
        return {name: path for path in paths for name in read_toml(path)}

    def _inherit(self, kind: str, table: Mapping[str, Any], where: str) -> dict[str, Any]:
        said = table["inherits"]
        edition, _, name = str(said).partition("/")
        editions = [member.name.lower() for member in Edition]
        if edition not in editions or not name:
            raise ContentError(
                f'{where}: inherits: found {shown(said)}, expected "{editions[0]}/" and an id'
            )
        paths = self._list(kind, self.root / edition / kind)
        if name not in paths:
            meant = near(name, paths)
            hint = f"; did you mean {' or '.join(meant)}?" if meant else ""
            raise ContentError(f"{where}: inherits: no entry {shown(said)} in {kind}{hint}")
        parent = read_toml(paths[name])
        if kind == TABLES_OF_ENTRIES:
            parent = parent[name]
        if "inherits" in parent:
            raise ContentError(
                f"{where}: inherits: {shown(said)} itself inherits; expected no chain"
            )
        return inherited(parent, table, where)


def inherited(parent: Mapping[str, Any], table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return what a table says on top of its parent.

    >>> inherited({"a": 1, "b": {"c": 2, "d": 3}}, {"inherits": "x/y", "b": {"c": 4}}, "")
    {'a': 1, 'b': {'c': 4, 'd': 3}}
    """
    own = {key: value for key, value in table.items() if key not in ("inherits", "remove")}
    left = _without(parent, table.get("remove", []), where)
    return _merged(left, own)


def _without(parent: Mapping[str, Any], names: Sequence[str], where: str) -> dict[str, Any]:
    result = dict(parent)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ContentError(f"{where}: remove: found {shown(names)}, expected a list of names")
    for name in names:
        activities = [one for one in result.get("activities", []) if one["name"] != name]
        if len(activities) < len(result.get("activities", [])):
            result["activities"] = activities
        elif name in result:
            del result[name]
        else:
            known = [*result, *(one["name"] for one in result.get("activities", []))]
            meant = near(name, known, 1)
            hint = f'; did you mean "{meant[0]}"?' if meant else ""
            raise ContentError(
                f"{where}: remove: found {shown(name)}, expected a key or activity{hint}"
            )
    return result


def _merged(parent: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(parent)
    for key, value in own.items():
        before = result.get(key)
        if key == "activities" and isinstance(before, list) and _are_named(value):
            result[key] = _merged_by_name(before, value)
        elif isinstance(before, Mapping) and isinstance(value, Mapping):
            result[key] = _merged(before, value)
        else:
            result[key] = value
    return result


def _are_named(value: Any) -> bool:
    """Are these tables with names? What else there is, the entry's schema refuses."""
    return isinstance(value, list) and all(
        isinstance(one, Mapping) and isinstance(one.get("name", ""), str) for one in value
    )


def _merged_by_name(parent: list[Any], own: list[Any]) -> list[Any]:
    changed = {one.get("name"): one for one in own}
    kept = [_merged(one, changed.pop(one["name"], {})) for one in parent]
    return kept + [one for one in own if one.get("name") in changed]
