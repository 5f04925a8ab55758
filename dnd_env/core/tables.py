"""The compiled content: stat blocks, activities, effects, conditions and items, as rows of ints.

Rules read these rows and never know what an entry is called. A reference to a row is its index + 1.

An EFFECT row means, by its ``do``:

================ ==================================================================================
DAMAGE           roll ``dice``d``sides`` + ``bonus`` of damage type ``kind`` (0: the attack's own);
                 ``ability``: and the user's modifier of it; ``mode`` 1 halves it on a SUCCESS, 2
                 always; ``amount`` 1 joins the attack responded to
HEAL             roll hit points; ``mode`` 1 the damage just dealt, 2 half of it; ``amount``: at
most
                 that percentage of the maximum
TEMP_HIT_POINTS  roll temporary hit points CONDITION        give ``condition`` MODIFIER
change Stat ``kind`` by Op ``mode``: ``amount``, and ``dice`` for rolls; ``filter``:
                 the rolls, damage types or attack kinds it concerns (0: all)
ROLL_MODE        Mode ``mode`` for the rolls of mask ``filter``
AFFINITY         Affinity ``kind`` to the damage types (conditions) of mask ``filter``, except
                 against attacks of Unless mask ``mode``; ``amount`` an activity's tag, for that
                 only
FLAG             set the Flags of mask ``filter``
MOVE_TARGET      move by Push ``kind`` up to ``amount`` feet
MOVE_SELF        move by Travel ``kind``: ``amount`` feet, or by ``mode`` percent of speed
GRAPPLE          seize: escape DC ``save_dc``; ``amount`` most held at once (0: any)
TICK             do the children at TickWhen mask ``filter``
ECONOMY          Grant ``kind``, ``amount`` times
ZONE             lay a zone: Shape ``kind``, ``amount`` feet across or in radius, ZoneTraits
                 ``filter``; ``mode`` the Who mask it befalls (0: all), ``condition`` 1 if held by
                 concentration; children by ZoneWhen
ENTITY           bring ``amount`` creatures of stat block ``mode``
TRIGGER          do the children on Event ``kind``; ``amount`` 1 once a turn, 2 once a round
CONTROL          see ``filter``: Flags, held by the children of an ONGOING
VISIBILITY       Sense ``kind``
REMOVE           Removal ``kind``: ``filter`` the conditions; INTERRUPT with ``mode`` 1 succeeds at
                 or below the own slot level, above by a check of the spellcasting ability
LIFE             LifeChange ``kind``; ``amount`` hit points
RESOURCE         change resource ``kind`` by ``amount``
CAST             use the activity in slot ``amount``
ROLL_CHANGE      change the roll responded to: RollChange ``kind`` by ``amount`` and ``dice``
ONGOING          lay its children upon the recipient for ``duration``, ``rounds``; ``save_*``: the
                 repeated save; ``ends_on``;
                 ``mode`` 1 if held by concentration; ``filter``: the conditions it gives
SAVE             a saving throw ``ability`` against ``save_dc``, then the children; ``filter``: the
                 conditions that a failure gives
CHECK, CONTEST   an ability check ``kind`` (a Skill; 0: of ``ability``), then the children
ATTACK           an attack roll of ``amount`` as bonus, then the children
RANDOM           roll ``sides``; do those children whose ``amount`` to ``mode`` holds the result
================ ==================================================================================
"""

from typing import Any, TypeAlias

import numpy as np

from dnd_env.core.layout import layout
from dnd_env.core.limits import (
    MAX_ACTIVITIES,
    MAX_ATTACK_OPTIONS,
    MAX_ATTACK_PARTS,
    MAX_CONDITIONS,
    MAX_EFFECTS,
    MAX_ITEM_KINDS,
    MAX_ITEMS,
    MAX_RESOURCES,
    MAX_RESPONSES,
    MAX_SLOTS,
    MAX_STAT_BLOCKS,
)

Tables: TypeAlias = Any  # a TABLES record; numba knows its fields, the type checker cannot

EFFECT = layout(
    """do outcome recipient predicate predicate_value also also_value
    dice sides bonus kind mode amount condition
    per_level_dice per_level_bonus per_levels
    duration rounds save_when ability save_dc ends_on
    first_child child_count once key binds""",
    longs="filter",
)
"""``outcome`` an Outcome or ZoneWhen mask; ``recipient`` a Recipient; ``also`` a second predicate;
``per_level_*`` for each ``per_levels`` slot levels above the lowest; ``once`` the bit of
``creature.triggers_used`` + 1; ``key``: of an ONGOING, the same for one spell in every stat block:
twice on one creature it counts once; ``binds``: CHARMS | FRIGHTENS,
if it makes its source the charmer or what is feared."""

