"""Values: stored numbers, and what they count as with lasting effects. Lasting effects are never added to a stored number."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulewright.kernel.change import guises
from rulewright.kernel.change.guises import GUISES
from rulewright.kernel.state.facts import KIND, NOWHERE, SIDE, Lasting, Question

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def value(m: Machine, slot: int, stat: int) -> int:
    """Give the current value of a stat of an object."""
    state, fluid = m.state, m.book.fluid
    base = state.cells[slot * state.width + stat]
    if (slot, stat) not in state.touched:
        if stat not in fluid or state.setting.scene not in fluid[stat]:
            return base
        kinds = m.book.bearers[stat]
        if kinds is not None and state.cells[slot * state.width + KIND] not in kinds:
            return clamp(m, slot, stat, base)
    return clamp(m, slot, stat, fold(base, counted(m, slot, stat)))


def fluid(m: Machine) -> tuple[int, ...]:
    """Give the stats that may count as more than what is written down, in the scene that is played."""
    scene, known = m.state.setting.scene, m.book.caches.fluid
    if scene not in known:
        known[scene] = tuple(stat for stat, scenes in m.book.fluid.items() if scene in scenes)
    return known[scene]


def fluid_of(m: Machine, kind: int) -> tuple[int, ...]:
    """Give those of these stats that may count as more for a thing of a kind on which no lasting effect is."""
    key, known = (m.state.setting.scene, kind), m.book.caches.fluid_of
    if key not in known:
        may = [(stat, m.book.bearers[stat]) for stat in fluid(m)]
        known[key] = tuple(stat for stat, kinds in may if kinds is None or kind in kinds)
    return known[key]


def counted(m: Machine, slot: int, stat: int) -> list[Lasting]:
    """List the effects on a stat, those that decide last: lasting effects, then modifiers; only the newest of one name."""
    lasting = touching(m, slot, stat)
    standing = m.book.modifiers.get(stat, ())
    if not standing:
        return lasting
    from rulewright.kernel.change import features  # imported here, because the condition of a feature may need a value

    names = {effect.name for effect in lasting}
    counts = [each for each in reversed(standing) if each.name not in names or m.book.adds_up]
    found = [each for each in counts if features.has(m, each.feature, slot)]
    if len(found) > 1:
        found.sort(key=lambda each: _turn(m, each.card))
    return [*lasting, *(features.standing(m, each, slot, stat) for each in found)]


def _turn(m: Machine, card: str) -> tuple[int, int]:
    """Give when the modifier of a card is applied: by its player in turn order, the active one first, then by its place."""
    lying = [slot for slot in m.live() if m.state.names[slot] == card] if card else []
    if not lying:
        return (NOWHERE, NOWHERE)
    active, seats = m.book.active(m), max(1, len(m.state.setting.seats))
    return max(((m.player_of(slot) - max(0, active)) % seats, m.live().index(slot)) for slot in lying)


def touching(m: Machine, slot: int, question: Question) -> list[Lasting]:
    """List the lasting effects on a question, the oldest first; only the newest of one name, unless names add up."""
    return [m.state.lasting[index] for index in m.state.touched.get((slot, question), ())]


def fold(base: int, effects: Iterable[Lasting]) -> int:
    """Apply effects to a base value: those that set it first, then those that add to it."""
    effects = list(effects)
    for effect in effects:
        if effect.op == "set":
            base = effect.amount
    return base + sum(effect.amount for effect in effects if effect.op == "add")


SUMS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a // b if b else 0,
    "/^": lambda a, b: -(-a // b) if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
}


def arith(op: str, left: int, right: int) -> int:
    """Compute one operation; `/` rounds down and `/^` up, and division by zero gives 0."""
    return SUMS[op](left, right)


def clamp(m: Machine, slot: int, stat: int, amount: int) -> int:
    """Keep a value inside the bounds of its stat."""
    bounds = m.book.stats[stat]
    if bounds.cap is not None:
        cap = value(m, slot, bounds.cap)
        if cap > 0:
            amount = min(amount, cap)
    if bounds.most is not None:
        amount = min(amount, bounds.most)
    return amount if bounds.least is None else max(amount, bounds.least)


def hold(m: Machine, slot: int, maximum: Question) -> None:
    """Lower at once every value that exceeds its maximum, after a change or when an effect begins or ends."""
    for stat in m.book.capped.get(maximum, ()) if isinstance(maximum, int) else ():
        old = m.state.cell(slot, stat)
        new = clamp(m, slot, stat, old)
        if new != old:
            m.emit(("changed", slot, stat, old, new))


def price(m: Machine, slot: int, action: int, stat: int, base: int) -> tuple[int, Lasting | None]:
    """Give the cost of an action in a stat for an object, and the effect with limited uses that lowers it."""
    if not m.state.touched:  # by far the usual case
        return max(0, base), None
    effects = touching(m, slot, ("price", action, stat))
    limited = next((effect for effect in effects if effect.uses is not None), None)
    return max(0, fold(base, effects)), limited


def use(m: Machine, effect: Lasting) -> None:
    """Use up one use of a lasting effect."""
    assert effect.uses is not None
    if effect.uses > 1:
        m.emit(("lasts", effect, effect._replace(uses=effect.uses - 1)))
    else:
        m.emit(("expired", effect, None))


def last(m: Machine, effect: Lasting) -> None:
    """Begin a lasting effect; it replaces one of the same name on the same question, unless names add up.

    An action has one class at a time.
    """
    same, question = (effect.name, effect.object, effect.question), effect.question
    classed = isinstance(question, tuple) and question[0] == "class"
    alone = classed or (not m.book.adds_up and (isinstance(question, int) or (effect.op == "set" and question not in GUISES)))
    for old in [e for e in m.state.lasting.values() if alone and (e.name, e.object, e.question) == same]:
        m.emit(("expired", old, None))
    m.emit(("lasts", None, effect))
    if effect.question in GUISES:
        guises.begin(m, effect)
    for maximum in (effect.question,) if isinstance(effect.question, int) else m.book.capped:
        hold(m, effect.object, maximum)


def wear(m: Machine, effect: Lasting) -> None:
    """Count one end of a lasting effect's term: it expires, or has one fewer left."""
    left = int(effect.until[3]) if effect.until[:1] in (("begin",), ("end",)) else 0
    if left > 1:
        fewer = (*effect.until[:3], left - 1)
        m.emit(("lasts", effect, effect._replace(until=fewer)))
    else:
        m.emit(("expired", effect, None))
        hold(m, effect.object, effect.question)


def holder(m: Machine, slot: int, stat: int) -> int:
    """Give the object in whose cell a stat is stored: its own, or that of the first of those who share it."""
    shared = m.book.stats[stat].shared
    if not shared:
        return slot
    side = m.state.cell(slot, SIDE) if shared == "cast" and slot != NOWHERE else NOWHERE
    everybody = range(len(m.state.places))
    return next((other for other in everybody if side == NOWHERE or m.state.cell(other, SIDE) == side), slot)
