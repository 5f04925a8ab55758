"""A turn tried out once, to tell it in words: what a creature does, step by step.

Others let everything pass meanwhile, so that the telling is of what the creature means to do.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from agents.advisor.rollouts import LONG_TURN, Forced, take_forced
from agents.scripted.greedy import Greedy
from dnd_env.core.limits import MAX_SLOTS
from dnd_env.core.terms import LAST_ACTIVITY_VERB, Decision, Event, Option, Traced, Verb
from dnd_env.envs.battle import Battle

FOLLOW_UPS = (Decision.LEVEL, Decision.SQUARE, Decision.CORNER, Decision.OPTION)
PASS = 0


@dataclass
class Step:
    """One thing done: its name, what else was said of it, and upon whom."""

    name: str
    notes: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return ", ".join([self.name, *self.notes]) + upon(self.targets)


def upon(targets: Sequence[str]) -> str:
    """Say upon whom, each name once: " on A (2), B"; "" for nobody."""
    if not targets:
        return ""
    counted = Counter(targets).items()
    return " on " + ", ".join(f"{name} ({n})" if n > 1 else name for name, n in counted)


@dataclass
class Use:
    """An activity used in a turn.

    Attributes:
        slot: of the activity.
        before: uint8 [state size], the battle when it was chosen.
        targets: indices of the creatures chosen, in order.
        step: its words.
    """

    slot: int
    before: np.ndarray
    step: Step
    targets: list[int] = field(default_factory=list)


@dataclass
class Trial:
    """A turn as it was played: its words, what was used, and who might strike at it in passing."""

    steps: list[Step] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    provoked: list[str] = field(default_factory=list)
    has_moved: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The steps in words; the end of the turn only where there is nothing else."""
        said = [str(step) for step in self.steps if step.name != END] or ["End the turn"]
        return tuple(said)

    @property
    def key(self) -> tuple[object, ...]:
        """The same for turns that differ but in the order of the targets."""
        return tuple((step.name, *step.notes, *sorted(step.targets)) for step in self.steps)


END = "End the turn"


def try_turn(battle: Battle, forced: Sequence[Forced], seed: int) -> Trial | None:
    """Play the decider's turn in a clone, the forced actions first, the greedy agent after them.

    Returns:
        What happened; None if one of the forced actions was not legal when its time came.
    """
    clone = battle.clone(seed)
    clone.state.scripted_count = 0
    decider, turn, greedy = clone.decider, clone.state.turn, Greedy()
    waiting, trial = list(forced), Trial()
    for _ in range(LONG_TURN):
        if clone.over or clone.state.turn != turn:
            break
        mask, decision = clone.arena.masks[0], clone.state.decision
        action = int(greedy.choose(clone.arena, np.array([0]))[0])
        if clone.decider != decider:
            note_response(clone, trial)
            clone.step(PASS if mask[PASS] else action)
            continue
        if waiting and decision == waiting[0].decision and not mask[waiting[0].action]:
            return None
        wanted = take_forced(waiting, decision, mask)
        take_note(clone, trial, action if wanted is None else wanted)
        logged = len(clone.log)
        clone.step(action if wanted is None else wanted)
        name_target(clone, trial, logged)
    is_cut_short = any(each.decision == Decision.TURN for each in waiting)
    return None if is_cut_short else trial


def note_response(clone: Battle, trial: Trial) -> None:
    """Note who may strike because the creature leaves its reach."""
    state = clone.state
    if state.decision == Decision.RESPONSE:
        event = state.events[state.frames[state.frame_count - 1].next_event]
        if event.kind == Event.LEAVES_REACH and clone.decider not in trial.provoked:
            trial.provoked.append(str(clone.decider))


def take_note(clone: Battle, trial: Trial, action: int) -> None:
    """Put into words what the creature is about to choose."""
    decision, said = clone.state.decision, clone.describe(action)
    if decision == Decision.TURN:
        trial.steps.append(Step(said))
        trial.has_moved |= said.startswith(("Move to", "Step "))
        slot = slot_of(clone, action)
        if slot >= 0:
            raw = clone.arena.raw[0].copy()
            trial.uses.append(Use(slot, raw, trial.steps[-1]))
    elif decision == Decision.TARGET and trial.steps:
        note_target(clone, trial, action)
    elif decision == Decision.OPTION and clone.state.choice[0].verb == Verb.FLY:
        trial.steps[-1].name = flight_in_words(clone, action)
    elif decision in FOLLOW_UPS and action != PASS and trial.steps:
        trial.steps[-1].notes.append(said.lower().replace("square (", "at ("))
    elif decision == Decision.RESPONSE and action != PASS:
        trial.steps.append(Step(said))


def note_target(clone: Battle, trial: Trial, action: int) -> None:
    """Note a target, and those before it that were taken unasked, being the only ones."""
    index = action - clone.layout.offsets["creatures"]
    if not 0 <= index < clone.layout.sizes["creatures"]:
        if action != PASS:
            trial.steps[-1].notes.append(clone.describe(action).replace("Square (", "at ("))
        index = -1
    choice, names = clone.state.choice[0], clone.encounter.names
    added = [index] if index >= 0 else []
    if not trial.uses or trial.uses[-1].step is not trial.steps[-1]:
        trial.steps[-1].targets += [names[who] for who in added]
        return
    use = trial.uses[-1]
    if choice.activity:
        before = [choice.targets[at] - 1 for at in range(choice.target_count)]
        use.targets = [who for who in before if who >= 0]
    use.targets += added
    use.step.targets = [names[who] for who in use.targets]


def slot_of(clone: Battle, action: int) -> int:
    """Return the slot of the activity that an action chooses, -1 for none."""
    offsets, sizes = clone.layout.offsets, clone.layout.sizes
    slot = action - offsets["activities"]
    if 0 <= slot < sizes["activities"]:
        return slot
    verb = action - offsets["verbs"] + 1
    return MAX_SLOTS + verb - 1 if 1 <= verb <= LAST_ACTIVITY_VERB else -1


def flight_in_words(clone: Battle, action: int) -> str:
    """Say to what altitude a creature flies."""
    here_ft = clone.state.creatures[clone.state.decider - 1].altitude_ft
    option = Option(action - clone.layout.offsets["options"] + 1)
    feet = int(option.name.removeprefix("UP_"))
    if feet == 0:
        return "Land"
    return f"Fly {'up' if feet > here_ft else 'down'} to {feet} ft"


def name_target(clone: Battle, trial: Trial, logged: int) -> None:
    """Name the target that was taken unasked, being the only one."""
    if not trial.uses or trial.uses[-1].targets or trial.uses[-1].step is not trial.steps[-1]:
        return
    use, who = trial.uses[-1], clone.encounter.names
    for event in clone.log[logged:]:
        if event.kind is Traced.USES and event.source != event.target and event.target is not None:
            if event.source is not None and event.source == clone.state.turn - 1:
                use.targets.append(event.target)
                use.step.targets.append(who[event.target])
                return
