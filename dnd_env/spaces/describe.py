"""Actions in words: what each says, given who decides what."""

from typing import Any, Protocol

from dnd_env.core.terms import Decision, Event, Option, Verb
from dnd_env.spaces.layout import BLOCKS, Layout


class Names(Protocol):
    """Where names of creatures and activities come from."""

    def creature(self, who: int) -> str: ...

    def activity(self, who: int, slot: int) -> str: ...

    def item(self, who: int, slot: int) -> str: ...

    def use(self, row: int) -> str:
        """Name the activity of a row of the tables."""
        ...


PASSES = {
    Decision.TURN: "End the turn",
    Decision.TARGET: "No more targets",
    Decision.SQUARE: "Stay",
    Decision.RESPONSE: "Let it pass",
    Decision.LEGENDARY: "No legendary action",
}
ITEM_VERBS = (Verb.DRAW, Verb.STOW, Verb.DROP_ITEM)


def words(member: str) -> str:
    """Write a name in capitals as words: ``STAND_UP`` becomes ``Stand up``."""
    return member.replace("_", " ").capitalize()


def decision_text(state: Any, names: Names) -> str:
    """Say what is being decided, and about what."""
    if not state.decider:
        return "Nothing: the battle is over"
    decision = Decision(state.decision)
    who = names.creature(state.decider - 1)
    if decision is Decision.RESPONSE:
        event = state.events[state.frames[state.frame_count - 1].next_event]
        source = names.creature(event.source - 1) if event.source else "Nobody"
        kind = words(Event(event.kind).name).lower()
        return f"{who}: respond to {source} ({kind})?"
    choice = state.choice[0]
    if choice.activity and decision is not Decision.TURN:
        return f"{who}: {decision.name.lower()} for {names.use(choice.activity - 1)}"
    if choice.verb and decision is not Decision.TURN:
        return f"{who}: {decision.name.lower()} for {words(Verb(choice.verb).name)}"
    return f"{who}: {words(decision.name).lower()}"


def action_text(state: Any, layout: Layout, names: Names, action: int) -> str:
    """Say what an action means to the decider.

    Args:
        state: the STATE record, checked.
        layout: the layout of actions.
        names: names of creatures and activities.
        action: any action, legal or not.
    """
    block = BLOCKS[int(layout.action_table["block"][action])]
    index = int(layout.action_table["index"][action])
    who = state.decider - 1
    if block == "pass":
        decision = Decision(state.decision) if state.decider else None
        return PASSES.get(decision, "Pass") if decision is not None else "Pass"
    if block == "verbs":
        return words(Verb(index + 1).name)
    if block == "activities":
        return names.activity(who, index)
    if block == "creatures":
        return names.creature(index)
    if block == "options":
        return option_text(state, names, Option(index + 1))
    x, y = index % (layout.width + 1), index // (layout.width + 1)
    if state.decision == Decision.TURN:
        return f"Move to ({x}, {y})"
    return f"Square ({x}, {y})"


def option_text(state: Any, names: Names, option: Option) -> str:
    """Say what an option means in the pending question."""
    if state.decision == Decision.KNOCK_OUT:
        return "Knock out" if option is Option.YES else "Strike to kill"
    if state.decision == Decision.FAIL_SAVE:
        return "Fail by choice" if option is Option.YES else "Save"
    if state.decision == Decision.TEMP_HIT_POINTS:
        return "Take the new" if option is Option.YES else "Keep the old"
    verb = state.choice[0].verb
    if verb in ITEM_VERBS and Option.FIRST <= option <= Option.TENTH:
        return names.item(state.decider - 1, option - Option.FIRST)
    if option.name.startswith("UP_"):
        return f"{option.name.removeprefix('UP_')} ft up"
    return words(option.name)
