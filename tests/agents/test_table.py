"""A person at the terminal: taking back, squares, saves."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from agents.saves import open_battle
from agents.scripted.greedy import Greedy
from agents.table import Sitting, choose, play_in_terminal
from dnd_env import Battle
from dnd_env.core.errors import DndEnvError, SaveError
from dnd_env.envs.arena import SIDE


def sit(side: int | None = 0) -> Sitting:
    console = Console(file=io.StringIO(), width=200)
    return Sitting(console, Battle("duel", "2014", 3), side)


def play_to_own(sitting: Sitting) -> None:
    while not sitting.battle.over and sitting.battle.arena.results[0, SIDE] != sitting.side:
        sitting.step(choose(sitting.battle, Greedy()))


def printed(sitting: Sitting) -> str:
    file = sitting.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_undo_goes_back_to_ones_own_choice_over_the_opponents():
    """
    After the opponent's turn ``u`` takes back that and the person's own last choice.
    """
    sitting = sit()
    play_to_own(sitting)
    before = sitting.battle.arena.raw.tobytes()
    sitting.obey(["0"], sitting.battle.legal_actions())
    play_to_own(sitting)
    assert sitting.battle.arena.raw.tobytes() != before

    assert sitting.obey(["u"], [])

    assert sitting.battle.arena.raw.tobytes() == before
    assert not sitting.obey(["u"], []) and "no choice" in printed(sitting)


def test_a_square_off_the_map_is_refused():
    """
    It does not wrap to another row; what there is is said.
    """
    sitting = sit()
    play_to_own(sitting)
    width = sitting.battle.encounter.battle_map.width

    for words in ([str(width + 6), "-1"], ["-1", "1"]):
        assert not sitting.obey(words, sitting.battle.legal_actions())

    assert f"x goes from 0 to {width - 1}" in printed(sitting)


def test_a_save_has_the_name_given_and_covers_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """
    Dots and spaces are part of the name; over another file only with ``s!``; errors are plain.
    """
    monkeypatch.chdir(tmp_path)
    sitting = sit()
    (tmp_path / "foo.v2.battle").write_text("mine")

    for line in ("s foo.v1", "s foo.v1", "s my duel", "s foo.v2", "s nowhere/duel"):
        assert not sitting.obey(line.split(), [])

    assert {one.name for one in tmp_path.iterdir()} == {
        "foo.v1.battle", "foo.v2.battle", "my duel.battle"
    }  # fmt: skip
    assert (tmp_path / "foo.v2.battle").read_text() == "mine"
    assert "s! foo.v2 saves over it" in printed(sitting)
    assert "nowhere/duel.battle cannot be saved: No such file" in printed(sitting)
    sitting.obey(["s!", "foo.v2"], [])
    loaded = open_battle("foo.v2.battle", None, None, 0)
    assert loaded.arena.raw.tobytes() == sitting.battle.arena.raw.tobytes()
    with pytest.raises(SaveError, match="has its own rules"):
        open_battle("foo.v2.battle", "2024", None, 0)


@pytest.mark.parametrize("delay", [-1.0, float("nan"), float("inf")])
def test_a_delay_that_is_no_time_is_refused(delay: float):
    with pytest.raises(DndEnvError, match="--delay: found"):
        play_in_terminal(Console(), "duel", None, None, None, 0, "greedy", delay, {})


def test_what_an_agent_weighs_is_not_in_the_log():
    """
    The reasons of odds are not those of what happens next.
    """
    battle = Battle("duel", "2014", 3)
    quiet = battle.clone()
    for _ in range(12):
        if battle.over:
            break
        action = choose(battle, Greedy())
        battle.step(action)
        quiet.step(action)

    assert list(map(str, battle.log)) == list(map(str, quiet.log))
