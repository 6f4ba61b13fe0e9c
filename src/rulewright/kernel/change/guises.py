"""What a thing counts as for a while: its player and its kind. The newest effect counts; after the last one it goes back.

The numbers of a thing that is of another kind for a while change by what is printed on the one and the other, so that damage and
counters stay on it. The player who has a thing otherwise is its owner for as long: it leaves play for the owner's zones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.kernel.state.facts import KIND, NOBODY, OWNER, SIDE, Lasting, Question

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

CONTROL: Final = ("control",)
"""The question to which player a thing belongs; the amount of an effect is the player."""
FORM: Final = ("form",)
"""The question of which kind a thing is; the amount of an effect is the kind."""

GUISES: Final[dict[Question, tuple[str, tuple[int, ...]]]] = {CONTROL: ("owner", (OWNER, SIDE)), FORM: ("form", (KIND,))}
"""For each question, the link that stores what the thing was before, and the columns that are stored."""


def owner(m: Machine, slot: int) -> int:
    """Give the player to whom a thing goes back."""
    kept = m.state.refs(slot, GUISES[CONTROL][0])
    return kept[0] if kept else m.state.cell(slot, OWNER)


def lend(m: Machine, slot: int, player: int) -> None:
    """Give a thing to the player who plays it; its owner gets it back when it is neither in play nor waiting."""
    if m.state.cell(slot, OWNER) in (player, NOBODY) or player == NOBODY:
        return
    link, columns = GUISES[CONTROL]
    if (slot, link) not in m.state.links:
        m.emit(("linked", slot, link, None, tuple(m.state.cell(slot, column) for column in columns)))
    side = m.state.cell(m.state.refs(0, "players")[player], SIDE) if (0, "players") in m.state.links else player
    _write(m, slot, OWNER, player)
    _write(m, slot, SIDE, side)


def give_back(m: Machine, slot: int) -> None:
    """Let a thing that was lent be its owner's again."""
    link, columns = GUISES[CONTROL]
    kept = m.state.refs(slot, link)
    if kept and (slot, CONTROL) not in m.state.touched:
        for column, value in zip(columns, kept, strict=True):
            _write(m, slot, column, value)
        m.emit(("linked", slot, link, kept, None))


def begin(m: Machine, effect: Lasting) -> None:
    """Let a thing count as what a new effect says, and store what it was before."""
    link, columns = GUISES[effect.question]
    if (effect.object, link) not in m.state.links:
        m.emit(("linked", effect.object, link, None, tuple(m.state.cell(effect.object, column) for column in columns)))
    turn(m, effect.object, effect.question)


def end(m: Machine, effect: Lasting | None) -> None:
    """Let a thing count as what the newest effect that is left says; without one it is what it was."""
    if effect is None or effect.question not in GUISES:
        return
    slot, question = effect.object, effect.question
    link, _ = GUISES[question]
    if (slot, link) in m.state.links:
        turn(m, slot, question)
        if (slot, question) not in m.state.touched:
            m.emit(("linked", slot, link, m.state.links[slot, link], None))


def forget(m: Machine, slot: int, question: Question) -> None:
    """End every effect on a question without going back, because a permanent change replaces them."""
    link, _ = GUISES[question]
    if (slot, link) in m.state.links:
        m.emit(("linked", slot, link, m.state.links[slot, link], None))
        for index in m.state.touched.get((slot, question), ()):
            m.emit(("expired", m.state.lasting[index], None))


def turn(m: Machine, slot: int, question: Question) -> None:
    """Store what a thing counts as now."""
    link, columns = GUISES[question]
    newest = m.state.touched.get((slot, question), ())[-1:]
    kept = m.state.refs(slot, link)
    amount = m.state.lasting[newest[0]].amount if newest else -1
    if question == FORM:
        _shift(m, slot, amount if newest else kept[0])
        return
    whose = (m.player_of(amount), m.state.cell(amount, SIDE)) if newest else kept
    for column, value in zip(columns, whose, strict=True):
        _write(m, slot, column, value)


def _shift(m: Machine, slot: int, kind: int) -> None:
    """Make a thing of another kind; its numbers change by what is printed."""
    old, new = (dict(m.book.kinds[each].stats) for each in (m.state.cell(slot, KIND), kind))
    _write(m, slot, KIND, kind)
    for stat in sorted({*old, *new}):
        bounds = m.book.stats[stat]
        amount = m.state.cell(slot, stat) + new.get(stat, bounds.default) - old.get(stat, bounds.default)
        _write(m, slot, stat, amount if bounds.least is None else max(bounds.least, amount))


def _write(m: Machine, slot: int, column: int, to: int) -> None:
    old = m.state.cell(slot, column)
    if old != to:
        m.emit(("changed", slot, column, old, to))
