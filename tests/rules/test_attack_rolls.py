"""Attack rolls: modifiers, the natural 20 and 1, advantage and disadvantage. ATK-01 to ATK-04."""

import pytest

from dnd_env.core.terms import Outcome

from .conftest import fight, how, lines, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def duel(target="commoner hp=90/90", rules="2014", attacker="striker side=0", own="", others=""):
    """Begin a fight of a striker, whose attacks add 10, against one target; then give both the
    conditions named."""
    battle = fight(
        "S T", first="S", rules=rules, S=attacker, T=target, minor_decisions="auto"
    )  # fmt: skip
    for name, conditions in (("S", own), ("T", others)):
        for condition in conditions.split():
            battle[name].give(condition)
    return battle


def attack(battle, *dice, activity="Slashing", target="T"):
    """Have the decider attack, and return the line of the log."""
    battle.script_dice(dice)
    battle.do(activity, target=target)
    return lines(battle, "attack")[-1]


def hits(event):
    return bool(event.numbers[1] >> Outcome.HIT & 1)


def is_critical(event):
    return bool(event.numbers[1] >> Outcome.CRITICAL & 1)


# --- the roll against the armor class ------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("armor_class", "hit"), [(19, True), (20, True), (21, False)])
@pytest.mark.rule("ATK-01")
def test_a_total_of_the_armor_class_hits(rules, armor_class, hit):
    """d20 + 10 with a 10: hits armor class 20, not 21 (SRD 5.1, "Attack Rolls")."""
    battle = duel(f"commoner hp=90/90 ac={armor_class}", rules)

    event = attack(battle, 10, 1)

    assert (event.amount, hits(event)) == (20, hit)
    assert (battle["T"].hit_points == 89) == hit


@BOTH
@pytest.mark.rule("ATK-01")
def test_a_target_has_to_be_in_range(rules):
    """A melee attack is offered against whom it reaches, and against nobody else."""
    battle = fight(
        "S T . U", first="S", rules=rules, S="striker side=0", T="commoner", U="commoner",
        skip_single=False,
    )  # fmt: skip

    assert targets(battle, "Slashing") == {"T"}
    assert targets(battle, "Shot") == {"T", "U"}


@BOTH
@pytest.mark.rule("ATK-01")
def test_cover_and_bonuses_are_added_up(rules):
    """
    A bless of 4 lifts a total of 14 to 18, which hits armor class 16 behind half cover
    (SRD 5.1, "Modifiers to the Roll").
    """
    battle = fight(
        "C . G . T / . . . . .", first="C", rules=rules, C="cleric:1", G="commoner",
        T="commoner ac=16 hp=90/90", changes={"C": {"spells": ["bless", "guiding_bolt"]}},
    )  # fmt: skip
    battle.do("Bless", target=["C"])
    battle.do("pass")
    wait_for(battle, "C")

    event = attack(battle, 9, 4, 1, 1, 1, 1, activity="Guiding Bolt")

    assert event.amount == 9 + 5 + 4
    assert hits(event)


# --- what is added -------------------------------------------------------------------------------


def build(**scores):
    """Scores of 10 but for those given."""
    return {"abilities": dict.fromkeys(SCORES, 10) | scores}


@BOTH
@pytest.mark.parametrize(
    ("hero", "weapon", "activity", "bonus"),
    [
        ("fighter:1", "longsword", "Longsword", 3 + 2),  # Strength
        ("fighter:1", "longbow", "Longbow", 1 + 2),  # Dexterity
        ("fighter:1", "javelin", "Javelin (thrown)", 3 + 2),  # thrown: as it is held
        ("fighter:1", "rapier", "Rapier", 3 + 2),  # finesse: the better
        ("rogue:1", "rapier", "Rapier", 4 + 2),
        ("rogue:1", "dagger", "Dagger (thrown)", 4 + 2),
        ("wizard:1", "greatsword", "Greatsword", 0),  # not proficient
        ("fighter:9", "longsword", "Longsword", 3 + 4),  # the proficiency bonus of level 9
    ],
)
@pytest.mark.rule("ATK-02")
def test_ability_and_proficiency_of_a_weapon_attack(rules, hero, weapon, activity, bonus):
    """
    Strength for melee, Dexterity for ranged weapons; finesse takes the better, thrown weapons
    their own; the proficiency bonus where there is proficiency (SRD 5.1, "Modifiers to the Roll").
    """
    scores = {"fighter": build(strength=16, dexterity=12), "rogue": build(dexterity=18),
              "wizard": build()}[hero.partition(":")[0]]  # fmt: skip
    battle = fight(
        "A T", first="A", rules=rules, A=hero, T="commoner hp=90/90", minor_decisions="auto",
        changes={"A": scores | {"equipment": [weapon, "20 arrow"], "styles": ["defense"]}},
    )  # fmt: skip

    event = attack(battle, 10, 10, activity=activity)

    assert event.amount - event.numbers[0] == bonus


