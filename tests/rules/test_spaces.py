"""The spaces of creatures: passing through, sharing, squeezing. MOV-08, MOV-10, MOV-11."""

import pytest

from dnd_env.envs.battle import Battle

from .conftest import can, fight, how, lines, squares, targets, wait_for

EDITIONS = pytest.mark.parametrize("rules", ["2014", "2024"])
SIZES = [
    ("mouse", 1), ("goblin", 1), ("commoner", 1), ("ogre", 2), ("mammoth", 3), ("colossus", 4),
]  # fmt: skip


def corridor(mover: str, other: str, **options) -> Battle:
    """A and B in a corridor one square wide, an enemy of A's walled off at its end."""
    return fight("A B . . # Z", A=mover, B=other, Z="commoner side=1", first="A", **options)


def passes(battle: Battle) -> bool:
    """Can A get past B, to the east?"""
    return any(x > battle["B"].square[0] for x, _ in squares(battle))


# --- passing through -----------------------------------------------------------------------------


@pytest.mark.rule("MOV-08")
@EDITIONS
def test_through_a_friends_space(rules):
    """One may pass through the space of a creature that is not hostile, but not stop in it."""
    battle = corridor("fighter:1", "commoner side=0", rules=rules)

    assert passes(battle)
    assert (1, 0) not in squares(battle)


@pytest.mark.rule("MOV-08")
@pytest.mark.case("B083")
@EDITIONS
def test_a_hostile_of_like_size_bars_the_way(rules):
    """A hostile's space only if it is two sizes larger or smaller."""
    battle = corridor("fighter:1", "goblin", rules=rules)

    assert not passes(battle)


@pytest.mark.rule("MOV-08")
@pytest.mark.case("B083")
@EDITIONS
@pytest.mark.parametrize(("other", "may"), [("mammoth", True), ("ogre", False)])
def test_a_medium_creature_through_a_larger_foe(rules, other, may):
    """Through a Huge foe, yes; through a Large one, no."""
    rows = {"mammoth": "A B . . . . # / . . . . . . # / . . . . . . # / # # # # # # Z",
            "ogre": "A B . . . # / . . . . . # / # # # # # Z"}  # fmt: skip
    battle = fight(rows[other], A="fighter:1", B=other, Z="commoner", first="A", rules=rules)
    beyond = {"mammoth": 4, "ogre": 3}[other]

    battle.do("Dash")

    assert any(x >= beyond for x, _ in squares(battle)) is may


@pytest.mark.rule("MOV-08")
@EDITIONS
def test_a_tiny_creature_through_a_medium_foe(rules):
    battle = corridor("mouse side=0", "commoner side=1", rules=rules)

    assert passes(battle)


@pytest.mark.rule("MOV-08")
@pytest.mark.case("B083")
@pytest.mark.parametrize(("rules", "may"), [("2014", False), ("2024", True)])
@pytest.mark.parametrize("condition", ["incapacitated", "stunned", "unconscious"])
def test_through_an_incapacitated_foe(rules, may, condition):
    """SRD 5.2 only."""
    battle = corridor("fighter:1", f"goblin {condition}", rules=rules)

    assert passes(battle) is may


@pytest.mark.rule("MOV-08")
@pytest.mark.parametrize(("rules", "may"), [("2014", False), ("2024", True)])
def test_a_small_creature_through_a_tiny_foe(rules, may):
    """[2024] A Tiny creature's space is open to all; [2014] a Small one is one size apart."""
    battle = corridor("goblin side=0", "mouse side=1", rules=rules)

    assert passes(battle) is may


@pytest.mark.rule("MOV-08")
@pytest.mark.case("B083")
@EDITIONS
def test_a_swarm_shares_a_space(rules):
    """A swarm may be in another creature's space, and stay there."""
    battle = corridor("swarm_of_rats side=0", "commoner side=1", rules=rules)

    assert (1, 0) in squares(battle)
    battle.do("move", square=(1, 0))
    battle.do("end turn")

    assert battle["A"].square == battle["B"].square
    assert "prone" not in battle["A"].conditions


