"""How often damage is rolled, and how many missiles fly. DMG-03."""

import pytest

from .conftest import fight

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
TARGETS = "commoner hp=90/90"


def hurt(battle, *names):
    """Return what creatures have lost."""
    return [battle[name].hit_point_maximum - battle[name].hit_points for name in names]


def give_slot(battle, level):
    """Give the wizard a spell slot of a level."""
    battle["W"].record.resources[level - 1] = 1
    battle.refresh()


@BOTH
@pytest.mark.rule("DMG-03")
def test_one_roll_serves_all_who_save_against_an_area(rules):
    """A fireball's 8d6 are rolled once, whoever is caught (SRD 5.1, "Damage Rolls")."""
    battle = fight(
        "W . . . . . . T / . . . . . . . U", first="W", rules=rules, W="wizard:5", T=TARGETS,
        U=TARGETS, minor_decisions="auto",
    )  # fmt: skip

    battle.script_dice([1, 2, 3, 4, 5, 6, 6, 1, 2, 19], strict=True)
    battle.do("Fireball", square=(7, 1))

    assert hurt(battle, "T", "U") == [28, 14]
    assert battle.scripted_dice_left == 0


@BOTH
@pytest.mark.rule("DMG-03")
def test_one_roll_serves_all_chosen_targets_that_save(rules):
    """*Chain lightning* rolls its 10d8 once for all its targets (SRD 5.1, "Damage Rolls")."""
    battle = fight(
        "W . . . . . . T / . . . . . . . U", first="W", rules=rules, W="wizard:5", T=TARGETS,
        U=TARGETS, minor_decisions="auto", changes={"W": {"more_spells": ["chain_lightning"]}},
    )  # fmt: skip
    give_slot(battle, 6)

    battle.script_dice([4] * 10 + [2, 19], strict=True)
    battle.do("Chain Lightning", target=["T", "U"])

    assert hurt(battle, "T", "U") == [40, 20]
    assert battle.scripted_dice_left == 0


@pytest.mark.parametrize(
    ("rules", "dice", "lost"), [("2014", [7], [7, 7]), ("2024", [7, 3], [7, 3])]
)
@pytest.mark.rule("DMG-03")
def test_without_a_save_one_roll_serves_all_in_2014_and_one_each_in_2024(rules, dice, lost):
    """
    2014: damage dealt to several at once is rolled once. 2024: it is if they save, and else is
    rolled for each (SRD 5.1, "Damage Rolls"; SRD 5.2, "Damage against Multiple Targets").
    """
    battle = fight(
        "Q T / . U", first="Q", rules=rules, Q="quaker side=0", T="commoner hp=90/90 side=1",
        U="commoner hp=90/90 side=1",
    )  # fmt: skip

    battle.script_dice(dice, strict=True)
    battle.do("Quake")

    assert hurt(battle, "T", "U") == lost


@BOTH
@pytest.mark.rule("DMG-03")
def test_attacks_of_one_spell_roll_damage_each(rules):
    """Each ray of *scorching ray* hits and is rolled for by itself (SRD 5.1, "Damage Rolls")."""
    battle = fight(
        "W . . T U", first="W", rules=rules, W="wizard:3", T=TARGETS, U=TARGETS
    )  # fmt: skip

    battle.script_dice([15, 1, 1, 15, 6, 6, 15, 3, 3], strict=True)
    battle.do("Scorching Ray", target=["T", "U", "T"])

    assert hurt(battle, "T", "U") == [2 + 6, 12]


@pytest.mark.parametrize(
    ("rules", "options", "dice", "lost"),
    [
        ("2014", {}, [4], [10, 5]),
        ("2014", {"magic_missile_dice": "each"}, [1, 2, 4], [5, 5]),
        ("2024", {}, [1, 2, 4], [5, 5]),
        ("2024", {"magic_missile_dice": "one"}, [4], [10, 5]),
    ],
)
@pytest.mark.rule("DMG-03")
def test_the_missiles_share_a_die_or_roll_one_each(rules, options, dice, lost):
    """
    Whether the darts of *magic missile* share one die is a setting: by default they do in 2014,
    when all strike at once, and do not in 2024, for nobody saves.
    """
    battle = fight(
        "W . . T U", first="W", rules=rules, W="wizard:1", T=TARGETS, U=TARGETS, **options
    )  # fmt: skip

    battle.script_dice(dice, strict=True)
    battle.do("Magic Missile", target=["T", "T", "U"])

    assert hurt(battle, "T", "U") == lost


@BOTH
@pytest.mark.parametrize("level", range(1, 10))
@pytest.mark.case("B019")
def test_a_higher_slot_adds_a_missile(rules, level):
    """
    Three darts with a slot of level 1, and one more a level: eleven with one of level 9
    (SRD 5.1, "Magic Missile").
    """
    battle = fight(
        "W . . T", first="W", rules=rules, W="wizard:1", T=TARGETS, magic_missile_dice="each"
    )  # fmt: skip
    give_slot(battle, level)

    battle.script_dice([1] * (level + 2), strict=True)
    battle.do("Magic Missile", target=["T"] * (level + 2), level=level)

    assert hurt(battle, "T") == [2 * (level + 2)]
    assert battle.scripted_dice_left == 0
    assert battle.decision == "turn"


@BOTH
@pytest.mark.parametrize(("die", "lost"), [(1, 6), (4, 15)])
@pytest.mark.case("B019")
def test_three_missiles_deal_6_to_15(rules, die, lost):
    """Three darts of 1d4 + 1 (SRD 5.1, "Magic Missile")."""
    battle = fight("W . . T", first="W", rules=rules, W="wizard:1", T=TARGETS)

    battle.script_dice([die] * 3)
    battle.do("Magic Missile", target=["T", "T", "T"])

    assert hurt(battle, "T") == [lost]
