"""What an entry is called changes nothing: renamed content compiles and plays to the same bytes."""

from pathlib import Path

import numpy as np
import pytest

from dnd_env.content.compile import Content, CreatureRequest, compile_content
from dnd_env.content.library import Library
from dnd_env.core.terms import Edition
from dnd_env.encounter import load, setup
from dnd_env.envs.arena import DECIDER, Arena
from dnd_env.envs.encounters import layout_of

from .renaming import Renaming, ids, kept

LEVEL = 20
SPELLS_AT_ONCE = 16
FIGHT = """
name = "Renamed"
[map]
squares = ["A...T", ".#...", "B..G.", "....."]
[[creatures]]
entry = "{fighter}"
level = 9
side = "party"
at = "A"
[[creatures]]
entry = "{wizard}"
level = 9
side = "party"
at = "B"
[[creatures]]
entry = "{troll}"
side = "monsters"
at = "G"
[[creatures]]
entry = "{mage}"
side = "monsters"
at = "T"
"""


@pytest.fixture(scope="module")
def renaming(tmp_path_factory: pytest.TempPathFactory) -> tuple[Renaming, Path]:
    """The content renamed, and the folder where it is."""
    made, root = Renaming(seed=1), tmp_path_factory.mktemp("renamed")
    made.copy(root)
    return made, root


def test_nearly_every_entry_is_renamed():
    """
    Kept are only ids that are words of the rules themselves, as *dash* or *prone*.
    """
    assert len(ids() - kept()) > 0.85 * len(ids())


@pytest.mark.parametrize("edition", list(Edition), ids=lambda edition: edition.name)
def test_renamed_content_compiles_to_the_same_rows(
    edition: Edition, renaming: tuple[Renaming, Path]
):
    """
    All monsters, all classes at level 20 and all spells: every row of the tables is the same.
    """
    made, root = renaming
    plain, other = Library(edition), Library(edition, root=root)

    assert compiled(plain).digest == compiled(other, made).digest
    assert sorted(map(made.id, plain.names("monsters"))) == other.names("monsters")


def compiled(library: Library, renaming: Renaming | None = None) -> Content:
    """Compile all of an edition, asked for in the order of the old names."""
    plain = Library(library.edition)
    name = renaming.id if renaming is not None else str
    requests = [CreatureRequest.of(name(each)) for each in plain.names("monsters")]
    requests += [CreatureRequest.of(name(each), LEVEL) for each in plain.names("classes")]
    spells = plain.names("spells")
    for at in range(0, len(spells), SPELLS_AT_ONCE):
        some = [name(each) for each in spells[at : at + SPELLS_AT_ONCE]]
        requests.append(CreatureRequest.of(name("wizard"), LEVEL, more_spells=some))
    return compile_content(library, requests)


@pytest.mark.parametrize("edition", list(Edition), ids=lambda edition: edition.name)
def test_renamed_content_plays_to_the_same_bytes(edition: Edition, renaming: tuple[Renaming, Path]):
    """
    A battle played at random is, state by state, the same with other names.
    """
    made, root = renaming
    rules = {Edition.SRD_5_1: "2014", Edition.SRD_5_2: "2024"}[edition]
    arenas = []
    for library, name in ((Library(edition), str), (Library(edition, root=root), made.id)):
        words = {word: name(word) for word in ("fighter", "wizard", "troll", "mage")}
        encounter = setup.set_up(load.load(FIGHT.format(**words), rules=rules), library)
        arenas.append(Arena(encounter, 1, layout_of(encounter), observe=False))
    random = np.random.default_rng(1)
    for arena in arenas:
        arena.begin(0, 3)
    for _ in range(300):
        assert arenas[0].raw.tobytes() == arenas[1].raw.tobytes()
        assert np.array_equal(arenas[0].masks, arenas[1].masks)
        if not arenas[0].results[0, DECIDER]:
            break
        action = int(random.choice(np.flatnonzero(arenas[0].masks[0])))
        for arena in arenas:
            arena.step(0, action)
