"""What does not change in a battle: the map, its sight lines, and the options it is played by.

A map row is an int64 of bits: bit x of row y is the square in column x of row y; y grows southward.
"""

from typing import Any, TypeAlias

import numpy as np

from dnd_env.core.layout import layout
from dnd_env.core.limits import MAX_HEIGHT, MAX_SIDES, MAX_SQUARES
from dnd_env.core.terms import Event

Scene: TypeAlias = Any  # a SCENE record

ROWS = (np.int64, MAX_HEIGHT)

SCENE = layout(
    """width height is_sunlit creature_count side_count
    edition max_rounds fog partial_knowledge
    ask_minor skip_single ask_order compact
    diagonals_5_10_5 group_initiative initiative_ties fixed_initiative
    provoked_by_anyone temp_hit_points_prevent_death_failure half_cover_hides
    missiles_share_die height_sum ceiling_ft
    verbs_at activities_at creatures_at options_at squares_at action_count
    verb_count slot_count option_count creature_slots observation_size square_stride""",
    bars_move=ROWS,
    bars_sight=ROWS,
    bars_effect=ROWS,
    difficult=ROWS,
    water=ROWS,
    chasm=ROWS,
    low_wall=ROWS,
    half_cover=ROWS,
    three_quarters_cover=ROWS,
    lightly_obscured=ROWS,
    dark=ROWS,
    dim=ROWS,
    deployment=(ROWS, 8),
    hostile_to=(np.int64, MAX_SIDES),
    sight=(np.int64, (MAX_SQUARES, MAX_HEIGHT)),
    effect=(np.int64, (MAX_SQUARES, MAX_HEIGHT)),
)
"""``sight[s, y]``: bits of the squares of row y to which some straight line from square s is free
of what bars sight (``effect``: of what bars an effect); doors and zones come on top, in the state.
``hostile_to[side]``: mask of the sides it fights; ``*_at``: where the blocks of the flat action
space begin, see ``spaces/actions.py``."""

EVENT_COUNT = len(Event)
