"""What an EFFECTS frame is about: whom a row befalls, whether it applies, and what is used up."""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Do, Recipient
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
    is_rolled = effect.do == Do.DAMAGE and frame.rolled[0] >= 0  # for all targets: used up then
    if not is_rolled and is_used_up(state, effect, source):
        return False
    if effect.predicate == 0:
        return True
    return predicates.holds(
        state, scene, tables, effect, source, frame.target - 1, source, frame.cause - 1, index
    )


@rule
def is_used_up(state: State, effect, source: int) -> bool:
    """Is a row limited to once a turn or round, and its user has had that?"""
    if effect.once == 0 or source < 0:
        return False
    return (state.creatures[source].triggers_used >> (effect.once - 1)) & 1 != 0


@rule
def use_up(state: State, effect, source: int) -> None:
    """Note that a row has been done, if that is limited."""
    if effect.once != 0 and source >= 0:
        state.creatures[source].triggers_used |= 1 << (effect.once - 1)
