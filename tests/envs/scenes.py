"""Small fights that together go through every kind of decision and every effect op."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dnd_env.content.library import Library
from dnd_env.encounter.spec import EDITIONS

ASKING = {"minor_decisions": "ask", "order": "ask", "max_rounds": 30}
SPELLS_EACH = 11  # that a caster is given beside its cantrips and weapons


@dataclass(frozen=True)
class Scene:
    """A fight to be played at random.

    Attributes:
        name: of the scene.
        position: see ``dnd_env.encounter.notation``.
        rules: "2014" or "2024".
        actions: "full" or "compact".
        decisions: how many are played.
        seed: of the dice and the choices.
        changes: to stat blocks, by letter.
        more: options of the encounter beside ASKING.
    """

    name: str
    position: str
    rules: str = "2014"
    actions: Any = "full"
    decisions: int = 60
    seed: int = 1
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def options(self) -> dict[str, Any]:
        return {**ASKING, **self.more}


def in_both(name: str, position: str, **rest: Any) -> list[Scene]:
    """Return a scene by the rules of each edition."""
    return [Scene(f"{name} {rules}", position, rules, **rest) for rules in EDITIONS]


def of_spells() -> list[Scene]:
    """Return scenes in which every combat spell of either edition is had by somebody."""
    scenes = []
    for rules, edition in EDITIONS.items():
        names = Library(edition).names("spells")
        for at in range(0, len(names), 2 * SPELLS_EACH):
            first, second = names[at : at + SPELLS_EACH], names[at + SPELLS_EACH :][:SPELLS_EACH]
            scenes.append(
                Scene(
                    f"spells from {names[at]} on {rules}",
                    "A . . . B / . C . . . / . . D . . / . . . . . ;"
                    "A=wizard:20 hp=150/150 ; B=cleric:20 hp=150/150 side=1 ;"
                    "C=fighter:5 hp=100/100 ; D=ogre_zombie hp=100/100 temp=9",
                    rules,
                    actions=("full", "compact")[at // (2 * SPELLS_EACH) % 2],
                    decisions=110,
                    changes={"A": {"more_spells": first}, "B": {"more_spells": second or first}},
                )
            )
    return scenes


SCENES = [
    *in_both(
        "grips and shoves",
        "A . B . / . . . . / C . D . / . . . . ;"
        "A=fighter:5 hp=80/80 ; B=owlbear hp=90/90 ; C=rogue:9 hp=60/60 ; D=ape hp=60/60",
        decisions=200,
    ),
    *in_both(
        "a dragon and its legends",
        "A . . . . / . . . . . / . . D . . / B . . . . / . . . . . ;"
        "A=fighter:20 hp=300/300 ; B=rogue:20 hp=300/300 ; D=adult_red_dragon",
        decisions=150,
    ),
    *in_both(
        "doors, water and the dark",
        "A . # . T / . , + ~ . / B . # n G / o : # . G ; light=dim ;"
        "A=rogue:5 hp=50/50 ; B=fighter:3 hp=50/50 ; T=bandit_captain hp=80/80 ; G=goblin hp=20/20",
        decisions=200,
        more={"visibility": "fog", "knowledge": "partial"},
    ),
    *in_both(
        "the undead",
        "A . G . / . . . W / B . M . / . . . . ; A=cleric:9 hp=90/90 ; "
        "B=fighter:9 hp=99/99 temp=5 ; G=ghast ; W=wight ; M=ghoul",
        decisions=150,
    ),
    *in_both(
        "fire, stench and sleep",
        "A . . E . / . . . . . / B . G . . / . . . . . ; A=fighter:11 hp=150/150 ;"
        "B=wizard:11 hp=120/120 ; E=fire_elemental ; G=troll",
        decisions=150,
    ),
    *in_both(
        "giants on the wing",
        "A . . W . / . . . . . / B . F . . / # . . . . / . . . . . ; A=wizard:7 hp=99/99 ;"
        "B=fighter:11 hp=120/120 temp=3 ; W=griffon alt=20 ; F=frost_giant",
        decisions=150,
        actions="compact",
        changes={"A": {"more_spells": ["fly", "false_life"]}},
    ),
    *in_both(
        "saving the dying",
        "A B . / . G . ; A=cleric:3 hp=60/60 ; B=fighter:3 hp=0 ; G=goblin hp=40/40",
        decisions=60,
        changes={"A": {"spells": ["spare_the_dying"]}},
    ),
    *in_both(
        "strength that is not one's own",
        "A . G ; A=wizard:5 hp=50/50 temp=4 ; G=goblin hp=60/60",
        decisions=40,
        changes={"A": {"spells": ["false_life"]}},
    ),
    *in_both(
        "two troubles at once",
        "A B / F B ; A=cleric:9 hp=300/300 ; F=wizard:9 hp=300/300 ; B=commoner hp=300/300",
        decisions=80,
        changes={"A": {"spells": ["spirit_guardians"]}, "F": {"spells": ["cloudkill"]}},
    ),
    *in_both(
        "what no shipped creature does",
        "A . B ; A=arbiter hp=90/90 ; B=fighter:3 hp=90/90",
        decisions=60,
    ),
    *of_spells(),
]
