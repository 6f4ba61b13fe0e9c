"""Handles: a viewer's own numbers for all things that it sees; they follow a game, so that each view need not start again.

A thing gets a handle when the viewer first sees it, and keeps it as long as the viewer can tell it from similar things. A thing
that was out of sight gets a new handle. `Game.told` uses the same numbers. The game as the viewer sees it is kept, too, with
the time of the last event about each thing and zone, so that a new view makes again only those that had an event since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.native import native_play
from rulewright.kernel.sight import depending, views, visibility
from rulewright.kernel.sight.seen_game import SeenGame, Touched
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state.facts import NOWHERE, SEEN
from rulewright.kernel.state.holding import joined

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game
    from rulewright.kernel.history.journal import Done
    from rulewright.kernel.state.events import Event


ABOUT_ONE = frozenset({"changed", "moved", "revealed", "linked"})
"""The kinds of event that name one thing."""
NAMING = ABOUT_ONE | {"lasts", "expired", "told"}
"""The kinds of event that name things, which get numbers then."""


class Handles(Witness):
    """A witness that numbers everything that the viewer sees, whether or not an event is about it."""

    worded = False

    def __init__(self, game: Game, viewer: Viewer, since: int = 0, telling: bool = False) -> None:
        """Begin where a game was before one of its answers; only if it is `telling`, it keeps what the viewer was told."""
        super().__init__(game, viewer, since)
        self.telling = telling
        self.machine.secret, self.machine.bare, self.machine.done = game.machine.secret, game.machine.bare, game.machine.done
        self.since = since
        self.counts: dict[str, int] = {}  # how often each structure has begun
        self.steps, self.all_step = 0, 0  # how many answers were heard or taken back, and the last that may have changed all
        self.touched_step = 0  # the last in which anything happened to a thing
        self.thing_steps: dict[int, int] = {}  # the last in which something happened to a thing
        self.zone_steps: dict[int, int] = {}  # the last in which something happened to a zone or to a thing in it
        self.stat_steps: dict[int, int] = {}  # the last in which a stat of anything changed
        self.moved_steps: dict[int, int] = {}  # the last in which something came to, left or changed its state in a kind of zone
        self.current: Done | None = None  # the answer after which the game stands
        self._touched: Touched | None = None  # what has happened since the game was last seen; None if that was just now
        self._seen: SeenGame | None = None
        self._words: list[str] | None = None
        self.see()

    def come_up(self, game: Game) -> None:
        """Follow a game up to its last answer."""
        done = game.done
        last = done[-1] if done else None  # a game that was begun with a position has no first answer
        if last is not None and self.current is last and len(self._followed) == len(done) - self.since:
            return
        self.follow(done[self.since :] if self.since else done)
        self.current, self._touched = last, self._touched or Touched()
        self.machine.state.set_control(native_play.control(game))
        self.machine.done, self._words = game.machine.done, None
        self.machine.forget()

    def where(self) -> str:
        """Say in words where the game is, as the viewer sees it."""
        return joined(self.words())

    def words(self) -> list[str]:
        """Say in words where each frame is, as the viewer sees it."""
        if self._words is None:
            self._words = self.seen.words()
        return self._words

    @property
    def seen(self) -> Machine:
        """The game as the viewer sees it."""
        if self._seen is None:
            self._seen = SeenGame(self.machine, self.viewer)
        elif self._touched is not None:
            self._seen.come_up(self._touched)
        self._touched = None
        return self._seen.machine

    def touched_since(self, step: int, slot: int) -> bool:
        """Say whether something has happened to a thing since a step."""
        return max(self.thing_steps.get(slot, 0), self.all_step) > step

    def zone_touched_since(self, step: int, zone: int) -> bool:
        """Say whether something has happened to a zone, or to a thing in it, since a step."""
        return max(self.zone_steps.get(zone, 0), self.all_step) > step

    def moved_since(self, step: int) -> bool:
        """Say whether something has moved, or has changed in another way than its numbers, since a step."""
        return max(self.moved_steps.values(), default=0) > step or self.all_step > step

    def recomputed_since(self, step: int) -> frozenset[int]:
        """Give the stats, of those that modifiers change, that may count as another number than at a step; and the score."""
        known = depending.dependences(self.machine)
        if self.all_step > step:
            return frozenset(known)
        stats = {stat for stat, last in self.stat_steps.items() if last > step}
        kinds = {kind for kind, last in self.moved_steps.items() if last > step}
        return frozenset(stat for stat, on in known.items() if on.course or on.stats & stats or on.zones & kinds)

    def know(self, other: Witness) -> None:
        """Take over the numbers and counts of another witness of the same viewer."""
        super().know(other)
        if isinstance(other, Handles):
            self.counts = dict(other.counts)
        self.see()

    def of(self, slot: int) -> int | None:
        """Give the handle of a thing; None if the viewer cannot tell it from similar things."""
        if self.viewer == HOST:
            return slot
        return self._number(slot) if visibility.follows(self.machine, self.viewer, slot) else None

    def see(self, zones: Iterable[int] | None = None) -> None:
        """Number the visible things without a number, zone by zone in order; things that were shown in a hidden zone, by name.

        Where only some zones were touched, the others have nothing new.
        """
        m, known, links = self.machine, self._numbers, self.machine.state.links
        for zone in range(len(m.state.zones)) if zones is None else sorted(zones):
            new = [slot for slot in m.state.zones[zone] if slot not in known]
            if new and not visibility.sees(m, self.viewer, zone):
                shown = [slot for slot in new if (slot, SEEN) in links and visibility.knows(m, self.viewer, slot)]
                new = sorted(shown, key=lambda slot: (m.state.names[slot], slot))
            for slot in new:
                self._number(slot)

    def _witnessed(self, done: Done, event: Event) -> None:
        """Number what an event names; one that names nothing new need not be told for that."""
        if self.telling:
            super()._witnessed(done, event)
        elif event[0] in NAMING and not (event[0] in ABOUT_ONE and event[1] in self._numbers):
            told = views.redact(self.machine, self.viewer, event)
            if told is not None:
                self.tell(done, event, told)

    def _hear(self, done: Done) -> None:
        super()._hear(done)
        self.steps += 1
        touched, places, grounds = Touched(), self.machine.state.places, self.machine.state.grounds
        for event in done.events:
            touched.note(event)
            if event[0] == "began":
                self.counts[event[2]] = self.counts.get(event[2], 0) + 1
        self.all_step = self.steps if touched.all else self.all_step
        moved = [*touched.zones, *(places[slot] for slot in touched.moved if places[slot] != NOWHERE)]
        self.moved_steps.update(dict.fromkeys([grounds[zone][0] for zone in moved], self.steps))
        touched.zones.update([places[slot] for slot in touched.slots if places[slot] != NOWHERE])
        self.thing_steps.update(dict.fromkeys(touched.slots, self.steps))
        self.zone_steps.update(dict.fromkeys(touched.zones, self.steps))
        self.stat_steps.update(dict.fromkeys(touched.stats, self.steps))
        self.touched_step = self.steps if touched.slots or touched.all else self.touched_step
        self._touched = touched if self._touched is None else self._touched.and_then(touched)
        self.see(touched.zones)

    def _unhear(self, done: Done, before: Sequence[tuple[int, int | None]]) -> None:
        super()._unhear(done, before)
        self.steps += 1
        self.all_step = self.touched_step = self.steps
        self._touched = Touched()
        self._touched.all = True
        for event in done.events:
            if event[0] == "began":
                self.counts[event[2]] -= 1


def of(game: Game, viewer: Viewer, telling: bool = False) -> Handles:
    """Give a viewer's handles in a game, up to its last answer, with what the viewer was told if that is wanted.

    Copies of a game share them.
    """
    handles = game.handles.pop(viewer, None)  # after a failure nothing is kept
    if handles is None or len(game.done) < handles.since or (telling and not handles.telling):
        handles = _begun(game, viewer, telling)
    handles.come_up(game)
    game.handles[viewer] = handles
    return handles


def seen(game: Game, viewer: Viewer) -> Machine:
    """Give the game as a viewer sees it: as it was followed, if somebody follows it for this viewer."""
    return of(game, viewer).seen if viewer in game.handles else game.view_as(viewer)


def _begun(game: Game, viewer: Viewer, telling: bool) -> Handles:
    """Begin to follow a game: from its start, or for a redealt game with the handles of the original."""
    if game.dealt is None:
        return Handles(game, viewer, telling=telling)
    original, since = game.dealt
    if len(game.done) < since:
        return Handles(game, viewer, len(game.done), telling)
    handles = Handles(game, viewer, since, telling)
    known = of(original, viewer)
    known.follow(game.done[:since])
    known.current = None
    handles.know(known)
    return handles
