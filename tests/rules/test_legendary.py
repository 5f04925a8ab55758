"""Legendary actions and resistance; what recharges, what regenerates."""

import pytest

from .conftest import can, fight, lines, say, squares, strike, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
LAIR = "D . . A . / . . . . . / . . . B ."


def lair(rules, dice=(1, 20, 19)):
    """Begin a fight of A and B, in this order, against a dragon that goes last."""
    return fight(
        LAIR, dice=list(dice), rules=rules, A="commoner side=0 hp=500/500",
        B="commoner side=0 hp=500/500", D="adult_red_dragon",
    )  # fmt: skip


# --- legendary actions ---------------------------------------------------------------------------


@BOTH
def test_offered_at_the_end_of_anothers_turn(rules):
    """
    A legendary action is taken at the end of another creature's turn, one at a time (SRD 5.1,
    "Legendary Actions").
    """
    battle = lair(rules)

    assert battle.decider == "A"
    battle.do("pass")
    assert (battle.decider, battle.decision) == ("D", "legendary")
    battle.do("pass")
    assert (battle.decider, battle.decision) == ("B", "turn")
    battle.do("pass")
    assert (battle.decider, battle.decision) == ("D", "legendary")
    battle.do("pass")
    assert (battle.decider, battle.decision) == ("D", "turn")
    battle.do("pass")
    assert (battle.decider, battle.decision) == ("A", "turn")  # none after its own turn


@pytest.mark.parametrize(("name", "left"), [("Tail Attack", 2), ("Wing Attack", 1)])
def test_a_legendary_action_costs_what_it_says(name, left):
    """
    An adult red dragon has three: a Tail Attack takes one of them, a Wing Attack two (SRD 5.1,
    "Adult Red Dragon").
    """
    battle = lair("2014", dice=[20, 19, 18])
    battle.do("pass")
    battle.do("pass")
    battle.script_dice([2, 20, 20, 1, 1])

    battle.do(name, target="A" if name == "Tail Attack" else None)
    wait_for(battle, "B")  # one at the end of a turn

    assert battle["D"].record.legendary_actions == left


def test_no_more_than_are_left():
    """What costs two is not there when one is left, and nothing is offered when none is."""
    battle = lair("2014")
    battle["D"].record.legendary_actions = 1
    battle.refresh()

    battle.do("pass")
    assert can(battle, "Tail Attack") and not can(battle, "Wing Attack")
    battle.script_dice([2])
    battle.do("Tail Attack", target="A")
    battle.do("pass")

    assert (battle.decider, battle.decision) == ("D", "turn")


@BOTH
def test_regained_at_the_start_of_the_own_turn(rules):
    """Those spent come back as its turn begins (SRD 5.1, "Legendary Actions")."""
    battle = lair(rules)
    battle["D"].record.legendary_actions = 0
    battle.refresh()

    wait_for(battle, "D")

    assert battle["D"].record.legendary_actions == 3


@BOTH
def test_none_for_who_cannot_act(rules):
    """An incapacitated creature takes no legendary actions (SRD 5.1, "Legendary Actions")."""
    battle = lair(rules)
    battle["D"].give("incapacitated")

    battle.do("pass")

    assert (battle.decider, battle.decision) == ("B", "turn")


@BOTH
def test_what_lasts_to_the_end_of_the_next_turn(rules):
    """
    A legendary action comes after the end of a turn, so "the end of its next turn" is that of the
    turn after it (SRD 5.1, "Legendary Actions").
    """
    battle = fight("A . T", first="A", rules=rules, A="commoner side=0", T="tyrant")

    battle.do("pass")
    battle.do("Hobble", target="A")
    assert battle["A"].speed_ft["walk"] == 15
    wait_for(battle, "A")
    assert battle["A"].speed_ft["walk"] == 15
    battle.do("pass")

    assert battle["A"].speed_ft["walk"] == 30


def test_2024_pounce_moves_and_strikes():
    """
    The dragon of 2024 moves up to half its speed and makes one Rend attack (SRD 5.2, "Adult Red
    Dragon").
    """
    row = ". . . . . . . . ."
    battle = fight(
        f"D . . . . . . . A / {row} / {row}", dice=[1, 20], rules="2024",
        A="commoner side=0 hp=500/500", D="adult_red_dragon",
    )  # fmt: skip
    battle.do("pass")

    battle.do("Pounce")
    assert battle["D"].record.legendary_actions == 2
    assert max(x for x, _ in squares(battle)) == 4  # 20 ft
    say(battle, "Square (4, 0)")
    battle.script_dice([15, 3, 1, 1])
    say(battle, "A")

    assert battle["A"].hit_points == 500 - 3 - 8 - 2


# --- legendary resistance ------------------------------------------------------------------------


@BOTH
def test_legendary_resistance_turns_a_failure_into_success(rules):
    """
    Three times a day the dragon may succeed on a save that it has failed (SRD 5.1, "Legendary
    Resistance").
    """
    battle = fight(
        "D . . A / . . . . / . . . .", dice=[1, 20], rules=rules, A="proctor side=0",
        D="adult_red_dragon", minor_decisions="auto",
    )  # fmt: skip
    before = battle["D"].hit_points

    battle.script_dice([2])
    battle.do("Strength 15", target="D")
    if battle.decision != "response":  # Strength +8: 10 fails
        raise AssertionError(battle.describe())
    battle.do("Legendary Resistance")

    assert battle["D"].hit_points == before  # immune to fire, whatever the save
    assert lines(battle, "save")[-1].amount == 10


