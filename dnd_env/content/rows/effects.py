"""Effects become EFFECT rows: what each field means is said in ``core/tables.py``.

Children of one row lie side by side; so do the effects of an activity or a stat block.
"""

from collections.abc import Callable, Sequence
from typing import Any

from dnd_env.content.rows.scope import Names, Scope
from dnd_env.content.rows.store import Row, Store
from dnd_env.content.schema import effects as schema
from dnd_env.content.schema.base import Dice
from dnd_env.content.schema.predicates import Clause
from dnd_env.content.schema.words import expected, mask, spelled
from dnd_env.core.errors import ContentError
from dnd_env.core.tables import CHARMS, FRIGHTENS
from dnd_env.core.terms import (
    LAST_STANDING,
    Do,
    Outcome,
    Predicate,
    Removal,
    Role,
    SaveWhen,
    ZoneWhen,
)

THIS = "this"  # in place of a spell's name: the activity whose effect it is
BINDS = {"charms": CHARMS, "frightens": FRIGHTENS}
OUTCOMES = {spelled(moment): 1 << moment for moment in Outcome}
ZONE_MOMENTS = {spelled(moment): 1 << moment for moment in ZoneWhen}


class EffectRows:
    """Lays effects as rows of a store."""

    def __init__(self, store: Store, names: Names) -> None:
        self.store = store
        self.names = names
        self._readers: dict[type[schema.Row], Callable[[Any, Scope], Row]] = {
            schema.Damage: self._damage,
            schema.Heal: self._heal,
            schema.TempHitPoints: self._rolled,
            schema.Condition: self._condition,
            schema.Ongoing: self._ongoing,
            schema.Modifier: self._modifier,
            schema.RollMode: lambda effect, _: {"mode": effect.mode, "filter": effect.rolls},
            schema.Affinity: self._affinity,
            schema.Flags: lambda effect, _: {"filter": mask(effect.flags)},
            schema.MoveTarget: lambda effect, _: {"kind": effect.how, "amount": effect.distance_ft},
            schema.MoveSelf: self._move_self,
            schema.Grapple: lambda effect, _: {
                "save_dc": effect.escape_dc,
                "amount": effect.most,
                "rounds": effect.reach_ft,
            },
            schema.Tick: self._tick,
            schema.Economy: lambda effect, _: {"kind": effect.grant, "amount": effect.times},
            schema.Zone: self._zone,
            schema.Trigger: self._trigger,
            schema.Visibility: lambda effect, _: {"kind": effect.sense},
            schema.Remove: self._remove,
            schema.Life: lambda effect, _: {"kind": effect.change, "amount": effect.hit_points},
            schema.Resource: self._resource,
            schema.Cast: self._cast,
            schema.RollChange: self._roll_change,
            schema.Save: self._save,
            schema.Check: self._check,
        }

    def lay(
        self, effects: Sequence[schema.Row], scope: Scope, moments: dict[str, int] = OUTCOMES
    ) -> tuple[int, int]:
        """Lay effects side by side, and their children after them.

        Args:
            effects: as the entry has them.
            scope: in which entry.
            moments: what the words of ``on`` mean: outcomes, or a zone's moments.

        Returns:
            The first row, and how many.
        """
        return self.lay_all([(effect, scope) for effect in effects], moments)

    def lay_all(
        self, scoped: Sequence[tuple[schema.Row, Scope]], moments: dict[str, int] = OUTCOMES
    ) -> tuple[int, int]:
        """Lay effects side by side that come from several entries."""
        kept = [pair for pair in scoped if pair[0].from_level <= pair[1].owner.level]
        if not kept:
            return 0, 0
        first = self.store.reserve(len(kept), kept[0][1].label)
        for index, (effect, scope) in enumerate(kept, first):
            self.store.effect_labels[index] = getattr(effect, "name", "") or scope.label
            self.store.effects[index].update(self.row(effect, scope, moments))
        return first, len(kept)

    def row(self, effect: schema.Row, scope: Scope, moments: dict[str, int]) -> Row:
        """Return the row of one effect; its children are laid."""
        do = Do[effect.do.upper()]  # type: ignore[attr-defined]
        row: Row = {
            "do": do,
            "recipient": effect.to,
            "outcome": self._moments(effect, scope, moments),
        }
        row |= self.clauses(effect.if_, effect.unless, scope)
        if effect.once:
            row["once"] = scope.owner.once_bit(effect.once_as or scope.label, effect.once)
        if do == Do.FLAG and abs(row.get("predicate", 0)) > LAST_STANDING:
            raise ContentError(
                f"{scope.where}: a flag with a test on another; expected one on its bearer alone"
            )
        return row | self._readers[type(effect)](effect, scope)

    def clauses(self, held: Sequence[Clause], barred: Sequence[Clause], scope: Scope) -> Row:
        """Return the predicate fields for what must hold and what must not."""
        signed = [(1, clause) for clause in held] + [(-1, clause) for clause in barred]
        row: Row = {}
        for (sign, clause), name in zip(signed, ("predicate", "also"), strict=False):
            row[name] = sign * clause.predicate
            row[f"{name}_value"] = self._value(clause, scope)
        return row

    def given(self, effects: Sequence[schema.Row], scope: Scope) -> int:
        """Return the mask of conditions that effects give, where they are not ruled out."""
        bits = 0
        for effect in effects:
            if isinstance(effect, schema.Condition):
                bits |= self.names.conditions([effect.condition], scope.where)
            elif isinstance(effect, schema.Grapple):
                bits |= 1 << (self.store.roles[Role.SEIZED] - 1)
            elif isinstance(effect, schema.Ongoing):
                bits |= self.given([one for one in effect.effects if "always" in one.on], scope)
        return bits

    # --- what the fields have in common ----------------------------------------------------------

    def _moments(self, effect: schema.Row, scope: Scope, moments: dict[str, int]) -> int:
        bits = 0
        for word in effect.on:
            if moments is ZONE_MOMENTS and word == "always":
                word = "inside"
            if word not in moments:
                raise ContentError(f"{scope.where}: on: {expected(word, list(moments))}")
            bits |= moments[word]
        return bits

    def _value(self, clause: Clause, scope: Scope) -> int:
        if not clause.names:
            return clause.value
        if clause.predicate == Predicate.ACTIVITY_TAG:
            name = clause.names[0]
            return scope.tag if name == THIS else self.names.spell_tag(name)
        return self.names.conditions(clause.names, scope.where)

    def _dc(self, dc: int | None, scope: Scope) -> int:
        if dc is not None:
            return dc
        if scope.dc is None:
            raise ContentError(f"{scope.where}: dc: missing")
        return scope.dc

    def _children(
        self, effects: Sequence[schema.Row], scope: Scope, moments: dict[str, int] = OUTCOMES
    ) -> Row:
        first, count = self.lay(effects, scope, moments)
        return {"first_child": first, "child_count": count}

    def _lasting(self, effect: schema.Lasting, scope: Scope, given: int) -> Row:
        held = scope.concentration if effect.concentration is None else effect.concentration
        row: Row = {
            "duration": effect.lasts.until,
            "rounds": effect.lasts.rounds,
            "ends_on": mask(effect.ends_on),
            "mode": int(held),
            "filter": given,
        }
        scope.laid += 1
        stacks = not scope.key if effect.stacks is None else effect.stacks
        if not stacks and not _is_named(effect):
            row["key"] = self.store.key(f"{scope.key or scope.label}#{scope.laid}")
        if effect.save is not None:
            row["save_when"] = mask(effect.save.when)
            row["ability"], row["save_dc"] = self._repeated(effect.save, scope)
        elif effect.escape is not None:
            row |= self._escape(effect.escape, scope)
        return row

    def _repeated(self, save: schema.RepeatedSave, scope: Scope) -> tuple[int, int]:
        """Return the abilities and DC of a repeated save."""
        abilities, dc = scope.saving or (0, None)
        if save.ability:
            abilities, dc = mask(save.ability, 1), dc if save.dc is None else save.dc
        if not abilities:
            raise ContentError(
                f"{scope.where}: save: says no ability, and there is no save around it"
            )
        return abilities, self._dc(dc, scope)

    def _escape(self, escape: schema.Escape, scope: Scope) -> Row:
        return {
            "save_when": 1 << SaveWhen.BY_ACTION,
            "ability": escape.ability,
            "kind": escape.skill or 0,
            "save_dc": self._dc(escape.dc, scope),
        }

    def _binds_of(self, given: int) -> int:
        bits = 0
        for number, binds in self.names.binds.items():
            if (given >> (number - 1)) & 1:
                bits |= binds
        return bits

    # --- one for each kind of effect -------------------------------------------------------------

    def _rolled(self, effect: schema.Rolled, scope: Scope) -> Row:
        dice, more = effect.dice, effect.per_level
        if more.number and dice.number and more.sides != dice.sides:
            raise ContentError(
                f"{scope.where}: per_level: found d{more.sides}, expected d{dice.sides}"
            )
        steps = scope.raised // effect.per_levels
        row: Row = {
            "dice": dice.number + steps * more.number,
            "sides": dice.sides or more.sides,
            "bonus": dice.bonus + steps * more.bonus,
            "ability": effect.ability or 0,
        }
        if not scope.raised and more != Dice(0, 0, 0):
            row["per_level_dice"], row["per_level_bonus"] = more.number, more.bonus
            row["per_levels"] = effect.per_levels
        return row

    def _damage(self, effect: schema.Damage, scope: Scope) -> Row:
        mode = 2 if effect.halved else int(effect.half_on_success)
        row = {"kind": effect.type or 0, "mode": mode, "amount": int(effect.joins_attack)}
        return row | self._rolled(effect, scope)

    def _heal(self, effect: schema.Heal, scope: Scope) -> Row:
        mode = {None: 0, "all": 1, "half": 2}[effect.of_damage]
        return {"mode": mode, "amount": effect.at_most_percent} | self._rolled(effect, scope)

    def _condition(self, effect: schema.Condition, scope: Scope) -> Row:
        number = self.names.condition(effect.condition, scope.where)
        row = self._lasting(effect, scope, 1 << (number - 1))
        return row | {"condition": number, "binds": self.names.binds.get(number, 0)}

    def _ongoing(self, effect: schema.Ongoing, scope: Scope) -> Row:
        given = self.given([effect], scope)
        row = self._lasting(effect, scope, given)
        row["binds"] = BINDS[effect.binds] if effect.binds else self._binds_of(given)
        return row | self._children(effect.effects, scope)

    def _modifier(self, effect: schema.Modifier, scope: Scope) -> Row:
        return {
            "kind": effect.stat,
            "mode": effect.op,
            "amount": effect.amount,
            "dice": effect.dice.number,
            "sides": effect.dice.sides,
            "filter": effect.rolls | effect.types,
        }

    def _affinity(self, effect: schema.Affinity, scope: Scope) -> Row:
        filter_ = effect.types | self.names.conditions(effect.conditions, scope.where)
        row: Row = {"kind": effect.affinity, "filter": filter_, "mode": mask(effect.unless_by)}
        if effect.of_spell:
            row["amount"] = self.names.spell_tag(effect.of_spell)
        return row

    def _move_self(self, effect: schema.MoveSelf, scope: Scope) -> Row:
        return {
            "kind": effect.how,
            "amount": effect.distance_ft,
            "mode": effect.percent_of_speed,
            "filter": int(effect.unprovoked),
        }

    def _tick(self, effect: schema.Tick, scope: Scope) -> Row:
        return {"filter": mask(effect.when)} | self._children(effect.effects, scope)

    def _zone(self, effect: schema.Zone, scope: Scope) -> Row:
        held = scope.concentration if effect.concentration is None else effect.concentration
        row: Row = {
            "kind": effect.shape,
            "amount": effect.size_ft + scope.raised // effect.per_levels * effect.per_level_ft,
            "filter": mask(effect.traits),
            "mode": mask(effect.befalls),
            "condition": int(held),
            "duration": effect.lasts.until,
            "rounds": effect.lasts.rounds,
        }
        if effect.per_level_ft and not scope.raised:
            row["per_level_bonus"], row["per_levels"] = effect.per_level_ft, effect.per_levels
        return row | self._children(effect.effects, scope, ZONE_MOMENTS)

    def _trigger(self, effect: schema.Trigger, scope: Scope) -> Row:
        row = {"kind": effect.event, "mode": effect.witness}
        return row | self._children(effect.effects, scope)

    def _remove(self, effect: schema.Remove, scope: Scope) -> Row:
        row: Row = {"kind": effect.what, "mode": int(effect.by_level)}
        if effect.what == Removal.CONDITIONS:
            row["filter"] = self.names.conditions(effect.conditions, scope.where)
        return row

    def _resource(self, effect: schema.Resource, scope: Scope) -> Row:
        number = self._named(scope.owner.resources, effect.resource, "resource", scope)
        return {"kind": number, "amount": effect.amount}

    def _cast(self, effect: schema.Cast, scope: Scope) -> Row:
        slot = self._named(scope.owner.slots, effect.activity, "activity", scope)
        return {"amount": slot, "mode": int(effect.anew)}

    def _named(self, known: dict[str, int], name: str, key: str, scope: Scope) -> int:
        if name not in known:
            raise ContentError(f"{scope.where}: {key}: {expected(name, list(known))}")
        return known[name]

    def _roll_change(self, effect: schema.RollChange, scope: Scope) -> Row:
        return {
            "kind": effect.change,
            "amount": effect.amount,
            "dice": effect.dice.number,
            "sides": effect.dice.sides,
        }

    def _save(self, effect: schema.Save, scope: Scope) -> Row:
        failing = [one for one in effect.effects if "fail" in one.on]
        row: Row = {
            "ability": mask(effect.ability, 1),
            "save_dc": self._dc(effect.dc, scope),
            "mode": int(effect.plus_damage),
            "filter": self.given(failing, scope),
        }
        around, scope.saving = scope.saving, (row["ability"], row["save_dc"])
        row |= self._children(effect.effects, scope)
        scope.saving = around
        return row

    def _check(self, effect: schema.Check, scope: Scope) -> Row:
        row: Row = {"kind": effect.skill or 0, "ability": effect.ability or 0}
        row["save_dc"] = 0 if effect.do == "contest" else self._dc(effect.dc, scope)
        return row | self._children(effect.effects, scope)


def _is_named(effect: schema.Lasting) -> bool:
    """Does what it does depend on a creature named when it is laid?"""
    if not isinstance(effect, schema.Ongoing):
        return False
    return any(
        clause.predicate == Predicate.OTHER_IS_NAMED
        for child in effect.effects
        for clause in (*child.if_, *child.unless)
    )