@BOTH
@pytest.mark.rule("ATK-02")
def test_a_spell_attack_uses_the_spellcasting_ability(rules):
    """Intelligence 16 and a proficiency bonus of 2: + 5 (SRD 5.1, "Attack Rolls" of spells)."""
    battle = fight(
        "W . T", first="W", rules=rules, W="wizard:1", T="commoner hp=90/90",
        changes={"W": build(intelligence=16)},
    )  # fmt: skip

    event = attack(battle, 10, activity="Fire Bolt")

    assert event.amount == 15


@BOTH
@pytest.mark.rule("ATK-02")
def test_a_monster_uses_its_stat_block(rules):
    """The printed bonus, whatever its abilities: a wolf bites with + 4."""
    battle = fight("W T", first="W", rules=rules, W="wolf side=0", T="commoner hp=90/90")

    assert attack(battle, 10, 1, 1, activity="Bite").amount == 14


# --- natural 20 and 1 ----------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("ATK-03")
def test_a_natural_20_hits_any_armor_class_and_is_critical(rules):
    """It hits armor class 40, and its dice are rolled twice (SRD 5.1, "Rolling 1 or 20")."""
    battle = duel("commoner hp=90/90 ac=40", rules)

    event = attack(battle, 20, 7, 8)

    assert hits(event) and is_critical(event)
    assert battle["T"].hit_points == 90 - 15


@BOTH
@pytest.mark.rule("ATK-03")
def test_a_natural_1_misses_any_armor_class(rules):
    """It misses armor class 2, which a total of 11 would hit (SRD 5.1, "Rolling 1 or 20")."""
    battle = duel("commoner hp=90/90 ac=2", rules)

    assert not hits(attack(battle, 1))


@BOTH
@pytest.mark.rule("ATK-03")
def test_a_19_is_no_critical_hit(rules):
    """Only the 20 is, unless a feature says otherwise; a champion's 19 is one."""
    assert not is_critical(attack(duel(rules=rules), 19, 1))
    champion = duel(rules=rules, attacker="fighter:3")
    assert is_critical(attack(champion, 19, 1, 1, activity="Longsword"))


# --- advantage and disadvantage ------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("attacker", "target", "natural", "dice"),
    [
        ("", "", 3, 1),
        ("", "restrained", 17, 2),
        ("poisoned", "", 3, 2),
        ("", "restrained blinded stunned", 17, 2),  # several of a kind count once
        ("poisoned restrained blinded", "", 3, 2),
        ("poisoned", "restrained", 3, 1),  # any of both cancel
        ("poisoned blinded", "restrained", 3, 1),
        ("poisoned", "restrained blinded stunned", 3, 1),
    ],
)
@pytest.mark.rule("ATK-04")
def test_advantage_and_disadvantage(rules, attacker, target, natural, dice):
    """
    Two dice, of which the higher or lower counts; never more than two; both together are a plain
    roll, however many there are of each (SRD 5.1, "Advantage and Disadvantage").
    """
    battle = duel(rules=rules, own=attacker, others=target)

    event = attack(battle, 3, 17, 9, 9)

    assert event.numbers[0] == natural
    expected = {1: "plain", 2: "advantage" if natural == 17 else "disadvantage"}[dice]
    assert how(event) == expected
    assert battle.scripted_dice_left == 4 - dice - (1 if hits(event) else 0)


@BOTH
@pytest.mark.rule("ATK-04")
@pytest.mark.case("B068")
def test_advantage_does_not_stick(rules):
    """An attack with advantage lends none to the next one of the same creature."""
    battle = fight(
        "T S U", first="S", rules=rules, S="striker side=0", T="commoner hp=90/90 restrained",
        U="commoner hp=90/90",
    )  # fmt: skip

    first = attack(battle, 3, 17, 1)
    second = attack(battle, 15, 1, target="U")

    assert (how(first), how(second)) == ("advantage", "plain")


@BOTH
@pytest.mark.parametrize("condition", ["blinded", "poisoned", "prone", "restrained"])
@pytest.mark.rule("CND-01")
@pytest.mark.case("B067")
def test_conditions_that_hamper_every_attack(rules, condition):
    """Each gives its bearer disadvantage on attack rolls (SRD 5.1, "Conditions")."""
    battle = duel(rules=rules, own=condition)

    assert how(attack(battle, 10, 10, 1)) == "disadvantage"


@pytest.mark.parametrize(
    ("beast", "rules"), [("wolf", "2014"), ("ghoul", "2014"), ("ghoul", "2024")]
)
@pytest.mark.parametrize(
    ("others", "dice"),
    [("", (15,)), ("restrained", (15, 3)), ("restrained", (3, 15)), ("restrained", (20, 20))],
)
@pytest.mark.case("B017")
def test_one_hit_asks_for_one_save(rules, beast, others, dice):
    """However it was rolled, a hit that asks for a save asks for one (SRD 5.1, "Wolf", "Ghoul")."""
    battle = duel(rules=rules, attacker=f"{beast} side=0", others=others)

    battle.script_dice(dice)
    battle.do("Bite" if beast == "wolf" else CLAWS[rules], target="T")

    assert len(lines(battle, "save")) == 1


CLAWS = {"2014": "Claws", "2024": "Claw"}
