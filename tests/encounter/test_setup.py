"""Setting up: from a position on paper to a state that the rules can begin."""

from typing import Any

import pytest

from dnd_env.core.errors import EncounterError
from dnd_env.core.layout import Checked
from dnd_env.core.scene import SCENE
from dnd_env.core.state import STATE
from dnd_env.core.tables import TABLES
from dnd_env.core.terms import Condition, InitiativeTies, Life, ObjectKind
from dnd_env.encounter import load, setup
from dnd_env.encounter.notation import position


def set_up(text: str, **pieces: str) -> setup.CompiledEncounter:
    return setup.set_up(position(text, **pieces))


def state_of(encounter: setup.CompiledEncounter) -> Any:
    return Checked(encounter.template.reshape(1, -1).view(STATE)[:, 0])[0]


def scene_of(encounter: setup.CompiledEncounter) -> Any:
    return Checked(encounter.raw_scene.reshape(1, -1).view(SCENE)[:, 0])[0]


def tables_of(encounter: setup.CompiledEncounter) -> Any:
    return Checked(encounter.content.raw.view(TABLES)[:, 0])[0]


def test_creatures_come_in_order_with_place_side_and_hit_points():
    encounter = set_up("A . . / . . G", G="goblin")
    fighter, goblin = (state_of(encounter).creatures[slot] for slot in (0, 1))

    assert encounter.names == ["A", "G"]
    assert (fighter.x, fighter.y, goblin.x, goblin.y) == (0, 0, 2, 1)
    assert (fighter.side, goblin.side) == (0, 1)
    assert (fighter.is_character, goblin.is_character) == (1, 0)
    assert goblin.hit_points == 7
    assert fighter.life == goblin.life == Life.UP
    assert state_of(encounter).creatures[2].stat_block == 0


@pytest.mark.rule("MOV-10")
def test_a_large_creature_is_two_squares_across():
    encounter = set_up("A . . / . O . / . . .", O="troll")

    assert state_of(encounter).creatures[1].width == 2


def test_hit_points_conditions_and_flags_of_the_position():
    encounter = set_up("A . T . / . . . .", T="troll hp=20 temp=4 prone surprised waits")
    state = state_of(encounter)
    troll = state.creatures[1]

    assert (troll.hit_points, troll.temp_hit_points) == (20, 4)
    assert troll.is_surprised and troll.lies_in_wait
    assert state.ongoing_count == 1
    effect = tables_of(encounter).effects[state.ongoing[0].effect - 1]
    assert (effect.condition, state.ongoing[0].target) == (Condition.PRONE, 2)


@pytest.mark.parametrize("condition", [one.name.lower() for one in Condition if one != 4])
def test_every_condition_can_be_begun_with(condition):
    encounter = set_up("A G", G=f"goblin {condition}")
    row = state_of(encounter).ongoing[0]

    assert tables_of(encounter).effects[row.effect - 1].condition == Condition[condition.upper()]


def test_a_character_at_0_hit_points_lies_dying():
    encounter = set_up("A G", A="fighter:1 hp=0", G="goblin")
    state = state_of(encounter)
    given = {
        tables_of(encounter).effects[state.ongoing[at].effect - 1].condition
        for at in range(state.ongoing_count)
    }

    assert state.creatures[0].life == Life.DYING
    assert given == {Condition.UNCONSCIOUS, Condition.PRONE}


@pytest.mark.rule("DYI-07")
def test_a_named_monster_may_make_death_saves():
    encounter = set_up("A G", G="goblin saves")
    tables = tables_of(encounter)

    assert tables.stat_blocks[state_of(encounter).creatures[1].stat_block - 1].uses_dying_rules


def test_the_maximum_may_be_raised():
    encounter = set_up("A G", G="goblin hp=20/30")
    goblin = state_of(encounter).creatures[1]

    assert goblin.hit_points == 20
    assert tables_of(encounter).stat_blocks[goblin.stat_block - 1].hit_points == 30


def test_rolled_hit_points_are_left_to_the_start_of_the_battle():
    assert state_of(set_up("A G", G="goblin hp=rolled")).creatures[1].rolls_hit_points == 1


@pytest.mark.rule("INI-02")
def test_like_creatures_of_the_dungeon_master_are_a_group():
    creatures = state_of(set_up("A G G W . / B . . . .", G="goblin", W="wolf", B="fighter:1"))
    groups = [creatures.creatures[slot].group for slot in range(5)]

    assert groups[0] == groups[4] == 0  # characters
    assert groups[1] == groups[2] != groups[3]


