"""Ability arithmetic of the SRD: modifiers, proficiency, and the fields that follow from them."""

from collections.abc import Mapping, Sequence

from dnd_env.content.rows.store import Row
from dnd_env.core.terms import SKILL_ABILITY, Ability, Skill

CANTRIP_TIERS = (5, 11, 17)  # the levels at which a cantrip gains a die


def modifier(score: int) -> int:
    """Return an ability modifier.

    >>> [modifier(score) for score in (1, 9, 10, 11, 20)]
    [-5, -1, 0, 0, 5]
    """
    return (score - 10) // 2


def proficiency_of_rating(challenge_rating: float) -> int:
    """Return a monster's proficiency bonus."""
    return 2 + max(int(challenge_rating) - 1, 0) // 4


def proficiency_of_level(level: int) -> int:
    """Return a character's proficiency bonus."""
    return 2 + (level - 1) // 4


def tier(level: int) -> int:
    """Return how many times a cantrip's dice are rolled at a level."""
    return 1 + sum(level >= step for step in CANTRIP_TIERS)


def ability_fields(
    scores: Sequence[int], saves: Mapping[Ability, int], skills: Mapping[Skill, int]
) -> Row:
    """Return the fields of scores, saves, skills; a bonus not given is the ability's modifier."""
    modifiers = [modifier(score) for score in scores]
    return {
        "ability_scores": list(scores),
        "ability_modifiers": modifiers,
        "save_bonus": [saves.get(ability, modifiers[ability - 1]) for ability in Ability],
        "skill_bonus": [
            skills.get(skill, modifiers[SKILL_ABILITY[skill - 1] - 1]) for skill in Skill
        ],
    }
