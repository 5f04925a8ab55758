"""Dice: a generator counted in the state, so that a seed means the same battle everywhere.

Values queued in ``scripted_dice`` come first: for tests, and for dice rolled at a real table. A
strict script that runs out is an error. Search gives its clones new keys: they must not foresee.
"""

from dnd_env.core.jit import rule
from dnd_env.core.state import State
from dnd_env.core.terms import Error

MASK = 0xFFFFFFFF  # 32-bit arithmetic in int64: the same in Python and compiled


@rule
def mix(bits: int) -> int:
    bits = ((bits ^ (bits >> 16)) * 0x21F0AAAD) & MASK
    bits = ((bits ^ (bits >> 15)) * 0x735A2D97) & MASK
    return bits ^ (bits >> 15)


@rule
def random_bits(key0: int, key1: int, counter: int) -> int:
    """Return 32 random bits. Two keys: under one, all seeds would be shifts of one sequence."""
    return mix((mix((counter * 0x9E3779B9 + key0) & MASK) ^ (key1 & MASK)) & MASK)


@rule
def random_below(state: State, limit: int) -> int:
    """Draw a number in [0, limit) that is no die of the game: a start square, a tie."""
    state.dice_counter += 1
    bits = random_bits(state.dice_keys[0], state.dice_keys[1], state.dice_counter)
    return (bits * limit) >> 32


@rule
def roll_one(state: State, sides: int) -> int:
    if state.scripted_next < state.scripted_count:
        state.scripted_next += 1
        return state.scripted_dice[state.scripted_next - 1]
    if state.is_strict_script != 0:
        state.error = Error.OUT_OF_SCRIPTED_DICE
    return random_below(state, sides) + 1


@rule
def roll(state: State, number: int, sides: int) -> int:
    """Roll ``number`` dice and add them up."""
    total = 0
    for _ in range(number):
        total += roll_one(state, sides)
    return total


@rule
def d20(state: State, advantage: int) -> int:
    """Roll a d20; ``advantage`` is positive for it, negative for disadvantage."""
    natural, _ = d20_of_two(state, advantage)
    return natural


@rule
def that_counts(first: int, second: int, advantage: int) -> int:
    """Return which of two d20s counts; without advantage or disadvantage the first."""
    if advantage == 0:
        return first
    return max(first, second) if advantage > 0 else min(first, second)


@rule
def d20_of_two(state: State, advantage: int) -> tuple[int, int]:
    """Roll a d20; return the die that counts, and the other of two, or the same if there is one."""
    first = roll_one(state, 20)
    if advantage == 0:
        return first, first
    second = roll_one(state, 20)
    return that_counts(first, second, advantage), that_counts(first, second, -advantage)


@rule
def reroll_d20(state: State, natural: int, other: int, advantage: int) -> int:
    """Roll one die again, the lower of two; return the die that counts then. TST-01."""
    again = roll_one(state, 20)
    if advantage > 0:
        return max(natural, again)
    return min(other, again) if advantage < 0 else again
