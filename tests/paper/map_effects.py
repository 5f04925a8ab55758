"""Effects of actions on paper: each kind of effect that the facts name, in notation.

What has numbers is mapped here, by ``KINDS``; what the facts only name is in ``tables/kinds.txt``.
"""

from collections.abc import Callable

from tests.paper.facts import Effect, Fact, effect, table

ABILITIES = {
    "str": "STRENGTH",
    "dex": "DEXTERITY",
    "con": "CONSTITUTION",
    "int": "INTELLIGENCE",
    "wis": "WISDOM",
    "cha": "CHARISMA",
}
LASTS = {
    "1min": "lasts=1min",
    "10min": "lasts=10min",
    "5min": "lasts=5min",
    "1hou": "lasts=1hour",
    "24hou": "lasts=24hours",
    "1day": "lasts=1day",
    "EONT_S": "lasts=END_OF_SOURCE_TURN",
    "EONT_T": "lasts=END_OF_TARGET_TURN",
    "SONT_T": "lasts=START_OF_TARGET_TURN",
    "SONT_S": "lasts=START_OF_SOURCE_TURN",
    "EOT": "lasts=END_OF_TURN",
    "GRAPPLE": "ends=RELEASED",
    "CONC": "conc",
    "SRC_DIES": "ends=SOURCE_DOWN",
    "WITH": "ends=RELEASED",
    "SAME": "",
    "CURE": "",
}
ENDS = {
    "DAMAGE_OR_WAKE": "ends=DAMAGED",
    "ACTION_CHECK": "save_when=BY_ACTION",
    "LOS_BREAK": "ends=SOURCE_OUT_OF_SIGHT",
}
SAVE_ENDS = {"EOT": "saves=END_OF_TURN", "ON_DAMAGE": "saves=DAMAGED"}
ROLLS = {
    "ATTACK": "ATTACK",
    "NEXT_ATTACK": "ATTACK",
    "ATTACKED": "ATTACKED",
    "CHECK": "CHECKS",
    "CONC": "CONCENTRATION",
    "OTHER": "INSIGHT|INTIMIDATION",
    "D20:STR": "ATTACK|STRENGTH_CHECK|STRENGTH_SAVE",
}
TYPES = {
    "HUMANOID": "if=OTHER_TYPE:HUMANOID",
    "NOT_UNDEAD": "unless=OTHER_TYPE:UNDEAD",
    "NOT_UNDEAD_ELF": "unless=OTHER_TYPE:UNDEAD unless=OTHER_HAS_TAG:ELF",
    "FLAMMABLE": "",
    "CREATURE": "",
}
STATES = {
    "SELF_BLOODIED": "if=BLOODIED",
    "T_BLOODIED": "if=OTHER_BLOODIED",
    "ADV": "if=HAD_ADVANTAGE",
    "GRAPPLED_BY_SELF": "if=OTHER_SEIZED",
    "CHARGE": "if=CHARGED:20",
}
OTHER_WAYS = ("TWO_HANDS", "SHILLELAGH", "ENLARGED", "RANGED", "FORM")  # another activity's damage


def tests(fact: Effect) -> str:
    """Return on what an effect depends, in notation."""
    parts = []
    if size := fact.get("if.size_le"):
        parts.append(f"if=OTHER_SIZE_AT_MOST:{size.upper()}")
    if feet := fact.get("if.charge"):
        parts.append(f"if=CHARGED:{feet}")
    if points := fact.get("if.hp_le"):
        parts.append(f"if=OTHER_HIT_POINTS_AT_MOST:{points}")
    if "if.see" in fact:
        parts.append("if=SEES_OTHER")
    parts.append(TYPES.get(fact.get("if.type", ""), ""))
    parts.append(STATES.get(fact.get("if_", ""), ""))
    return " ".join(part for part in parts if part)


def lasting(fact: Effect) -> str:
    """Return how long an effect lasts and what ends it, in notation."""
    words = [LASTS[fact["dur"]] if "dur" in fact else ""]
    words.append(SAVE_ENDS.get(fact.get("save_ends", ""), ""))
    words.append(ENDS.get(fact.get("ends", ""), ""))
    return " ".join(word for word in words if word)


def _type(fact: Effect) -> str:
    """Return the type of damage: of several to choose from the first, "hp" for hit points lost."""
    kind = fact.get("type", "hp").upper().partition("/")[0]
    return {"HP": "mode=LOSS", "SAME": "kind=0"}.get(kind, f"kind={kind}")


