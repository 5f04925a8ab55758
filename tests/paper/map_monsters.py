"""Stat blocks on paper: numbers, defenses, ways to attack, and how much room a creature takes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from dnd_env.core import limits, terms
from dnd_env.core.layout import Checked, new_records
from dnd_env.core.tables import STAT_BLOCK
from tests.paper.facts import Fact, spells, table
from tests.paper.map_actions import map_action
from tests.paper.map_effects import ABILITIES
from tests.paper.map_spells import map_spell
from tests.paper.notation import Paper, Row, read

DIE = "d"
AFFINITIES = {"res": "RESIST", "imm": "IMMUNE", "vul": "VULNERABLE"}
UNLESS = {
    "NM": "mode=MAGICAL",
    "NM_SILVER": "mode=MAGICAL|SILVERED",
    "NM_ADAM": "mode=MAGICAL|ADAMANTINE",
    "MAGIC_GOOD": "if=OTHER_HAS_TAG:GOOD if=BY_MAGIC",
}
SAME_SPELL = {
    "blindness_deafness": "blindnessdeafness",
    "enlarge_reduce": "enlargereduce",
    "antipathy_sympathy": "antipathysympathy",
}  # names that the files of facts spell in two ways
SENSES = ("darkvision", "blindsight", "truesight", "tremorsense")


def read_trait(trait: Any) -> tuple[str, Fact]:
    """Return a trait's tag and its parameters."""
    if isinstance(trait, str):
        return trait, {}
    return trait["t"], {key: value for key, value in trait.items() if key != "t"}


def map_trait(trait: Any, edition: int = 0) -> Paper:
    """Map a trait of a stat block onto rows."""
    tag, parameters = read_trait(trait)
    known = table("traits.txt")
    if f"{tag}@{edition}" in known:
        tag = f"{tag}@{edition}"
    if "dc" not in parameters and f"{tag}@" in known:
        tag = f"{tag}@"  # without a save
    return read(known.get(tag, f"? no table says what {tag} is"), parameters)


def defenses(monster: Fact) -> Iterator[tuple[str, str]]:
    """Yield what a stat block is proof against: a name, and the row in notation."""
    for key, kind in AFFINITIES.items():
        for found in monster.get(key, ()):
            if found == "spells":
                yield f"{key} {found}", f"AFFINITY kind={kind} filter=ALL if=BY_MAGIC"
            elif isinstance(found, str):
                yield f"{key} {found}", f"AFFINITY kind={kind} filter={found.upper()}"
            else:
                types, unless = found
                words = "|".join(types).upper()
                row = f"AFFINITY kind={kind} filter={words} {UNLESS[unless]}"
                yield f"{key} {unless}", row
    for condition in monster.get("cimm", ()):
        row = f"AFFINITY kind=CONDITION_IMMUNE conditions={condition.upper()}"
        yield f"cimm {condition}", row


def hit_dice(text: str) -> tuple[int, int, int]:
    """Return number, sides and bonus of "18d10+36"."""
    number, _, rest = text.partition(DIE)
    sides, _, bonus = rest.replace("-", "+-").partition("+")
    return int(number), int(sides), int(bonus or 0)


def _creature_type(text: str) -> str:
    """Return the type of a creature; a swarm is of that of its members."""
    return text.rpartition(" ")[2].removesuffix("s").upper()


