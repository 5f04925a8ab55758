"""From the state of a battle to the scene dict that renderers draw, all of it or what a side
knows."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from dnd_env.core.layout import Checked, as_rules_take
from dnd_env.core.limits import MAX_HEIGHT, MAX_WIDTH
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import DamageType, Do, Life, ObjectKind, ZoneTrait
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.envs.arena import Arena
from dnd_env.envs.functional import mark_zone
from dnd_env.envs.log import condition_names
from dnd_env.render.replay_frames import veil
from dnd_env.render.scene import CreatureDict, ObjectDict, SceneDict, ZoneDict

# The first feature that a square has says how it is drawn.
_TERRAIN = (
    ("bars_move", "bars_effect", "#"),
    ("bars_move", "three_quarters_cover", "="),
    ("bars_move", "bars_move", "t"),
    ("bars_sight", "bars_sight", "%"),
    ("chasm", "chasm", "_"),
    ("water", "water", "~"),
    ("low_wall", "low_wall", "o"),
    ("half_cover", "half_cover", "t"),
    ("three_quarters_cover", "three_quarters_cover", "t"),
    ("difficult", "difficult", ","),
    ("lightly_obscured", "lightly_obscured", "*"),
)
_ZONE_KINDS = (
    (ZoneTrait.MAGICAL_DARKNESS, "darkness"),
    (ZoneTrait.HEAVILY_OBSCURED, "fog"),
    (ZoneTrait.SILENCE, "silence"),
    (ZoneTrait.BRIGHT, "light"),
    (ZoneTrait.DIM, "light"),
)
_DAMAGE_KINDS = {
    DamageType.FIRE: "fire",
    DamageType.COLD: "cold",
    DamageType.LIGHTNING: "lightning",
    DamageType.THUNDER: "thunder",
    DamageType.ACID: "acid",
    DamageType.POISON: "poison",
    DamageType.NECROTIC: "necrotic",
    DamageType.RADIANT: "radiant",
    DamageType.FORCE: "force",
}


def picture(
    arena: Arena,
    index: int = 0,
    side: int | None = None,
    log: Sequence[str] = (),
    log_start: int = 0,
) -> SceneDict:
    """Make the scene dict of a battle.

    Args:
        arena: the batch that it is in.
        index: its place there.
        side: whose knowledge it shows; None shows all, and a hash of the state.
        log: lines for the log pane.
        log_start: lines of the battle before the first of them.
    """
    encounter, state = arena.encounter, arena.records[index]
    over = bool(state.winner)
    scene: SceneDict = {
        "title": encounter.spec.name,
        "round": int(state.round_number),
        "turn": int(state.turn) - 1 if state.turn and not over else None,
        "width": encounter.battle_map.width,
        "height": encounter.battle_map.height,
        "terrain": terrain_of(encounter, state, side),
        "light": light_of(arena),
        "sides": encounter.sides,
        "creatures": [creature_dict(encounter, state, who, side) for who in _slots(encounter)],
        "zones": zones_of(arena, index, side),
        "objects": objects_of(encounter, state),
        "initiative": [
            [int(state.order[at]), int(state.creatures[state.order[at]].initiative)]
            for at in range(state.order_count)
        ],
        "log": list(log),
        "log_start": log_start,
        "over": over,
        "winner": int(state.winner) - 1 if state.winner > 0 else None,
    }
    if side is not None:
        return veil(scene)
    scene["hash"] = hashlib.sha256(arena.raw[index].tobytes()).hexdigest()[:12]
    return scene


def _slots(encounter: CompiledEncounter) -> range:
    return range(len(encounter.names))


def terrain_of(encounter: CompiledEncounter, state: Any, side: int | None) -> list[str]:
    """Return the rows of terrain characters, doors as a side takes them to be, or as they are."""
    the_map = encounter.battle_map
    rows = []
    for y in range(the_map.height):
        row = ""
        for x in range(the_map.width):
            marks = (
                mark
                for first, second, mark in _TERRAIN
                if the_map.has(first, x, y) and the_map.has(second, x, y)
            )
            row += next(marks, ".")
        rows.append(row)
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind == ObjectKind.DOOR:
            shut = not thing.is_open if side is None else state.doors_shut[side] >> index & 1
            mark = "+" if shut else "/"
            rows[thing.y] = rows[thing.y][: thing.x] + mark + rows[thing.y][thing.x + 1 :]
    return rows


def light_of(arena: Arena) -> list[str]:
    """Return the rows of light characters: the light of the map and of lamps."""
    dark, dim = arena.scene.dark, arena.scene.dim
    return [
        "".join(
            "0" if dark[y] >> x & 1 else "1" if dim[y] >> x & 1 else "2"
            for x in range(arena.encounter.battle_map.width)
        )
        for y in range(arena.encounter.battle_map.height)
    ]


def creature_dict(
    encounter: CompiledEncounter, state: Any, who: int, side: int | None
) -> CreatureDict:
    """Return one creature, as far as a side knows it; of one that it remembers, only the place."""
    creature = state.creatures[who]
    name = encounter.names[who]
    known = side is None or creature.side == side
    visible = known or bool(state.located[side] >> who & 1)
    place = 0 if known or visible else state.remembered[side, who] if side is not None else 0
    x, y = (creature.x, creature.y) if not place else divmod_square(place - 1)
    partial = encounter.spec.options.knowledge == "partial"
    exact = known or (not partial and bool(state.spotted[side] >> who & 1))
    life = Life(creature.life) if creature.life else Life.GONE
    if place:
        life = Life.UP
    return {
        "name": name,
        "letter": letter_of(encounter, who),
        "side": int(creature.side),
        "x": int(x),
        "y": int(y),
        "width": int(creature.width),
        "altitude_ft": 0 if place else int(creature.altitude_ft),
        "hit_points": int(creature.hit_points) if exact else None,
        "hit_point_maximum": int(creature.hit_point_maximum) if exact else None,
        "temp_hit_points": int(creature.temp_hit_points) if exact else 0,
        "armor_class": int(creature.armor_class) if exact else None,
        "conditions": [] if place else condition_names(creature.conditions),
        "life": life.name.lower(),  # type: ignore[typeddict-item]
        "concentrates": "a spell" if creature.concentrates and not place else "",
        "visible": visible,
        "remembered": bool(place),
    }


def divmod_square(square: int) -> tuple[int, int]:
    """Return column and row of a numbered square."""
    y, x = divmod(square, MAX_WIDTH)
    return x, y


def letter_of(encounter: CompiledEncounter, who: int) -> str:
    """Return the one or two characters by which a creature's token is known."""
    name = encounter.names[who]
    words = name.split()
    if len(words) > 1 and words[-1].isdigit():
        return (words[0][0] + words[-1])[:2]
    return name[0].upper()


