"""``Battle``: playing by names, taking back, copying, scripted dice, errors that change nothing."""

from typing import Any

import numpy as np
import pytest

from dnd_env import Battle
from dnd_env.core.errors import EncounterError, EngineError, IllegalActionError

from .playing import RULES, draw, small

LISTED: Any = {"initiative": "fixed", "initiative_ties": "listed", "minor_decisions": "auto"}


def melee(**options: Any) -> Battle:
    """Begin a fight of a fighter beside an ogre, the fighter first."""
    fight = small("A T . / . . .", A="fighter:5 hp=44", T="ogre hp=59")
    return Battle(fight, **LISTED, **options)


def mages() -> Battle:
    """Begin a duel of two pairs of wizards who can counter each other's spells; A is first."""
    wizard = "wizard:7"
    fight = small(
        "A . . B / . . . . / C . . D / . . . .",
        A=wizard, C=wizard, B=f"{wizard} side=1", D=f"{wizard} side=1",
    )  # fmt: skip
    return Battle(fight, **LISTED)


def to_a_reaction_to_a_reaction() -> Battle:
    """Return a battle in which a Counterspell to a Counterspell is being decided."""
    battle = mages()
    battle.do("Fireball", square=(3, 1), level=3)
    assert battle.decider == "B" and battle.decision == "response"
    battle.do("Counterspell", level=3)
    assert battle.decider == "A" and battle.decision == "response"
    battle.do("Counterspell", level=4)
    assert battle.decider == "D" and battle.decision == "response"
    return battle


def play_on(battle: Battle, seed: int, limit: int = 400) -> list[str]:
    """Play at random; return what was said and what came of it."""
    random = np.random.default_rng(seed)
    for _ in range(limit):
        if battle.over:
            break
        battle.step(draw(battle.action_mask(), random))
    return [str(event) for event in battle.log] + [battle.arena.raw.tobytes().hex()]


def test_a_choice_by_names_takes_as_many_steps_as_it_needs():
    """
    Activity, slot level and place in one call; a later question is left to whom it is put.
    """
    battle = mages()

    battle.do("Fireball", square=(3, 1), level=4)

    assert battle.decider == "B" and battle.decision == "response"
    assert battle["A"].spell_slots == {1: 4, 2: 3, 3: 3}
    battle.do("pass")
    battle.do("pass")
    assert any("Fireball at level 4" in str(event) for event in battle.log)


def test_moves_verbs_and_passes_have_names_too():
    """
    "move" with a square, verbs by their words, "pass" for the end of the turn.
    """
    battle = melee()
    assert (battle.decider, battle.decision, battle.agent) == ("A", "turn", "creature_0")

    battle.do("Disengage")
    battle.do("move", square=(0, 1))
    battle.do("pass")

    assert battle["A"].square == (0, 1)
    assert battle.decider == "T"


@pytest.mark.parametrize(
    ("what", "more", "said"),
    [
        ("Greataxe", {}, "no such choice"),
        ("Longsword", {"target": "A"}, "'A' does not answer"),
        ("move", {}, "a move needs a square"),
        ("move", {"square": (1, 0)}, "does not answer"),
        ("Stand up", {}, "does not answer"),
    ],
)
def test_what_cannot_be_done_is_refused_whole(what: str, more: dict[str, Any], said: str):
    """
    IllegalActionError has the action, the reason and what is legal; the state is byte for byte as
    it was, even if the first half of the choice was legal.
    """
    battle = Battle(
        small("A T . / U . .", A="fighter:5", T="ogre", U="wolf") if "target" in more
        else small("A T . / . . .", A="fighter:5", T="ogre"), **LISTED,
    )  # fmt: skip
    before, logged = battle.arena.raw.tobytes(), len(battle.log)

    with pytest.raises(IllegalActionError, match=said) as caught:
        battle.do(what, **more)

    assert caught.value.legal == battle.legal_actions() or what == "Longsword"
    assert caught.value.reason and caught.value.action is not None
    assert (battle.arena.raw.tobytes(), len(battle.log)) == (before, logged)


def test_a_step_that_is_not_legal_changes_nothing():
    """
    Each action whose mask is 0 is refused, with words for it, and the state stays.
    """
    battle = melee()
    before = battle.arena.raw.tobytes()
    for action in range(battle.layout.action_count):
        if battle.action_mask()[action]:
            continue
        with pytest.raises(IllegalActionError) as caught:
            battle.step(action)
        assert caught.value.action == action
        assert caught.value.legal == battle.legal_actions()
        assert battle.describe() in caught.value.reason
    for wrong, told in (
        (-1, "no index"),
        (battle.layout.action_count, "no index"),
        (1.5, "found a float, expected one whole number"),
        ("Dodge", "found a str, expected one whole number"),
    ):
        with pytest.raises(IllegalActionError, match=told):
            battle.step(wrong)  # type: ignore[arg-type]
    assert battle.arena.raw.tobytes() == before


def test_undo_takes_back_step_by_step_to_the_start():
    """
    Every state, mask and log on the way back is that of the way there; then there is nothing left.
    """
    battle = mages()
    random, way = np.random.default_rng(3), []
    for _ in range(60):
        way.append((battle.arena.raw.tobytes(), battle.legal_actions(), len(battle.log)))
        battle.step(draw(battle.action_mask(), random))

    for state in reversed(way):
        battle.undo()
        assert (battle.arena.raw.tobytes(), battle.legal_actions(), len(battle.log)) == state
    with pytest.raises(IllegalActionError, match="nothing has been played"):
        battle.undo()


