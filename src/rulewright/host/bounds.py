"""Bounds on a process that runs what strangers wrote: its memory, and its processor time for one thing. The system keeps them."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

MEMORY: Final = 2 << 30
"""How many bytes of memory such a process may have."""
SECONDS: Final = 10.0
"""How many seconds of processor time it may take for one thing."""


def memory(most: int = MEMORY) -> None:
    """Bound the memory of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def time(seconds: float = SECONDS) -> None:
    """Let the system end this process when it has used so much processor time from now on, unless this is called again."""
    with suppress(ImportError, AttributeError):
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds)