def _damage(fact: Effect, action: Fact) -> str:
    if "dice" not in fact:
        return "DAMAGE roll=1d6 kind=BLUDGEONING"  # against what it is flung
    return f"DAMAGE roll={fact['dice']} {_type(fact)} {tests(fact)} {_otherwise(fact, action)}"


def _otherwise(fact: Effect, action: Fact) -> str:
    """Return the test that keeps an effect from where another takes its place."""
    others = [effect(text) for text in action.get("hit", ()) if text.startswith("DMG_ALT")]
    states = [STATES[one["if_"]] for one in others if one.get("if_") in STATES]
    first = next(iter(action.get("hit", ())), "")
    if not states or fact.kind != "DMG" or effect(first) != fact:
        return ""
    return states[0].replace("if=", "unless=")


def _other_damage(fact: Effect, action: Fact) -> str:
    if fact.get("if_") in OTHER_WAYS:
        return ""
    return _damage(fact, action)


def _condition(fact: Effect, action: Fact) -> str:
    names = fact["c"].upper().split("+")
    ends = f"{lasting(fact)} {tests(fact)}"
    if fact.get("if_") == "HP0":
        inner = "; ".join(f"CONDITION condition={name}" for name in names)
        return f"reduced_to_0: LIFE kind=STABILIZE; reduced_to_0: ONGOING lasts=1hour {{ {inner} }}"
    if names == ["SUFFOCATING"]:
        return f"ONGOING {ends} {{ FLAG filter=CANNOT_BREATHE }}"
    if len(names) == 1 and "conc" not in ends.split():
        return f"CONDITION condition={names[0]} {ends}"
    return f"ONGOING {ends} {{ {'; '.join(f'CONDITION condition={one}' for one in names)} }}"


def _grapple(fact: Effect, action: Fact) -> str:
    return f"GRAPPLE save_dc={fact.get('dc', 0)} amount={fact.get('slots', 0)} {tests(fact)}"


def _move_target(fact: Effect, action: Fact) -> str:
    how = {"PUSH": "AWAY", "PULL": "TOWARD", "SWAP": "SWAP"}[fact["how"]]
    return f"MOVE_TARGET kind={how} amount={fact.get('ft', 0)} {tests(fact)}"


def _move_self(fact: Effect, action: Fact) -> str:
    how = {"LEAP": "JUMP", "SWIM": "WALK"}.get(fact["how"], fact["how"])
    percent = int(float(fact.get("frac", 0)) * 100)
    free = int(fact.get("no_oa", "0"))
    return f"MOVE_SELF kind={how} amount={fact.get('ft', 0)} mode={percent} filter={free}"


def _heal(fact: Effect, action: Fact) -> str:
    amount = "mode=DEALT" if fact["hp"] == "DMG_DEALT" else f"roll={fact['hp']}"
    return f"HEAL recipient=SOURCE {amount}"


def _over_time(fact: Effect, action: Fact) -> str:
    if "whose" not in fact:  # that one more of its kind adds to it
        return ""
    turn = {"S": "SOURCE", "T": "TARGET"}[fact["whose"]]
    when = f"{fact['at'].upper()}_OF_{turn}_TURN"
    inner = f"TICK filter={when} {{ DAMAGE roll={fact['dice']} {_type(fact)} }}"
    return f"ONGOING {lasting(fact)} {tests(fact)} {{ {inner} }}"


def _stat(fact: Effect, action: Fact) -> str:
    stat, value = fact["stat"], fact["v"]
    ends = f"{lasting(fact)} {tests(fact)}"
    if stat == "ac" and action.get("slot") == "R":
        return f"ROLL_CHANGE kind=ADD amount=-{value}"
    if stat == "dmg_taken":
        return "ROLL_CHANGE kind=REDUCE_DAMAGE roll=1d10 amount=6"
    if stat == "d20" and action.get("slot") == "R":
        return f"ROLL_CHANGE kind=ADD amount={value}"
    inner = {
        "ac": f"MODIFIER kind=ARMOR_CLASS amount={value}",
        "healing": "FLAG filter=CANNOT_HEAL",
        "hpmax": "MODIFIER kind=HIT_POINT_MAXIMUM mode=DEALT",
        "speed": _speed(fact["op"], value),
        "attack,save": f"MODIFIER kind=ROLL roll={value} filter=ATTACK|SAVES",
        "crit_mult": "MODIFIER kind=CRITICAL_DICE amount=1",
        "strength": f"MODIFIER kind=ABILITY_SCORE roll=-{value} filter=STRENGTH",
        "d20": f"MODIFIER kind=ROLL roll=-{value} filter=D20_TESTS",
    }[stat]
    if "aura" in fact:
        return (
            f"ZONE kind=EMANATION amount={fact['aura']} filter=FOLLOWS_SOURCE mode=ALLY lasts=1min"
            f" if=CAN_ACT {{ inside: {inner} }}"
        )
    return f"ONGOING {ends} {{ {inner} }}"


