"""Knocking a creature out instead of killing it. DYI-08."""

import pytest

from .conftest import can, fight, lines, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
WITHIN = {"2014": 0, "2024": 1}  # hit points of who is knocked out


def fell(battle, activity="Slashing", target="T", amount=40, answer=None, natural=15):
    """Have the decider hit hard enough to fell somebody, and answer whether to kill."""
    battle.script_dice([natural, amount])
    battle.do(activity, target=target)
    if answer is not None:
        answers = {battle.describe(action): action for action in battle.legal_actions()}
        battle.step(answers[answer])


def scene(rules, target="fighter:1 hp=6/40", **options):
    """A striker beside a victim, with an ally of the victim's far away."""
    return fight("S T . . . . . . . A", first="S", rules=rules, S="striker", T=target, **options)


@BOTH
@pytest.mark.parametrize("target", ["fighter:1 hp=6/40", "goblin side=0"])
@pytest.mark.rule("DYI-08")
def test_a_melee_attacker_may_leave_its_victim_unconscious(rules, target):
    """
    Who fells a creature with a melee attack may choose to knock it out: it is unconscious and
    stable, [2014] at 0 hit points, [2024] at 1 (SRD 5.1, "Knocking a Creature Out").
    """
    battle = scene(rules, target)

    fell(battle, amount=12)
    assert (battle.decision, battle.decider) == ("knock_out", "S")
    assert can(battle, "Knock out") and can(battle, "Strike to kill")
    battle.step(battle.legal_actions()[0])

    assert (battle["T"].life, battle["T"].hit_points) == ("stable", WITHIN[rules])
    assert "unconscious" in battle["T"].conditions


@BOTH
@pytest.mark.rule("DYI-08")
def test_who_strikes_to_kill_leaves_it_dying(rules):
    """The attacker may as well go for the kill: a character is then dying as usual."""
    battle = scene(rules)

    fell(battle, amount=8, answer="Strike to kill")

    assert (battle["T"].life, battle["T"].hit_points) == ("dying", 0)


@BOTH
@pytest.mark.rule("DYI-08")
def test_who_is_knocked_out_makes_no_death_saves(rules):
    """It is in no danger: its turns pass without a death save."""
    battle = scene(rules)
    fell(battle, amount=8, answer="Knock out")
    battle.do("pass")

    for _ in range(3):
        wait_for(battle, "S")
        battle.do("pass")

    assert lines(battle, "death_save") == []
    assert battle["T"].life == "stable"


@BOTH
@pytest.mark.rule("DYI-08")
def test_a_shot_leaves_no_choice(rules):
    """Only melee attacks can knock out: an arrow kills a monster."""
    battle = fight(
        "S . . T . A", first="S", rules=rules, S="striker", T="goblin side=0", A="fighter:1"
    )  # fmt: skip

    fell(battle, "Shot")

    assert battle["T"].life == "dead"


@BOTH
@pytest.mark.rule("DYI-08")
def test_what_is_no_attack_leaves_no_choice(rules):
    """Damage without an attack roll cannot be pulled."""
    battle = fight("Q T . A", first="Q", rules=rules, Q="quaker", T="goblin side=0 hp=1")

    battle.do("Quake")

    assert battle["T"].life == "dead"


@BOTH
@pytest.mark.rule("DYI-08")
def test_a_melee_spell_attack_may_knock_out(rules):
    """A melee spell attack is a melee attack."""
    battle = fight(
        "W G G", first="W", rules=rules, W="wizard:1", G="goblin hp=1",
        changes={"W": {"spells": ["shocking_grasp"]}},
    )  # fmt: skip

    battle.script_dice([15, 5])
    battle.do("Shocking Grasp", target="G 1")

    assert battle.decision == "knock_out"


@BOTH
@pytest.mark.rule("DYI-08")
def test_nobody_is_asked_where_small_decisions_are_automatic(rules):
    """Then an attack is meant to kill."""
    battle = scene(rules, "goblin side=0", minor_decisions="auto")

    fell(battle)

    assert battle["T"].life == "dead"


@BOTH
@pytest.mark.rule("DYI-08")
def test_healing_wakes_who_was_knocked_out(rules):
    """Any healing ends it (SRD 5.2, "Knocking Out a Creature")."""
    battle = scene(rules, A="cleric:1")
    fell(battle, amount=8, answer="Knock out")
    battle.do("pass")
    wait_for(battle, "A")

    battle.do("Healing Word", target="T")

    assert battle["T"].life == "up"
    assert battle["T"].conditions == ["prone"]


@pytest.mark.parametrize(("die", "life"), [(10, "up"), (9, "stable")])
@pytest.mark.rule("DYI-08")
def test_first_aid_wakes_who_was_knocked_out_in_2024(die, life):
    """An action and a DC 10 Medicine check wake it (SRD 5.2, "Knocking Out a Creature")."""
    battle = fight("S T A", first="S", rules="2024", S="striker", T="fighter:1 hp=6/40")
    fell(battle, amount=8, answer="Knock out")
    battle.do("pass")
    wait_for(battle, "A")
    medicine = 1  # the fighter's Wisdom of 12

    battle.script_dice([die - medicine])
    battle.do("Stabilize", target="T")

    assert battle["T"].life == life


@BOTH
@pytest.mark.rule("DYI-08")
def test_damage_fells_who_was_knocked_out(rules):
    """At 1 hit point [2024] it drops like anybody; at 0 [2014] a failure is counted."""
    battle = scene(rules)
    fell(battle, amount=8, answer="Knock out")

    battle.script_dice([15, 15, 2, 2])
    battle.do("Slashing", target="T")
    if rules == "2024":
        answers = {battle.describe(action): action for action in battle.legal_actions()}
        battle.step(answers["Strike to kill"])

    assert (battle["T"].life, battle["T"].hit_points) == ("dying", 0)
    assert battle["T"].record.death_failures == (2 if rules == "2014" else 0)
