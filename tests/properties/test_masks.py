"""The engine's masks and reachable squares against the referee's judgement, and what comes of
illegal attempts.

Over all shipped encounters, both editions, with and without fog, both action sets: more than 10,000
positions of play and some thousand scrambled ones.
"""

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dnd_env.core.errors import IllegalActionError
from dnd_env.core.limits import MAX_SIDES
from dnd_env.core.terms import Decision
from dnd_env.envs.battle import Battle
from dnd_env.envs.functional import Op
from tests.properties.cases import NAMES, WAYS, variety
from tests.properties.play import Field
from tests.properties.scramble import Scrambler
from tests.reference import movement, sight, zones
from tests.reference.facts import bits
from tests.reference.position import Position
from tests.reference.standing import standing

ENOUGH = 10_000
POSITIONS = 116  # of each encounter, edition and way to play
SCRAMBLED = 20
BATTLES = 4
ATTEMPTS = 60  # decisions at which all that is illegal is attempted
ATTEMPTED = [
    ("goblin_ambush", "full", "full"),
    ("mirror_match", "full", "fog"),
    ("skirmish", "compact", "full"),
    ("dark_crypt", "compact", "fog"),
]
MOST_COMPLAINTS = 3
RULES = ("2014", "2024")
EACH = pytest.mark.parametrize("rules", RULES)
OF_ALL = pytest.mark.parametrize("name", NAMES)


def fields(name: str, rules: str, battles: int) -> list[Field]:
    """Return battles of an encounter, a field for each way to play."""
    seed = NAMES.index(name) + 100 * RULES.index(rules)
    return [
        Field(name, rules, battles, seed, actions, level, **options)
        for actions, level, options in variety(seed)
    ]


def judge(complaints: list[str]) -> None:
    assert not complaints, "\n".join(complaints[:MOST_COMPLAINTS])


# --- legality ------------------------------------------------------------------------------------


