"""Actions in words: each legal one says something, and something of its own."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from dnd_env import Battle
from dnd_env.core.terms import Decision
from dnd_env.spaces.describe import words

PLAYED = [
    ("duel", 11), ("mage_duel", 5), ("goblin_ambush", 5), ("brawl", 5), ("dragon_keep", 11),
    ("dark_crypt", 5),
]  # fmt: skip


@pytest.mark.parametrize(("encounter", "level"), PLAYED)
@pytest.mark.parametrize("rules", ["2014", "2024"])
@pytest.mark.parametrize("actions", ["full", "compact"])
def test_every_legal_action_has_words_of_its_own(
    encounter: str, level: int, rules: str, actions: Any
):
    """
    In random battles no legal action is without words, and hardly two at once share them (a thing
    carried twice may); the question itself is a sentence with the decider's name.
    """
    battle = Battle(encounter, rules, 1, level=level, actions=actions)
    random = np.random.default_rng(1)
    for _ in range(250):
        if battle.over:
            break
        said = [battle.describe(action) for action in battle.legal_actions()]
        assert all(text and text == text.strip() and "_" not in text for text in said)
        assert str(battle.decider) in battle.describe()
        doubles = [text for text, count in Counter(said).items() if count > 1]
        assert not doubles or battle.state.decision == Decision.OPTION, (battle.describe(), doubles)
        battle.step(int(random.choice(battle.legal_actions())))


def test_illegal_actions_have_words_too():
    """
    Errors need words for what was refused: any action at all can be described.
    """
    battle = Battle("duel", seed=1)
    said = [battle.describe(action) for action in range(battle.layout.action_count)]
    assert all(said)


@pytest.mark.parametrize("encounter", ["mage_duel", "goblin_ambush"])
def test_the_log_is_written_in_whole_words(encounter: str):
    """
    No line of the log shows a name of the code, an empty name or a number of a row.
    """
    battle = Battle(encounter, "2024", 2, level=5)
    random = np.random.default_rng(2)
    for _ in range(400):
        if battle.over:
            break
        battle.step(int(random.choice(battle.legal_actions())))

    lines = [str(event) for event in battle.log]
    assert len(lines) > 50
    assert not [line for line in lines if "_" in line or "  " in line or not line.strip()]


def test_names_in_capitals_become_words():
    assert words("STAND_UP") == "Stand up"
    assert words("DASH") == "Dash"
