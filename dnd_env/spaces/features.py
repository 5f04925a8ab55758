"""What an activity does, as numbers that mean the same for every creature: the rows of the
``activities`` piece of the observation, worked out once when a battle is set up.
"""

from dnd_env.core.jit import rule
from dnd_env.core.tables import Tables
from dnd_env.core.terms import Cost, Do, Gate, Target, Who

FEATURES = (
    "exists", "is_action", "is_bonus_action", "is_reaction", "is_legendary_or_free", "range",
    "area", "attack_bonus", "save_dc", "mean_damage", "mean_healing", "gives_condition",
    "spell_level", "helps_allies",
)  # fmt: skip


@rule
def mean(effect) -> float:
    """Return the mean of what an effect rolls."""
    return effect.dice * (effect.sides + 1) / 2 + effect.bonus


@rule
def add_up(tables: Tables, first: int, count: int) -> tuple[float, float, float]:
    """Return mean damage, mean healing and whether a condition is given, effects within effects
    included."""
    damage, healing, conditions = 0.0, 0.0, 0.0
    for row in range(first, first + count):
        effect = tables.effects[row]
        if effect.do == Do.DAMAGE:
            damage += mean(effect)
        elif effect.do == Do.HEAL or effect.do == Do.TEMP_HIT_POINTS:
            healing += mean(effect)
        elif effect.do == Do.CONDITION or effect.do == Do.GRAPPLE:
            conditions = 1.0
    return damage, healing, conditions


@rule
def add_up_tree(tables: Tables, first: int, count: int) -> tuple[float, float, float]:
    """As ``add_up``, down to the children of children."""
    damage, healing, conditions = add_up(tables, first, count)
    for row in range(first, first + count):
        effect = tables.effects[row]
        more, more_healing, more_conditions = add_up(tables, effect.first_child, effect.child_count)
        damage, healing = damage + more, healing + more_healing
        conditions = max(conditions, more_conditions)
        for child in range(effect.first_child, effect.first_child + effect.child_count):
            inner = tables.effects[child]
            more, more_healing, more_conditions = add_up(
                tables, inner.first_child, inner.child_count
            )
            damage, healing = damage + more, healing + more_healing
            conditions = max(conditions, more_conditions)
    return damage, healing, conditions


@rule
def describe(tables: Tables, row: int) -> None:
    """Fill ``features`` of an activity; every value lies in [-1, 1]."""
    activity = tables.activities[row]
    out = activity.features
    damage, healing, conditions = add_up_tree(tables, activity.first_effect, activity.effect_count)
    cost = activity.cost
    out[0] = 1.0
    out[1] = 1.0 if cost == Cost.ACTION or cost == Cost.ATTACK else 0.0
    out[2] = 1.0 if cost == Cost.BONUS_ACTION else 0.0
    out[3] = 1.0 if cost == Cost.REACTION else 0.0
    out[4] = 1.0 if cost == Cost.LEGENDARY or cost == Cost.FREE else 0.0
    out[5] = min(max(activity.range_ft, activity.long_range_ft) / 150, 1.0)
    out[6] = min(activity.size_ft / 60, 1.0)
    out[7] = (
        min(max(activity.attack_bonus / 15, -1.0), 1.0) if activity.gate == Gate.ATTACK else 0.0
    )
    out[8] = min(activity.save_dc / 25, 1.0) if activity.gate == Gate.SAVE else 0.0
    out[9] = min(damage * max(activity.targets, 1) / 60, 1.0)
    out[10] = min(healing * max(activity.targets, 1) / 60, 1.0)
    out[11] = conditions
    out[12] = activity.spell_level / 9
    out[13] = 1.0 if (activity.who >> Who.ALLY) & 1 or activity.target == Target.SELF else 0.0


HIT_RATE = 0.6  # taken for the mean of all attacks and saves


@rule
def menace_of(tables: Tables, block) -> float:
    """Return the damage that a creature may deal in a round: that of its best attack, as often as
    it may attack, or of its best spell or area."""
    attack, other = 0.0, 0.0
    for slot in range(block.activity_count):
        activity = tables.activities[block.activities[slot] - 1]
        damage, _, _ = add_up_tree(tables, activity.first_effect, activity.effect_count)
        if activity.cost == Cost.ATTACK:
            attack = max(attack, damage)
        else:
            other = max(other, damage * max(activity.targets, 1))
    times = 1
    for index in range(block.attack_option_count):
        count = 0
        for part in range(len(block.attack_options[index].parts)):
            count += block.attack_options[index].parts[part].count
        times = max(times, count)
    return HIT_RATE * max(attack * times, other)


@rule
def describe_all(tables: Tables) -> None:
    """Fill the features of all activities and the menace of all stat blocks in use."""
    for row in range(tables.activity_count):
        describe(tables, row)
    for index in range(tables.stat_block_count):
        tables.stat_blocks[index].menace[0] = menace_of(tables, tables.stat_blocks[index])
