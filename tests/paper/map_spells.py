"""Spells on paper: what the facts say of casting, and what ``tables/spells.txt`` adds."""

import re

from dnd_env.core.terms import Condition, Do, Gate
from tests.paper.facts import Fact, slug, table
from tests.paper.map_effects import ABILITIES
from tests.paper.notation import Paper, Row, flat, read

COSTS = {"action": "ACTION", "bonus-action": "BONUS_ACTION", "reaction": "REACTION"}
SHAPES = {
    "sphere": "SPHERE",
    "radius": "SPHERE",
    "square": "CUBE",
    "cube": "CUBE",
    "cylinder": "CYLINDER",
    "circle": "CYLINDER",
    "cone": "CONE",
    "line": "LINE",
}
HARMS = ("ATK", "AOE", "SAVE1", "AUTO", "DEBUFF", "SMITE", "REACT")
HOLDS = (Do.ZONE, Do.ENTITY)
LASTING = (Do.CONDITION, Do.ONGOING, Do.CONTAIN, Do.FORM, *HOLDS)  # what takes a spell's duration
_TIME = re.compile(r"(\d+) (round|minute|hour|day)")
ROUNDS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}


def feet(value: object) -> int:
    """Return a size in feet; of a formula the number it begins from."""
    numbers = re.findall(r"\d+", str(value))
    return int(numbers[0]) if numbers else 0


def roll(dice: list[object]) -> tuple[str, str]:
    """Return a spell's dice, and what a higher slot adds, in notation."""
    if len(dice) == 3 or not dice[1]:  # a fixed number
        return str(feet(dice[1] if len(dice) == 3 else dice[2])), ""
    number, sides, bonus = dice[:3]
    more = dice[4][1] if isinstance(dice[4], list) else 0
    plus = f"+{bonus}" if str(bonus).isdigit() and int(str(bonus)) else ""
    return f"{number}d{sides}{plus}", f"up={more}d{sides}" if more else ""


def _header(spell: Fact) -> list[str]:
    """Return the fields of the activity of casting, in notation."""
    cost = COSTS.get(spell["time"], "ACTION")
    traits = ["SPELL"] + ["CONCENTRATION"] * bool(spell.get("conc"))
    traits += ["UPCAST"] * bool(spell.get("up")) + ["LONG_CAST"] * (spell["time"] not in COSTS)
    words = [f"cost={cost} spell_level={spell['lvl']} traits={'|'.join(traits)}"]
    near = {"touch": 5, "self": 0, "sight": 999}
    range_ = spell.get("rng", 0)
    words.append(f"range={near.get(range_, range_)}")
    acts = spell.get("acts", [])
    areas = [act["area"] for act in acts if act.get("area") and act["area"][0] in SHAPES]
    if areas:
        kind, size = areas[0][:2]
        shape = "EMANATION" if kind in ("radius", "sphere") and range_ == "self" else SHAPES[kind]
        target = {"CONE": "DIRECTION", "LINE": "DIRECTION", "EMANATION": "AROUND"}
        words.append(f"area={shape}:{max(feet(size), 5)} target={target.get(shape, 'POINT')}")
    elif range_ == "self":
        words.append("target=SELF")
    else:
        words.append(f"target=CREATURE who={'ENEMY' if spell['fam'] in HARMS else 'SELF|ALLY'}")
    return words


def _gate(spell: Fact) -> str:
    for act in spell.get("acts", []):
        if act["t"] == "attack" and act.get("atk"):
            return f"attack={act['atk'].upper()}_SPELL"
        if act["t"] == "save" and act.get("save") and act["save"][0]:
            return f"save={'|'.join(ABILITIES[one] for one in act['save'])}"
    return ""


def _effects(spell: Fact) -> list[str]:
    """Return what a spell deals and heals, as the facts say it."""
    effects = []
    for act in spell.get("acts", [])[:1]:
        for dice in act.get("dmg", []):
            amount, more = roll(dice)
            kinds = dice[2] if len(dice) == 3 else dice[3]
            kind = f"kind={kinds[0].upper()}" if kinds and kinds[0] else ""
            half = act["t"] == "save" and act.get("half") == "half"
            when = "hit: " if act["t"] == "attack" else "fail: " if act["t"] == "save" else ""
            when, mode = ("", "mode=HALF_ON_SUCCESS") if half else (when, "")
            effects.append(f"{when}DAMAGE roll={amount} {kind} {more} {mode}")
        for dice in act.get("heal", []):
            amount, more = roll(dice)
            kinds = dice[2] if len(dice) == 3 else dice[3]
            do = "TEMP_HIT_POINTS" if "temphp" in kinds else "HEAL"
            own = "ability=WISDOM" if "@mod" in str(dice) else ""
            effects.append(f"{do} roll={amount} {more} {own}")
    return effects


def spell_text(spell: Fact, edition: int) -> str:
    """Return a spell in notation."""
    name = slug(spell["id"])
    known = table("spells.txt")
    said = known.get(f"{name}@{edition}", known.get(name, "+"))
    if said[0] in "-?":
        return said
    casting, _, later = said.partition("@")
    header, effects = [*_header(spell), _gate(spell)], []
    if said.startswith("@"):
        return said
    if casting.startswith("~"):
        more, _, casting = casting.removeprefix("~").partition("|")
        header.append(more)
    elif casting.startswith("+"):
        casting, effects = casting.removeprefix("+"), _effects(spell)
    effects += [casting.strip().removesuffix(";")] if casting.strip() else []
    cast = f"@ {' '.join(word for word in header if word)} | {' ; '.join(effects)}"
    return f"{cast} @ {later}" if later else cast


def map_spell(spell: Fact, edition: int) -> Paper:
    """Map a spell onto rows: duration and concentration are the spell's where nothing is said."""
    paper = read(spell_text(spell, edition))
    found = _TIME.search(spell.get("dur", ""))
    for fields, rows in paper.activities[:1]:
        if fields.get("gate") == Gate.SAVE and _is_gated_within(rows, fields["ability"]):
            for name in ("gate", "ability", "save_dc"):
                fields.pop(name, None)
        for row in rows:
            _last(row, int(found[1]) * ROUNDS[found[2]] if found else 0, bool(spell.get("conc")))
    return paper


def _is_gated_within(rows: list[Row], ability: int) -> bool:
    """Is the save that the facts name one inside the effects, as in a zone?"""
    inner = [one for row in rows for one in flat(row)]
    return any(one["do"] == Do.SAVE and one.get("ability") == ability for one in inner)


def _last(row: Row, rounds: int, held: bool) -> None:
    if row.get("condition") == Condition.PRONE and row["do"] == Do.CONDITION:
        return  # one stands up again
    if row["do"] in LASTING and "duration" not in row and rounds:
        row |= {"duration": 2, "rounds": rounds}
        if held:
            row["condition" if row["do"] in HOLDS else "mode"] = 1
