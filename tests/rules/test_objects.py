"""Interacting with objects. TRN-03."""

import pytest

from .conftest import can, fight, squares, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
ARMED = {"A": {"equipment": ["longsword", "dagger", "shortsword"]}}  # the longsword is in hand


def armed(text="A . . T", rules="2014", **options):
    """Begin a fight of a fighter with three weapons, one of them in hand."""
    return fight(
        text, first="A", rules=rules, A="fighter:1", T="commoner hp=50/50", changes=ARMED, **options
    )


@BOTH
@pytest.mark.rule("TRN-03")
def test_one_interaction_is_free(rules):
    """
    Stowing (or drawing) a weapon takes neither action nor bonus action, once a turn (SRD 5.1,
    "Other Activity on Your Turn").
    """
    battle = armed(rules=rules)

    battle.do("Stow", option="first")

    assert battle["A"].record.main_hand == 0
    assert can(battle, "Dodge") and battle["A"].record.actions == 1


@BOTH
@pytest.mark.rule("TRN-03")
def test_a_second_one_takes_the_action(rules):
    """
    A second object in one turn takes the action: Use an Object (SRD 5.1), Utilize (SRD 5.2); and
    there is none for a third.
    """
    battle = armed(rules=rules)

    battle.do("Stow", option="first")
    battle.do("Draw", option="second")
    assert battle["A"].record.main_hand == 2
    assert not can(battle, "Dodge") and not can(battle, "Attack")
    assert not can(battle, "Draw") and not can(battle, "Stow")

    battle.do("pass")
    wait_for(battle, "A")
    assert can(battle, "Stow") and can(battle, "Dodge")


@BOTH
@pytest.mark.rule("TRN-03")
def test_a_door_during_a_move(rules):
    """
    A creature may open a door in the course of its move and go on through it (SRD 5.1, "Interacting
    with Objects Around You").
    """
    battle = armed("A . + . . . T", rules)
    assert (3, 0) not in squares(battle)

    battle.do("move", square=(1, 0))
    battle.do("Use door")
    battle.do("move", square=(4, 0))

    assert battle["A"].square == (4, 0)
    assert can(battle, "Dodge")
    assert max(x for x, _ in squares(battle)) == 5  # 30 ft in all, and T stands on (6, 0)


@BOTH
@pytest.mark.rule("TRN-03")
def test_a_door_can_be_closed_with_the_action(rules):
    """Opening it was the free one; closing it behind oneself takes the action."""
    battle = armed("A + . . T", rules)

    battle.do("Use door")
    battle.do("move", square=(2, 0))
    battle.do("Use door")

    assert not can(battle, "Dodge")
    assert (0, 0) not in squares(battle)


@BOTH
@pytest.mark.rule("TRN-03")
def test_letting_go_is_no_interaction(rules):
    """What is dropped leaves the hand at no cost, and can be picked up as the interaction."""
    battle = armed(rules=rules)

    battle.do("Drop item", option="first")
    assert battle["A"].record.main_hand == 0 and battle["A"].record.interactions == 1
    battle.do("Pick up")

    assert battle["A"].record.main_hand == 1
    assert battle["A"].record.interactions == 0
    assert can(battle, "Dodge")


@BOTH
@pytest.mark.rule("TRN-03")
def test_picking_up_may_take_the_action(rules):
    """Picking up a weapon as the second interaction of a turn takes the action."""
    battle = armed(rules=rules)

    battle.do("Drop item", option="first")
    battle.do("Draw", option="second")
    battle.do("Pick up")

    assert battle["A"].record.interactions == 0
    assert not can(battle, "Dodge") and not can(battle, "Draw")


@pytest.mark.rule("TRN-03")
@pytest.mark.rule("EQP-01")
@pytest.mark.parametrize(("rules", "interactions"), [("2014", 0), ("2024", 1)])
def test_drawing_in_the_course_of_an_attack(rules, interactions):
    """
    The free interaction may draw the weapon of the attack (SRD 5.1, "Other Activity on Your Turn");
    in 2024 an attack of the Attack action equips it at no cost (SRD 5.2, "Attack").
    """
    battle = armed("A T . .", rules)

    battle.do("Drop item", option="first")
    battle.script_dice([10, 4])
    battle.do("Dagger", target="T")

    assert battle["A"].record.main_hand == 2
    assert battle["A"].record.interactions == interactions


@pytest.mark.rule("TRN-03")
@pytest.mark.rule("EQP-01")
@pytest.mark.parametrize(("rules", "may"), [("2014", False), ("2024", True)])
def test_no_weapon_is_drawn_after_the_free_interaction(rules, may):
    """
    In 2014 the interaction that stowed one weapon is not there to draw another for the attack
    (SRD 5.1, "Other Activity on Your Turn"; SRD 5.2, "Attack").
    """
    battle = armed("A T . .", rules)
    assert can(battle, "Longsword")

    battle.do("Stow", option="first")

    assert can(battle, "Dagger") == may


@BOTH
@pytest.mark.rule("TRN-03")
def test_who_cannot_act_uses_no_objects(rules):
    """An incapacitated creature handles nothing."""
    battle = armed("A + . T", rules)
    battle["A"].give("incapacitated")

    assert not any(can(battle, verb) for verb in ("Draw", "Stow", "Use door", "Drop item"))


@BOTH
@pytest.mark.rule("TRN-03")
@pytest.mark.parametrize(("hidden", "may"), [(False, False), (True, True)])
def test_a_door_does_not_close_on_somebody(rules, hidden, may):
    """
    A door with somebody in it cannot be closed; where nobody is known to be it can be tried, and
    stays open.
    """
    battle = armed("A \\ . T", rules)
    battle["T"].square = (1, 0)
    if hidden:
        battle["T"].give("invisible")
        battle["T"].record.hidden_from = 1 << battle["A"].index
        battle.refresh()

    assert can(battle, "Use door") == may
    if may:
        battle.do("Use door")
        assert battle.state.objects[0].is_open
        assert battle["A"].record.interactions == 0
