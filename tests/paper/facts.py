"""The facts of the SRD that tests need, from ``tests/data/srd``, with what is known to be wrong put
right (``corrections.tsv``)."""

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FACTS = HERE.parent / "data" / "srd"
EDITIONS = (2014, 2024)

Fact = dict[str, Any]


def slug(name: str) -> str:
    """Return the id of a name: "Yuan-Ti" -> "yuan_ti"."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def read_lines(name: str) -> list[Fact]:
    """Read a file of JSON lines."""
    with (FACTS / name).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@cache
def corrections() -> list[dict[str, str]]:
    """Return the known errors of the facts: edition, kind, id, path, found, right, why."""
    with (HERE / "corrections.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def additions() -> list[dict[str, str]]:
    """Return what the book has and the facts lack: edition, id, fact, claim, why."""
    with (HERE / "additions.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def added(edition: int, id_: str, fact: str) -> list[str]:
    """Return the claims that the book adds to a fact; "*" stands for every edition and id."""
    return [
        line["claim"]
        for line in additions()
        if line["fact"] == fact
        and line["id"] in (id_, "*")
        and line["edition"] in (str(edition), "*")
    ]


@cache
def monsters(edition: int) -> dict[str, Fact]:
    """Return the stat blocks by id."""
    return _corrected("monster", edition, read_lines(f"monsters_{edition}.jsonl"))


@cache
def spells(edition: int) -> dict[str, Fact]:
    """Return the spells by id."""
    return _corrected("spell", edition, read_lines(f"spells_{edition}.jsonl"))


@cache
def components() -> dict[str, str]:
    """Return the components of spells, the same in both editions, as "VSM"."""
    with (HERE / "components.tsv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["components"] for row in csv.DictReader(file, delimiter="\t")}


@cache
def features() -> list[Fact]:
    """Return the features of classes, feats and weapon masteries of both editions."""
    return read_lines("features.jsonl")


@cache
def equipment(edition: int, kind: str) -> dict[str, Fact]:
    """Return weapons ("weapon") or armor ("armor") by id."""
    lines = read_lines("equipment.jsonl")
    rows = [row for row in lines if row["ed"] == edition and row["kind"] == kind]
    return _corrected(kind, edition, rows)


@cache
def trait_tags() -> dict[str, list[str]]:
    """Return by tag of a trait its family and its weight: C combat, M support, N none."""
    found: dict[str, list[str]] = json.loads((FACTS / "traits.json").read_text(encoding="utf-8"))
    return found


def _corrected(kind: str, edition: int, rows: list[Fact]) -> dict[str, Fact]:
    found = {slug(row["id"]): row for row in rows}
    for line in corrections():
        if line["kind"] == kind and line["edition"] == str(edition):
            *path, last = line["path"].split("/")
            part: Any = found[line["id"]]
            for key in path:
                part = part[_key(part, key)]
            last = _key(part, last)
            now = part.get(last) if isinstance(part, dict) else part[last]
            if json.dumps(now) != line["found"]:
                raise ValueError(f"{line}: the fact says {json.dumps(now)}")
            part[last] = json.loads(line["right"])
    return found


def _key(part: Any, key: str) -> Any:
    """Return a key, or the index of an action by its name."""
    if not isinstance(part, list):
        return key
    if key.isdigit():
        return int(key)
    return [one["n"] for one in part].index(key)


class Effect(dict[str, str]):
    """One effect of an action as the facts write it: "COND c=prone if.size_le=large"."""

    @property
    def kind(self) -> str:
        return self["kind"]


def effect(text: str) -> Effect:
    """Read an effect of an action.

    >>> effect("DMG 2d6+3 fire")
    {'kind': 'DMG', 'dice': '2d6+3', 'type': 'fire'}
    """
    kind, *words = text.split()
    found = Effect(kind=kind)
    plain = iter(("dice", "type"))
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            found[key] = value
        else:
            found[next(plain)] = word
    return found


def entries(name: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a table in notation: names and texts, continued on indented lines."""
    current, parts = "", []
    for line in (HERE / "tables" / name).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            parts.append(line.strip())
            continue
        if current:
            yield current, " ".join(parts)
        current, _, rest = line.partition(" ")
        parts = [rest.strip()]
    if current:
        yield current, " ".join(parts)


@cache
def table(name: str) -> dict[str, str]:
    """Read a table in notation.

    Raises:
        ValueError: it has two entries of one name.
    """
    found: dict[str, str] = {}
    for key, text in entries(name):
        if key in found:
            raise ValueError(f"{name}: two entries {key}")
        found[key] = text
    return found
