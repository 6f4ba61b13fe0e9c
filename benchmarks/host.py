"""How many answers per second a server takes, and how long each takes: `python -m benchmarks.host --tables 32`.

One run measures one-row commits of the same SQLite, the kernel alone, one table alone, many tables at once over WebSocket,
and many open games and sockets. The server is a separate process; all players run in this one.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks import leave
from benchmarks.equal import python_alone

MANY = 1e9
RAW = 2.0
PAGES, PROGRAMS = "changes", "choice"
"""The forms of news for pages, and for programs that only read what they are asked."""


def progress(words: str, began: float, done: float) -> None:
    """Print on stderr how much is done and how long the rest takes."""
    spent = time.monotonic() - began
    left = spent / done - spent if done else 0.0
    print(f"  {words}: {done:.0%}, about {left:.0f} s left", file=sys.stderr, flush=True)


# -- what it is compared with ------------------------------------------------------------------------------------------


def commits(folder: Path) -> float:
    """Give how many one-row transactions per second SQLite commits with the settings of the store."""
    from rulewright.host.store import opened

    engine = opened(folder / "raw.sqlite")
    raw = engine.raw_connection()
    wire: sqlite3.Connection = raw.driver_connection  # type: ignore[assignment]
    wire.execute("create table t (n integer primary key, row text not null)")
    count, began = 0, time.perf_counter()
    while time.perf_counter() - began < RAW:
        wire.execute("begin immediate")
        wire.execute("insert into t values (?, ?)", (count, "x" * 400))
        wire.execute("commit")
        count += 1
    spent = time.perf_counter() - began
    raw.close()
    engine.dispose()
    return count / spent


def kernel(book: str, answers: int) -> float:
    """Give the answers per second of processor time without a server; each is tried on a copy, then the next menu is asked."""
    from rulewright import load, new
    from rulewright.protocol.tables import seated

    chance, spent, given = random.Random(1), 0.0, 0
    while given < answers:
        table = seated("a", new(load(book), seed=given))
        while not table.game.over and given < answers:
            seat = table.game.asking[0]
            picks = _whole(lambda picks, at=table, who=seat: at.asking(who, picks)["asked"][0], chance)
            began = time.process_time()
            table, _ = table.answered({"seat": seat, "picks": picks})
            spent += time.process_time() - began
            given += 1
    return answers / spent


def _whole(ask: Any, chance: random.Random) -> list[str]:
    """Pick at random until an answer is complete."""
    picks: list[str] = []
    while not (question := ask(picks))["whole"]:
        picks.append(chance.choice(question["options"])["id"])
    return picks


# -- the server --------------------------------------------------------------------------------------------------------


def serve(folder: Path) -> None:
    """Serve without a limit on messages, and print the port."""
    from rulewright.cli.serving import bound
    from rulewright.host import sockets
    from rulewright.host.server import app, served
    from rulewright.host.store import Store

    sockets.RATE = sockets.BURST = MANY  # type: ignore[misc]
    sockets.Allowance.spend = lambda self, now: True  # type: ignore[method-assign]
    listening = bound("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    made = app(Store(folder / "games.sqlite"), games=100_000)
    served(made).run([listening])


class Server:
    """The server's process, its port, and figures about it."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    @property
    def memory(self) -> int:
        """How many bytes of memory it has now."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

    @property
    def work(self) -> float:
        """How many seconds of processor time it has used."""
        used = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")

    def begin(self, book: str, cookie: str = "") -> tuple[str, str]:
        """Begin a game of two people at one device; give its id and the cookie."""
        form = urlencode({"book": book, "seat0": "person", "seat1": "person"})
        headers = {
            "origin": f"http://127.0.0.1:{self.port}",
            "content-type": "application/x-www-form-urlencoded",
            **({"cookie": cookie} if cookie else {}),
        }
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        wire.request("POST", "/games", form, headers)
        reply = wire.getresponse()
        reply.read()
        where, given = reply.headers["location"], reply.headers["set-cookie"]
        wire.close()
        return where.removeprefix("/g/"), given.partition(";")[0]


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """Run the server until the block ends."""
    command = [sys.executable, "-m", "benchmarks.host", "--serve", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield Server(process, int(process.stdout.readline()))
    finally:
        process.terminate()
        process.communicate()


# -- those who play ----------------------------------------------------------------------------------------------------


class Seat:
    """One connection of a player: requests and replies, and the question of this seat from the latest news."""

    def __init__(self, wire: Any, heard: asyncio.Event) -> None:
        self.wire, self.heard, self.sent, self.views = wire, heard, 0, 0
        self.news: Any = None
        self.question: Any = None  # None while this seat is not asked
        self.over = False
        self._reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for text in self.wire:
            message = json.loads(text)
            if "id" not in message:
                self._hear(message["params"])
                continue
            found = message.get("result", message.get("error"))
            self.question = None if "n" in found else self.question  # it is answered
            self._reply.set_result(found)

    def _hear(self, news: Any) -> None:
        """Take news, which come whole at first and then as changes."""
        changes = news.get("changes")
        self.views += "view" in news if changes is None else any(path[0] == "view" for path, *_ in changes)
        self.news = news if changes is None else reduce(changed, changes, self.news)
        asked = self.news.get("asking", self.news)["asked"]
        self.over, self.question = self.news["over"], next((each for each in asked if "options" in each), None)
        self.heard.set()

    async def ask(self, method: str, **given: Any) -> Any:
        """Send a request and wait for its reply."""
        self.sent += 1
        self._reply = asyncio.get_running_loop().create_future()
        await self.wire.send(json.dumps({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": given}))
        return await self._reply

    async def answer(self, chance: random.Random) -> float:
        """Answer at random; give how long the acknowledgement took."""
        asked, picks = self.question, list[str]()
        while True:
            picks.append(chance.choice(asked["options"])["id"])
            began = time.perf_counter()
            reply = await self.ask("pick", picks=picks, client=f"{chance.getrandbits(60)}")
            if "n" in reply:
                return time.perf_counter() - began
            asked = reply["asked"][0]


def changed(data: Any, change: Any) -> Any:
    """Give a copy of data in which the part at a path is replaced, added at the end of a list, or removed."""
    (key, *rest), *value = change
    copy = data.copy()
    if rest:
        copy[key] = changed(data[key], (rest, *value))
    elif not value:
        del copy[key]
    elif isinstance(copy, list):
        copy[key : key + 1] = value
    else:
        copy[key] = value[0]
    return copy


async def sit(
    stack: AsyncExitStack, at: Server, game: str, cookie: str, seat: int, heard: asyncio.Event, form: str = PAGES
) -> Seat:
    """Connect to a seat, as pages do or as programs that only read what they are asked; news set the event."""
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    url, origin = f"ws://127.0.0.1:{at.port}/g/{game}/socket?news={form}&seat={seat}", Origin(f"http://127.0.0.1:{at.port}")
    headers = {"cookie": cookie}
    wire = await stack.enter_async_context(connect(url, origin=origin, additional_headers=headers, max_queue=None))
    return Seat(wire, heard)


class Match:
    """One table that is measured: how long each answer took from sending to acknowledgement."""

    def __init__(self, at: Server, book: str, number: int, form: str) -> None:
        self.at, self.book, self.form, self.chance = at, book, form, random.Random(number)
        self.times: list[float] = []
        self.seats: list[Seat] = []
        self.all_seats: list[Seat] = []  # also of the games before
        self.heard = asyncio.Event()

    async def begin(self, stack: AsyncExitStack) -> None:
        """Begin a game and connect both seats."""
        game, cookie = await asyncio.to_thread(self.at.begin, self.book)
        self.seats = [await sit(stack, self.at, game, cookie, seat, self.heard, self.form) for seat in range(2)]
        self.all_seats += self.seats

    async def play(self, stack: AsyncExitStack, until: float) -> None:
        """Play until a moment; when a game is over, another."""
        while time.perf_counter() < until:
            if any(seat.over for seat in self.seats):
                await self.begin(stack)
            self.heard.clear()
            asked = next((seat for seat in self.seats if seat.question is not None), None)
            if asked is None:
                await self.heard.wait()
            else:
                self.times.append(await asked.answer(self.chance))

    @property
    def views(self) -> int:
        """How many views were sent to both seats."""
        return sum(seat.views for seat in self.all_seats)


class Load(NamedTuple):
    """The results: answers per second, how long each took, the server's processor time for each (in milliseconds), and views."""

    rate: float
    times: list[float]
    work: float
    views: float  # per second and seat

    def __str__(self) -> str:
        half, most = share(self.times, 0.5), share(self.times, 0.99)
        seen = f"   {self.views:.1f} views a second and seat" if self.views else ""
        return (
            f"{self.rate:10,.0f} answers/s   50%: {half:.1f} ms   99%: {most:.1f} ms   "
            f"{self.work:.2f} ms of processor time each{seen}"
        )


