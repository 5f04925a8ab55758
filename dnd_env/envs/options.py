"""Options that all environments share, checked once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from dnd_env.core.errors import EncounterError
from dnd_env.envs.encounters import ActionSet, LayoutOption
from dnd_env.envs.seats import SeatOption
from dnd_env.spaces.rewards import Scheme

ObservationForm = Literal["dict", "vector", "structured"]
OnIllegal = Literal["raise", "lose"]
RewardScheme = Literal["win", "win_hp", "shaped"]
Visibility = Literal["full", "fog"]
Knowledge = Literal["full", "partial"]


@dataclass(frozen=True)
class Options:
    """What an environment is made with beside its encounter.

    Attributes:
        rules: ``"2014"`` or ``"2024"``; None: as the encounter says.
        level: of the party; None: as the encounter says.
        seats: who decides: each ``creature``, the ``table``'s players and DM, or each ``side``.
        actions: ``full``, or ``compact`` without squares.
        layout: ``encounter`` (tight) or ``standard`` (padded, the same for all encounters).
        observation: the form of observations.
        reward: the scheme of rewards.
        on_illegal: ``raise`` an error, or ``lose`` the battle for the mover.
        visibility: ``fog`` of war or ``full``; None: as the encounter says.
        knowledge: whether foes' statistics are known in ``full``; None: as the encounter says.
        more: further options of the encounter, by name.
    """

    rules: str | None = None
    level: int | None = None
    seats: SeatOption = "creature"
    actions: ActionSet = "full"
    layout: LayoutOption = "encounter"
    observation: ObservationForm = "dict"
    reward: RewardScheme = "win"
    on_illegal: OnIllegal = "raise"
    visibility: Visibility | None = None
    knowledge: Knowledge | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, known in (
            ("observation", ObservationForm),
            ("reward", RewardScheme),
            ("on_illegal", OnIllegal),
        ):
            found = getattr(self, name)
            if found not in get_args(known):
                words = ", ".join(get_args(known))
                raise EncounterError(f"{name}: found {found!r}, expected one of {words}")

    @property
    def scheme(self) -> Scheme:
        return Scheme[self.reward.upper()]

    @property
    def of_encounter(self) -> dict[str, Any]:
        """The options that are the encounter's, those left open not among them."""
        options = dict(self.more)
        if self.visibility is not None:
            options["visibility"] = self.visibility
        if self.knowledge is not None:
            options["knowledge"] = self.knowledge
        return options


def make_options(names: Mapping[str, Any]) -> Options:
    """Make options of keyword arguments; what is no option of an environment is the encounter's."""
    own = {name: value for name, value in names.items() if name in Options.__dataclass_fields__}
    more = {name: value for name, value in names.items() if name not in own}
    return Options(**own, more=more)
