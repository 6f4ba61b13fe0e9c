"""Features: special rules attached to a scope. Who has one, what stands on its stats, what it forbids, hides and decides.

Which are in force is the scene's to say; nothing here is written down in a state but what was given for a while.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.kernel.change import triggers, values
from rulewright.kernel.change.lasting import duration
from rulewright.kernel.change.values import Modifier
from rulewright.kernel.evaluation import fast
from rulewright.kernel.evaluation.reckon import reckon
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.state.facts import NOWHERE, Lasting, Vars
from rulewright.program import instructions
from rulewright.program.durations import Until
from rulewright.program.expressions import Expression
from rulewright.program.modes import Adjustment

LEVELS = ("rule book", "global", "encounter", "region", "tile", "cast", "actor", "action", "temporary")
"""What a feature can be attached to, the level that prevails first."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature as the book defines it."""

    index: int
    name: str
    level: str
    scope: Expression
    specific: int = 0
    when: Expression | None = None
    standing: tuple[tuple[int, str, Expression], ...] = ()  # stat, op, amount
    needs: Expression | None = None
    hides: tuple[int, ...] = ()
    verdicts: tuple[Any, ...] = ()  # what it decides about a check
    rough: bool = False  # whether its tiles are difficult
    action: int = NOWHERE  # what it does when triggered or activated
    until: Until | None = None

    @property
    def given(self) -> bool:
        """Whether nobody has it but those to whom it was given."""
        return self.until is not None or self.level == "temporary"

    @property
    def rank(self) -> tuple[int, int, int]:
        """What prevails where features conflict: the level, then the more specific, then the more recent."""
        return (LEVELS.index(self.level), -self.specific, -self.index)


@dataclass(frozen=True, slots=True)
class Scenes:
    """The scenes in which something may matter; None is every scene."""

    names: frozenset[str] | None

    def __contains__(self, scene: object) -> bool:
        return self.names is None or scene in self.names


def about(m: Machine, slot: int) -> Vars:
    """Give what a feature of somebody may speak of: its action under way and that action's target, if it is acting."""
    cause = triggers.cause(m)
    return {**(cause if cause.get("actor", NOWHERE) == slot else {}), "actor": slot, "it": slot}


def has(m: Machine, index: int, slot: int, vars: Vars | None = None) -> bool:
    """Say whether somebody has a feature now."""
    state, extra = m.state, m.book.extra
    feature: Feature = extra["features"][index]
    given = bool(state.touched) and (slot, ("feature", index)) in state.touched
    if not given and (feature.given or feature.name not in extra["in force"].get(state.setting.scene, ())):
        return False
    vars = about(m, slot) if vars is None else {**vars, "it": slot}
    if not (given and feature.level != "action") and not _quick(m, feature, "scope", feature.scope)(m, vars):
        return False  # the scope says who has it by itself; to whom it is given, it is given
    return feature.when is None or bool(_quick(m, feature, "when", feature.when)(m, vars))


def _quick(m: Machine, feature: Feature, which: str, node: Expression) -> fast.Test:
    """Give one of a feature's conditions as a function, made when it is first asked for."""
    known, key = m.book.caches.features, (feature.index, which)
    made = known.get(key)
    if made is None:
        made = known[key] = fast.test(m.book, node)
    return made


@dataclass(frozen=True, slots=True)
class Holds:
    """Somebody has the feature."""

    index: int

    def __call__(self, m: Machine, slot: int) -> bool:
        return has(m, self.index, slot)


@dataclass(frozen=True, slots=True)
class Amount:
    """How much a feature puts on a stat of somebody."""

    node: Expression

    def __call__(self, m: Machine, slot: int) -> int:
        return int(reckon(self.node, m, about(m, slot)))


def modifiers(features: Sequence[Feature], cards: Collection[str] = ()) -> dict[int, tuple[Modifier, ...]]:
    """Give what stands on each stat, what prevails first; a feature with a card's name stands by that card."""
    found: dict[int, list[Modifier]] = {}
    for feature in sorted(features, key=lambda each: each.rank):
        for stat, op, amount in feature.standing:
            card = feature.name if feature.name in cards else ""
            found.setdefault(stat, []).append(Modifier(feature.name, op, Amount(amount), Holds(feature.index), card))
    return {stat: tuple(each) for stat, each in found.items()}


def possible(features: Sequence[Feature], force: dict[str, frozenset[str]], gained: Collection[int] = ()) -> Scenes:
    """Give the scenes in which somebody might have one of some features; what effects give, in every scene."""
    if any(feature.given or feature.index in gained for feature in features):
        return Scenes(None)
    wanted = {feature.name for feature in features}
    return Scenes(frozenset(scene for scene, names in force.items() if names & wanted))


@dataclass(frozen=True, slots=True)
class Granted:
    """The actions that features give somebody."""

    features: tuple[Feature, ...]
    scenes: Scenes

    def __call__(self, m: Machine, slot: int) -> tuple[int, ...]:
        if m.state.setting.scene not in self.scenes:
            return ()
        return tuple(feature.action for feature in self.features if has(m, feature.index, slot))


@dataclass(frozen=True, slots=True)
class Hides:
    """A stat that a feature hides is seen by its owner's player alone."""

    features: tuple[Feature, ...]

    def __call__(self, m: Machine, player: int | None, slot: int, stat: int) -> bool:
        if player is not None and m.player_of(slot) == player:
            return False
        return any(stat in feature.hides and has(m, feature.index, slot) for feature in self.features)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Whoever has the feature does nothing that its condition forbids."""

    index: int
    node: Expression

    def __call__(self, m: Machine, vars: Vars) -> bool:
        concerned = {vars["actor"], vars.get("source", vars["actor"])}
        return not any(has(m, self.index, slot, vars) for slot in concerned) or bool(reckon(self.node, m, vars))


@dataclass(frozen=True, slots=True)
class ForbiddenWords:
    """Say which feature forbids an act."""

    name: str
    words: str

    def __call__(self, m: Machine, vars: Vars) -> str:
        who = m.book.name_of(m.state, vars["actor"])
        return f"{self.name} lets {who} perform {m.book.actions[vars['action']].name} only if {self.words}"


def first_die(m: Machine, before: int) -> int:
    """Give what the first die shows that has fallen since an event."""
    return next((event[2][0] for event in m.events[before:] if event[0] == "rolled"), NOWHERE)


def judge(m: Machine, vars: Vars, true: bool, before: int) -> bool:
    """Let features decide a check by what its first die shows; they may also multiply the dice of what it decides."""
    seen = {**vars, "natural": first_die(m, before)}
    for feature in sorted(m.book.extra["features"], key=lambda each: each.rank, reverse=True):
        if not feature.verdicts or not has(m, feature.index, vars["actor"], seen):
            continue
        m.emit(("told", feature.name, vars["actor"]))
        for verdict in feature.verdicts:
            if verdict.how is Adjustment.DICE:
                vars["dice"] = int(reckon(verdict.amount, m, seen))
            else:
                true = verdict.how is Adjustment.PASS
    return true


def begin(node: instructions.Course, m: Machine, vars: Vars, at: int) -> None:
    """Give everybody the features in force that last for a while only."""
    force = m.book.extra.get("in force", {}).get(m.state.setting.scene, ())
    for feature in m.book.extra.get("features", ()):
        if feature.until and feature.name in force:
            for slot in m.book.order(m):
                until = duration(m, feature.until, {**vars, "actor": slot}) or ()
                values.last(m, Lasting(m.new_id(), feature.name, slot, ("feature", feature.index), "set", 1, until))
