"""Chairs: who plays each seat of a hosted game, a person, a bot or nobody yet, and how much time is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select, update

from rulewright.host import sqltables
from rulewright.protocol.messages import Data

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of the game and who plays it."""

    seat: int
    kind: str
    name: str
    bank: int | None = None

    def data(self) -> Data:
        """Give what everybody may know of it."""
        return {"seat": self.seat, "kind": self.kind, "name": self.name, "bank": self.bank}


def set_up(connection: Connection, game: str, chairs: Sequence[Chair]) -> None:
    """Store the chairs of a new game."""
    connection.execute(insert(sqltables.seats), [{"game": game, **chair.data()} for chair in chairs])


def read(connection: Connection, game: str) -> list[Chair]:
    """Read the chairs of a game."""
    table = sqltables.seats
    rows = connection.execute(select(table).where(table.c.game == game).order_by(table.c.seat)).all()
    return [Chair(row.seat, row.kind, row.name, row.bank) for row in rows]


def change(connection: Connection, game: str, chair: Chair) -> None:
    """Give a chair to somebody else, or change the name."""
    table = sqltables.seats
    values = {name: value for name, value in chair.data().items() if name != "seat"}
    connection.execute(update(table).where(table.c.game == game, table.c.seat == chair.seat).values(**values))
