"""What each condition does to whom it befalls. CND-01."""

import pytest

from .conftest import can, fight, how, lines, squares, targets, wait_for

BOTH = pytest.mark.parametrize("rules", ["2014", "2024"])
pytestmark = pytest.mark.rule("CND-01")
DISABLED = ["paralyzed", "petrified", "stunned", "unconscious"]
ALL = ["blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible",
       "paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned",
       "unconscious"]  # fmt: skip
ABILITIES = ["Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"]


def scene(rules, condition="", source="E", first="T", row="T E . . S", **options):
    """A bearer of a condition that its foe beside it gives; another foe stands at 20 ft."""
    pieces = {"T": "soldier side=0", "E": "striker", "S": "striker"} | options
    pieces = {name: value for name, value in pieces.items() if len(name) > 1 or name in row}
    battle = fight(
        row, first=first, rules=rules, minor_decisions="auto", skip_single=False, **pieces
    )  # fmt: skip
    if condition:
        battle["T"].give(condition, battle[source])
    return battle


def attack(battle, activity, target, *dice):
    battle.script_dice(dice)
    battle.do(activity, target=target)
    return lines(battle, "attack")[-1]


# --- attacks by and against the bearer -----------------------------------------------------------

HAMPERED = {"blinded", "frightened", "poisoned", "prone", "restrained"}
EXPOSED = {"blinded", "paralyzed", "petrified", "restrained", "stunned", "unconscious"}


@BOTH
@pytest.mark.parametrize("condition", sorted({*ALL} - {*DISABLED, "charmed", "incapacitated"}))
def test_attacks_by_the_bearer(rules, condition):
    """
    Blinded, frightened, poisoned, prone and restrained creatures attack with disadvantage, the
    invisible with advantage (SRD 5.1 and 5.2, "Conditions").
    """
    battle = scene(rules, condition)

    event = attack(battle, "Sword", "E", 10, 10, 1)

    expected = "advantage" if condition == "invisible" else "plain"
    assert how(event) == ("disadvantage" if condition in HAMPERED else expected)


@BOTH
@pytest.mark.parametrize("condition", ALL)
@pytest.mark.parametrize("near", [True, False])
def test_attacks_against_the_bearer(rules, condition, near):
    """
    Advantage against the blinded, restrained and disabled; disadvantage against the invisible;
    against the prone advantage from within 5 ft and disadvantage from farther away, which for
    the unconscious, who lie prone, cancels (SRD 5.1 and 5.2, "Conditions").
    """
    battle = scene(rules, condition, first="E" if near else "S")
    expected = "advantage" if condition in EXPOSED else "plain"
    if condition == "invisible":
        expected = "disadvantage"
    if condition == "prone":
        expected = "advantage" if near else "disadvantage"
    if condition == "unconscious" and not near:
        expected = "plain"

    event = attack(battle, "Slashing" if near else "Shot", "T", 10, 10, 1, 1)

    assert how(event) == expected


@BOTH
@pytest.mark.parametrize("condition", ALL)
@pytest.mark.parametrize("near", [True, False])
def test_hits_from_beside_on_the_helpless_are_critical(rules, condition, near):
    """
    Any attack that hits a paralyzed or unconscious creature from within 5 ft is critical
    (SRD 5.1 and 5.2, "Paralyzed", "Unconscious").
    """
    battle = scene(rules, condition, first="E" if near else "S")
    before = battle["T"].hit_points

    attack(battle, "Slashing" if near else "Shot", "T", 12, 12, 2, 2)
    critical = near and condition in ("paralyzed", "unconscious")

    lost = (before - battle["T"].hit_points) * (2 if condition == "petrified" else 1)
    dice = 2 if how(lines(battle, "attack")[-1]) != "plain" else 1
    assert lost == (4 if critical else 2 if dice == 2 else 12)


@BOTH
def test_a_ranged_attack_from_beside_on_the_helpless_is_critical(rules):
    """A shot from within 5 ft is, as any attack (SRD 5.1, "Paralyzed")."""
    battle = scene(rules, "paralyzed", first="E")

    attack(battle, "Shot", "T", 12, 12, 2, 3)

    assert battle["T"].hit_points == battle["T"].hit_point_maximum - 5


# --- saves and checks ----------------------------------------------------------------------------


def save(battle, ability, *dice):
    """Let the examiner beside the bearer test it; return the line of the save."""
    battle.script_dice(dice)
    battle.do(f"{ability} Test", target="T")
    return lines(battle, "save")[-1]


