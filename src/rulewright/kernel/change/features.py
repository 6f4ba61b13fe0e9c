"""Features: special rules attached to a scope. Who has one, which stats it modifies, what it forbids, hides and decides.

The scene says which are in force. The state stores only features that were given for a duration.
"""

from __future__ import annotations

from rulewright.kernel.change import triggers, values
from rulewright.kernel.change.lasting import duration
from rulewright.kernel.change.standing import Modifier, rank
from rulewright.kernel.change.standing import given as given_only
from rulewright.kernel.evaluation import rolling
from rulewright.kernel.evaluation.evaluate import evaluate, kept
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.state.facts import NOWHERE, Lasting, Vars
from rulewright.program import building, instructions
from rulewright.program.expressions import Expression, Roll
from rulewright.program.modes import Adjustment
from rulewright.program.slots import DICE, NATURAL


def about(m: Machine, slot: int) -> Vars:
    """Give the variables for a feature of an actor: if it is acting, its action and the target of the action."""
    cause = triggers.cause(m)
    return {**(cause if cause.get("actor", NOWHERE) == slot else {}), "actor": slot, "it": slot}


def has(m: Machine, index: int, slot: int, vars: Vars | None = None) -> bool:
    """Say whether somebody has a feature now."""
    state, feature = m.state, m.book.features[index]
    given = bool(state.touched) and (slot, ("feature", index)) in state.touched
    if not given and (index not in m.book.active_features.get(state.setting.scene, ()) or given_only(feature)):
        return False
    free = given and feature.level != "action"  # the scope says who has it without an effect; a given feature needs no scope
    plain = index in m.book.plain_scopes
    if plain and not free and not evaluate(feature.scope, m, {"it": slot}):
        return False
    vars = about(m, slot) if vars is None else {**vars, "it": slot}
    if not plain and not free and not evaluate(feature.scope, m, vars):
        return False
    return feature.when is None or bool(evaluate(feature.when, m, vars))


def may_have(m: Machine, index: int, slot: int) -> bool:
    """Say whether something on which no effect lasts may have a feature, now or as soon as its condition is met."""
    return index not in m.book.plain_scopes or bool(evaluate(m.book.features[index].scope, m, {"it": slot}))


def standing(m: Machine, modifier: Modifier, slot: int, stat: int) -> Lasting:
    """Give the modifier of a stat by a feature, as an effect."""
    amount = int(evaluate(modifier.amount, m, about(m, slot)))
    return Lasting(NOWHERE, modifier.name, slot, stat, modifier.op, amount, ())


def granted(m: Machine, slot: int) -> tuple[int, ...]:
    """Give the actions that features give somebody."""
    if m.state.setting.scene not in m.book.granted_in:
        return ()
    return tuple(feature.action for feature in m.book.granting if has(m, feature.index, slot))


def hidden(m: Machine, player: int | None, slot: int, stat: int) -> bool:
    """Say whether a feature hides a stat from a player: only the player of its owner sees it."""
    if player is not None and m.player_of(slot) == player:
        return False
    return any(stat in feature.hides and has(m, feature.index, slot) for feature in m.book.hiding)


def first_die(m: Machine, vars: Vars, before: int, check: Expression) -> int:
    """Give the first die that was rolled since an event; of dice that were not all kept, the first that counts."""
    roll = next((part for part in building.walk(check) if isinstance(part, Roll)), None)
    if roll is None or rolling.plain(roll):
        return next((event[2][0] for event in m.events[before:] if event[0] == "rolled"), NOWHERE)
    return next(iter(rolling.fell(roll, kept(roll, m, vars), m.events[before:])), NOWHERE)


def edged(m: Machine, vars: Vars, check: Expression) -> Expression:
    """Give a check as features let it be rolled: with advantage or disadvantage, which cancel each other."""
    edges = {
        verdict.op
        for feature in m.book.features
        if any(verdict.op for verdict in feature.verdicts) and has(m, feature.index, vars["actor"], vars)
        for verdict in feature.verdicts
        if verdict.op
    }
    return building.edged(check, "disadvantage" in edges) if len(edges) == 1 else check


def judge(m: Machine, vars: Vars, true: bool, before: int, check: Expression) -> bool:
    """Let features decide a check by its first die; they may also multiply the dice of its damage."""
    seen: Vars = {**vars, NATURAL: first_die(m, vars, before, check)}
    for feature in sorted(m.book.features, key=rank, reverse=True):
        if not feature.verdicts or not has(m, feature.index, vars["actor"], seen):
            continue
        m.emit(("told", feature.name, vars["actor"]))
        for verdict in feature.verdicts:
            if verdict.op:
                continue  # advantage and disadvantage were applied when the check was rolled
            if verdict.how is Adjustment.DICE:
                vars[DICE] = int(evaluate(verdict.amount, m, seen))
            else:
                true = verdict.how is Adjustment.PASS
    return true


def ruling(m: Machine, vars: Vars, natural: int) -> bool | None:
    """Say how features would decide a check whose first die shows a number; None if none would."""
    true: bool | None = None
    seen: Vars = {**vars, NATURAL: natural}
    for feature in sorted(m.book.features, key=rank, reverse=True):
        for verdict in feature.verdicts if has(m, feature.index, vars["actor"], seen) else ():
            true = verdict.how is Adjustment.PASS if verdict.how in (Adjustment.PASS, Adjustment.FAIL) else true
    return true


def begin(node: instructions.Course, m: Machine, vars: Vars, at: int) -> None:
    """Give everybody those features in force that have a duration."""
    force = m.book.active_features.get(m.state.setting.scene, ())
    for feature in m.book.features:
        if feature.until and feature.index in force:
            for slot in m.book.order(m):
                until = duration(m, feature.until, {**vars, "actor": slot}) or ()
                values.last(m, Lasting(m.new_id(), feature.name, slot, ("feature", feature.index), "set", 1, until))