@pytest.mark.case("B160", "B164")
@OF_ALL
@EACH
def test_masks_are_exact(name: str, rules: str) -> None:
    """
    The mask is the set of legal actions, and never empty; the squares in reach of the decider are
    those to which it can go, whatever it is that it decides.
    """
    complaints: list[str] = []
    for field in fields(name, rules, BATTLES):
        judged: set[bytes] = set()
        for index in field.spread(POSITIONS // BATTLES, 7):
            judged.add(field.arena.raw[index].tobytes())
            complaints.append(field.complaint(index))
        assert len(judged) == POSITIONS

    assert len(complaints) == POSITIONS * len(WAYS)
    judge([complaint for complaint in complaints if complaint])


def test_the_positions_are_many_and_of_all_kinds() -> None:
    """At least 10,000, of all encounters, either edition and action set, with and without fog."""
    assert len(NAMES) * len(RULES) * len(WAYS) * POSITIONS >= ENOUGH
    assert set(WAYS) == {(a, v) for a in ("full", "compact") for v in ("full", "fog")}


@OF_ALL
@EACH
def test_masks_are_exact_in_odd_positions(name: str, rules: str) -> None:
    """Also where play seldom leads: airborne, squeezed, seized, afraid, blind, hidden, spent."""
    complaints: list[str] = []
    for field in fields(name, rules, 2):
        scrambler = Scrambler(field)
        for index in field.spread(SCRAMBLED, 9):
            before = field.arena.raw[index].copy()
            if scrambler.scramble(index):
                complaints += follow(field, index)
            field.arena.restore(index, before)

    judge(complaints)


def follow(field: Field, index: int) -> list[str]:
    """Hold a battle's mask against the referee, then those of the choices that follow."""
    found: list[str] = []
    for _ in range(3):
        if not field.arena.records[index].decider:
            break
        complaint = field.complaint(index)
        if complaint:
            return [*found, complaint]
        field.arena.step(index, field.pick(index))
    return found


@pytest.mark.case("B164", "B169")
@EACH
@pytest.mark.parametrize(("name", "actions", "visibility"), ATTEMPTED)
def test_illegal_attempts_change_nothing(
    rules: str, name: str, actions: Any, visibility: Any
) -> None:
    """
    Whatever the mask does not offer is refused by name, at decisions of all kinds; and not a byte
    of the battle is another than before.
    """
    battle = Battle(name, rules=rules, seed=5, level=5, actions=actions, visibility=visibility)
    random = np.random.default_rng(5)
    kinds: set[str | None] = set()
    for _ in range(ATTEMPTS):
        legal, raw = battle.legal_actions(), battle.save()
        kinds.add(battle.decision)
        for action in set(range(-1, battle.layout.action_count + 1)) - set(legal):
            with pytest.raises(IllegalActionError) as refusal:
                battle.step(action)
            assert refusal.value.legal == legal

        assert battle.save() == raw
        assert battle.legal_actions() == legal
        battle.step(draw(battle, random))
        if battle.over:
            break

    assert len(kinds) >= 3


def draw(battle: Battle, random: np.random.Generator) -> int:
    """Draw a kind of action first, then one of that kind."""
    legal = np.array(battle.legal_actions())
    kinds = battle.layout.action_table["block"][legal]
    return int(random.choice(legal[kinds == random.choice(np.unique(kinds))]))


# --- what legality rests on ----------------------------------------------------------------------


@OF_ALL
@EACH
def test_what_is_derived_holds(name: str, rules: str) -> None:
    """Conditions, flags, speeds, who sees and knows of whom, zones: as the referee derives them."""
    complaints = []
    for field in fields(name, rules, 2):
        for index in field.spread(10, 11):
            state = field.arena.records[index]
            position = field.referee.position(state)
            for what, told, judged in derived(state, position):
                if told != judged:
                    complaints.append(f"{field.what}: {what}: is {told}, should be {judged}")

    judge(complaints)


def derived(state, position: Position):  # type: ignore[no-untyped-def]
    """Give what the engine derives beside what the referee does, each with a name."""
    for who in position.creatures:
        creature, judged = state.creatures[who], standing(position, who)
        yield f"flags of {who}", bits(creature.flags), judged.flags
        yield f"conditions of {who}", bits(creature.conditions), judged.conditions
        yield f"speeds of {who}", tuple(creature.speed_ft[at] for at in range(5)), judged.speeds
        yield f"senses of {who}", tuple(creature.sense_ft[at] for at in range(4)), judged.senses
        yield f"reach of {who}", creature.reach_ft, judged.reach_ft
        yield f"maximum of {who}", creature.hit_point_maximum, judged.hit_point_maximum
        seen = {other for other in position.creatures if sight.sees(position, who, other)}
        yield f"seen by {who}", set(bits(state.sees[who])), seen
    for zone in position.zones:
        rows = state.zones[zone.index].squares
        told = {(x, y) for y in range(position.ground.height) for x in bits(rows[y])}
        yield f"zone {zone.index}", told, set(zones.squares_of(position, zone.index))
    for side in range(min(position.ground.options.side_count, MAX_SIDES)):
        if any(sight.is_awake(position, who) for who in sight.members(position, side)):
            known = sight.located(position, side)
            yield f"located by side {side}", bits(state.located[side]), known
            yield (
                f"spotted by side {side}",
                bits(state.spotted[side]),
                sight.spotted(position, side),
            )


@OF_ALL
@EACH
def test_nobody_leaves_the_map(name: str, rules: str) -> None:
    """Whatever happens, all spaces lie on the map and outside walls."""
    complaints = []
    for field in fields(name, rules, 6):
        for index in field.spread(12, 17):
            position = field.referee.position(field.arena.records[index])
            ground = position.ground
            for who, creature in position.creatures.items():
                space = creature.space()
                on_map = all(ground.holds(square) for square in space)
                if creature.is_here and not (on_map and not space & ground.walls):
                    complaints.append(f"{field.what}, battle {index}: {who} at {creature.place}")

    judge(complaints)


@pytest.mark.rule("MOV-04", "GRD-01")
@OF_ALL
@EACH
def test_moves_cost_what_the_referee_says(name: str, rules: str) -> None:
    """A move that nothing stops takes the cheapest way."""
    complaints = []
    for field in fields(name, rules, 4):
        if field.referee.ground.options.compact or field.referee.ground.has_fog:
            continue
        for index in field.spread(25, 5):
            state = field.arena.records[index]
            moves = [
                action
                for action in field.legal(index)
                if action >= field.arena.layout.offsets["squares"]
            ]
            if state.decision != Decision.TURN or not moves:
                continue
            complaints += cost_of(field, index, int(field.random.choice(moves)))

    judge(complaints)


def cost_of(field: Field, index: int, action: int) -> list[str]:
    """Go somewhere; say so if it cost something else than the referee says."""
    state = field.arena.records[index]
    who = state.decider - 1
    costs = movement.reachable(field.referee.position(state), who)
    before = state.creatures[who].moved_ft
    table = field.arena.layout.action_table
    goal = int(table["x"][action]), int(table["y"][action])
    field.arena.step(index, action)
    creature = state.creatures[who]
    if (creature.x, creature.y) != goal or state.decider != who + 1:
        return []
    paid = creature.moved_ft - before
    if paid == 5 * costs[goal]:
        return []
    return [f"{field.what}: {who} paid {paid} ft to {goal}, should be {5 * costs[goal]}"]


# --- the referee itself --------------------------------------------------------------------------


def test_the_referee_shares_no_code() -> None:
    """The referee imports of the package only records, capacities and terms."""
    allowed = {"dnd_env.core." + name for name in ("limits", "scene", "state", "tables", "terms")}
    allowed |= {"dnd_env.core"}
    for path in (Path(__file__).parents[1] / "reference").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
            of_package = {name for name in names if name.startswith(("dnd_env", "agents"))}
            assert of_package <= allowed, f"{path.name} imports {of_package - allowed}"


def test_a_mask_is_written_afresh() -> None:
    """A mask read again without a step between is the same."""
    field = Field("skirmish", "2014", 3, 1)
    for _ in field.spread(6, 5):
        before = field.arena.masks.copy()
        field.arena.drive(Op.MASK)

        assert (field.arena.masks == before).all()
