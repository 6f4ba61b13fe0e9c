"""Which things have an action: those in play, and those with which a player could perform it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program.slots import FREE, GRATIS

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


ALL_SILENT = ("silent", NOWHERE)
"""The question whether all abilities of a thing are out of use."""


def abilities(m: Machine, slot: int) -> tuple[int, ...]:
    """Give the actions of an object, by its kind and by what is granted to it."""
    kind = m.book.kinds[m.state.cells[slot * m.state.width]]
    own = kind.actions
    if kind.loose or kind.bound:
        resting = kind.bound if m.state.linked(slot, "attached") == NOWHERE else kind.loose
        own = tuple(index for index in own if index not in resting)
    if not m.book.granting:
        return own
    from rulewright.kernel.change import features  # imported here, because features depend on this module

    return own + features.granted(m, slot)


def called(m: Machine, slot: int, word: int) -> int:
    """Find the action that a thing has under a name; definitions may differ between actors."""
    own = abilities(m, slot) if slot != NOWHERE else ()
    return next(action.index for action in (*map(m.book.actions.__getitem__, own), *m.book.actions) if action.word == word)


def in_use(m: Machine, slot: int, action: int) -> bool:
    """Say whether an ability of a thing is in use: no lasting effect has put it, or all that the thing has, out of use."""
    touched = m.state.touched
    if not touched or ((slot, ("silent", action)) not in touched and (slot, ALL_SILENT) not in touched):
        return True
    return (slot, ("silent", action)) not in touched and action not in abilities(m, slot)


PLAYABLE = ("playable",)
"""The question whether somebody may play a card for a while, wherever it lies; the amount says whether nothing is paid."""


class Lent(NamedTuple):
    """The player who may play a card for a while, and whether the act is free."""

    player: int
    given: Vars


def lent(m: Machine, slot: int) -> Lent | None:
    """Give who may play a card for a while because of an effect; the newest effect counts."""
    newest = m.state.touched.get((slot, PLAYABLE), ())[-1:]
    if not newest:
        return None
    effect = m.state.lasting[newest[0]]
    return Lent(m.player_of(effect.by), {GRATIS: True, FREE: NOWHERE} if effect.amount else {})


def sources(m: Machine, player: int) -> list[int]:
    """List what a player could act with: own things that are not lent to somebody else, and things lent to the player."""
    own = m.book.sources(m, player)
    if not m.state.lasting:
        return own
    found = [effect.object for effect in m.state.lasting.values() if effect.question == PLAYABLE]
    to = {slot: its.player for slot in dict.fromkeys(found) if (its := lent(m, slot)) is not None}
    if not to:
        return own
    return [*(slot for slot in own if slot not in to), *(slot for slot, whose in to.items() if whose == player)]


def in_play(m: Machine, action: int) -> list[int]:
    """List the things in play that have an action. Granted actions depend on more than places; all others are cached."""
    if m.book.granting:
        return _having(m, action, m.live())
    known = m.state.zone_cache
    if known.holders is None:
        known.holders = _by_action(m, m.live())
    return known.holders.get(action, [])


def usable(m: Machine, action: int, player: int) -> list[int]:
    """List the things with which a player could perform an action; they are cached in the same way."""
    lying = sources(m, player)
    if m.book.granting or lying is not m.book.sources(m, player):
        return _having(m, action, lying)
    known = m.state.zone_cache.usable
    if player not in known:
        known[player] = _by_action(m, lying)
    return known[player].get(action, [])


def _having(m: Machine, action: int, slots: Iterable[int]) -> list[int]:
    return [slot for slot in slots if action in abilities(m, slot)]


def _by_action(m: Machine, slots: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for slot in slots:
        for index in abilities(m, slot):
            found.setdefault(index, []).append(slot)
    return found