def test_doors_are_objects():
    state = state_of(set_up("A + . \\ G", G="goblin"))

    assert (state.object_count, state.closed_doors) == (2, 1)
    assert [(state.objects[at].kind, state.objects[at].x, state.objects[at].is_open)
            for at in (0, 1)] == [(ObjectKind.DOOR, 1, 0), (ObjectKind.DOOR, 3, 1)]  # fmt: skip


def test_a_character_begins_with_weapon_and_shield_in_hand():
    fighter = state_of(set_up("A G", G="goblin")).creatures[0]

    assert fighter.main_hand != 0


def test_options_and_sides_reach_the_scene():
    scene = scene_of(
        set_up("A B C ; B=orc ; C=goblin side=2 ; max_rounds=7 ; initiative_ties=roll_off")
    )

    assert (scene.max_rounds, scene.initiative_ties) == (7, InitiativeTies.ROLL_OFF)
    assert (scene.creature_count, scene.side_count) == (3, 3)
    assert [scene.hostile_to[side] for side in range(3)] == [0b110, 0b101, 0b011]
    assert scene.skip_single == scene.ask_minor == scene.ask_order == 1


def test_allies_do_not_fight_each_other():
    spec = load.load(position("A B C ; B=orc ; C=goblin side=2"))
    spec = load.load(spec, overrides={"allies": [["side_1", "side_2"]]})

    assert [scene_of(setup.set_up(spec)).hostile_to[side] for side in range(3)] == [6, 1, 1]


def test_a_zone_is_drawn_from_and_its_creatures_have_no_square_yet():
    encounter = setup.set_up(load.load("skirmish"))
    state, scene = state_of(encounter), scene_of(encounter)

    assert [state.creatures[slot].zone for slot in (0, 3, 4, 7)] == [1, 1, 2, 2]
    assert scene.deployment[0, 17] == ((1 << 16) - 1) << 2


def test_the_text_of_an_encounter_sets_up_the_same():
    encounter = set_up("A . # / . . G", G="goblin hp=3")
    again = setup.set_up(load.load(encounter.text))

    assert (again.template == encounter.template).all()
    assert (again.raw_scene == encounter.raw_scene).all()


@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        ({"G": "goblinn"}, r"creatures\[1\].entry: found 'goblinn'.*did you mean \"goblin"),
        (
            {"G": "goblin:3 side=1"},
            r"creatures\[1\].level: found 3, expected none: goblin is no class",
        ),
        ({"G": "goblin hp=8"}, r"creatures\[1\].hit_points: found 8, expected at most 7"),
        ({"G": "goblin hp=0"}, r"creatures\[1\].hit_points: found 0, expected at least 1"),
        ({"G": "goblin alt=10"}, r"creatures\[1\].altitude_ft: found 10, expected 0"),
        (
            {"G": "troll"},
            r"creatures\[1\].at: found \[2, 0\], expected 2 x 2 squares of open ground",
        ),
    ],
)
def test_mistakes(pieces, says):
    with pytest.raises(EncounterError, match=says):
        set_up("A . G", **pieces)


@pytest.mark.parametrize(
    ("the_map", "creature", "says"),
    [
        ({}, {"at": [2, 1]}, r"found \[2, 1\], expected 1 x 1 squares of open ground"),
        ({}, {"at": [9, 0]}, "on a map of 4 x 2"),
        ({}, {"at": [0, 0]}, r"found \[0, 0\], expected a place of its own: Fighter is there"),
        ({"zones": {"z": [1, 0, 1, 1]}}, {"zone": "z", "count": 2}, "expected a larger zone for"),
    ],
)
def test_places_that_are_not_free(the_map, creature, says):
    fight = {
        "name": "x",
        "map": {"squares": ["....", "..#."], **the_map},
        "creatures": [
            {"entry": "fighter", "side": "party", "at": [0, 0]},
            {"entry": "goblin", "side": "monsters", **creature},
        ],
    }
    with pytest.raises(EncounterError, match=says):
        setup.set_up(load.load(fight))


def test_a_position_may_have_nobody_to_fight():
    assert set_up("A . . .").names == ["A"]


def test_changes_that_cannot_be_made_are_a_mistake_of_the_encounter():
    spec = load.load(position("A G", G="goblin"))
    rows = [row.model_dump() for row in spec.creatures]
    rows[1]["changes"] = {"armour": 3}

    with pytest.raises(EncounterError, match=r"creatures\[1\]\.changes: .*armour"):
        setup.set_up(load.load(spec, overrides={"creatures": rows}))
