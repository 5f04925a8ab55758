"""``dnd-env replay``: agents play, and a page is written."""

from agents.table import record

MELEE = """
name = "Melee"
sides = ["party", "red", "blue"]
[map]
squares = "A.R.B"
[[creatures]]
entry = "fighter"
side = "party"
at = "A"
[[creatures]]
entry = "wolf"
side = "red"
at = "R"
[[creatures]]
entry = "wolf"
side = "blue"
at = "B"
[options]
max_rounds = 1
"""


def test_without_agents_every_side_is_greedy(tmp_path):
    battle = record(MELEE, None, None, 1, [], None, tmp_path / "melee.html")

    assert battle.over
    assert (tmp_path / "melee.html").is_file()
