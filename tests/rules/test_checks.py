"""Ability checks, contests, passive Perception. TST-01 to TST-03."""

import pytest

from .conftest import fight, lines, say, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def scores(**given):
    """Change a character's ability scores: 10 each but for those given."""
    return {"A": {"abilities": dict.fromkeys(ABILITIES, 10) | given}}


def beside_the_dying(rules, **options):
    """Begin a fight in which A can stabilize B: a DC 10 Medicine check."""
    return fight(
        "A B . T", first="A", rules=rules, B="fighter:1 hp=0 side=0", T="commoner", **options
    )


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(("die", "succeeds"), [(9, False), (10, True)])
def test_a_check_succeeds_at_the_dc(rules, die, succeeds):
    """
    A total of at least the DC succeeds: with a modifier of +0 a 10 does against DC 10, a 9 does not
    (SRD 5.1, "Ability Checks").
    """
    battle = beside_the_dying(rules, A="commoner side=0")
    battle.script_dice([die])

    battle.do("Stabilize", target="B")

    assert lines(battle, "check")[0].amount == die
    assert (battle["B"].life == "stable") == succeeds


@BOTH
@pytest.mark.rule("TST-01")
def test_a_check_adds_ability_and_proficiency(rules):
    """
    A cleric of the first level adds its Wisdom modifier, +3, and, being proficient in Medicine, its
    proficiency bonus of +2 (SRD 5.1, "Ability Checks").
    """
    battle = beside_the_dying(rules, A="cleric:1")
    battle.script_dice([5], strict=True)

    battle.do("Stabilize", target="B")

    assert lines(battle, "check")[0].amount == 5 + 3 + 2
    assert battle["B"].life == "stable"


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(("ability", "bonus"), [("Wisdom", 3 + 2), ("Strength", 0)])
def test_a_save_adds_ability_and_proficiency(rules, ability, bonus):
    """
    A cleric is proficient in Wisdom saves, not in those of Strength (SRD 5.1, "Saving Throws").
    """
    battle = fight(
        "T . A", first="T", rules=rules, A="cleric:1", T="examiner", minor_decisions="auto",
        changes=scores(wisdom=16),
    )  # fmt: skip
    battle.script_dice([11], strict=True)

    battle.do(f"{ability} Test", target="A")

    assert lines(battle, "save")[0].amount == 11 + bonus


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(("wisdom", "die", "succeeds"), [(4, 13, True), (1, 14, False)])
def test_a_modifier_may_be_negative(rules, wisdom, die, succeeds):
    """Wisdom 4 takes 3 off a check, Wisdom 1 takes off 5 (SRD 5.1, "Ability Scores")."""
    battle = beside_the_dying(rules, A="fighter:1", changes=scores(wisdom=wisdom))
    battle.script_dice([die])

    battle.do("Stabilize", target="B")

    assert lines(battle, "check")[0].amount == die + (wisdom - 10) // 2
    assert (battle["B"].life == "stable") == succeeds


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(("grip", "die", "free"), [("Clamp", 20, False), ("Pinch", 1, True)])
def test_20_and_1_are_numbers_in_a_check(rules, grip, die, free):
    """
    In a check a natural 20 does not reach what the total does not, DC 30 here, and a natural 1 does
    reach DC 1 (SRD 5.1, "Ability Checks").
    """
    battle = fight(
        "T A .", first="T", rules=rules, A="commoner side=0", T="proctor", minor_decisions="auto"
    )
    battle.script_dice([15])
    battle.do(grip, target="A")
    battle.do("pass")
    battle.script_dice([die], strict=True)

    battle.do("Escape")

    assert ("grappled" not in battle["A"].conditions) == free


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(
    ("name", "die", "lost"), [("Dexterity 21", 20, 25), ("Dexterity 1", 1, 12)]
)
def test_20_and_1_are_numbers_in_a_save(rules, name, die, lost):
    """
    A natural 20 fails a saving throw of DC 21 without a modifier, a natural 1 makes one of DC 1
    (SRD 5.1, "Saving Throws").
    """
    battle = fight(
        "T . A", first="T", rules=rules, A="commoner side=0 hp=90/90", T="proctor",
        minor_decisions="auto",
    )  # fmt: skip
    battle.script_dice([die], strict=True)

    battle.do(name, target="A")

    assert battle["A"].hit_points == 90 - lost


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(
    ("modes", "dice", "counts"),
    [
        (["Unease"], [3, 12, 18], 12),  # the 3 is rolled again; of 12 and 18 the lower counts
        (["Unease"], [3, 16, 18], 16),
        (["Ease"], [3, 8, 17], 17),
        (["Ease"], [3, 8, 2], 8),  # the 3 is rolled again, and the 8 stays
        (["Ease", "Unease"], [3, 17], 17),
        ([], [3, 17], 17),
    ],
)
def test_a_reroll_replaces_one_of_two_dice(rules, modes, dice, counts):
    """
    Who rolls again under advantage or disadvantage rolls one of the two dice again, not both
    (SRD 5.1, "Advantage and Disadvantage").
    """
    battle = fight(
        "T . A", first="A", rules=rules, A="stubborn side=0 hp=90", T="proctor",
        minor_decisions="auto",
    )  # fmt: skip
    for mode in modes:
        battle.do(mode)
    battle.do("pass")
    battle.script_dice(dice, strict=True)

    battle.do("Dexterity 15", target="A")
    assert (battle.decider, battle.decision) == ("A", "response")
    battle.do("Again")

    assert battle.decider == "T"  # it is not asked again
    assert battle.scripted_dice_left == 0
    assert battle["A"].hit_points == 90 - (12 if counts >= 15 else 25)


