"""Perft: in how many ways a small fight can go on, decision by decision.

Counts of one and two decisions are worked out by hand, beside each position; deeper ones are the
referee's, who judges every position on the way. Nothing is skipped, and the same dice fall.
"""

from typing import Any, NamedTuple

import numpy as np
import pytest

from dnd_env.encounter import notation
from tests.properties.play import Field

FIGHTERS = "A=commoner side=0 ; T=commoner"
BY_THE_REFEREE = 3  # decisions


class Count(NamedTuple):
    """A position of two commoners, and the ways to play one and two decisions."""

    text: str
    rules: str
    one: int
    two: int
    actions: str = "full"


COUNTS = [
    # End, Dash, Disengage, Dodge, Search, prone, and a move to the middle: 7.
    # End: T has 7 likewise. Four actions: end, prone, move are left, 3 each. Prone: 7, to stand up
    # in place of dropping. The middle: club, unarmed strike, grapple, two shoves come in: 12.
    Count("A . T", "2014", 7, 7 + 4 * 3 + 7 + 12),
    # [2024] one may help against whom one stands beside: 13 in the middle.
    Count("A . T", "2024", 7, 7 + 4 * 3 + 7 + 13),
    # One step east in place of the square, in the set of single steps.
    Count("A . T", "2014", 7, 7 + 4 * 3 + 7 + 12, "compact"),
    # A wall: no way, but one may hide. End 7, five actions 2 each, prone 7.
    Count("A # T", "2014", 7, 7 + 5 * 2 + 7),
    # A closed door may be opened besides, for free: end 8, five actions 3 each, prone 8; the door
    # asks which, and there is one.
    Count("A + T", "2014", 8, 8 + 5 * 3 + 8 + 1),
    # Six things to do and seven squares. End 13, four actions 2 + 7 each, prone 13 (it takes three
    # squares of crawling at most). Moves: 6 + 7 each; five attacks more on the three squares beside
    # T; and after two squares one may jump, on four.
    Count("A . . / . . . / . . T", "2014", 13, 13 + 4 * 9 + 13 + 7 * 13 + 3 * 5 + 4),
    # Side by side: 6, five attacks, two squares. End: T has 11, for its way is barred. Four actions
    # 4 each, prone 13. An attack asks whom, and there is one. Either move has T asked: no, a blow
    # with the club, or one without.
    Count(". . A T", "2014", 13, 11 + 4 * 4 + 13 + 5 * 1 + 2 * 3),
    # [2024] help too; and an opportunity attack may grapple or shove, in two ways.
    Count(". . A T", "2024", 14, 12 + 4 * 4 + 14 + 6 * 1 + 2 * 6),
    # Difficult ground: of 30 ft three squares, of 60 ft all five, crawling two. End 9; Dash 2 + 5,
    # three more actions 2 + 3 each; prone 6 + 2. From the first square the way back and two on;
    # from the second back, on, and a jump, for it has run 10 ft; from the third nothing is left.
    Count("A , , , , , T", "2014", 9, 9 + 7 + 3 * 5 + 8 + (6 + 3) + (6 + 3) + 6),
]


def begin(count: Count) -> Field:
    """Begin the fight of a position, with A's turn."""
    table = notation.to_mapping(notation.parse(f"{count.text} ; {FIGHTERS}"))
    options: dict[str, Any] = {"skip_single": False, "minor_decisions": "ask"}
    options |= {"initiative": "fixed", "initiative_ties": "listed"}
    return Field(table | {"name": count.text}, count.rules, 1, 0, count.actions, **options)


def engine(field: Field, depth: int) -> int:
    """Count the ways by the masks."""
    legal = field.legal(0)
    if depth == 1:
        return len(legal)
    return sum(engine(field, depth - 1) for _ in each(field, legal))


def referee(field: Field, depth: int) -> int:
    """Count the ways by the referee's judgement."""
    judged = sorted(field.referee.legal_actions(field.arena.records[0]))
    assert judged == field.legal(0), field.complaint(0)
    if depth == 1:
        return len(judged)
    return sum(referee(field, depth - 1) for _ in each(field, judged))


def each(field: Field, actions: list[int]) -> Any:
    """Play each action in turn, from the same position."""
    before: np.ndarray = field.arena.raw[0].copy()
    for action in actions:
        field.arena.step(0, action)
        yield action
        field.arena.restore(0, before)


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: " ".join(map(str, count[:2])))
def test_counts_are_those_worked_out_by_hand(count: Count) -> None:
    """One and two decisions, on paper."""
    field = begin(count)

    assert [engine(field, depth) for depth in (1, 2)] == [count.one, count.two]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: " ".join(map(str, count[:2])))
def test_deeper_counts_are_the_referees(count: Count) -> None:
    """Every position on the way is judged."""
    field = begin(count)

    assert engine(field, BY_THE_REFEREE) == referee(field, BY_THE_REFEREE)
