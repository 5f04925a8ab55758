"""Areas of effect: which squares they cover, where they begin, what they miss. AOE-01."""

import pytest

from dnd_env.core.terms import Shape
from dnd_env.envs.battle import Battle
from dnd_env.rules import areas

from .conftest import fight, lines, say, squares

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def field(width: int, height: int, **pieces: tuple[int, int]) -> str:
    """Draw open ground with single pieces on it."""
    rows = [["."] * width for _ in range(height)]
    for letter, (x, y) in pieces.items():
        rows[y][x] = letter
    return " / ".join(" ".join(row) for row in rows)


def caught(battle: Battle) -> set[str]:
    """Return the names of those who have had to save."""
    names = battle.encounter.names
    return {names[event.target] for event in lines(battle, "save")}


# --- the shapes ----------------------------------------------------------------------------------


def covered(spell: str, point: tuple[int, int], rules: str, rows: list[str], **options) -> set:
    """Return the squares, marked B on the map, whose creatures have to save against a spell."""
    battle = fight(
        " / ".join(rows), A="wizard:11 side=0", B="commoner side=1", first="A", rules=rules,
        minor_decisions="auto", **options,
    )  # fmt: skip
    where = {c.index: c.square for c in battle.creatures}
    battle.do(spell, square=point)
    return {where[event.target] for event in lines(battle, "save")}


@pytest.mark.rule("AOE-01")
@pytest.mark.case("B092")
@EDITIONS
def test_a_20_ft_sphere_covers_52_squares(rules):
    """By the centres of squares: about an intersection 52 of them, those within 20 ft."""
    found = set()
    for half in range(2):  # 32 creatures at most: the upper half of the square, then the lower
        rows = [["."] * 11 for _ in range(11)]
        wanted = [(x, y) for y in range(1 + 4 * half, 5 + 4 * half) for x in range(1, 9)]
        for x, y in wanted[:31]:
            rows[y][x] = "B"
        rows[10][10] = "A"
        found |= covered("Fireball", (5, 5), rules, [" ".join(row) for row in rows])
        rows = [["."] * 11 for _ in range(11)]
        rows[wanted[31][1]][wanted[31][0]] = "B"
        rows[10][10] = "A"
        found |= covered("Fireball", (5, 5), rules, [" ".join(row) for row in rows])

    assert len(found) == 52
    assert (1, 1) not in found
    assert found == {
        (x, y)
        for x in range(11)
        for y in range(11)
        if (2 * x + 1 - 10) ** 2 + (2 * y + 1 - 10) ** 2 <= 64
    }


@pytest.mark.rule("AOE-01")
@pytest.mark.case("B094")
@EDITIONS
def test_a_centre_just_outside_is_out(rules):
    """A square whose centre is 20.6 ft from the origin of a 20-ft sphere is not in it."""
    # Offsets of (3.5, 2.5) squares: 21.5 ft; (3.5, 1.5): 19.0 ft; (4.5, ...) are further.
    text = field(12, 9, A=(11, 8), B=(3, 3), C=(4, 2))
    battle = fight(
        text, A="wizard:5", B="goblin", C="goblin", first="A", rules=rules, minor_decisions="auto"
    )

    battle.do("Fireball", square=(7, 5), level=3)  # B's centre is at (-3.5, -1.5), C's (-2.5, -2.5)

    assert caught(battle) == {"B", "C"}


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_cone_is_as_wide_as_it_is_long(rules):
    """Burning hands to the east: at 12.5 ft it is 12.5 ft wide, which takes in three centres."""
    rows = [". . B B B .", ". . B B B .", ". A B B B B", ". . B B B .", ". . B B B ."]

    found = covered(
        "Burning Hands", (5, 2), rules, rows, changes={"A": {"more_spells": ["burning_hands"]}}
    )

    assert found == {(2, 2), (3, 2), (4, 1), (4, 2), (4, 3)}


@pytest.mark.rule("AOE-01")
@pytest.mark.case("B095")
@EDITIONS
def test_a_line_takes_one_row(rules):
    """A line 5 ft wide down a row takes that row, not its neighbours."""
    rows = [". . . . . .", ". . B B B B", ". A B B B B", ". . B B B B", ". . B B B B"]

    found = covered(
        "Lightning Bolt", (5, 2), rules, rows, changes={"A": {"more_spells": ["lightning_bolt"]}}
    )

    assert found == {(2, 2), (3, 2), (4, 2), (5, 2)}