def test_undo_takes_back_the_last_step_of_a_choice_by_names():
    """
    ``do`` is several steps; each is taken back for itself, down to before the choice.
    """
    battle = mages()
    before = battle.arena.raw.tobytes()
    battle.do("Fireball", square=(3, 1), level=3)
    steps = 0
    while battle.arena.raw.tobytes() != before:
        battle.undo()
        steps += 1
    assert 2 <= steps <= 4


def test_a_clone_goes_the_same_way_until_it_is_given_other_dice():
    """
    A clone, even in the middle of a reaction to a reaction, plays on as the battle would; with a
    seed its dice fall otherwise, and neither changes the other.
    """
    battle = to_a_reaction_to_a_reaction()
    before = battle.arena.raw.tobytes()
    twin, other, another, again = (battle.clone(seed) for seed in (None, 1, 2, 1))

    ends = [play_on(each, seed=4) for each in (twin, other, another, again)]

    assert battle.arena.raw.tobytes() == before
    assert ends[1] == ends[3]
    assert ends[0] != ends[1] != ends[2]
    assert play_on(battle, seed=4) == ends[0]


def test_a_clone_with_a_seed_differs_in_its_dice_keys_only():
    """
    Re-keyed at once: of the state nothing but the two keys has changed.
    """
    battle = mages()
    clone = battle.clone(seed=9)

    old, new = battle.state.dice_keys, clone.state.dice_keys
    assert (new[0], new[1]) != (old[0], old[1])
    new[0], new[1] = old[0], old[1]
    assert clone.arena.raw.tobytes() == battle.arena.raw.tobytes()
    assert clone.legal_actions() == battle.legal_actions()


def test_scripted_dice_fall_in_order_and_strictly():
    """
    Each value is the next die; strictly, running out is an error, and what is left is counted.
    """
    battle = melee()
    battle.script_dice([15, 8, 16], strict=True)

    battle.do("Longsword", target="T")

    assert battle.scripted_dice_left == 1
    assert battle["T"].hit_points == 59 - (8 + 4 + 2)  # Strength, and the dueling style
    before = battle.arena.raw.tobytes()
    with pytest.raises(EngineError, match="scripted dice have run out"):
        battle.do("Longsword", target="T")
    battle.undo()
    assert battle.arena.raw.tobytes() == before


def test_more_dice_than_there_is_room_for_are_refused():
    battle = melee()
    with pytest.raises(EncounterError, match="49 scripted dice"):
        battle.script_dice([1] * 49)


def test_dice_of_the_start_can_be_scripted():
    """
    ``dice``: initiative too falls as a table's own dice do.
    """
    fight = small("A . T", A="fighter:1", T="goblin")
    first = Battle(fight, dice=[20, 1], **LISTED | {"initiative": "rolled"})
    second = Battle(fight, dice=[1, 20], **LISTED | {"initiative": "rolled"})

    assert (first.decider, second.decider) == ("A", "T")


@pytest.mark.parametrize("rules", RULES)
def test_what_a_view_changes_is_changed_in_the_battle(rules: str):
    """
    Hit points, squares, altitude, conditions: the mask and what derives from them follow.
    """
    battle = Battle(small("A T . / . . . / . . .", rules, A="fighter:5", T="wolf"), **LISTED)
    fighter, wolf = battle["A"], battle["T"]

    wolf.square = (2, 2)
    wolf.hit_points = 3
    fighter.temp_hit_points = 7
    fighter.give("prone")

    assert wolf.square == (2, 2) and wolf.hit_points == 3
    assert fighter.temp_hit_points == 7
    assert fighter.conditions == ["prone"]
    assert "Stand up" in {battle.describe(action) for action in battle.legal_actions()}
    assert "Longsword" not in {battle.describe(action) for action in battle.legal_actions()}
    fighter.cure("prone")
    assert fighter.conditions == []
    with pytest.raises(EncounterError, match="99 hit points are not in"):
        wolf.hit_points = 99
    with pytest.raises(EncounterError, match="no condition 'sad'"):
        wolf.give("sad")
    with pytest.raises(KeyError, match="A, T"):
        battle["Wolf 7"]


def test_the_log_tells_rolls_with_their_reasons():
    """
    An attack with advantage says why, in words; each line has who, whom and how much.
    """
    battle = melee()
    battle["T"].give("prone")
    battle.script_dice([4, 17, 8])

    battle.do("Longsword", target="T")

    attack, damage = battle.log[-2:]
    assert attack.kind.name == "ATTACK" and damage.kind.name == "DAMAGE"
    assert (attack.source, attack.target) == (0, 1)
    assert any("advantage" in reason for reason in attack.reasons)
    assert "A hits T" in str(attack) and "T takes" in str(damage)
    assert damage.amount == 59 - battle["T"].hit_points


def test_a_battle_that_is_over_says_so():
    """
    ``over``, ``winner``, no decider; a further step is refused.
    """
    battle = Battle(small("A T", A="fighter:5", T="goblin hp=1"), **LISTED)
    assert not battle.over and battle.winner is None

    battle.script_dice([19, 4])
    battle.do("Longsword", target="T")

    assert battle.over and battle.winner == "side_0"
    assert (battle.decider, battle.agent, battle.decision) == (None, None, "")
    assert battle.legal_actions() == [0]
    assert battle.describe() == "Nothing: the battle is over"
    with pytest.raises(IllegalActionError, match="over"):
        battle.step(0)


def test_the_same_seed_is_the_same_battle():
    """
    Seeds 0 and 1 differ; ``reset`` begins the same again.
    """
    zero, one = (Battle("goblin_ambush", seed=seed) for seed in (0, 1))
    twin = Battle("goblin_ambush", seed=1)

    assert twin.arena.raw.tobytes() == one.arena.raw.tobytes() != zero.arena.raw.tobytes()
    ends = play_on(one, seed=5, limit=100)
    one.reset(seed=1)
    assert play_on(one, seed=5, limit=100) == ends
