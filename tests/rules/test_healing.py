"""Temporary hit points, healing, the hit point maximum, and being bloodied. DMG-07 to DMG-09."""

import pytest

from .conftest import can, fight, lines, strike, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])


def duel(target: str, rules: str = "2014", **options):
    """Begin a fight of a striker against one target."""
    options = {"minor_decisions": "auto"} | options
    return fight("S T", first="S", rules=rules, S="striker side=0", T=target, **options)


def treat(patient: str, rules: str = "2014", spell: str = "cure_wounds", **options):
    """Begin a fight of a cleric beside a patient, with an enemy far off."""
    return fight(
        "C P . . . . . . . . . . . . . G", first="C", rules=rules, C="cleric:5", P=patient,
        G="commoner", changes={"C": {"spells": [spell]}}, **options,
    )  # fmt: skip


# --- temporary hit points ------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("DMG-07")
def test_temporary_hit_points_go_first_and_the_rest_carries_over(rules):
    """5 temporary hit points and 7 damage: 2 are lost (SRD 5.1, "Temporary Hit Points")."""
    battle = duel("commoner hp=20/20 temp=5", rules)

    strike(battle, "T", 7)

    assert (battle["T"].temp_hit_points, battle["T"].hit_points) == (0, 18)


@BOTH
@pytest.mark.parametrize(("answer", "kept"), [("Take the new", 12), ("Keep the old", 10)])
@pytest.mark.rule("DMG-07")
@pytest.mark.case("B016")
def test_temporary_hit_points_do_not_add_up(rules, answer, kept):
    """
    12 on top of 10 are 12 or 10, as their receiver likes, never 22
    (SRD 5.1, "Temporary Hit Points").
    """
    battle = fight(
        "W . . G", first="W", rules=rules, W="wizard:3 temp=10", G="commoner",
        changes={"W": {"spells": ["false_life"]}},
    )  # fmt: skip

    battle.script_dice(AT_LEVEL_2[rules])
    battle.do("False Life", level=2)
    answers = {battle.describe(action): action for action in battle.legal_actions()}
    battle.step(answers[answer])

    assert battle["W"].temp_hit_points == kept


AT_LEVEL_2 = {"2014": [3], "2024": [1, 2]}  # of false life: 1d4 + 9, and 2d4 + 9


@BOTH
@pytest.mark.rule("DMG-07")
@pytest.mark.case("B016")
def test_the_larger_stay_where_nobody_is_asked(rules):
    """Where small decisions are automatic the larger number of temporary hit points is kept."""
    battle = fight(
        "W . . G", first="W", rules=rules, W="wizard:3 temp=20", G="commoner",
        changes={"W": {"spells": ["false_life"]}}, minor_decisions="auto",
    )  # fmt: skip

    battle.do("False Life", level=1)

    assert battle["W"].temp_hit_points == 20


@BOTH
@pytest.mark.rule("DMG-07")
def test_temporary_hit_points_may_exceed_the_maximum_and_are_no_healing(rules):
    """
    They lie on top of whatever hit points there are, and restore none
    (SRD 5.1, "Temporary Hit Points").
    """
    battle = fight(
        "W . . G", first="W", rules=rules, W="wizard:1 hp=2", G="commoner",
        changes={"W": {"spells": ["false_life"]}},
    )  # fmt: skip

    battle.script_dice([4, 4])
    battle.do("False Life", level=1)

    assert battle["W"].hit_points == 2
    assert battle["W"].temp_hit_points >= battle["W"].hit_point_maximum


@BOTH
@pytest.mark.rule("DMG-07")
@pytest.mark.case("B032")
def test_temporary_hit_points_do_not_wake_or_stabilize(rules):
    """
    At 0 hit points a creature with temporary ones stays unconscious and goes on making death
    saves (SRD 5.1, "Temporary Hit Points").
    """
    battle = fight("A P . G", first="A", rules=rules, P="fighter:1 hp=0 temp=5", G="commoner")

    battle.script_dice([12])
    battle.do("pass")
    wait_for(battle, "A")

    assert len(lines(battle, "death_save")) == 1
    assert battle["P"].life == "dying"
    assert "unconscious" in battle["P"].conditions


@BOTH
@pytest.mark.rule("DMG-07")
def test_temporary_hit_points_last_until_they_are_used(rules):
    """They do not run out with the rounds (SRD 5.1, "Temporary Hit Points")."""
    battle = duel("commoner hp=20/20 temp=5", rules, max_rounds=20)

    for _ in range(10):
        wait_for(battle, "S")
        battle.do("pass")

    assert battle["T"].temp_hit_points == 5


