"""The turn: move, action, bonus action. TRN-01, TRN-02."""

import pytest

from .conftest import can, fight, squares, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
CUNNING = ["Cunning Action: Dash", "Cunning Action: Disengage"]


@BOTH
@pytest.mark.rule("TRN-01")
@pytest.mark.parametrize("moves_first", [True, False])
def test_a_turn_is_a_move_and_an_action_in_either_order(rules, moves_first):
    """
    On its turn a creature may move up to its speed and take one action, and says which comes first
    (SRD 5.1, "Your Turn").
    """
    battle = fight("A . . . . . . . . T", first="A", rules=rules, A="commoner side=0", T="commoner")

    if moves_first:
        battle.do("move", square=(6, 0))
        battle.do("Dodge")
    else:
        battle.do("Dodge")
        battle.do("move", square=(6, 0))

    assert battle.decider == "A" and battle["A"].square == (6, 0)
    assert squares(battle) == set()
    assert not any(can(battle, action) for action in ("Dash", "Dodge", "Disengage", "Club"))


@BOTH
@pytest.mark.rule("TRN-01")
def test_no_more_than_its_speed(rules):
    """A speed of 30 feet is six squares (SRD 5.1, "Your Turn")."""
    battle = fight("A . . . . . . . . T", first="A", rules=rules, A="commoner side=0", T="commoner")

    assert squares(battle) == {(x, 0) for x in range(1, 7)}


@BOTH
@pytest.mark.rule("TRN-01")
def test_the_turn_may_be_ended_at_any_time(rules):
    """Move, action or both can be forgone: one may always end it (SRD 5.1, "Your Turn")."""
    battle = fight("A . . . T", first="A", rules=rules, A="rogue:2", T="commoner")

    assert can(battle, "End the turn")
    battle.do("move", square=(1, 0))
    assert can(battle, "End the turn")
    battle.do("Dodge")
    assert can(battle, "End the turn")
    battle.do("Cunning Action: Dash")
    assert can(battle, "End the turn")
    battle.do("pass")

    assert battle.decider == "T"


@BOTH
@pytest.mark.rule("TRN-01")
def test_what_was_not_used_is_lost(rules):
    """The next turn brings one action and the speed, no more (SRD 5.1, "Your Turn")."""
    battle = fight("A . . . . . . . . T", first="A", rules=rules, A="commoner side=0", T="commoner")

    battle.do("pass")
    wait_for(battle, "A")
    battle.do("Dodge")

    assert battle.round_number == 2
    assert not can(battle, "Dodge")
    assert max(x for x, _ in squares(battle)) == 6


@BOTH
@pytest.mark.rule("TRN-02")
def test_a_bonus_action_needs_something_that_grants_one(rules):
    """
    Who has no feature, spell or rule that grants a bonus action has none to take (SRD 5.1, "Bonus
    Actions").
    """
    battle = fight("A . . T", first="A", rules=rules, A="rogue:1", T="commoner")
    assert battle["A"].record.bonus_actions == 1

    assert not any(can(battle, words) for words in CUNNING)

    battle = fight("A . . T", first="A", rules=rules, A="rogue:2", T="commoner")
    assert all(can(battle, words) for words in CUNNING)


@BOTH
@pytest.mark.rule("TRN-02")
def test_one_bonus_action_a_turn(rules):
    """Of several bonus actions one can be taken in a turn (SRD 5.1, "Bonus Actions")."""
    battle = fight("A . . T", first="A", rules=rules, A="rogue:2", T="commoner")

    battle.do("Cunning Action: Disengage")

    assert not any(can(battle, words) for words in CUNNING)
    assert can(battle, "Dash")  # the action is still there
    battle.do("pass")
    wait_for(battle, "A")
    assert all(can(battle, words) for words in CUNNING)


@BOTH
@pytest.mark.rule("TRN-02")
@pytest.mark.parametrize("before", [[], ["Dodge"], ["move"], ["Dodge", "move"]])
def test_a_bonus_action_at_any_moment_of_the_turn(rules, before):
    """Its owner chooses when, before or after move and action (SRD 5.1, "Bonus Actions")."""
    battle = fight("A . . T", first="A", rules=rules, A="fighter:1 hp=5", T="commoner")

    for what in before:
        battle.do(what, square=(1, 0) if what == "move" else None)
    battle.script_dice([4], strict=True)
    battle.do("Second Wind")

    assert battle["A"].hit_points == 5 + 4 + 1
    assert can(battle, "Dodge") == ("Dodge" not in before)


@BOTH
@pytest.mark.rule("TRN-02")
def test_who_cannot_act_has_no_bonus_action(rules):
    """What takes away the actions takes away the bonus action (SRD 5.1, "Bonus Actions")."""
    battle = fight("A . . T", first="A", rules=rules, A="rogue:2", T="commoner")
    battle["A"].give("incapacitated")

    assert not any(can(battle, words) for words in [*CUNNING, "Dash", "Dodge"])
    assert can(battle, "Move to (1, 0)")  # an incapacitated creature can still move
