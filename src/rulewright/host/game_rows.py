"""Writes games into the store and reads them back: what was added since the last time, and from the last snapshot on.

This module does not know who plays, and plays nothing again. Every function works inside a given transaction.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from rulewright import __version__, books
from rulewright.host import sqltables
from rulewright.host.bulk import Added
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.history import archive
from rulewright.kernel.history.saves import control_out, state_in, state_out
from rulewright.kernel.native import native_play
from rulewright.kernel.state.facts import CONTROL
from rulewright.program.declared import Limits

EVERY: Final = 64
"""The number of answers between snapshots, so that a long game is read from the last one on."""


LIMITS: Final = Limits(steps=5_000)
"""Limits for one answer in a hosted game: shipped books need about a hundred steps."""


class NoSuchGame(RulewrightError):
    """A game that is not in the store."""

    code = "no-game"


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it was read, with the data stored beside it."""

    id: str
    game: Game
    title: str
    created: int
    changed: int
    settings: dict[str, Any]
    talk: dict[str, Any]
    public: bool


text: Final = json.JSONEncoder(separators=(",", ":")).encode
"""Gives JSON text as short as it can be."""


def control(game: Game) -> str:
    """Give the control of a game as text."""
    return text(control_out(native_play.control(game), game.book))


def begin(
    connection: Connection,
    game: Game,
    title: str,
    now: int,
    settings: dict[str, Any],
    public: bool,
    strange: bool = False,
) -> str:
    """Store a new game and give its id."""
    id = secrets.token_urlsafe(9)
    book = {"name": game.base.name, "text": game.base.text, "readings": dict(game.base.readings), "hash": game.base.hash}
    connection.execute(
        insert(sqltables.games).values(
            id=id,
            created=now,
            changed=now,
            title=title,
            book=pinned(connection, text(book)),
            program=__version__,
            head=text(archive.head(game)),
            control="",
            length=0,
            over=game.over,
            settings=text(settings),
            talk="{}",
            public=public,
            strange=strange,
        )
    )
    append(connection, id, None, game, now)
    return id


def pinned(connection: Connection, text: str) -> str:
    """Store the text of a book, once for all games with it, and give its key."""
    key = hashlib.sha256(text.encode()).hexdigest()
    connection.execute(insert(sqltables.books).prefix_with("or ignore").values(key=key, text=text))
    return key


def append(connection: Connection, id: str, before: Game | None, after: Game, now: int) -> int:
    """Store how a game differs from its earlier state; give the number of its last answer."""
    same = 0 if before is None else _same(before, after)
    length = len(after.done)
    for table in (sqltables.answers, sqltables.snapshots):
        connection.execute(delete(table).where(table.c.game == id, table.c.n >= same))
    rows = [{"game": id, "n": n, "row": text(archive.row(after, after.done[n]))} for n in range(same, length)]
    if rows:
        connection.execute(insert(sqltables.answers), rows)
    if rows and (length % EVERY == 1 or same == 0):
        connection.execute(
            insert(sqltables.snapshots).values(game=id, n=length - 1, state=text(state_out(after.state, after.book)))
        )
    if (len(before.past) if before is not None else 0) != len(after.past):
        _keep_judgments(connection, id, after)
    connection.execute(
        update(sqltables.games)
        .where(sqltables.games.c.id == id)
        .values(
            control=control(after),
            head=text(archive.head(after)),
            length=length,
            over=after.over,
            changed=now,
        )
    )
    return length - 1


def added(id: str, before: Game, after: Game, client: str, now: int, was: str | None = None) -> Added | None:
    """Give what an answer adds to a game; None if there is more: an undo, a Judgment or a snapshot.

    The control before the answer may be given as text, because it was stored with the answer before it.
    """
    done, old = after.done, before.done
    n = len(old)
    grown = len(done) == n + 1 and done[n - 1] is old[n - 1] and len(after.past) == len(before.past)
    if not grown or (n + 1) % EVERY == 1 or after.machine.rerolls != before.machine.rerolls:
        return None
    row = f'{{"control":{control(before) if was is None else was},{text(archive.answer(after, done[n], after.book))[1:]}'
    return Added((id, n, row), (id, control(after), n + 1, after.over, now), (id, client, n) if client else None, n)


