"""What rows say, in words: the same for rows on paper and for rows of compiled content.

A claim is one statement, such as "damage 2d6+3 fire" or "condition poisoned". Comparing the claims
of a fact with those of the content tells what is played as in the book.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from dnd_env.content.schema.rolls import WORDS as ROLLS
from dnd_env.core import terms
from dnd_env.core.terms import Do
from tests.paper.notation import Row
from tests.paper.words import STAT_FILTERS, members, spelled

Claims = Counter[str]

DC_OF_USER, DC_OF_GRIP = -1, -2
ROUNDS_A_MINUTE = 10
SAME_AS = {"cannot_move": "modifier speed set 0"}  # flags that say what numbers say, too
HELD = "held by concentration"
PROOF = "proof against it afterwards"
UNTOLD = {"WOUNDED", "OTHER_IS_MAKER", "ACTIVITY_TAG", "SEES_OTHER", "OTHER_IS_NAMED"}
MAKES = (Do.ONGOING, Do.TICK, Do.ZONE, Do.TRIGGER, Do.SAVE, Do.CHECK, Do.CONTEST, Do.RANDOM)


def bits(enum: str, mask: int, first: int = 0) -> list[str]:
    """Return the words of the bits of a mask."""
    known = members(enum).items()
    return [word.lower() for word, number in known if mask >> (number - first) & 1]


def rolls(mask: int) -> list[str]:
    """Return the words for a mask of rolls, the widest first."""
    found, left = [], mask
    for word, own in sorted(ROLLS.items(), key=lambda pair: -pair[1].bit_count()):
        if own and own & left == own:
            found.append(word)
            left &= ~own
    return sorted(found)


def dice(row: Row) -> str:
    """Return what is rolled: "2d6+3", "5"."""
    number, sides, bonus = (row.get(name, 0) for name in ("dice", "sides", "bonus"))
    if not number or not sides:
        return str(bonus + row.get("amount", 0) * (row["do"] in (Do.MODIFIER, Do.ROLL_CHANGE)))
    more = bonus or (row.get("amount", 0) if row["do"] in (Do.MODIFIER, Do.ROLL_CHANGE) else 0)
    return f"{number}d{sides}" + (f"{more:+d}" if more else "")


def lasts(row: Row) -> str:
    """Return how long something lasts."""
    duration, rounds = row.get("duration", 0), row.get("rounds", 0)
    if not rounds or not duration:
        return ""
    if duration == terms.Duration.START_OF_SOURCE_TURN and rounds >= ROUNDS_A_MINUTE:
        return f"{rounds // ROUNDS_A_MINUTE} minutes"
    word = spelled(terms.Duration, duration).replace("_", " ")
    return f"until {word}" if rounds == 1 else f"{rounds} x {word}"


def _word(enum: str, number: int) -> str:
    return next((word.lower() for word, own in members(enum).items() if own == number), "none")


def test(which: int, value: int) -> str:
    """Return a predicate in words, or nothing where it is no matter of the book."""
    word = _word("Predicate", abs(which))
    if word.upper() in UNTOLD:
        return ""
    if word == "other_size_at_most":
        shown = f"{value - 16} larger" if value >= 16 else _word("Size", value)
    elif word == "other_type":
        shown = " ".join(bits("CreatureType", value))
    elif word in ("attack_kind",):
        shown = ""  # how a trait is bound to weapons is seldom in the facts
    elif word in ("damage_type", "hurt_by"):
        shown = " ".join(bits("DamageType", value))
    elif word in ("against_condition", "other_has_condition"):
        shown = " ".join(bits("Condition", value, 1))
    else:
        shown = str(value) if value else ""
    if not shown and word == "attack_kind":
        return ""
    return f"{'unless' if which < 0 else 'if'} {word} {shown}".strip()


def _lasting(row: Row, what: str) -> list[str]:
    """Return the claims of how long and until what something lies on a creature."""
    found = [HELD] if row.get("mode") == 1 else []
    if lasts(row):
        found.append(f"{what} lasts {lasts(row)}")
    for moment in bits("SaveWhen", row.get("save_when", 0)):
        ended = "escaped by a check" if moment == "by_action" else f"save at {moment}"
        found.append(f"{what} {ended}")
    found += [f"{what} ends when {end}" for end in bits("EndsOn", row.get("ends_on", 0))]
    return found


def _damage(row: Row) -> list[str]:
    kind = _word("DamageType", row.get("kind", 0))
    half = {1: ", half on a success", 2: ", halved"}.get(row.get("mode", 0), "")
    miss = " on a miss" if row["outcome"] == 1 << terms.Outcome.MISS else ""
    return [f"damage {dice(row)} {kind}{half}{miss}", *_growth(row, "damage")]


def _growth(row: Row, what: str) -> list[str]:
    """Return how much more a higher slot gives."""
    number, bonus = row.get("per_level_dice", 0), row.get("per_level_bonus", 0)
    if not number and not bonus:
        return []
    more = f"{number}d{row['sides']}" if number else str(bonus)
    steps = row.get("per_levels", 1)
    return [
        f"more {what}: {more} a level" if steps == 1 else f"more {what}: {more} in {steps} levels"
    ]


def _heal(row: Row) -> list[str]:
    mode = {1: "the damage dealt", 2: "half the damage dealt"}.get(row.get("mode", 0))
    return [f"heal {mode or dice(row)}", *_growth(row, "healing")]


def _condition(row: Row) -> list[str]:
    word = _word("Condition", row.get("condition", 0))
    return [f"condition {word}", *_lasting(row, word)]


def _modifier(row: Row) -> list[str]:
    stat, how = terms.Stat(row["kind"]).name, _word("Op", row.get("mode", 0) or 1)
    what = stat.lower()
    kind = STAT_FILTERS.get(stat)
    if kind is not None and kind.enum == "rolls":
        what = " ".join(rolls(row.get("filter", 0))) or what
    return [f"modifier {what} {how} {dice(row)}"]


def _affinity(row: Row) -> list[str]:
    kind = _word("Affinity", row["kind"])
    if kind == "condition_immune":
        return [f"immune to {one}" for one in bits("Condition", row.get("filter", 0), 1)]
    unless = " ".join(bits("Unless", row.get("mode", 0)))
    tail = f" unless {unless}" if unless else ""
    return [f"{kind} {one}{tail}" for one in bits("DamageType", row.get("filter", 0))]


def _save(row: Row) -> list[str]:
    abilities = "|".join(bits("Ability", row.get("ability", 0), 1))
    dc = row.get("save_dc", 0)
    return [f"save {abilities} dc {dc}" if dc > 0 else f"save {abilities}"]


def _roll_mode(row: Row) -> list[str]:
    mode = _word("Mode", row["mode"])
    tested = {abs(row.get("predicate", 0)), abs(row.get("also", 0))}
    if mode == "succeed" and terms.Predicate.ACTIVITY_TAG in tested:
        return [PROOF]
    return [f"{mode} on {one}" for one in rolls(row.get("filter", 0))]


def _move_self(row: Row) -> list[str]:
    how = _word("Travel", row["kind"])
    far = f"{row['mode']}% of speed" if row.get("mode") else f"{row.get('amount', 0)} ft"
    return [f"moves itself {how} {far}"]


def _zone(row: Row) -> list[str]:
    found = [f"zone {_word('Shape', row['kind'])} {row.get('amount', 0)}"]
    found += [f"zone is {trait}" for trait in bits("ZoneTrait", row.get("filter", 0))]
    return found + ([f"zone lasts {lasts(row)}"] if lasts(row) else [])


def _remove(row: Row) -> list[str]:
    named = bits("Condition", row.get("filter", 0), 1)
    return [f"ends {one}" for one in named] or [f"removes {_word('Removal', row['kind'])}"]


def _grapple(row: Row) -> list[str]:
    dc = row.get("save_dc", 0)
    return [f"grapples, escape dc {dc}" if dc > 0 else "grapples"]


SAYS: dict[int, Callable[[Row], list[str]]] = {
    Do.DAMAGE: _damage,
    Do.HEAL: _heal,
    Do.TEMP_HIT_POINTS: lambda row: [
        f"temporary hit points {dice(row)}",
        *_growth(row, "temporary hit points"),
    ],
    Do.CONDITION: _condition,
    Do.MODIFIER: _modifier,
    Do.ROLL_MODE: _roll_mode,
    Do.AFFINITY: _affinity,
    Do.FLAG: lambda row: [
        SAME_AS.get(one, f"flag {one}") for one in bits("Flag", row.get("filter", 0))
    ],
    Do.MOVE_TARGET: lambda row: [f"moves {_word('Push', row['kind'])} {row.get('amount', 0)} ft"],
    Do.MOVE_SELF: _move_self,
    Do.GRAPPLE: _grapple,
    Do.TICK: lambda row: [f"at {one}" for one in bits("TickWhen", row.get("filter", 0))],
    Do.ECONOMY: lambda row: [f"grants {_word('Grant', row['kind'])}"],
    Do.ZONE: _zone,
    Do.TRIGGER: lambda row: [
        f"on {_word('Event', row['kind'])} as {_word('Witness', row['mode'])}"
    ],
    Do.VISIBILITY: lambda row: [f"visibility {_word('Sense', row['kind'])}"],
    Do.REMOVE: _remove,
    Do.LIFE: lambda row: [f"life {_word('LifeChange', row['kind'])}"],
    Do.CAST: lambda row: ["uses another"],
    Do.ROLL_CHANGE: lambda row: [
        f"changes the roll: {_word('RollChange', row['kind'])} {dice(row)}"
    ],
    Do.ONGOING: lambda row: [],
    Do.SAVE: _save,
    Do.RESOURCE: lambda row: ["changes a resource"],
    Do.CONTROL: lambda row: [f"control {_word('Control', row.get('kind', 0))}"],
    Do.CONTAIN: lambda row: [f"contains {_word('Containment', row.get('kind', 0))}"],
    Do.FORM: lambda row: ["changes its form"],
    Do.ENTITY: lambda row: ["brings creatures or things"],
    Do.ITEM: lambda row: ["changes an item"],
    Do.RANDOM: lambda row: [f"rolls a d{row.get('sides', 0)}"],
}


def claims(rows: Iterable[Row]) -> Claims:
    """Return what rows say, children included."""
    found: Claims = Counter()
    for row in rows:
        say = SAYS.get(row["do"])
        said = say(row) if say else [Do(row["do"]).name.lower()]
        for name in ("predicate", "also"):
            if row.get(name):
                said = [*said, test(row[name], row.get(f"{name}_value", 0))]
        found.update(one for one in said if one)
        children = row.get("children", ())
        inner = claims(children)
        if row["do"] == Do.ONGOING and inner and set(inner) != {PROOF}:
            found.update(_lasting(row, _bearing(children)))
        found += inner
    return Counter({one: 1 if _is_told_once(one) else count for one, count in found.items()})


def _is_told_once(claim: str) -> bool:
    """Tests and what lasts may be said of each of several rows, or of what holds them."""
    once = claim.startswith(("if ", "unless ", "condition ")) or " lasts " in claim
    return once or claim in (PROOF, HELD)


def _bearing(rows: Iterable[Row]) -> str:
    """Name what an ONGOING lays, for the claims of how long it lasts."""
    names = [_word("Condition", row["condition"]) for row in rows if row["do"] == Do.CONDITION]
    return "+".join(sorted(names)) or "effect"


def header(fields: Row) -> Claims:
    """Return what the fields of an activity say: attack, save, area, limits."""
    said = []
    gate = fields.get("gate", 0)
    if gate == terms.Gate.ATTACK:
        kind = _word("AttackKind", fields.get("attack_kind", 0))
        said += [f"attack {kind}", f"attack bonus {fields.get('attack_bonus', 0)}"]
        near, far = fields.get("range_ft", 0), fields.get("long_range_ft", 0)
        said.append(f"range {near}/{far}" if "ranged" in kind else f"reach {near}")
    elif gate == terms.Gate.SAVE:
        said += _save(fields)
    if fields.get("shape"):
        shape, size = _word("Shape", fields["shape"]), fields["size_ft"]
        width = f"x{fields['width_ft']}" if shape == "line" else ""
        said.append(f"area {shape} {size}{width}")
    elif gate != terms.Gate.ATTACK and fields.get("target") == terms.Target.CREATURE:
        said += [f"target within {fields['range_ft']}"] if fields.get("range_ft") else []
    if fields.get("named_range_ft"):
        said.append(f"others within {fields['named_range_ft']} of the first")
    for name in ("predicate", "also"):
        if fields.get(name):
            said.append(test(fields[name], fields.get(f"{name}_value", 0)))
    return Counter(one for one in said if one)