def _speed(how: str, value: str) -> str:
    if how == "mul":
        return "MODIFIER kind=SPEED mode=HALVE"
    if how == "set":
        return f"MODIFIER kind=SPEED mode=SET amount={value}"
    return f"MODIFIER kind=SPEED amount={'-' if how == 'sub' else ''}{value}"


def _roll_mode(fact: Effect, action: Fact) -> str:
    rolls = []
    for roll in fact["roll"].split(","):
        what, _, ability = roll.partition(":")
        full = ABILITIES.get(ability.lower(), "")
        rolls.append(ROLLS.get(roll) or f"{full}_{what}")
    mode = {"ADV": "ADVANTAGE", "DIS": "DISADVANTAGE", "AUTO": "SUCCEED"}[fact["mode"]]
    inner = f"ROLL_MODE mode={mode} filter={'|'.join(rolls)} {tests(fact)}"
    once = "ends=ATTACKS" if "NEXT_ATTACK" in fact["roll"] else ""
    return f"ONGOING {lasting(fact)} {once} {{ {inner} }}"


def _economy(fact: Effect, action: Fact) -> str:
    ends = lasting(fact) or "lasts=END_OF_TARGET_TURN"
    if "bonus" in fact:
        return {
            "dash": "ECONOMY kind=DASH",
            "disengage": "ONGOING lasts=END_OF_TURN { FLAG filter=SLIPS_AWAY }",
            "hide": "VISIBILITY kind=HIDE",
            "attack": "ECONOMY kind=ATTACK amount=1",
        }[fact["bonus"]]
    flag = "ONE_ATTACK" if "max_attacks" in fact else ""
    flag = flag or {"A|B": "ONE_ACTION_OR_BONUS", "MOVE|A": "MOVES_OR_ACTS"}.get(
        fact.get("one_of", ""), ""
    )
    flag = flag or {"reaction": "CANNOT_REACT", "verbal": "CANNOT_SPEAK"}[fact["no"]]
    return f"ONGOING {ends} {{ FLAG filter={flag} }}"


def _immune_after(fact: Effect, action: Fact) -> str:
    inner = "ROLL_MODE mode=SUCCEED filter=SAVES if=OTHER_IS_MAKER if=ACTIVITY_TAG:1"
    return f"ends|success: ONGOING lasts=24hours {{ {inner} }}"


def _once(fact: Effect, action: Fact) -> str:
    return ""


KINDS: dict[str, Callable[[Effect, Fact], str]] = {
    "DMG": _damage,
    "DMG_ALT": _other_damage,
    "COND": _condition,
    "GRAPPLE": _grapple,
    "MOVE_T": _move_target,
    "MOVE_S": _move_self,
    "HEAL": _heal,
    "THP": lambda fact, _: f"TEMP_HIT_POINTS roll={fact['hp']}",
    "DOT": _over_time,
    "STAT_MOD": _stat,
    "ROLL_MODE": _roll_mode,
    "ACTION_ECON": _economy,
    "IMMUNE_AFTER": _immune_after,
    "USE_ACT": lambda fact, _: f"CAST amount=1 {tests(fact)}",
    "CAST": lambda *_: "CAST amount=1",
    "LIMIT": _once,
}


def rows_of(fact: Effect, action: Fact) -> str:
    """Return an effect in notation."""
    if fact.kind in KINDS:
        return KINDS[fact.kind](fact, action)
    known = table("kinds.txt")
    for name in (f"{fact.kind}.{fact.get('v', fact.get('if_', ''))}", fact.kind):
        if name in known:
            return "" if known[name] == "-" else f"{known[name]}"
    return f"? no table says what {fact.kind} is"
