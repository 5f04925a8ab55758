"""Conditions."""

from typing import Literal

from dnd_env.content.schema import words
from dnd_env.content.schema.creatures import Entry, Named
from dnd_env.content.schema.effects import Effects, Ongoing


class ConditionEntry(Entry):
    """A condition: ``number`` is its place in the order of the book, counted from 1.

    ``role``: the rules themselves impose it so; ``imposed``: what they lay then, where it is more
    than the condition without end; ``binds``: who gives it charms or is feared.
    """

    number: int
    implies: Named = ()
    role: words.RoleWord | None = None
    imposed: Ongoing | None = None
    binds: Literal["charms", "frightens"] | None = None
    effects: Effects = ()
