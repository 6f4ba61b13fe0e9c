"""Rows that many games add at the same time, written with one statement for each table.

At each statement the playing thread may run, and the writer waits for it; so a few statements for all games cost much less than
a few for each game. SQLAlchemy makes the statements once; SQLite reads their rows from one JSON text.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Table, bindparam, func, insert, select, update
from sqlalchemy.dialects import sqlite

from rulewright.host import sqltables

Row = tuple[Any, ...]


class Bulk:
    """A statement that takes any number of rows at once."""

    def __init__(self, table: Table, columns: Sequence[Column[Any]], by: Column[Any] | None = None) -> None:
        """Insert rows with some columns; with `by`, which is the first of them, change existing rows."""
        given = func.json_each(bindparam("rows")).table_valued("value", joins_implicitly=True)
        values = [func.json_extract(given.c.value, f"$[{n}]") for n in range(len(columns))]
        if by is None:
            made: Any = insert(table).from_select(columns, select(*values))
        else:
            set_ = dict(zip([column.name for column in columns[1:]], values[1:], strict=True))
            made = update(table).values(**set_).where(by == values[0])
        compiled = made.compile(dialect=sqlite.dialect(paramstyle="named"))
        self.sql, self.places = str(compiled), {name: value for name, value in compiled.params.items() if name != "rows"}

    def write(self, driver: sqlite3.Connection, rows: Iterable[Row]) -> None:
        """Write rows."""
        driver.execute(self.sql, {**self.places, "rows": json.dumps(list(rows))})


class Added(NamedTuple):
    """What one game adds: at most one row to each table, and the result for its writer when they are on the disk."""

    answer: Row
    game: Row
    receipt: Row | None
    result: int


_GAMES: Final = sqltables.games.c
ANSWERS: Final = Bulk(sqltables.answers, list(sqltables.answers.c))
GAMES: Final = Bulk(sqltables.games, [_GAMES.id, _GAMES.control, _GAMES.length, _GAMES.over, _GAMES.changed], by=_GAMES.id)
RECEIPTS: Final = Bulk(sqltables.receipts, list(sqltables.receipts.c))


def write(driver: sqlite3.Connection, added: Sequence[Added]) -> None:
    """Write what some games add, in the transaction of a connection."""
    ANSWERS.write(driver, [each.answer for each in added])
    GAMES.write(driver, [each.game for each in added])
    receipts = [each.receipt for each in added if each.receipt is not None]
    if receipts:
        RECEIPTS.write(driver, receipts)
