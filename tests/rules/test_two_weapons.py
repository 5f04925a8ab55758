"""Fighting with two weapons. ATK-12."""

import pytest

from .conftest import can, fight, lines

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def armed(rules, *equipment, hero="rogue:1", scores=None, **build):
    """Somebody with weapons in hand beside one target; another stands farther off."""
    abilities = dict.fromkeys(SCORES, 10) | (scores or {"dexterity": 16})
    return fight(
        "A T . U", first="A", rules=rules, A=hero, T="commoner hp=90/90", U="commoner hp=90/90",
        minor_decisions="auto",
        changes={"A": {"equipment": list(equipment), "abilities": abilities} | build},
    )  # fmt: skip


def attack(battle, activity, *dice, target="T"):
    battle.script_dice(dice, strict=True)
    before = battle[target].hit_points
    battle.do(activity, target=target)
    battle.script_dice([])
    return before - battle[target].hit_points


@BOTH
@pytest.mark.rule("ATK-12")
def test_the_second_weapon_strikes_without_the_ability_modifier(rules):
    """
    1d4 + 3 with the one, a bonus action for 1d4 with the other (SRD 5.1, "Two-Weapon Fighting").
    """
    battle = armed(rules, "club", "club", scores={"strength": 16})

    first = attack(battle, "Club", 15, 4)
    second = attack(battle, "Club 2 (off hand)", 15, 4)

    assert (first, second) == (4 + 3, 4)
    assert battle["A"].record.bonus_actions == 0


@BOTH
@pytest.mark.rule("ATK-12")
def test_a_negative_modifier_counts(rules):
    """A Strength of 6 takes 2 off with either hand (SRD 5.1, "Two-Weapon Fighting")."""
    battle = armed(rules, "club", "club", hero="fighter:1", scores={"strength": 6})

    first = attack(battle, "Club", 15, 4)
    second = attack(battle, "Club 2 (off hand)", 15, 4)

    assert (first, second) == (2, 2)


@BOTH
@pytest.mark.rule("ATK-12")
def test_a_fighting_style_adds_the_modifier(rules):
    """Two-weapon fighting as a style."""
    battle = armed(
        rules, "club", "club", hero="fighter:1", scores={"strength": 16}, styles=["two_weapon"]
    )  # fmt: skip
    attack(battle, "Club", 15, 4)

    assert attack(battle, "Club 2 (off hand)", 15, 4) == 4 + 3


@BOTH
@pytest.mark.rule("ATK-12")
def test_it_follows_the_attack_action(rules):
    """Neither before it nor instead of it."""
    battle = armed(rules, "shortsword", "shortsword")
    assert not can(battle, "Shortsword 2 (off hand)")
    assert not can(battle, "Shortsword (off hand)")

    battle.do("Dodge")

    assert not can(battle, "Shortsword 2 (off hand)")


@BOTH
@pytest.mark.rule("ATK-12")
def test_it_is_the_other_weapon_and_only_once(rules):
    """A different light weapon, one bonus action a turn."""
    battle = armed(rules, "club", "club")
    attack(battle, "Club", 1)
    assert not can(battle, "Club (off hand)")

    attack(battle, "Club 2 (off hand)", 1)

    assert not can(battle, "Club 2 (off hand)")


@BOTH
@pytest.mark.parametrize("pair", [("longsword", "shortsword"), ("shortsword", "longsword"),
                                  ("shortsword",), ("rapier", "dagger")])  # fmt: skip
@pytest.mark.rule("ATK-12")
def test_both_weapons_are_light(rules, pair):
    """A longsword or rapier is not, and one weapon alone is not two."""
    battle = armed(rules, *pair, hero="fighter:1")

    attack(battle, pair[0].capitalize(), 1)

    assert not any("off hand" in battle.describe(a) for a in battle.legal_actions())


@BOTH
@pytest.mark.rule("ATK-12")
def test_an_unarmed_strike_does_not_open_it(rules):
    """The attack has to be one with a light weapon."""
    battle = armed(rules, "shortsword", "shortsword")

    battle.script_dice([1])
    battle.do("Unarmed strike", target="T")

    assert not any("off hand" in battle.describe(a) for a in battle.legal_actions())


@BOTH
@pytest.mark.rule("ATK-12")
def test_one_of_them_may_be_thrown(rules):
    """A dagger may fly instead (SRD 5.1, "Two-Weapon Fighting")."""
    battle = armed(rules, "shortsword", "dagger")
    attack(battle, "Shortsword", 15, 4)

    assert can(battle, "Dagger (thrown) (off hand)")


@BOTH
@pytest.mark.rule("ATK-12")
def test_only_in_2024_a_ranged_weapon_will_do(rules):
    """
    2014: both are melee weapons; 2024: a hand crossbow is light too
    (SRD 5.1, "Two-Weapon Fighting"; SRD 5.2, "Light").
    """
    battle = armed(rules, "shortsword", "hand_crossbow", "20 bolt", hero="fighter:1")

    attack(battle, "Shortsword", 15, 4)

    assert can(battle, "Hand Crossbow (off hand)") == (rules == "2024")


@pytest.mark.rule("ATK-12")
def test_only_in_2024_a_shot_opens_it():
    """A shot with a hand crossbow, then a stab with a shortsword."""
    legal = {}
    for rules in ("2014", "2024"):
        battle = armed(rules, "hand_crossbow", "shortsword", "20 bolt", hero="fighter:1")
        battle.script_dice([1, 1])
        battle.do("Hand Crossbow", target="U")
        legal[rules] = can(battle, "Shortsword (off hand)")

    assert legal == {"2014": False, "2024": True}


@pytest.mark.rule("ATK-12")
@pytest.mark.rule("ATK-17")
def test_nick_makes_it_part_of_the_attack_action():
    """
    With the Nick mastery of a dagger the extra attack costs no bonus action, and there is one of it
    a turn (SRD 5.2, "Nick").
    """
    battle = armed("2024", "shortsword", "dagger")
    attack(battle, "Shortsword", 1)

    attack(battle, "Dagger (off hand)", 1)

    assert battle["A"].record.bonus_actions == 1
    assert not any("off hand" in battle.describe(a) for a in battle.legal_actions())
    assert len(lines(battle, "attack")) == 2


@pytest.mark.rule("ATK-12")
@pytest.mark.rule("ATK-17")
def test_nick_and_a_bonus_action_do_not_add_up():
    """Nick moves the one extra attack; it gives no second one (SRD 5.2, "Nick")."""
    battle = armed("2024", "dagger", "dagger")
    attack(battle, "Dagger", 1)
    attack(battle, "Dagger 2 (off hand)", 1)

    assert not any("off hand" in battle.describe(a) for a in battle.legal_actions())