def zones_of(arena: Arena, index: int, side: int | None) -> list[ZoneDict]:
    """Return the zones, or those that a side knows of."""
    state, encounter = arena.records[index], arena.encounter
    found: list[ZoneDict] = []
    for at in range(state.zone_count):
        zone = state.zones[at]
        if not zone.effect or (side is not None and not state.zones_known[side] >> at & 1):
            continue
        rows = np.zeros(MAX_HEIGHT, np.int64)
        mark_zone(*arena.records_for_rules, index, at, as_rules_take(rows))
        squares = [
            [x, y]
            for y in range(encounter.battle_map.height)
            for x in range(encounter.battle_map.width)
            if rows[y] >> x & 1
        ]
        label = encounter.content.effect_label(zone.effect - 1)
        found.append({"name": label, "kind": zone_kind(encounter, zone), "squares": squares})
    return found


def zone_kind(encounter: CompiledEncounter, zone: Any) -> str:
    """Return how a zone is drawn: by what it obscures or lights, else by the damage that it
    does."""
    tables = Checked(encounter.content.raw.view(TABLES)[:, 0])[0]
    effect = tables.effects[zone.effect - 1]
    for trait, kind in _ZONE_KINDS:
        if effect.filter >> trait & 1:
            return kind
    rows = list(range(effect.first_child, effect.first_child + effect.child_count))
    while rows:
        row = tables.effects[rows.pop()]
        if row.do == Do.DAMAGE:
            return _DAMAGE_KINDS.get(DamageType(row.kind), "magic") if row.kind else "magic"
        rows += range(row.first_child, row.first_child + row.child_count)
    return "web" if effect.filter >> ZoneTrait.DIFFICULT & 1 else "magic"


def objects_of(encounter: CompiledEncounter, state: Any) -> list[ObjectDict]:
    """Return the things that lie on the ground."""
    found: list[ObjectDict] = []
    for index in range(state.object_count):
        thing = state.objects[index]
        if thing.kind == ObjectKind.DROPPED_ITEM:
            block = state.creatures[thing.owner - 1].stat_block - 1
            name = encounter.content.item_name(block, thing.item - 1)
            found.append({"name": name, "kind": "item", "x": int(thing.x), "y": int(thing.y)})
    return found
