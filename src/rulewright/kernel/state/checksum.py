"""One number for the facts of a game, by which two moments of it are compared. The native machine gives the same number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b

from rulewright.kernel.state.facts import Lasting, Link, State

FACTOR, ALL = 0x9E3779B97F4A7C15, (1 << 64) - 1
UNCOUNTED = ("targets", "numbers", "memory", "deeds")
"""The links that only record how something came about."""


def checksum(state: State) -> int:
    """Give the number of the current cells, places, links and lasting effects."""
    links = (
        _mixed(text_number(name), (slot, *numbers))
        for (slot, name), value in state.links.items()
        if name not in UNCOUNTED and len(numbers := [each for each in value if isinstance(each, int)]) == len(value)
    )
    found = _mixed(_mixed(0, state.cells), state.places)
    return _mixed(found, [sum(links), *(number for each in state.lasting.values() for number in _lasting(each))]) >> 5


@cache
def text_number(text: Link) -> int:
    """Give a number for a text or a word, of 59 bits."""
    return int.from_bytes(blake2b(str(text).encode(), digest_size=8).digest(), "little") >> 5


def _lasting(effect: Lasting) -> tuple[int, int, int]:
    """Give what can change of an effect: how often it can be used, and how many ends its term still has."""
    left = effect.until[3] if len(effect.until) > 3 else 0
    return effect.id, -1 if effect.uses is None else effect.uses, int(left)


def _mixed(start: int, numbers: Iterable[int]) -> int:
    for number in numbers:
        start = (start ^ number) * FACTOR & ALL
    return start
