"""Playing by actions: apply one, pass over decisions with a single legal answer, choose at
random."""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.work import Work
from dnd_env.rules import dice, step
from dnd_env.spaces import masks, observations

SINGLES = 10_000  # forced answers in a row before it must be a defect


@rule
def settle(state: State, scene: Scene, tables: Tables, work: Work, mask) -> int:
    """Write the mask of the next decision that leaves a choice; return how many are legal."""
    count = masks.write(state, scene, tables, work, mask)
    for _ in range(SINGLES):
        if count != 1 or scene.skip_single == 0 or state.decider == 0:
            return count
        kind, value = masks.answer_of(scene, nth_legal(scene, mask, 0))
        step.answer(state, scene, tables, work, kind, value)
        count = masks.write(state, scene, tables, work, mask)
    return count


@rule
def apply(state: State, scene: Scene, tables: Tables, work: Work, mask, action: int) -> int:
    """Play a legal action and go on to the next decision; return how many actions are legal
    there."""
    kind, value = masks.answer_of(scene, action)
    step.answer(state, scene, tables, work, kind, value)
    return settle(state, scene, tables, work, mask)


@rule
def nth_legal(scene: Scene, mask, nth: int) -> int:
    """Return the nth legal action of a mask, counted from 0."""
    for action in range(scene.action_count):
        if mask[action] != 0:
            if nth == 0:
                return action
            nth -= 1
    return masks.PASS


@rule
def random_action(scene: Scene, mask, count: int, key: int, nonce: int) -> int:
    """Draw a legal action, evenly; ``key`` and ``nonce`` say which draw it is."""
    bits = dice.random_bits(key, nonce, key ^ nonce)
    return nth_legal(scene, mask, (bits * count) >> 32)


@rule
def play_randomly(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    mask,
    out,
    key: int,
    stop_side: int,
    limit: int,
) -> int:
    """Play at random until a side decides (-1: until the end), at most ``limit`` decisions; return
    how many actions are legal then.

    The mask is up to date when it begins. Each decider's observation is written into ``out`` first,
    as a learner would see it, unless that is empty.
    """
    count = masks.count_legal(scene, mask)
    for _ in range(limit):
        if state.decider == 0 or state.creatures[state.decider - 1].side == stop_side:
            break
        if len(out) > 0:
            viewer = state.decider - 1
            observations.write(state, scene, tables, work, viewer, True, mask, out)
        action = random_action(scene, mask, count, key, state.decisions)
        count = apply(state, scene, tables, work, mask, action)
    return count