@BOTH
@pytest.mark.rule("TST-01")
@pytest.mark.parametrize(
    ("modes", "dice", "blinded"),
    [
        ([], [3, 10], True), ([], [3, 11], False),
        (["Ease"], [3, 11, 2], False),  # the 11 stays, and is 4 short
        (["Unease"], [11, 12, 10], True),
    ],
)  # fmt: skip
def test_by_how_much_a_reroll_fails(rules, modes, dice, blinded):
    """What befalls who fails by 5 or more goes by the roll that counts in the end."""
    battle = fight(
        "T . A", first="A", rules=rules, A="stubborn side=0", T="proctor", minor_decisions="auto"
    )
    for mode in modes:
        battle.do(mode)
    battle.do("pass")
    battle.script_dice(dice, strict=True)

    battle.do("Dazzle", target="A")
    battle.do("Again")

    assert ("blinded" in battle["A"].conditions) == blinded


# --- contests ------------------------------------------------------------------------------------


def contest(user, opponent, what):
    """Have A (Athletics +5) use a contest on T (Athletics +0), the dice as they are given."""
    battle = fight("A T . .", first="A", A="fighter:1", T="commoner", minor_decisions="auto")
    battle["A"].record.main_hand = 0
    battle.refresh()
    battle.script_dice([user, opponent], strict=True)
    battle.do(what, target="T")
    return battle


@pytest.mark.rule("TST-02")
@pytest.mark.rule("ATK-13")
@pytest.mark.parametrize(("opponent", "seized"), [(14, True), (15, False), (16, False)])
def test_a_tied_grapple_fails(opponent, seized):
    """
    In a contest the higher total wins; on a tie all stays as it was, so nobody is grappled
    (SRD 5.1, "Contests").
    """
    battle = contest(10, opponent, "Grapple")

    assert ("grappled" in battle["T"].conditions) == seized


@pytest.mark.rule("TST-02")
@pytest.mark.rule("ATK-16")
@pytest.mark.parametrize(("opponent", "falls"), [(14, True), (15, False)])
def test_a_tied_shove_fails(opponent, falls):
    """On a tie the target keeps its feet (SRD 5.1, "Contests")."""
    battle = contest(10, opponent, "Shove prone")

    assert ("prone" in battle["T"].conditions) == falls


@pytest.mark.rule("TST-02")
@pytest.mark.rule("ATK-14")
@pytest.mark.parametrize(("total", "free"), [(15, False), (16, True)])
def test_a_tied_escape_fails(total, free):
    """Who is grappled stays so on a tie: nothing changes (SRD 5.1, "Contests")."""
    battle = contest(20, 1, "Grapple")
    battle.do("pass")
    battle.script_dice([10, total], strict=True)

    battle.do("Escape")

    assert ("grappled" not in battle["T"].conditions) == free


