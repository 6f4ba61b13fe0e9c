"""The journal: the answers, and what each answer did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import Path as Path
from rulewright.kernel.state.facts import SavedControl
from rulewright.kernel.state.named_events import Happened, named


class Entry(NamedTuple):
    """One line of the journal: an answer, or a tick of the clock (no player)."""

    number: int
    at: int
    player: int
    path: Path


class Done(NamedTuple):
    """What one answer did, kept so that it can be undone and shown."""

    entry: Entry
    events: tuple[Event, ...]
    control: SavedControl
    lapsed: str = ""  # "struck", or why it has no effect after a Judgment


class Events(Sequence[Event]):
    """Every event of some answers in order, each with names; it grows with the game."""

    __slots__ = ("_done",)

    def __init__(self, done: Sequence[Done]) -> None:
        self._done = done

    def __len__(self) -> int:
        return sum(len(done.events) for done in self._done)

    def __iter__(self) -> Iterator[Event]:
        return (named(event) for done in self._done for event in done.events)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> Happened: ...
    def __getitem__(self, at: int | slice) -> Event | Happened:
        if isinstance(at, slice):
            return Happened([event for done in self._done for event in done.events][at])
        left = at if at >= 0 else at + len(self)
        for done in self._done if left >= 0 else ():
            if left < len(done.events):
                return named(done.events[left])
            left -= len(done.events)
        raise IndexError(f"there is no event {at}: there are only {len(self)}")


def faces(happened: Sequence[Event]) -> tuple[int, ...]:
    """List the faces that were rolled."""
    return tuple(face for event in happened if event[0] == "rolled" for face in event[2])