@BOTH
@pytest.mark.parametrize("condition", ALL)
@pytest.mark.parametrize("ability", ABILITIES)
def test_saves_of_the_bearer(rules, condition, ability):
    """
    The disabled fail Strength and Dexterity saves whatever the die; the restrained make Dexterity
    saves with disadvantage; all others are plain (SRD 5.1 and 5.2, "Conditions").
    """
    battle = scene(rules, condition, first="E", E="examiner", row="T E")

    line = save(battle, ability, 18, 3)

    doomed = condition in DISABLED and ability in ("Strength", "Dexterity")
    hampered = condition == "restrained" and ability == "Dexterity"
    assert line.numbers[1] == (3 if hampered else 18)
    assert bool(line.numbers[3]) == (not doomed and not hampered)


@BOTH
@pytest.mark.parametrize("condition", sorted({*ALL} - {*DISABLED, "incapacitated"}))
def test_checks_of_the_bearer(rules, condition):
    """
    The poisoned, and the frightened in sight of what they fear, make ability checks with
    disadvantage (SRD 5.1 and 5.2, "Poisoned", "Frightened").
    """
    battle = scene(rules, condition)

    battle.script_dice([18, 3])
    battle.do("Search")

    hampered = condition in ("poisoned", "frightened")
    assert lines(battle, "check")[-1].numbers[1] == (3 if hampered else 18)


# --- speed ---------------------------------------------------------------------------------------

STILL = {"2014": {"grappled", "restrained", "paralyzed", "petrified", "stunned", "unconscious"},
         "2024": {"grappled", "restrained", "paralyzed", "petrified", "unconscious"}}  # fmt: skip


@BOTH
@pytest.mark.parametrize("condition", ALL)
def test_speed_of_the_bearer(rules, condition):
    """
    Grappled, restrained and disabled creatures have speed 0 or cannot move; [2024] the stunned may
    (SRD 5.1 and 5.2, "Conditions").
    """
    battle = scene(rules, condition)

    assert battle["T"].speed_ft["walk"] == (0 if condition in STILL[rules] else 25)


@BOTH
def test_the_prone_crawl(rules):
    """Each foot costs one more: 10 of 25 ft (SRD 5.1 and 5.2, "Prone")."""
    battle = scene(rules, "prone", row="T . . . . E")

    assert max(x for x, _ in squares(battle)) == 2


@BOTH
def test_the_incapacitated_may_still_move(rules):
    """Only actions, bonus actions and reactions are lost (SRD 5.1 and 5.2, "Incapacitated")."""
    battle = scene(rules, "incapacitated", row="T . . . . E")

    assert max(x for x, _ in squares(battle)) == 4


# --- actions -------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("condition", ["incapacitated", *DISABLED])
def test_the_incapacitated_take_no_action_bonus_action_or_reaction(rules, condition):
    """SRD 5.1 and 5.2, "Incapacitated", which the others imply."""
    battle = fight(
        "R E . . . .", first="R", rules=rules, R="rogue:2", E="striker", minor_decisions="auto"
    )  # fmt: skip
    battle["R"].give(condition)

    said = {battle.describe(action) for action in battle.legal_actions()}

    assert "incapacitated" in battle["R"].conditions
    for action in ("Dash", "Dodge", "Disengage", "Shortsword", "Cunning Action: Dash", "Help"):
        assert action not in said
    wait_for(battle, "E")
    battle.do("move", square=(4, 0))
    assert battle.decider == "E"


@BOTH
def test_the_incapacitated_cannot_speak_a_spell(rules):
    """[2024] They cannot speak; in either edition they cast nothing."""
    battle = fight("W . E", first="W", rules=rules, W="wizard:3", E="striker")
    battle["W"].give("incapacitated")

    assert not any(can(battle, spell) for spell in ("Fire Bolt", "Magic Missile", "Misty Step"))


@BOTH
@pytest.mark.parametrize("condition", sorted({*ALL} - {*DISABLED, "incapacitated"}))
def test_other_conditions_leave_the_action(rules, condition):
    """They hamper at most."""
    assert can(scene(rules, condition), "Dodge")


# --- blinded, deafened, invisible ----------------------------------------------------------------


@BOTH
def test_the_blinded_see_nobody(rules):
    """A blinded creature cannot see (SRD 5.1 and 5.2, "Blinded")."""
    battle = scene(rules)
    assert battle["T"].sees(battle["E"])

    battle["T"].give("blinded")

    assert not battle["T"].sees(battle["E"]) and not battle["T"].sees(battle["S"])
    assert battle["E"].sees(battle["T"])