# --- healing -------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("now", "gained"), [(14, 6), (20, 0), (5, 8)])
@pytest.mark.rule("DMG-08")
@pytest.mark.case("B013")
def test_healing_ends_at_the_maximum(rules, now, gained):
    """14 of 20 hit points, healed by 8: 6 are gained (SRD 5.1, "Healing")."""
    battle = fight(
        "M P . . . . . . . . G", first="M", rules=rules, M="medic side=0",
        P=f"commoner side=0 hp={now}/20", G="commoner",
    )  # fmt: skip

    battle.do("Mend", target="P")

    assert battle["P"].hit_points == now + gained


@BOTH
@pytest.mark.parametrize("patient", ["bulwark", "warded_brazier"])
@pytest.mark.case("B008")
@pytest.mark.case("B007")
@pytest.mark.rule("DMG-08")
def test_what_keeps_damage_out_lets_healing_in(rules, patient):
    """
    Immunity to all damage, resistance and a flat reduction bear on damage alone: 1 of 20 hit
    points, healed by 8, are 9 (SRD 5.1, "Healing").
    """
    battle = fight(
        "M P . . . . . . . . G", first="M", rules=rules, M="medic side=0",
        P=f"{patient} side=0 hp=1/20", G="commoner",
    )  # fmt: skip

    battle.do("Mend", target="P")

    assert battle["P"].hit_points == 9


@BOTH
@pytest.mark.rule("DMG-08")
def test_the_dead_are_not_healed(rules):
    """Healing does nothing for the dead: they are no target of it (SRD 5.1, "Healing")."""
    battle = fight(
        "S P . M . . . . . . G", first="S", rules=rules, S="striker side=1", M="medic side=0",
        P="commoner side=0", G="commoner side=1", minor_decisions="auto", skip_single=False,
    )  # fmt: skip

    strike(battle, "P", 10)
    battle.do("pass")
    wait_for(battle, "M")
    battle["M"].square = (2, 0)

    assert battle["P"].life == "dead"
    assert targets(battle, "Mend") == {"M"}


@BOTH
@pytest.mark.rule("DMG-08")
def test_the_dead_may_be_revived_within_a_minute(rules):
    """
    *Revivify* and the like bring back who died in the last minute, with 1 hit point
    (SRD 5.1, "Revivify").
    """
    battle = fight(
        "S P M . . . . . . . G", first="S", rules=rules, S="striker side=1", M="medic side=0",
        P="commoner side=0", G="commoner side=1", minor_decisions="auto",
    )  # fmt: skip
    strike(battle, "P", 10)
    battle.do("pass")
    wait_for(battle, "M")

    battle.do("Revive", target="P")

    assert (battle["P"].life, battle["P"].hit_points) == ("up", 1)
    assert "unconscious" not in battle["P"].conditions


@BOTH
@pytest.mark.rule("DMG-08")
def test_after_a_minute_it_is_too_late_to_revive(rules):
    """Who has been dead for more than ten rounds cannot be revived so (SRD 5.1, "Revivify")."""
    battle = fight(
        "S P M . . . . . . . G", first="S", rules=rules, S="striker side=1", M="medic side=0",
        P="commoner side=0", G="commoner side=1", minor_decisions="auto",
    )  # fmt: skip
    strike(battle, "P", 10)
    battle.do("pass")

    wait_for(battle, "M")
    legal = []
    for _ in range(12):
        legal.append(can(battle, "Revive"))
        battle.do("pass")
        wait_for(battle, "M")

    assert legal == [True] * 11 + [False]


@BOTH
@pytest.mark.rule("DMG-08")
def test_damage_does_nothing_to_the_dead(rules):
    """A corpse in an area is not hurt, and does not come back to death saves."""
    battle = fight(
        "Q P . M . . . . . . G", first="Q", rules=rules, Q="quaker side=1", M="medic side=0",
        P="commoner side=0 saves", G="commoner side=1", minor_decisions="auto",
    )  # fmt: skip
    battle["P"].record.hit_points = 1
    battle.script_dice([9])
    battle.do("Quake")
    assert battle["P"].life == "dead"

    wait_for(battle, "M")
    wait_for(battle, "Q")
    battle.script_dice([3, 3])
    battle.do("Quake")

    assert battle["P"].life == "dead"
    assert len(lines(battle, "dies")) == 1


# --- the maximum ---------------------------------------------------------------------------------


