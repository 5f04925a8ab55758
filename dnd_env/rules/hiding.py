"""Hiding and finding.

Source: SRD 5.1, "Hiding", "Unseen Attackers and Targets"; SRD 5.2, "Hide", "Search"; ACT-08,
ACT-09, ACT-12, TST-03. Hidden is per observer: ``hidden_from`` is the mask of those who do not know
where a creature is. [2024] success also gives the condition of Role.UNSEEN.
"""

from dnd_env.core.jit import rule
from dnd_env.core.scene import Scene
from dnd_env.core.state import State
from dnd_env.core.tables import Tables
from dnd_env.core.terms import (
    Ability,
    Cover,
    Edition,
    EndsOn,
    Flag,
    Light,
    Role,
    Skill,
    Traced,
    ZoneTrait,
)
from dnd_env.core.work import Work
from dnd_env.rules import areas, checks, cover, geometry, modifiers, ongoing, sight
from dnd_env.rules.trace import note

HIDE_DC = 15  # [2024]
PASSIVE_STEP = 5  # for advantage or disadvantage


@rule
def observers(state: State, scene: Scene, who: int) -> int:
    """Return the mask of the foes of a creature that are awake."""
    foes = scene.hostile_to[state.creatures[who].side]
    mask = 0
    for other in range(scene.creature_count):
        if (foes >> state.creatures[other].side) & 1 and sight.is_awake(state, other):
            mask |= 1 << other
    return mask


@rule
def seen_by(state: State, scene: Scene, who: int) -> int:
    """Return the mask of the foes that see a creature."""
    mask = 0
    for other in range(scene.creature_count):
        if sight.sees(state, other, who):
            mask |= 1 << other
    return mask & observers(state, scene, who)


