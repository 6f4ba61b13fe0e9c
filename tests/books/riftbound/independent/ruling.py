"""Known-hard rulings, read from the requirements alone, each with a legal play and a refused neighbour.

Conventions: the players are Ann, Bo, Cy, Di in turn order; it is Ann's turn and her Action Phase unless said otherwise; a
duel to 8 points with the battlefields Quay and Mill (three or more players: Fort too) unless said otherwise.  A unit is
without damage, Buff or keyword unless the set-up gives it one; a battlefield somebody controls has a unit of theirs.  ``R``
and ``W`` numbers are those of the requirements, ``d`` and ``e`` the rows of its sections (d) and (e).  ``basis`` is
"stated", "reading" (my reading of a doubtful or silent place) or "background" (the requirements only name the keyword).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ruling:
    """One line of play, its result, and a similar play that is not legal."""

    id: str
    rules: tuple[str, ...]
    topic: str
    setup: str
    play: str
    expect: str
    refused: str
    why: str
    basis: str = "stated"
