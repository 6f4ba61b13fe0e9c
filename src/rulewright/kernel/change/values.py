"""Values: what is written down, and what it counts as while lasting effects touch it. Nothing lasting is added into a cell."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rulewright.kernel.state.facts import NOWHERE, SIDE, Lasting

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def value(m: Machine, slot: int, stat: int) -> int:
    """Give an object's present value of a stat."""
    state, fluid = m.state, m.book.fluid
    base = state.cells[slot * state.width + stat]
    if (slot, stat) not in state.touched and (stat not in fluid or state.setting.scene not in fluid[stat]):
        return base
    return clamp(m, slot, stat, fold(base, counted(m, slot, stat)))


def counted(m: Machine, slot: int, stat: int) -> list[Lasting]:
    """List what counts on a stat, the weightiest last: what lasts, then what stands on it; of one name only the newest."""
    lasting = touching(m, slot, stat)
    standing = m.book.modifiers.get(stat, ())
    if not standing:
        return lasting
    from rulewright.kernel.change import features  # here, because what a feature asks may be a value

    names = {effect.name for effect in lasting}
    counts = [each for each in reversed(standing) if each.name not in names or m.book.adds_up]
    found = [each for each in counts if features.has(m, each.feature, slot)]
    if len(found) > 1:
        found.sort(key=lambda each: _turn(m, each.card))
    return [*lasting, *(features.standing(m, each, slot, stat) for each in found)]


def _turn(m: Machine, card: str) -> tuple[int, int]:
    """Give when what stands by a card is applied: by its player in order, the active one first, then as the cards lie in play."""
    lying = [slot for slot in m.live() if m.state.names[slot] == card] if card else []
    if not lying:
        return (NOWHERE, NOWHERE)
    active, seats = m.book.active(m), max(1, len(m.state.setting.seats))
    return max(((m.player_of(slot) - max(0, active)) % seats, m.live().index(slot)) for slot in lying)


def touching(m: Machine, slot: int, question: Any) -> list[Lasting]:
    """List the lasting effects on a question, the oldest first; of one name there is only the newest, unless names add up."""
    return [m.state.lasting[index] for index in m.state.touched.get((slot, question), ())]


def fold(base: int, effects: Iterable[Lasting]) -> int:
    """Fold effects over a base value: what sets it first, then what adds to it."""
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
    """Do one sum; `/` rounds down and `/^` up, a division by zero gives 0."""
    return SUMS[op](left, right)


def clamp(m: Machine, slot: int, stat: int, amount: int) -> int:
    """Hold a value inside its stat's bounds."""
    bounds = m.book.stats[stat]
    if bounds.cap is not None:
        cap = value(m, slot, bounds.cap)
        if cap > 0:
            amount = min(amount, cap)
    if bounds.most is not None:
        amount = min(amount, bounds.most)
    return amount if bounds.least is None else max(amount, bounds.least)


def hold(m: Machine, slot: int, maximum: Any) -> None:
    """Lower at once every value whose maximum has fallen below it, by a change or by what begins or ceases to last."""
    for stat in m.book.capped.get(maximum, ()):
        old = m.state.cell(slot, stat)
        new = clamp(m, slot, stat, old)
        if new != old:
            m.emit(("changed", slot, stat, old, new))


def price(m: Machine, slot: int, action: int, stat: int, base: int) -> tuple[int, Lasting | None]:
    """Give what an action's cost in a stat comes to for an object, and the effect with limited uses that lowers it."""
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
    """Begin a lasting effect; one of the same name on the same question is replaced, unless names add up."""
    same = (effect.name, effect.object, effect.question)
    for old in [e for e in m.state.lasting.values() if (e.name, e.object, e.question) == same and not m.book.adds_up]:
        m.emit(("expired", old, None))
    m.emit(("lasts", None, effect))
    for maximum in (effect.question,) if isinstance(effect.question, int) else m.book.capped:
        hold(m, effect.object, maximum)


def wear(m: Machine, effect: Lasting) -> None:
    """Let one end of a lasting effect's term come: it expires, or has one fewer to go."""
    if effect.until and effect.until[0] in ("begin", "end") and effect.until[3] > 1:
        fewer = (*effect.until[:3], effect.until[3] - 1)
        m.emit(("lasts", effect, effect._replace(until=fewer)))
    else:
        m.emit(("expired", effect, None))
        hold(m, effect.object, effect.question)


def holder(m: Machine, slot: int, stat: int) -> int:
    """Give whose cell a stat of somebody is written in: its own, or the first of those who share it."""
    shared = m.book.stats[stat].shared
    if not shared:
        return slot
    side = m.state.cell(slot, SIDE) if shared == "cast" and slot != NOWHERE else NOWHERE
    everybody = range(len(m.state.places))
    return next((other for other in everybody if side == NOWHERE or m.state.cell(other, SIDE) == side), slot)
