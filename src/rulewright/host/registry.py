"""All rooms that are open in this process. A room is read from the store when somebody first comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, func, select

from rulewright.host import access, deadlines, game_rows, seating, sqltables, timers
from rulewright.host.access import Place
from rulewright.host.rooms import Room, clock, standing
from rulewright.host.seating import BOT, PERSON, Chair
from rulewright.host.store import Store
from rulewright.host.telling import Telling
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.game import Game
from rulewright.protocol.messages import Data
from rulewright.protocol.tables import seated

T = TypeVar("T")
GAMES: Final = 1000
"""The default for the largest number of games in one store."""


class StoreFull(RulewrightError):
    """The store may hold no more games."""

    code = "games"


@dataclass(eq=False, slots=True)
class Registry:
    """The open rooms by id, and what observes each new one."""

    store: Store
    limit: int = GAMES
    now: Callable[[], int] = clock
    within: str = ""  # in a game process: its only game; "" in the server
    rooms: dict[str, Room] = field(default_factory=dict)
    hooks: list[Callable[[Room], None]] = field(default_factory=list)
    telling: Telling = field(default_factory=Telling)  # held while news is being made
    _strange: set[str] = field(default_factory=set)
    _loading: dict[str, asyncio.Future[Room]] = field(default_factory=dict)

    async def aside(self, job: Callable[..., T], *given: Any) -> T:
        """Do something that may take long in a thread; in a game process at once, so that its time is counted."""
        return job(*given) if self.within else await asyncio.to_thread(job, *given)

    def strange(self, id: str) -> bool:
        """Say whether a game must run in its own process."""
        if self.within or id in self.rooms:
            return False
        if id not in self._strange and self.store.read(lambda connection: game_rows.strange(connection, id)):
            self._strange.add(id)
        return id in self._strange

    async def begin(
        self, book: Book, scene: str, chairs: Sequence[Chair], *, seed: int, title: str, settings: dict[str, Any], public: bool
    ) -> str:
        """Begin a game and store it; give its id."""
        game = await self.aside(partial(Game, seed=seed), book, scene)
        return await self.take_in(game, chairs, title=title, settings=settings, public=public)

    async def take_in(
        self,
        game: Game,
        chairs: Sequence[Chair],
        *,
        title: str,
        settings: dict[str, Any] | None = None,
        public: bool = False,
        strange: bool = False,
    ) -> str:
        """Store a game, new or imported; give its id.

        Its text is strange, too, if it was begun in a game process, or if its players write rules themselves.
        """
        if len(chairs) != len(game.seats):
            raise Refused(f"there are {len(chairs)} players for {len(game.seats)} seats: {', '.join(game.seats)}")
        now, settings = self.now() - game.state.now, settings or {}
        strange = strange or bool(self.within) or game.base.amendable

        def job(connection: Connection) -> str:
            if (connection.scalar(select(func.count()).select_from(sqltables.games)) or 0) >= self.limit:
                raise StoreFull(f"{self.limit} games are kept here and no more are allowed: delete one first")
            id = game_rows.begin(connection, game, title, now, settings, public, strange)
            seating.set_up(connection, id, chairs)
            timers.arm(connection, id, deadlines.times(game, now, chairs, settings, now))
            return id

        begun = await self.store.soon(job)
        if not strange:
            await self.room(begun)
        return begun

    async def room(self, id: str) -> Room:
        """Give a room; it is read from the store if it is not open yet."""
        found = self.rooms.get(id)
        if found is not None:
            return found
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.ensure_future(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(loading)  # others may be waiting for it

    async def _load(self, id: str) -> Room:
        found = self.rooms[id] = await self.aside(self._read, id)
        for hook in self.hooks:
            hook(found)
        return found

    def _read(self, id: str) -> Room:
        kept = self.store.read(lambda connection: game_rows.read(connection, id))
        chairs = self.store.read(lambda connection: seating.read(connection, id))
        said = self.store.read(lambda connection: game_rows.chatter(connection, id))
        table, talk = seated(id, kept.game), standing(kept.talk, len(kept.game.done))
        room = Room(self.store, table, kept.title, kept.created, kept.changed, kept.settings, talk, kept.public, chairs, said)
        room.receipts = self.store.read(lambda connection: game_rows.receipts(connection, id))
        room.now, room.aside = self.now, self.aside
        room.after = self.hooks
        return room

    async def forget(self, id: str) -> None:
        """Delete a game; connected viewers are told that it is gone."""
        room = await self.room(id)
        async with room.lock:
            room.stands()
            await asyncio.wrap_future(self.store.write(lambda connection: game_rows.forget(connection, id)))
            self.rooms.pop(id, None)
            room.gone = True
            for listener in list(room.listeners):
                listener.tell({"gone": True})

    # -- lists -------------------------------------------------------------------------------------------------------

    def open_games(self, session: str = "") -> list[Data]:
        """List the public games with a free seat in which a session has no place yet."""
        games = sqltables.games

        def job(connection: Connection) -> list[Data]:
            rows = connection.execute(
                select(games.c.id, games.c.title, games.c.changed)
                .where(games.c.public, ~games.c.over)
                .order_by(games.c.changed.desc())
                .limit(50)
            ).all()
            mine = {place.game for place in access.places(connection, session)} if session else set()
            found = [(row, seating.read(connection, row.id)) for row in rows if row.id not in mine]
            return [_open(row, chairs) for row, chairs in found if free(chairs) is not None]

        return self.store.read(job)

    def games_of(self, session: str) -> list[Data]:
        """List the games in which a session has a place, the newest change first, with where it is asked."""
        places = self.store.read(lambda connection: access.places(connection, session))
        found: dict[str, list[Place]] = {}
        for place in places:
            found.setdefault(place.game, []).append(place)
        listed = [self._listed(id, mine) for id, mine in found.items()]
        return sorted(listed, key=lambda each: (not each["asked"], -each["changed"]))

    def _listed(self, id: str, mine: Sequence[Place]) -> Data:
        games = sqltables.games
        row = self.store.read(lambda c: c.execute(select(games).where(games.c.id == id)).one())
        chairs = self.store.read(lambda connection: seating.read(connection, id))
        room = self.rooms.get(id)
        asking = room.game.asking if room is not None else game_rows.asked(row.control)
        seats = [place.seat for place in mine if place.role == access.SEAT]
        asked = not row.over and any(seat in asking for seat in seats)
        return {
            "id": id,
            "title": row.title,
            "people": people([chair for chair in chairs if chair.seat not in seats] or chairs),
            "changed": row.changed,
            "over": row.over,
            "asked": asked,
            "host": len(seats) < len(mine),
        }


def free(chairs: Sequence[Chair]) -> Chair | None:
    """Give the first chair that nobody has."""
    return next((chair for chair in chairs if chair.kind not in (PERSON, BOT)), None)


def _open(row: Any, chairs: Sequence[Chair]) -> Data:
    """Describe a game with a free seat."""
    empty = sum(chair.kind == seating.OPEN for chair in chairs)
    about = {"people": people(chairs), "free": empty, "of": len(chairs)}
    return {"id": row.id, "title": row.title, "changed": row.changed, **about}


def people(chairs: Sequence[Chair]) -> str:
    """Name who plays."""
    named = [chair.name for chair in chairs if chair.kind in (PERSON, BOT)]
    empty = len(chairs) - len(named)
    free_ = [f"{empty} free seat{'s' if empty > 1 else ''}"] if empty else []
    return "with " + ", ".join([*named, *free_])