@pytest.mark.rule("AOE-01")
@pytest.mark.case("B095")
@EDITIONS
def test_a_line_along_the_edge_of_two_rows_takes_one(rules):
    """From a large creature, whose middle lies between two rows, a line takes just one of them."""
    rows = [
        ". . . . . . . .",
        "A . B B B B . .",
        ". . B B B B . .",
        ". . B B B B . .",
    ]
    battle = fight(
        " / ".join(rows), A="young_blue_dragon side=0", B="commoner side=1", first="A", rules=rules,
        minor_decisions="auto",
    )  # fmt: skip
    where = {c.index: c.square for c in battle.creatures}
    name = next(
        battle.describe(a) for a in battle.legal_actions() if "Breath" in battle.describe(a)
    )

    battle.do(name, square=(7, 1))

    assert {where[event.target] for event in lines(battle, "save")} == {(x, 1) for x in range(2, 6)}


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_cube_adjoins_its_user(rules):
    """Thunderwave: a 15-ft cube, its origin on a face that touches the user's space."""
    rows = [". . B B B B", ". A B B B B", ". . B B B B", ". . B B B B"]

    found = covered(
        "Thunderwave", (2, 0), rules, rows, changes={"A": {"more_spells": ["thunderwave"]}}
    )

    assert found == {(x, y) for x in (2, 3, 4) for y in (0, 1, 2)}


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_cylinder_is_a_circle_on_the_ground(rules):
    """Flame strike: 10 ft about an intersection are twelve squares."""
    rows = [". . . . . . A", ". B B B B . .", ". B B B B . .", ". B B B B . .", ". B B B B . ."]

    found = covered(
        "Flame Strike", (3, 3), rules, rows, changes={"A": {"more_spells": ["flame_strike"]}}
    )

    assert len(found) == 12
    assert (1, 1) not in found


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_large_creature_is_caught_by_any_of_its_squares(rules):
    """One corner of its space is enough."""
    battle = fight(
        field(12, 7, A=(11, 0), B=(1, 3)),
        A="wizard:5",
        B="ogre",
        first="A",
        rules=rules,
        minor_decisions="auto",
    )

    battle.do("Fireball", square=(6, 4), level=3)  # its east squares are 17.7 ft off

    assert caught(battle) == {"B"}


@pytest.mark.pure
@pytest.mark.rule("AOE-01")
@pytest.mark.case("B095")
@pytest.mark.parametrize("spell", ["Lightning Bolt", "Burning Hands"])
def test_what_is_drawn_is_what_is_caught(spell):
    """For every aim: the squares drawn for an area are those whose creatures have to save."""
    rows = [". . . . . . .", ". B B B B B .", ". B B B B B .", ". B B A B B .", ". B B B B B ."]
    battle = fight(
        " / ".join(rows), A="wizard:11 side=0 hp=40", B="commoner side=1 hp=4", first="A",
        minor_decisions="auto", skip_single=False,
        changes={"A": {"spells": ["lightning_bolt", "burning_hands"]}},
    )  # fmt: skip
    scene, work = battle._arena.scene, battle._arena.work
    shape, size = (Shape.LINE, 100) if spell == "Lightning Bolt" else (Shape.CONE, 15)
    where = {creature.index: creature.square for creature in battle.creatures}
    for x, y in [(6, 1), (0, 0), (3, 0), (5, 2), (1, 4), (2, 2), (6, 3), (0, 2)]:
        trial = battle.clone(seed=1)
        before = len(trial.log)
        trial.do(spell, square=(x, y))
        hit = {where[one.target] for one in trial.log[before:] if one.kind.name == "SAVE"}
        ax, ay = 2 * x + 1, 2 * y + 1
        px, py = min(max(ax, 6), 8), min(max(ay, 6), 8)  # the edge of A's square nearest to the aim
        areas.draw(scene, work, shape, size, 5, px, py, ax, ay)
        drawn = {square for square in where.values() if work.squares[square[1]] >> square[0] & 1}
        assert hit == drawn - {(3, 3)}


