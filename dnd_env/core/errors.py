"""What can go wrong, as exceptions. All derive from ``DndEnvError``."""

from collections.abc import Sequence


class DndEnvError(Exception):
    """Base of all errors of this package."""


class ContentError(DndEnvError):
    """A stat block, spell, item or the like is not as it should be: says file, key and value."""


class EncounterError(DndEnvError):
    """An encounter is not as it should be: says file, key and value."""


class NotationError(DndEnvError):
    """A one-line position cannot be read."""


class IllegalActionError(DndEnvError):
    """An action was not legal; the battle is as it was.

    Attributes:
        action: what was given.
        reason: why it cannot be played.
        legal: the actions that can.
    """

    def __init__(self, action: object, reason: str, legal: Sequence[int]) -> None:
        super().__init__(f"action {action} is not legal: {reason}")
        self.action = action
        self.reason = reason
        self.legal = list(legal)


class CapacityError(DndEnvError):
    """A battle outgrew one of the capacities in ``core/limits.py``."""


class SaveError(DndEnvError):
    """Saved data is of another version, layout or content, or is damaged."""


class EngineError(DndEnvError):
    """The engine contradicts itself: a defect worth reporting."""
