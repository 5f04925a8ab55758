"""The environment page: the docstring of ``combat_v0``."""

from dnd_env import combat_v0
from dnd_env.core.terms import Condition, Decision
from dnd_env.envs import page
from dnd_env.spaces import observations


def test_its_tables_are_up_to_date():
    """``python -m dnd_env.envs.page`` writes them."""
    assert page.generated() in combat_v0.__doc__


def test_its_tables_name_every_action_and_feature():
    """Of conditions and decisions each has its feature."""
    text = " ".join(page.observation_tables()).lower().replace("_", " ")

    for word in (*Condition, *Decision):
        assert word.name.lower().replace("_", " ") in text
    assert 28 + len(Condition) == observations.CREATURE_SIZE
