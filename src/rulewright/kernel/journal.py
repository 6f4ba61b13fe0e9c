"""The journal: what was answered, and what each answer did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulewright.kernel.events import Event

Path = tuple[Any, ...]


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
    control: tuple[Any, ...]
    lapsed: str = ""  # "struck", or why it no longer holds after a Judgment


def faces(happened: Sequence[Event]) -> tuple[int, ...]:
    """List the faces that were rolled."""
    return tuple(face for event in happened if event[0] == "rolled" for face in event[2])
