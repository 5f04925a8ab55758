"""Every row of the rules, and every reported case, that is played now has tests which name it."""

import csv
from operator import itemgetter

import pytest

from .marked import Marked, marked
from .sources import ROOT

DATA = ROOT / "tests" / "data"
EDITIONS = {"both": {"2014", "2024"}, "each": {"2014", "2024"}, "2014": {"2014"}, "2024": {"2024"}}
"""``both``: a row that is the same in both editions, ``each``: one that differs; or one that is of
one edition alone."""


def table(name: str) -> dict[str, dict[str, str]]:
    """Return the rows of a table of tests/data by id."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file, delimiter="\t")}


def played_now(name: str) -> list[dict[str, str]]:
    return [row for row in table(name).values() if row["played"] == "now"]


def naming(mark: str, name: str) -> list[Marked]:
    """Return the tests that name a row or a case, and do more than keep its place."""
    return [
        test for test in marked() if test.mark == mark and name in test.ids and not test.skipped
    ]


@pytest.mark.parametrize(("mark", "name"), [("rule", "rule_rows.tsv"), ("case", "cases.tsv")])
def test_no_test_names_what_there_is_not(mark: str, name: str):
    """
    An id that a test names is one of the list: no slip of the pen makes a test vanish from it.
    """
    named = {name for test in marked() if test.mark == mark for name in test.ids}

    assert named - set(table(name)) == set()


@pytest.mark.parametrize("row", played_now("rule_rows.tsv"), ids=itemgetter("id"))
def test_every_row_has_tests_in_its_editions(row: dict[str, str]):
    """
    A row of the rules is tested in each of the editions that it is of.
    """
    years = {year for test in naming("rule", row["id"]) for year in test.years}

    assert EDITIONS[row["editions"]] <= years


@pytest.mark.parametrize("row", played_now("cases.tsv"), ids=itemgetter("id"))
def test_every_case_has_a_test(row: dict[str, str]):
    """
    Trouble that users of other software have reported is kept out by a test that names it.
    """
    assert naming("case", row["id"])


def test_what_comes_later_says_why():
    """
    A case that is not tested yet has a reason, and one that is has none.
    """
    for row in table("cases.tsv").values():
        assert row["played"] in ("now", "later"), row
        assert (row["reason"] != "") == (row["played"] == "later"), row
        assert row["played"] == "now" or not naming("case", row["id"]), row
