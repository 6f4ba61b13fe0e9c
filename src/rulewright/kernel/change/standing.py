"""What features come to in a book: what stands on which stat, and the scenes in which they may matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.program.expressions import Expression
from rulewright.program.feature import LEVELS, Feature
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Modifier:
    """What stands on a stat of whoever has a feature, for as long as it does; never written down."""

    name: str
    op: str
    amount: Expression
    feature: int
    card: str = ""  # the card it stands by, whose players apply theirs in order


@dataclass(frozen=True, slots=True)
class Scenes:
    """The scenes in which something may matter; None is every scene."""

    names: frozenset[str] | None = frozenset()

    def __contains__(self, scene: object) -> bool:
        return self.names is None or scene in self.names

    def __bool__(self) -> bool:
        return self.names is None or bool(self.names)


def given(feature: Feature) -> bool:
    """Say whether nobody has a feature but those to whom it was given."""
    return feature.until is not None or feature.level == "temporary"


def rank(feature: Feature) -> tuple[int, int, int]:
    """Give what prevails where features conflict: the level, then the more specific, then the more recent."""
    return (LEVELS.index(feature.level), -feature.specific, -feature.index)


def modifiers(features: Sequence[Feature]) -> dict[int, tuple[Modifier, ...]]:
    """Give what stands on each stat, what prevails first; a feature with a card's name stands by that card."""
    found: dict[int, list[Modifier]] = {}
    for feature in sorted(features, key=rank):
        for stat, op, amount in feature.standing:
            card = feature.name if feature.card else ""
            found.setdefault(stat, []).append(Modifier(feature.name, op, amount, feature.index, card))
    return {stat: tuple(each) for stat, each in found.items()}


def possible(program: Program, features: Iterable[Feature]) -> Scenes:
    """Give the scenes in which somebody might have one of some features; what effects give, in every scene."""
    features = list(features)
    if any(given(feature) or feature.index in program.gained for feature in features):
        return Scenes(None)
    wanted = {feature.name for feature in features}
    return Scenes(frozenset(scene for scene, names in program.active_features.items() if names & wanted))


def fluid(program: Program) -> dict[int, Scenes]:
    """Give the stats that may count as more than what is written down, and the scenes in which they may."""
    on: dict[int, list[Feature]] = {}
    for feature in program.features:
        for stat in dict.fromkeys(stat for stat, _, _ in feature.standing):
            on.setdefault(stat, []).append(feature)
    found = {stat: possible(program, features) for stat, features in on.items()}
    for stat, bounds in enumerate(program.stats):
        if bounds.cap in found:
            found.setdefault(stat, found[bounds.cap])
    return found
