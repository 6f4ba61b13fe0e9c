"""While a text is compiled, Python's garbage collector looks only at young objects.

Almost everything that is made then is part of the book and stays. A full collection goes through all of it again, which took a
sixth of the time of a large book. What is tried and discarded is young, and is collected as usual.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

NEVER = 1_000_000
"""After so many collections of young objects there would be a full one."""

_lock = RLock()
_compiling: list[int] = []
"""For every text that is being compiled, after how many collections there was a full one before the first of them began."""


@contextmanager
def only() -> Iterator[None]:
    """Put off full collections; several texts may be compiled at once, and the last one that is finished restores the setting."""
    with _lock:
        young, middle, old = gc.get_threshold()
        _compiling.append(_compiling[0] if _compiling else old)
        gc.set_threshold(young, middle, NEVER)
    try:
        yield
    finally:
        with _lock:
            old = _compiling.pop()
            if not _compiling:
                gc.set_threshold(*gc.get_threshold()[:2], old)
