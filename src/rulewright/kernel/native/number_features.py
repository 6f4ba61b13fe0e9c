"""Writes features, the scenes in which they count, and what answers changes as numbers for the native machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.kernel.change import standing
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import ABSENT, NumberWriter
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program.definition import Trigger
from rulewright.program.feature import Feature
from rulewright.program.modes import Adjustment

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

EVENTS = {"": "OF_ANYTHING", "changed": "OF_CHANGED", "moved": "OF_MOVED", "lasts": "OF_LASTS", "told": "OF_TOLD",
          "linked": "OF_LINKED", "revealed": "OF_REVEALED", "made": "OF_MADE"}  # fmt: skip
VERDICTS = {Adjustment.PASS: "V_PASS", Adjustment.FAIL: "V_FAIL", Adjustment.DICE: "V_DICE"}


def header(w: NumberWriter) -> dict[str, int]:
    """Write the tables of this module and say where they begin."""
    book = w.book
    edges = _edges(book)
    granted = [number for feature in book.granting for number in (feature.action, feature.index)]
    verdicts = sorted((feature for feature in book.features if feature.verdicts), key=standing.rank, reverse=True)
    return {
        "P_SCENES": w.table([_scene(w, scene) for scene in w.each_scene()]),
        "P_FEATURES": w.table([_feature(w, feature) for feature in book.features]),
        "P_GRANTED": w.put([len(book.granting), *granted]),
        "P_VERDICTS": w.listed(number for feature in verdicts for number in _verdicts(w, feature)),
        "P_WOULD": w.listed(book.would),
        "P_EDGES": w.put([len(edges), *(number for edge in edges for number in edge)]),
        "P_REPLIES": ABSENT if book.replies is None else book.replies,
        "P_ADDS_UP": book.adds_up,
        "P_DAMAGE": NOWHERE if book.damage is None else book.damage,
        "P_UNTILS": w.put([w.expression(each) for each in book.untils]),
        "P_NOTHING": w.listed([]),
    }


def _scene(w: NumberWriter, scene: str) -> list[int]:
    """Write what features can do in a scene."""
    book, active = w.book, w.book.active_features.get(scene, ())
    fluid = [_modifiers(w, stat) if stat in book.fluid and scene in book.fluid[stat] else 0 for stat in range(len(book.stats))]
    in_force = [feature.index in active for feature in book.features]
    return [w.put(fluid), w.put(in_force), scene in book.judged, scene in book.granted_in]


def _modifiers(w: NumberWriter, stat: int) -> int:
    """Write what features make of a stat, in the order in which it counts."""
    found, ops = w.book.modifiers.get(stat, ()), {"set": numbers()["LA_SETS"], "add": numbers()["LA_ADDS"]}
    rows = [(w.text(each.name), ops[each.op], w.expression(each.amount), each.feature, each.card != "") for each in found[::-1]]
    return w.put([len(rows), *(number for row in rows for number in row)])


def _feature(w: NumberWriter, feature: Feature) -> list[int]:
    conditions = w.expression(feature.scope), w.optional(feature.when)
    return [w.text(feature.name), standing.given(feature), feature.level == "action", *conditions]


def _verdicts(w: NumberWriter, feature: Feature) -> Iterator[int]:
    """Give how a feature decides checks; how they are rolled stands in a table of its own."""
    found = [verdict for verdict in feature.verdicts if not verdict.op]
    yield from (feature.index, len(found))
    for verdict in found:
        yield from (numbers()[VERDICTS[verdict.how]], w.optional(verdict.amount))


def _edges(book: Book) -> list[tuple[int, bool]]:
    """List the features that let checks be rolled with advantage or disadvantage."""
    said = {
        (feature.index, verdict.op == "disadvantage") for feature in book.features for verdict in feature.verdicts if verdict.op
    }
    return sorted(said)


def heard(trigger: Trigger) -> tuple[int, int, int, int]:
    """Give what a trigger before a change listens to: again and again or not, of which stat and sort, and whether once."""
    kind = numbers()[EVENTS[trigger.of]]
    return trigger.again, ABSENT if trigger.stat is None else trigger.stat, kind, trigger.fixed
