"""Handles: a viewer's own numbers for all things that it sees; they follow a game, so that each view need not start again.

A thing gets a handle when the viewer first sees it, and keeps it as long as the viewer can tell it from similar things. A thing
that was out of sight gets a new handle. `Game.told` uses the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.sight import visibility
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state.facts import SEEN

if TYPE_CHECKING:
    from rulewright.kernel.game import Game
    from rulewright.kernel.history.journal import Done


class Handles(Witness):
    """A witness that numbers everything that the viewer sees, whether or not an event is about it."""

    def __init__(self, game: Game, viewer: Viewer, since: int = 0) -> None:
        super().__init__(game, viewer, since)
        self.since = since
        self.counts: dict[str, int] = {}  # how often each structure has begun
        self.see()

    def come_up(self, done: Sequence[Done]) -> None:
        """Follow a game up to its last answer."""
        self.follow(done[self.since :])

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

    def see(self) -> None:
        """Number the visible things without a number, zone by zone in order; things that were shown in a hidden zone, by name."""
        m, known, links = self.machine, self._numbers, self.machine.state.links
        for zone, lying in enumerate(m.state.zones):
            new = [slot for slot in lying if slot not in known]
            if new and not visibility.sees(m, self.viewer, zone):
                shown = [slot for slot in new if (slot, SEEN) in links and visibility.knows(m, self.viewer, slot)]
                new = sorted(shown, key=lambda slot: (m.state.names[slot], slot))
            for slot in new:
                self._number(slot)

    def _hear(self, done: Done) -> None:
        super()._hear(done)
        for event in done.events:
            if event[0] == "began":
                self.counts[event[2]] = self.counts.get(event[2], 0) + 1
        self.see()

    def _unhear(self, done: Done, before: Sequence[tuple[int, int | None]]) -> None:
        super()._unhear(done, before)
        for event in done.events:
            if event[0] == "began":
                self.counts[event[2]] -= 1


def of(game: Game, viewer: Viewer) -> Handles:
    """Give a viewer's handles in a game, up to its last answer. Copies of a game share them."""
    handles = game.handles.pop(viewer, None)  # after a failure nothing is kept
    if handles is None or len(game.done) < handles.since:
        handles = _begun(game, viewer)
    handles.come_up(game.done)
    game.handles[viewer] = handles
    return handles


def _begun(game: Game, viewer: Viewer) -> Handles:
    """Begin to follow a game: from its start, or for a redealt game with the handles of the original."""
    if game.dealt is None:
        return Handles(game, viewer)
    original, since = game.dealt
    if len(game.done) < since:
        return Handles(game, viewer, len(game.done))
    handles = Handles(game, viewer, since)
    known = of(original, viewer)
    known.come_up(game.done[:since])
    handles.know(known)
    return handles
