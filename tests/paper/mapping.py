"""All facts of the SRD, each with how far the vocabulary can say it."""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.paper.facts import EDITIONS, HERE, features, monsters, slug, spells, trait_tags
from tests.paper.map_actions import map_action
from tests.paper.map_features import map_feature, name_of
from tests.paper.map_monsters import (
    defenses,
    known_spells,
    map_trait,
    read_trait,
    room_of,
    ways_to_attack,
)
from tests.paper.map_spells import map_spell
from tests.paper.notation import Paper, read

MAPPED, WANTS, NOTHING, FAULT = "mapped", "wants words", "not of combat", "cannot be said"


class Line(NamedTuple):
    """One fact on paper: what kind, whose, and how far it can be said."""

    kind: str
    edition: int
    name: str
    paper: Paper

    @property
    def status(self) -> str:
        if self.paper.nothing:
            return NOTHING
        if self.paper.fault:
            return FAULT
        return WANTS if self.paper.wanted.words else MAPPED


@cache
def lines() -> list[Line]:
    """Map every fact; the result is shared."""
    return [*_of_monsters(), *_of_spells(), *_of_features()]


def _of_monsters() -> Iterator[Line]:
    for edition in EDITIONS:
        for id_, monster in monsters(edition).items():
            for name, text in defenses(monster):
                yield Line("defenses", edition, f"{id_}: {name}", read(text))
            for trait in monster.get("traits", ()):
                tag, _ = read_trait(trait)
                yield Line("traits", edition, f"{id_}: {tag}", map_trait(trait, edition))
            for action in monster.get("acts", ()):
                yield Line("actions", edition, f"{id_}: {action['n']}", map_action(action))
            if ways_to_attack(monster):
                paper = Paper()
                paper.wanted.words |= room_of(monster, edition).wanted
                yield Line("multiattacks", edition, id_, paper)
            for name in known_spells(monster):
                spell = spells(edition).get(name)
                known = Paper(fault="no such spell") if spell is None else Paper()
                yield Line("spells of stat blocks", edition, f"{id_}: {name}", known)


def _of_spells() -> Iterator[Line]:
    for edition in EDITIONS:
        for id_, spell in spells(edition).items():
            kind = {"C": "combat spells", "M": "support spells", "N": "other spells"}[spell["rel"]]
            paper = Paper(nothing="no use in combat")
            if spell["rel"] != "N":
                paper = map_spell(spell, edition)
            yield Line(kind, edition, id_, paper)


def _of_features() -> Iterator[Line]:
    for feature in features():
        yield Line("features", feature["ed"], name_of(feature), map_feature(feature))


def share(kind: str, edition: int | None = None, proposed: bool = False) -> float:
    """Return the share of the facts of a kind that can be said, of those that matter in combat.

    Args:
        kind: of ``Line.kind``.
        edition: 2014 or 2024; none for both.
        proposed: also count those that only want words of ``proposals.tsv``.
    """
    found = [line for line in lines() if line.kind == kind and edition in (None, line.edition)]
    tally = Counter(line.status for line in found)
    said = tally[MAPPED]
    if proposed:
        known = set(proposals())
        said += sum(line.status == WANTS and line.paper.wanted.words <= known for line in found)
    return said / (len(found) - tally[NOTHING])


@cache
def proposals() -> dict[str, str]:
    """Return the words and fields that are proposed, with what they are for."""
    with (HERE / "proposals.tsv").open(encoding="utf-8", newline="") as file:
        return {row["word"]: row["what"] for row in csv.DictReader(file, delimiter="\t")}


def wanted() -> dict[str, list[Line]]:
    """Return what the vocabulary lacks, with the facts that want it."""
    found: dict[str, list[Line]] = {}
    for line in lines():
        for word in sorted(line.paper.wanted.words):
            found.setdefault(word, []).append(line)
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


def weight(tag: str) -> str:
    """Return how much a trait matters in combat: C, M or N."""
    return trait_tags()[tag][1]


__all__ = ["Line", "lines", "proposals", "share", "slug", "wanted", "weight"]
