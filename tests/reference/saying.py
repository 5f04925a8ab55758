"""The flat layout of actions: [pass] [verbs] [activities] [creatures] [options] [squares].

The scene says where each block begins; a square is x + y * stride.
"""

from collections.abc import Iterable

from dnd_env.core.limits import MAX_SLOTS
from tests.reference.facts import Square
from tests.reference.position import Position

PASS = 0


# --- saying it -----------------------------------------------------------------------------------


def say_verb(position: Position, verb: int) -> int:
    return int(position.ground.options.verbs_at) + verb - 1


def say_slot(position: Position, slot: int) -> int:
    """Say an activity, or the verb behind which it is."""
    if slot >= MAX_SLOTS:
        return say_verb(position, slot - MAX_SLOTS + 1)
    return int(position.ground.options.activities_at) + slot


def say_creature(position: Position, who: int) -> int:
    return int(position.ground.options.creatures_at) + who


def say_option(position: Position, option: int) -> int:
    return int(position.ground.options.options_at) + option - 1


def say_square(position: Position, square: Square) -> int:
    options = position.ground.options
    return int(options.squares_at + square[0] + square[1] * options.square_stride)


def say_squares(position: Position, squares: Iterable[Square]) -> set[int]:
    return {say_square(position, square) for square in squares}


def say_creatures(position: Position, creatures: Iterable[int]) -> set[int]:
    return {say_creature(position, who) for who in creatures}


def say_options(position: Position, options: Iterable[int]) -> set[int]:
    return {say_option(position, option) for option in options}
