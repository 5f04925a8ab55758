"""How far an entry is played as in the book: fact by fact, in full, differently, or left out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from tests.paper.claims import Claims

Verdict = IntEnum("Verdict", "FULL DIFFERS LEFT_OUT")

HEADS = {"attack", "reach", "range", "area", "save", "damage", "heal", "target", "grapples"}
"""First words of claims of which one that is missing and one that is extra say the same thing
with other numbers."""


@dataclass(frozen=True)
class Finding:
    """What became of one fact; ``note``: how it differs."""

    fact: str
    verdict: Verdict
    note: str = ""


@dataclass
class Comparison:
    """An entry of the content against its facts."""

    edition: int
    kind: str
    id: str
    findings: list[Finding] = field(default_factory=list)

    def full(self, fact: str) -> None:
        self.findings.append(Finding(fact, Verdict.FULL))

    def differs(self, fact: str, note: str) -> None:
        self.findings.append(Finding(fact, Verdict.DIFFERS, note))

    def left_out(self, fact: str, note: str = "") -> None:
        self.findings.append(Finding(fact, Verdict.LEFT_OUT, note))

    def equal(self, fact: str, wanted: object, found: object) -> None:
        """Compare a number or a word."""
        if wanted == found:
            self.full(fact)
        else:
            self.differs(fact, f"{found} instead of {wanted}")

    def claims(self, fact: str, wanted: Claims, found: Claims, also: Iterable[str] = ()) -> None:
        """Compare what a fact says with what the content says.

        Args:
            fact: what it is called.
            wanted: claims of the fact.
            found: claims of the content.
            also: claims of the content that other facts of the entry account for.
        """
        missing = +(wanted - found)
        extra = +(found - wanted - Counter(also))
        notes = [f"lacks {claim}" for claim in _swapped(missing, extra)]
        told = [claim for claim in (+extra).elements() if not _is_untold(claim, wanted)]
        notes += [f"has {claim}" for claim in sorted(told)]
        if not notes:
            self.full(fact)
        elif found:
            self.differs(fact, "; ".join(notes))
        else:
            self.left_out(fact, "; ".join(sorted(wanted)))

    def of(self, verdict: Verdict) -> list[Finding]:
        return [finding for finding in self.findings if finding.verdict == verdict]

    @property
    def verdict(self) -> Verdict:
        """The worst of all."""
        return max((finding.verdict for finding in self.findings), default=Verdict.FULL)


SORTS = (" lasts ", " ends when ", " save at ", " escaped by ")


def _is_untold(claim: str, wanted: Claims) -> bool:
    """Is a claim of a sort that the facts are silent about here: how long something lasts?"""
    if claim.startswith("target within"):
        return not any(known.startswith("target within") for known in wanted)
    if claim == "condition prone" and "condition unconscious" in wanted:
        return True  # who is unconscious is prone
    for sort in SORTS:
        if sort in claim:
            subject = claim.partition(sort)[0] + sort
            return not any(known.startswith(subject) for known in wanted)
    return False


def _swapped(missing: Claims, extra: Claims) -> list[str]:
    """Pair what is missing with what stands in its place; take that out of ``extra``."""
    notes = []
    for claim in sorted(missing.elements()):
        head = claim.split()[0].rstrip(",")
        alike = sorted(one for one in +extra if one.split()[0].rstrip(",") == head)
        same = [one for one in alike if one.startswith(claim.removesuffix("none"))]
        if head == "damage" and claim.endswith(" none") and same:
            extra.subtract(same[:1])  # of the type of the attack that it joins
        elif head in HEADS and alike:
            extra.subtract(alike[:1])
            notes.append(f"{claim} (found {alike[0]})")
        else:
            notes.append(claim)
    return notes
