"""Effects that last: what is laid twice, how long it holds. ORD-01, CST-01."""

import pytest

from .conftest import fight, lines, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def rows(battle):
    """Return the rounds left of each effect that lies upon somebody."""
    state = battle.state
    lasting = [state.ongoing[index] for index in range(state.ongoing_count)]
    return [row.rounds for row in lasting if row.effect]


@BOTH
@pytest.mark.rule("CST-01")
def test_the_same_spell_twice_counts_once(rules):
    """
    Cast again on the same creature a spell does not add up: it holds for the longer of both times
    (SRD 5.1, "Combining Magical Effects").
    """
    battle = fight(
        "A . T", first="A", rules=rules, A="wizard:3", T="commoner",
        changes={"A": {"spells": ["see_invisibility"]}},
    )  # fmt: skip
    battle.do("See Invisibility")
    (once,) = rows(battle)
    wait_for(battle, "T")
    wait_for(battle, "A")
    assert rows(battle) == [once - 1]

    battle.do("See Invisibility")

    assert rows(battle) == [once]


@pytest.mark.rule("CST-01")
def test_the_same_condition_from_the_same_creature_counts_once():
    """Who is frightened twice by one dragon is so for one minute."""
    battle = fight(
        "D . . A / . . . . / . . . .", first="D", D="adult_red_dragon", A="commoner side=0",
        minor_decisions="auto",
    )  # fmt: skip
    battle["D"].record.actions = 2
    battle.refresh()
    for _ in range(2):
        battle.script_dice([1])
        battle.do("Frightful Presence")

    assert battle["A"].conditions == ["frightened"]
    assert rows(battle) == [10]


@pytest.mark.rule("CON-01")
def test_who_holds_nothing_does_not_concentrate():
    """
    When what was held by concentration has ended by itself, there is nothing left to concentrate on
    (SRD 5.1, "Concentration").
    """
    battle = fight("A . T", first="A", A="cleric:3", T="bandit", minor_decisions="auto")
    battle.script_dice([1])
    battle.do("Hold Person", target="T")
    assert battle["A"].is_concentrating and "paralyzed" in battle["T"].conditions
    battle.do("pass")
    battle.script_dice([20])

    wait_for(battle, "A")

    assert battle["T"].conditions == []
    assert not battle["A"].is_concentrating
    assert len(lines(battle, "concentration_ends")) == 1
