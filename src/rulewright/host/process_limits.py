"""Limits for a process that runs text of strangers: its memory, and its processor time for one request."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

MEMORY: Final = 2 << 30
"""The bytes of memory that such a process may use."""
SECONDS: Final = 10.0
"""The seconds of processor time that it may use for one request."""


def memory(most: int = MEMORY) -> None:
    """Limit the memory of this process, if the system supports it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def time(seconds: float = SECONDS) -> None:
    """Let the system end this process after so much processor time from now on, unless this is called again."""
    with suppress(ImportError, AttributeError):
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds)
