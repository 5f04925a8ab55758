"""Shipped features of classes against the facts.

The numbers of features grow with level, so what is compared are kinds of effects; that the numbers
are right is for ``tests/content``.
"""

import re
from collections import Counter
from functools import cache
from typing import Any

from dnd_env.content.compile import CreatureRequest, compile_content
from tests.paper.claims import Claims, claims, header
from tests.paper.compare_monsters import plain
from tests.paper.compiled import Block, library
from tests.paper.facts import Fact, added, features, slug
from tests.paper.map_features import map_feature
from tests.paper.verdicts import Comparison

CLASSES = ("cleric", "fighter", "rogue", "wizard")
SAYS_NOTHING = {"name", "left_out", "approximated", "inherits", "replaces", "remove"}
HIGHEST = 20
NAMES = {
    "fighter/weapon_mastery": "weapon_mastery_fighter",
    "rogue/weapon_mastery": "weapon_mastery_rogue",
    "cleric/blessed_strikes": "divine_strike",
    "cleric/destroy_undead": "turn_undead",
    "cleric/sear_undead": "turn_undead",
    "mastery/cleave": "mastery_cleave",
    "mastery/graze": "mastery_graze",
    "mastery/nick": "mastery_nick",
    "mastery/push": "mastery_push",
    "mastery/sap": "mastery_sap",
    "mastery/slow": "mastery_slow",
    "mastery/topple": "mastery_topple",
    "mastery/vex": "mastery_vex",
}
"""The entries of features that content calls otherwise, or holds in another's entry."""
FROM_ANOTHERS = {"cleric/destroy_undead", "cleric/sear_undead"}
UNTOLD = ("attack", "reach", "range", "if ", "unless ", "target within", "on ")
ARMED = {
    "mastery_sap": ("longsword",),
    "mastery_cleave": ("greataxe",),
    "mastery_graze": ("greatsword",),
    "mastery_nick": ("shortsword", "dagger"),
    "mastery_push": ("pike",),
    "mastery_slow": ("club",),
    "mastery_topple": ("maul",),
    "mastery_vex": ("rapier",),
}
"""With what a fighter shows a mastery."""
BY_STYLE = "fighting_style"


@cache
def _block(edition: int, name: str, equipment: tuple[str, ...] = ()) -> Block:
    changes = {"equipment": equipment} if equipment else {}
    request = CreatureRequest.of(name, HIGHEST, **changes)
    return Block(compile_content(library(edition), [request]), request)


def _levels(edition: int, name: str) -> dict[str, int]:
    """Return by feature the level at which the shipped class gives it."""
    table = library(edition).find("classes", name).table["features"]
    return {one: int(level) for level, names in table.items() for one in names}


def _said(block: Block, name: str) -> Claims:
    """Return what the content says under the name of a feature."""
    found: Claims = Counter()
    for label, row in block.standing():
        if plain(label) == name:
            found += claims([row])
    for way in block.activities:
        if plain(way.name.partition(":")[0]) == name:
            found += header(way.fields) + claims(way.effects)
            continue
        pairs = zip(way.labels, way.effects, strict=True)
        found += claims(row for label, row in pairs if plain(label) == name)
    return found


def _without_numbers(said: Claims) -> Claims:
    kinds: Claims = Counter()
    for claim in said:
        if claim.startswith(UNTOLD):
            continue
        claim = re.sub(r" dc -?\d+", "", claim)
        claim = re.sub(r"^modifier .* at_least", "modifier at_least", claim)
        kinds[re.sub(r"-?\d+(d\d+)?([+-]\d+)?", "#", claim)] = 1
    return kinds


def compare(fact: Fact) -> Comparison:
    """Compare one feature of a class that is shipped."""
    whole = fact["cls"].partition(".")[0]
    name, edition = slug(fact["name"]), fact["ed"]
    key = _key(fact)
    entry_name = NAMES.get(key, name)
    result = Comparison(edition, "features", f"{whole}: {name}")
    paper = map_feature(fact)
    if paper.nothing:
        return result
    shelf = library(edition)
    if whole in CLASSES and entry_name not in ("", BY_STYLE):
        level = _levels(edition, whole).get(entry_name)
        if level is None:
            result.left_out("feature", f"not among those of the {whole}")
            return result
        if key not in FROM_ANOTHERS:
            result.equal("level", fact["lvl"], level)
    if entry_name == BY_STYLE:
        result.equal("styles", [], _styles_missing(edition))
        return result
    entry = shelf.find("features", entry_name)
    if not set(entry.table) - SAYS_NOTHING and not entry_name.startswith("mastery_"):
        result.left_out("effects")
        return result
    block = _block(edition, whole if whole in CLASSES else "fighter", ARMED.get(entry_name, ()))
    _effects(result, fact, entry, block)
    return result


def _styles_missing(edition: int) -> list[str]:
    """Return the fighting styles of the book that are not shipped."""
    styles = ["archery", "defense", "great_weapon", "two_weapon"]
    styles += ["dueling", "protection"] if edition == 2014 else []
    return [one for one in styles if not library(edition).has("features", f"style_{one}")]


def _wanted(fact: Fact) -> Claims:
    """Return what a feature on paper says."""
    paper = map_feature(fact)
    wanted: Claims = Counter()
    for fields, rows in paper.activities:
        wanted += header(fields) + claims(rows)
    wanted += claims(paper.standing)
    return paper.with_words_wanted(_without_numbers(wanted))


def _effects(result: Comparison, fact: Fact, entry: Any, block: Block) -> None:
    says = set(entry.table) - SAYS_NOTHING
    if not says or says - {"effects", "activities"}:
        result.full("worked into other rows")
        return
    wanted = _wanted(fact)
    wanted.update(added(result.edition, result.id, "feature"))
    found = _without_numbers(_said(block, plain(entry.table.get("name", entry.id))))
    if entry.id in ARMED:  # what a weapon's mastery does lies among the weapon's own effects
        ways = [way for way in block.activities if "(" not in way.name]
        found = (
            _without_numbers(
                sum((header(way.fields) + claims(way.effects) for way in ways), Counter())
            )
            & wanted
        )
    if _key(fact) in FROM_ANOTHERS:
        found &= wanted
    others = [one for one in features() if one["ed"] == fact["ed"] and _key(one) in FROM_ANOTHERS]
    theirs = [_wanted(one) for one in others if NAMES[_key(one)] == entry.id]
    result.claims("effects", wanted, found, sum(theirs, Counter()))


def _key(fact: Fact) -> str:
    return f"{fact['cls']}/{slug(fact['name'])}"


def every() -> list[Comparison]:
    """Compare all features of the classes that are shipped, and the weapon masteries."""
    found = []
    for fact in features():
        whole = fact["cls"].partition(".")[0]
        if whole in (*CLASSES, "mastery"):
            result = compare(fact)
            if result.findings:
                found.append(result)
    return found
