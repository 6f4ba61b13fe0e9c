"""Rows that many games add at the same time, written with one statement for all of them.

At each statement the writer may have to wait for the thread that plays the games, so one statement for all games and tables
takes much less time than a few for each game. The rows come as JSON texts, and a trigger of the writing connection puts them
into their tables.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Table, func, insert, literal_column, select, update
from sqlalchemy.dialects import sqlite

from rulewright.host import sqltables

Row = tuple[Any, ...]


class Added(NamedTuple):
    """What one game adds: at most one row to each table, and the result for its writer when they are on the disk."""

    answer: Row
    game: Row
    receipt: Row | None
    result: int


def _put(rows: str, table: Table, columns: Sequence[Column[Any]], by: Column[Any] | None = None) -> str:
    """Give the statement that inserts rows with some columns; with `by`, the first of them, it changes existing rows."""
    given = func.json_each(literal_column(f"new.{rows}")).table_valued("value", joins_implicitly=True)
    values = [func.json_extract(given.c.value, f"$[{n}]") for n in range(len(columns))]
    if by is None:
        made: Any = insert(table).from_select(columns, select(*values))
    else:
        made = update(table).values(dict(zip(columns[1:], values[1:], strict=True))).where(by == values[0])
    return str(made.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))


_GAMES: Final = sqltables.games.c
STATEMENTS: Final = (
    _put("answers", sqltables.answers, list(sqltables.answers.c)),
    _put("games", sqltables.games, [_GAMES.id, _GAMES.control, _GAMES.length, _GAMES.over, _GAMES.changed], by=_GAMES.id),
    _put("receipts", sqltables.receipts, list(sqltables.receipts.c)),
)


def prepare(driver: sqlite3.Connection) -> None:
    """Let a connection write what games add."""
    driver.execute("create temp view if not exists added as select '' as answers, '' as games, '' as receipts")
    body = "; ".join(STATEMENTS)
    driver.execute(f"create temp trigger if not exists adding instead of insert on added begin {body}; end")


def write(driver: sqlite3.Connection, added: Sequence[Added]) -> None:
    """Write what some games add, all of it or nothing."""
    receipts = [each.receipt for each in added if each.receipt is not None]
    rows = ([each.answer for each in added], [each.game for each in added], receipts)
    driver.execute("insert into added values (?, ?, ?)", tuple(map(json.dumps, rows)))