@rule
def can_hide(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> bool:
    """May a creature try to hide, as far as its side knows?

    [2014] Some foe that it knows of does not see it, or it knows of none, or it is invisible.
    [2024] No foe that it knows of sees it, and it is heavily obscured or behind enough cover from
    each.
    """
    creature = state.creatures[who]
    known = observers(state, scene, who) & state.located[creature.side]
    seen = seen_by(state, scene, who) & known
    if scene.edition == Edition.SRD_5_1:
        return known == 0 or seen != known or sight.has(creature, Flag.INVISIBLE)
    return seen == 0 and is_sheltered(state, scene, tables, work, who, known)


@rule
def is_sheltered(
    state: State, scene: Scene, tables: Tables, work: Work, who: int, known: int
) -> bool:
    """Is a creature in the dark or in fog, or behind enough cover from each foe? ACT-09."""
    if is_obscured(state, scene, tables, who):
        return True
    enough = Cover.HALF if scene.half_cover_hides != 0 else Cover.THREE_QUARTERS
    for other in range(scene.creature_count):
        if (known >> other) & 1:
            if cover.between(state, scene, work, other, who) < enough:
                return False
    return True


@rule
def is_obscured(state: State, scene: Scene, tables: Tables, who: int) -> bool:
    """Is all of a creature's space in the dark or heavily obscured?"""
    creature = state.creatures[who]
    for y in range(creature.y, creature.y + creature.width):
        for x in range(creature.x, creature.x + creature.width):
            dark = sight.light_at(state, scene, tables, x, y) == Light.DARK
            if not dark and not sight.is_obscured(state, scene, tables, x, y):
                return False
    return True


@rule
def hide(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Roll Stealth: [2014] against the passive Perception of each foe that does not see the hider;
    [2024] against DC 15, and from all or from none."""
    creature = state.creatures[who]
    total = checks.roll_skill(state, scene, tables, work, who, Skill.STEALTH, -1, -1)
    watching = observers(state, scene, who)
    seen = seen_by(state, scene, who)
    hidden = 0
    if scene.edition == Edition.SRD_5_1:
        hidden = unnoticing(state, scene, tables, who, watching & ~seen, total)
        creature.stealth_total = total
        creature.hidden_from = (creature.hidden_from & ~watching) | hidden
    elif total >= HIDE_DC and seen == 0:
        hidden = watching
        creature.stealth_total = total
        creature.hidden_from |= hidden
        ongoing.impose(state, scene, tables, work, Role.UNSEEN, who, who)
    sight.mark_moved(state, who)
    note(work, Traced.HIDES, who, -1, total, geometry.count_bits(hidden), 0, 0, 0)


@rule
def unnoticing(
    state: State, scene: Scene, tables: Tables, who: int, watching: int, total: int
) -> int:
    """Return those of a mask whose passive Perception a hider's Stealth total beats."""
    mask = 0
    for other in range(scene.creature_count):
        if (watching >> other) & 1:
            if total > passive_perception(state, scene, tables, other, who):
                mask |= 1 << other
    return mask


@rule
def passive_perception(state: State, scene: Scene, tables: Tables, who: int, other: int) -> int:
    """Return the score that a hider has to beat: 5 less toward dim light or light fog. TST-03."""
    score = modifiers.block_of(state, tables, who).passive_perception
    creature = state.creatures[who]
    bits = modifiers.check_bits(Ability.WISDOM, Skill.PERCEPTION)
    helped = creature.advantages & bits != 0
    hindered = creature.disadvantages & bits != 0
    hindered |= is_hard_to_see(state, scene, tables, who, other)
    return score + PASSIVE_STEP * (int(helped) - int(hindered))


@rule
def is_hard_to_see(state: State, scene: Scene, tables: Tables, who: int, other: int) -> bool:
    """Is another creature in light fog, or in what is dim light to one? Darkvision takes darkness
    for dim light, and dim light for bright."""
    at = state.creatures[other]
    if is_hazy(state, scene, tables, at.x, at.y):
        return True
    light = sight.light_at(state, scene, tables, at.x, at.y)
    far = geometry.distance(state, scene, who, other)
    if far <= state.creatures[who].sense_ft[sight.DARKVISION]:
        return light == Light.DARK
    return light == Light.DIM


@rule
def is_hazy(state: State, scene: Scene, tables: Tables, x: int, y: int) -> bool:
    """Is a square lightly obscured, by the map or a zone?"""
    if (scene.lightly_obscured[y] >> x) & 1:
        return True
    return (areas.zone_traits(state, tables, x, y) >> ZoneTrait.LIGHTLY_OBSCURED) & 1 != 0


@rule
def search(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Roll Perception against the Stealth total of each foe hidden from the searcher, with
    disadvantage against those that are hard to see: [2014] a contest, so that one stays hidden on a
    tie; [2024] its total is the DC. ACT-12, TST-02."""
    sought = hidden_foes(state, scene, who)
    dim = 0
    for other in range(scene.creature_count):
        if (sought >> other) & 1:
            dim |= int(is_hard_to_see(state, scene, tables, who, other)) << other
    plain, hampered = checks.roll_perception(
        state, scene, tables, work, who, dim != sought or dim == 0, dim != 0
    )
    tie = int(scene.edition == Edition.SRD_5_1)
    side = state.creatures[who].side
    for other in range(scene.creature_count):
        if (sought >> other) & 1:
            total = hampered if (dim >> other) & 1 else plain
            if total - tie >= state.creatures[other].stealth_total:
                find(state, scene, tables, work, other, side)


@rule
def hidden_foes(state: State, scene: Scene, who: int) -> int:
    """Return the mask of the creatures of other sides that are hidden from one."""
    mask = 0
    for other in range(scene.creature_count):
        hider = state.creatures[other]
        if (hider.hidden_from >> who) & 1 and hider.side != state.creatures[who].side:
            mask |= int(sight.is_here(state, other)) << other
    return mask


@rule
def find(state: State, scene: Scene, tables: Tables, work: Work, hider: int, side: int) -> None:
    """Have a side find a hidden creature: the finder tells the others."""
    creature = state.creatures[hider]
    for who in range(scene.creature_count):
        if state.creatures[who].side == side:
            creature.hidden_from &= ~(1 << who)
    ongoing.end_early(state, tables, work, hider, EndsOn.FOUND)
    sight.mark_moved(state, hider)
    note(work, Traced.FOUND, hider, -1, side, 0, 0, 0, 0)


@rule
def reveal(state: State, scene: Scene, tables: Tables, work: Work, who: int) -> None:
    """Bring a creature to light for all."""
    state.creatures[who].hidden_from = 0
    ongoing.end_early(state, tables, work, who, EndsOn.FOUND)
    sight.mark_moved(state, who)


@rule
def make_noise(state: State, tables: Tables, work: Work, who: int) -> None:
    """End a creature's being hidden, from all: an attack, a spoken spell. ATK-06, ACT-08."""
    creature = state.creatures[who]
    if creature.hidden_from != 0:
        creature.hidden_from = 0
        sight.mark_moved(state, who)
    ongoing.end_early(state, tables, work, who, EndsOn.NOISE)