CHARMS, FRIGHTENS = 1, 2
ACTIVITY_FEATURES = 14
DC_OF_USER, DC_OF_GRIP, BONUS_OF_USER = -1, -2, -100
"""Values of ``save_dc``: 8 + the user's Strength modifier and proficiency; what escaping the grip
on the user takes, by check against its DC or by contest with the grappler. Of ``attack_bonus``: the
user's proficiency and modifier of ``attack_ability``."""

ACTIVITY = layout(
    """tag cost cost_amount resource resource_amount spell_level components target who named_who
    named_range_ft targets per_level_targets range_ft long_range_ft shape size_ft width_ft
    per_level_ft gate attack_kind attack_bonus attack_ability ability save_dc against skill event
    also_event witness predicate predicate_value also also_value event_tag item grip ammunition
    properties first_effect effect_count""",
    longs="traits",
    features=(np.float32, ACTIVITY_FEATURES),
)
"""``tag``: the same for one spell in every stat block; ``resource``: the creature's resource + 1 (a
spell of level n uses that of the slot level chosen); ``ability`` mask of 1 << Ability - 1 of which
the one who saves chooses; ``against``: the conditions (mask of 1 << Condition - 1) that a failure
gives; ``features``: what it does, for observations (``spaces/features.py``); ``named_who``: a
creature to be named first, the foe that *help* distracts from; ``event``, ``witness``: what it
responds to, and as whom."""

ATTACK_PART = layout("count", longs="slots")
ATTACK_OPTION = layout("is_multiattack", parts=(ATTACK_PART, MAX_ATTACK_PARTS))
"""One way to spend an Attack action or Multiattack: so many attacks of each mask of slots."""

STAT_BLOCK = layout(
    """size creature_type challenge_eighths proficiency armor_class hit_points hit_dice hit_die
    hit_bonus initiative_bonus passive_perception spell_level_cap legendary_actions uses_dying_rules
    hands activity_count first_effect effect_count response_count attack_option_count
    caster_level spell_ability spell_dc spell_attack wears_armor hovers level""",
    longs="listens",
    speed_ft=(np.int32, 5),
    sense_ft=(np.int32, 4),
    ability_scores=(np.int32, 6),
    ability_modifiers=(np.int32, 6),
    save_bonus=(np.int32, 6),
    skill_bonus=(np.int32, 18),
    activities=(np.int32, MAX_SLOTS),
    responses=(np.int32, MAX_RESPONSES),
    resources=(np.int32, MAX_RESOURCES),
    recharge=(np.int32, MAX_RESOURCES),
    items=(np.int32, MAX_ITEMS),
    item_counts=(np.int32, MAX_ITEMS),
    attack_options=(ATTACK_OPTION, MAX_ATTACK_OPTIONS),
    menace=(np.float32, 1),
)
"""``sense_ft``: darkvision, blindsight, truesight, tremorsense. ``recharge``: regained at the start
of a turn on a d6 of at least that; 0 never. ``listens``: mask of the Events that its triggers and
responses answer. ``skill_bonus`` counts the ability in. ``menace``: damage that it may deal in a
round, roughly (``spaces/features.py``)."""

CONDITION = layout("first_effect effect_count", longs="implies")
"""``implies``: mask of 1 << Condition - 1, itself included; its effects are those of all of
these."""

ITEM = layout("hands armor_class is_weapon is_light is_ammunition is_shield")

TABLES = layout(
    "edition effect_count activity_count stat_block_count",
    effects=(EFFECT, MAX_EFFECTS),
    activities=(ACTIVITY, MAX_ACTIVITIES),
    stat_blocks=(STAT_BLOCK, MAX_STAT_BLOCKS),
    conditions=(CONDITION, MAX_CONDITIONS),
    items=(ITEM, MAX_ITEM_KINDS),
    roles=(np.int32, 8),
    role_effects=(np.int32, 8),
    verbs=(np.int32, 48),
)
"""``roles[Role]``: the condition (a row + 1) that the rules impose, and ``role_effects[Role]`` the
CONDITION effect (a row + 1) that gives it; ``verbs[Verb]``: the activity (a row + 1) behind a
verb."""
