"""Random encounters: a party, opposition within its budget, and ground to fight on, from a seed.

The same arguments give the same encounter. The opposition weighs at least as much as the difficulty
below the one asked for ends at, and at most what it ends at itself; see ``budget``.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from dnd_env.content.library import Library
from dnd_env.core.errors import EncounterError
from dnd_env.core.terms import Edition, Size
from dnd_env.encounter import budget, load
from dnd_env.encounter.battle_map import Square
from dnd_env.encounter.creature_setup import squares_across
from dnd_env.encounter.mistakes import mistake, one_of
from dnd_env.encounter.spec import EDITIONS, Spec

PARTY = ("fighter", "rogue", "cleric", "wizard")
MOST_MONSTERS = 12
MOST_KINDS = 3
MANY_TRIES = 2000
DEEP = 4  # squares: of the strips that the two sides begin in
PATCHES = (("#", 3), ("T", 1), (",", 6), (":", 4), ("o", 3), ("~", 5))  # squares in a patch
GROUND_PER_PATCH = 16  # squares


def generate(
    seed: int,
    *,
    rules: str = "2014",
    level: int = 1,
    party: Sequence[str] = PARTY,
    difficulty: str | None = None,
    size: int = 20,
    library: Library | None = None,
) -> Spec:
    """Make an encounter.

    Args:
        seed: of everything that is random.
        rules: ``2014`` or ``2024``.
        level: of all in the party.
        party: their classes.
        difficulty: a word of ``budget.DIFFICULTIES``; by default the second hardest.
        size: of the map, in squares across; at least 12.
        library: where monsters are found; by default the SRD of the edition.

    Raises:
        EncounterError: no such difficulty, or no monsters make it up.
    """
    if rules not in EDITIONS:
        raise mistake("generate", "rules", rules, one_of(EDITIONS))
    edition = EDITIONS[rules]
    words = budget.DIFFICULTIES[edition]
    difficulty = difficulty or words[-2]
    if difficulty not in words:
        raise mistake("generate", "difficulty", difficulty, one_of(words), words)
    dice = random.Random(f"{seed}/{rules}/{level}/{','.join(party)}/{difficulty}/{size}")
    known = _known_monsters(library or Library(edition))
    monsters = _choose(dice, edition, [level] * len(party), difficulty, known, size)
    creatures: list[dict[str, Any]] = [
        {"entry": entry, "side": "party", "zone": "south"} for entry in party
    ]
    creatures += [
        {"entry": entry, "side": "monsters", "zone": "north", "count": monsters.count(entry)}
        for entry in dict.fromkeys(monsters)
    ]
    strips = {"north": [0, 0, size, DEEP], "south": [0, size - DEEP, size, DEEP]}
    the_map = {"squares": draw_ground(dice, size), "zones": strips}
    text = f"Random encounter {seed}"
    return load.check(
        {"name": text, "rules": rules, "level": level, "map": the_map, "creatures": creatures}, text
    )


class _Monster(NamedTuple):
    eighths: int  # of challenge rating
    width: int  # of its space, in squares


def _known_monsters(library: Library) -> dict[str, _Monster]:
    """Return all monsters of a library by name."""
    known = {}
    for name in library.names("monsters"):
        table = library.find("monsters", name).table
        width = squares_across(Size[table["size"].upper()])
        known[name] = _Monster(round(table["challenge_rating"] * budget.EIGHTHS), width)
    return known


def _choose(
    dice: random.Random,
    edition: Edition,
    levels: list[int],
    difficulty: str,
    known: dict[str, _Monster],
    size: int,
) -> list[str]:
    """Draw monsters until they come to the difficulty wanted, and have room to begin."""
    top = budget.limits(edition, levels)[-1]
    names = [name for name, monster in known.items() if budget.xp_of(monster.eighths) <= 2 * top]
    for _ in range(MANY_TRIES):
        kinds = dice.sample(names, min(dice.randint(1, MOST_KINDS), len(names)))
        chosen: list[str] = []
        while len(chosen) < MOST_MONSTERS:
            chosen.append(dice.choice(kinds))
            if not has_room([known[name].width for name in chosen], size):
                break
            ratings = [known[name].eighths for name in chosen]
            found = budget.difficulty(edition, levels, ratings)
            if found == difficulty and (dice.random() < 1 / 2 or len(chosen) == MOST_MONSTERS):
                return sorted(chosen)
    raise EncounterError(f"no monsters make a {difficulty} fight for levels {levels}")


def has_room(widths: Sequence[int], size: int) -> bool:
    """Does each find a place in a strip, wherever the others have gone?"""
    for at, width in enumerate(widths):
        places = (size - width + 1) * (DEEP - width + 1)
        taken = sum((other + width - 1) ** 2 for other in (*widths[:at], *widths[at + 1 :]))
        if places <= taken:
            return False
    return True


def draw_ground(dice: random.Random, size: int) -> list[str]:
    """Strew patches of terrain between the two strips; whatever bars the way leaves a way round."""
    squares = [["."] * size for _ in range(size)]
    for _ in range(size * (size - 2 * DEEP) // GROUND_PER_PATCH):
        character, most = dice.choice(PATCHES)
        x, y = dice.randrange(size), dice.randrange(DEEP, size - DEEP)
        before = [row[:] for row in squares]
        for _ in range(dice.randint(1, most)):
            squares[y][x] = character
            x = min(max(x + dice.choice((-1, 0, 1)), 0), size - 1)
            y = min(max(y + dice.choice((-1, 0, 1)), DEEP), size - DEEP - 1)
        if not is_whole(squares):
            squares = before
    return ["".join(row) for row in squares]


def is_whole(squares: Sequence[Sequence[str]]) -> bool:
    """Can each square that is not barred be reached from each other, two abreast?

    Judged for spaces two squares wide, so that large creatures get through too.
    """
    size = len(squares)
    free: set[Square] = {
        (x, y)
        for y in range(size - 1)
        for x in range(size - 1)
        if not any(squares[y + dy][x + dx] in "#T" for dy in (0, 1) for dx in (0, 1))
    }
    reached, edge = set[Square](), [(0, 0)]
    while edge:
        x, y = edge.pop()
        if (x, y) in free and (x, y) not in reached:
            reached.add((x, y))
            edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return reached == free
