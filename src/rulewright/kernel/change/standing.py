"""The modifiers that features of a book put on stats, and the scenes in which features can matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.program.expressions import About, Expression, Logic, OfKind, Related, Relation, Slot
from rulewright.program.feature import LEVELS, Feature
from rulewright.program.modes import Joint, Link, Tie
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

Kinds = frozenset[int] | None
"""Numbers of kinds; None means any kind."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier of a stat by a feature, in effect while the thing has the feature; the stored number does not change."""

    name: str
    op: str
    amount: Expression
    feature: int
    card: str = ""  # the card that it comes from; the players of such cards apply them in order


@dataclass(frozen=True, slots=True)
class Scenes:
    """The scenes in which something can matter; None means every scene."""

    names: frozenset[str] | None = frozenset()

    def __contains__(self, scene: str) -> bool:
        return self.names is None or scene in self.names

    def __bool__(self) -> bool:
        return self.names is None or bool(self.names)


def given(feature: Feature) -> bool:
    """Say whether only those have a feature to whom it was given."""
    return feature.until is not None or feature.level == "temporary"


def rank(feature: Feature) -> tuple[int, int, int]:
    """Give the precedence of a feature in a conflict: the level, then the more specific, then the more recent."""
    return (LEVELS.index(feature.level), -feature.specific, -feature.index)


def modifiers(features: Sequence[Feature]) -> dict[int, tuple[Modifier, ...]]:
    """Give the modifiers of each stat, those with precedence first; a feature with the name of a card comes from this card."""
    found: dict[int, list[Modifier]] = {}
    for feature in sorted(features, key=rank):
        for stat, op, amount in feature.standing:
            card = feature.name if feature.card else ""
            found.setdefault(stat, []).append(Modifier(feature.name, op, amount, feature.index, card))
    return {stat: tuple(each) for stat, each in found.items()}


def possible(program: Program, features: Iterable[Feature]) -> Scenes:
    """Give the scenes in which somebody might have one of some features; for given features, every scene."""
    features = list(features)
    if any(given(feature) or feature.index in program.gained for feature in features):
        return Scenes(None)
    wanted = {feature.index for feature in features}
    return Scenes(frozenset(scene for scene, numbers in program.active_features.items() if numbers & wanted))


def fluid(program: Program) -> dict[int, Scenes]:
    """Give the stats that may differ from their cells, and the scenes in which they may."""
    on: dict[int, list[Feature]] = {}
    for feature in program.features:
        for stat in dict.fromkeys(stat for stat, _, _ in feature.standing):
            on.setdefault(stat, []).append(feature)
    found = {stat: possible(program, features) for stat, features in on.items()}
    for stat, bounds in enumerate(program.stats):
        if bounds.cap in found:
            found.setdefault(stat, found[bounds.cap])
    return found


# -- the kinds of thing that have a feature ----------------------------------------------------------------------------


def bearers(book: Book) -> dict[int, Kinds]:
    """Give for each stat that may differ from its cell the kinds of thing of which a modifier of it can be in effect."""
    of = {feature.index: _bearers(book, feature) for feature in book.features if feature.standing}
    return {stat: _any(of[each.feature] for each in book.modifiers.get(stat, ())) for stat in book.fluid}


def _bearers(book: Book, feature: Feature) -> Kinds:
    if given(feature) or feature.index in book.gained:
        return None
    return _all([_true_of(book, feature.scope), _true_of(book, feature.when)])


def _true_of(book: Book, node: Expression | None) -> Kinds:
    """Give the kinds of thing of which a condition can be true; what waits has the marks of its action."""
    if isinstance(node, OfKind) and node.mark not in book.changing_marks:
        return frozenset(n for n, kind in enumerate(book.kinds) if node.mark in kind.marks or n == book.item)
    if isinstance(node, Logic) and node.how in (Joint.ANY, Joint.ALL):
        return (_any if node.how is Joint.ANY else _all)(_true_of(book, part) for part in node.parts)
    if isinstance(node, About) and isinstance(node.who, Slot) and node.who.name in ("actor", "it"):
        return _all(_true_of(book, test) for test in node.tests)
    return None


def _any(kinds: Iterable[Kinds]) -> Kinds:
    found: frozenset[int] = frozenset()
    for each in kinds:
        if each is None:
            return None
        found |= each
    return found


def _all(kinds: Iterable[Kinds]) -> Kinds:
    known = [each for each in kinds if each is not None]
    return known[0].intersection(*known[1:]) if known else None


def by_itself(node: Expression) -> bool:
    """Say whether a condition asks only of which kind a thing is and what it is called, whatever happens."""
    if isinstance(node, Logic):
        return all(map(by_itself, node.parts))
    named = isinstance(node, Relation) and node.how is Tie.SELF and isinstance(node.who, Related) and node.who.how is Link.CALLED
    return named or isinstance(node, OfKind)
