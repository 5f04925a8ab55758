"""The greedy agent in small positions with one good move."""

from typing import Any

import numpy as np
import pytest

from dnd_env import Battle

from .positions import GREEDY, choice, moves, position, turn

both_sets = pytest.mark.parametrize("actions", ["full", "compact"])
both_editions = pytest.mark.parametrize("rules", ["2014", "2024"])
THREE_GOBLINS = (
    "A . . . . . . . G . / . . . . . . . . {} G / . . . . . . . . G . / . . . . . . . . . . ;"
    "A={} side=0 ; {}G=goblin"
)


@both_sets
@both_editions
def test_it_finishes_the_weaker_foe(actions: Any, rules: str):
    """
    Of two wolves alike but for their hit points it strikes the one that a hit fells.
    """
    for text in ("W A V", "V A W"):
        battle = position(f"{text} ; A=fighter:1 ; W=wolf hp=11 ; V=wolf hp=2", rules=rules)
        assert turn(battle)[0] == "Longsword: V"


@pytest.mark.case("B107")
@both_sets
def test_two_shots_at_two_weak_foes_do_not_fell_none(actions: Any):
    """
    Two foes of six hit points, two arrows of six: both go where the first has hit, so at least one
    falls.
    """
    battle = position(
        "A . . . G H ; A=scout side=0 ; G=commoner hp=6/6 ; H=commoner hp=6/6", actions=actions
    )
    battle.script_dice([15, 1, 15, 4])  # hits for 3, then for 6

    said = turn(battle)

    assert said[0].split(": ")[1] == said[1].split(": ")[1]
    assert [battle[name].life for name in "GH"].count("dead") == 1


@both_sets
@both_editions
def test_it_stands_up_first(actions: Any, rules: str):
    """
    Prone beside a foe it gets up before it strikes: else it strikes with disadvantage.
    """
    battle = position("A T . ; A=fighter:1 prone ; T=goblin hp=20/20", rules=rules, actions=actions)
    said = turn(battle)
    assert said[0] == "Stand up"
    assert said[1].startswith("Longsword")


@both_sets
def test_it_shoots_over_a_guard_rather_than_walk_past_it(actions: Any):
    """
    A goblin with bow and blade, a wizard of one hit point behind a fighter: it shoots, and does not
    walk through the fighter's reach.
    """
    battle = position(
        "G . A . . W . / . . . . . . . ; A=fighter:3 ; G=goblin ; W=wizard:1 hp=1 ac=12",
        first="G", actions=actions,
    )  # fmt: skip
    said = turn(battle)
    assert said[0] == "Shortbow: W"
    assert not moves(said)


@both_sets
def test_an_archer_stays_away_from_those_who_cannot_shoot(actions: Any):
    """
    A zombie far off: both arrows, and no step nearer.
    """
    said = turn(position("A . . . . T . ; A=scout side=0 ; T=zombie", actions=actions))
    assert said[:2] == ["Longbow", "Longbow"]
    assert not moves(said)


@pytest.mark.case("B104")
@both_sets
@pytest.mark.parametrize(("entry", "blade"), [("bandit", "Scimitar"), ("scout", "Shortsword")])
def test_a_shooter_with_a_foe_beside_it_draws_no_bow(actions: Any, entry: str, blade: str):
    """
    Shooting beside a foe has disadvantage: it strikes with its blade instead.
    """
    said = turn(position(f"T A . . . ; A=fighter:5 ; T={entry}", first="T", actions=actions))
    assert said[0].split(":")[0] == blade


@pytest.mark.case("B103")
@both_sets
@pytest.mark.parametrize(("rules", "attacks"), [("2014", 3), ("2024", 2)])
def test_it_makes_all_attacks_of_a_multiattack(actions: Any, rules: str, attacks: int):
    """
    A bandit captain beside a foe makes three melee attacks (2014), two (2024).
    """
    battle = position("A T ; A=fighter:5 ; T=bandit_captain", "T", rules, actions=actions)
    said = turn(battle)
    blows = [words for words in said if words.split(":")[0] in ("Scimitar", "Dagger")]
    assert len(blows) == attacks


@both_sets
@both_editions
@pytest.mark.parametrize("level", [1, 3])
def test_a_healer_brings_the_fallen_back(actions: Any, rules: str, level: int):
    """
    An ally is dying: the cleric heals it, foe or no foe beside them.
    """
    battle = position(
        f"A B T ; A=cleric:{level} ; B=fighter:{level} hp=0 ; T=wolf", rules=rules, actions=actions
    )
    turn(battle)
    assert battle["B"].hit_points > 0 and battle["B"].life == "up"


@both_sets
@both_editions
def test_a_fireball_falls_where_three_stand(actions: Any, rules: str):
    """
    Three goblins within one sphere and no friend near: all three are caught.
    """
    battle = position(THREE_GOBLINS.format(".", "wizard:5", ""), rules=rules, actions=actions)
    said = turn(battle)
    assert said[0].startswith("Fireball")
    assert all(battle[f"G {k}"].hit_points < 7 for k in (1, 2, 3))


