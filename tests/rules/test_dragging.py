"""Moving with a creature in one's grip. ATK-14, ATK-15."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, lines, say, squares, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def held(who: str, target: str, rules: str, text: str = "", **options) -> Battle:
    """A holds T, and has its turn; they stand side by side in a long room."""
    text = text or "A T . . . . . . / . . . . . . . . / # # # # # # # Z"
    battle = fight(
        text, A=f"{who} side=0", T=f"{target} side=1", Z="commoner", first="A", rules=rules,
        minor_decisions="auto", **options,
    )  # fmt: skip
    battle.script_dice([20, 1] if rules == "2014" else [1])
    battle.do("Grapple", target="T")
    assert "grappled" in battle["T"].conditions
    return battle


def far(battle: Battle) -> int:
    """Return how many rows or columns away A can go at most."""
    x, y = battle["A"].square
    return max(max(abs(column - x), abs(row - y)) for column, row in squares(battle))


@pytest.mark.case("B088")
@pytest.mark.rule("ATK-15")
@EDITIONS
def test_dragging_slows(rules):
    """[2014] The speed is halved; [2024] each foot costs 1 extra. Speed 30: 15 ft."""
    battle = held("gladiator", "commoner", rules)

    assert battle["A"].speed_ft["walk"] == 30
    assert far(battle) == 3
    battle.do("move", square=(1, 1))

    assert battle["A"].record.moved_ft == {"2014": 5, "2024": 10}[rules]


@pytest.mark.case("B088")
@pytest.mark.rule("ATK-15")
@pytest.mark.parametrize(
    ("rules", "who", "target", "slowed"),
    [
        ("2014", "ogre", "goblin", False),  # two sizes smaller
        ("2024", "ogre", "goblin", False),
        ("2014", "ogre", "commoner", True),
        ("2024", "ogre", "commoner", True),
        ("2014", "goblin", "mouse", True),
        ("2024", "goblin", "mouse", False),  # Tiny
    ],
)
def test_a_light_load(rules, who, target, slowed):
    """Free if the target is two sizes smaller, [2024] or Tiny."""
    text = "A . T . . . . . . . . . / . . . . . . . . . . . . / # # # # # # # # # # # Z"
    if who == "goblin":
        text = text.replace("A . T", "A T .")
    battle = held(who, target, rules, text)

    assert far(battle) == battle["A"].speed_ft["walk"] // (10 if slowed else 5)


@pytest.mark.case("B088")
@pytest.mark.rule("ATK-15")
@EDITIONS
def test_the_held_creature_comes_along(rules):
    """It keeps its place beside the grappler, and the grip holds."""
    battle = held("gladiator", "commoner", rules)

    battle.do("move", square=(0, 1))

    assert battle["T"].square == (1, 1)
    assert "grappled" in battle["T"].conditions


@pytest.mark.rule("ATK-15")
@EDITIONS
def test_a_held_creature_is_drawn_through_a_door(rules):
    """Where it cannot keep beside the grappler it follows in its track, not through the wall."""
    battle = held(
        "gladiator", "commoner", rules, "A . . . . / T # . . . / . # . . . / # # # # # / . . . . Z"
    )  # fmt: skip

    battle.do("move", square=(1, 0))

    assert battle["A"].square == (1, 0)
    assert battle["T"].square == (0, 0)


@pytest.mark.rule("ATK-15")
@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_creature_dragged_into_a_zone_has_entered_it(rules):
    """What a zone does to who enters it, it does to who is dragged in."""
    battle = fight(
        "W . . . . . . / . . A T . . . / . . . . . . . / # # # # # # Z",
        W="cleric:5 side=0", A="gladiator side=0", T="commoner hp=4 side=1", Z="commoner",
        first="W", rules=rules, minor_decisions="auto",
    )  # fmt: skip
    battle.do("Spirit Guardians", level=3)
    battle["T"].square = (5, 1)
    battle["A"].square = (4, 1)
    wait_for(battle, "A")
    battle.script_dice([20, 1] if rules == "2014" else [1])
    battle.do("Grapple", target="T")

    battle.do("move", square=(2, 1))

    assert battle["T"].square == (3, 1)
    assert [event.target for event in lines(battle, "damage")] == [battle["T"].index]


@pytest.mark.case("B089")
@pytest.mark.rule("ATK-14")
@EDITIONS
@pytest.mark.parametrize("condition", ["stunned", "incapacitated", "unconscious"])
def test_the_grip_ends_when_the_grappler_is_incapacitated(rules, condition):
    battle = held("gladiator", "commoner", rules)

    battle["A"].give(condition)

    assert "grappled" not in battle["T"].conditions
    assert battle["T"].speed_ft["walk"] == 30


@pytest.mark.case("B089")
@pytest.mark.rule("ATK-14")
@EDITIONS
def test_the_grip_ends_out_of_reach(rules):
    """A target pushed 10 ft away is free."""
    battle = held(
        "gladiator", "gladiator", rules,
        ". . . . . . / . . . . . . / . A T . . . / . W . . . . / # # # # # # / Z . . . . .",
        W="wizard:1 side=1", changes={"W": {"more_spells": ["thunderwave"]}},
    )  # fmt: skip
    wait_for(battle, "W")

    battle.script_dice([1, 1, 20, 1])  # A saves, T does not
    battle.do("Thunderwave", square=(1, 0), level=1)

    assert battle["A"].square == (1, 2)
    assert battle["T"].square == (4, 0)
    assert "grappled" not in battle["T"].conditions


@pytest.mark.rule("ATK-15")
@EDITIONS
def test_who_is_dragged_does_not_get_left(rules):
    """It stays in reach, so the grappler's move does not provoke it."""
    battle = held("gladiator", "goblin", rules)

    battle.do("move", square=(0, 1))

    assert battle.decider == "A"


@pytest.mark.rule("ATK-14")
@EDITIONS
def test_letting_go_costs_nothing(rules):
    battle = held("gladiator", "commoner", rules)

    say(battle, "Release")

    assert "grappled" not in battle["T"].conditions
    assert battle["A"].record.moved_ft == 0
    assert can(battle, "Move to (0, 1)")
