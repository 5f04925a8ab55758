"""Who sees whom: light, darkness, fog, senses, the invisible and the hidden. VIS-01, VIS-02."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, how, lines, say, squares, targets, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def sees(battle: Battle, one: str = "A", other: str = "B") -> bool:
    return bool(battle[one].sees(battle[other]))


def locates(battle: Battle, one: str, other: str) -> bool:
    """Does the side of one know where the other is?"""
    located = battle.state.located[battle[one].record.side]
    return bool(located >> battle[other].index & 1)


def hide(battle: Battle, hider: str, observer: str) -> None:
    """Have a creature be hidden from another, as after a Stealth check."""
    battle[hider].record.hidden_from |= 1 << battle[observer].index
    battle.refresh()


# --- light ---------------------------------------------------------------------------------------


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(
    ("light", "seer", "expected"),
    [
        ("bright", "commoner", True),
        ("dim", "commoner", True),
        ("dark", "commoner", False),
        ("dark", "goblin", True),  # darkvision 60 ft
    ],
)
def test_light_and_darkvision(rules, light, seer, expected):
    """Darkness blinds those without darkvision; dim light blinds nobody."""
    battle = fight(f"A . . B ; light={light}", A=f"{seer} side=0", B="commoner", rules=rules)

    assert sees(battle) is expected


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(("column", "expected"), [(12, True), (13, False)])
def test_the_range_of_darkvision(rules, column, expected):
    battle = fight(
        "A" + " ." * 13 + " B ; light=dark", A="goblin side=0", B="commoner", rules=rules
    )

    battle["B"].square = (column, 0)

    assert sees(battle) is expected


@pytest.mark.rule("VIS-01")
@EDITIONS
def test_out_of_the_dark_into_the_light(rules):
    """Who stands in the dark sees what is lit, and is not seen from there."""
    battle = fight(
        "A . . . . . . . . B ; light=dark", A="commoner side=0", B="commoner", rules=rules,
        overrides={"map": {"lamps": [{"at": [9, 0], "bright_ft": 5, "dim_ft": 5}], "light": "dark",
                           "squares": ["A........B"]}},
    )  # fmt: skip

    assert sees(battle, "A", "B")
    assert not sees(battle, "B", "A")


@pytest.mark.rule("VIS-01")
@pytest.mark.case("B052")
@EDITIONS
def test_two_who_do_not_see_each_other(rules):
    """In darkness the unseen attacker's advantage and the unseen target's disadvantage cancel."""
    battle = fight(
        "A B ; light=dark", A="commoner side=0", B="commoner ac=30", first="A", rules=rules
    )

    battle.do("Club", target="B")

    assert how(lines(battle, "attack")[-1]) == "plain"


@pytest.mark.rule("VIS-01")
@pytest.mark.case("B052")
@EDITIONS
def test_darkvision_on_one_side(rules):
    """It attacks with advantage, and is attacked with disadvantage."""
    battle = fight(
        "A B ; light=dark", A="goblin side=0 ac=30", B="commoner ac=30", first="A", rules=rules
    )

    battle.do("Scimitar", target="B")
    wait_for(battle, "B")
    battle.do("Club", target="A")

    assert [how(event) for event in lines(battle, "attack")] == ["advantage", "disadvantage"]


# --- fog, foliage, magical darkness --------------------------------------------------------------


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize("under", ["floor", "foliage"])
def test_foliage_hides_what_is_in_and_behind_it(rules, under):
    """Heavily obscured: one is effectively blinded toward it."""
    drawing = "A.%.B" if under == "floor" else "A...B"
    battle = fight(
        "A . . . B", A="commoner side=0", B="commoner", rules=rules,
        overrides={"map": {"squares": [drawing], "ground": [under]}},
    )  # fmt: skip

    assert not sees(battle, "A", "B")


def foggy(spell: str, seer: str, level: int, rules: str) -> Battle:
    """W lays a cloud upon B; A looks at it from without."""
    battle = fight(
        "A . . . . . B . . . . W", A=f"{seer} side=0", B="commoner", W="wizard:5 side=0", first="W",
        rules=rules, skip_single=False,
        changes={"W": {"more_spells": ["fog_cloud", "darkness"]}},
    )  # fmt: skip
    battle.do(spell, square=(6, 0), level=level)
    return battle


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(("spell", "level"), [("Fog Cloud", 1), ("Darkness", 2)])
@pytest.mark.parametrize("seer", ["commoner", "goblin"])
def test_a_cloud_stops_eyes(rules, spell, level, seer):
    """Fog and magical darkness stop darkvision as well."""
    battle = foggy(spell, seer, level, rules)

    assert not sees(battle)


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(("spell", "level"), [("Fog Cloud", 1), ("Darkness", 2)])
def test_blindsight_needs_no_eyes(rules, spell, level):
    """It sees within its radius, in fog, in darkness, and blinded."""
    battle = foggy(spell, "listener", level, rules)
    assert sees(battle)

    battle["A"].give("blinded")

    assert sees(battle)


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(
    ("spell", "level", "expected"), [("Fog Cloud", 1, False), ("Darkness", 2, True)]
)
def test_truesight(rules, spell, level, expected):
    """It sees in magical darkness, not through fog."""
    battle = foggy(spell, "seer", level, rules)

    assert sees(battle) is expected


@pytest.mark.rule("VIS-01")
@EDITIONS
def test_blindsight_does_not_reach_through_walls(rules):
    battle = fight("A . # . B", A="listener side=0", B="commoner", rules=rules)

    assert not sees(battle)


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(
    ("seer", "expected"), [("seer", True), ("listener", True), ("goblin", False)]
)
def test_what_sees_the_invisible(rules, seer, expected):
    """Truesight and blindsight do, darkvision does not."""
    battle = fight("A . . B", A=f"{seer} side=0", B="commoner invisible", rules=rules)

    assert sees(battle) is expected


# --- invisible and hidden ------------------------------------------------------------------------


@pytest.mark.rule("VIS-02")
@pytest.mark.case("B055")
@EDITIONS
def test_the_invisible_is_not_hidden(rules):
    """Its square is known until it hides: it may be attacked, with disadvantage."""
    battle = fight(
        "A . . B", A="striker side=0", B="commoner invisible ac=30", first="A", rules=rules
    )
    assert not sees(battle)
    assert locates(battle, "A", "B")

    battle.do("Shot", target="B")

    assert how(lines(battle, "attack")[-1]) == "disadvantage"


@pytest.mark.rule("VIS-02")
@EDITIONS
def test_the_invisible_attacks_with_advantage(rules):
    battle = fight("A B", A="striker side=0 invisible", B="commoner ac=30", first="A", rules=rules)

    battle.do("Slashing", target="B")

    assert how(lines(battle, "attack")[-1]) == "advantage"


@pytest.mark.rule("VIS-02")
@EDITIONS
def test_what_needs_sight_cannot_target_the_invisible(rules):
    """Sacred flame asks for a target that one can see; a crossbow does not."""
    battle = fight("A . B", A="cleric:1", B="goblin invisible", first="A", rules=rules)

    assert not can(battle, "Sacred Flame")


@pytest.mark.rule("VIS-02")
@pytest.mark.case("B053")
def test_the_invisible_has_no_benefit_against_blindsight():
    """SRD 5.2: against a creature that sees it, neither advantage nor disadvantage."""
    battle = fight(
        "A B", A="listener side=0", B="striker invisible ac=30", first="A", rules="2024",
    )  # fmt: skip
    assert sees(battle)

    battle.do("Bite", target="B")
    wait_for(battle, "B")
    battle.do("Slashing", target="A")

    assert [how(event) for event in lines(battle, "attack")] == ["plain", "plain"]


@pytest.mark.rule("VIS-02")
@pytest.mark.case("B055")
@EDITIONS
def test_the_hidden_is_guessed_at(rules):
    """It is no target; a square is, and an empty one is a miss that costs the action."""
    battle = fight(
        "A . . B . #", A="striker side=0", B="commoner invisible", first="A", rules=rules,
        skip_single=False,
    )  # fmt: skip
    hide(battle, "B", "A")
    assert targets(battle, "Shot") == set()

    say(battle, "Shot")
    assert squares(battle) == {(1, 0), (2, 0), (3, 0), (4, 0)}
    say(battle, "Square (2, 0)")

    assert lines(battle, "attack")[-1].target is None
    assert battle["B"].hit_points == battle["B"].hit_point_maximum
    assert battle["A"].record.actions == 0


@pytest.mark.rule("VIS-02")
@pytest.mark.case("B055")
@EDITIONS
def test_no_guess_behind_a_closed_door(rules):
    """A guess needs a free way, as any shot."""
    battle = fight(
        "A . + . / . B # .", A="striker side=0", B="commoner invisible", first="A", rules=rules,
        skip_single=False,
    )  # fmt: skip
    hide(battle, "B", "A")

    say(battle, "Shot")

    assert squares(battle) == {(1, 0), (0, 1), (1, 1)}


@pytest.mark.rule("VIS-01")
@EDITIONS
def test_tremorsense_locates_but_does_not_see(rules):
    """Who hides on the ground is felt: its place is known, yet it is unseen. In the air: no."""
    battle = fight(
        "A . . B / . . . .", A="earth_elemental side=0", B="drake invisible", rules=rules
    )  # fmt: skip
    assert battle["A"].record.sense_ft[3] == 60

    hide(battle, "B", "A")
    assert locates(battle, "A", "B")
    assert not sees(battle)

    battle["B"].altitude_ft = 10
    assert not locates(battle, "A", "B")


# --- seeing a place ------------------------------------------------------------------------------


@pytest.mark.rule("VIS-01")
@EDITIONS
@pytest.mark.parametrize(("light", "may"), [("bright", True), ("dark", False)])
def test_a_teleport_to_a_place_that_one_sees(rules, light, may):
    """Everything that speaks of seeing uses the one answer: in the dark there is no such place."""
    battle = fight(
        f"A . . . . Z ; light={light}", A="wizard:3", Z="commoner", first="A", rules=rules
    )

    assert can(battle, "Misty Step") is may


@pytest.mark.rule("VIS-01")
@EDITIONS
def test_the_blind_see_no_place(rules):
    battle = fight("A . . . . Z", A="wizard:3 blinded", Z="commoner", first="A", rules=rules)

    assert not can(battle, "Misty Step")


# --- running into somebody -----------------------------------------------------------------------


@pytest.mark.rule("VIS-02")
@pytest.mark.rule("MOV-08")
@EDITIONS
def test_running_into_the_unseen(rules):
    """
    A way through the square of a hidden foe may be said, for it is not known; the mover stops
    before it, and finds it.
    """
    battle = fight(
        "# # # # # # / A . B . . . / # # # # # #", A="fighter:1", B="goblin invisible", first="A",
        rules=rules,
    )  # fmt: skip
    hide(battle, "B", "A")
    assert (5, 1) in squares(battle)

    battle.do("move", square=(5, 1))

    assert battle["A"].square == (1, 1)
    assert locates(battle, "A", "B")
    assert battle["A"].record.moved_ft == 5


# --- Perception ----------------------------------------------------------------------------------


@pytest.mark.rule("VIS-01")
@pytest.mark.rule("TST-03")
@EDITIONS
@pytest.mark.parametrize(
    ("light", "seer", "dice", "found"),
    [
        ("bright", "commoner", [15], True),
        ("dim", "commoner", [15, 3], False),
        ("dark", "goblin", [15, 3], False),  # to darkvision darkness is dim light
    ],
)
def test_dim_light_hampers_perception(rules, light, seer, dice, found):
    """Searching by eye in dim light has disadvantage."""
    battle = fight(
        f"A . . B ; light={light}", A=f"{seer} side=0", B="commoner invisible", first="A",
        rules=rules,
    )  # fmt: skip
    hide(battle, "B", "A")
    battle["B"].record.stealth_total = 12
    battle.refresh()

    battle.script_dice(dice)
    battle.do("Search")

    assert locates(battle, "A", "B") is found
    assert battle.scripted_dice_left == 0
