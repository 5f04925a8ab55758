"""Shipped spells against the facts."""

import re
from collections import Counter

from dnd_env.core.terms import Component, Cost, Do, Gate, Target, Trait
from tests.paper.claims import HELD, Claims, claims, header
from tests.paper.compiled import CASTER, Activity, library
from tests.paper.compiled import spells as compiled_spells
from tests.paper.facts import Fact, added, components, spells
from tests.paper.map_monsters import SAME_SPELL
from tests.paper.map_spells import COSTS, map_spell
from tests.paper.notation import Row
from tests.paper.verdicts import Comparison

SCHOOLS = {
    "abju": "abjuration",
    "conj": "conjuration",
    "divi": "divination",
    "ench": "enchantment",
    "evoc": "evocation",
    "illu": "illusion",
    "necr": "necromancy",
    "tran": "transmutation",
}
NEAR = {"touch": 5, "self": 0}
UNTOLD = (
    "attack bonus",
    "reach ",
    "range ",
    "target within",
    "zone is movable",
    "flag held_aloft",
    HELD,
)
"""Claims that say what is compared as a number of its own, or is a matter of how it is played."""


def compare(edition: int, name: str) -> Comparison:
    """Compare a shipped spell with its facts."""
    result = Comparison(edition, "spells", name)
    fact = spells(edition).get(SAME_SPELL.get(name, name))
    if fact is None:
        result.left_out("facts", "there are none of that name")
        return result
    ways = compiled_spells(edition)[name]
    _numbers(result, fact, ways[0])
    _range(result, fact, ways[0])
    paper = map_spell(fact, edition)
    wanted: Claims = Counter()
    for fields, rows in paper.activities:
        wanted += header(fields) + claims([_with_modifier(row) for row in rows])
    wanted.update(added(edition, name, "spell"))
    wanted = paper.with_words_wanted(wanted)
    found: Claims = Counter()
    for way in ways:
        found += _said(way)
    is_cantrip = fact["lvl"] == 0
    result.claims("effects", _bare(wanted, is_cantrip), _bare(found, is_cantrip))
    if is_cantrip:
        _grown(result, name)
    return result


def _numbers(result: Comparison, fact: Fact, way: Activity) -> None:
    entry = library(result.edition).find("spells", result.id)
    result.equal("level", fact["lvl"], way.fields["spell_level"])
    result.equal("school", SCHOOLS[fact["sch"]], entry.table["school"])
    cost = COSTS.get(fact["time"], "ACTION")
    result.equal("casting time", cost, Cost(way.fields["cost"]).name)
    if result.id in components():
        mask = way.fields["components"]
        letters = "".join(one.name[0] for one in Component if mask >> one & 1)
        result.equal("components", components()[result.id], letters)
    traits = way.fields["traits"]
    result.equal("concentration", bool(fact.get("conc")), bool(traits >> Trait.CONCENTRATION & 1))
    if fact["lvl"]:
        result.equal("higher slots", bool(fact.get("up")), bool(traits >> Trait.UPCAST & 1))


def _range(result: Comparison, fact: Fact, way: Activity) -> None:
    """Compare how far it reaches: a melee spell attack counts from what makes it."""
    wanted = NEAR.get(fact.get("rng", 0), fact.get("rng", 0))
    found = way.fields["range_ft"]
    target = way.fields["target"]
    if target in (Target.SELF, Target.AROUND, Target.DIRECTION, Target.CAUSE):
        return  # its area is compared as such, or who caused it is in reach as the event says
    if fact["fam"] == "PWEAP" and way.fields["gate"] == Gate.ATTACK:
        found -= 5
    if fact.get("rng") != "self":
        result.equal("range", wanted, found)


def _with_modifier(row: Row) -> Row:
    """Return a row with the caster's modifier worked in, as the compiler does."""
    row = dict(row)
    if row["do"] in (Do.DAMAGE, Do.HEAL, Do.TEMP_HIT_POINTS) and row.get("ability"):
        row["bonus"] = row.get("bonus", 0) + CASTER.modifier
    row["children"] = [_with_modifier(child) for child in row.get("children", ())]
    return row


def _said(way: Activity) -> Claims:
    """Return what a way says; a teleport goes as far as the place that is chosen."""
    said = header(way.fields) + claims(way.effects)
    if way.fields["target"] == Target.SPACE and said["moves itself teleport 0 ft"]:
        said = said - Counter(["moves itself teleport 0 ft"])
        said[f"moves itself teleport {way.fields['range_ft']} ft"] += 1
    return said


def _bare(said: Claims, is_cantrip: bool) -> Claims:
    """Return claims without what is compared as a number of its own."""
    found: Claims = Counter()
    for claim, count in said.items():
        if claim.startswith(UNTOLD) or (is_cantrip and claim.startswith("more ")):
            continue
        if said[claim.replace("area ", "zone ")] and claim.startswith("area "):
            continue
        claim = re.sub(r" dc \d+", "", claim)
        found[claim] += 1 if claim.startswith(("save ", "zone ")) else count
    return Counter({one: 1 if one.startswith("save ") else n for one, n in found.items()})


def _grown(result: Comparison, name: str) -> None:
    """Compare what a cantrip deals at level 5: twice as many dice, or beams."""
    sums = []
    for level in (1, 5):
        way = compiled_spells(result.edition, level)[name][0]
        dice = sum(row["dice"] for row in way.effects if row["do"] == Do.DAMAGE)
        sums.append(dice * max(way.fields["targets"], 1))
    if sums[0]:
        result.equal("dice at level 5", 2 * sums[0], sums[1])


def every() -> list[Comparison]:
    """Compare all shipped spells."""
    return [compare(edition, name) for edition in (2014, 2024) for name in compiled_spells(edition)]
