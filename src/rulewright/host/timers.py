"""Timers in the store: when something in a game comes due, written in the transaction that makes it necessary.

There are two kinds: what happens by the rules, and the time limit of a choice.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from rulewright.host import sqltables

DUE: Final = "due"
CHOICE: Final = "choice"


def arm(connection: Connection, game: str, times: dict[str, int | None]) -> None:
    """Set the timers of a game: by kind, the time at which each comes due."""
    table = sqltables.timers
    connection.execute(delete(table).where(table.c.game == game))
    rows = [{"game": game, "kind": kind, "at": at} for kind, at in times.items() if at is not None]
    if rows:
        connection.execute(insert(table), rows)


def due_now(connection: Connection, now: int, within: str = "") -> list[tuple[str, str]]:
    """List the timers that are due, of all games or of one, the earliest first."""
    table = sqltables.timers
    one = (table.c.game == within,) if within else ()
    rows = connection.execute(select(table.c.game, table.c.kind).where(table.c.at <= now, *one).order_by(table.c.at)).all()
    return [(row.game, row.kind) for row in rows]


def next_at(connection: Connection, resting: Collection[str] = (), within: str = "") -> int | None:
    """Give the time of the earliest timer, of all games or of one, with some left out."""
    table = sqltables.timers
    one = (table.c.game == within,) if within else ()
    return connection.scalar(select(table.c.at).where(table.c.game.not_in(resting), *one).order_by(table.c.at).limit(1))
