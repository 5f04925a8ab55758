"""Spells and features on paper use the primitives that the facts name for them."""

from collections.abc import Iterator

from dnd_env.core.terms import Do
from tests.paper.facts import EDITIONS, features, spells
from tests.paper.map_features import map_feature, name_of
from tests.paper.map_spells import map_spell
from tests.paper.notation import Paper

SAME = {
    "ROLLMODE": {"ROLL_MODE", "ROLL_CHANGE", "FLAG", "MODIFIER"},
    "ECON": {"ECONOMY", "FLAG", "CONTROL", "CAST", "activity"},
    "TRIGGER": {"TRIGGER", "event", "FLAG"},
    "ENTITY": {"ENTITY", "ZONE"},
    "CAST": {"CAST", "activity"},
    "VISIBILITY": {"VISIBILITY", "CONDITION", "FLAG"},
    "HEAL": {"HEAL", "TEMP_HIT_POINTS", "MODIFIER"},
    "AFFINITY": {"AFFINITY", "FLAG", "ROLL_CHANGE"},
    "CONDITION": {"CONDITION", "CONTROL", "CONTAIN", "FLAG"},
    "MODIFIER": {"MODIFIER", "FLAG", "ROLL_MODE", "ROLL_CHANGE", "activity", "block"},
    "RESOURCE": {"RESOURCE", "activity"},
    "TICK": {"TICK", "TRIGGER"},
}
"""Primitives that rows say in several ways; "activity", "event", "block": in its fields."""
OTHERWISE = {
    "conjure_celestial CONDITION",  # blindness of another spell
    "fighter.champion/survivor ROLLMODE",  # death saves, in 2024 only
    "phantasmal_force CONTROL",  # what the target believes
    "color_spray LIFE",  # the facts count who dies of it
    "dimension_door DAMAGE",  # arriving where there is no room
    "earthquake DAMAGE",  # falling buildings
    "mirror_image VISIBILITY",  # the images are a resource
    "power_word_stun LIFE",  # hit points are tested, not changed
}


def _used(paper: Paper) -> set[str]:
    found = {Do(row["do"]).name for row in paper.effects()}
    if paper.activities:
        found.add("activity")
    if paper.block:
        found.add("block")
    return found | {"event" for fields, _ in paper.activities if "event" in fields}


def _papers() -> Iterator[tuple[str, list[str], Paper]]:
    for edition in EDITIONS:
        for name, spell in spells(edition).items():
            if spell["rel"] != "N":
                yield name, spell.get("prims", []), map_spell(spell, edition)
    for feature in features():
        yield name_of(feature), feature["prims"], map_feature(feature)


def test_primitives_are_those_of_the_facts() -> None:
    """A spell or feature has rows for each primitive that the facts count it to need."""
    missing = {
        f"{name} {primitive}"
        for name, primitives, paper in _papers()
        if not paper.nothing and not paper.baked
        for primitive in primitives
        if not SAME.get(primitive, {primitive}) & _used(paper)
    }

    assert missing == OTHERWISE
