"""How hard a fight is meant to be: experience points against the party's budget.

Source: [2014] the encounter building of the basic rules: thresholds a character, and a multiplier
by the number of monsters; [2024] SRD 5.2, "Combat Encounter Difficulty": a budget a character, and
no multiplier. Challenge ratings are in eighths, as in a stat block. A guide, not a forecast: odds
come from play.
"""

from collections.abc import Sequence

from dnd_env.core.errors import EncounterError
from dnd_env.core.terms import Edition

EIGHTHS = 8

LOW_RATINGS_XP = {0: 10, 1: 25, 2: 50, 4: 100}  # of CR 0, 1/8, 1/4, 1/2

RATINGS_XP = (
    200, 450, 700, 1_100, 1_800, 2_300, 2_900, 3_900, 5_000, 5_900, 7_200, 8_400, 10_000, 11_500,
    13_000, 15_000, 18_000, 20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000,
    105_000, 120_000, 135_000, 155_000,
)  # fmt: skip
"""Of CR 1 to 30."""

DIFFICULTIES = {
    Edition.SRD_5_1: ("trivial", "easy", "medium", "hard", "deadly"),
    Edition.SRD_5_2: ("low", "moderate", "high", "beyond high"),
}
"""In words, by how many of a party's limits a fight reaches [2014] or goes beyond [2024]."""

THRESHOLDS_2014 = (
    (25, 50, 75, 100),
    (50, 100, 150, 200),
    (75, 150, 225, 400),
    (125, 250, 375, 500),
    (250, 500, 750, 1_100),
    (300, 600, 900, 1_400),
    (350, 750, 1_100, 1_700),
    (450, 900, 1_400, 2_100),
    (550, 1_100, 1_600, 2_400),
    (600, 1_200, 1_900, 2_800),
    (800, 1_600, 2_400, 3_600),
    (1_000, 2_000, 3_000, 4_500),
    (1_100, 2_200, 3_400, 5_100),
    (1_250, 2_500, 3_800, 5_700),
    (1_400, 2_800, 4_300, 6_400),
    (1_600, 3_200, 4_800, 7_200),
    (2_000, 3_900, 5_900, 8_800),
    (2_100, 4_200, 6_300, 9_500),
    (2_400, 4_900, 7_300, 10_900),
    (2_800, 5_700, 8_500, 12_700),
)
"""A character's easy, medium, hard and deadly threshold at levels 1 to 20."""

BUDGETS_2024 = (
    (50, 75, 100),
    (100, 150, 200),
    (150, 225, 400),
    (250, 375, 500),
    (500, 750, 1_100),
    (600, 1_000, 1_400),
    (750, 1_300, 1_700),
    (1_000, 1_700, 2_100),
    (1_300, 2_000, 2_600),
    (1_600, 2_300, 3_100),
    (1_900, 2_900, 4_100),
    (2_200, 3_700, 4_700),
    (2_600, 4_200, 5_400),
    (2_900, 4_900, 6_200),
    (3_300, 5_400, 7_800),
    (3_800, 6_100, 9_800),
    (4_500, 7_200, 11_700),
    (5_000, 8_700, 14_200),
    (5_500, 10_700, 17_200),
    (6_400, 13_200, 22_000),
)
"""A character's budget for a fight of low, moderate and high difficulty at levels 1 to 20."""

MULTIPLIER_HALVES = (1, 2, 3, 4, 5, 6, 8, 10)
"""Steps of the [2014] multiplier, in halves: x 1/2 to x 5."""
STEP_FROM_COUNT = ((1, 1), (2, 2), (3, 3), (7, 4), (11, 5), (15, 6))
"""From how many monsters on which step applies, to a party of three to five."""
SMALL_PARTY, LARGE_PARTY = 3, 6  # below, and from, which the neighbouring step applies


def xp_of(challenge_eighths: int) -> int:
    """Return the experience points of a challenge rating, given in eighths.

    >>> xp_of(2), xp_of(13 * EIGHTHS)
    (50, 10000)

    Raises:
        EncounterError: there is no such rating.
    """
    rating, rest = divmod(challenge_eighths, EIGHTHS)
    if challenge_eighths in LOW_RATINGS_XP:
        return LOW_RATINGS_XP[challenge_eighths]
    if rest or not 1 <= rating <= len(RATINGS_XP):
        raise EncounterError(f"no challenge rating of {challenge_eighths} eighths")
    return RATINGS_XP[rating - 1]


def limits(edition: Edition, levels: Sequence[int]) -> tuple[int, ...]:
    """Return a party's limits: the sums of its characters' thresholds or budgets.

    >>> limits(Edition.SRD_5_2, [5] * 4)
    (2000, 3000, 4400)
    """
    table = THRESHOLDS_2014 if edition == Edition.SRD_5_1 else BUDGETS_2024
    if not levels or not all(1 <= level <= len(table) for level in levels):
        raise EncounterError(f"party levels: found {list(levels)}, expected each 1 to {len(table)}")
    return tuple(map(sum, zip(*(table[level - 1] for level in levels), strict=True)))


def adjusted_xp(edition: Edition, party_size: int, ratings: Sequence[int]) -> int:
    """Return what monsters weigh against a party; ratings in eighths. [2024] their plain sum.

    >>> adjusted_xp(Edition.SRD_5_1, 3, [EIGHTHS] * 5)
    2000
    """
    total = sum(map(xp_of, ratings))
    if edition == Edition.SRD_5_2 or not ratings:
        return total
    return total * multiplier_halves(party_size, len(ratings)) // 2


def multiplier_halves(party_size: int, monster_count: int) -> int:
    """Return twice the [2014] multiplier for so many monsters."""
    step = max(step for count, step in STEP_FROM_COUNT if monster_count >= count)
    step += (party_size < SMALL_PARTY) - (party_size >= LARGE_PARTY)
    return MULTIPLIER_HALVES[step]


def difficulty(edition: Edition, levels: Sequence[int], ratings: Sequence[int]) -> str:
    """Return in one word how hard a fight is meant to be for a party; ratings in eighths."""
    weight = adjusted_xp(edition, len(levels), ratings)
    if edition == Edition.SRD_5_2:
        weight -= 1  # a budget may be spent in full
    return DIFFICULTIES[edition][sum(weight >= limit for limit in limits(edition, levels))]
