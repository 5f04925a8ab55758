"""What changes in a battle, in one record: creatures, what lies upon them, the map's moving parts,
what is being resolved and who is being asked.

A stored reference to another row is its index + 1; 0 is none. Distances are in feet where the name
says so, else in squares. Masks of creatures have bit 1 << index.
"""

from typing import Any, TypeAlias

import numpy as np

from dnd_env.core.layout import layout
from dnd_env.core.limits import (
    MAX_ATTACKS,
    MAX_CREATURES,
    MAX_EVENTS,
    MAX_FRAMES,
    MAX_HEIGHT,
    MAX_ITEMS,
    MAX_OBJECTS,
    MAX_ONGOING,
    MAX_RESOURCES,
    MAX_SCRIPTED_DICE,
    MAX_SIDES,
    MAX_STEPS,
    MAX_TARGETS,
    MAX_ZONES,
)

State: TypeAlias = Any  # a STATE record
Creature: TypeAlias = Any  # a CREATURE record

CREATURE = layout(
    """stat_block side x y altitude_ft width is_flying squeezes_to summoner rider mount container
    original_stat_block original_hit_points life hit_points temp_hit_points hit_point_maximum
    base_hit_points death_successes death_failures exhaustion initiative tie_break group
    is_surprised has_acted zone lies_in_wait is_character rolls_hit_points actions actions_not_magic
    bonus_actions reactions interactions legendary_actions moved_ft extra_ft diagonals run_ft
    run_direction approach_ft attack_count is_attacking cast_bonus_spell cast_other_spell spent_slot
    used_action used_bonus_action main_hand off_hand stealth_total concentrates is_holding
    conditions armor_class resistances immunities vulnerabilities absorbs condition_immunities
    critical_range reach_ft has_conditional_affinities modifies_damage ends_on hurt_by died_on""",
    longs="""flags advantages disadvantages fails conditional_rolls roll_modifiers listens
    hidden_from slots_used triggers_used light_attacks""",
    speed_ft=(np.int32, 5),
    sense_ft=(np.int32, 4),
    attacks_made=(np.int16, MAX_ATTACKS),
    resources=(np.int16, MAX_RESOURCES),
    items=(np.int16, MAX_ITEMS),
)
"""``zone``: the deployment zone it is yet to be placed in; ``base_hit_points``: rolled at set-up, 0
for those of the stat block. ``x``, ``y``: the north-west square of its space, ``width`` squares
across. From ``conditions`` on, and ``flags`` to ``listens``, ``speed_ft`` and ``sense_ft``: derived
by ``derived.refresh``. ``run_*``: feet moved in one straight line up to now. ``died_on``: the round
of its death. ``attacks_made``: slots used by the attack action in progress. ``triggers_used``: bits
of what is limited to once a turn or a round."""

ONGOING = layout(
    """effect source target activity level rounds save_dc concentration amount
    is_due is_grip dealt"""
)
"""An effect that lasts: ``effect`` is its ONGOING (or CONDITION) row; ``rounds`` left to count,
0 for no end; ``amount`` a number of its own: a Stealth total, uses left, an escape DC."""

ZONE = layout(
    """effect source activity level x y aim_x aim_y size_ft rounds save_dc concentration
    anchor is_due cast_on_turn""",
    longs="befell",
    squares=(np.int64, MAX_HEIGHT),
)
"""``squares``: the rows of those it covers, see ``zones.survey``; ``x``, ``y``: where it starts, in
half squares (a cube: its north-west corner); ``aim_*``: what it is aimed at; ``anchor``: the
creature it moves with; ``befell``: mask of those it has acted upon this turn."""

OBJECT = layout("kind x y is_open is_locked hit_points owner item dc")
"""``kind`` an ObjectKind; ``item`` the owner's item slot + 1 of a thing that lies on the ground."""

FRAME = layout(
    """kind phase source target activity cause slot level context
    next_effect end_effect when gate gate_effect outcome against cover bits
    natural total advantage disadvantage dc ability skill damage_type
    x y aim_x aim_y first_event next_event target_count targets_done ongoing zone amount
    is_void is_halved is_missed has_felled next_step step_count other_natural""",
    longs="targets_mask",
    rolled=(np.int16, 6),
    damage=(np.int16, 14),
    targets=(np.int8, MAX_TARGETS),
)
"""A step of what is being resolved. ``when``: the mask of the effect rows to do; ``gate``: the
effect row that gates them; ``outcome``: the Outcome mask that came of it; ``rolled``: damage rolled
once for all targets; ``x``, ``y``: the place or origin and ``aim_*`` the aim, in half squares;
``damage`` by DamageType, collected until it is dealt; ``is_void``: interrupted; ``other_natural``:
of two d20s the one that does not count."""

EVENT = layout("kind source target amount activity is_told", longs="asked answered")
"""``is_told``: its triggers have gone off; ``asked``: the creatures that have had their say;
``answered``: the slots with which the one being asked has responded."""

CHOICE = layout(
    """activity slot verb level named target_count x y is_placed anchor context""",
    targets=(np.int8, MAX_TARGETS),
)
"""What the decider has said so far of a choice that takes several answers; ``named``, ``anchor``
and ``targets`` are creatures + 1."""

STATE = layout(
    """decision decider winner error round_number turn turn_index decisions_this_turn
    order_count frame_count event_count ongoing_count zone_count object_count
    dice_counter scripted_count scripted_next is_strict_script places_stale decisions""",
    longs="sight_stale refresh_stale listened closed_doors",
    dice_keys=(np.int32, 2),
    scripted_dice=(np.int16, MAX_SCRIPTED_DICE),
    order=(np.int8, MAX_CREATURES),
    path=(np.int8, MAX_STEPS),
    sees=(np.int64, MAX_CREATURES),
    located=(np.int64, MAX_SIDES),
    spotted=(np.int64, MAX_SIDES),
    doors_shut=(np.int64, MAX_SIDES),
    zones_known=(np.int64, MAX_SIDES),
    remembered=(np.int16, (MAX_SIDES, MAX_CREATURES)),
    choice=(CHOICE, 1),
    creatures=(CREATURE, MAX_CREATURES),
    ongoing=(ONGOING, MAX_ONGOING),
    zones=(ZONE, MAX_ZONES),
    objects=(OBJECT, MAX_OBJECTS),
    frames=(FRAME, MAX_FRAMES),
    events=(EVENT, MAX_EVENTS),
)
"""``sees[creature]``: whom it sees; by side: ``spotted`` seen by somebody, ``located`` placed, if
only by ear, ``remembered`` the square + 1 where each was last known to be, ``doors_shut`` the
objects that it takes for closed doors, ``zones_known``. ``order``: initiative; ``path``: directions
of the move under way."""
