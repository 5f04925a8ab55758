"""The waist: what everything above the rules goes through to them.

``drive`` is the one compiled entry: batches of records and an index, never a record, for a record
argument costs microseconds; one fat entry, because each entry links every rule again. Agents that
compile their own loops use the ``@rule`` functions that are listed here.
"""

from enum import IntEnum
from typing import Any

from dnd_env.core.jit import entry, rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.work import Work
from dnd_env.rules import (
    areas,
    attacks,
    choices,
    floods,
    geometry,
    legality,
    modifiers,
    paths,
    placing,
    routes,
    saving_throws,
    sight,
    stack,
    step,
    threats,
    upkeep,
    uses,
)
from dnd_env.spaces import features, masks, observations, odds, play, rewards

__all__ = [
    "Op",
    "attacks",
    "choices",
    "drive",
    "floods",
    "geometry",
    "legality",
    "mark_zone",
    "masks",
    "modifiers",
    "observations",
    "odds",
    "paths",
    "placing",
    "play",
    "report",
    "routes",
    "saving_throws",
    "sight",
    "stack",
    "threats",
    "uses",
    "weigh",
]

Op = IntEnum("Op", "BEGIN STEP RANDOM MASK OBSERVE DESCRIBE REFRESH")
"""What ``drive`` does. BEGIN: set up, with the dice keys in ``numbers[:, 0:2]``; STEP: play the
action in ``numbers[:, 0]``, if it is not negative; RANDOM: play at random until the side of
``numbers[:, 1]`` (-1: nobody) decides, at most ``limit`` decisions, with the key in ``numbers[:,
0]``; MASK: write the mask; OBSERVE: write the observation of creature ``numbers[:, 0]``; DESCRIBE:
fill the activities' features; REFRESH: derive everything afresh, after a change from outside."""

RESULTS = 6
"""Of a battle, in ``results``: decider + 1, its side, winner, error, number of legal actions, and
decisions made by this call."""


@entry
def drive(
    states: Any,
    scenes: Any,
    tables: Any,
    works: Any,
    op: int,
    first: int,
    last: int,
    limit: int,
    numbers: Any,
    masks_: Any,
    observations_: Any,
    worths: Any,
    results: Any,
) -> None:
    """Do an Op to the battles ``first`` to ``last`` - 1 of a batch.

    Args:
        states: STATE records [n].
        scenes: SCENE records [1], of which all battles of the batch are.
        tables: TABLES records [1].
        works: WORK records [1].
        op: an Op.
        first: index of the first battle.
        last: one more than that of the last.
        limit: at most so many decisions a battle, for RANDOM.
        numbers: int64 [n, 2], see Op.
        masks_: int8 [n, action_count]; the mask of the next decision is written.
        observations_: float32 [n, observation_size] or [n, 0]; the next decider's is written.
        worths: float64 [n, 1 + MAX_SIDES]: [:, 0] a rewards.Scheme; what the battle is worth to
            each side so far is written.
        results: int64 [n, RESULTS], written.
    """
    work = works[0]
    if op == Op.DESCRIBE:
        features.describe_all(tables[0])
        return
    scene = scenes[0]
    for index in range(first, last):
        state, mask, out = states[index], masks_[index], observations_[index]
        do(state, scene, tables[0], work, op, limit, numbers[index], mask, out, results[index])
        viewer, deciding = state.decider - 1, True
        if op == Op.OBSERVE:
            viewer, deciding = numbers[index, 0], numbers[index, 1] != 0
        if len(out) > 0 and viewer >= 0:
            observations.write(state, scene, tables[0], work, viewer, deciding, mask, out)
        weigh(state, scene, worths[index])


@rule
def report(state: State, count: int, decisions_before: int, results: Any) -> None:
    """Note how a battle stands in its row of ``results``; ``count``: how many actions are legal."""
    results[0] = state.decider
    results[1] = state.creatures[state.decider - 1].side if state.decider != 0 else -1
    results[2], results[3], results[4] = state.winner, state.error, count
    results[5] = state.decisions - decisions_before


@rule
def weigh(state: State, scene: Scene, worths: Any) -> None:
    """Write what a battle is worth to each side into its row of ``worths``."""
    for side in range(scene.side_count):
        worths[1 + side] = rewards.worth(state, scene, side, int(worths[0]))


@entry
def mark_zone(states: Any, scenes: Any, tables: Any, index: int, zone: int, rows: Any) -> None:
    """Set the bits of a zone's squares of battle ``index`` in ``rows``, int64 [MAX_HEIGHT]."""
    state = states[index]
    areas.add_zone(scenes[0], state.zones[zone], rows)


@rule
def do(
    state: State,
    scene: Scene,
    tables: Tables,
    work: Work,
    op: int,
    limit: int,
    numbers: Any,
    mask: Any,
    out: Any,
    results: Any,
) -> None:
    """Do an Op to one battle and note how it stands."""
    before = state.decisions
    count = results[4]
    if op == Op.BEGIN:
        state.dice_keys[0], state.dice_keys[1] = numbers[0], numbers[1]
        step.begin(state, scene, tables, work)
        count = play.settle(state, scene, tables, work, mask)
    elif op == Op.STEP:
        if numbers[0] >= 0:
            count = play.apply(state, scene, tables, work, mask, numbers[0])
    elif op == Op.RANDOM:
        key, side = numbers[0], numbers[1]
        count = play.play_randomly(state, scene, tables, work, mask, out, key, side, limit)
    elif op == Op.REFRESH:
        upkeep.redo(state, scene, tables, work)
        count = masks.write(state, scene, tables, work, mask)
    elif op == Op.MASK:
        count = masks.write(state, scene, tables, work, mask)
    report(state, count, before, results)
