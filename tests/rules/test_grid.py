"""The grid: squares, diagonals, corners, ranges. GRD-01 to GRD-03."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, squares

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])
OPEN = "A . . . . . . . / " + " / ".join([". . . . . . . ."] * 7) + " / # # # # # # # Z"


def in_the_open(who: str = "fighter:1", **options) -> Battle:
    """A in the corner of an open field, its foe walled off."""
    return fight(OPEN, A=f"{who} side=0", Z="commoner", first="A", **options)


@pytest.mark.rule("GRD-01")
@EDITIONS
def test_a_diagonal_step_takes_one_square(rules):
    """Diagonals included: six squares of movement reach every square six columns and rows away."""
    battle = in_the_open(rules=rules)

    assert squares(battle) == {(x, y) for x in range(7) for y in range(7)} - {(0, 0)}


@pytest.mark.rule("GRD-01")
@EDITIONS
def test_every_second_diagonal_takes_two(rules):
    """Option 5-10-5: four diagonal steps take 5 + 10 + 5 + 10 ft."""
    battle = in_the_open(rules=rules, diagonals="5-10-5")

    assert (4, 4) in squares(battle)
    assert (5, 5) not in squares(battle)
    battle.do("move", square=(4, 4))

    assert battle["A"].record.moved_ft == 30


@pytest.mark.rule("GRD-01")
@EDITIONS
def test_diagonals_are_counted_through_the_turn(rules):
    """Option 5-10-5: the second diagonal takes 10 ft though another move comes in between."""
    battle = in_the_open(rules=rules, diagonals="5-10-5")

    battle.do("move", square=(1, 1))
    assert battle["A"].record.moved_ft == 5
    battle.do("Dodge")
    battle.do("move", square=(2, 2))
    assert battle["A"].record.moved_ft == 15
    battle.do("move", square=(3, 3))

    assert battle["A"].record.moved_ft == 20


@pytest.mark.rule("GRD-01")
@EDITIONS
@pytest.mark.parametrize(("diagonals", "may"), [("5-5-5", True), ("5-10-5", False)])
def test_a_difficult_square_entered_diagonally(rules, diagonals, may):
    """Two squares of movement; as a second diagonal four."""
    battle = fight(
        "A . . . / . . . . / . . : . / # # # Z", A="fighter:1", Z="commoner", first="A",
        rules=rules, diagonals=diagonals,
    )  # fmt: skip
    battle.do("move", square=(1, 1))
    assert battle["A"].record.moved_ft == 5

    battle["A"].record.moved_ft = 20  # 10 ft left
    battle.refresh()

    assert ((2, 2) in squares(battle)) is may


# --- corners -------------------------------------------------------------------------------------


@pytest.mark.rule("GRD-02")
@EDITIONS
@pytest.mark.parametrize("what", ["#", "T", "i", "="])  # wall, tree, thick trunk, arrow slit
def test_no_diagonal_past_what_fills_its_space(rules, what):
    """Past the corner of a wall or tree there is no diagonal step: around it are two steps."""
    battle = fight(
        f"A {what} / . . / # Z", A="fighter:1", Z="commoner", first="A", rules=rules
    )  # fmt: skip

    battle.do("move", square=(1, 1))

    assert battle["A"].record.moved_ft == 10


@pytest.mark.rule("GRD-02")
@EDITIONS
def test_creatures_do_not_bar_a_diagonal(rules):
    """Between two creatures a diagonal step leads through."""
    battle = fight(
        "A B / C . / # Z", A="fighter:1", B="goblin", C="goblin", Z="goblin", first="A", rules=rules
    )

    assert (1, 1) in squares(battle)


@pytest.mark.rule("GRD-02")
@EDITIONS
def test_a_closed_door_is_a_corner_too(rules):
    battle = fight("A + / . . / # Z", A="fighter:1", Z="commoner", first="A", rules=rules)

    battle.do("move", square=(1, 1))

    assert battle["A"].record.moved_ft == 10


@pytest.mark.rule("GRD-02")
@EDITIONS
def test_a_large_creature_past_a_corner(rules):
    """The leading corner of its space counts: two steps around the wall instead of one."""
    battle = fight(
        "A . # . / . . . . / . . . . / # # # Z", A="ogre side=0", Z="commoner", first="A",
        rules=rules,
    )  # fmt: skip

    battle.do("move", square=(1, 1))

    assert battle["A"].record.moved_ft == 10


# --- how far -------------------------------------------------------------------------------------


@pytest.mark.rule("GRD-03")
@EDITIONS
@pytest.mark.parametrize(("gap", "may"), [(11, True), (12, False)])
def test_range_is_counted_from_the_adjacent_square(rules, gap, may):
    """60 ft are 12 squares, the target's own the last: with 11 in between it is in range."""
    battle = fight("A " + ". " * gap + "B", A="cleric:1", B="goblin", first="A", rules=rules)

    assert can(battle, "Sacred Flame") is may


