"""Judgment: a past answer is struck, and the record is played again without it.

Every other answer keeps its number and its dice. An answer that is no longer legal lapses; it stays in the record and is tried
again in each later re-run. A Judgment is an answer like any other, so it can be struck too, which cancels it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.history.journal import Done, Entry, faces
from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.legality.picks import REFERRING
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import LIVES, NOWHERE, Json, Key, Link, Links, Path

if TYPE_CHECKING:
    from rulewright.kernel.game import Game

Origin = tuple[Json, ...]
"""How a thing was made: by which answer, as a copy or by an ability, because of what; and its number among those alike."""
STRUCK = "struck"
NOTHING: frozenset[int] = frozenset()  # strikes no answer, like nearly every answer
STRIKE = "strike"  # the entry of a Judgment by the host in the journal


class First(NamedTuple):
    """An answer as it was first given, and how the things that it names were made."""

    entry: Entry
    about: Mapping[int, Origin]


def check(game: Game, number: int) -> None:
    """Refuse to strike something that is not a past answer, or anything in a book without Judgment."""
    if not game.base.judges:
        raise Refused(f"{game.base.name} has no Judgment: none of its rules strikes a past act")
    done = next((done for done in game.done if done.entry.number == number), None)
    if done is None:
        last = game.done[-1].entry.number
        raise Refused(f"there is no answer {number}: {f'they go from 1 to {last}' if last else 'nobody has answered yet'}")
    if not done.entry.path:
        raise Refused(f"answer {number} is {'a tick of the clock' if number else 'the setup'}, which cannot be struck")
    if done.lapsed == STRUCK:
        raise Refused(f"answer {number} is already struck")


def judged(events: Sequence[Event]) -> frozenset[int]:
    """Give the numbers of the answers that an answer strikes."""
    found = [event[1] for event in events if event[0] == "judged"]
    return frozenset(found) if found else NOTHING


def struck(record: Mapping[int, Sequence[Event]]) -> frozenset[int]:
    """Give the numbers of all struck answers; a Judgment strikes only earlier answers, so the last one is never struck."""
    found: frozenset[int] = frozenset()
    for number in sorted(record, reverse=True):
        if number not in found:
            found |= judged(record[number])
    return found


def acts(answers: Sequence[Done]) -> list[tuple[int, str]]:
    """List the acts that are not struck, by the numbers of their answers and the names of their actions.

    In a re-run an act is struck before its Judgment, so only the Judgments so far count.
    """
    lapsed = any(done.lapsed == STRUCK for done in answers)
    out = struck({done.entry.number: done.events for done in answers}) if lapsed else ()
    first = [(done.entry.number, done.entry.path[0]) for done in answers if done.entry.path]
    return [(number, key[0]) for number, key in first if isinstance(key, tuple) and number not in out]


def rerun(game: Game) -> None:
    """Play the record again without struck answers, each as it was first given, from the first that differs."""
    before, out, script = game.done, struck(game.record), game.machine.script
    changed = out ^ {done.entry.number for done in before if done.lapsed == STRUCK}
    if not changed:
        return
    firsts, rest = game.first, script[game.state.rolled :] if script is not None else ()
    account, game.machine.account = game.machine.account, None  # answers that are played again were told before
    game.rewind(min(changed))
    try:
        _replay(game, [firsts[done.entry.number] for done in before[len(game.done) :]], out)
    except BaseException:
        game.machine.script = script
        game.resume()
        game.undo()
        raise
    finally:
        game.machine.account = account
    if script is not None:  # dice that were not rolled yet come later
        game.machine.script = (*(game.machine.script or ())[: game.state.rolled], *rest)


def _replay(game: Game, answers: Sequence[First], out: frozenset[int]) -> None:
    for first in answers:
        reason = STRUCK if first.entry.number in out else _again(game, first)
        if reason:
            _lapse(game, first.entry, reason)


def _redo(game: Game, entry: Entry, translated: Callable[[Path], Path]) -> None:
    """Give an answer of the record again, with its number, its time and its dice."""
    m = game.machine
    if m.script is not None:
        m.script = (*m.script[: game.state.rolled], *faces(game.record[entry.number]))
    game._play(entry, None, translated, entry.player)


def _natively(game: Game, first: First) -> bool:
    """Give an answer of the record again on the native machine; say whether that was possible."""
    native, entry = game.native() if game.machine.script is None else None, first.entry
    if native is None or native.leading.number + 1 != entry.number or entry.path[:1] == (STRIKE,):
        return False
    if entry.player == NOWHERE:
        return native.tick(game, entry.at) is not None
    if (first.about or NOWHERE in entry.path) and (due := native.leading.due) is not None and due[0] <= entry.at:
        return False  # what its keys mean depends on what happens before it
    return native.answer(game, entry.player, _translated(game, first, entry.path), entry.at) is not None


def _lapse(game: Game, entry: Entry, reason: str) -> None:
    """Record an answer that has no effect now; only the time until then has passed."""
    _redo(game, entry._replace(player=NOWHERE, path=()), lambda path: path)
    game.done[-1] = game.done[-1]._replace(entry=entry, lapsed=reason)


def first(game: Game, entry: Entry) -> First:
    """Record how an answer was first given, and how the things that it names were made."""
    links = game.state.links
    slots = {ref % LIVES for key in entry.path if type(ref := key[1] if isinstance(key, tuple) else key) is int}
    known = _known(links) if any((slot, "made") in links for slot in slots) else {}
    return First(entry, {slot: known[slot] for slot in slots if slot in known})


def _known(links: Mapping[tuple[int, Link], Links]) -> dict[int, Origin]:
    """Give for each thing how it was made: by which answer, as a copy or by an ability, because of what; and its number."""
    found: dict[int, Origin] = {}
    seen: Counter[Origin] = Counter()
    for slot in sorted(slot for slot, name in links if name == "made"):
        made: Json = links[slot, "made"]
        what, whose, because, by = made
        origin = (what, found.get(whose, whose), tuple(found.get(each, each) for each in because), by)
        seen[origin] += 1
        found[slot] = (*origin, seen[origin])
    return found


def _again(game: Game, first: First) -> str:
    """Give an answer again; "" if it is legal, otherwise the reason why not."""
    try:
        if not _natively(game, first):
            _redo(game, first.entry, lambda path: _translated(game, first, path))
    except RulewrightError as error:
        return _reason(game, first.entry, error)
    return ""


def _reason(game: Game, entry: Entry, error: RulewrightError) -> str:
    """Say why an answer is not legal: why its act cannot be performed, else what is wrong with the answer."""
    if game.over or not entry.path or not isinstance(entry.path[0], tuple):
        return str(error)
    why = game.why_not(entry.player, entry.path[0][0])
    return why.words if why is not None else str(error)


def _translated(game: Game, first: First, path: Sequence[Key]) -> Path:
    """Give the keys of a path in the current run: a thing that was made is identified by how it was made."""
    picks: Path = ()
    if not first.about and NOWHERE not in path:
        return tuple(path)
    for key in path:
        menu = game.menu(first.entry.player, *picks)
        if menu is None and key == NOWHERE:
            break  # there was a choice of stacks, and a new one was chosen; now there is no other
        if menu is None and isinstance(key, int):
            _present(game, first, key)  # it joined a stack, and now there is none
        refers = menu is not None and menu.kind in REFERRING
        if isinstance(key, tuple):
            key = Offer(key[0], _present(game, first, key[1]))
        elif refers and isinstance(key, int) and key >= 0:
            key = _present(game, first, key)
        picks = (*picks, key)
    return picks


def _present(game: Game, first: First, ref: int) -> int:
    if ref % LIVES not in first.about:
        return ref
    origin = first.about[ref % LIVES]
    for slot, known in _known(game.state.links).items():
        if known == origin:
            return game.state.ref(slot)  # even if the thing has changed since it was made
    raise Refused("it was about something that no longer exists")
