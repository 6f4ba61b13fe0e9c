"""Instructions of timing structures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settling:
    """Settle the game now, again until nothing changes, inside settling too."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Let each player answer what has happened since the last time."""
