"""The state of a game while the native machine plays: Python's state lacks the answers that the block has given."""

from __future__ import annotations

from typing import Any

from rulewright.kernel.state.facts import LIFE, LIVES, State
from rulewright.program.quick_dataclasses import assign

behind = State.__dict__["behind"].__get__
set_behind = State.__dict__["behind"].__set__
"""Read and write the slot without bringing the state up to date."""


class StateBehind(State):
    """A state that is behind the native machine: reading or writing any of its fields brings it up to date first.

    A few things that are only numbers are read from the block instead.
    """

    __slots__ = ()

    @classmethod
    def hollow(cls) -> State:
        """Give a state without contents, which is filled when it is read."""
        return cls.__new__(cls)

    def __getattribute__(self, name: str) -> Any:
        if name in READ_FROM_BLOCK:
            return object.__getattribute__(self, name)
        behind(self).look(self)
        return getattr(self, name)

    @property
    def number(self) -> int:  # type: ignore[override]
        return int(behind(self).block.number)

    @property
    def now(self) -> int:  # type: ignore[override]
        return int(behind(self).block.now)

    def cell(self, slot: int, stat: int) -> int:
        """Read the stored number of an object, without lasting effects."""
        return _read(self, slot, stat) if type(self) is StateBehind else State.cell(self, slot, stat)

    def ref(self, slot: int) -> int:
        """Give the reference to the thing in a slot, in its current life."""
        return _read(self, slot, LIFE) * LIVES + slot if type(self) is StateBehind else State.ref(self, slot)


READ_FROM_BLOCK = frozenset({"number", "now", "cell", "ref"})


def _read(state: State, slot: int, stat: int) -> int:
    """Read a number of a thing from the block; what is not there is looked for in the state, which says so."""
    found = behind(state).block.cell(slot, stat)
    return State.cell(state, slot, stat) if found is None else found

    def __setattr__(self, name: str, value: Any) -> None:
        behind(self).look(self)
        setattr(self, name, value)


def snapshot(state: State) -> State:
    """Copy a state as it is, without bringing it up to date."""
    assign(state, "__class__", State)
    copy = state.copy()
    assign(state, "__class__", StateBehind)
    return copy
