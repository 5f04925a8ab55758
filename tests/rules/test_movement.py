"""Movement: one budget of feet, split and shared between modes; standing up, crawling.

MOV-01 to MOV-03, MOV-06, MOV-07.
"""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, lines, say, squares, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])


def street(who: str, length: int = 16, **options) -> Battle:
    """A lone mover A at the west end of a street; its foe Z is walled off at the east end."""
    row = "A" + "." * (length - 3) + "#Z"
    return fight(row, A=f"{who} side=0", Z="commoner", first="A", **options)


def far(battle: Battle) -> int:
    """Return how many columns to the east A can still go."""
    at = battle["A"].square[0]
    return max(x for x, _ in squares(battle) | {(at, 0)}) - at


# --- the budget ----------------------------------------------------------------------------------


@pytest.mark.rule("MOV-01")
@EDITIONS
def test_a_move_may_use_all_of_the_speed(rules):
    """On its turn a creature may move as far as its speed (SRD 5.1, "Movement and Position")."""
    battle = street("fighter:1", rules=rules)

    assert far(battle) == 6
    battle.do("move", square=(6, 0))

    assert battle["A"].square == (6, 0)
    assert squares(battle) == set()


@pytest.mark.rule("MOV-01")
@EDITIONS
def test_all_modes_draw_on_one_budget(rules):
    """Walking, crawling and flying are taken off one and the same budget."""
    battle = street("drake", rules=rules)  # walks 30 ft, flies 40

    battle.do("move", square=(1, 0))
    battle.do("Drop prone")
    battle.do("move", square=(2, 0))  # a square of crawling: 10 ft
    assert battle["A"].record.moved_ft == 15
    battle.do("Stand up")  # 15 ft

    assert squares(battle) == set()
    battle.do("Fly", option="up_0")
    assert far(battle) == 2  # 40 - 30


@pytest.mark.rule("MOV-02")
@EDITIONS
def test_a_move_is_split_around_the_action(rules):
    """Speed 30: 10 ft, the action, 20 ft."""
    battle = street("fighter:1", rules=rules)

    battle.do("move", square=(2, 0))
    battle.do("Dodge")

    assert far(battle) == 4


@pytest.mark.rule("MOV-02")
@EDITIONS
def test_a_move_is_split_around_the_bonus_action(rules):
    """A bonus action may come in the middle of a move as well."""
    battle = street("fighter:1 hp=5", rules=rules)

    battle.do("move", square=(3, 0))
    battle.do("Second Wind")

    assert far(battle) == 3


@pytest.mark.rule("MOV-02")
@EDITIONS
def test_a_move_is_split_between_the_attacks_of_a_multiattack(rules):
    """Speed 25 with two attacks: 10 ft, an attack, 15 ft, the other attack."""
    battle = fight(
        "A . . . . . . / . . T . . . . / . . . . . . U",
        A="soldier side=0", T="commoner incapacitated", U="commoner ac=30", first="A", rules=rules,
    )  # fmt: skip

    battle.do("move", square=(2, 0))
    battle.script_dice([1])
    battle.do("Sword", target="T")
    battle.do("move", square=(5, 1))
    battle.script_dice([1])
    battle.do("Sword", target="U")

    assert squares(battle) == set()
    assert not can(battle, "Sword")


@pytest.mark.rule("MOV-02")
@EDITIONS
def test_a_move_is_split_between_the_attacks_of_the_attack_action(rules):
    """Extra Attack: one attack, a move, the other attack."""
    battle = fight(
        "A T . . / . . . . / . . . U",
        A="fighter:5", T="commoner incapacitated", U="commoner", first="A", rules=rules,
    )  # fmt: skip

    battle.script_dice([1])
    battle.do("Longsword", target="T")
    battle.do("move", square=(2, 1))
    battle.script_dice([1])
    battle.do("Longsword", target="U")

    assert not can(battle, "Longsword")


