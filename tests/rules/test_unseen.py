"""Attacking whom one cannot see, and attacking unseen. ATK-05, ATK-06."""

import pytest

from .conftest import fight, how, lines, say, squares, targets

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def facing(rules, **options):
    """A striker and a target three squares apart, on open ground."""
    return fight(
        "S . . T . . . A", first="S", rules=rules, S="striker side=0", T="commoner hp=90/90",
        A="striker side=0", skip_single=False, minor_decisions="auto", **options,
    )  # fmt: skip


def hide(battle, hider, *observers):
    """Have a creature that nobody sees be hidden from some."""
    battle[hider].give("invisible")
    for observer in observers:
        battle[hider].record.hidden_from |= 1 << battle[observer].index
    battle.refresh()


def shoot(battle, *dice, **where):
    battle.script_dice(dice)
    battle.do("Shot", **where)
    return lines(battle, "attack")[-1]


@BOTH
@pytest.mark.rule("ATK-05")
def test_an_attack_on_whom_one_cannot_see_has_disadvantage(rules):
    """An invisible target whose place is known: disadvantage (SRD 5.1, "Unseen Attackers")."""
    battle = facing(rules)
    battle["T"].give("invisible")

    assert how(shoot(battle, 12, 15, 1, target="T")) == "disadvantage"


@BOTH
@pytest.mark.rule("ATK-05")
def test_a_blinded_attacker_has_disadvantage_and_its_victim_is_no_worse_off(rules):
    """Blinded one sees nobody: disadvantage, of both causes but once."""
    battle = facing(rules)
    battle["S"].give("blinded")

    assert how(shoot(battle, 12, 15, 1, target="T")) == "disadvantage"


@BOTH
@pytest.mark.rule("ATK-05")
def test_a_hidden_target_can_only_be_guessed_at(rules):
    """Whose place is not known is no target; a square is (SRD 5.1, "Unseen Attackers")."""
    battle = facing(rules)
    hide(battle, "T", "S", "A")

    assert targets(battle, "Shot") == set()
    say(battle, "Shot")
    assert {(3, 0), (5, 0)} <= squares(battle)


@BOTH
@pytest.mark.rule("ATK-05")
def test_a_wrong_guess_misses_and_costs_the_attack(rules):
    """An attack on an empty square misses, whatever the roll (SRD 5.1, "Unseen Attackers")."""
    battle = facing(rules)
    hide(battle, "T", "S", "A")

    event = shoot(battle, 20, 20, square=(5, 0))

    assert event.target is None
    assert battle["T"].hit_points == 90
    assert battle["S"].record.actions == 0


@BOTH
@pytest.mark.parametrize(("dice", "lost"), [((12, 15, 9), 9), ((1, 15), 0)])
@pytest.mark.rule("ATK-05")
def test_a_right_guess_is_an_attack_with_disadvantage(rules, dice, lost):
    """In the right square it is an attack like any on an unseen target."""
    battle = facing(rules)
    hide(battle, "T", "S", "A")

    event = shoot(battle, *dice, square=(3, 0))

    assert how(event) == "disadvantage"
    assert battle["T"].hit_points == 90 - lost


@BOTH
@pytest.mark.rule("ATK-05")
def test_a_miss_tells_nothing_of_the_place(rules):
    """After a miss the attacker's side does not know whether its guess was right."""
    for square in ((3, 0), (5, 0)):
        battle = facing(rules)
        hide(battle, "T", "S", "A")

        shoot(battle, 1, 1, square=square)

        side = battle["S"].record.side
        assert not battle.state.located[side] >> battle["T"].index & 1


@BOTH
@pytest.mark.rule("ATK-06")
def test_an_unseen_attacker_has_advantage(rules):
    """Who cannot see the attacker is hit more easily (SRD 5.1, "Unseen Attackers")."""
    battle = facing(rules)
    battle["T"].give("blinded")

    event = shoot(battle, 3, 15, 1, target="T")

    assert how(event) == "advantage"


@BOTH
@pytest.mark.parametrize("natural", [15, 1])
@pytest.mark.rule("ATK-06")
def test_an_attack_gives_away_the_hidden_attacker(rules, natural):
    """
    A hidden attacker has advantage, and hit or miss its place is known then
    (SRD 5.1, "Unseen Attackers").
    """
    battle = facing(rules)
    hide(battle, "S", "T")
    side = battle["T"].record.side
    assert not battle.state.located[side] >> battle["S"].index & 1

    event = shoot(battle, natural, natural, 1, target="T")

    assert how(event) == "advantage"
    assert battle["S"].record.hidden_from == 0
    assert battle.state.located[side] >> battle["S"].index & 1


@BOTH
@pytest.mark.rule("ATK-06")
def test_neither_sees_the_other(rules):
    """Two blinded foes: advantage and disadvantage cancel."""
    battle = facing(rules)
    battle["S"].give("blinded")
    battle["T"].give("blinded")

    assert how(shoot(battle, 12, 1, target="T")) == "plain"
