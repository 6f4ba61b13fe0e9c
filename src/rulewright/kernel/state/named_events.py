"""Events with names: every kind of event as a record with named fields. Each is equal to its plain tuple.

Inside a game events are plain tuples, because most of them are never read; `named` converts them when they leave the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import overload

from rulewright.kernel.state.facts import Event

FIELDS = {
    "changed": ("thing", "stat", "old", "new"),
    "moved": ("thing", "old", "new", "made"),  # `made` is the name and the cells of a new thing
    "revealed": ("thing", "old", "new", "zone"),  # the seats that see its face; None: those that see its zone
    "shuffled": ("zone", "old", "new"),
    "founded": ("zone", "old", "new"),  # the kind of a zone, its owner, and when it was last touched
    "linked": ("thing", "link", "old", "new"),
    "lasts": ("old", "new"),
    "expired": ("old", "new"),
    "tallied": ("tally", "thing", "old", "new"),
    "noticed": ("at", "old", "new"),  # a trigger that was met (`new`) or handled (`old`)
    "amended": ("name", "old", "new", "defaults"),  # the defaults of the stats that it declares
    "rolled": ("sides", "faces"),
    "chose": ("player", "path"),
    "began": ("frame", "structure", "thing"),
    "ended": ("frame", "structure", "how", "thing"),
    "undone": ("player", "action", "because", "events"),  # the check that failed, and how many events were taken back
    "performed": ("thing", "action"),
    "judged": ("act",),
    "told": ("word",),
}
"""The fields of each kind of event after its kind; docs/api.md says what they mean."""


class NamedEvent(Event):
    """An event whose fields can be read by name."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of event."""
        return str(self[0])

    @property
    def about(self) -> tuple[str | int, ...]:
        """What an announcement is about: things by their slots, or words."""
        return self[2:]

    def __reduce__(self) -> tuple[Callable[[Event], Event], tuple[Event]]:
        return named, (tuple(self),)

    def __repr__(self) -> str:
        said = [f"{name}={value!r}" for name, value in zip(("kind", *FIELDS[self.kind]), self, strict=False)]
        return f"{self.kind.capitalize()}({', '.join(said)})"


def _record(kind: str, fields: Sequence[str]) -> type[NamedEvent]:
    read = {name: property(itemgetter(at)) for at, name in enumerate(fields, 1)}
    return type(kind.capitalize(), (NamedEvent,), {"__slots__": (), **read})


RECORDS = {kind: _record(kind, fields) for kind, fields in FIELDS.items()}
_MAKE = {kind: partial(tuple.__new__, record) for kind, record in RECORDS.items()}


def named(event: Event) -> Event:
    """Give an event as a record with named fields."""
    return _MAKE[event[0]](event)


class Happened(Sequence[Event]):
    """The events of an answer; each gets its names when it is read, because most are not read."""

    __slots__ = ("_events",)

    def __init__(self, events: Iterable[Event] | Callable[[], tuple[Event, ...]]) -> None:
        self._events = events if callable(events) else tuple(events)

    @property
    def plain(self) -> tuple[Event, ...]:
        """The events as plain tuples; those of the native machine are made when somebody asks for them."""
        if callable(self._events):
            self._events = self._events()
        return self._events

    def __iter__(self) -> Iterator[Event]:
        return map(named, self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> Happened: ...
    def __getitem__(self, at: int | slice) -> Event | Happened:
        return Happened(self.plain[at]) if isinstance(at, slice) else named(self.plain[at])

    def __add__(self, other: Iterable[Event]) -> Happened:
        return Happened((*self.plain, *other))

    def __contains__(self, event: object) -> bool:
        return event in self.plain

    def __eq__(self, other: object) -> bool:
        return self.plain == (other.plain if isinstance(other, Happened) else other)

    def __hash__(self) -> int:
        return hash(self.plain)

    def __repr__(self) -> str:
        return repr(tuple(self))