@pytest.mark.rule("MOV-02")
@EDITIONS
def test_no_move_between_the_rays_of_a_spell(rules):
    """The rays of one spell are one action's work: no step in between."""
    battle = fight("A . . . T", A="wizard:5", T="commoner ac=30", first="A", rules=rules)
    assert squares(battle)

    battle.script_dice([1, 1, 1])
    say(battle, "Scorching Ray")
    say(battle, "Level 2")
    say(battle, "T")

    assert battle.decision == "target"
    assert squares(battle) == set()


# --- several speeds ------------------------------------------------------------------------------


@pytest.mark.rule("MOV-03")
@EDITIONS
def test_what_has_been_moved_is_taken_off_the_other_speed(rules):
    """Walk 30, fly 60: flying 20 ft, walking 10 and flying 30 is legal, and uses it all up."""
    battle = street("gargoyle", 20, rules=rules)

    battle.do("Fly", option="up_0")
    battle.do("move", square=(4, 0))
    battle.do("Land")
    assert far(battle) == 2
    battle.do("move", square=(6, 0))
    battle.do("Fly", option="up_0")
    assert far(battle) == 6
    battle.do("move", square=(12, 0))

    assert squares(battle) == set()


@pytest.mark.rule("MOV-03")
@EDITIONS
def test_a_mode_whose_speed_is_used_up_cannot_be_used(rules):
    """Walk 30, fly 40: flying 10 ft and walking 10 leaves 20 of flying; then walking is over."""
    battle = street("drake", rules=rules)

    battle.do("Fly", option="up_0")
    battle.do("move", square=(2, 0))
    battle.do("Land")
    battle.do("move", square=(4, 0))
    battle.do("Fly", option="up_0")
    assert far(battle) == 4
    battle.do("move", square=(6, 0))  # 30 ft in all
    battle.do("Land")

    assert squares(battle) == set()


@pytest.mark.rule("MOV-03")
def test_a_change_of_speed_changes_special_speeds_alike():
    """SRD 5.2: what is added to Speed is added to each special speed."""
    battle = street("gargoyle", rules="2024")
    caster = fight(
        "A G . . # Z", A="wizard:1", G="gargoyle side=0", Z="commoner", first="A", rules="2024",
        changes={"A": {"more_spells": ["longstrider"]}},
    )  # fmt: skip
    assert battle["A"].speed_ft["fly"] == 60

    caster.do("Longstrider", target="G")

    assert caster["G"].speed_ft["walk"] == 40
    assert caster["G"].speed_ft["fly"] == 70


@pytest.mark.rule("MOV-03")
def test_what_slows_slows_special_speeds_alike():
    """SRD 5.2: a gargoyle at half its speed walks 15 ft and flies 30."""
    battle = fight(
        "T . G . # Z", T="proctor", G="gargoyle side=0", Z="commoner", first="T", rules="2024"
    )

    battle.do("Hobble", target="G")

    assert (battle["G"].speed_ft["walk"], battle["G"].speed_ft["fly"]) == (15, 30)


@pytest.mark.rule("MOV-03")
@pytest.mark.case("B091")
@EDITIONS
def test_a_bonus_counts_once_for_each_mode(rules):
    """A bonus of 10 ft is added to each speed once, also where one speed equals the other."""
    battle = fight(
        "A G . . # Z", A="wizard:1", G="ape side=0", Z="commoner", first="A", rules=rules,
        changes={"A": {"more_spells": ["longstrider"]}},
    )  # fmt: skip
    assert battle["G"].speed_ft["walk"] == battle["G"].speed_ft["climb"] == 30

    battle.do("Longstrider", target="G")

    assert battle["G"].speed_ft["walk"] == battle["G"].speed_ft["climb"] == 40
    assert battle["G"].speed_ft["fly"] == 0


# --- prone ---------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-06")
@EDITIONS
def test_dropping_prone_costs_nothing(rules):
    battle = street("fighter:1", rules=rules)

    battle.do("Drop prone")

    assert "prone" in battle["A"].conditions
    assert battle["A"].record.moved_ft == 0
    assert battle["A"].record.actions == 1


