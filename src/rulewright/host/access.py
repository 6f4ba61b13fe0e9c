"""Access: who may connect, and in which role.

A link lets a browser take a seat after a confirmation; a session cookie lets it come back. Tokens are random numbers of 256
bits that only their holder has; the store keeps their hashes. This module knows no games.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from rulewright.host import sqltables

HOST: Final = "host"
SEAT: Final = "seat"
SPECTATOR: Final = "spectator"
USED: Final = "used"
"""The role of a link with which somebody has taken a seat: it gives nobody a seat any more."""
NO_SEAT: Final = -1


class Place(NamedTuple):
    """The role of somebody in a game, or of a link: the host, a spectator, a seat, or nothing any more."""

    game: str
    role: str
    seat: int = NO_SEAT


def token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Give what is stored of a token; the token is random, so a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode()).hexdigest()


def link(connection: Connection, place: Place, now: int) -> str:
    """Make a link to a place and give its token."""
    made = token()
    seat = None if place.seat == NO_SEAT else place.seat
    connection.execute(
        insert(sqltables.links).values(hash=hashed(made), game=place.game, role=place.role, seat=seat, created=now)
    )
    return made


def behind(connection: Connection, token: str) -> Place | None:
    """Give the place of a link; None if it was revoked or never existed."""
    row = connection.execute(select(sqltables.links).where(sqltables.links.c.hash == hashed(token))).one_or_none()
    return None if row is None else Place(row.game, row.role, NO_SEAT if row.seat is None else row.seat)


def use(connection: Connection, token: str) -> bool:
    """Use up the link of a seat; say whether it could still be used."""
    table = sqltables.links
    unused = (table.c.hash == hashed(token), table.c.role == SEAT)
    return connection.execute(update(table).where(*unused).values(role=USED)).rowcount == 1


def close(connection: Connection, place: Place) -> None:
    """Make the links of a seat that is no longer free useless."""
    table = sqltables.links
    connection.execute(delete(table).where(table.c.game == place.game, table.c.role == SEAT, table.c.seat == place.seat))


def sit(connection: Connection, session: str, place: Place) -> None:
    """Give a session a place, once."""
    _sit(connection, hashed(session), place)


def _sit(connection: Connection, session: str, place: Place) -> None:
    table = sqltables.sittings
    values = {"session": session, "game": place.game, "role": place.role, "seat": place.seat}
    there = [table.c[name] == value for name, value in values.items()]
    if connection.execute(select(table).where(*there)).one_or_none() is None:
        connection.execute(insert(table).values(**values))


def places(connection: Connection, session: str, game: str | None = None) -> list[Place]:
    """List the places of a session, at one game or at all."""
    table = sqltables.sittings
    asked = select(table).where(table.c.session == hashed(session))
    rows = connection.execute(asked if game is None else asked.where(table.c.game == game)).all()
    return [Place(row.game, row.role, row.seat) for row in rows]


def revoke(connection: Connection, place: Place) -> None:
    """Take a place away from everybody: its links are invalid, and whoever has it loses it."""
    links, sittings = sqltables.links, sqltables.sittings
    seat = links.c.seat.is_(None) if place.seat == NO_SEAT else links.c.seat == place.seat
    roles = (SEAT, USED) if place.role == SEAT else (place.role,)
    connection.execute(delete(links).where(links.c.game == place.game, links.c.role.in_(roles), seat))
    connection.execute(
        delete(sittings).where(sittings.c.game == place.game, sittings.c.role == place.role, sittings.c.seat == place.seat)
    )


def stand_up(connection: Connection, game: str, seat: int) -> None:
    """Take a seat away from everybody: its links are invalid, and whoever had it may watch."""
    table = sqltables.sittings
    sessions = connection.scalars(select(table.c.session).where(table.c.game == game, table.c.role == SEAT, table.c.seat == seat))
    watching = [(session, Place(game, SPECTATOR)) for session in sessions.all()]
    revoke(connection, Place(game, SEAT, seat))
    for session, place in watching:
        _sit(connection, session, place)


def follow(connection: Connection, old: str, new: str) -> None:
    """Give everybody with a place in one game the same place in another."""
    table = sqltables.sittings
    rows = connection.execute(select(table).where(table.c.game == old)).all()
    moved = [{"session": row.session, "game": new, "role": row.role, "seat": row.seat} for row in rows]
    if moved:
        connection.execute(insert(table), moved)
