"""Difficult terrain, climbing, swimming, jumping. MOV-04, MOV-05."""

import pytest

from dnd_env.envs.battle import Battle
from dnd_env.rules import jumping

from .conftest import can, fight, lines, say, squares

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def far(battle: Battle) -> int:
    """Return how many columns to the east A can still go."""
    at = battle["A"].square[0]
    return max(x for x, _ in squares(battle) | {(at, 0)}) - at


def row(text: str, who: str = "fighter:1", **options) -> Battle:
    """A on a row of terrain, its foe walled off beyond the end."""
    options = {"skip_single": False} | options
    return fight(f"{text} # Z", A=f"{who} side=0", Z="commoner", first="A", **options)


# --- difficult terrain ---------------------------------------------------------------------------


@pytest.mark.rule("MOV-04")
@EDITIONS
@pytest.mark.parametrize("ground", [":", ",", '"', "n"])  # rubble, undergrowth, furniture
def test_difficult_terrain_costs_an_extra_foot_a_foot(rules, ground):
    """Each foot costs 1 extra: 10 ft a square."""
    battle = row(f"A {ground} {ground} {ground} {ground} .", rules=rules)

    assert far(battle) == 3
    battle.do("move", square=(3, 0))

    assert battle["A"].record.moved_ft == 30


@pytest.mark.rule("MOV-04")
@EDITIONS
@pytest.mark.parametrize("word", ["rubble", "undergrowth", "furniture", "stairs", "snow", "bog"])
def test_what_is_difficult_in_both_editions(rules, word):
    """Low furniture, rubble, undergrowth, steep stairs, snow, shallow bog."""
    battle = row("A : : : : .", rules=rules, overrides={"map": {"legend": {":": [word]}}})

    assert far(battle) == 3


@pytest.mark.rule("MOV-04")
@pytest.mark.parametrize("word", ["ice", "shallow_water", "slope"])
@pytest.mark.parametrize(("rules", "squares"), [("2014", 6), ("2024", 3)])
def test_what_is_difficult_in_2024_only(rules, squares, word):
    """SRD 5.2: ice, liquid to shin or waist, slopes of 20 degrees or more."""
    battle = row("A : : : : : :", rules=rules, overrides={"map": {"legend": {":": [word]}}})

    assert far(battle) == squares


@pytest.mark.rule("MOV-04")
@EDITIONS
def test_three_difficult_squares_and_a_plain_one(rules):
    """Speed 35: three difficult squares and one plain."""
    battle = row("A : : : . .", who="courier", rules=rules)

    assert far(battle) == 4
    battle.do("move", square=(4, 0))

    assert battle["A"].record.moved_ft == 35


@pytest.mark.rule("MOV-04")
@pytest.mark.rule("GRD-01")
@EDITIONS
def test_no_difficult_square_with_5_ft_left(rules):
    """With 5 ft left a plain square can be entered, a difficult one cannot."""
    battle = fight(
        "A . . . . . : . / # # # # # . # Z", A="fighter:1", Z="commoner", first="A", rules=rules,
    )  # fmt: skip

    battle.do("move", square=(5, 0))

    assert squares(battle) == {(4, 0), (5, 1)}


@pytest.mark.rule("MOV-04")
@EDITIONS
def test_several_causes_count_once(rules):
    """Rubble in a web is difficult terrain once: 10 ft."""
    battle = fight(
        "W . . . / . A : : / . . . Z", W="wizard:3", A="fighter:1", Z="commoner", first="W",
        rules=rules, changes={"W": {"spells": ["web"]}},
    )  # fmt: skip
    battle.do("Web", square=(2, 0))
    battle.script_dice([20, 20])  # A saves
    battle.do("end turn")
    while battle.decider != "A":
        battle.step(0)

    before = battle["A"].record.moved_ft
    battle.do("move", square=(2, 1))

    assert battle["A"].record.moved_ft - before == 10


