"""A room: one hosted game, whoever is connected to it, and the one way in which it changes.

A change is tried on a copy and written to the store; only then it replaces the game and is told to everybody.
A lock lets one change happen at a time, and each is checked in the state that the one before it left.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from rulewright.host import access, deadlines, game_rows, seating, timers
from rulewright.host.differences import differences
from rulewright.host.game_rows import NoSuchGame
from rulewright.host.seating import PERSON, Chair
from rulewright.host.store import Store
from rulewright.host.viewer_log import RetoldAnswer, ViewerLog
from rulewright.kernel.errors import GameOver
from rulewright.kernel.game import Game
from rulewright.kernel.sight.kept_things import KeptThings
from rulewright.kernel.sight.table import view
from rulewright.kernel.sight.visibility import Viewer
from rulewright.play.bots import nothing
from rulewright.play.passing import Passing
from rulewright.protocol import messages
from rulewright.protocol.messages import Data
from rulewright.protocol.tables import Table

T = TypeVar("T")
Writing = Callable[[Connection], None]
PROPOSED: Final = ("undo", "draw")
"""The names of what players can propose to each other; a proposal lapses when the game goes on."""
SHOWN: Final = 100
"""The number of chat messages that are shown."""


class Listener(Protocol):
    """Somebody who is told what happens, as one viewer may know it."""

    @property
    def viewer(self) -> Viewer:
        """The viewer as whom it is told."""

    def changed(self) -> None:
        """Note that the game has changed; the details are asked for when there is time to send them."""

    def tell(self, message: Data) -> None:
        """Send a last message without waiting."""


class ToldNews(NamedTuple):
    """News as they are sent, and as data; and the earlier news that the reader must know, if any."""

    text: str
    news: Data
    known: Data | None


def news_text(params: Data) -> str:
    """Give news as they are sent."""
    return messages.encode({"jsonrpc": "2.0", "method": "news", "params": params})


def receipt(seat: int, client: str) -> str:
    """Give the id of an answer as it is stored: two seats may choose the same one."""
    return f"{seat}/{client}"


def standing(talk: dict[str, Any], length: int) -> dict[str, Any]:
    """Give what the players have agreed on or proposed, without the proposals about an earlier position of the game."""
    return {name: wish for name, wish in talk.items() if name not in PROPOSED or wish["length"] == length}


def clock() -> int:
    """Give the time in whole seconds."""
    return int(time.time())


@dataclass(eq=False, slots=True)
class Room:
    """A game, its chairs and the open proposals of the players."""

    store: Store
    table: Table
    title: str
    created: int
    changed: int  # when it was last answered: somebody has been thinking since then
    settings: dict[str, Any]
    talk: dict[str, Any]
    public: bool
    chairs: list[Chair]
    chatter: list[Data] = field(default_factory=list)
    receipts: dict[str, int] = field(default_factory=dict)  # the numbers of answers by the ids that their senders gave them
    passing: Passing | None = None  # players with automatic passes
    chronicles: dict[Viewer, ViewerLog] = field(default_factory=dict)
    listeners: set[Listener] = field(default_factory=set)
    after: list[Callable[[Room], None]] = field(default_factory=list)  # called after every change, to set timers and wake bots
    now: Callable[[], int] = clock
    aside: Callable[..., Awaitable[Any]] = asyncio.to_thread  # runs what may take long
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: RetoldAnswer | None = None  # the last answer with the game before it, from which all viewers are told it
    _things: dict[Viewer, KeptThings] = field(default_factory=dict)
    _news: dict[Viewer, Data] = field(default_factory=dict)
    _told: dict[tuple[Viewer, int], ToldNews] = field(default_factory=dict)
    _choices: dict[Viewer, str] = field(default_factory=dict)
    _times: tuple[Game, list[Chair], int, dict[str, int | None]] | None = None  # when timers come due, and of what this was said
    _control: str | None = None  # the control of the game as it was stored last
    gone: bool = False  # deleted while somebody was still connected

    @property
    def id(self) -> str:
        """The game's id."""
        return self.table.id

    @property
    def game(self) -> Game:
        """The current game, which is stored."""
        return self.table.game

    def stands(self) -> None:
        """Refuse every request about a deleted game."""
        if self.gone:
            raise NoSuchGame("this game was deleted by its host")

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Let a job write; the lock is held, or the job does not need it."""
        self.stands()
        return await self.store.soon(job)

    @property
    def over(self) -> bool:
        """Whether nobody can answer any more: by the rules, or because the players ended the game."""
        return self.game.over or "result" in self.talk

    # -- time --------------------------------------------------------------------------------------------------------

    def time(self) -> int:
        """Give the game's time: seconds since it was begun, and never before its last answer."""
        return max(self.now() - self.created, self.game.state.now)

    def moment(self) -> int:
        """Give the time of the server's clock, or of the last change if the clock was moved back behind it."""
        return max(self.now(), self.changed)

    def times(self) -> dict[str, int | None]:
        """Give by kind when each timer of the game comes due."""
        game, chairs, since = self.game, self.chairs, self.changed
        if self._times is None or self._times[0] is not game or self._times[1] is not chairs or self._times[2] != since:
            self._times = game, chairs, since, deadlines.times(game, self.created, chairs, self.settings, since)
        return self._times[3]

    async def out_of_time(self) -> None:
        """Answer for a player whose time is over: pass if possible, otherwise the simplest answer."""
        async with self.lock:
            at = deadlines.choice(self.game, self.chairs, self.settings, self.changed)
            if self.over or at is None or at > self.now():
                return
            for seat in [seat for seat in self.game.asking if self.chairs[seat].kind == PERSON]:
                trial = self.game.copy()
                path = await self.aside(nothing, trial, seat, Random(self.changed))
                after, _ = self.table.answered({"seat": seat, "path": path})
                await self.change(after)

    # -- changes -----------------------------------------------------------------------------------------------------

    async def answer(self, viewer: int, picks: Any, client: str = "") -> Data:
        """Answer for a seat; sent again with the same id, it gets the same reply and is not played again."""
        async with self.lock:
            self.stands()
            if (known := self.received(viewer, client)) is not None:
                return {"n": known}
            self._open()
            given = {"seat": viewer, "picks": picks, **({"at": self.time()} if self.game.book.timed else {})}
            after, _ = self.table.answered(given)
            n = await self.change(after, client and receipt(viewer, client))
        return {"n": n}

    def received(self, seat: int, client: str) -> int | None:
        """Give the number of the answer that a seat has given with an id; None if there is none."""
        return self.receipts.get(receipt(seat, client)) if client else None

    async def answer_by_keys(self, table: Table, seat: int, path: tuple[Any, ...]) -> None:
        """Answer for a seat by the keys of menus, as a program does; refused if the game has changed since."""
        async with self.lock:
            if self.table is table and not self.over:
                timed = {"at": self.time()} if self.game.book.timed else {}
                after, _ = self.table.answered({"seat": seat, "path": path, **timed})
                await self.change(after)

    def _open(self) -> None:
        if self.over:
            raise GameOver("the game is over: there is nothing to answer")

    async def tick(self) -> bool:
        """Let everything happen that is due by now; say whether anything was."""
        async with self.lock:
            falls = deadlines.due(self.game, self.created)
            if falls is None or self.over or falls > self.created + self.time():
                return False
            after, _ = self.table.ticked({"now": self.time()})
            await self.change(after)
            return True

    async def take_back(self, first: int) -> None:
        """Take back the answers from a place in the record on; other code decides who may ask for it. The lock is held.

        Given again they get other dice, so that nobody learns from an undo what would have happened. No passes are automatic
        any more: they would be given again at once.
        """
        after = self.table
        while len(after.game.done) > first:
            after, _ = after.taken_back(reroll=self.game.dice is None)
        self.passing = None
        await self.change(after)

    async def change(self, after: Table, client: str = "", more: Writing | None = None) -> int:
        """Store a changed game, then replace the current one and tell everybody; the lock is held."""
        before, now = self.table, self.moment()
        done, old = after.game.done, before.game.done
        chairs = deadlines.spent(before.game, self.chairs, self.settings, self.changed, now)
        was = self.times()
        times = deadlines.times(after.game, self.created, chairs, self.settings, now)
        talk = standing(self.talk, len(done))
        plain = times == was and chairs == self.chairs and talk == self.talk
        added = game_rows.added(self.id, before.game, after.game, client, now, self._control) if plain else None

        def job(connection: Connection) -> int:
            n = game_rows.append(connection, self.id, before.game, after.game, now)
            timers.arm(connection, self.id, times)
            for chair, earlier in zip(chairs, self.chairs, strict=True):
                if chair != earlier:
                    seating.change(connection, self.id, chair)
            if talk != self.talk:
                game_rows.talk(connection, self.id, talk)
            if client:
                game_rows.acknowledge(connection, self.id, client, n)
            if more is not None:
                more(connection)
            return n

        if added is not None and more is None:
            self.stands()
            n = await self.store.soon(added)
        else:
            n = await self.write(job)
        grown = len(done) == len(old) + 1 and done[-2] is old[-1]
        self.last = RetoldAnswer(before.game, done[-1]) if grown and self.listeners else None
        self.table, self.changed, self.chairs, self._times = after, now, chairs, (after.game, chairs, now, times)
        self.talk = talk
        self._control = None if added is None else added.game[1]
        if client:
            self.receipts[client] = n
        self.spread()
        for hook in self.after:
            hook(self)
        return n

    async def agree(self, talk: dict[str, Any]) -> None:
        """Store the open proposals of the players, and tell everybody."""
        over = "result" in talk

        def job(connection: Connection) -> None:
            game_rows.talk(connection, self.id, talk)
            if over:
                timers.arm(connection, self.id, {})

        await self.write(job)
        self.talk = talk
        self.spread()
        for hook in self.after:
            hook(self)

    async def place(self, chair: Chair, more: Writing | None = None) -> None:
        """Give somebody a chair, and write more with it; the lock is held. The time for a choice begins now."""
        chairs = [chair if each.seat == chair.seat else each for each in self.chairs]
        now = self.moment()

        def job(connection: Connection) -> None:
            if more is not None:
                more(connection)
            seating.change(connection, self.id, chair)
            if chair.kind != PERSON:
                access.stand_up(connection, self.id, chair.seat)
            timers.arm(connection, self.id, deadlines.times(self.game, self.created, chairs, self.settings, now))

        await self.write(job)
        self.chairs, self.changed = chairs, now
        for listener in [each for each in self.listeners if each.viewer == chair.seat and chair.kind != PERSON]:
            self.part(listener)
            listener.tell({"stand up": True})
        self.spread()
        for hook in self.after:
            hook(self)

    # -- telling -----------------------------------------------------------------------------------------------------

    def spread(self) -> None:
        """Tell everybody who is connected the new state, each as that viewer may know it."""
        self._news.clear()
        self._told.clear()
        self._choices.clear()
        for listener in list(self.listeners):
            listener.changed()

    def told(self, viewer: Viewer, known: Data | None = None) -> ToldNews:
        """Give the newest news of a viewer; to somebody who knows earlier news, only what is different.

        What is told is made once for all who see the same and know the same.
        """
        news = self._news.get(viewer)
        if news is None:
            news = self._news[viewer] = self.news(viewer)
        told = self._told.get((viewer, id(known)))
        if told is None:
            params = news if known is None else {"changes": differences(known, news)}
            told = self._told[viewer, id(known)] = ToldNews(news_text(params), news, known)
        return told

    def choice(self, viewer: Viewer) -> str:
        """Give the newest news for somebody who is only told its choice."""
        text = self._choices.get(viewer)
        if text is None:
            told = {"asked": self.table.asked(viewer), "over": self.over, "talk": self.talk}
            text = self._choices[viewer] = news_text(told)
        return text

    def news(self, viewer: Viewer) -> Data:
        """Give the state of the game for a viewer: its view, its choice, and open proposals."""
        return {
            "view": view(self.game, viewer, self._things.setdefault(viewer, KeptThings())),
            "asking": self.table.asking(viewer),
            "until": "" if self.passing is None or not isinstance(viewer, int) else self.passing.orders[viewer].until,
            **self.about(),
        }

    async def chronicle(self, viewer: Viewer) -> ViewerLog:
        """Give the story as a viewer was told it; it is made step by step, so that no other table waits for a long one."""
        found = self.chronicles.setdefault(viewer, ViewerLog(viewer))
        async with found.lock:
            for _ in found.steps(lambda: self.game, lambda: self.last):
                await asyncio.sleep(0)
        return found

    def about(self) -> Data:
        """Give what everybody may know of the room: who plays which seat, who is connected, open proposals."""
        here = {listener.viewer for listener in self.listeners}
        chairs = [{**chair.data(), "here": chair.seat in here} for chair in self.chairs]
        return {
            "title": self.title,
            "chairs": chairs,
            "watching": sum(listener.viewer is None for listener in self.listeners),
            "talk": self.talk,
            "chat": self.chatter[-SHOWN:],
            "over": self.over,
            "time": self.time() if self.game.book.timed else None,
        }

    def join(self, listener: Listener) -> None:
        """Connect a listener, beginning with the current state; the others see who has come."""
        self.listeners.add(listener)
        self.spread()

    def part(self, listener: Listener) -> None:
        """Disconnect a listener."""
        self.listeners.discard(listener)
        self.last = self.last if self.listeners else None  # news that nobody gets need not be kept