def numbers(monster: Fact) -> Row:
    """Return a stat block's own fields, as the tables hold them."""
    dice = hit_dice(monster["hd"])
    modifiers = [(score - 10) // 2 for score in monster["ab"]]
    speeds = ("walk", "climb", "swim", "fly", "burrow")
    saves = {list(ABILITIES).index(key): value for key, value in monster.get("saves", {}).items()}
    skills = {
        key.upper().replace("-", "_"): value for key, value in monster.get("skills", {}).items()
    }
    return {
        "size": int(terms.Size[monster["size"].upper()]),
        "creature_type": int(terms.CreatureType[_creature_type(monster["type"])]),
        "challenge_eighths": int(monster["cr"] * 8),
        "proficiency": monster["pb"],
        "armor_class": monster["ac"],
        "hit_points": monster["hp"],
        "hit_dice": dice[0],
        "hit_die": dice[1],
        "hit_bonus": dice[2],
        "initiative_bonus": monster.get("init", modifiers[1]),
        "passive_perception": monster["pp"],
        "legendary_actions": monster.get("legact", 0),
        "hovers": int(bool(monster["spd"].get("hover"))),
        "speed_ft": [monster["spd"].get(mode, 0) for mode in speeds],
        "sense_ft": [monster.get("senses", {}).get(sense, 0) for sense in SENSES],
        "ability_scores": monster["ab"],
        "save_bonus": [saves.get(at, modifiers[at]) for at in range(6)],
        "skill_bonus": [
            skills.get(skill.name, modifiers[terms.SKILL_ABILITY[skill - 1] - 1])
            for skill in terms.Skill
        ],
    }


@dataclass
class Room:
    """How much of each capacity a stat block takes."""

    slots: int = 0
    resources: int = limits.MAX_SPELL_LEVEL
    responses: int = 0
    effects: int = 0
    options: int = 1
    parts: int = 1
    once_bits: int = 0
    wanted: set[str] = field(default_factory=set)

    def excess(self) -> list[str]:
        """Name what does not fit."""
        most = {
            "slots": limits.MAX_SLOTS,
            "resources": limits.MAX_RESOURCES,
            "responses": limits.MAX_RESPONSES,
            "options": limits.MAX_ATTACK_OPTIONS,
            "parts": limits.MAX_ATTACK_PARTS,
            "once_bits": 62,
        }
        found = {name: getattr(self, name) for name in most}
        return [f"{name} {count}" for name, count in found.items() if count > most[name]]


def _listed_ways(monster: Fact) -> list[list[tuple[Any, list[str]]]]:
    """Return the Multiattacks as the facts list them: of each its parts, a count and what it names.

    An attack that may be replaced by something else becomes a part of its own.
    """
    ways = []
    for option in monster.get("multi", ()):
        parts = [(count, list(names)) for count, names in option]
        for count, names, *rest in monster.get("instead", ()):
            replaced = rest[1] if len(rest) > 1 and rest[0] == "for" else parts[0][1]
            at = next(at for at, part in enumerate(parts) if part[1] == replaced)
            have = parts[at][0]
            many = min(count, have)
            parts[at] = (have - many, parts[at][1])
            parts.append((many, [*replaced, *names]))
        ways.append([part for part in parts if part[0] != 0])
    return ways


Single = Counter[frozenset[str]]  # attacks of a way one by one, each any of those named


def _merged(first: Single, second: Single) -> Single | None:
    """Return the one way that says both, where they differ in one attack."""
    one, other = first - second, second - first
    if one.total() != 1 or other.total() != 1:
        return None
    return (first & second) + Counter([next(iter(one)) | next(iter(other))])


def ways_to_attack(monster: Fact) -> list[list[tuple[Any, list[str]]]]:
    """Return the Multiattacks in as few ways as say them all: of each its parts."""
    listed = _listed_ways(monster)
    if any(not isinstance(count, int) for parts in listed for count, _ in parts):
        return listed
    ways: list[Single] = []
    for parts in listed:
        way: Single = Counter()
        for count, names in parts:
            way[frozenset(names)] += count
        if way not in ways:
            ways.append(way)
    while True:
        found = next(
            ((one, two, both) for one, two in combinations(ways, 2) if (both := _merged(one, two))),
            None,
        )
        if found is None:
            return [[(count, sorted(names)) for names, count in way.items()] for way in ways]
        ways = [way for way in ways if way not in found[:2]] + [found[2]]


def known_spells(monster: Fact) -> list[str]:
    """Return the ids of the spells that a stat block casts."""
    found: list[str] = []
    for casting in monster.get("cast", ()):
        found += [entry[0] for entry in casting.get("spells", ())]
        found += [name for names in casting.get("list", {}).values() for name in names]
    ids = [name.replace("-", "_") for name in dict.fromkeys(found)]
    return [SAME_SPELL.get(name, name) for name in ids]


def _spell_room(room: Room, monster: Fact, edition: int) -> None:
    for name in known_spells(monster):
        spell = spells(edition).get(name)
        if spell is None or spell["rel"] == "N":
            continue
        paper = map_spell(spell, edition)
        room.slots += max(len(paper.activities), 1)
        room.effects += len(paper.effects())
        room.responses += sum("event" in fields for fields, _ in paper.activities)
    for casting in monster.get("cast", ()):
        limited = [key for key in casting.get("list", {}) if key != "will"]
        room.resources += sum(len(casting["list"][key]) for key in limited)
        room.resources += sum(1 for entry in casting.get("spells", ()) if entry[2] not in (None, 0))


def room_of(monster: Fact, edition: int) -> Room:
    """Count what a stat block takes of the capacities of ``core/limits.py``."""
    room = Room()
    papers = [map_trait(trait, edition) for trait in monster.get("traits", ())]
    for action in monster.get("acts", ()):
        paper = map_action(action)
        papers.append(paper)
        both = action.get("att", {}).get("kind") == "MR"
        other = sum(text.startswith("DMG_ALT") for text in action.get("hit", ()))
        room.slots += both + min(other, 1)
        room.resources += "use" in action
    for paper in papers:
        room.slots += len(paper.activities)
        room.responses += sum("event" in fields for fields, _ in paper.activities)
        room.effects += len(paper.effects())
        room.once_bits += sum("once" in row for row in paper.effects())
    room.resources += bool(monster.get("legres"))
    room.effects += sum(1 for _ in defenses(monster))
    ways = ways_to_attack(monster)
    room.options += len(ways)
    room.parts = max((len(parts) for parts in ways), default=1)
    if any(not isinstance(count, int) for parts in ways for count, _ in parts):
        room.wanted.add("field.ATTACK_PART.resource")
    _spell_room(room, monster, edition)
    return room


def stored(monster: Fact) -> Checked:
    """Store a stat block's numbers in a record: what does not fit is refused."""
    raw, _ = new_records(STAT_BLOCK, 1)
    record: Checked = Checked(raw.view(STAT_BLOCK)[:, 0])[0]
    for name, value in numbers(monster).items():
        if isinstance(value, list):
            for index, one in enumerate(value):
                record[name][index] = one
        else:
            record[name] = value
    return record
