"""What speaks for a turn that has been tried, in plain words."""

from agents.advisor.outlook import Outlook, counted
from agents.advisor.trials import Trial
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.terms import Verb
from dnd_env.envs.battle import Battle
from dnd_env.envs.creatures import CreatureView

OF_VERB = {
    Verb.DASH: "closes in or gets away; nothing better is in reach",
    Verb.DISENGAGE: "leaves without opportunity attacks",
    Verb.DODGE: "attacks against it have disadvantage until its next turn",
    Verb.HELP: "an ally gains advantage",
    Verb.HIDE: "unseen it is harder to attack, and strikes with advantage",
    Verb.GRAPPLE: "keeps a foe from moving away",
    Verb.SHOVE_PRONE: "a prone foe is easier to hit from beside, and loses speed to stand up",
    Verb.SHOVE_AWAY: "gets a foe out of its way",
    Verb.ESCAPE: "breaks the hold on it",
    Verb.STABILIZE: "keeps a dying ally from death",
    Verb.WAKE: "an ally can act again",
}


def reason_of(battle: Battle, trial: Trial, outlook: Outlook) -> str:
    """Say what speaks for a way to take the turn, and what against it."""
    parts: list[str] = []
    verb = outlook.slot - MAX_SLOTS + 1
    targets = [battle[battle.encounter.names[who]] for who in outlook.targets]
    if verb in OF_VERB:
        parts.append(OF_VERB[Verb(verb)])
    elif outlook.foes or outlook.allies:
        parts += of_area(outlook)
    else:
        side = battle[str(battle.decider)].side
        parts += of_allies([target for target in targets if target.side == side], outlook)
        for target in targets:
            parts += [] if target.side == side else of_foe(target, outlook)
    parts += of_mode(outlook)
    if not parts:
        parts.append("strengthens itself" if outlook.slot >= 0 else "nothing better is in reach")
    return "; ".join(parts + of_place(battle, trial, outlook))


def of_area(outlook: Outlook) -> list[str]:
    parts = [f"catches {counted(outlook.foes, 'foe')} at once"]
    if outlook.allies:
        parts.append(f"but also {counted(outlook.allies, 'ally')}")
    return parts


def of_foe(target: CreatureView, outlook: Outlook) -> list[str]:
    """Say why to choose a foe: to fell it, to break its concentration, to hinder it."""
    parts = []
    left = target.hit_points + target.temp_hit_points
    share = outlook.damage / len(outlook.targets)
    if share >= left > 0:
        parts.append(f"likely to fell {target.name} ({left} hit points)")
    elif outlook.chance and outlook.is_attack and share / outlook.chance >= left > 0:
        parts.append(f"a hit is likely to fell {target.name} ({left} hit points)")
    elif share > 0:
        parts.append(f"{target.name} has {left} of {target.hit_point_maximum} hit points")
    elif outlook.chance is not None:
        parts.append(f"hinders {target.name} if it works")
    if target.is_concentrating and share > 0:
        parts.append(f"may break {target.name}'s concentration")
    return parts


def of_allies(targets: list[CreatureView], outlook: Outlook) -> list[str]:
    if targets and outlook.healing <= 0:
        return [f"helps {', '.join(target.name for target in targets)}"]
    return [of_healed(target) for target in targets]


def of_healed(target: CreatureView) -> str:
    if target.life in ("dying", "stable"):
        return f"brings {target.name}, who is {target.life}, back to its feet"
    left, top = target.hit_points, target.hit_point_maximum
    return f"heals {target.name}, who has {left} of {top} hit points"


def of_mode(outlook: Outlook) -> list[str]:
    if outlook.mode == 0:
        return []
    return ["with advantage" if outlook.mode > 0 else "though with disadvantage"]


def of_place(battle: Battle, trial: Trial, outlook: Outlook) -> list[str]:
    """Say what speaks for and against the way there and the place."""
    parts = []
    if trial.provoked:
        parts.append(f"but draws an opportunity attack from {', '.join(trial.provoked)}")
    elif trial.has_moved and has_foe_beside(battle):
        parts.append("no opportunity attacks on the way")
    if outlook.is_attack and outlook.is_far and outlook.foes_beside == 0:
        parts.append("no foe stands next to it there")
    return parts


def has_foe_beside(battle: Battle) -> bool:
    """Does the decider stand next to an upright creature of another side?"""
    own = battle[str(battle.decider)]
    return any(
        other.life == "up" and other.side != own.side and gap(own, other) <= 1
        for other in battle.creatures
    )


def gap(a: CreatureView, b: CreatureView) -> int:
    """Squares from one creature's space to another's, 1 if they touch."""
    across = [
        max(b.square[axis] - a.square[axis] - a.record.width + 1,
            a.square[axis] - b.square[axis] - b.record.width + 1)
        for axis in (0, 1)
    ]  # fmt: skip
    return max(across)