@both_sets
def test_a_fireball_does_not_fall_on_a_friend(actions: Any):
    """
    With a wounded friend among them the mage, who cannot shape its spells, keeps it back or
    places it so that the friend is outside.
    """
    text = THREE_GOBLINS.format("B", "mage", "B=fighter:5 hp=20 ; ")
    battle = position(text, actions=actions)
    turn(battle)
    assert battle["B"].hit_points == 20


@both_sets
@both_editions
def test_a_dragon_breathes_on_three(actions: Any, rules: str):
    """
    Three fighters within one cone: the breath, not a bite.
    """
    battle = position(
        "D . . . . . . / . . . . A . . / . . . . B . . / . . . . C . . / . . . . . . . ;"
        "D=young_white_dragon ; A=fighter:3 ; B=fighter:3 ; C=fighter:3",
        "D", rules, actions=actions,
    )  # fmt: skip
    assert turn(battle)[0].startswith("Cold Breath")
    assert all(battle[name].hit_points < 28 for name in "ABC")


@both_sets
@both_editions
def test_magic_missile_finishes_what_is_hard_to_hit(actions: Any, rules: str):
    """
    Two hit points behind an armor class of 25: the spell that never misses.
    """
    battle = position("A . . . T ; A=wizard:1 ; T=goblin hp=2 ac=25", rules=rules, actions=actions)
    assert turn(battle)[0].startswith("Magic Missile")
    assert battle["T"].life == "dead"


@both_editions
@pytest.mark.parametrize(
    ("natural", "answer"), [(6, "Shield"), (12, "Let it pass"), (20, "Let it pass")]
)
def test_shield_is_for_hits_that_it_turns(rules: str, natural: int, answer: str):
    """
    A total of 12 against an armor class of 12 is turned by 5 more; one of 18 is not, nor is a 20.
    """
    battle = position("A T . / . . . ; A=wizard:5 ac=12 ; T=ogre", "T", rules)
    battle.script_dice([natural])
    battle.do("Greatclub", target="A")
    assert battle.decider == "A" and battle.decision == "response"
    assert choice(battle) == answer


@pytest.mark.case("B110")
@pytest.mark.parametrize(
    ("spell", "answer"), [("Fear", "Let it pass"), ("Hold Monster", "Legendary Resistance")]
)
@both_editions
def test_a_legendary_resistance_is_for_what_is_grave(spell: str, answer: str, rules: str):
    """
    Frightened it may be; paralyzed it must not.
    """
    battle = position(
        "A . . . . / . . D . . / . . . . . / . . . . . / . . . . . ;"
        "A=wizard:9 ; D=adult_white_dragon",
        rules=rules,
        changes={"A": {"more_spells": ["fear", "hold_monster"]}},
    )
    battle.script_dice([1])
    battle.do(spell, target="D", square=(2, 1))
    pass_until(battle, "D", "response")
    assert choice(battle) == answer


@pytest.mark.parametrize(
    ("spell", "answer"),
    [("Fireball", "Counterspell"), ("Scorching Ray", "Counterspell"), ("Fire Bolt", "Let it pass")],
)
def test_counterspell_is_for_spells_that_cost_a_slot(spell: str, answer: str):
    """
    A cantrip is let pass, a spell of the second level or higher is not.
    """
    battle = position("A . . . B . ; A=wizard:7 ; B=wizard:7 side=1")
    battle.do(spell, target="B" if spell == "Fire Bolt" else None, square=(5, 0), level=None)
    pass_until(battle, "B", "response")
    assert choice(battle) == answer


def pass_until(battle: Battle, name: str, decision: str) -> None:
    """Give the first legal answer until a creature has a decision of a kind to make."""
    for _ in range(20):
        if battle.decider == name and battle.decision == decision:
            return
        battle.step(battle.legal_actions()[0])
    raise AssertionError(f"{name} was never asked for a {decision}")


@both_sets
def test_it_takes_an_opportunity_attack(actions: Any):
    battle = position("A T . . . . ; A=fighter:1 ; T=orc", "T", actions=actions)
    while battle.decider == "T":
        battle.do("Step east") if actions == "compact" else battle.do("move", square=(4, 0))
    assert (battle.decider, battle.decision) == ("A", "response")
    assert choice(battle) == "Longsword"


@pytest.mark.case("B109")
@both_sets
@both_editions
def test_it_leaves_the_fallen_alone(actions: Any, rules: str):
    """
    Mercy: a character at 0 hit points beside it is not struck while another stands, near or far;
    and its turn is ended by a choice of its own.
    """
    for text in (
        "A T B ; A=fighter:3 hp=0 ; B=fighter:3 ; T=goblin",
        "A T . . . B ; A=fighter:3 hp=0 ; B=fighter:3 ; T=goblin",
    ):
        battle = position(text, "T", rules, actions=actions)
        said = turn(battle)
        attacks = [event for event in battle.log if event.kind.name == "ATTACK"]
        assert not [event for event in attacks if event.target == battle["A"].index]
        assert "End the turn" in said