@pytest.mark.rule("MOV-06")
@pytest.mark.parametrize(("rules", "may"), [("2014", True), ("2024", False)])
def test_dropping_prone_at_speed_0(rules, may):
    """SRD 5.2: not while the speed is 0."""
    battle = street("fighter:1 restrained", rules=rules)

    assert can(battle, "Drop prone") is may


@pytest.mark.rule("MOV-06")
@EDITIONS
@pytest.mark.parametrize(("who", "cost"), [("fighter:1", 15), ("soldier", 12)])
def test_standing_up_takes_half_the_speed(rules, who, cost):
    """Speed 30: 15 ft; speed 25: 12 ft."""
    battle = street(f"{who} prone", rules=rules)

    battle.do("Stand up")

    assert "prone" not in battle["A"].conditions
    assert battle["A"].record.moved_ft == cost


@pytest.mark.rule("MOV-06")
@EDITIONS
def test_dash_does_not_make_standing_up_dearer(rules):
    """Half the speed, not half of what Dash makes of it: 45 of 60 ft are left."""
    battle = street("fighter:1 prone", rules=rules)

    battle.do("Dash")
    battle.do("Stand up")

    assert battle["A"].record.moved_ft == 15
    assert far(battle) == 9


@pytest.mark.rule("MOV-06")
@EDITIONS
def test_no_standing_up_with_less_left(rules):
    """Ten feet of crawling, twice, leave 10 ft of 30: too few for the 15 that standing up takes."""
    battle = street("fighter:1 prone", rules=rules)
    assert can(battle, "Stand up")

    battle.do("move", square=(2, 0))

    assert not can(battle, "Stand up")


@pytest.mark.rule("MOV-06")
@EDITIONS
def test_no_standing_up_at_speed_0(rules):
    battle = street("fighter:1 prone restrained", rules=rules)

    assert not can(battle, "Stand up")


@pytest.mark.rule("MOV-07")
@pytest.mark.rule("MOV-05")
@EDITIONS
def test_a_prone_creature_crawls(rules):
    """Crawling takes 1 extra foot a foot: 15 ft of a speed of 30."""
    battle = street("fighter:1 prone", rules=rules)

    assert far(battle) == 3
    battle.do("move", square=(3, 0))

    assert battle["A"].record.moved_ft == 30
    assert "prone" in battle["A"].conditions


@pytest.mark.rule("MOV-07")
@EDITIONS
def test_crawling_over_difficult_terrain(rules):
    """3 ft a foot: two squares of rubble take 30 ft."""
    battle = fight("A : : : : # Z", A="fighter:1 prone", first="A", rules=rules)

    assert far(battle) == 2
    battle.do("move", square=(2, 0))

    assert battle["A"].record.moved_ft == 30


@pytest.mark.rule("MOV-07")
@EDITIONS
def test_a_prone_creature_neither_flies_nor_jumps(rules):
    """All that it can do is crawl."""
    battle = street("gargoyle prone", rules=rules)

    assert not can(battle, "Fly")
    assert not can(battle, "Jump")


@pytest.mark.rule("MOV-07")
@pytest.mark.case("B082")
@EDITIONS
def test_a_prone_creature_may_teleport(rules):
    """Teleporting is no crawling, and costs no movement, over rubble neither."""
    battle = fight("A : : : . . # Z", A="wizard:3 prone", first="A", rules=rules)

    battle.do("Misty Step", square=(5, 0))

    assert battle["A"].square == (5, 0)
    assert battle["A"].record.moved_ft == 0
    assert "prone" in battle["A"].conditions
    assert not lines(battle, "moves")


@pytest.mark.rule("MOV-01")
@EDITIONS
def test_movement_comes_back_with_the_turn(rules):
    """What was moved in a turn is not counted in the next one."""
    battle = street("fighter:1", rules=rules)

    battle.do("move", square=(6, 0))
    battle.do("end turn")
    wait_for(battle, "A")

    assert far(battle) == 6
