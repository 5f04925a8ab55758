"""Compiling: the same rows every time, only what is asked for, and nothing hangs on names."""

import re
import shutil

import numpy as np
import pytest

from dnd_env.content.check import check_file
from dnd_env.content.compile import CreatureRequest, compile_content
from dnd_env.content.library import ROOT, Library, read_toml
from dnd_env.core.errors import CapacityError, ContentError
from dnd_env.core.limits import MAX_SLOTS, MAX_STAT_BLOCKS
from dnd_env.core.terms import Condition, Do, Outcome, Recipient, Role, Verb
from tests.content.reading import EDITIONS, Block, block, library

BOTH = pytest.mark.parametrize("rules", EDITIONS)
FOLDERS = sorted(path for path in ROOT.glob("srd_*/*") if path.is_dir())
PARTY = [
    CreatureRequest("fighter", 5),
    CreatureRequest("wizard", 5),
    CreatureRequest("cleric", 5),
    CreatureRequest("rogue", 5),
    CreatureRequest("goblin"),
    CreatureRequest("ogre"),
    CreatureRequest("mage"),
]


def compiled(rules, *requests):
    return compile_content(Library(EDITIONS[rules]), requests)


@BOTH
def test_the_same_requests_make_the_same_rows(rules):
    first, second = compiled(rules, *PARTY), compiled(rules, *PARTY)

    assert np.array_equal(first.raw, second.raw)
    assert first.digest == second.digest


@BOTH
def test_what_is_asked_for_twice_is_compiled_once(rules):
    goblins = compiled(rules, CreatureRequest("goblin"), CreatureRequest("goblin"))

    assert goblins.digest == compiled(rules, CreatureRequest("goblin")).digest
    assert goblins.stat_block(CreatureRequest("goblin")) == 0


@BOTH
def test_the_digest_tells_contents_apart(rules):
    wolf = CreatureRequest("wolf")
    tough = CreatureRequest.of("wolf", armor_class=14)

    assert len({compiled(rules, one).digest for one in (wolf, tough)}) == 2
    assert compiled("2014", wolf).digest != compiled("2024", wolf).digest


@BOTH
def test_stat_blocks_follow_the_requests(rules):
    content = compiled(rules, *PARTY)

    assert [content.stat_block(request) for request in PARTY] == list(range(len(PARTY)))
    assert content.name(0) == "Fighter 5"


@BOTH
def test_only_what_is_asked_for_is_compiled(rules):
    """Besides it, only conditions and common actions."""
    bare, wolf, mage = (
        compiled(rules, *requests)
        for requests in ([], [CreatureRequest("wolf")], [CreatureRequest("mage")])
    )

    counts = [int(one.raw.view("i4")[0, 2]) for one in (bare, wolf, mage)]
    assert counts == sorted(counts)
    labels = {wolf.activity_label(row) for row in range(counts[1])}
    assert "Bite" in labels
    assert "Fireball" not in labels


def test_only_what_is_asked_for_is_read(tmp_path):
    """A broken entry that nobody asks for does no harm."""
    (tmp_path / "monsters").mkdir()
    (tmp_path / "monsters" / "broken.toml").write_text("name = ", encoding="utf-8")
    own = Library(EDITIONS["2014"], [tmp_path])

    assert compile_content(own, [CreatureRequest("wolf")]).name(0) == "Wolf"
    with pytest.raises(ContentError, match=r"monsters/broken.toml: not TOML"):
        compile_content(own, [CreatureRequest("broken")])


def renamed(text, ids):
    """A text with other ids for spells; "fly" may be a speed instead."""
    return re.sub(
        r'(?<!stat = )(["/])(\w+)"',
        lambda found: f'{found[1]}{ids.get(found[2], found[2])}"',
        text,
    )


@BOTH
def test_no_row_hangs_on_what_an_entry_is_called(rules, tmp_path):
    """A mage and its spells under senseless ids and names make the very same rows."""
    edition = EDITIONS[rules].name.lower()
    root = tmp_path / "content"
    shutil.copytree(ROOT / "srd_5_1", root / "srd_5_1")
    shutil.copytree(ROOT / "srd_5_2", root / "srd_5_2")
    spells = sorted(path.stem for path in (ROOT / edition / "spells").glob("*.toml"))
    ids = {name: f"q{at:03d}x" for at, name in enumerate(reversed(spells))}
    for folder in ("srd_5_1", "srd_5_2"):
        for path in sorted((root / folder / "spells").glob("*.toml")):
            text = re.sub(
                r'^name = ".*"', 'name = "Zzz"', path.read_text(encoding="utf-8"), flags=re.M
            )
            path.unlink()
            if path.stem in ids:
                path.with_name(f"{ids[path.stem]}.toml").write_text(renamed(text, ids), "utf-8")
    mage = root / edition / "monsters" / "mage.toml"
    mage.write_text(renamed(mage.read_text(encoding="utf-8"), ids), encoding="utf-8")

    known = compiled(rules, CreatureRequest("mage"))
    other = compile_content(Library(EDITIONS[rules], root=root), [CreatureRequest("mage")])
    assert other.activity_name(0, known.slot(0, "Fireball")) == "Zzz"
    assert other.digest == known.digest