@both_sets
def test_it_dashes_to_a_foe_that_is_far(actions: Any):
    """
    Nothing to strike within reach or range: it goes as far as it can.
    """
    text = "A . . . . . . . . . . . . . . . . T ; A=commoner side=0 ; T=zombie"
    battle = position(text, actions=actions)
    said = turn(battle)
    assert "Dash" in said
    assert battle["A"].square == (12, 0)


@both_editions
def test_the_wounded_fighter_catches_its_breath(rules: str):
    """
    At 3 of 28 hit points the bonus action goes to Second Wind.
    """
    battle = position("A T ; A=fighter:3 hp=3 ; T=goblin hp=30/30", rules=rules)
    assert "Second Wind" in turn(battle)


def test_it_does_not_strike_to_spare():
    """
    Whoever it fells it fells for good: it does not knock out.
    """
    battle = position("A T ; A=fighter:3 ; T=goblin hp=1", minor_decisions="ask")
    battle.script_dice([19])
    turn(battle)
    assert battle["T"].life == "dead"


@both_sets
@both_editions
def test_darts_are_spread_when_one_fells(actions: Any, rules: str):
    """
    Three darts at three foes of one hit point, each fells one: none is wasted.
    """
    battle = position(
        "A . . . G . / . . . . H . / . . . . K . ;"
        "A=wizard:1 ; G=goblin hp=1 ac=25 ; H=goblin hp=1 ac=25 ; K=goblin hp=1 ac=25",
        rules=rules, actions=actions,
    )  # fmt: skip
    assert turn(battle)[0].startswith("Magic Missile")
    assert [battle[name].life for name in "GHK"] == ["dead"] * 3


@both_sets
@both_editions
def test_darts_are_joined_when_one_does_not_fell(actions: Any, rules: str):
    """
    One foe of nine hit points behind good armor takes all three darts, with one of thirty beside.
    """
    battle = position(
        "A . . . G . / . . . . H . ; A=wizard:1 ; G=goblin hp=9/9 ac=25 ; H=goblin hp=30/30 ac=25",
        rules=rules, actions=actions,
    )  # fmt: skip
    turn(battle)
    assert battle["G"].hit_points < 9 and battle["H"].hit_points == 30


@both_sets
@both_editions
def test_who_holds_only_a_bow_draws_a_blade_against_a_foe_beside(actions: Any, rules: str):
    """
    A rogue that shot when its foe was far strikes with a sword once it stands beside.
    """
    battle = position(
        "A . . . . . . . . . . . . . . . T ; A=rogue:1 ; T=zombie hp=90/90", rules=rules,
        actions=actions,
    )  # fmt: skip
    said = turn(battle)
    assert "Shortbow" in [words.split(":")[0] for words in said]
    while battle.decider != "A" or battle["T"].square != (1, 0):
        battle.step(int(GREEDY.choose(battle.arena, np.array([0]))[0]))
    said = turn(battle)
    assert said[-2].startswith("Shortsword")


@both_sets
@both_editions
def test_who_holds_only_a_blade_throws_at_a_foe_it_cannot_reach(actions: Any, rules: str):
    """
    A fighter before a chasm, sword in hand: it lets go of the sword and throws javelins.
    """
    battle = position("A _ . . . T ; A=fighter:1 ; T=zombie", rules=rules, actions=actions)
    said = turn(battle)
    assert "Javelin (thrown)" in [words.split(":")[0] for words in said]


@both_sets
@both_editions
def test_a_healer_heals_the_dying_before_it_aids(actions: Any, rules: str):
    """
    Of Aid and the healing spells the dying ally gets one of the latter, as a bonus action, and the
    action is left.
    """
    battle = position(
        "A B C . . T ; A=cleric:3 ; B=fighter:3 hp=0 ; C=rogue:3 ; T=bandit",
        rules=rules, actions=actions,
    )  # fmt: skip
    said = turn(battle)
    assert said[0].startswith("Healing Word")
    assert battle["B"].life == "up"


@both_sets
@both_editions
def test_a_flyer_comes_down_to_bite(actions: Any, rules: str):
    """
    A gargoyle above its prey does not hover and dodge.
    """
    battle = position("G . . A ; G=gargoyle alt=30 ; A=fighter:1", "G", rules, actions=actions)
    said = turn(battle)
    assert "Dodge" not in said
    assert [words for words in said if words.split(":")[0] in ("Bite", "Claw", "Claws")]


@both_editions
def test_it_keeps_up_what_it_concentrates_on(rules: str):
    """
    A cleric that has blessed its friends does not drop the blessing for another spell like it.
    """
    battle = position(
        "A B C . . . . T ; A=cleric:5 ; B=fighter:5 ; C=rogue:5 ; T=bandit hp=400/400", rules=rules
    )
    battle.do("Bless", ["A", "B", "C"])
    began = battle["A"].index
    while battle.decider != "A" or battle.round_number == 1:
        battle.step(int(GREEDY.choose(battle.arena, np.array([0]))[0]))
    turn(battle)
    assert battle.state.creatures[began].concentrates
