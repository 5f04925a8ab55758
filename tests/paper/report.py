"""Writes ``docs/content_report.md``: what of the book is played in full, differently, or not.

    python -m tests.paper.report

Everything in it is computed from the facts in ``tests/data/srd`` and the compiled content.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.paper import (
    compare_classes,
    compare_conditions,
    compare_items,
    compare_monsters,
    compare_spells,
)
from tests.paper.facts import corrections, equipment, features, monsters, spells
from tests.paper.mapping import lines, proposals, share, wanted
from tests.paper.verdicts import Comparison, Verdict

PATH = Path(__file__).parents[2] / "docs" / "content_report.md"
KINDS = {
    "monsters": "Stat blocks",
    "spells": "Spells",
    "conditions": "Conditions",
    "items": "Weapons and armor",
    "features": "Features of the shipped classes, weapon masteries",
}
HEAD = """# What is played of the SRD

Written by `python -m tests.paper.report`; a test holds it up to date. Each shipped entry is
compiled and compared, fact by fact, with the facts of the SRD in `tests/data/srd`: numbers,
defenses, senses, traits, every action with its attack, area, save, damage, conditions and limits,
ways to take a Multiattack, spells. Nothing here is declared by hand. A fact is *in full*, *differs*
(played, but not as in the book), or *left out*. What does nothing in combat is not counted. Where
the facts themselves are wrong, `tests/paper/corrections.tsv` says so ({corrections} of them), and
`additions.tsv` adds what they lack.
"""
VOCABULARY = """## What the vocabulary can say

Every fact of the SRD, shipped or not, is mapped on paper onto the rows of `core/tables.py`
(`tests/paper`): what has no words yet is listed below with the words that it wants. *Proposed*
counts what could be said with the words of `tests/paper/proposals.tsv`.

| facts | 2014 | 2024 | proposed |
|---|---|---|---|
"""
ROWS_SHOWN = 3
CONDITIONS = 15


@cache
def comparisons() -> dict[str, list[Comparison]]:
    """Compare everything that is shipped, by kind."""
    return {
        "monsters": compare_monsters.every(),
        "spells": compare_spells.every(),
        "conditions": compare_conditions.every(),
        "items": compare_items.every(),
        "features": compare_classes.every(),
    }


def in_book(kind: str, edition: int) -> int:
    """Return how many entries of a kind the SRD has, of those that matter in combat."""
    if kind == "monsters":
        return len(monsters(edition))
    if kind == "spells":
        return sum(spell["rel"] != "N" for spell in spells(edition).values())
    if kind == "conditions":
        return CONDITIONS
    if kind == "items":
        return sum(len(equipment(edition, one)) for one in ("weapon", "armor"))
    return sum(feature["ed"] == edition for feature in features())


def facts_in_full(kind: str, edition: int) -> float:
    """Return the share of the facts of all shipped entries of a kind that are played in full."""
    found = [one for one in comparisons()[kind] if one.edition == edition]
    tally = Counter(finding.verdict for one in found for finding in one.findings)
    return tally[Verdict.FULL] / tally.total()


def _percent(part: float) -> str:
    return f"{100 * part:.1f}%"


def _summary() -> Iterator[str]:
    yield "| | edition | in the SRD | compared | in full | facts in full |"
    yield "|---|---|---|---|---|---|"
    for kind, title in KINDS.items():
        for edition in (2014, 2024):
            found = [one for one in comparisons()[kind] if one.edition == edition]
            shipped = [one for one in found if one.findings]
            full = sum(one.verdict == Verdict.FULL for one in shipped)
            facts = _percent(facts_in_full(kind, edition))
            cells = (title, edition, in_book(kind, edition), len(shipped), full, facts)
            yield "| " + " | ".join(str(cell) for cell in cells) + " |"


def _notes(findings: Sequence[object]) -> str:
    return "; ".join(str(one) for one in findings)


def _section(kind: str, edition: int) -> Iterator[str]:
    """Yield the lines of one kind in one edition: who is in full, and what is not."""
    found = [one for one in comparisons()[kind] if one.edition == edition]
    full = [one.id for one in found if one.verdict == Verdict.FULL]
    yield f"### {KINDS[kind]}, {edition}"
    yield ""
    yield f"In full ({len(full)}): {', '.join(full) or 'none'}."
    yield ""
    rest = [one for one in found if one.verdict != Verdict.FULL]
    if not rest:
        return
    yield "| entry | differs | left out |"
    yield "|---|---|---|"
    for one in rest:
        differs = [f"{two.fact}: {two.note}" for two in one.of(Verdict.DIFFERS)]
        missing = [two.fact for two in one.of(Verdict.LEFT_OUT)]
        yield f"| {one.id} | {_notes(differs)} | {_notes(missing)} |".replace("  ", " ")
    yield ""


def _words() -> Iterator[str]:
    for kind in dict.fromkeys(line.kind for line in lines() if line.kind != "other spells"):
        cells = [_percent(share(kind, edition)) for edition in (2014, 2024)]
        yield f"| {kind} | {cells[0]} | {cells[1]} | {_percent(share(kind, proposed=True))} |"
    yield ""
    if not wanted():
        return
    yield "| word wanted | facts | for example | what it would mean |"
    yield "|---|---|---|---|"
    for word, found in wanted().items():
        names = ", ".join(dict.fromkeys(line.name for line in found[:ROWS_SHOWN]))
        yield f"| {word} | {len(found)} | {names} | {proposals().get(word, '')} |"


def text() -> str:
    """Return the whole report."""
    parts = [HEAD.format(corrections=len(corrections()))]
    parts += ["\n".join(_summary()), ""]
    for kind in KINDS:
        for edition in (2014, 2024):
            parts.append("\n".join(_section(kind, edition)))
    parts.append(VOCABULARY + "\n".join(_words()))
    return "\n".join(parts).rstrip() + "\n"


def main() -> None:
    """Write the report."""
    PATH.write_text(text(), encoding="utf-8")
    print(f"{PATH}: written")


if __name__ == "__main__":
    main()
