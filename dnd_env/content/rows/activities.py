"""Activities become ACTIVITY rows: costs, targets, gates, traits; with them go their effects."""

from dataclasses import dataclass, replace

from dnd_env.content.rows.effects import EffectRows
from dnd_env.content.rows.scope import Scope
from dnd_env.content.rows.store import Row, Store
from dnd_env.content.schema.activities import EITHER_SKILL, Activity, Aim, Attack
from dnd_env.content.schema.words import expected, mask
from dnd_env.core.errors import ContentError
from dnd_env.core.tables import BONUS_OF_USER, DC_OF_GRIP
from dnd_env.core.terms import (
    Ability,
    AttackKind,
    Cost,
    Gate,
    Shape,
    Target,
    Trait,
    Who,
)

NO_ATTACK = -1  # the attack kind of what is no attack
THROWN, RANGED = " (thrown)", " (ranged)"  # what the second way of an attack is called
FORMS = {
    "melee_or_thrown": ("melee_weapon", "ranged_weapon", THROWN),
    "melee_or_ranged_spell": ("melee_spell", "ranged_spell", RANGED),
}


@dataclass(frozen=True)
class Casting:
    """That an activity is a spell: its level, components, and what it costs."""

    level: int
    components: int = 0
    concentration: bool = False
    upcast: bool = False
    attack_bonus: int | None = None
    dc: int | None = None
    school: str = ""
    id: str = ""


@dataclass(frozen=True)
class Way:
    """One slot of a stat block: an activity in one way to use it.

    ``tag``: the same for one spell in every stat block. ``resource``: the owner's, by name; with
    ``amount`` 0 it limits nothing, but takes no spell slot either.
    """

    activity: Activity
    label: str
    where: str
    tag: str
    casting: Casting | None = None
    resource: str = ""
    amount: int = 1
    cost: Cost | None = None
    item: int = 0
    grip: int = 0
    ammunition: int = 0
    off_hand: bool = False
    raised: int = 0
    follows: bool = False  # what a spell lets its caster do later: it is not cast again

    @property
    def is_cast(self) -> bool:
        return self.casting is not None and not self.follows

    @property
    def name(self) -> str:
        return self.activity.name

    @property
    def is_attack(self) -> bool:
        """Is it one of the attacks of an Attack action?"""
        cost = self.cost or self.activity.cost
        plain = self.activity.attack is not None and self.casting is None
        return cost == Cost.ATTACK or (plain and cost == Cost.ACTION and not self.activity.alone)


def ways_of(way: Way) -> list[Way]:
    """Part an attack that can be made hand to hand and from afar into its two ways."""
    attack = way.activity.attack
    if attack is None or attack.kind not in FORMS:
        return [way]
    near_kind, far_kind, suffix = FORMS[attack.kind]
    near = attack.model_copy(update={"kind": near_kind, "range_ft": 0, "long_range_ft": 0})
    far = attack.model_copy(update={"kind": far_kind})
    afar = {"attack": far, "name": way.activity.name + suffix}
    return [
        replace(way, activity=way.activity.model_copy(update={"attack": near})),
        replace(way, activity=way.activity.model_copy(update=afar)),
    ]


