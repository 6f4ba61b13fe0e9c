"""Judgment: a past answer is struck, and the record is played again without it.

Every other answer keeps its number and its dice. What no longer holds lapses; it stays in the record and is tried again
at each later re-run. A Judgment is an answer like any other, so it can be struck too, which lifts it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel import acts
from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.events import Event
from rulewright.kernel.picks import REFERRING
from rulewright.kernel.state import LIVES, NOWHERE

if TYPE_CHECKING:
    from rulewright.kernel.game import Done, Game

STRUCK = "struck"


def judged(events: Sequence[Event]) -> frozenset[int]:
    """Give the numbers of the answers that an answer strikes."""
    return frozenset(event[1] for event in events if event[0] == "judged")


def struck(record: Mapping[int, Sequence[Event]]) -> frozenset[int]:
    """Give the numbers of all answers that stand struck; a Judgment strikes only what came before it, so the last one stands."""
    found: frozenset[int] = frozenset()
    for number in sorted(record, reverse=True):
        if number not in found:
            found |= judged(record[number])
    return found


def rerun(game: Game) -> None:
    """Play the record again without what is struck."""
    before, out = game.done, struck(game.record)
    named = {slot: (done.entry.number, k) for done in before for k, slot in enumerate(_made(done))}
    game.restart(before)
    for done in before[1:]:
        reason = STRUCK if done.entry.number in out else _again(game, done, named)
        if reason:
            game.lapse(done.entry, reason)


def _made(done: Done) -> list[int]:
    """List what an answer made, in order."""
    return [event[1] for event in done.events if event[0] == "moved" and event[4] and event[2][0] == NOWHERE]


def _again(game: Game, done: Done, named: Mapping[int, tuple[int, int]]) -> str:
    """Give an answer again; "" when it holds, otherwise why it does not."""
    entry = done.entry
    try:
        if entry.player == NOWHERE:
            game.tick(entry.at)
        else:
            game.redo(entry, lambda path: _translated(game, entry.player, path, named))
    except RulewrightError as error:
        return str(error)
    return ""


def _translated(game: Game, player: int, path: Sequence[Any], named: Mapping[int, tuple[int, int]]) -> tuple[Any, ...]:
    """Give the keys of a path in the present run: what an answer makes is known by that answer's number and its place in it."""
    picks: tuple[Any, ...] = ()
    for key in path:
        menu = game.menu(player, *picks)
        refers = menu is not None and isinstance(menu.words, acts.Namer) and menu.words.kind in REFERRING
        if isinstance(key, tuple):
            key = (key[0], _present(game, key[1], named))
        elif refers and isinstance(key, int) and key >= 0:
            key = _present(game, key, named)
        picks = (*picks, key)
    return picks


def _present(game: Game, ref: int, named: Mapping[int, tuple[int, int]]) -> int:
    if ref % LIVES not in named:
        return ref
    number, place = named[ref % LIVES]
    made = _made(game.done[number]) if number < len(game.done) else []
    if place >= len(made):
        raise Refused("it was about something that is not there now")
    return ref // LIVES * LIVES + made[place]