@pytest.mark.rule("MOV-08")
@EDITIONS
def test_over_the_dead(rules):
    """A corpse is no creature in the way, and no difficult terrain."""
    battle = fight(
        "A B . . # Z", A="wizard:1", B="commoner side=1 hp=1", Z="commoner", first="A",
        rules=rules,
    )  # fmt: skip
    battle.do("Magic Missile", target=["B", "B", "B"])
    assert battle["B"].life == "dead"

    battle.do("move", square=(1, 0))

    assert battle["A"].record.moved_ft == 5


@pytest.mark.rule("MOV-08")
@pytest.mark.parametrize(
    ("rules", "mover", "other", "prone"),
    [
        ("2014", "goblin", "commoner", False),
        ("2024", "goblin", "commoner", True),
        ("2024", "commoner", "commoner", True),
        ("2024", "mouse", "commoner", False),  # Tiny
        ("2024", "commoner", "goblin", False),  # the larger
    ],
)
def test_who_ends_its_turn_in_anothers_space(rules, mover, other, prone):
    """SRD 5.2: it falls prone, unless it is Tiny or larger than the other."""
    battle = corridor(f"{mover} side=0", f"{other} side=0", rules=rules)
    battle["A"].square = (1, 0)  # thrown there, say

    battle.do("end turn")

    assert ("prone" in battle["A"].conditions) is prone


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-10")
@EDITIONS
@pytest.mark.parametrize(("entry", "width"), SIZES)
def test_squares_across(rules, entry, width):
    """Tiny to Medium 1, Large 2, Huge 3, Gargantuan 4 squares across."""
    battle = fight(
        "A . . . Z / . . . . # / . . . . # / . . . . #", A=entry, Z="commoner side=2", rules=rules
    )

    assert battle["A"].record.width == width


AROUND_MEDIUM = "A A A / A T A / A A A"
AROUND_MEDIUM_LARGE = "O . . O . / . . . . . / . . T . . / O . . O . / . . . . ."
AROUND_GARGANTUAN = (
    "A A A A A A / A T . . . A / A . . . . A / A . . . . A / A . . . . A / A A A A A A"
)


@pytest.mark.rule("MOV-10")
@EDITIONS
@pytest.mark.parametrize(
    ("text", "around", "who", "count"),
    [
        (AROUND_MEDIUM, {"A": "commoner side=0"}, "commoner", 8),
        (AROUND_MEDIUM_LARGE, {"O": "ogre side=0"}, "commoner", 4),
        (AROUND_GARGANTUAN, {"A": "commoner side=0"}, "colossus", 20),
    ],
)
def test_room_around_a_creature(rules, text, around, who, count):
    """Around one Medium: eight Medium, or four Large; around a Gargantuan: twenty Medium."""
    battle = fight(text, T=f"{who} side=1", first="T", rules=rules, skip_single=False, **around)

    assert len(targets(battle, "Unarmed strike")) == count  # that reaches 5 ft


@pytest.mark.rule("MOV-10")
@EDITIONS
def test_a_medium_creature_blocks_a_doorway(rules):
    """A doorway 5 ft wide is barred to foes by who stands in it."""
    battle = fight(
        ". . # . . / A . B . . / . . # . Z", A="fighter:1", B="guard", Z="commoner",
        first="A", rules=rules,
    )  # fmt: skip

    battle.do("Dash")

    assert not passes(battle)


@pytest.mark.rule("MOV-10")
@EDITIONS
def test_four_tiny_creatures_to_a_square(rules):
    """Up to four share a square; a fifth finds no room."""
    battle = fight(
        "A M M M M . # Z", A="mouse side=0", M="mouse side=0", Z="commoner", first="A", rules=rules
    )
    for number in range(1, 4):
        battle[f"M {number}"].square = (1, 0)
    assert (1, 0) in squares(battle)

    battle["M 4"].square = (1, 0)

    assert (1, 0) not in squares(battle)


# --- squeezing -----------------------------------------------------------------------------------


def passage(who: str = "ogre side=0", **options) -> Battle:
    """A Large creature before a passage 5 ft wide."""
    text = "A . # # # # Z / . . . . . . # / # # # # # # #"
    return fight(text, A=who, Z="commoner", first="A", **options)