@pytest.mark.rule("MOV-04")
@pytest.mark.parametrize(
    ("rules", "other", "cost"),
    [
        ("2014", "commoner side=0", 10),
        ("2024", "commoner side=0", 5),
        ("2014", "mouse side=0", 10),
        ("2014", "mouse side=1", 10),
        ("2024", "mouse side=1", 5),
        ("2024", "commoner side=1 incapacitated", 10),
    ],
)
def test_another_creatures_space(rules, other, cost):
    """
    [2014] Any other creature's space is difficult terrain, friend or foe. [2024] That of one that
    is neither an ally nor Tiny. (A hostile's can be entered if it is two sizes apart.)
    """
    battle = fight(
        "# # # # # / A B . . Z / # # # # #", A="fighter:1", B=other, Z="commoner", first="A",
        rules=rules,
    )  # fmt: skip

    battle.do("move", square=(2, 1))
    while battle.decision == "response":
        battle.step(0)

    assert battle["A"].record.moved_ft == cost + 5


@pytest.mark.rule("MOV-04")
@EDITIONS
def test_a_flyer_minds_no_ground(rules):
    """What lies on the ground does not slow who flies over it."""
    battle = row("A : : : : : : : :", who="drake", rules=rules)
    assert far(battle) == 3

    battle.do("Fly", option="up_0")

    assert far(battle) == 8


@pytest.mark.rule("MOV-04")
def test_an_allied_side_is_an_ally():
    """SRD 5.2: allies of another side of the encounter are no hindrance."""
    battle = fight(
        "# # # # # / A B . . Z / # # # # #", A="fighter:1", B="commoner side=2", Z="commoner",
        first="A", rules="2024", overrides={"allies": [["side_0", "side_2"]]},
    )  # fmt: skip

    battle.do("move", square=(2, 1))

    assert battle["A"].record.moved_ft == 10


# --- climbing ------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-05")
@EDITIONS
@pytest.mark.parametrize(("low_wall", "squares"), [("low_wall", 3), ("low_wall difficult", 2)])
def test_climbing_without_a_climb_speed(rules, low_wall, squares):
    """Over low walls 1 extra foot a foot, 2 where the ground is difficult as well."""
    words = {"map": {"legend": {"o": low_wall.split()}}}
    battle = row("A o o o o .", rules=rules, overrides=words)

    assert far(battle) == squares
    battle.do("move", square=(squares, 0))

    assert battle["A"].record.moved_ft == 30


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_climbing_with_a_climb_speed(rules):
    """A climb speed of 30 ft is used up foot by foot."""
    battle = row("A o o o o o o o", who="ape", rules=rules)

    assert far(battle) == 6


@pytest.mark.rule("MOV-03")
@EDITIONS
def test_what_was_walked_is_taken_off_the_climb_speed(rules):
    """Walk 50, climb 40: after 35 ft on foot 5 ft of climbing are left, and no second wall."""
    battle = row("A . . . . . . . o o . .", who="panther", rules=rules)

    assert far(battle) == 8
    battle.do("move", square=(8, 0))

    assert squares(battle) == {(x, 0) for x in (6, 7)}


# --- swimming ------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_swimming_without_a_swim_speed(rules):
    """1 extra foot a foot."""
    battle = row("A ~ ~ ~ ~ ~", rules=rules)

    assert far(battle) == 3


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_swimming_with_a_swim_speed(rules):
    """A swim speed is used up foot by foot: 30 ft are six squares."""
    battle = fight(
        "A . ~ ~ ~ ~ ~ ~ ~ ~ / . . ~ ~ ~ ~ ~ ~ ~ ~ / # # # # # # # # # Z",
        A="polar_bear side=0", Z="commoner", first="A", rules=rules,
    )  # fmt: skip
    swim = battle["A"].speed_ft["swim"]

    assert far(battle) == swim // 5


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_swimming_in_difficult_terrain(rules):
    """2 extra feet a foot: two squares of weedy water take 30 ft."""
    battle = row(
        "A ~ ~ ~ .", rules=rules, overrides={"map": {"legend": {"~": ["deep_water", "difficult"]}}}
    )

    assert far(battle) == 2
    battle.do("move", square=(2, 0))

    assert battle["A"].record.moved_ft == 30


