"""Areas that last: where they reach, and what moves with whom. AOE-01."""

import pytest

from .conftest import fight, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def field(width: int, height: int, **pieces: tuple[int, int]) -> str:
    """Draw open ground with single pieces on it."""
    rows = [["."] * width for _ in range(height)]
    for letter, (x, y) in pieces.items():
        rows[y][x] = letter
    return " / ".join(" ".join(row) for row in rows)


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_an_emanation_moves_with_its_origin(rules):
    """Spirit guardians: 15 ft about the cleric, wherever it goes."""
    battle = fight(
        field(12, 3, A=(0, 1), B=(7, 1)), A="cleric:5", B="gladiator", first="A", rules=rules,
        minor_decisions="auto",
    )  # fmt: skip
    battle.do("Spirit Guardians", level=3)
    assert battle["B"].speed_ft["walk"] == 30

    battle.do("move", square=(4, 1))

    assert battle["B"].speed_ft["walk"] == 15


@pytest.mark.rule("AOE-01")
def test_an_emanation_extends_from_the_whole_space():
    """SRD 5.2: from every side of the creature; by the centres of squares."""
    battle = fight(
        field(9, 9, A=(4, 4), B=(1, 4), C=(2, 2), D=(1, 1)), A="cleric:5", B="gladiator",
        C="gladiator", D="gladiator", first="A", rules="2024", minor_decisions="auto",
    )  # fmt: skip

    battle.do("Spirit Guardians", level=3)

    slowed = {name: battle[name].speed_ft["walk"] == 15 for name in "BCD"}
    assert slowed == {"B": True, "C": True, "D": False}  # 12.5, 10.6 and 17.7 ft off


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_wall_bounds_an_emanation(rules):
    """A lasting area does not reach through walls either."""
    battle = fight(
        "# . B . . / # # # # # / . A . . .", A="cleric:5", B="gladiator", first="A", rules=rules,
        minor_decisions="auto",
    )  # fmt: skip

    battle.do("Spirit Guardians", level=3)

    assert battle["B"].speed_ft["walk"] == 30


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_wall_bounds_a_web(rules):
    """Behind the wall the ground is not difficult."""
    battle = fight(
        "A . . . # B / . . . . # . / . . . . # .", A="wizard:3", B="gladiator", first="A",
        rules=rules, minor_decisions="auto",
    )  # fmt: skip
    battle.do("Web", square=(2, 0))
    battle.script_dice([20] * 4)
    battle.do("end turn")
    while battle.decider != "B":
        battle.step(0)

    battle.do("move", square=(5, 2))

    assert battle["B"].record.moved_ft == 10


@pytest.mark.rule("AOE-01")
@EDITIONS
def test_a_web_over_the_edge_of_the_map(rules):
    """It lies on what there is of the map, though most of it would lie beyond the edge."""
    battle = fight(
        "A . . . . B . # Z", A="wizard:3", B="gladiator side=0", Z="commoner", first="A",
        rules=rules, minor_decisions="auto", changes={"A": {"spells": ["web"]}},
    )  # fmt: skip
    battle.do("Web", square=(6, 0))
    wait_for(battle, "B")

    battle.do("move", square=(6, 0))

    assert battle["B"].record.moved_ft == 10


@pytest.mark.rule("CST-01")
def test_2014_a_spiritual_weapon_lasts_until_it_is_cast_again():
    """
    Cast again, the spell has one weapon still: where it struck last, of the later slot (SRD 5.1,
    "Spiritual Weapon").
    """
    battle = fight(
        "A . T . U", first="A", A="cleric:5 side=0", T="gladiator", U="gladiator",
        skip_single=False,
    )  # fmt: skip

    for target, level in (("T", 2), ("U", 3)):
        wait_for(battle, "A")
        battle.script_dice([2])
        battle.do("Spiritual Weapon", target=target, level=level)
        battle.do("pass")

    zones = [zone for zone in battle.state.zones if zone.effect]
    assert [(zone.x // 2, zone.level) for zone in zones] == [(4, 3)]