# --- the origin ----------------------------------------------------------------------------------


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_the_user_is_in_its_own_sphere(rules):
    """The origin is in the area of a sphere: who stands there is caught, friend or foe."""
    battle = fight(
        "A B . C", A="wizard:5", B="commoner side=0", C="goblin", first="A", rules=rules,
        minor_decisions="auto",
    )  # fmt: skip

    battle.do("Fireball", square=(1, 0), level=3)

    assert {"A", "C"} <= caught(battle)


@pytest.mark.rule("AOE-01")
@EDITIONS
@pytest.mark.parametrize("spell", ["Burning Hands", "Thunderwave"])
def test_the_user_is_not_in_its_cone_or_cube(rules, spell):
    """The origin of a cone, cube or line is not in the area unless its creator wants."""
    battle = fight(
        ". . . . / A B . . / . . . .", A="wizard:5", B="goblin", first="A", rules=rules,
        minor_decisions="auto", changes={"A": {"more_spells": ["burning_hands", "thunderwave"]}},
    )  # fmt: skip

    battle.do(spell, square=(1, 0) if spell == "Thunderwave" else (3, 1), level=1)

    assert caught(battle) == {"B"}


@pytest.mark.rule("AOE-01")
@EDITIONS
@pytest.mark.parametrize(("feet", "expected"), [(15, True), (20, False)])
def test_a_cone_reaches_no_higher_than_it_is_long(rules, feet, expected):
    """15 ft of flame miss who flies 20 ft up."""
    battle = fight(
        "A B", A="wizard:1", B=f"drake alt={feet}", first="A", rules=rules, minor_decisions="auto",
        changes={"A": {"more_spells": ["burning_hands"]}},
    )  # fmt: skip

    battle.do("Burning Hands", square=(1, 0), level=1)

    assert (caught(battle) == {"B"}) is expected


# --- walls ---------------------------------------------------------------------------------------


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_behind_total_cover_from_the_origin(rules):
    """A place all of whose lines to the origin are barred is out."""
    battle = fight(
        "A . . # T / . . . # . / . . B # .", A="wizard:5", B="goblin", T="goblin", first="A",
        rules=rules, minor_decisions="auto",
    )  # fmt: skip

    battle.do("Fireball", square=(2, 1), level=3)

    assert "B" in caught(battle)
    assert "T" not in caught(battle)


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_large_creature_half_in_the_area_half_behind_a_wall(rules):
    """What counts are its squares in the area: behind the wall those are out."""
    battle = fight(
        "A . . # T . / . . . # . . / . . . # # # / . . . . . .", A="wizard:5", T="ogre", first="A",
        rules=rules, minor_decisions="auto",
    )  # fmt: skip

    battle.do("Fireball", square=(2, 1), level=3)

    assert "T" not in caught(battle)


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_no_point_behind_an_obstruction(rules):
    """
    An area that is placed behind a wall appears on its near side: so only points to which the way
    is free can be said.
    """
    battle = fight(
        "A . # . . / . . # . . / . . # . B", A="wizard:5", B="goblin", first="A", rules=rules,
        skip_single=False,
    )  # fmt: skip
    say(battle, "Fireball")
    say(battle, "Level 3")

    points = squares(battle)

    assert (2, 1) in points  # at the wall, on the near side
    assert not any(x > 2 for x, _ in points)


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_point_is_within_range(rules):
    """60 ft are counted from the user's space."""
    battle = fight(
        "A " + ". " * 14 + "B", A="wizard:3", B="goblin", first="A", rules=rules, skip_single=False,
        changes={"A": {"more_spells": ["shatter"]}},
    )  # fmt: skip
    say(battle, "Shatter")
    say(battle, "Level 2")

    assert max(x for x, _ in squares(battle)) == 13


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_cube_over_the_edge_of_the_map(rules):
    """What of a cube lies on the map is in it, though most of it would lie beyond the edge."""
    battle = fight(
        "A . . . B", A="wizard:5", B="goblin", first="A", rules=rules, minor_decisions="auto",
        changes={"A": {"spells": ["hypnotic_pattern"]}},
    )  # fmt: skip

    battle.do("Hypnotic Pattern", square=(4, 0), level=3)

    assert caught(battle) == {"B"}
