"""Faults to be seeded into the rules: what the referee must find.

Each names a module of ``dnd_env/rules``, a text of it, in any layout, and what stands there now.
They are mistakes that one makes: a bound off by one, a condition forgotten.
"""

from typing import NamedTuple


class Fault(NamedTuple):
    """A mistake in a module of the rules."""

    name: str
    module: str
    old: str
    new: str


FAULTS = [
    # Movement.
    Fault("dash adds nothing", "paths", "speed + creature.extra_ft", "speed"),
    Fault("what was moved is forgotten", "paths", "extra_ft - creature.moved_ft", "extra_ft"),
    Fault("dragging is free [2014]", "paths", "speed //= 2", "speed //= 1"),
    Fault("crawling is free", "paths", "int(has(creature, Flag.CRAWLS))", "0"),
    Fault(
        "one size apart is enough", "paths", "abs(size - others) >= 2", "abs(size - others) >= 1"
    ),
    Fault(
        "friends bar the way",
        "paths",
        "if not hostile: return True",
        "if not hostile: return False",
    ),
    Fault(
        "corners are cut",
        "paths",
        "return (work.walls[side_y] >> side_x | work.walls[ahead_y] >> ahead_x) & 1 == 0",
        "return True",
    ),
    Fault("corners are cut in a flood", "floods", "row & ~(side >> width | ahead)", "row"),
    Fault("water is no slower", "paths", "spread_back(scene.water,", "spread_back(scene.chasm,"),
    Fault(
        "low walls are no slower",
        "paths",
        "spread_back(scene.low_wall,",
        "spread_back(scene.chasm,",
    ),
    Fault("the unseen bar the way", "paths", "or not sight.is_located(state, who, other):", ":"),
    Fault(
        "the afraid may not stay as near",
        "paths",
        "distance_from(state, scene, who, x, y, other) < now",
        "distance_from(state, scene, who, x, y, other) <= now",
    ),
    Fault(
        "the last square is out of reach", "floods", "if cost <= land else", "if cost < land else"
    ),
    Fault("moves end in others' spaces", "floods", "bits & work.stops[y]", "bits"),
    Fault(
        "standing up wants more than half",
        "verbs",
        "return left >= stand_up_cost",
        "return left > stand_up_cost",
    ),
    Fault("flying up costs a foot more", "flying", "if climb > paths", "if climb >= paths"),
    Fault(
        "flyers land on heads",
        "flying",
        "and has_room_at(state, scene, tables, who, altitude_ft)",
        "",
    ),
    # Aim.
    Fault(
        "range is exclusive", "legality", "if far <= reach and suits", "if far < reach and suits"
    ),
    Fault("sight is not needed", "legality", "mask &= state.sees[who] | 1 << who", "mask &= mask"),
    Fault(
        "the charmed strike their charmer",
        "legality",
        "mask &= ~charmers_of(state, tables, who)",
        "pass",
    ),
    Fault("total cover is no bar", "legality", "activity) & work.in_line", "activity)"),
    Fault("long range is forgotten", "legality", "if activity.long_range_ft != 0:", "if False:"),
    Fault(
        "a lost foe is not guessed at", "legality", "return lost or not placed", "return not placed"
    ),
    Fault(
        "teleports stop short",
        "placing",
        "squares * FEET <= activity.range_ft",
        "squares * FEET < activity.range_ft",
    ),
    # Economy.
    Fault(
        "actions without end",
        "economy",
        "return creature.actions > 0 or",
        "return creature.actions >= 0 or",
    ),
    Fault(
        "bonus actions without end",
        "economy",
        "return creature.bonus_actions > 0 and",
        "return True and",
    ),
    Fault("the stunned act", "economy", "if has(creature, Flag.CANNOT_ACT): return False", "pass"),
    Fault(
        "spells need no slot",
        "economy",
        "if takes_slot and lowest_slot",
        "if False and lowest_slot",
    ),
    Fault(
        "bonus-action spells go with all [2014]",
        "economy",
        "return cantrip or creature.cast_bonus_spell == 0",
        "return True",
    ),
    Fault(
        "two slots a turn [2024]",
        "economy",
        "return not takes_slot or creature.spent_slot == 0",
        "return True",
    ),
    Fault("spent uses are used", "economy", "< activity.resource_amount", "< 0"),
    Fault(
        "two hands hold three things",
        "equipment",
        "free_hands(creature) >= activity.grip - 1",
        "True",
    ),
    Fault(
        "a second interaction is free",
        "economy",
        "return can_take_action(creature, False) and",
        "return True and",
    ),
    # Sight.
    Fault("the invisible are seen", "sight", "if unseen and not", "if False and not"),
    Fault("the blind see", "sight", "if has(a, Flag.CANNOT_SEE): return False", "pass"),
    Fault("closed doors are seen through", "sight", "add_closed_doors(state, work.foggy)", "pass"),
    Fault(
        "touching a corner is no bar",
        "lines",
        "min(a, b, c, d) <= 0 <= max(a, b, c, d)",
        "min(a, b, c, d) < 0 < max(a, b, c, d)",
    ),
    Fault("the hidden are heard", "sight", "(there.hidden_from >> who) & 1 == 0", "True"),
    Fault(
        "one may hide in plain sight [2024]",
        "hiding",
        "return seen == 0 and is_sheltered",
        "return True or is_sheltered",
    ),
    Fault(
        "conditions are forgotten",
        "modifiers",
        "work.conditions |= condition.implies",
        "work.conditions |= 0",
    ),
]
