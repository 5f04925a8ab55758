"""The waist: the compiled entries that everything above the rules goes through.

Arrays of records and an index, never a record, for a record argument costs microseconds. One fat
entry, because each entry links every rule again.
"""

from typing import Any

from dnd_env.core.jit import entry
from dnd_env.rules import scenes, step
from dnd_env.spaces import masks, play


@entry
def prepare_scene(scenes_: Any, index: int) -> None:
    """Fill the sight rows of a scene."""
    scenes.prepare(scenes_[index])


@entry
def drive(states, scenes_, tables, works, masks_, op, first, last, numbers, limit) -> int:
    """Do an Op to the battles ``first`` to ``last`` - 1; return how many decisions were made."""
    work = works[0]
    made = 0
    for index in range(first, last):
        state, scene, mask = states[index], scenes_[0], masks_[index]
        if op == 0:
            state.dice_keys[0], state.dice_keys[1] = numbers[index, 0], numbers[index, 1]
            step.begin(state, scene, tables[0], work)
            play.settle(state, scene, tables[0], work, mask)
        elif op == 1:
            play.apply(state, scene, tables[0], work, mask, numbers[index, 0])
        else:
            count = masks.write(state, scene, tables[0], work, mask)
            for turn in range(limit):
                if state.decider == 0:
                    break
                action = play.random_action(scene, mask, count, numbers[index, 0], state.decisions)
                count = play.apply(state, scene, tables[0], work, mask, action)
                made += 1
    return made
