"""Shipped conditions against the facts: ``tests/data/srd/conditions.json``."""

import json
from collections import Counter
from typing import Any

from tests.paper.claims import Claims, claims
from tests.paper.compiled import monsters
from tests.paper.facts import FACTS
from tests.paper.verdicts import Comparison

SAYS = {
    "A DIS": "disadvantage on attack",
    "A ADV": "advantage on attack",
    "A DIS if src in LOS": "disadvantage on attack",
    "A DIS vs non-grappler": "disadvantage on attack",
    "D ADV": "advantage on attacked",
    "D DIS": "disadvantage on attacked",
    "D ADV<=5ft else DIS": "advantage on attacked, disadvantage on attacked",
    "K DIS": "disadvantage on checks",
    "K DIS if src in LOS": "disadvantage on checks",
    "K FAIL:sight": "flag cannot_see, (checks that need sight fail)",
    "K FAIL:hearing": "flag cannot_hear, (checks that need hearing fail)",
    "K SRC_ADV:social": "(its charmer has advantage on social checks)",
    "S FAIL:str,dex": "fail on strength_save, fail on dexterity_save",
    "S DIS:dex": "disadvantage on dexterity_save",
    "V 0": "modifier speed set 0",
    "V CRAWL": "flag crawls",
    "E NO_TARGET_SRC": "flag charmed",
    "E NO_APPROACH_SRC": "flag afraid",
    "E NO_ACTION,NO_REACTION": "flag cannot_act, flag cannot_react",
    "E +NO_BONUS,CONC_BREAK,NO_SPEECH": "flag cannot_speak",
    "crit_within 5": "critical on attacked",
    "drop_held 1": "flag drops_held",
    "RESIST ALL": "resist fire, resist slashing, resist poison",
    "IMM poisoned(24)/poison+disease(14)": "immune to poisoned",
    "14 L1 K:DIS": "disadvantage on checks",
    "14 L2 V:x0.5": "modifier speed halve 0",
    "14 L3 A:DIS,S:DIS": "disadvantage on attack, disadvantage on saves",
    "14 L4 MAXHP:x0.5": "modifier hit_point_maximum halve 0",
    "14 L5 V:0": "modifier speed set 0",
    "24 perLevel": "modifier d20_tests per_level -2, modifier speed per_level -5",
}
"""What an entry of the matrix means in claims; what is not here is a rule, and no effect's."""
PARTS = "inc"  # the conditions that one implies


def _entries(matrix: dict[str, Any], edition: int) -> list[str]:
    """Return what a condition says in one edition: "A DIS", "V 0"."""
    found = []
    for key, value in matrix.items():
        if key in ("14", "24"):
            if int(key) == edition % 100:
                found += [f"{key} {word} {one}" for word, one in value.items() if word[0] == "L"]
                found += [f"{key} {word}" for word in value if word == "perLevel"]
                found += [f"{word} {one}" for word, one in value.items()]
        elif key != PARTS:
            found.append(f"{key} {value}")
    return found


def compare(edition: int, number: int, name: str, matrix: dict[str, Any]) -> Comparison:
    """Compare one condition; ``matrix``: of all of them, by name."""
    result = Comparison(edition, "conditions", name)
    block = next(iter(monsters(edition).values()))
    found: Claims = Counter(claims(block.condition(number)))
    for part in [name, *matrix[name].get(PARTS, "").split(",")]:
        for entry in _entries(matrix.get(part, {}), edition):
            for claim in SAYS.get(entry, "").split(", "):
                if claim and found[claim]:
                    result.full(f"{part} {entry}: {claim}")
                elif claim:
                    result.left_out(claim)
    return result


def every() -> list[Comparison]:
    """Compare all conditions of both editions."""
    matrix = json.loads((FACTS / "conditions.json").read_text(encoding="utf-8"))
    names = sorted(name for name in matrix if name != "note")
    return [
        compare(edition, number, name, matrix)
        for edition in (2014, 2024)
        for number, name in enumerate(names)
    ]
