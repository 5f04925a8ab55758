"""The order of combat: rounds, set-up, the end, what happens at the same time. ORD-01 to ORD-04."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import fight, lines, say, strike, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
GROUND = {
    "name": "drawn",
    "map": {"squares": ["......", "......"], "zones": {"west": [0, 0, 3, 2]}},
    "creatures": [
        {"entry": "commoner", "side": "party", "name": "A", "zone": "west", "count": 2},
        {"entry": "commoner", "side": "monsters", "name": "T", "at": [5, 0]},
    ],
}


def turns(battle):
    """Return whose turns there were, by name, in order."""
    return [battle.encounter.names[event.source] for event in lines(battle, "turn")]


@BOTH
@pytest.mark.rule("ORD-01")
def test_each_takes_one_turn_a_round_in_initiative_order(rules):
    """
    In a round each combatant takes one turn, in initiative order, and then the next round begins
    (SRD 5.1, "The Order of Combat").
    """
    battle = fight(
        "A . B . C", dice=[5, 15, 10], rules=rules, A="commoner side=0", B="commoner", C="commoner"
    )

    while battle.round_number < 3:
        battle.do("pass")

    assert turns(battle) == ["B", "C", "A"] * 2 + ["B"]
    assert [event.amount for event in lines(battle, "round")] == [2, 3]


@BOTH
@pytest.mark.rule("ORD-01")
def test_a_minute_is_ten_rounds(rules):
    """
    A round is six seconds: a spell of one minute that is cast in round 1 still holds when the tenth
    round ends, and is over with its caster's turn in the eleventh (SRD 5.1, "Duration").
    """
    battle = fight("A . T", first="A", rules=rules, A="cleric:1", T="commoner")
    battle.do("Bless", target="A")
    (laid,) = lines(battle, "ongoing")

    while battle.round_number < 10 or battle.decider != "T":
        battle.do("pass")
    assert laid.text.startswith("Bless") and not lines(battle, "ongoing_ends")
    battle.do("pass")

    assert battle.round_number == 11
    assert len(lines(battle, "ongoing_ends")) == 1


@pytest.mark.rule("ORD-02")
@pytest.mark.parametrize(
    ("rules", "initiative_dice"), [("2014", [10, 11]), ("2024", [10, 11, 12, 13])]
)
def test_hiders_roll_before_initiative(rules, initiative_dice):
    """
    Who is surprised is settled before initiative is rolled, in the 2014 rules as a step of its own
    (SRD 5.1, "Combat Step by Step"); in those of 2024 it then bears on the roll, as does being
    hidden (SRD 5.2, "Initiative").
    """
    battle = fight(
        "A . T", dice=[20, *initiative_dice], rules=rules, A="commoner side=0", T="goblin waits"
    )

    kinds = [event.kind.name for event in battle.log]
    assert battle.scripted_dice_left == 0
    assert kinds.index("HIDES") < kinds.index("INITIATIVE")
    assert battle["A"].record.is_surprised


@BOTH
@pytest.mark.rule("ORD-02")
def test_positions_are_drawn_in_a_zone_with_the_seed(rules):
    """Who has no square of its own begins on a free one of its zone, and the seed says on which."""

    def places(seed):
        battle = Battle(GROUND, rules, seed)
        return tuple(creature.square for creature in battle.creatures)

    drawn = {places(seed) for seed in range(12)}

    assert places(3) == places(3)
    assert len(drawn) > 3
    for first, second, other in drawn:
        assert other == (5, 0) and first != second
        assert {x for x, _ in (first, second)} <= {0, 1, 2}


@BOTH
@pytest.mark.rule("ORD-03")
@pytest.mark.parametrize(
    ("fallen", "life"), [("commoner hp=1", "dead"), ("rogue:1 side=1", "dying")]
)
def test_the_fight_ends_when_one_side_cannot_go_on(rules, fallen, life):
    """
    The fight is decided once a side has nobody left that can fight: the last of it is dead, or
    lies at 0 hit points (SRD 5.1, "The Order of Combat").
    """
    battle = fight(
        "A T", first="A", rules=rules, A="striker side=0", T=fallen, minor_decisions="auto"
    )
    assert not battle.over and battle.winner is None

    strike(battle, "T", battle["T"].hit_points)

    assert battle["T"].life == life
    assert battle.over and battle.winner == "side_0"
    assert battle.decider is None and battle.legal_actions() == [0]


@BOTH
@pytest.mark.rule("ORD-03")
def test_a_side_goes_on_while_one_of_it_stands(rules):
    """A side is not beaten before the last of it is (SRD 5.1, "The Order of Combat")."""
    battle = fight(
        "A T / . U", first="A", rules=rules, A="striker side=0", T="commoner", U="commoner",
        minor_decisions="auto",
    )  # fmt: skip

    strike(battle, "T", 4)

    assert battle["T"].life == "dead" and not battle.over
    wait_for(battle, "U")
    wait_for(battle, "A")
    assert turns(battle) == ["A", "U", "A"]


@BOTH
@pytest.mark.rule("ORD-03")
def test_a_knocked_out_side_has_lost(rules):
    """Knocked out is out of the fight, though not dead (SRD 5.1, "Knocking a Creature Out")."""
    battle = fight("A T", first="A", rules=rules, A="striker side=0", T="commoner")

    strike(battle, "T", 4)
    say(battle, "Knock out")

    assert battle["T"].life == "stable"
    assert battle.winner == "side_0"


def kindled(rules, **options):
    """Begin a fight in which T takes fire (1d4) and cold damage (1d4 + 10) as its turns begin."""
    battle = fight(
        "A T", first="A", rules=rules, A="firebrand side=0", T="commoner hp=200/200", **options
    )
    battle.script_dice([15, 15])
    battle.do("Kindle", target="T")
    battle.do("Chill", target="T")
    return battle


@BOTH
@pytest.mark.rule("ORD-04")
@pytest.mark.parametrize(("option", "amounts"), [("First", [1, 12]), ("Second", [11, 2])])
def test_whose_turn_it_is_orders_what_falls_due(rules, option, amounts):
    """
    Of what happens at one moment of a turn the creature whose turn it is chooses the order
    (SRD 5.2, "Simultaneous Effects"); by default in the 2014 rules too.
    """
    battle = kindled(rules)
    battle.script_dice([1, 2], strict=True)

    battle.do("pass")
    assert (battle.decider, battle.decision) == ("T", "order")
    say(battle, option)

    assert [event.amount for event in lines(battle, "damage")] == amounts
    assert (battle.decider, battle.decision) == ("T", "turn")


@BOTH
@pytest.mark.rule("ORD-04")
@pytest.mark.parametrize(
    ("option", "left"), [("First", {"blinded"}), ("Second", {"paralyzed", "incapacitated"})]
)
def test_at_the_end_of_a_turn_too(rules, option, left):
    """
    Two saves fall due as a turn ends: whose turn it is says which is made first (SRD 5.2,
    "Simultaneous Effects").
    """
    battle = fight(
        "W . T / V . .", dice=[20, 1, 19], rules=rules, W="wizard:5", V="wizard:5", T="bandit",
        minor_decisions="auto", changes={name: {"spells": SPELLS} for name in "WV"},
    )  # fmt: skip
    for spell in ("Hold Person", "Blindness/Deafness"):
        battle.script_dice([1])
        battle.do(spell, target="T", level=2)
        battle.do("pass")
    assert {"blinded", "paralyzed"} <= set(battle["T"].conditions)
    assert (battle.decider, battle.decision) == ("T", "order")  # all else it can do is end the turn

    battle.script_dice([20, 1], strict=True)
    say(battle, option)

    assert set(battle["T"].conditions) == left


SPELLS = ["hold_person", "blindness_deafness"]


@BOTH
@pytest.mark.rule("ORD-04")
def test_the_order_may_be_left_to_the_engine(rules):
    """The setting ``order`` says whether anybody is asked."""
    battle = kindled(rules, order="auto")
    battle.script_dice([1, 2], strict=True)

    battle.do("pass")

    assert (battle.decider, battle.decision) == ("T", "turn")
    assert [event.amount for event in lines(battle, "damage")] == [1, 12]


@BOTH
@pytest.mark.case("B100")
def test_what_recurs_on_a_turn_happens_once_on_each(rules):
    """What deals damage at the start of a turn does so once a turn, each time as much as before."""
    battle = fight("A T", first="A", rules=rules, A="firebrand side=0", T="commoner hp=200/200")
    battle.script_dice([15])
    battle.do("Kindle", target="T")
    battle.script_dice([1] * 10, strict=True)

    while battle.round_number < 11:
        battle.do("pass")

    assert [event.amount for event in lines(battle, "damage")] == [1] * 10


@BOTH
@pytest.mark.case("B154")
def test_the_fallen_are_never_asked(rules):
    """Three of six fall to one fireball: nobody asks them again, and the fight ends."""
    battle = fight(
        "W . . . . . D / . . . . . E F / U . . . . . . / V . . . . . .", first="W", rules=rules,
        W="wizard:5", U="commoner side=0", V="commoner side=0", D="commoner", E="commoner",
        F="commoner", minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([1] * 11)

    battle.do("Fireball", square=(6, 1))

    assert [battle[name].life for name in "DEF"] == ["dead"] * 3
    assert battle.over and battle.winner == "side_0"


@BOTH
@pytest.mark.case("B157")
def test_one_death_does_not_end_the_fight(rules):
    """A character dies, and the others of its side go on (their seats are selected as before)."""
    battle = fight(
        "A T / . B", first="T", rules=rules, A="commoner side=0", B="commoner side=0", T="striker",
        minor_decisions="auto",
    )  # fmt: skip

    strike(battle, "A", 8)
    battle.do("pass")

    assert battle["A"].life == "dead" and not battle.over
    assert battle.decider == "B" and battle.agent is not None
