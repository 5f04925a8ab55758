"""What effects are read with: whose they are, in which entry, and the numbers behind names."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dnd_env.content.library import Library
from dnd_env.content.rows.store import Store
from dnd_env.content.schema.words import expected, mask
from dnd_env.core.errors import ContentError


@dataclass
class Owner:
    """What the effects of one stat block share: its resources, its limits a turn, its slots."""

    resources: dict[str, int] = field(default_factory=dict)  # name -> resource + 1
    slots: dict[str, int] = field(default_factory=dict)  # activity -> slot + 1
    once: dict[str, int] = field(default_factory=dict)  # name -> bit + 1 of triggers_used
    level: int = 0

    def once_bit(self, name: str, per: str) -> int:
        """Return the bit + 1 of what is limited: even bits are cleared every turn, odd ones at the
        start of the owner's own."""
        odd = per == "round"
        key = f"{per}:{name}"
        if key not in self.once:
            taken = sum(known.startswith(f"{per}:") for known in self.once)
            self.once[key] = 2 * taken + odd + 1
        return self.once[key]


@dataclass
class Scope:
    """In which entry, and with whose numbers, effects are read."""

    label: str
    where: str
    owner: Owner
    dc: int | None = None  # of saves that state none
    concentration: bool = False  # what lasts is held by it
    key: str = ""  # where what is laid twice counts once: the entry's kind and id
    tag: int = 0  # of the activity whose effects these are
    saving: tuple[int, int] | None = None  # the abilities and DC of the save around an effect
    raised: int = 0  # slot levels above the entry's own, for a spell that is always cast so
    laid: int = 0  # lasting effects so far, to tell them apart


class Names:
    """The numbers of conditions and spells, asked for by name."""

    def __init__(self, library: Library, store: Store) -> None:
        self.library = library
        self.store = store
        self.numbers: dict[str, int] = {}  # condition -> row + 1
        self.binds: dict[int, int] = {}  # row + 1 -> CHARMS | FRIGHTENS

    def condition(self, name: str, where: str) -> int:
        """Return a condition's row + 1."""
        if name not in self.numbers:
            raise ContentError(f"{where}: condition: {expected(name, list(self.numbers))}")
        return self.numbers[name]

    def conditions(self, names: Sequence[str], where: str) -> int:
        """Return the mask of 1 << row of some conditions."""
        return mask((self.condition(name, where) for name in names), 1)

    def spell_tag(self, name: str) -> int:
        return self.store.tag(f"spells/{self.library.find('spells', name).id}")
