"""The log in words, and what one side is told of it."""

import pytest

from dnd_env import Battle
from dnd_env.envs.told import Told

from .playing import small


def texts(battle: Battle) -> list[str]:
    return [str(event) for event in battle.log]


@pytest.mark.parametrize("rules", ["2014", "2024"])
def test_lurkers_nobody_has_noticed_are_neither_told_nor_drawn(rules: str):
    """
    They hide before anybody could see where: no roll, no initiative, and no "last seen here".
    """
    fight = small("A . % . G ; A=fighter:1 hp=12/12 ; G=goblin waits name=Lurker", rules)
    battle = Battle(fight, rules, dice=[20], visibility="fog", initiative="fixed")

    told = Told(battle, 0)

    assert battle.state.creatures[1].hidden_from == 1
    assert battle.state.remembered[0, 1] == 0
    assert any("Lurker" in line for line in texts(battle))
    assert told.lines and not any("Lurker" in line for line in told.lines)


def test_a_side_is_not_told_the_numbers_of_a_foe_it_only_partly_knows():
    """
    Its own rolls it knows; not what the foe rolls, nor how many hit points that has left.
    """
    fight = small("A T ; A=fighter:1 hp=12/12 ; T=berserker hp=59/67")
    battle = Battle(fight, knowledge="partial", initiative="fixed")
    battle.step(0) if battle.decider != "A" else None
    told = Told(battle, 0)
    battle.script_dice([15, 8])

    battle.do("Longsword", target="T")
    told.catch_up()

    assert "A hits T with" in told.lines[-2] and "d20: 15" in told.lines[-2]
    assert told.lines[-1] == "T takes damage"
    battle.undo()
    told.catch_up()
    assert not any("takes damage" in line for line in told.lines)


def test_with_advantage_both_dice_are_told():
    """
    The one that counts, and the one that does not.
    """
    battle = Battle(small("A T ; A=fighter:1 hp=12/12 ; T=berserker hp=59/67"), initiative="fixed")
    battle.step(0) if battle.decider != "A" else None
    battle["T"].give("prone")
    battle.script_dice([4, 17, 8])

    battle.do("Longsword", target="T")

    assert "(d20: 17, not 4)" in str(battle.log[-2])


def test_parry_is_told_as_armor_class():
    """
    The total stays what was rolled; that it misses is told by the bonus to armor class.
    """
    fight = small("A T ; A=fighter:1 hp=12/12 ; T=knight hp=52/52")
    battle = Battle(fight, initiative="fixed")
    while battle.decider != "A":
        battle.step(0)
    rolled = 14  # 19 in all, against armor class 18
    battle.script_dice([rolled, 8])

    battle.do("Longsword", target="T")
    while battle.decision == "response":
        battle.do("Parry")

    attack = next(event for event in reversed(battle.log) if event.kind.name == "ATTACK")
    assert "A misses T with" in str(attack) and "Parry: +2 to armor class" in str(attack)
    assert attack.amount >= battle["T"].armor_class
