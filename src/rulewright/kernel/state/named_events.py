"""Events with names: every kind of event as a record whose fields can be read by name. Each is equal to its plain tuple.

Inside a game events are plain tuples, because most of them are never looked at; `named` is put on at the edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple, SupportsIndex, overload

from rulewright.kernel.state.events import Event, Place
from rulewright.kernel.state.facts import Lasting


class Changed(NamedTuple):
    """A number of a thing changed."""

    kind: str
    thing: int
    stat: int
    old: int
    new: int


class Moved(NamedTuple):
    """A thing went from one place to another; `made` is its name and cells where it is new."""

    kind: str
    thing: int
    old: Place
    new: Place
    made: tuple[Any, ...] | None


class Revealed(NamedTuple):
    """Other seats see the face of a thing now; None: those that see the zone it lies in."""

    kind: str
    thing: int
    old: tuple[int, ...] | None
    new: tuple[int, ...] | None
    zone: int


class Shuffled(NamedTuple):
    """A zone lies in another order."""

    kind: str
    zone: int
    old: tuple[int, ...]
    new: tuple[int, ...]


class Founded(NamedTuple):
    """A zone was opened, closed or touched: its kind, its owner and when it was last touched."""

    kind: str
    zone: int
    old: tuple[int, int, int] | None
    new: tuple[int, int, int] | None


class Linked(NamedTuple):
    """A thing refers to something else under a name."""

    kind: str
    thing: int
    link: str
    old: tuple[Any, ...] | None
    new: tuple[Any, ...] | None


class Lasts(NamedTuple):
    """Something lasts from now on (`old` is None), or lasts otherwise."""

    kind: str
    old: Lasting | None
    new: Lasting | None


class Expired(NamedTuple):
    """Something lasts no longer."""

    kind: str
    old: Lasting | None
    new: Lasting | None


class Tallied(NamedTuple):
    """Something was counted of a thing."""

    kind: str
    tally: str
    thing: int
    old: int
    new: int


class Noticed(NamedTuple):
    """A trigger was met (`new`), or taken up (`old`): the trigger, who holds it, and what it is about."""

    kind: str
    at: int
    old: tuple[Any, ...] | None
    new: tuple[Any, ...] | None


class Amended(NamedTuple):
    """An amendment came into force: its name and text, and the defaults of the stats that it brings."""

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
    path: tuple[Any, ...]


class Began(NamedTuple):
    """A structure began; -1 where it is nobody's."""

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
    """An act was taken back because paying for it made it illegal: for want of what, and how many events were taken back."""

    kind: str
    player: int
    action: str
    because: str
    events: int


class Performed(NamedTuple):
    """An action was performed; told where a rule listens to it."""

    kind: str
    thing: int
    action: int


class Judged(NamedTuple):
    """A past answer was struck."""

    kind: str
    act: int


class Told(tuple[Any, ...]):
    """Something that changes nothing was said: a word, and what it is about."""

    __slots__ = ()

    @property
    def kind(self) -> str:
        """Always `told`."""
        return str(self[0])

    @property
    def word(self) -> str:
        """What is said."""
        return str(self[1])

    @property
    def about(self) -> tuple[Any, ...]:
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
    """Give an event as a record with names."""
    return _MAKE[event[0]](event)


class Happened(tuple[Event, ...]):
    """The events of an answer, as a tuple; each gets its names when it is looked at, for most are not."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Event]:
        return map(named, super().__iter__())

    @overload
    def __getitem__(self, at: SupportsIndex) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> Happened: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Event | Happened:
        return Happened(super().__getitem__(at)) if isinstance(at, slice) else named(super().__getitem__(at))
