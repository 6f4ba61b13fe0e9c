"""The tables of the store. Games are JSON text in the form of the kernel's archive; here they are only stored.

Links and sessions are stored as hashes: whoever reads the file cannot use them to take a seat.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData()


def _of_a_game() -> Column[str]:
    return Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("created", Integer, nullable=False),
    Column("title", String, nullable=False),
    Column("book", Text, nullable=False),  # the key of its text
    Column("program", String, nullable=False),
    Column("head", Text, nullable=False),
    Column("control", Text, nullable=False),  # the state of the game after its last answer
    Column("length", Integer, nullable=False),  # the number of answers, including the setup
    Column("over", Boolean, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("talk", Text, nullable=False),  # open proposals of the players: an undo, a draw
    Column("public", Boolean, nullable=False),
    Column("strange", Boolean, nullable=False, server_default=false()),  # its rule text came with it: it runs in its own process
)

books = Table(
    "books",
    metadata,
    Column("key", String, primary_key=True),
    Column("text", Text, nullable=False),  # name, text, readings and hash: fixed, whatever later versions ship
)

answers = Table(
    "answers",
    metadata,
    _of_a_game(),
    Column("n", Integer, primary_key=True),
    Column("row", Text, nullable=False),
)

receipts = Table(
    "receipts",
    metadata,
    _of_a_game(),
    Column("client", String, primary_key=True),  # the id that the sender gave an answer, so that it can be sent again
    Column("n", Integer, nullable=False),  # kept when the answer is undone: sent again it must not be played again
)

snapshots = Table(
    "snapshots", metadata, _of_a_game(), Column("n", Integer, primary_key=True), Column("state", Text, nullable=False)
)

judgments = Table(
    "judgments", metadata, _of_a_game(), Column("k", Integer, primary_key=True), Column("past", Text, nullable=False)
)

seats = Table(
    "seats",
    metadata,
    _of_a_game(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # open, person or bot
    Column("name", String, nullable=False),
    Column("bank", Integer),  # seconds left on the seat's clock, where there is one
)

links = Table(
    "links",
    metadata,
    Column("hash", String, primary_key=True),
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("role", String, nullable=False),  # host, seat or spectator
    Column("seat", Integer),
    Column("created", Integer, nullable=False),
    Index("links_by_game", "game"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("session", String, primary_key=True),
    _of_a_game(),
    Column("role", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # -1 for a host or a spectator
    Index("sittings_by_game", "game"),
)

timers = Table(
    "timers",
    metadata,
    _of_a_game(),
    Column("kind", String, primary_key=True),  # due: something of the rules; choice: a deadline
    Column("at", Integer, nullable=False),
    Index("timers_by_time", "at"),
)

chat = Table(
    "chat",
    metadata,
    _of_a_game(),
    Column("k", Integer, primary_key=True),
    Column("at", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
)