@pytest.mark.rule("TST-02")
def test_the_opponent_chooses_its_skill():
    """It resists by Athletics or by Acrobatics, as it prefers (SRD 5.1, "Grappling")."""
    battle = fight("A T . .", first="A", A="fighter:1", T="rogue:1 side=1")
    battle["A"].record.main_hand = 0
    battle.refresh()
    battle.script_dice([10, 10])

    battle.do("Grapple", target="T")
    assert (battle.decider, battle.decision) == ("T", "skill")
    say(battle, "Acrobatics")

    assert lines(battle, "check")[-1].amount == 10 + 5


@pytest.mark.rule("TST-02")
def test_2024_has_a_save_in_place_of_the_contest():
    """
    A grapple asks for a Strength or Dexterity save against 8 + Strength modifier + proficiency
    bonus, 13 here: reaching the DC is enough (SRD 5.2, "Unarmed Strike").
    """
    for die, seized in ((12, True), (13, False)):
        battle = fight(
            "A T . .", first="A", rules="2024", A="fighter:1", T="commoner", minor_decisions="auto"
        )
        battle["A"].record.main_hand = 0
        battle.refresh()
        battle.script_dice([die], strict=True)

        battle.do("Grapple", target="T")

        assert lines(battle, "check") == []
        assert ("grappled" in battle["T"].conditions) == seized


# --- passive Perception --------------------------------------------------------------------------


def noticed_at(observer, light="bright", **options):
    """Return the highest Stealth total with which a goblin that lies in wait is still noticed."""
    for die in range(20, 0, -1):
        battle = fight(
            f"A . T ; light={light}", dice=[die], A=observer, T="goblin waits", **options
        )
        (hides,) = lines(battle, "hides")
        if hides.numbers[0] == 0:
            return hides.amount
    return 0


@pytest.mark.rule("TST-03")
@pytest.mark.parametrize(
    ("observer", "score"),
    [("commoner side=0", 10), ("fighter:1", 13), ("veteran side=0", 12), ("scout side=0", 15 + 5)],
)
def test_passive_perception_is_10_and_the_bonus(observer, score):
    """
    The passive score is 10 plus the Wisdom (Perception) bonus, proficiency included; that of a stat
    block is printed (SRD 5.1, "Passive Checks"). A goblin adds 6 to hide.
    """
    assert noticed_at(observer) == score


@pytest.mark.rule("TST-03")
def test_a_printed_score_wins():
    """The score of a stat block holds, whatever its bonus makes of it (SRD 5.1, "Senses")."""
    assert noticed_at("sentry side=0") == 15  # 10 + 2 by its skill


@pytest.mark.rule("TST-03")
def test_light_fog_takes_5_off():
    """
    Lightly obscured is hard to see: 13 less 5 (SRD 5.1, "Vision and Light", "Passive Checks").
    """
    overrides = {"map": {"ground": ["light_fog"]}}

    assert noticed_at("fighter:1", overrides=overrides) == 13 - 5


@BOTH
@pytest.mark.rule("TST-03")
@pytest.mark.parametrize(("webbed", "dice"), [(False, [15]), (True, [15, 3])])
def test_a_web_obscures_lightly(rules, webbed, dice):
    """What a spell obscures lightly is as hard to see (SRD 5.1, "Web", "Vision and Light")."""
    battle = fight(
        "W . . . . . G . . A", first="W", rules=rules, A="commoner side=0",
        G="commoner invisible", W="wizard:3 side=0", minor_decisions="auto",
        changes={"W": {"spells": ["web"]}},
    )  # fmt: skip
    if webbed:
        battle.do("Web", square=(5, 0))
    wait_for(battle, "A")
    battle["G"].record.hidden_from = 1 << battle["A"].index
    battle["G"].record.stealth_total = 12
    battle.refresh()
    battle.script_dice(dice, strict=True)

    battle.do("Search")

    assert battle.scripted_dice_left == 0
    assert (battle["G"].record.hidden_from == 0) == (not webbed)


@pytest.mark.rule("TST-03")
@pytest.mark.parametrize(
    ("observer", "light", "score"),
    [
        ("commoner side=0", "bright", 10),
        ("fighter:1", "dim", 13 - 5),
        ("goblin side=0", "dim", 9),  # darkvision takes dim light for bright
        ("bugbear side=0", "dark", 0),  # and darkness for dim light: 10 - 5, and a goblin has 7
    ],
)
def test_dim_light_takes_5_off(observer, light, score):
    """
    Disadvantage takes 5 off a passive score; dim light gives it (SRD 5.1, "Passive Checks", "Vision
    and Light").
    """
    assert noticed_at(observer, light) == score
