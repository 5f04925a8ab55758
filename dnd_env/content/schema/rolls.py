"""Words for the rolls that an effect concerns, and the mask of ``core.terms.Roll`` bits they mean.

A save is "dexterity_save" or "saves", a check "strength_check" or "checks", a skill its own name.
"""

from typing import Annotated

from pydantic import BeforeValidator

from dnd_env.content.schema.words import as_list, expected, fault, spelled
from dnd_env.core.terms import (
    CHECK_ROLLS,
    SAVE_ROLLS,
    SKILL_ROLLS,
    Ability,
    Roll,
    Skill,
)

_ABILITIES = len(Ability)
_ALL_SAVES = ((1 << _ABILITIES) - 1) << SAVE_ROLLS | 1 << Roll.DEATH_SAVE
_ALL_CHECKS = ((1 << _ABILITIES) - 1) << CHECK_ROLLS


def _words() -> dict[str, int]:
    words = {spelled(roll): 1 << roll for roll in Roll}
    words |= {"saves": _ALL_SAVES, "checks": _ALL_CHECKS}
    words["d20_tests"] = _ALL_SAVES | _ALL_CHECKS | 1 << Roll.ATTACK
    for ability in Ability:
        words[f"{spelled(ability)}_save"] = 1 << (SAVE_ROLLS + ability - 1)
        words[f"{spelled(ability)}_check"] = 1 << (CHECK_ROLLS + ability - 1)
    for skill in Skill:
        words[spelled(skill)] = 1 << (SKILL_ROLLS + skill - 1)
    return words


WORDS = _words()


def read_rolls(found: object) -> int:
    """Read one word or a list of them into a mask."""
    if isinstance(found, int) and not isinstance(found, bool):
        return found
    bits = 0
    words = as_list(found) or []
    if not isinstance(words, (list, tuple)):
        raise fault(expected(found, sorted(WORDS)))
    for word in words:
        if not isinstance(word, str) or word not in WORDS:
            raise fault(expected(word, sorted(WORDS)))
        bits |= WORDS[word]
    return bits


Rolls = Annotated[int, BeforeValidator(read_rolls)]