@BOTH
def test_one_spell_has_one_tag_and_one_key_in_all_stat_blocks(rules):
    content = compiled(rules, CreatureRequest("cleric", 5), CreatureRequest("cleric", 6))
    first, second = (Block(content, CreatureRequest("cleric", level)) for level in (5, 6))

    assert first.activity("Bless").tag == second.activity("Bless").tag
    assert first.effects("Bless")[0].key == second.effects("Bless")[0].key > 0
    assert first.activity("Bless").tag != first.activity("Bane").tag
    assert first.effects("Bless")[0].key != first.effects("Shield of Faith")[0].key


@BOTH
def test_names_for_people(rules):
    content = compiled(rules, CreatureRequest("fighter", 5))

    slot = content.slot(0, "Longsword")
    assert content.activity_name(0, slot) == "Longsword"
    assert content.activity_name(0, content.slot_count(0)) == ""
    assert content.activity_name(0, MAX_SLOTS + Verb.DASH - 1) == "Dash"
    assert content.verb_name(Verb.DROP_PRONE) == "Drop Prone"
    assert content.item_name(0, 0) == "Longsword"
    assert content.item_name(0, 15) == ""
    assert content.condition_name(Condition.PRONE - 1) == "Prone"
    with pytest.raises(
        ContentError, match=r'Fighter 5: found "Longsord".*did you mean "Longsword"'
    ):
        content.slot(0, "Longsord")


@BOTH
def test_every_condition_has_a_row_that_gives_it(rules):
    wolf = block(rules, "wolf")

    for condition in Condition:
        row = wolf.tables.effects[wolf.content.condition_effect(condition)]
        assert (row.do, row.condition) == (Do.CONDITION, condition)
        assert (row.outcome, row.recipient) == (1 << Outcome.ALWAYS, Recipient.TARGET)
        assert row.rounds == 0
        assert wolf.content.effect_label(wolf.content.condition_effect(condition))


@BOTH
def test_roles_and_verbs_are_bound(rules):
    tables = block(rules, "wolf").tables

    for role in Role:
        assert tables.roles[role] > 0
        given = tables.effects[tables.role_effects[role] - 1]
        assert given.do in (Do.CONDITION, Do.ONGOING)
    bound = {verb for verb in Verb if tables.verbs[verb]}
    assert {Verb.DASH, Verb.DODGE, Verb.GRAPPLE, Verb.UNARMED_STRIKE, Verb.WAKE} <= bound


def test_too_many_stat_blocks_are_refused():
    wolves = [CreatureRequest.of("wolf", hit_points=n) for n in range(1, MAX_STAT_BLOCKS + 2)]

    with pytest.raises(CapacityError, match=f"{MAX_STAT_BLOCKS + 1} rows of stat_blocks"):
        compile_content(library("2014"), wolves)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_is_as_it_should_be(folder):
    paths = sorted(folder.glob("*.toml"))

    assert paths
    for path in paths:
        check_file(path)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_names_its_source(folder):
    for path in sorted(folder.glob("*.toml")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        book = "SRD 5.1" if path.parent.parent.name == "srd_5_1" else "SRD 5.2.1"
        assert first.startswith(f"# Source: {book}, "), path.name


@BOTH
def test_every_alias_leads_to_an_entry(rules):
    path = ROOT / EDITIONS[rules].name.lower() / "aliases.toml"

    for kind, aliases in read_toml(path).items():
        for alias, name in aliases.items():
            assert library(rules).find(kind, alias).id == name
            assert alias not in library(rules).names(kind)


def test_a_file_of_ones_own_is_good_if_it_is_good_in_one_edition(tmp_path):
    """What it inherits says of which edition it is; "armor" is no key in either."""
    folder = tmp_path / "monsters"
    folder.mkdir()
    good, bad = folder / "warg.toml", folder / "worse.toml"
    good.write_text('inherits = "srd_5_2/wolf"\nname = "Warg"\narmor_class = 13\n', "utf-8")
    bad.write_text('inherits = "srd_5_2/wolf"\narmor = 13\n', "utf-8")

    check_file(good)
    with pytest.raises(ContentError, match=r'monsters/worse.toml: .*unknown key.*"armor"'):
        check_file(bad)


def test_a_file_in_no_folder_of_a_kind_is_a_mistake(tmp_path):
    path = tmp_path / "beasts" / "warg.toml"
    path.parent.mkdir()
    path.write_text("", "utf-8")

    with pytest.raises(ContentError, match='found folder "beasts", expected one of monsters'):
        check_file(path)
