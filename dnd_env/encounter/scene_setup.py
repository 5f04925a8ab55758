"""From a map and options to a SCENE record: what does not change in a battle."""

from typing import Any

import numpy as np

from dnd_env.core.layout import Checked, fill, new_records
from dnd_env.core.limits import MAX_HEIGHT
from dnd_env.core.scene import SCENE
from dnd_env.core.terms import InitiativeTies
from dnd_env.encounter import compiled, lineup
from dnd_env.encounter.battle_map import FEATURES, BattleMap, Square
from dnd_env.encounter.mistakes import mistake, one_of, told
from dnd_env.encounter.spec import Lamp, Spec

MAX_DEPLOYMENT = 8  # zones to begin in, as the scene has room for


def make_scene(spec: Spec, battle_map: BattleMap, creature_count: int) -> np.ndarray:
    """Make the scene of a battle, all but its layout of actions and observations.

    Returns:
        uint8 [itemsize], a SCENE record.
    """
    raw: np.ndarray = new_records(SCENE, 1)[0]
    records = raw.view(SCENE)[:, 0]
    scene: Any = Checked(records)[0]
    fill(scene, _options(spec))
    scene.width, scene.height = battle_map.width, battle_map.height
    scene.creature_count, scene.side_count = creature_count, len(spec.sides)
    fill(scene.hostile_to, _hostile_to(spec))
    for feature in FEATURES:
        fill(scene[feature], battle_map.rows[feature])
    _fill_zones(scene, spec, battle_map)
    _add_ambient_light(scene, spec, battle_map)
    compiled.prepare(records, _lamps(spec, battle_map), _opaque(battle_map))
    return raw.reshape(-1)


def _options(spec: Spec) -> dict[str, int]:
    """Return the fields of the scene that the encounter's options set."""
    options = spec.options
    missiles = options.magic_missile_dice or {"2014": "one", "2024": "each"}[spec.rules]
    return {
        "edition": spec.edition,
        "max_rounds": options.max_rounds,
        "fog": options.visibility == "fog",
        "partial_knowledge": options.knowledge == "partial",
        "ask_minor": options.minor_decisions == "ask",
        "ask_order": options.order == "ask",
        "skip_single": options.skip_single,
        "fixed_initiative": options.initiative == "fixed",
        "initiative_ties": InitiativeTies[options.initiative_ties.upper()],
        "group_initiative": options.group_initiative == "shared",
        "diagonals_5_10_5": options.diagonals == "5-10-5",
        "height_sum": options.height_distance == "sum",
        "ceiling_ft": options.ceiling_ft,
        "provoked_by_anyone": options.provoked_by == "anyone",
        "half_cover_hides": options.hide_min_cover == "half",
        "temp_hit_points_prevent_death_failure": options.temp_hit_points_prevent_death_failure,
        "missiles_share_die": missiles == "one",
        "is_sunlit": spec.map.is_sunlit,
    }


def _hostile_to(spec: Spec) -> list[int]:
    """Return for each side the mask of those it fights: all others but its allies."""
    masks = []
    for name in spec.sides:
        friends = {name}.union(*(group for group in spec.allies if name in group))
        masks.append(sum(1 << at for at, side in enumerate(spec.sides) if side not in friends))
    if not any(masks):
        raise mistake(spec.file, "allies", spec.allies, "two sides that fight each other")
    return masks


def _fill_zones(scene: Any, spec: Spec, battle_map: BattleMap) -> None:
    """Set the deployment rows: those of zone k are ``deployment[k]``. Nobody begins in a door."""
    squares = lineup.zone_squares(spec, battle_map)
    zones = lineup.zone_names(spec)
    if len(zones) > MAX_DEPLOYMENT:
        raise told(spec.file, "creatures", f"{len(zones)} zones", f"at most {MAX_DEPLOYMENT}")
    for at, name in enumerate(zones):
        for x, y in set(squares[name]).difference((door.x, door.y) for door in battle_map.doors):
            scene.deployment[at, y] = scene.deployment[at, y] | 1 << x


def _add_ambient_light(scene: Any, spec: Spec, battle_map: BattleMap) -> None:
    if spec.map.is_sunlit and spec.map.light != "bright":
        raise mistake(spec.file, "map.is_sunlit", True, f"false in {spec.map.light} light")
    if spec.map.light != "bright":
        fill(scene[spec.map.light], [(1 << battle_map.width) - 1] * battle_map.height)


def _lamps(spec: Spec, battle_map: BattleMap) -> np.ndarray:
    """Return the lamps, int64 [n, 4]: column, row, feet of bright light, feet of light in all."""
    rows = []
    for at, lamp in enumerate(spec.map.lamps):
        for x, y in _places(spec, battle_map, lamp, f"map.lamps[{at}].at"):
            rows.append((x, y, lamp.bright_ft, lamp.bright_ft + lamp.dim_ft))
    return np.array(rows, np.int64).reshape(-1, 4)


def _places(spec: Spec, battle_map: BattleMap, lamp: Lamp, key: str) -> list[Square]:
    if isinstance(lamp.at, str):
        if lamp.at not in battle_map.marks:
            raise mistake(spec.file, key, lamp.at, one_of(sorted(battle_map.marks)) + " on the map")
        return battle_map.marks[lamp.at]
    squares: list[Square] = lamp.at
    for square in squares:
        if not battle_map.holds(*square):
            expected = f"a square of the map, {battle_map.width} x {battle_map.height}"
            raise mistake(spec.file, key, list(square), expected)
    return squares


def _opaque(battle_map: BattleMap) -> np.ndarray:
    """Return the rows of what bars light at the start, int64 [MAX_HEIGHT]."""
    rows = np.zeros(MAX_HEIGHT, np.int64)
    rows[: battle_map.height] = battle_map.rows["bars_sight"]
    for door in battle_map.doors:
        if not door.is_open:
            rows[door.y] |= 1 << door.x
    return rows