@BOTH
def test_the_blinded_are_hampered_though_they_need_no_eyes(rules):
    """Whom blindsight serves has the disadvantage of the blinded, to the letter, and its foe the
    advantage (SRD 5.1 and 5.2, "Blinded")."""
    battle = scene(rules, "blinded", T="listener side=0", row="T E")
    assert battle["T"].sees(battle["E"])

    assert how(attack(battle, "Bite", "E", 10, 10)) == "disadvantage"
    wait_for(battle, "E")
    assert how(attack(battle, "Slashing", "T", 10, 10, 1)) == "advantage"


@BOTH
def test_the_deafened_fight_on(rules):
    """Deafness bears on hearing alone (SRD 5.1 and 5.2, "Deafened")."""
    battle = scene(rules, "deafened")

    assert battle["T"].conditions == ["deafened"]
    assert battle["T"].sees(battle["E"])


@BOTH
def test_the_invisible_are_no_target_of_what_needs_sight(rules):
    """*Hold person* is for a creature that one can see (SRD 5.1 and 5.2, "Invisible")."""
    battle = fight(
        "C . T . E", first="C", rules=rules, C="cleric:5", T="commoner", E="commoner",
        skip_single=False,
    )  # fmt: skip
    assert targets(battle, "Hold Person") == {"T", "E"}

    battle["T"].give("invisible")

    assert targets(battle, "Hold Person") == {"E"}


@pytest.mark.parametrize(("rules", "expected"), [("2014", "disadvantage"), ("2024", "plain")])
def test_in_2024_who_sees_the_invisible_is_not_fooled(rules, expected):
    """
    By the letter of 2014 even who sees an invisible creature attacks it with disadvantage; in 2024
    not so (SRD 5.1 and 5.2, "Invisible").
    """
    battle = fight(
        "W . T", first="W", rules=rules, W="wizard:3", T="commoner hp=90/90",
        changes={"W": {"spells": ["see_invisibility", "fire_bolt"]}},
    )  # fmt: skip
    battle.do("See Invisibility")
    battle.do("pass")
    wait_for(battle, "W")
    battle["T"].give("invisible")

    assert battle["W"].sees(battle["T"])
    assert how(attack(battle, "Fire Bolt", "T", 10, 11, 1)) == expected


# --- charmed, frightened, grappled ---------------------------------------------------------------


@BOTH
def test_the_charmed_do_not_attack_their_charmer(rules):
    """Nor target it with anything harmful; others they may (SRD 5.1 and 5.2, "Charmed")."""
    battle = scene(rules, "charmed", row="E T S")

    assert targets(battle, "Sword") == {"S"}
    assert targets(battle, "Shove prone") == {"S"}


@BOTH
def test_the_charmed_cast_nothing_harmful_at_their_charmer(rules):
    """A spell is harmful, too."""
    battle = fight(
        "W . E . S", first="W", rules=rules, W="wizard:1", E="commoner", S="commoner",
        skip_single=False,
    )  # fmt: skip
    battle["W"].give("charmed", battle["E"])

    assert targets(battle, "Fire Bolt") == targets(battle, "Magic Missile") == {"S"}


@BOTH
def test_the_frightened_are_hampered_only_in_sight_of_what_they_fear(rules):
    """Behind a wall it frightens nobody (SRD 5.1 and 5.2, "Frightened")."""
    battle = scene(rules, "frightened", source="S", row="E T . # S")

    assert how(attack(battle, "Sword", "E", 10, 1)) == "plain"


@BOTH
def test_the_frightened_do_not_go_nearer(rules):
    """Not willingly closer to what they fear (SRD 5.1 and 5.2, "Frightened")."""
    battle = scene(rules, "frightened", row=". . T . . E")

    assert squares(battle) == {(0, 0), (1, 0)}


@pytest.mark.parametrize(
    ("rules", "target", "expected"),
    [("2014", "E", "plain"), ("2014", "S", "plain"), ("2024", "E", "plain"),
     ("2024", "S", "disadvantage")],
)  # fmt: skip
@pytest.mark.case("B047")
def test_in_2024_the_grappled_are_hampered_against_others(rules, target, expected):
    """
    Disadvantage on attacks against anyone but the grappler; nothing of the kind in 2014
    (SRD 5.2, "Grappled").
    """
    battle = scene(rules, "grappled", row="E T S")

    assert how(attack(battle, "Sword", target, 10, 10, 1)) == expected
