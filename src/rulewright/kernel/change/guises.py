"""What a thing counts as for a while: whose it is, and of which kind. The newest effect counts; after the last all is as before.

When a thing becomes of another kind, each of its numbers changes by the difference between what is printed on the two kinds, so
that damage and counters stay on it. While somebody else controls a thing, the player who had it is its owner: if it leaves play,
it goes to a zone of the owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.kernel.change import writing
from rulewright.kernel.state.facts import KIND, NOBODY, OWNER, SIDE, Lasting, Question

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

CONTROL: Final = ("control",)
"""The question to which player a thing belongs; the amount of an effect is the player."""
FORM: Final = ("form",)
"""The question of which kind a thing is; the amount of an effect is the kind."""

GUISES: Final[dict[Question, tuple[str, tuple[int, ...]]]] = {CONTROL: ("owner", (OWNER, SIDE)), FORM: ("form", (KIND,))}
"""For each question, the link that stores what the thing was before, and the columns that are stored."""


OWNED: Final = ("owned",)
"""The question who owns a thing for a while, whoever controls it; the amount of an effect is who does."""


def owner(m: Machine, slot: int) -> int:
    """Give the player to whom a thing goes back."""
    if newest := m.state.touched.get((slot, OWNED), ())[-1:]:
        return m.player_of(m.state.lasting[newest[0]].amount)
    kept = m.state.refs(slot, GUISES[CONTROL][0])
    return kept[0] if kept else m.state.cell(slot, OWNER)


def hand_over(m: Machine, slot: int, player: int, side: int) -> None:
    """Make a player the owner of a thing for good; who controls it does not change."""
    link, columns = GUISES[CONTROL]
    if (slot, link) in m.state.links:
        writing.link(m, slot, link, (player, side))
    else:
        for column, value in zip(columns, (player, side), strict=True):
            writing.write(m, slot, column, value)


def take(m: Machine, slot: int, player: int, side: int) -> None:
    """Give control of a thing for good to a player or nobody; the owner of a card in play gets it back when it leaves play."""
    link, columns = GUISES[CONTROL]
    kept = m.state.refs(slot, link) or tuple(m.state.cell(slot, column) for column in columns)
    forget(m, slot, CONTROL)
    if player not in (NOBODY, kept[0]) and kept[0] != NOBODY and m.book.is_card(m.state, slot) and m.in_play(slot):
        writing.link(m, slot, link, kept)
    for column, value in zip(columns, (player, side), strict=True):
        writing.write(m, slot, column, value)


HELD: Final = "held"
"""The link that stores who controls a thing for good while somebody else has it for a while."""


def lend(m: Machine, slot: int, player: int) -> None:
    """Give a thing to the player who plays it; its owner gets it back when it is neither in play nor waiting."""
    if m.state.cell(slot, OWNER) in (player, NOBODY) or player == NOBODY:
        return
    link, columns = GUISES[CONTROL]
    if (slot, link) not in m.state.links:
        writing.link(m, slot, link, tuple(m.state.cell(slot, column) for column in columns))
    side = m.state.cell(m.state.refs(0, "players")[player], SIDE) if (0, "players") in m.state.links else player
    writing.write(m, slot, OWNER, player)
    writing.write(m, slot, SIDE, side)


def give_back(m: Machine, slot: int) -> None:
    """Give a thing that was lent back to its owner."""
    link, columns = GUISES[CONTROL]
    kept = m.state.refs(slot, link)
    if kept and (slot, CONTROL) not in m.state.touched:
        for column, value in zip(columns, kept, strict=True):
            writing.write(m, slot, column, value)
        writing.link(m, slot, link, None)


def begin(m: Machine, effect: Lasting) -> None:
    """Begin an effect by which a thing counts as something else, and store what it was before."""
    link, columns = GUISES[effect.question]
    now = tuple(m.state.cell(effect.object, column) for column in columns)
    if (effect.object, link) not in m.state.links:
        writing.link(m, effect.object, link, now)
    elif effect.question == CONTROL and len(m.state.touched[effect.object, CONTROL]) == 1:
        writing.link(m, effect.object, HELD, now)
    turn(m, effect.object, effect.question)


def end(m: Machine, effect: Lasting | None) -> None:
    """Let a thing count as what the newest remaining effect says; without one, as what it was before."""
    if effect is None or effect.question not in GUISES:
        return
    slot, question = effect.object, effect.question
    link, _ = GUISES[question]
    if (slot, link) in m.state.links:
        turn(m, slot, question)
        if (slot, question) not in m.state.touched:
            writing.link(m, slot, HELD if question == CONTROL and (slot, HELD) in m.state.links else link, None)


def forget(m: Machine, slot: int, question: Question) -> None:
    """End every effect on a question without going back, because a permanent change replaces them."""
    link, _ = GUISES[question]
    if question == CONTROL:
        writing.link(m, slot, HELD, None)
    if (slot, link) in m.state.links:
        writing.link(m, slot, link, None)
        for index in m.state.touched.get((slot, question), ()):
            m.emit(("expired", m.state.lasting[index], None))


def turn(m: Machine, slot: int, question: Question) -> None:
    """Store what a thing counts as now."""
    link, columns = GUISES[question]
    newest = m.state.touched.get((slot, question), ())[-1:]
    kept = (m.state.refs(slot, HELD) if question == CONTROL else ()) or m.state.refs(slot, link)
    amount = m.state.lasting[newest[0]].amount if newest else -1
    if question == FORM:
        _shift(m, slot, amount if newest else kept[0])
        return
    whose = (m.player_of(amount), m.state.cell(amount, SIDE)) if newest else kept
    for column, value in zip(columns, whose, strict=True):
        writing.write(m, slot, column, value)


def _shift(m: Machine, slot: int, kind: int) -> None:
    """Make a thing of another kind; its numbers change by what is printed."""
    old, new = (dict(m.book.kinds[each].stats) for each in (m.state.cell(slot, KIND), kind))
    writing.write(m, slot, KIND, kind)
    for stat in sorted({*old, *new}):
        bounds = m.book.stats[stat]
        amount = m.state.cell(slot, stat) + new.get(stat, bounds.default) - old.get(stat, bounds.default)
        writing.write(m, slot, stat, amount if bounds.least is None else max(bounds.least, amount))
