"""Scenes for rule tests: a fight in a line, and a few verbs to play it by names."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from dnd_env.content.library import Library
from dnd_env.encounter import load, notation, setup
from dnd_env.encounter.setup import CompiledEncounter
from dnd_env.encounter.spec import EDITIONS
from dnd_env.envs.battle import Battle

FIRST, LAST = 20, 1  # on the initiative die
MOST_SEEDS = 500
OF_THE_SHELL = ("seats", "actions")  # options of ``Battle``, not of the encounter
CONTENT = Path(__file__).parent.parent / "data" / "content"  # creatures that the SRD has not


def fight(
    text: str,
    *,
    first: str | None = None,
    rules: str = "2014",
    dice: Sequence[int] | None = None,
    seed: int = 1,
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    overrides: Mapping[str, Any] | None = None,
    **options: Any,
) -> Battle:
    """Begin a fight from a one-line position (see ``dnd_env.encounter.notation``).

    Args:
        text: the map, and what stands on it; other settings may follow.
        first: the creature that wins initiative; dice after that are as the seed has it.
        rules: "2014" or "2024".
        dice: how the first dice fall, in place of ``first``.
        seed: of what is not scripted.
        changes: to stat blocks, by letter: ``{"A": {"more_spells": ["fly"]}}``.
        overrides: what else the encounter is to say: ``{"map": {"legend": {"o": "chasm"}}}``.
        **options: pieces by a capital letter (``T="ogre hp=20"``), and options of the encounter.
    """
    rest = {name: value for name, value in options.items() if len(name) > 1}
    shell = {name: rest.pop(name) for name in OF_THE_SHELL if name in rest}
    pieces = {name: value for name, value in options.items() if len(name) == 1}
    table = written(text, pieces, changes or {})
    spec = load.load(table, rules=rules, overrides={"options": rest} | dict(overrides or {}))
    encounter = compiled(spec.model_dump_json())
    if dice is None:
        dice = [FIRST if name == first else LAST for name in encounter.names] if first else []
    battle = Battle(encounter, seed=seed, dice=dice, **shell)
    if first is not None:
        battle.script_dice([])
        while encounter.names[battle.state.order[0]] != first:
            # Somebody rolled twice, so that the dice fell to others: a seed has to do.
            assert seed < MOST_SEEDS, f"{first} never wins initiative"
            seed += 1
            battle = Battle(encounter, seed=seed, **shell)
    return battle


def written(
    text: str, pieces: Mapping[str, str], changes: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Return a one-line position in the words of an encounter file."""
    table = notation.to_mapping(notation.parse(text, **pieces))
    for creature in table["creatures"]:
        creature["changes"] |= changes.get(creature["at"], {})
    return table


@cache
def compiled(text: str) -> CompiledEncounter:
    """Set an encounter up; there are the creatures of ``tests/data/content`` too."""
    spec = load.load(text)
    return setup.set_up(spec, Library(EDITIONS[spec.rules], extra=[CONTENT]))


def wait_for(battle: Battle, name: str, decision: str = "turn") -> None:
    """Pass all decisions until a creature has one of a kind to make."""
    for _ in range(200):
        if battle.decider == name and battle.decision == decision:
            return
        battle.step(battle.legal_actions()[0])
    raise AssertionError(f"{name} never had to decide ({decision}); now {battle.describe()}")


def can(battle: Battle, words: str) -> bool:
    """Is an action of the decider's legal that says just these words?"""
    return words.lower() in {battle.describe(a).lower() for a in battle.legal_actions()}


def say(battle: Battle, words: str) -> None:
    """Play the legal action that says just these words, and nothing of what it asks for then."""
    said = {battle.describe(action).lower(): action for action in battle.legal_actions()}
    battle.step(said[words.lower()])


def squares(battle: Battle) -> set[tuple[int, int]]:
    """Return the squares that the decider may say."""
    at, stride = battle.layout.offsets["squares"], battle.layout.width + 1
    return {((a - at) % stride, (a - at) // stride) for a in battle.legal_actions() if a >= at}


def lines(battle: Battle, kind: str) -> list[Any]:
    """Return the events of the log of a kind, a ``Traced`` in lower case."""
    return [event for event in battle.log if event.kind.name.lower() == kind]


def strike(
    battle: Battle, target: str, amount: int, kind: str = "Slashing", *, natural: int = 15
) -> None:
    """Have a striker (``tests/data/content``) hit for an amount of some kind of damage.

    A ``natural`` 20 is a critical hit: a second die shows the same amount.
    """
    damage = [amount, amount] if natural == 20 else [amount]
    battle.script_dice([natural, *damage])
    battle.do(kind, target=target)
    assert battle.scripted_dice_left == 0


def how(attack: Any) -> str:
    """Return how the d20 of an attack in the log was rolled: advantage, disadvantage or plain."""
    helped, hindered = attack.numbers[3] & 1, attack.numbers[3] & 2
    if helped and not hindered:
        return "advantage"
    return "disadvantage" if hindered and not helped else "plain"


def targets(battle: Battle, activity: str) -> set[str]:
    """Return the creatures that the decider may choose for an activity, none if it cannot be used.

    The fight is one with ``skip_single=False``, so that a single target is asked for too.
    """
    if not can(battle, activity):
        return set()
    trial = battle.clone()
    say(trial, activity)
    if trial.decision == "level":
        trial.step(trial.legal_actions()[0])
    assert trial.decision == "target"
    names = {creature.name for creature in battle.creatures}
    return {trial.describe(action) for action in trial.legal_actions()} & names
