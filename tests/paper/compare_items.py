"""Shipped weapons and armor against the facts."""

from typing import Any

from tests.paper.compiled import library
from tests.paper.facts import Fact, equipment
from tests.paper.verdicts import Comparison

CATEGORIES = {"S": "simple", "M": "martial"}
KINDS = {"weapon": "weapon", "armor": "armor", "shield": "armor"}
OTHER_NAMES = {f"crossbow_{kind}": f"{kind}_crossbow" for kind in ("hand", "heavy", "light")}
NOT_OURS = {"monk", "special"}  # in the facts as properties: whose weapon it is; lance and net


def dice(value: Any) -> str:
    """Return dice of the facts, [1, 6], as content writes them."""
    if value is None:
        return ""
    number, sides = value
    return str(number) if sides == 1 else f"{number}d{sides}"


def _weapon(result: Comparison, fact: Fact, entry: Any) -> None:
    result.equal("category", CATEGORIES[fact["cat"]], entry["category"])
    result.equal("reach", fact["reach"], entry["reach"])
    result.equal("damage", dice(fact.get("dmg")) or "0", str(entry.get("damage", 0)))
    result.equal("type", fact.get("type"), entry.get("type"))
    result.equal("in two hands", dice(fact.get("two")), entry.get("versatile", ""))
    thrown = fact.get("thr")
    result.equal("thrown", thrown, entry.get("thrown_ft"))
    if fact["reach"] == "ranged" and not thrown:
        result.equal("range", fact["rng"], entry.get("range_ft"))
    wanted = {word.replace("-", "_") for word in fact.get("props", ())} - NOT_OURS
    found = set(entry.get("properties", ())) - {"lance"}
    result.equal("properties", sorted(wanted), sorted(found))
    result.equal("mastery", fact.get("mastery"), entry.get("mastery"))


def _armor(result: Comparison, fact: Fact, entry: Any) -> None:
    if fact.get("cat"):
        result.equal("category", fact["cat"].lower(), entry["category"])
    result.equal("armor class", fact["base"], entry["armor_class"])
    most = fact.get("maxdex") if fact.get("dex") else 0
    if fact["id"] != "shield":
        result.equal("dexterity", most, entry.get("dexterity"))
    result.equal("strength", fact.get("str", 0), entry.get("strength", 0))
    hides = fact.get("stealth_dis", False)
    result.equal("stealth", hides, entry.get("stealth_disadvantage", False))


def every() -> list[Comparison]:
    """Compare all weapons and armor of both editions; one that is not shipped is left out."""
    found = []
    for edition in (2014, 2024):
        shelf = library(edition)
        for kind in ("weapon", "armor"):
            for name, fact in equipment(edition, kind).items():
                name = OTHER_NAMES.get(name, name)
                result = Comparison(edition, "items", name)
                found.append(result)
                if not shelf.has("items", name):
                    result.left_out("item", "not shipped")
                    continue
                entry = shelf.find("items", name).table
                (_weapon if kind == "weapon" else _armor)(result, fact, entry)
    return found
