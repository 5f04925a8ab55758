"""Actions of stat blocks on paper: each becomes an activity with rows for all its effects.

Effects with numbers are mapped by ``map_effects.py``; what the facts only name is said in full in
``tables/actions.txt``.
"""

from typing import Any

from dnd_env.core.terms import Do, Outcome
from tests.paper.facts import Fact, effect, slug, table
from tests.paper.map_effects import ABILITIES, KINDS, TYPES, rows_of
from tests.paper.notation import Paper, Reader, Row, read

PHASES = {
    "hit": "hit",
    "fail": "fail",
    "succ": "success",
    "eff": "always",
    "fail2": "fail",
    "fail3": "fail",
    "succ2": "success",
}
COSTS = {"A": "ACTION", "B": "BONUS_ACTION", "R": "REACTION", "L": "LEGENDARY"}


def action_text(action: Fact) -> str:
    """Return an action in notation: its activity, with all effects."""
    said = table("actions.txt").get(slug(action["n"]), "")
    header, effects = [_header(action)], []
    triggered = action.get("slot") == "R" or "TRIGGER" in action.get("eff", [])
    if said.startswith("-") or (said.startswith("@") and len(action) > 2):
        return said
    if said.startswith("~") and triggered:
        more, _, rows = said.removeprefix("~").partition("|")
        header.append(more)
        effects += [rows] if rows.strip() else []
    elif said and not said.startswith("~"):
        effects.append(said)
    for phase, outcome in PHASES.items():
        for text in action.get(phase, ()):
            fact = effect(text)
            if said and fact.kind not in KINDS:
                continue
            rows = rows_of(fact, action)
            if rows:
                marked = rows.split(" ")[0].endswith(":") or outcome == "always"
                effects.append(rows if marked else f"{outcome}: {rows}")
    return f"@ {' '.join(part for part in header if part)} | {' ; '.join(effects)}"


def _header(action: Fact) -> str:
    """Return the fields of an action's activity, in notation."""
    words = [f"cost={COSTS[action.get('slot', 'A')]}", *_limits(action), *_gate(action)]
    target: Fact = action.get("tgt", {})
    if "pt_rng" in target:
        words.append(f"target=POINT range={target['pt_rng']}")
    elif "n" in target:
        words.append(f"target=CREATURE who=ENEMY targets=1 range={target.get('rng', 0)}")
    if "area" in action:
        shape, size = action["area"]["shape"], action["area"]["size"]
        shape = {"own_space": "emanation"}.get(shape, shape)
        words.append(f"area={shape.upper()}:{size}x{action['area'].get('w', 5)}")
    if size := target.get("size_le"):
        words.append(f"if=OTHER_SIZE_AT_MOST:{size.upper()}")
    if need := target.get("req"):
        seized, charmed = "if=OTHER_SEIZED", "if=OTHER_HAS_CONDITION:CHARMED"
        words.append(seized if need.startswith("GRAPPLED") else charmed)
    if kinds := target.get("type"):
        words.append(f"if=OTHER_TYPE:{kinds.upper().replace('+', '|')}")
    barred = {"DEMON": "OTHER_HAS_TAG:DEMON"}
    if kind := target.get("not"):
        words.append(f"unless={barred.get(kind, f'OTHER_TYPE:{kind}')}")
    return " ".join(words)


def _limits(action: Fact) -> list[str]:
    words = []
    if "cost" in action:
        words.append(f"cost_amount={action['cost']}")
    if "use" in action:
        words.append("uses")
    if any("1/round" in text for phase in PHASES for text in action.get(phase, ())):
        words.append("traits=ONCE_A_TURN")
    return words


def _gate(action: Fact) -> list[str]:
    attack, saves = action.get("att"), action.get("save", [])
    if attack is not None:
        kind = {"M": "MELEE", "R": "RANGED", "MR": "MELEE"}[attack["kind"]]
        weapon = "SPELL" if attack.get("spell") else "WEAPON"
        far = f"range={attack.get('rng', 0)}/{attack.get('long', 0)}"
        reach = f"range={attack.get('reach', 5)}"
        words = [f"attack={kind}_{weapon}", f"attack_bonus={attack['hit']}"]
        return [*words, far if attack["kind"] == "R" else reach]
    if not saves:
        return []
    ability = "|".join(ABILITIES[one] for one in saves[0]["ab"].split("/"))
    return [f"save={ability}:{saves[0]['dc']}"]


def map_action(action: Fact) -> Paper:
    """Map an action of a stat block onto rows.

    A save beside an attack, and saves beyond the first, become SAVE rows that hold what follows on
    them; a save for half damage makes its damage ALWAYS befall, halved on a SUCCESS.
    """
    paper = read(action_text(action))
    saves = action.get("save", [])
    gated = "att" not in action
    for fields, rows in paper.activities:
        rows[:] = _nested(rows, saves, fields) if saves and not gated else rows
        halved = [save for save in saves if save.get("half")]
        if gated and halved:
            _halve(rows)
    return paper


def _nested(rows: list[Row], saves: list[Fact], fields: Row) -> list[Row]:
    """Put what follows on a save under a SAVE row."""
    under = [row for row in rows if row["outcome"] in (1 << Outcome.FAIL, 1 << Outcome.SUCCESS)]
    above = [row for row in rows if row not in under]
    reader = Reader("", {})
    for save in saves:
        ability = "|".join(ABILITIES[one] for one in save["ab"].split("/"))
        test = TYPES.get(save.get("if", {}).get("type", ""), "")
        reader = Reader(f"hit: SAVE ability={ability} save_dc={save['dc']} {test}", {})
        row: dict[str, Any] = reader.read().standing[0]
        row["children"], under = under, []
        if save.get("half"):
            _halve(row["children"])
        above.append(row)
    return above


def _halve(rows: list[Row]) -> None:
    for row in rows:
        if row["do"] == Do.DAMAGE and row["outcome"] == 1 << Outcome.FAIL:
            row["outcome"], row["mode"] = 1, 1
