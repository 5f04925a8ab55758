"""What distance does to attacks: on the prone and the sleeping, beside a foe, thrown.

ATK-04, ATK-08, CND-01.
"""

import pytest

from .conftest import can, fight, how, lines

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def attack(battle, activity, target="T"):
    battle.script_dice([10, 10, 1, 1])
    battle.do(activity, target=target)
    return how(lines(battle, "attack")[-1])


@pytest.mark.case("B043")
@pytest.mark.rule("CND-01")
@EDITIONS
@pytest.mark.parametrize(
    ("gap", "activity", "expected"),
    [
        (0, "Slashing", "advantage"),
        (1, "Shot", "disadvantage"),  # 10 ft away
        (5, "Shot", "disadvantage"),
    ],
)
def test_attacks_on_a_prone_target(rules, gap, activity, expected):
    """From within 5 ft with advantage, from further with disadvantage (SRD, "Prone")."""
    battle = fight(
        "S" + " ." * gap + " T",
        S="striker side=0",
        T="commoner prone ac=30",
        first="S",
        rules=rules,
    )

    assert attack(battle, activity) == expected


@pytest.mark.case("B043")
@pytest.mark.rule("CND-01")
@EDITIONS
def test_a_shot_at_a_prone_neighbour(rules):
    """Within 5 ft the shot has advantage; the foe at hand, who sees the shooter, hampers it."""
    battle = fight("S T", S="striker side=0", T="commoner prone ac=30", first="S", rules=rules)

    assert attack(battle, "Shot") == "plain"


@pytest.mark.case("B044")
@pytest.mark.rule("CND-01")
@EDITIONS
@pytest.mark.parametrize(("gap", "expected"), [(0, "plain"), (3, "disadvantage")])
def test_a_weapon_thrown_at_the_prone(rules, gap, expected):
    """What counts is the distance, not that it is a melee weapon: at 20 ft disadvantage."""
    battle = fight(
        "A" + " ." * gap + " T", A="wizard:1", T="commoner prone ac=30", first="A", rules=rules
    )

    assert attack(battle, "Dagger (thrown)") == expected


@pytest.mark.case("B046")
@pytest.mark.rule("CND-01")
@pytest.mark.rule("ATK-04")
@EDITIONS
def test_a_shot_at_a_sleeper_far_away(rules):
    """Unconscious gives advantage, prone beyond 5 ft disadvantage: one plain die at 30 ft."""
    battle = fight(
        "S . . . . . T", S="striker side=0", T="commoner unconscious ac=30", first="S", rules=rules
    )
    assert "prone" in battle["T"].conditions

    assert attack(battle, "Shot") == "plain"


@pytest.mark.case("B049")
@pytest.mark.rule("ATK-08")
@EDITIONS
@pytest.mark.parametrize(
    ("foe", "expected"),
    [
        ("commoner", "disadvantage"),
        ("commoner stunned", "plain"),
        ("commoner incapacitated", "plain"),
        ("commoner blinded", "plain"),
        ("commoner side=0", "plain"),
    ],
)
def test_shooting_beside_a_foe(rules, foe, expected):
    """Only a foe within 5 ft that sees the shooter and is not incapacitated hampers the shot."""
    battle = fight(
        "B S . . . T", S="striker side=0", B=foe, T="commoner ac=30", first="S", rules=rules
    )

    assert attack(battle, "Shot") == expected


@pytest.mark.case("B050")
@pytest.mark.rule("ATK-08")
@EDITIONS
def test_a_thrown_weapon_against_a_neighbour_may_be_used_in_melee(rules):
    """In reach it is a melee weapon: that way is offered, and it is plain."""
    battle = fight("A T", A="wizard:1", T="commoner ac=30", first="A", rules=rules)
    assert can(battle, "Dagger (thrown)")

    assert attack(battle, "Dagger") == "plain"
