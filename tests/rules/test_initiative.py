"""Initiative: the roll, groups, ties. INI-01 to INI-03."""

import pytest

from .conftest import fight, lines

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def order(battle):
    """Return the names in the order of their turns."""
    state = battle.state
    return [battle.encounter.names[state.order[at]] for at in range(state.order_count)]


def scores(battle):
    """Return the initiative of each by name, as the log shows it."""
    return {battle.encounter.names[e.source]: e.amount for e in lines(battle, "initiative")}


@BOTH
@pytest.mark.rule("INI-01")
def test_initiative_is_a_dexterity_check_sorted_from_high_to_low(rules):
    """
    Each rolls a d20 and adds its Dexterity modifier; the highest total goes first (SRD 5.1,
    "Initiative").
    """
    battle = fight(
        "A . B . C", dice=[12, 11, 12], rules=rules, A="zombie side=0", B="goblin", C="commoner"
    )

    assert scores(battle) == {"A": 12 - 2, "B": 11 + 2, "C": 12}
    assert order(battle) == ["B", "C", "A"]


@BOTH
@pytest.mark.rule("INI-01")
def test_initiative_is_rolled_once(rules):
    """The order stays for the whole fight, and nothing is rolled again (SRD 5.1, "Initiative")."""
    battle = fight("A . T", dice=[5, 15], rules=rules, A="commoner side=0", T="commoner")
    battle.script_dice([], strict=True)

    while battle.round_number < 4:
        battle.do("pass")

    assert len(lines(battle, "initiative")) == 2
    assert order(battle) == ["T", "A"]


@pytest.mark.rule("INI-01")
@pytest.mark.parametrize(
    ("rules", "flag", "dice", "score"),
    [
        ("2014", "invisible", [4], 4),
        ("2024", "invisible", [4, 15], 15),
        ("2014", "incapacitated", [15], 15),
        ("2024", "incapacitated", [15, 4], 4),
        ("2014", "poisoned", [15, 4], 4),
        ("2024", "poisoned", [15, 4], 4),
        ("2014", "surprised", [15], 15),
        ("2024", "surprised", [15, 4], 4),
        ("2024", "invisible incapacitated", [7], 7),
    ],
)
@pytest.mark.case("B056")
def test_what_bears_on_the_roll(rules, flag, dice, score):
    """
    In 2024 who is invisible rolls with advantage, who is incapacitated or surprised with
    disadvantage (SRD 5.2, "Initiative"). In both editions what bears on ability checks counts, as
    being poisoned does (SRD 5.1, "Initiative").
    """
    battle = fight(
        "A . T", dice=[*dice, 10], rules=rules, A=f"commoner side=0 {flag}", T="commoner"
    )

    assert battle.scripted_dice_left == 0
    assert scores(battle) == {"A": score, "T": 10}


@pytest.mark.rule("INI-01")
@pytest.mark.case("B056")
def test_three_creatures_roll_two_dice_each_in_2024():
    """One invisible, one incapacitated, one surprised: two dice each (SRD 5.2, "Initiative")."""
    battle = fight(
        "A . B . C", dice=[3, 18, 4, 17, 5, 16], rules="2024", A="commoner side=0 invisible",
        B="commoner incapacitated", C="commoner surprised",
    )  # fmt: skip

    assert battle.scripted_dice_left == 0
    assert scores(battle) == {"A": 18, "B": 4, "C": 5}


@pytest.mark.rule("INI-01")
@pytest.mark.parametrize(("rules", "score"), [("2014", 10), ("2024", 22)])
def test_monsters_use_their_printed_bonus_in_2024(rules, score):
    """
    A stat block of 2024 prints an initiative bonus: +12 for an adult red dragon, whose Dexterity
    modifier is +0 (SRD 5.2, "Initiative").
    """
    battle = fight(
        "D . . A / . . . . / . . . .", dice=[10, 3], rules=rules, A="commoner side=0",
        D="adult_red_dragon",
    )  # fmt: skip

    assert scores(battle)["D"] == score


@pytest.mark.rule("INI-01")
@pytest.mark.parametrize(
    ("rules", "flag", "score"),
    [
        ("2014", "", 12), ("2024", "", 12), ("2024", "invisible", 17), ("2024", "surprised", 7),
        ("2024", "invisible surprised", 12),
    ],
)  # fmt: skip
def test_a_fixed_score_may_take_the_place_of_the_roll(rules, flag, score):
    """
    The score is 10 plus the bonus, 5 more with advantage and 5 less with disadvantage (SRD 5.2,
    "Initiative Scores").
    """
    battle = fight(
        "A . T", rules=rules, A="commoner side=0", T=f"goblin {flag}", initiative="fixed"
    )

    assert scores(battle) == {"A": 10, "T": score}


