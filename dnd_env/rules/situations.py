"""What an EFFECTS frame is about: whom a row befalls, and whether it applies."""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Recipient
from dnd_env.rules import predicates


@rule
def recipient(frame, effect) -> int:
    """Return the creature that an effect row befalls, -1 for none."""
    if effect.recipient == Recipient.SOURCE:
        return frame.source - 1
    if effect.recipient == Recipient.CAUSE:
        return frame.cause - 1
    return frame.target - 1


@rule
def applies(state: State, scene: Scene, tables: Tables, effect, index: int) -> bool:
    """Do a row's predicates hold, and has it not been used up for this turn?"""
    frame = state.frames[index]
    source = frame.source - 1
    if effect.once != 0 and source >= 0:
        if (state.creatures[source].triggers_used >> (effect.once - 1)) & 1:
            return False
    if effect.predicate == 0:
        return True
    return predicates.holds(
        state, scene, tables, effect, source, frame.target - 1, source, frame.cause - 1, index
    )
