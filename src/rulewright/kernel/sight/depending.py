"""What computed numbers depend on, so that they need not be computed again: those that modifiers change, and the score.

All depend on what is in play, where it is, whose it is, and its lasting effects; some also on other zones, on stats, or on the
structures in progress.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.change import values
from rulewright.program import building, expressions
from rulewright.program.building import AnyRecord
from rulewright.program.expressions import NONE, Expression, Holder, Lies, Measure, Query, Related, Relation, Slot, StatOf, Trait
from rulewright.program.modes import Holds, Link, Quality, Source, Tie
from rulewright.program.slots import ASKER

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine

OF_FACTS = (
    expressions.About, expressions.Arithmetic, expressions.Compare, expressions.Constant, expressions.Holder, expressions.Lies,
    expressions.Logic, expressions.Measure, expressions.Near, expressions.Next, expressions.OfCast, expressions.OfKind,
    expressions.Stands, expressions.StatOf, expressions.Unary,
)  # fmt: skip
"""The kinds of expression that read only facts."""
THINGS = ("it", "actor", "outer", ASKER)
"""The slots that hold the thing that is asked about, or another one that facts lead to."""
SCORE = -1
"""What stands for the score, beside the stats that modifiers change."""


class Dependence(NamedTuple):
    """What a computed number depends on."""

    course: bool
    stats: frozenset[int]
    zones: frozenset[int]  # kinds of zone


def dependences(m: Machine) -> Mapping[int, Dependence]:
    """Say what each computed number depends on in the scene that is played: the score, and stats that modifiers change."""
    known, scene, layout = m.book.caches.dependences, m.state.setting.scene, m.book.layout
    if scene not in known:
        score = _read(m.book, [each for each in (layout.score, layout.bound) if each is not None])
        own = {SCORE: score, **{stat: _modified(m.book, stat) for stat in values.fluid(m)}}
        known[scene] = {stat: _in_all(own, stat) for stat in own}
    return known[scene]


def _in_all(own: Mapping[int, Dependence], stat: int) -> Dependence:
    """If a number depends on other computed numbers, add what those depend on."""
    found, waiting = {stat}, [stat]
    while waiting:
        new = [each for each in own[waiting.pop()].stats if each in own and each not in found]
        found.update(new)
        waiting += new
    course, stats, zones = zip(*(own[each] for each in found), strict=True)
    return Dependence(any(course), frozenset().union(*stats), frozenset().union(*zones))


def _modified(book: Book, stat: int) -> Dependence:
    modifiers = book.modifiers.get(stat, ())
    features = [book.features[each.feature] for each in modifiers]
    tests = [test for each in features for test in (each.scope, each.when) if test is not None]
    found = _read(book, [*tests, *(each.amount for each in modifiers)])
    cap = book.stats[stat].cap
    in_turn = sum(each.op == "set" for each in modifiers) > 1  # the last of them decides, and the active player's come first
    return Dependence(found.course or in_turn, found.stats if cap is None else found.stats | {cap}, found.zones)


def _read(book: Book, computed: Iterable[Expression]) -> Dependence:
    nodes = [node for each in computed for node in building.walk(each)]
    stats = frozenset(node.stat for node in nodes if isinstance(node, StatOf | Measure | Holder) and node.stat != NONE)
    queries = [node for node in nodes if isinstance(node, Query)]
    zones = {zone for node in queries for zone in node.zones} | {node.zone for node in nodes if isinstance(node, Lies)}
    waits = any(node.source is Source.WAITING for node in queries)
    zones |= {number for number, kind in enumerate(book.zones) if kind.live or (waits and kind.stack)}
    return Dependence(not all(map(_of_facts, nodes)), stats, frozenset(zones))


def _of_facts(node: AnyRecord) -> bool:
    if isinstance(node, Slot):
        return node.name in THINGS and node.holds is Holds.THING
    if isinstance(node, Query):
        return node.source in (Source.PLAY, Source.ZONES, Source.WAITING)
    if isinstance(node, Related):
        return node.how not in (Link.ACTIVE_PLAYER, Link.DOER, Link.SUBJECT, Link.NOTED)
    if isinstance(node, Trait):
        return node.how is not Quality.ACTIVE
    if isinstance(node, Relation):
        return node.how not in (Tie.NOTED, Tie.NOTES)  # what is noted may lie anywhere
    return isinstance(node, OF_FACTS)