def _same(before: Game, after: Game) -> int:
    """Count the answers that two games share from the beginning."""
    pairs = zip(before.done, after.done, strict=False)
    shorter = min(len(before.done), len(after.done))
    return next((n for n, (one, other) in enumerate(pairs) if one is not other), shorter)


def _keep_judgments(connection: Connection, id: str, game: Game) -> None:
    table = sqltables.judgments
    connection.execute(delete(table).where(table.c.game == id))
    rows = [{"game": id, "k": k, "past": text(past)} for k, past in enumerate(archive.judgments(game))]
    if rows:
        connection.execute(insert(table), rows)


def read(connection: Connection, id: str) -> Kept:
    """Read a game with all its results."""
    games, books_ = sqltables.games, sqltables.books
    rows_of = select(games, books_.c.text).join(books_, books_.c.key == games.c.book)
    kept = connection.execute(rows_of.where(games.c.id == id)).one_or_none()
    if kept is None:
        raise NoSuchGame(f"there is no game {id[:40]!r} here: it was deleted, or the link is incomplete")
    rows = [json.loads(row) for row in connection.scalars(_in_order(sqltables.answers.c.row, sqltables.answers, id, "n"))]
    past = [json.loads(row) for row in connection.scalars(_in_order(sqltables.judgments.c.past, sqltables.judgments, id, "k"))]
    n, state = connection.execute(
        select(sqltables.snapshots.c.n, sqltables.snapshots.c.state)
        .where(sqltables.snapshots.c.game == id)
        .order_by(sqltables.snapshots.c.n.desc())
        .limit(1)
    ).one()
    began, control = archive.head_in(json.loads(kept.head)), json.loads(kept.control)
    book = _book(kept.text)
    game = archive.revived(book, began, state_in(json.loads(state), book), rows, control, past, n + 1)
    return Kept(id, game, kept.title, kept.created, kept.changed, json.loads(kept.settings), json.loads(kept.talk), kept.public)


def _in_order(column: Any, table: Any, id: str, by: str) -> Any:
    return select(column).where(table.c.game == id).order_by(table.c[by])


@lru_cache(maxsize=64)
def _book(pinned: str) -> Book:
    """Make the book with which a game was begun; games with the same text share it."""
    data = json.loads(pinned)
    return books.carried(data["name"], data["text"], data["readings"], LIMITS)


def asked(control: str) -> tuple[int, ...]:
    """Give the seats that are asked in a game without reading the whole game."""
    found = json.loads(control)[CONTROL.index("asked")]
    return tuple(found[0]) if found else ()


def chatter(connection: Connection, id: str) -> list[dict[str, Any]]:
    """Give the chat of a game."""
    table = sqltables.chat
    rows = connection.execute(select(table).where(table.c.game == id).order_by(table.c.k)).all()
    return [{"at": row.at, "name": row.name, "text": row.text} for row in rows]


def strange(connection: Connection, id: str) -> bool:
    """Say whether the rule text came with the game; a game that does not exist counts as ours."""
    return bool(connection.scalar(select(sqltables.games.c.strange).where(sqltables.games.c.id == id)))


def forget(connection: Connection, id: str) -> None:
    """Delete a game and everything that belongs to it."""
    games, books_ = sqltables.games, sqltables.books
    connection.execute(delete(games).where(games.c.id == id))
    connection.execute(delete(books_).where(books_.c.key.not_in(select(games.c.book))))


def receipts(connection: Connection, id: str) -> dict[str, int]:
    """Give the numbers of the answers by the ids of their senders."""
    table = sqltables.receipts
    return {row.client: row.n for row in connection.execute(select(table.c.client, table.c.n).where(table.c.game == id))}


def acknowledge(connection: Connection, id: str, client: str, n: int) -> None:
    """Store that an answer came with a sender's id."""
    connection.execute(insert(sqltables.receipts).values(game=id, client=client, n=n))


def talk(connection: Connection, id: str, open_: dict[str, Any]) -> None:
    """Store the open proposals of the players."""
    connection.execute(update(sqltables.games).where(sqltables.games.c.id == id).values(talk=text(open_)))
