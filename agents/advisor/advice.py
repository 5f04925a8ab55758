"""Advice to a Dungeon Master: what a creature does now, how likely it works, why, and how it may
end.

Moves are found and played on by the greedy agent; each is tried in clones of the battle with dice
of their own, played to the end by greedy agents, so that advice foresees no die.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.advisor import rank
from agents.advisor.outlook import Outlook, weigh
from agents.advisor.reasons import reason_of
from agents.advisor.rollouts import Forced, play_out
from agents.advisor.trials import Trial, try_turn
from agents.evaluation.match import interval
from dnd_env.core.errors import DndEnvError
from dnd_env.core.layout import as_rules_take
from dnd_env.core.terms import Decision, Verb
from dnd_env.envs.battle import Battle

MANY_PLANS = 512
TRIED = 8  # plans that are played out
WAYS = 2  # at least so many, if common actions make them up
COMMON = (Verb.DODGE, Verb.SHOVE_PRONE, Verb.GRAPPLE, Verb.HIDE, Verb.DASH)


@dataclass(frozen=True)
class Advice:
    """One way to take the turn.

    Attributes:
        steps: what to do, in words, in order.
        aim: its main activity and upon whom, in words; "" for none.
        chance: that its main activity hits, or that the save against it fails (of several foes: the
            mean); None where nothing is rolled.
        is_attack: whether the chance is that of a hit.
        damage: to expect of one use of it, to all foes.
        harm: likewise to allies.
        win_rate: of the creature's side, in clones played to the end.
        low: lower end of the 95% interval of the win rate.
        high: upper end.
        worth: to the greedy agent, in hit points, roughly.
        reason: what speaks for it.
    """

    steps: tuple[str, ...]
    aim: str
    chance: float | None
    is_attack: bool
    damage: float
    harm: float
    win_rate: float
    low: float
    high: float
    worth: float
    reason: str

    @property
    def odds(self) -> str:
        """How likely it works and what it does, in words; "" where nothing is rolled."""
        parts = []
        if self.chance is not None:
            parts.append(f"{'hits' if self.is_attack else 'save fails'} {self.chance:.0%}")
        if self.damage:
            parts.append(f"{self.damage:.1f} damage expected")
        if self.harm:
            parts.append(f"{self.harm:.1f} to allies")
        return f"{self.aim}: {', '.join(parts)}" if parts else ""

    @property
    def outlook(self) -> str:
        return f"wins {100 * self.low:.0f}-{self.high:.0%} from here"


def bring_to_turn(battle: Battle, name: str) -> Battle:
    """Return a clone in which it is a creature's turn to decide, others having let theirs pass.

    Raises:
        DndEnvError: there is no such creature, or it never comes to decide.
    """
    if name not in battle.encounter.names:
        raise DndEnvError(f'no creature "{name}"; there are {", ".join(battle.encounter.names)}')
    clone = battle.clone()
    for _ in range(1000):
        if clone.over:
            break
        if clone.decider == name and clone.decision == "turn":
            return clone
        legal = clone.legal_actions()
        clone.step(legal[0])
    raise DndEnvError(f"{name} does not come to decide: it is {battle[name].life}")


def advise(
    battle: Battle, name: str, count: int = 3, rollouts: int = 64, seed: int = 0
) -> list[Advice]:
    """Return the best ways for a creature to take its turn now, best first.

    Args:
        battle: as it stands; it is not changed.
        name: of the creature.
        count: how many at the most.
        rollouts: clones played to the end for each way.
        seed: of the clones' dice.

    Raises:
        DndEnvError: there is no such creature, or it never comes to decide.
    """
    battle = bring_to_turn(battle, name)
    plans = list_plans(battle)[:TRIED]
    most = max((float(plan[rank.WORTH]) for plan in plans), default=0.0)
    found: dict[tuple[object, ...], Advice] = {}
    ways: list[tuple[list[Forced], np.ndarray | None, float]] = [([], None, most)]
    ways += [(forced_actions(battle, plan), plan, float(plan[rank.WORTH])) for plan in plans]
    for forced, plan, worth in ways:
        add(found, battle, forced, plan, worth, rollouts, seed)
    for verb in COMMON:
        if len(found) < min(WAYS, count):
            action = battle.layout.offsets["verbs"] + verb - 1
            add(found, battle, [Forced(Decision.TURN, action)], None, 0.0, rollouts, seed)
    return rank_advices(list(found.values()))[:count]


def list_plans(battle: Battle) -> list[np.ndarray]:
    """Return the plans of the decider, the most worth first, each float64 [rank.COLUMNS]."""
    arena = battle.arena
    states, scenes, tables = arena.records_for_rules
    plans = np.zeros((MANY_PLANS, rank.COLUMNS))
    found = rank.drive_plans(
        states, scenes, tables, arena.works_for_rules, arena.masks_for_rules, 0,
        int(rank.Task.LIST), as_rules_take(plans),
    )  # fmt: skip
    order = np.argsort(-plans[:found, rank.WORTH], kind="stable")
    return [plans[row] for row in order if plans[row, rank.WORTH] > 0]


def forced_actions(battle: Battle, plan: np.ndarray) -> list[Forced]:
    """Return the actions that begin a plan: go there, choose the activity, name the target."""
    layout = battle.layout
    actions = []
    square = rank.square_of(plan[rank.SQUARE])
    if square is not None and not layout.compact:
        at = layout.offsets["squares"] + square[0] + square[1] * (layout.width + 1)
        actions.append(Forced(Decision.TURN, at))
    actions.append(Forced(Decision.TURN, layout.offsets["activities"] + int(plan[rank.SLOT])))
    if plan[rank.TARGET] >= 0:
        target = layout.offsets["creatures"] + int(plan[rank.TARGET])
        actions.append(Forced(Decision.TARGET, target))
    return actions


def add(
    found: dict[tuple[object, ...], Advice],
    battle: Battle,
    forced: Sequence[Forced],
    plan: np.ndarray | None,
    worth: float,
    rollouts: int,
    seed: int,
) -> None:
    """Try a way to take the turn; add it, unless it cannot be done or is told alike already."""
    trial = try_turn(battle, forced, seed)
    if trial is None or trial.key in found:
        return
    outlook = weigh(battle, trial, plan)
    if outlook is not None:
        scores = play_out(battle, forced, rollouts, seed)
        found[trial.key] = as_advice(battle, trial, outlook, scores, worth)


def as_advice(
    battle: Battle, trial: Trial, outlook: Outlook, scores: np.ndarray, worth: float
) -> Advice:
    """Sum up a way that has been tried; ``scores`` as ``play_out`` returns them."""
    low, high = interval(scores)
    return Advice(
        steps=trial.words,
        aim=outlook.aim,
        chance=outlook.chance,
        is_attack=outlook.is_attack,
        damage=outlook.damage,
        harm=outlook.harm,
        win_rate=float(scores.mean()),
        low=low,
        high=high,
        worth=worth,
        reason=reason_of(battle, trial, outlook),
    )


def rank_advices(advices: Sequence[Advice]) -> list[Advice]:
    """Order by win rate where the intervals differ, by what they are worth to the greedy agent
    among those that cannot be told apart from the best of them."""
    left = sorted(advices, key=lambda advice: -advice.win_rate)
    ordered: list[Advice] = []
    while left:
        alike = [advice for advice in left if advice.high >= left[0].low]
        ordered += sorted(alike, key=lambda advice: -advice.worth)
        left = [advice for advice in left if advice not in alike]
    return ordered