class ActivityRows:
    """Lays activities as rows of a store."""

    def __init__(self, store: Store, effects: EffectRows) -> None:
        self.store = store
        self.effects = effects

    def lay(self, way: Way, scope: Scope, cost: Cost | None = None) -> int:
        """Lay one way to use an activity; return its row + 1.

        Args:
            way: which.
            scope: with whose numbers its effects are read.
            cost: what it costs, where that is not what it says.
        """
        activity = way.activity
        casting = way.casting
        if casting is not None:
            scope.dc, scope.concentration = casting.dc, casting.concentration and way.is_cast
            scope.key, scope.raised = f"spells/{casting.id}", way.raised
        scope.tag = self.store.tag(way.tag)
        row = {"tag": scope.tag} | self._costs(way, scope, cost) | self._aims(activity, scope)
        row |= self._gate(activity, way, scope) | self._response(activity, scope)
        row |= self.effects.clauses(activity.if_, activity.unless, scope)
        row["item"], row["grip"], row["ammunition"] = way.item, way.grip, way.ammunition
        row["grip"] = row["grip"] or activity.hands
        row["traits"] = self._traits(activity, way, row, scope)
        failing = [one for one in activity.effects if "fail" in one.on]
        if activity.save is not None:
            row["against"] = self.effects.given(failing, scope)
            scope.saving = row["ability"], row["save_dc"]
        first, count = self.effects.lay(activity.effects, scope)
        row["first_effect"], row["effect_count"] = first, count
        return self.store.add_activity(row, activity.name)

    def _costs(self, way: Way, scope: Scope, cost: Cost | None) -> Row:
        activity = way.activity
        row: Row = {"cost": cost or way.cost or activity.cost}
        if activity.hidden:
            row["cost"] = Cost.REACTION  # to no event, so nobody can choose it
        if row["cost"] == Cost.LEGENDARY:
            row["cost_amount"] = activity.legendary_cost
        if way.resource:
            known = scope.owner.resources
            if way.resource not in known:
                message = expected(way.resource, list(known))
                raise ContentError(f"{way.where}: {activity.name}: resource: {message}")
            row["resource"], row["resource_amount"] = known[way.resource], way.amount
        if way.casting is not None:
            row["spell_level"] = way.casting.level + way.raised
            row["components"] = 0 if way.follows else way.casting.components
        return row

    def _aims(self, activity: Activity, scope: Scope) -> Row:
        aim = activity.target or Aim(kind=_kind_of_target(activity, scope))
        row: Row = {
            "target": aim.kind,
            "who": activity.who,
            "named_who": mask(aim.named),
            "named_range_ft": aim.named_range_ft,
            "targets": aim.count,
            "per_level_targets": aim.per_level,
            "range_ft": aim.range_ft,
            "long_range_ft": aim.long_range_ft,
        }
        if activity.area is not None:
            row["shape"], row["size_ft"] = activity.area.shape, activity.area.size_ft
            row["size_ft"] += scope.raised * activity.area.per_level_ft
            row["width_ft"] = activity.area.width_ft
            row["per_level_ft"] = 0 if scope.raised else activity.area.per_level_ft
        if scope.raised:
            row["targets"] += scope.raised * aim.per_level
            row["per_level_targets"] = 0
        return row

    def _gate(self, activity: Activity, way: Way, scope: Scope) -> Row:
        if activity.attack is not None:
            return self._attack(activity.attack, way)
        row: Row = {"attack_kind": NO_ATTACK}
        if activity.save is not None:
            dc = activity.save.dc if activity.save.dc is not None else scope.dc
            if dc is None:
                raise ContentError(f"{way.where}: {activity.name}: save.dc: missing")
            row |= {"gate": Gate.SAVE, "ability": mask(activity.save.ability, 1), "save_dc": dc}
        elif activity.check is not None:
            check = activity.check
            contest = check.contest or check.escape
            row |= {"gate": Gate.CONTEST if contest else Gate.CHECK, "ability": check.ability or 0}
            row["skill"] = check.skill or (EITHER_SKILL if check.escape else 0)
            row["save_dc"] = DC_OF_GRIP if check.escape else check.dc or 0
        return row

    def _attack(self, attack: Attack, way: Way) -> Row:
        kind = AttackKind[attack.kind.upper()]
        melee = kind in (AttackKind.MELEE_WEAPON, AttackKind.MELEE_SPELL)
        bonus = attack.bonus
        if bonus is None:
            bonus = way.casting.attack_bonus if way.casting is not None else BONUS_OF_USER
        if bonus is None:
            raise ContentError(f"{way.where}: {way.activity.name}: attack.bonus: missing")
        ability = attack.ability or (Ability.STRENGTH if melee else Ability.DEXTERITY)
        row: Row = {
            "gate": Gate.ATTACK,
            "attack_kind": kind,
            "attack_bonus": bonus,
            "attack_ability": ability,
            "properties": mask(attack.properties),
        }
        aim = way.activity.target
        if aim is None or aim.range_ft == 0:
            row["range_ft"] = attack.reach_ft if melee else attack.range_ft
            row["long_range_ft"] = 0 if melee else attack.long_range_ft
        return row

    def _response(self, activity: Activity, scope: Scope) -> Row:
        responds = activity.responds
        if responds is None:
            return {}
        row: Row = {"event": responds.to, "witness": responds.witness}
        row["also_event"] = responds.also_to or 0
        if responds.range_ft:
            row["range_ft"] = responds.range_ft
        if responds.of_spell:
            row["event_tag"] = self.effects.names.spell_tag(responds.of_spell)
        return row

    def _traits(self, activity: Activity, way: Way, row: Row, scope: Scope) -> int:
        aim = activity.target or Aim()
        casting = way.casting
        melee = row["attack_kind"] == AttackKind.MELEE_WEAPON
        opportunity = melee and row["cost"] == Cost.ATTACK and not way.off_hand
        harmful = row["who"] == 1 << Who.ENEMY
        says = {
            Trait.SPELL: way.is_cast,
            Trait.CONCENTRATION: way.is_cast and scope.concentration,
            Trait.UPCAST: way.is_cast and casting is not None and casting.upcast,
            Trait.ONCE_A_TURN: activity.once_a_turn,
            Trait.SEQUENTIAL: aim.one_by_one,
            Trait.SAME_TARGET_AGAIN: aim.same_again,
            Trait.NEEDS_SIGHT: aim.sees,
            Trait.OPPORTUNITY: _either(activity.opportunity, opportunity),
            Trait.MAGICAL: activity.magical or casting is not None,
            Trait.HARMFUL: _either(activity.harmful, harmful),
            Trait.AUTOMATIC: activity.automatic,
            Trait.IGNORES_COVER: activity.ignores_cover,
            Trait.OFF_HAND: way.off_hand,
            Trait.ATTACK_ACTION: activity.attack_action,
            Trait.PLACES: activity.places,
            Trait.FROM_ZONE: activity.from_zone,
            Trait.CATCHES_USER: activity.area is not None and activity.area.catches_user,
            Trait.FLIGHT: activity.is_flight,
            Trait.ANOTHER: aim.another,
        }
        return mask(trait for trait, said in says.items() if said)


def _either(said: bool | None, otherwise: bool) -> bool:
    return otherwise if said is None else said


def _kind_of_target(activity: Activity, scope: Scope) -> Target:
    """Return what is chosen where the entry does not say."""
    if activity.attack is not None:
        return Target.CREATURE
    if activity.area is None:
        return Target.SELF
    if activity.area.shape == Shape.EMANATION:
        return Target.AROUND
    if activity.area.shape in (Shape.CONE, Shape.LINE, Shape.CUBE):
        return Target.DIRECTION
    raise ContentError(f"{scope.where}: {activity.name}: target: missing; expected a point")