@pytest.mark.rule("GRD-03")
@pytest.mark.case("B094")
@EDITIONS
@pytest.mark.parametrize(
    ("diagonals", "square", "may"),
    [
        ("5-5-5", (4, 1), True),  # 20 ft
        ("5-10-5", (4, 1), True),
        ("5-5-5", (4, 4), True),
        ("5-10-5", (4, 4), False),  # 5 + 10 + 5 + 10 ft
    ],
)
def test_range_by_the_shortest_route(rules, diagonals, square, may):
    """A creature at an offset of (4, 1) is 20 ft away: a dagger's short range."""
    battle = fight(
        "A . . . . / . . . . . / . . . . . / . . . . . / . . . . B",
        A="wizard:1", B="goblin ac=30", first="A", rules=rules, diagonals=diagonals,
    )  # fmt: skip
    battle["B"].square = square
    name = next(
        battle.describe(a) for a in battle.legal_actions() if "dagger" in battle.describe(a).lower()
    )

    battle.do(name, target="B")

    attack = next(event for event in battle.log if event.kind.name == "ATTACK")
    assert ("disadvantage: long range" not in attack.reasons) is may


@pytest.mark.rule("GRD-03")
@EDITIONS
@pytest.mark.parametrize(("column", "may"), [(2, True), (3, False)])
def test_reach_between_the_nearest_squares_of_two_spaces(rules, column, may):
    """An ogre reaches what is next to any square of its space."""
    battle = fight(
        "A . . . / . . . . / . . . B", A="ogre side=0", B="goblin", first="A", rules=rules
    )

    battle["B"].square = (column, 2)

    assert can(battle, "Greatclub") is may


# --- finding the way -----------------------------------------------------------------------------


@pytest.mark.case("B170")
def test_the_search_on_a_large_map_ends():
    """On an open map of 40 x 40, among twelve foes, all squares in reach are found; how quickly is
    measured by ``benchmarks.startup``."""
    rows = [["."] * 40 for _ in range(40)]
    rows[20][20] = "A"
    for at in range(12):
        rows[17 + at % 6][14 + 12 * (at // 6)] = "B"
    text = " / ".join(" ".join(row) for row in rows)
    battle = fight(text, A="pegasus side=0", B="goblin", first="A")

    battle.refresh()

    assert len(squares(battle)) > 400


@pytest.mark.rule("GRD-01")
@EDITIONS
def test_the_way_around_a_wall(rules):
    """The cheapest way is taken, and paid for square by square."""
    battle = fight(
        "A # . . / . # . . / . . . . / # # # # / Z . . .",
        A="fighter:1", Z="commoner", first="A", rules=rules,
    )  # fmt: skip

    battle.do("move", square=(2, 0))

    assert battle["A"].record.moved_ft == 30


@pytest.mark.rule("GRD-01")
@EDITIONS
def test_the_way_avoids_opportunity_attacks_that_it_need_not_risk(rules):
    """Among ways that cost the same, one that leaves no foe's reach."""
    battle = fight(
        ". . B . . / . . . . . / A . . . . / . . . . . / # # # # Z",
        A="fighter:1", B="goblin", Z="commoner", first="A", rules=rules,
    )  # fmt: skip

    battle.do("move", square=(4, 2))

    assert battle.decider == "A"
    assert battle["A"].square == (4, 2)