@pytest.mark.rule("MOV-11")
@EDITIONS
def test_a_large_creature_fits_a_5_ft_passage_by_squeezing(rules):
    battle = passage(rules=rules)
    assert not any(x > 1 for x, _ in squares(battle))

    battle.do("Squeeze", option="south_east")

    assert battle["A"].record.width == 1
    assert battle["A"].square == (1, 1)
    assert (3, 1) in squares(battle)


@pytest.mark.rule("MOV-11")
@EDITIONS
def test_squeezing_costs_an_extra_foot_a_foot(rules):
    """[2014] 1 extra foot a foot; [2024] the opening is difficult terrain, which is as much."""
    battle = passage(rules=rules)
    battle.do("Squeeze", option="south_east")

    battle.do("move", square=(3, 1))

    assert battle["A"].record.moved_ft == 20


@pytest.mark.rule("MOV-11")
@pytest.mark.parametrize(("rules", "cost"), [("2014", 15), ("2024", 10)])
def test_squeezing_over_rubble(rules, cost):
    """[2014] On top of difficult terrain; [2024] difficult terrain counts once."""
    battle = fight(
        "A . # # # # Z / . . : : . . # / # # # # # # #", A="ogre side=0", Z="commoner", first="A",
        rules=rules,
    )  # fmt: skip
    battle.do("Squeeze", option="south_east")

    battle.do("move", square=(2, 1))

    assert battle["A"].record.moved_ft == cost


@pytest.mark.rule("MOV-11")
@pytest.mark.parametrize(("rules", "hindered"), [("2014", True), ("2024", False)])
def test_squeezed_attack_rolls(rules, hindered):
    """[2014] Disadvantage on its own attack rolls, advantage on attacks against it."""
    battle = fight("A . / . . / T .", A="ogre side=0", T="goblin ac=30", first="A", rules=rules)
    battle.do("Squeeze", option="south_west")

    battle.do("Greatclub", target="T")
    wait_for(battle, "T")
    battle.do("Scimitar", target="A")

    own, against = lines(battle, "attack")[:2]
    assert ("disadvantage: squeezing" in own.reasons) is hindered
    assert ("advantage: squeezing" in against.reasons) is hindered


@pytest.mark.rule("MOV-11")
@pytest.mark.parametrize(("rules", "dice"), [("2014", [18, 2, 5]), ("2024", [18, 5])])
def test_squeezed_dexterity_saves(rules, dice):
    """[2014] Disadvantage: the lower of two d20."""
    battle = fight(
        "A . / . . / C .", A="ogre side=0", C="cleric:1 side=1", first="A", rules=rules,
        minor_decisions="auto",
    )  # fmt: skip
    battle.do("Squeeze", option="north_west")
    wait_for(battle, "C")

    battle.script_dice(dice[:-1])
    battle.do("Sacred Flame", target="A")

    natural = lines(battle, "save")[0].numbers[1]
    assert natural == dice[-2]


@pytest.mark.rule("MOV-11")
@EDITIONS
def test_the_amorphous_do_not_squeeze(rules):
    """Who flows through any opening is neither slowed nor hampered by it (SRD, "Amorphous")."""
    battle = fight(
        "A . # # # Z / . . . T . # / # # # # # #", A="jelly side=0", T="goblin ac=30", Z="commoner",
        first="A", rules=rules,
    )  # fmt: skip
    battle.do("Squeeze", option="south_east")

    battle.do("move", square=(2, 1))
    assert battle["A"].record.moved_ft == 5
    battle.do("Slap", target="T")
    wait_for(battle, "T")
    battle.do("Scimitar", target="A")

    assert [how(event) for event in lines(battle, "attack")] == ["plain", "plain"]


@pytest.mark.rule("MOV-11")
@EDITIONS
def test_spreading_out_needs_room(rules):
    """In the passage there is none; back in the open there is."""
    battle = passage(rules=rules)
    battle.do("Squeeze", option="south_east")
    assert can(battle, "Unsqueeze")

    battle.do("move", square=(3, 1))

    assert not can(battle, "Unsqueeze")