async def load(at: Server, book: str, tables: int, seconds: float, form: str = PAGES) -> Load:
    """Play at so many tables at once, which were all begun before the measurement."""
    matches = [Match(at, book, number, form) for number in range(tables)]
    async with AsyncExitStack() as stack:
        for match in matches:
            await match.begin(stack)
        began, work, seen = time.perf_counter(), at.work, sum(match.views for match in matches)
        await asyncio.gather(*(match.play(stack, began + seconds) for match in matches))
        spent, work = time.perf_counter() - began, at.work - work
    times, seen = sorted(each for match in matches for each in match.times), sum(match.views for match in matches) - seen
    return Load(len(times) / spent, times, 1000 * work / len(times), seen / spent / tables / 2)


def share(times: Sequence[float], part: float) -> float:
    """Give the time in milliseconds that a given part of all answers does not exceed."""
    return 1000 * times[min(len(times) - 1, int(part * len(times)))]


async def crowd(at: Server, book: str, games: int, sockets: int) -> None:
    """Open many games and sockets, then play at one more table."""
    before, began, cookie, ids = at.memory, time.monotonic(), "", list[str]()
    for number in range(games):
        id, cookie = await asyncio.to_thread(at.begin, book, cookie)
        ids.append(id)
        if number % 250 == 249:
            progress("games opened", began, (number + 1) / games)
    open_ = at.memory
    print(f"{games:,} open games           {(open_ - before) / games / 1024:10.1f} KiB each, {open_ >> 20} MiB in all")
    async with AsyncExitStack() as stack:
        for number in range(sockets):
            await sit(stack, at, ids[number % games], cookie, 0, asyncio.Event())
        print(f"{sockets:,} sockets beside them    {(at.memory - open_) / sockets / 1024:10.1f} KiB each")
        print(f"one table among them      {await load(at, book, 1, 5)}")


async def _run(given: argparse.Namespace, folder: Path) -> None:
    print(f"one-row commits           {commits(folder):10,.0f} a second")
    alone = kernel(given.book, 400)
    print(f"kernel alone, {given.book:12s}{alone:10,.0f} answers/s   {1000 / alone:.2f} ms each")
    with python_alone():
        alone = kernel(given.book, 400)
    print(f"the same in Python        {alone:10,.0f} answers/s   {1000 / alone:.2f} ms each")
    began, rows = time.monotonic(), [(form, tables) for form in (PAGES, PROGRAMS) for tables in (1, *given.tables)]
    with server(folder) as at:
        for number, (form, tables) in enumerate(rows):
            words = f"{tables:4d} tables" + (", programs" if form == PROGRAMS else "")
            print(f"{words:26s}{await load(at, given.book, tables, given.seconds, form)}")
            progress("load", began, (number + 1) / len(rows))
    with server(folder) as at:
        await crowd(at, given.book, given.games, given.sockets)


def main() -> int:
    """Measure everything once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[32, 128])
    parser.add_argument("--book", default="honey")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.serve)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(given, Path(folder)))
    return 0


if __name__ == "__main__":
    leave(main)
