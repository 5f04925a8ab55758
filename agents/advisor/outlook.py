"""What to expect of a turn that has been tried: the odds of its main activity, judged from where
the creature stood when it chose it."""

from dataclasses import dataclass

import numpy as np

from agents.advisor import rank
from agents.advisor.trials import Trial, Use, upon
from dnd_env.core.layout import as_rules_take
from dnd_env.envs.battle import Battle


@dataclass(frozen=True)
class Outlook:
    """Odds and effects of the main activity of a turn.

    Attributes:
        aim: the activity and upon whom, in words; "" for none.
        slot: of the activity, -1 for none.
        targets: indices of its targets, once each; none in an area.
        chance: of a hit, or that the save fails; None where nothing is rolled.
        is_attack: whether the chance is that of a hit.
        damage: to foes.
        harm: damage to allies.
        foes: how many an area catches.
        allies: likewise.
        mode: 1 advantage, -1 disadvantage.
        foes_beside: foes next to where it stands then.
        is_far: whether it works from afar.
        healing: hit points that it restores.
    """

    aim: str = ""
    slot: int = -1
    targets: tuple[int, ...] = ()
    chance: float | None = None
    is_attack: bool = False
    damage: float = 0.0
    harm: float = 0.0
    foes: int = 0
    allies: int = 0
    mode: int = 0
    foes_beside: int = 0
    is_far: bool = False
    healing: float = 0.0


def weigh(battle: Battle, trial: Trial, plan: np.ndarray | None) -> Outlook | None:
    """Judge the main activity of a turn: that of the plan, else the first with something to roll.

    Returns:
        The outlook; None if the plan's target cannot be chosen from where the creature stood.
    """
    scratch = battle.clone()
    if plan is not None:
        use = next((use for use in trial.uses if use.slot == int(plan[rank.SLOT])), None)
        return None if use is None else weigh_use(scratch, use, int(plan[rank.TARGET]))
    outlooks = [weigh_use(scratch, use, -1) for use in trial.uses]
    known = [outlook for outlook in outlooks if outlook is not None]
    rolled = [outlook for outlook in known if outlook.chance is not None or outlook.damage > 0]
    return next(iter(rolled + known), Outlook())


def weigh_use(scratch: Battle, use: Use, wanted: int) -> Outlook | None:
    """Judge one use of an activity.

    Args:
        scratch: a clone of the battle; it is changed.
        use: what was used.
        wanted: index of the target that it is to be used on, -1 for whichever was chosen.
    """
    scratch.arena.restore(0, use.before)
    first = weigh_rows(scratch, use.slot, [wanted])[0]
    able = int(first[rank.ABLE])
    if wanted >= 0 and not able >> wanted & 1:
        return None
    targets = list(use.targets) or ([wanted] if wanted >= 0 else [])
    if wanted >= 0 and targets[0] != wanted:
        return None
    if first[rank.IS_AREA]:
        return outlook_of(scratch, use, (), first)
    if targets:
        if first[rank.IN_TURN]:  # who is next depends on what the last ray did
            targets = targets[:1] * int(first[rank.TIMES])
        rows = weigh_rows(scratch, use.slot, targets)
        first = rows[0].copy()
        first[rank.DAMAGE] = rows[:, rank.DAMAGE].sum()
    return outlook_of(scratch, use, tuple(targets), first)


def weigh_rows(scratch: Battle, slot: int, targets: list[int]) -> np.ndarray:
    """Weigh an activity upon each of some targets (-1: nobody), float64 [k, rank.COLUMNS]."""
    arena = scratch.arena
    states, scenes, tables = arena.records_for_rules
    rows = np.zeros((len(targets), rank.COLUMNS))
    rows[:, rank.SLOT], rows[:, rank.TARGET] = slot, targets
    rank.drive_plans(
        states, scenes, tables, arena.works_for_rules, arena.masks_for_rules, 0,
        int(rank.Task.WEIGH), as_rules_take(rows),
    )  # fmt: skip
    return rows


def outlook_of(scratch: Battle, use: Use, targets: tuple[int, ...], row: np.ndarray) -> Outlook:
    """Put a weighed row into words and numbers."""
    foes, allies = int(row[rank.FOES]), int(row[rank.ALLIES])
    if row[rank.IS_AREA]:
        caught, names = int(row[rank.CAUGHT]), scratch.encounter.names
        aim = upon([name for who, name in enumerate(names) if caught >> who & 1])
    else:
        aim = upon([scratch.encounter.names[who] for who in targets])
    return Outlook(
        aim=use.step.name + aim,
        slot=use.slot,
        targets=tuple(dict.fromkeys(targets)),
        chance=None if row[rank.CHANCE] < 0 else float(row[rank.CHANCE]),
        is_attack=bool(row[rank.IS_ATTACK]),
        damage=float(row[rank.DAMAGE]),
        harm=float(row[rank.HARM]),
        foes=foes,
        allies=allies,
        mode=int(row[rank.MODE]),
        foes_beside=int(row[rank.BESIDE]),
        is_far=bool(row[rank.FAR]),
        healing=float(row[rank.HEALING]),
    )


def counted(number: int, noun: str) -> str:
    """Say how many: "1 foe", "3 allies"."""
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {noun if number == 1 else plural}"
