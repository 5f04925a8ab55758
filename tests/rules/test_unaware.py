"""Traits against those who are surprised, and what a charge costs."""

import pytest

from .conftest import can, fight, lines
from .test_attack_rolls import is_critical


@pytest.mark.rule("SUR-02")
@pytest.mark.parametrize("surprised", [1, 0])
def test_whom_an_assassin_hits_unawares_is_hit_critically(surprised):
    """SRD 5.1, "Assassinate"."""
    battle = fight("A T", first="A", rules="2014", A="assassin side=0", T="commoner hp=90/90")
    battle["T"].record.is_surprised = surprised
    battle.refresh()

    battle.script_dice([15, 15])
    battle.do("Shortsword", target="T")

    assert is_critical(lines(battle, "attack")[0]) == bool(surprised)


@pytest.mark.rule("SUR-02")
@pytest.mark.parametrize(("surprised", "damage"), [(1, 15), (0, 9)])
def test_a_bugbear_deals_more_to_the_surprised(surprised, damage):
    """Two dice of 6 more, once (SRD 5.1, "Surprise Attack"): 2d8 + 2, then 2d6."""
    battle = fight("A T", first="A", rules="2014", A="bugbear side=0", T="commoner hp=90/90")
    battle["T"].record.is_surprised = surprised
    battle.refresh()

    battle.script_dice([15, 3, 4, 2, 4])
    battle.do("Morningstar", target="T")

    assert battle["T"].hit_points == 90 - damage


@pytest.mark.rule("TRN-02")
def test_the_bonus_attack_of_a_charge_takes_the_bonus_action():
    """SRD 5.1, "Trampling Charge"."""
    battle = fight(
        "A . . . . . . . T / . . . . . . . . . / . . . . . . . . .",
        first="A",
        rules="2014",
        A="elephant side=0",
        T="commoner hp=90/90",
    )

    battle.do("move", square=(5, 0))
    battle.script_dice([15, 1, 1, 1, 1, 15, 1, 1, 1])
    battle.do("Gore", target="T")

    assert battle["A"].record.bonus_actions == 0
    assert not can(battle, "Stomp")
