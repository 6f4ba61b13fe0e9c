"""Judgment: a past answer is struck, and the record is played again without it.

Every other answer keeps its number and its dice. What no longer holds lapses; it stays in the record and is tried again
at each later re-run. A Judgment is an answer like any other, so it can be struck too, which lifts it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel import acts
from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.events import Event
from rulewright.kernel.picks import REFERRING
from rulewright.kernel.state import LIVES, NOWHERE

if TYPE_CHECKING:
    from rulewright.kernel.game import Done, Game

Links = Mapping[tuple[int, str], tuple[Any, ...]]
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
    before, out, links = game.done, struck(game.record), game.state.links
    named: dict[int, Any] = {slot: (done.entry.number, k) for done in before for k, slot in enumerate(_made(done, links))}
    named |= _known(links)
    game.restart(before)
    for done in before[1:]:
        reason = STRUCK if done.entry.number in out else _again(game, done, named)
        if reason:
            game.lapse(done.entry, reason)


def _made(done: Done, links: Links) -> list[int]:
    """List what an answer made, in order, other than what came to wait: time that passes brings that about in any answer."""
    made = [event[1] for event in done.events if event[0] == "moved" and event[4] and event[2][0] == NOWHERE]
    return [slot for slot in made if (slot, "made") not in links]


def _known(links: Links) -> dict[int, Any]:
    """Give for each thing that waits or waited how it came to: by which act, or as whose copy or ability because of what."""
    found: dict[int, Any] = {}
    seen: Counter[Any] = Counter()
    for slot in sorted(slot for slot, name in links if name == "made"):
        what, who, because = links[slot, "made"]
        origin = (what, who, tuple(found.get(each, each) for each in because))
        seen[origin] += 1
        found[slot] = (*origin, seen[origin])
    return found


def _again(game: Game, done: Done, named: Mapping[int, Any]) -> str:
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


def _translated(game: Game, player: int, path: Sequence[Any], named: Mapping[int, Any]) -> tuple[Any, ...]:
    """Give the keys of a path in the present run: what an answer makes is known by that answer."""
    picks: tuple[Any, ...] = ()
    for key in path:
        menu = game.menu(player, *picks)
        if menu is None and key == NOWHERE:
            break  # there was a choice of stacks, and it was left at a new one; now there is no other
        refers = menu is not None and isinstance(menu.words, acts.Namer) and menu.words.kind in REFERRING
        if isinstance(key, tuple):
            key = (key[0], _present(game, key[1], named))
        elif refers and isinstance(key, int) and key >= 0:
            key = _present(game, key, named)
        picks = (*picks, key)
    return picks


def _present(game: Game, ref: int, named: Mapping[int, Any]) -> int:
    if ref % LIVES not in named:
        return ref
    origin, links = named[ref % LIVES], game.state.links
    if len(origin) == 2:
        number, place = origin
        made = _made(game.done[number], links)[place:] if number < len(game.done) else []
    else:
        made = [slot for slot, known in _known(links).items() if known == origin]
    if not made:
        raise Refused("it was about something that is not there now")
    return game.state.ref(made[0])  # whatever became of it in the meantime, then and now
