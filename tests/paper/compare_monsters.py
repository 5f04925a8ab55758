"""Shipped stat blocks against the facts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from dnd_env.core import terms
from dnd_env.core.terms import Cost, Do
from tests.paper.claims import Claims, claims, header
from tests.paper.compiled import Activity
from tests.paper.compiled import monsters as compiled_monsters
from tests.paper.facts import Fact, added, effect, monsters, slug, spells
from tests.paper.map_actions import map_action
from tests.paper.map_monsters import (
    SENSES,
    defenses,
    known_spells,
    map_trait,
    numbers,
    read_trait,
    ways_to_attack,
)
from tests.paper.notation import Row, read
from tests.paper.verdicts import Comparison

PLAIN = (
    "size",
    "creature_type",
    "armor_class",
    "hit_points",
    "hit_dice",
    "hit_die",
    "hit_bonus",
    "challenge_eighths",
    "proficiency",
    "initiative_bonus",
    "passive_perception",
    "legendary_actions",
    "hovers",
)
LISTS = {
    "speed_ft": [spelled.name.lower() for spelled in terms.MovementMode],
    "sense_ft": SENSES,
    "ability_scores": [ability.name.lower() for ability in terms.Ability],
    "save_bonus": [ability.name.lower() for ability in terms.Ability],
    "skill_bonus": [skill.name.lower() for skill in terms.Skill],
}
COSTS = {
    "A": (Cost.ACTION, Cost.ATTACK),
    "B": (Cost.BONUS_ACTION,),
    "R": (Cost.REACTION, Cost.FREE),
}
ATTACKS = (Cost.ATTACK, Cost.LEGENDARY)
NO_KINDS = 2024
THROWN, RANGED = " (thrown)", " (ranged)"
CHARGES = ("CHARGE", "POUNCE", "TRAMPLING_CHARGE", "CHARGE_BOAR_OR_HYBRID_FORM_ONLY")


def plain(name: str) -> str:
    """Return a name without anything that spellings differ in."""
    return slug(name).replace("_", "")


def compare(edition: int, name: str) -> Comparison:
    """Compare a shipped stat block with its facts."""
    return _Comparer(edition, name).run()


class _Comparer:
    def __init__(self, edition: int, name: str) -> None:
        self.result = Comparison(edition, "monsters", name)
        self.fact: Fact | None = monsters(edition).get(name)
        self.block = compiled_monsters(edition)[name]
        self.edition = edition
        self.accounted: Counter[str] = Counter()

    def run(self) -> Comparison:
        if self.fact is None:
            self.result.left_out("facts", "there are none of that name")
            return self.result
        self._numbers()
        self._defenses()
        self._traits()
        for action in self.fact.get("acts", ()):
            self._action(action)
        self._multiattack()
        self._spells()
        return self.result

    def _numbers(self) -> None:
        assert self.fact is not None
        wanted, found = numbers(self.fact), self.block.row
        for name in PLAIN:
            self.result.equal(name, wanted[name], found[name])
        for name, words in LISTS.items():
            for word, want, have in zip(words, wanted[name], found[name], strict=True):
                if want or have:
                    self.result.equal(f"{name} {word}", want, have)

    def _defenses(self) -> None:
        assert self.fact is not None
        found = _affinities(row for _, row in self.block.standing() if row["do"] == Do.AFFINITY)
        known: Claims = Counter()
        for name, text in defenses(self.fact):
            wanted = _affinities(read(text).standing)
            known += wanted
            if wanted <= found:
                self.result.full(name)
            else:
                self.result.left_out(name)
        for claim in sorted(found - known - _affinities(self._of_traits())):
            self.result.differs(claim, "not in the facts")

    def _of_traits(self) -> Iterator[Row]:
        assert self.fact is not None
        for trait in self.fact.get("traits", ()):
            yield from map_trait(trait, self.edition).effects_alone()

    # --- traits ----------------------------------------------------------------------------------

    def _traits(self) -> None:
        assert self.fact is not None
        for trait in self.fact.get("traits", ()):
            tag, _ = read_trait(trait)
            paper = map_trait(trait, self.edition)
            if paper.nothing:
                continue
            label = f"trait {tag.lower().replace('_', ' ')}"
            wanted = claims(paper.effects_alone())
            wanted.update(added(self.edition, self.result.id, label))
            wanted = paper.with_words_wanted(wanted)
            found = self._trait_claims(tag)
            if tag == "LEGENDARY_RESISTANCE":
                self._legendary_resistance(label)
            elif tag in CHARGES:
                self._charge(label, wanted, tag)
            elif found is None:
                self._elsewhere(label, wanted)
            else:
                self.result.claims(label, wanted, found)

    def _trait_claims(self, tag: str) -> Claims | None:
        """Return what the content says under the name of a trait."""
        name = plain(tag.replace("DEVIL_S", "DEVILS"))
        rows = [row for label, row in self.block.standing() if plain(label) == name]
        ways = [one for one in self.block.activities if name in self._names(one)]
        if not rows and not ways:
            return None
        found = claims(rows)
        for way in ways:
            found += claims(way.effects)
        return found

    def _names(self, way: Activity) -> set[str]:
        return {plain(way.name.partition(":")[0]), *(plain(label) for label in way.labels)}

    def _elsewhere(self, label: str, wanted: Claims) -> None:
        """Look for a trait among the effects of all activities."""
        pool = self._pool()
        wanted = Counter({claim: 1 for claim in wanted if not claim.startswith(("on ", "uses"))})
        if wanted and not wanted - pool:
            self.result.full(label)
        else:
            self.result.left_out(label)

    def _pool(self) -> Claims:
        """Return what all activities say together."""
        pool: Claims = Counter()
        for way in self.block.activities:
            pool += header(way.fields) + claims(way.effects)
        return pool

    def _charge(self, label: str, wanted: Claims, tag: str) -> None:
        """Look for a charge in the attack that it belongs to; a bonus attack is an activity."""
        attacks = [claims(one.effects) for one in self.block.activities]
        found = next((one for one in attacks if any(c.startswith("if charged") for c in one)), None)
        if found is None:
            self.result.left_out(label)
            return
        wanted = Counter(one for one in wanted if not one.startswith(("on ", "uses")))
        plain_damage = [one for one in wanted if one.endswith(" none")]
        typed = [one for one in found for two in plain_damage if one.startswith(two[:-4])]
        self.accounted.update([*wanted, *typed, *(c for c in found if c.startswith("if charged"))])
        have = Counter(one for one in found if one in wanted or one in typed)
        self.result.claims(label, wanted, have)
        name = plain(tag)
        ways = self.block.activities
        bonus = next((one for one in ways if plain(one.name.partition(":")[0]) == name), None)
        if bonus is not None and any("has_condition" in one for one in header(bonus.fields)):
            self.result.differs(f"{label}: bonus attack", "on any prone foe, charged or not")

    def _legendary_resistance(self, label: str) -> None:
        assert self.fact is not None
        uses = [one.uses for one in self.block.named("Legendary Resistance")]
        self.result.equal(label, [self.fact.get("legres", 0)], uses)

    # --- actions ---------------------------------------------------------------------------------

    def _action(self, action: Fact) -> None:
        label = f"action {action['n']}"
        paper = map_action(action)
        if paper.nothing:
            return
        if self._is_spell(action):
            self.result.full(label)
            return
        ways = self._ways(action)
        if not ways:
            self.result.left_out(label)
            return
        wanted = sum(
            (header(fields) + claims(rows) for fields, rows in paper.activities), Counter()
        )
        wanted.update(added(self.edition, self.result.id, label))
        wanted = paper.with_words_wanted(wanted)
        wanted, found = self._expanded(action, wanted, self._said(action, ways))
        if self.edition == NO_KINDS:
            wanted, found = _without_kinds(wanted), _without_kinds(found)
        self.result.claims(label, wanted, found, self.accounted)
        self._limits(label, action, ways[0])
        self._costs(label, action, ways[0])
        if action.get("att", {}).get("kind") == "MR":
            self._far(label, action, ways)

    def _said(self, action: Fact, ways: list[Activity]) -> Claims:
        """Return what an action's own slot says, and the hidden ones that it uses."""
        parts = [way for way in ways[1:] if way.name.partition(":")[2]]
        found = header(ways[0].fields) + claims(ways[0].effects)
        for way in parts:
            found += header(way.fields) + claims(way.effects)
        return found - Counter(["uses another"]) if parts else found

    def _is_spell(self, action: Fact) -> bool:
        """Is the action the casting of spells that the content has?"""
        cast = [effect(text)["spell"] for text in action.get("eff", ()) if text.startswith("CAST")]
        if not cast or len(action.get("eff", ())) > len(cast):
            return False
        have = {plain(way.name) for way in self.block.activities}
        names = [name for one in cast for name in one.split("_or_")]
        if names == ["LIST"]:
            return all(plain(one) in have for one in self._fighting_spells())
        return all(plain(name) in have for name in names)

    def _fighting_spells(self) -> list[str]:
        assert self.fact is not None
        known = spells(self.edition)
        return [one for one in known_spells(self.fact) if one in known and known[one]["rel"] != "N"]

    def _ways(self, action: Fact) -> list[Activity]:
        """Return the slots of an action: its own, and the one from afar."""
        name = plain(action["n"].partition(" (")[0])
        found = []
        for way in self.block.activities:
            own = plain(way.name.partition(" (")[0].partition(":")[0])
            if own == name:
                found.append(way)
        if action.get("slot") == "L":
            found.sort(key=lambda way: way.fields["cost"] != Cost.LEGENDARY)
        return found

    def _expanded(self, action: Fact, wanted: Claims, found: Claims) -> tuple[Claims, Claims]:
        """Let an action that uses another be compared by what that one does."""
        used = [effect(text).get("act", "") for text in action.get("eff", ())]
        names = [name for one in used if one for name in one.split(",")]
        assert self.fact is not None
        if "uses another" in wanted and "uses another" not in found and names:
            wanted = wanted - Counter(["uses another"])
            for other in self.fact["acts"]:
                if other["n"] in names[:1]:
                    fields, rows = map_action(other).activities[0]
                    wanted = wanted + header(fields) + claims(rows)
        return wanted, found

    def _limits(self, label: str, action: Fact, way: Activity) -> None:
        kind, count = action.get("use", ("", 0))
        if kind == "recharge":
            self.result.equal(f"{label}: recharge", count, way.recharge)
        elif kind in ("day", "rest"):
            self.result.equal(f"{label}: uses", max(count, 1), way.uses)
        elif way.uses and action.get("shared") is None:
            self.result.differs(f"{label}: uses", f"{way.uses} instead of any number")

    def _costs(self, label: str, action: Fact, way: Activity) -> None:
        slot, cost = action.get("slot", "A"), way.fields["cost"]
        if slot == "L":
            self.result.equal(f"{label}: legendary", True, cost == Cost.LEGENDARY)
            points = action.get("cost", 1)
            self.result.equal(f"{label}: legendary cost", points, way.fields["cost_amount"])
        elif cost not in COSTS[slot]:
            self.result.differs(f"{label}: cost", f"{Cost(cost).name} for slot {slot}")

    def _far(self, label: str, action: Fact, ways: list[Activity]) -> None:
        attack = action["att"]
        afar = [way for way in ways if way.name.endswith((THROWN, RANGED))]
        want = (attack["hit"], attack.get("rng", 0), attack.get("long", 0))
        names = ("attack_bonus", "range_ft", "long_range_ft")
        have = [tuple(way.fields[name] for name in names) for way in afar]
        self.result.equal(f"{label}: from afar", [want], have)

    # --- many attacks, spells --------------------------------------------------------------------

    def _multiattack(self) -> None:
        assert self.fact is not None
        wanted = _combinations(ways_to_attack(self.fact))
        options = [list(parts) for is_many, parts in self.block.attack_parts() if is_many]
        found = _combinations(options)
        if wanted == found and wanted:
            self.result.full("multiattack")
        elif wanted or found:
            lacks = "; ".join(" + ".join(one) for one in sorted(wanted - found))
            more = "; ".join(" + ".join(one) for one in sorted(found - wanted))
            notes = [f"lacks {lacks}" if lacks else "", f"has {more}" if more else ""]
            self.result.differs("multiattack", ", ".join(note for note in notes if note))

    def _spells(self) -> None:
        assert self.fact is not None
        have = {plain(way.name.partition(" (")[0]) for way in self.block.activities}
        for casting in self.fact.get("cast", ()):
            row = self.block.row
            if casting.get("dc"):
                self.result.equal("spell save dc", casting["dc"], row["spell_dc"])
            if casting.get("slots"):
                slots = [casting["slots"].get(str(level), 0) for level in range(1, 10)]
                self.result.equal("spell slots", slots, row["resources"][:9])
        for name in known_spells(self.fact):
            spell = spells(self.edition).get(name)
            if spell is None or spell["rel"] == "N":
                continue
            if plain(name) in have:
                self.result.full(f"spell {name}")
            else:
                self.result.left_out(f"spell {name}")


def _affinities(rows: Iterable[Row]) -> Claims:
    """Return what rows say of damage and conditions that a creature is proof against."""
    own = [row for row in rows if row["do"] == Do.AFFINITY]
    said = claims(own)
    return Counter(one for one in said if not one.startswith(("absorb", "if ", "unless ")))


def _without_kinds(said: Claims) -> Claims:
    """Leave out whether an attack is one of a weapon or a spell: 2024 stat blocks do not say."""
    return Counter({one.replace("_spell", "_weapon"): count for one, count in said.items()})


def _combinations(ways: list[list[tuple[Any, list[str]]]]) -> set[tuple[str, ...]]:
    """Return all attacks together that the ways allow, each way in one spelling."""
    found = set()
    for parts in ways:
        units = []
        for count, names in parts:
            bare = sorted({plain(name.partition(" (")[0]) for name in names})
            units += [bare] * count if isinstance(count, int) else [[f"{count} {bare[0]}"]]
        found |= {tuple(sorted(one)) for one in product(*units)}
    return found


def every() -> list[Comparison]:
    """Compare all shipped stat blocks."""
    return [
        compare(edition, name) for edition in (2014, 2024) for name in compiled_monsters(edition)
    ]