@BOTH
def test_legendary_resistance_is_the_dragons_choice(rules):
    """It may keep its uses; after three there is no more (SRD 5.1, "Legendary Resistance")."""
    battle = fight(
        "D . . A / . . . . / . . . .", dice=[1, 20], rules=rules, A="proctor side=0",
        D="adult_red_dragon", minor_decisions="auto",
    )  # fmt: skip

    for use in range(4):
        battle.script_dice([2])
        battle["A"].record.actions = 1
        battle.refresh()
        battle.do("Strength 15", target="D")
        assert (battle.decision == "response") == (use < 3)
        if use < 3:
            battle.do("Legendary Resistance")


# --- recharge ------------------------------------------------------------------------------------


@BOTH
@pytest.mark.case("B098")
@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True), (6, True)])
def test_recharge_is_rolled_at_the_start_of_the_own_turn(rules, die, back):
    """
    A spent ability that recharges on 5 or 6 rolls a d6 as each own turn begins (SRD 5.1,
    "Limited Usage").
    """
    battle = fight(
        "H . A .", first="H", rules=rules, H="hell_hound", A="commoner side=0 hp=500/500",
        minor_decisions="auto",
    )  # fmt: skip
    assert lines(battle, "recharges") == []
    battle.do("Fire Breath", square=(2, 0))
    assert not can(battle, "Fire Breath")
    battle.do("pass")
    battle.script_dice([die], strict=True)

    battle.do("pass")

    assert [event.amount for event in lines(battle, "recharges")] == [die]
    assert can(battle, "Fire Breath") == back


@BOTH
@pytest.mark.case("B098")
def test_what_is_ready_is_not_rolled_for(rules):
    """No die is rolled while the ability has not been used."""
    battle = fight("H . A .", first="H", rules=rules, H="hell_hound", A="commoner side=0")
    battle.script_dice([], strict=True)

    while battle.round_number < 4:
        battle.do("pass")

    assert lines(battle, "recharges") == []


@BOTH
@pytest.mark.case("B098")
@pytest.mark.parametrize(("flag", "life"), [("", "dead"), ("saves", "dying")])
def test_the_fallen_do_not_recharge(rules, flag, life):
    """Nor does a creature roll that is dead, or dying."""
    battle = fight(
        "H A . / . . U", first="H", rules=rules, H=f"hell_hound {flag}", U="commoner side=1",
        A="striker side=0 hp=200/200", minor_decisions="auto",
    )  # fmt: skip
    battle.do("Fire Breath", square=(1, 0))
    wait_for(battle, "A")
    strike(battle, "H", battle["H"].hit_points)
    assert battle["H"].life == life

    while battle.round_number < 3:
        battle.do("pass")

    assert lines(battle, "recharges") == []


# --- regeneration --------------------------------------------------------------------------------


def troll(rules, hit_points=50):
    """Begin a fight of a striker against a troll."""
    return fight(
        "A T . / . . .", first="A", rules=rules, A="striker side=0", T=f"troll hp={hit_points}",
        minor_decisions="auto",
    )  # fmt: skip


REGAINS = pytest.mark.parametrize(("rules", "regained"), [("2014", 10), ("2024", 15)])


@REGAINS
def test_regeneration_at_the_start_of_the_turn(rules, regained):
    """A troll regains hit points as each of its turns begins (SRD 5.1, "Troll")."""
    battle = troll(rules)
    strike(battle, "T", 5)
    assert battle["T"].hit_points == 45

    battle.do("pass")

    assert battle.decider == "T" and battle["T"].hit_points == 45 + regained


@REGAINS
@pytest.mark.parametrize("kind", ["Acid", "Fire"])
def test_acid_and_fire_stop_it_for_a_turn(rules, regained, kind):
    """After acid or fire damage it does not work on the next turn, and does on the one after it."""
    battle = troll(rules)
    strike(battle, "T", 5, kind)

    battle.do("pass")
    assert battle["T"].hit_points == 45
    wait_for(battle, "A")
    battle.do("pass")

    assert battle["T"].hit_points == 45 + regained


@REGAINS
@pytest.mark.parametrize(("kind", "rises"), [("Slashing", True), ("Acid", False)])
def test_it_dies_only_if_it_does_not_regenerate(rules, regained, kind, rises):
    """
    At 0 hit points a troll dies only if its turn begins without regeneration; else it gets up again
    (SRD 5.1, "Troll").
    """
    battle = fight(
        "A T . / . . . / U . .", dice=[20, 1, 15], rules=rules, A="striker side=0", T="troll hp=20",
        U="commoner", minor_decisions="auto",
    )  # fmt: skip
    strike(battle, "T", 20, kind)
    assert battle["T"].life not in ("up", "dead")

    battle.do("pass")
    battle.do("pass")

    if rises:
        assert battle.decider == "T" and battle["T"].hit_points == regained
    else:
        assert battle["T"].life == "dead"