# --- jumping -------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_a_running_long_jump(rules):
    """Up to the Strength score in feet after 10 ft on foot: 16 ft are three squares of chasm."""
    battle = row("A . . _ _ . .", rules=rules)
    assert not can(battle, "Jump")  # half of it standing: 8 ft

    battle.do("move", square=(2, 0))
    say(battle, "Jump")

    assert (5, 0) in squares(battle)
    say(battle, "Square (5, 0)")

    assert battle["A"].square == (5, 0)
    assert battle["A"].record.moved_ft == 25


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_a_standing_long_jump(rules):
    """Half the Strength score without a run-up: with 20 it is 10 ft, over one square of chasm."""
    battle = row("A _ . .", who="fighter:8", rules=rules)  # Strength 20

    say(battle, "Jump")

    assert squares(battle) == {(2, 0)}


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_a_jump_is_no_longer_than_what_is_left_of_the_speed(rules):
    """Each foot jumped costs a foot."""
    battle = row("A . . . . _ _ .", rules=rules)

    battle.do("move", square=(4, 0))  # 10 ft left, and the far side is 15 ft off
    say(battle, "Jump")

    assert squares(battle) == {(2, 0)}


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_over_difficult_terrain_a_jump_costs_no_more(rules):
    """In the air rubble slows nobody: 15 ft over two squares of it."""
    battle = row("A . . : : . .", rules=rules)

    battle.do("move", square=(2, 0))
    say(battle, "Jump")
    say(battle, "Square (5, 0)")

    assert battle["A"].record.moved_ft == 25


@pytest.mark.rule("MOV-05")
@EDITIONS
@pytest.mark.parametrize(("natural", "falls"), [(1, True), (9, False)])
def test_landing_in_difficult_terrain(rules, natural, falls):
    """A DC 10 Dexterity (Acrobatics) check, or the jumper lands prone."""
    battle = row("A . . . : .", rules=rules)

    battle.do("move", square=(2, 0))
    say(battle, "Jump")
    battle.script_dice([natural], strict=True)
    say(battle, "Square (4, 0)")

    assert ("prone" in battle["A"].conditions) is falls
    assert len(lines(battle, "check")) == 1


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_a_jump_is_no_run_up(rules):
    """The next jump needs 10 ft on foot again: with Strength 10 a standing one is 5 ft."""
    battle = row("A . . _ . _ . .", who="courier", rules=rules)

    battle.do("move", square=(2, 0))
    say(battle, "Jump")
    say(battle, "Square (4, 0)")

    assert not can(battle, "Jump")


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_being_teleported_is_no_run_up(rules):
    """10 ft on foot right before the jump: a teleport in between breaks the run."""
    battle = row(
        "A . . . . . _ _ . .", who="wizard:3", rules=rules,
        changes={"A": {"abilities": {
            "strength": 18, "dexterity": 10, "constitution": 10, "intelligence": 16, "wisdom": 10,
            "charisma": 10,
        }}},
    )  # fmt: skip

    battle.do("move", square=(2, 0))
    battle.do("Misty Step", square=(5, 0))

    assert not can(battle, "Jump")


@pytest.mark.rule("MOV-05")
@EDITIONS
def test_a_jump_clears_a_low_wall(rules):
    """With Strength 10 a high jump is 3 ft: enough for a low wall, which slows nobody then."""
    battle = row("A . . o . . .", who="courier", rules=rules)

    battle.do("move", square=(2, 0))
    say(battle, "Jump")
    say(battle, "Square (4, 0)")

    assert battle["A"].record.moved_ft == 20


@pytest.mark.pure
@pytest.mark.rule("MOV-05")
@EDITIONS
@pytest.mark.parametrize(
    ("who", "running", "standing"),
    [("fighter:1", 6, 3), ("wizard:1", 2, 1), ("mouse", 0, 0)],  # modifiers +3, -1, -4
)
def test_the_height_of_a_jump(rules, who, running, standing):
    """3 ft + the Strength modifier, at least 0; half of it standing."""
    battle = row("A . . . . . .", who=who, rules=rules)
    state, tables, at = battle.state, battle.encounter.content.tables[0], battle["A"].index

    battle["A"].record.approach_ft = 5
    assert jumping.jump_ft(state, tables, at, True) == standing

    battle["A"].record.approach_ft = 10
    assert jumping.jump_ft(state, tables, at, True) == running