# --- groups --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("INI-02")
@pytest.mark.parametrize(("setting", "rolled"), [("off", [7, 18, 11]), ("shared", [7, 18, 18])])
def test_identical_creatures_may_share_a_roll(rules, setting, rolled):
    """
    The Dungeon Master may roll once for a group of identical creatures (SRD 5.1, "Initiative"): the
    setting ``group_initiative``, off by default.
    """
    dice = rolled if setting == "off" else rolled[:2]
    battle = fight(
        "A . T . T", dice=dice, rules=rules, A="commoner side=0", T="commoner",
        group_initiative=setting,
    )  # fmt: skip

    assert battle.scripted_dice_left == 0
    assert list(scores(battle).values()) == rolled


@BOTH
@pytest.mark.rule("INI-02")
@pytest.mark.parametrize(
    "others", ["fighter:1 side=0", "bandit", "goblin ac=12", "goblin hp=3/3", "goblin side=2"]
)
def test_only_identical_creatures_of_the_dungeon_master_share_a_roll(rules, others):
    """
    Characters roll each for themselves, and so does a monster of another kind, side or stat block
    (SRD 5.1, "Initiative").
    """
    mine = "fighter:1 side=0" if "fighter" in others else "goblin side=1"
    battle = fight(
        "A . B . T", dice=[5, 9, 1], rules=rules, A=mine, B=others, T="commoner",
        group_initiative="shared",
    )  # fmt: skip

    assert battle.scripted_dice_left == 0
    assert scores(battle)["A"] != scores(battle)["B"]


@BOTH
@pytest.mark.rule("INI-02")
@pytest.mark.parametrize("ties", ["dexterity", "roll_off", "listed", "dm_first"])
@pytest.mark.parametrize("seed", range(4))
def test_a_group_acts_together(rules, ties, seed):
    """
    Those who share a roll take their turns one after the other, with nobody between, even one who
    ties with them (SRD 5.1, "Initiative"; SRD 5.2, "Initiative Ties").
    """
    battle = fight(
        "T . A . T . U", dice=[10, 10, 10], seed=seed, rules=rules, A="commoner side=0",
        T="commoner", U="bandit", group_initiative="shared", initiative_ties=ties,
    )  # fmt: skip

    places = sorted(order(battle).index(name) for name in ("T 1", "T 2"))

    assert places[1] - places[0] == 1


# --- ties ----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("INI-03")
@pytest.mark.case("B097")
@pytest.mark.parametrize("seed", range(3))
def test_the_higher_dexterity_goes_first_among_equals(rules, seed):
    """
    By default a tie goes to the higher Dexterity modifier, which is not added to the score: 10 + 3
    stays 13 (SRD 5.1, "Initiative", has the Dungeon Master decide).
    """
    battle = fight(
        "A . B . C", dice=[13, 10, 13], seed=seed, rules=rules, A="commoner side=0",
        B="rogue:1 side=0", C="commoner",
    )  # fmt: skip

    assert scores(battle) == {"A": 13, "B": 13, "C": 13}
    assert order(battle)[0] == "B"


@BOTH
@pytest.mark.rule("INI-03")
def test_the_seed_settles_what_dexterity_leaves_open(rules):
    """Equal scores and equal Dexterity: the order is drawn, and drawn alike from the same seed."""

    def drawn(seed):
        battle = fight(
            "A . T", dice=[9, 9], seed=seed, rules=rules, A="commoner side=0", T="commoner"
        )
        return tuple(order(battle))

    assert {drawn(seed) for seed in range(8)} == {("A", "T"), ("T", "A")}
    assert drawn(5) == drawn(5)


@BOTH
@pytest.mark.rule("INI-03")
def test_a_tie_may_be_rolled_off(rules):
    """Those who are tied each roll a d20, the higher first, and again while they still are tied."""
    battle = fight(
        "A . B . C", dice=[10, 10, 10, 5, 5, 9, 2, 7], rules=rules, A="commoner side=0",
        B="commoner", C="commoner", initiative_ties="roll_off",
    )  # fmt: skip

    assert battle.scripted_dice_left == 0
    assert order(battle) == ["C", "B", "A"]


@BOTH
@pytest.mark.rule("INI-03")
@pytest.mark.parametrize(
    ("ties", "wanted"), [("dm_first", "TUAB"), ("players_first", "ABTU"), ("listed", "BTAU")]
)
@pytest.mark.parametrize("seed", range(3))
def test_other_ways_to_break_a_tie(rules, ties, wanted, seed):
    """The setting ``initiative_ties`` may put monsters or characters first, or go by the list."""
    battle = fight(
        "B . T . A . U", dice=[8] * 4, seed=seed, rules=rules, A="commoner side=0",
        B="commoner side=0", T="commoner", U="commoner", initiative_ties=ties,
    )  # fmt: skip

    if ties == "listed":
        assert order(battle) == list(wanted)
    else:
        assert set(order(battle)[:2]) == set(wanted[:2])