@pytest.mark.rule("DMG-01")
@pytest.mark.case("B014")
@pytest.mark.parametrize(("rules", "save"), [("2014", [1]), ("2024", [])])
def test_a_maximum_drained_to_0_kills(rules, save):
    """
    A life drain of 15 brings a maximum of 12 down to 0, not below, and its victim dies; in 2024
    there is no save (SRD 5.1 and 5.2, "Wraith").
    """
    battle = fight(
        "X T . G", first="X", rules=rules, X="wraith side=0", T="commoner hp=12/12 saves",
        G="commoner", minor_decisions="auto",
    )  # fmt: skip

    battle.script_dice([15, 3, 3, 3, 3, *save], strict=True)
    battle.do("Life Drain", target="T")

    assert battle["T"].hit_point_maximum == 0
    assert battle["T"].life == "dead"


@BOTH
@pytest.mark.rule("CON-01")
@pytest.mark.case("B037")
def test_losing_hit_points_with_the_maximum_is_no_damage(rules):
    """
    When *aid* runs out, hit points above the maximum are lost; nobody is hurt by it, so nobody
    has to hold on to a spell (SRD 5.1, "Concentration").
    """
    battle = fight(
        "C P . . . . . . . G", first="C", rules=rules, C="cleric:5", P="fighter:1", G="commoner"
    )
    battle.do("Aid", target=["C", "P"])
    battle.do("pass")
    wait_for(battle, "C")
    battle.do("Bless", target=["C", "P"])
    before = battle["C"].hit_points

    for lasting in (battle.state.ongoing[at] for at in range(battle.state.ongoing_count)):
        if lasting.effect and not lasting.concentration:
            lasting.effect = 0
    battle.refresh()

    assert battle["C"].hit_points == before - 5 == battle["C"].hit_point_maximum
    assert battle["C"].is_concentrating
    assert lines(battle, "save") == lines(battle, "damage") == []


# --- bloodied ------------------------------------------------------------------------------------


@pytest.mark.rule("DMG-09")
@pytest.mark.parametrize(("amount", "dice"), [(5, [1]), (6, [1, 15])])
def test_bloodied_at_half_the_hit_points(amount, dice):
    """
    At half its hit points or fewer a creature is bloodied [2024]: a boar of 13 has advantage on
    its attacks from 6 on (SRD 5.2, "Bloodied", "Boar").
    """
    battle = fight(
        "S B", first="S", rules="2024", S="striker side=0", B="boar hp=12/13",
        minor_decisions="auto",
    )  # fmt: skip

    strike(battle, "B", amount)
    battle.do("pass")
    wait_for(battle, "B")
    battle.script_dice([*dice, 1, 1])
    battle.do("Gore", target="S")

    (attack,) = [event for event in lines(battle, "attack") if event.source == battle["B"].index]
    assert attack.numbers[0] == max(dice)


@BOTH
@pytest.mark.rule("DMG-09")
def test_the_log_says_when_a_creature_is_bloodied(rules):
    """The log names the blow that left a creature at half its hit points or fewer."""
    battle = duel("commoner hp=20/20", rules)

    strike(battle, "T", 9)
    strike(battle, "T", 1)
    strike(battle, "T", 1)

    told = ["bloodied" in event.text for event in lines(battle, "damage")]
    assert told == [False, True, True]


# --- undead fortitude ----------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("damage", "dc"), [(10, 15), (80, 85)])
@pytest.mark.case("B028")
def test_the_dc_of_undead_fortitude_counts_the_whole_damage(rules, damage, dc):
    """
    5 + the damage taken, not the hit points there were to lose: DC 15 for 10 damage at 1 hit
    point (SRD 5.1, "Zombie").
    """
    battle = duel("zombie hp=1", rules)

    battle.script_dice([15, damage, 1])
    battle.do("Slashing", target="T")

    (save,) = lines(battle, "save")
    assert save.numbers[0] == dc


@BOTH
@pytest.mark.parametrize(("target", "dc"), [("zombie", 10), ("brittle_zombie", 15)])
@pytest.mark.case("B029")
def test_the_dc_of_undead_fortitude_counts_the_damage_after_defenses(rules, target, dc):
    """5 damage make DC 10; doubled by a vulnerability they are 10 and make DC 15."""
    battle = duel(f"{target} hp=1", rules)

    battle.script_dice([15, 5, 20])
    battle.do("Slashing", target="T")

    (save,) = lines(battle, "save")
    assert save.numbers[0] == dc
    assert (battle["T"].life, battle["T"].hit_points) == ("up", 1)
