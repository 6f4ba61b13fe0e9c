"""A witness follows a game event by event, and tells one viewer what may be known at the time of each event.

Things have the viewer's own numbers: the first thing that it saw is 0. A number is kept as long as the viewer can tell the thing
from similar things; a thing that was out of sight gets a new one, so that nobody can follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.sight import views, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state import events
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import NOBODY, NOWHERE, Lasting, State

if TYPE_CHECKING:
    from rulewright.kernel.game import Game
    from rulewright.kernel.history.journal import Done

Number = Callable[[int], int]
MAY_HIDE = frozenset({"moved", "revealed", "shuffled"})
"""The kinds of event after which a viewer may not see a thing any more."""


class Witness:
    """What one viewer has been told of a game so far."""

    worded = True  # whether it tells in words, for which the control before each answer is needed

    def __init__(self, game: Game, viewer: Viewer, since: int = 0) -> None:
        """Begin where a game was before one of its answers, by default the first."""
        state = game.copy().state.copy()  # the state of the game itself need not be brought up to date
        for done in reversed(game.done[since:]):
            _take_back(state, done)
        self.viewer = viewer
        self.machine = Machine(game.base, state, game.seed)
        self.machine.enforce()
        self.told: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._given = 0
        self._before: list[tuple[int, int | None]] = []  # the earlier numbers of the things whose numbers the last answer changed
        self._followed: list[tuple[Done, int, list[tuple[int, int | None]], int]] = []

    def follow(self, done: Sequence[Done]) -> list[Any]:
        """Follow a game's answers, and take back those that it has taken back; give everything that was told."""
        followed = self._followed
        while followed and (len(followed) > len(done) or followed[-1][0] is not done[len(followed) - 1]):
            last, length, before, self._given = followed.pop()
            self._unhear(last, before)
            del self.told[length:]
        for one in done[len(followed) :]:
            self._before = []
            followed.append((one, len(self.told), self._before, self._given))
            self._hear(one)
        return self.told

    def _unhear(self, done: Done, before: Sequence[tuple[int, int | None]]) -> None:
        """Go back to before an answer that was taken back."""
        for slot, number in reversed(before):
            if number is None:
                del self._numbers[slot]
            else:
                self._numbers[slot] = number
        _take_back(self.machine.state, done)
        self.machine.forget()
        self.machine.enforce()

    def know(self, other: Witness) -> None:
        """Take over the numbers of another witness of the same viewer; for a face-down thing, by its place."""
        self._numbers = {self._there(other.machine, slot): number for slot, number in other._numbers.items()}
        self._given = other._given

    def _there(self, m: Machine, slot: int) -> int:
        if visibility.knows(m, self.viewer, slot):
            return slot
        zone = m.state.places[slot]
        return self.machine.state.zones[zone][m.state.zones[zone].index(slot)]

    def _hear(self, done: Done) -> None:
        if self.worded or self.machine.book.hiding:  # what a feature hides may depend on whose turn it is
            self.machine.state.set_control(done.control)
        m = self.machine
        for event in done.events:
            kind = event[0]
            if kind in events.WRITERS:
                events.apply(m.state, event)
                m.forget()
            if kind == "amended":
                m.amended()
            self._witnessed(done, event)
            if kind in MAY_HIDE:
                self._lose(event)

    def _witnessed(self, done: Done, event: Event) -> None:
        """Tell an event that has just happened."""
        told = views.redact(self.machine, self.viewer, event)
        said = self.tell(done, event, told) if told is not None else self.untold(event)
        if said is not None:
            self.told.append(said)

    def tell(self, done: Done, event: Event, told: Event) -> Any:
        """Give what a viewer is told of an event: the event with the viewer's own numbers."""
        renumber = RENUMBER.get(told[0])
        return told if renumber is None or self.viewer == visibility.HOST else renumber(told, self._number)

    def untold(self, event: Event) -> Any:
        """Give what is said instead of an event that is not told: nothing by default."""
        return None

    def begun(self, event: Event) -> tuple[str, str] | None:
        """Give a structure that begins and to whom it belongs, "" for nobody; None if the viewer cannot identify the thing."""
        if event[0] != "began" or (event[3] != NOWHERE and not visibility.follows(self.machine, self.viewer, event[3])):
            return None
        seen = self.view_as(event)
        return event[2], "" if event[3] == NOWHERE else seen.book.name_of(seen.state, event[3])

    def view_as(self, event: Event) -> Machine:
        """Give the game as the viewer sees it right after an event, with the face that was seen leaving."""
        return visibility.view_as(self.machine, self.viewer, views.faced(self.machine, self.viewer, event))

    def _number(self, slot: int) -> int:
        if slot == NOWHERE:
            return NOWHERE
        if slot not in self._numbers:
            self._before.append((slot, None))
            self._numbers[slot] = self._given
            self._given += 1
        return self._numbers[slot]

    def _forget(self, slot: int) -> None:
        if slot in self._numbers:
            self._before.append((slot, self._numbers.pop(slot)))

    def _lose(self, event: Event) -> None:
        """Remove the numbers of things that went out of sight."""
        if event[0] in ("moved", "revealed") and not visibility.follows(self.machine, self.viewer, event[1]):
            self._forget(event[1])
        elif event[0] == "shuffled":
            for slot in event[3]:
                if not visibility.knows(self.machine, self.viewer, slot):
                    self._forget(slot)


def uncovered(game: Game, viewer: Viewer, first: int) -> bool:
    """Say whether a viewer was shown something hidden in the answers from a place in the game's record on."""
    if not game.book.secret:
        return False
    again = Witness(game, viewer, first)
    for event in (event for done in game.done[first:] for event in done.events):
        events.apply(again.machine.state, event)
        if views.uncovers(again.machine, viewer, event):
            return True
    return False


def _take_back(state: State, done: Done) -> None:
    for event in reversed(done.events):
        events.revert(state, event)


def _first(event: Event, number: Number) -> Event:
    return (event[0], number(event[1]), *event[2:])


def _linked(event: Event, number: Number) -> Event:
    """Tell that a thing refers to something, but not to what."""
    return (*_first(event, number)[:3], None, None)


def _lasts(event: Event, number: Number) -> Event:
    return (event[0], *(effect and _bare(effect, number) for effect in event[1:]))


def _bare(effect: Lasting, number: Number) -> Lasting:
    known = effect.amount if isinstance(effect.question, int) or effect.object != NOWHERE else 0
    return effect._replace(id=0, object=number(effect.object), amount=known, until=(), by=NOBODY)


def _told(event: Event, number: Number) -> Event:
    return (*event[:2], *(number(part) if isinstance(part, int) else part for part in event[2:]))


RENUMBER: dict[str, Callable[[Event, Number], Event]] = {
    **dict.fromkeys(("changed", "moved", "revealed"), _first),
    **dict.fromkeys(("lasts", "expired"), _lasts),
    "linked": _linked,
    "told": _told,
    "chose": lambda event, number: (*event[:2], ()),  # keys are for the host; the player who picked knows the picks
}
