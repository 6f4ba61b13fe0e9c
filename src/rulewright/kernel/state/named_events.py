"""Events with names: every kind of event as a record with named fields. Each is equal to its plain tuple.

Inside a game events are plain tuples, because most of them are never read; `named` converts them when they leave the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, overload

from rulewright.kernel.state import facts
from rulewright.kernel.state.events import Event, Place
from rulewright.kernel.state.facts import Lasting, Links, Path, Things


class Changed(NamedTuple):
    """A number of a thing changed."""

    kind: str
    thing: int
    stat: int
    old: int
    new: int


class Moved(NamedTuple):
    """A thing changed its place; `made` is its name and cells if it is new."""

    kind: str
    thing: int
    old: Place
    new: Place
    made: tuple[str, Things] | None


class Revealed(NamedTuple):
    """Other seats see the face of a thing now; None means those that see its zone."""

    kind: str
    thing: int
    old: tuple[int, ...] | None
    new: tuple[int, ...] | None
    zone: int


class Shuffled(NamedTuple):
    """The order of a zone changed."""

    kind: str
    zone: int
    old: tuple[int, ...]
    new: tuple[int, ...]


class Founded(NamedTuple):
    """A zone was created, closed or touched: its kind, its owner and when it was last touched."""

    kind: str
    zone: int
    old: tuple[int, int, int] | None
    new: tuple[int, int, int] | None


class Linked(NamedTuple):
    """A thing refers to something else under a name."""

    kind: str
    thing: int
    link: str
    old: Links | None
    new: Links | None


class Lasts(NamedTuple):
    """A lasting effect began (`old` is None) or changed."""

    kind: str
    old: Lasting | None
    new: Lasting | None


class Expired(NamedTuple):
    """A lasting effect ended."""

    kind: str
    old: Lasting | None
    new: Lasting | None


class Tallied(NamedTuple):
    """A count of a thing changed."""

    kind: str
    tally: str
    thing: int
    old: int
    new: int


class Noticed(NamedTuple):
    """A trigger was met (`new`) or handled (`old`): the trigger, who has it, and what it is about."""

    kind: str
    at: int
    old: facts.Noticed | None
    new: facts.Noticed | None


class Amended(NamedTuple):
    """An amendment came into force: its name and text, and the defaults of the stats that it declares."""

    kind: str
    name: str
    old: tuple[str, str] | None
    new: tuple[str, str] | None
    defaults: tuple[int, ...]


class Rolled(NamedTuple):
    """Dice were rolled."""

    kind: str
    sides: int
    faces: tuple[int, ...]


class Chose(NamedTuple):
    """A player answered: the keys of the picks."""

    kind: str
    player: int
    path: Path


class Began(NamedTuple):
    """A structure began; the thing is -1 if it belongs to nobody."""

    kind: str
    frame: int
    structure: str
    thing: int


class Ended(NamedTuple):
    """A structure ended, or was cut short."""

    kind: str
    frame: int
    structure: str
    how: str
    thing: int


class Undone(NamedTuple):
    """An act was taken back because paying for it made it illegal: the check that failed, and how many events were taken back."""

    kind: str
    player: int
    action: str
    because: str
    events: int


class Performed(NamedTuple):
    """An action was performed; only if a rule has a trigger for it."""

    kind: str
    thing: int
    action: int


class Judged(NamedTuple):
    """A past answer was struck."""

    kind: str
    act: int


class Told(tuple[str | int, ...]):
    """An announcement, which changes no fact: a word, and what it is about."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """Always `told`."""
        return str(self[0])

    @property
    def word(self) -> str:
        """The word that is announced."""
        return str(self[1])

    @property
    def about(self) -> tuple[str | int, ...]:
        """What it is about: things by their slots, or words."""
        return self[2:]


RECORDS: dict[str, type[tuple[Any, ...]]] = {
    record.__name__.lower(): record
    for record in (
        Changed, Moved, Revealed, Shuffled, Founded, Linked, Lasts, Expired, Tallied, Noticed, Amended, Rolled, Chose, Began,
        Ended, Undone, Performed, Judged, Told,
    )
}  # fmt: skip
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
