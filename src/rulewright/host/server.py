"""The server: one process with a store, its rooms, timers and pages."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rulewright.host import pages, request_checks
from rulewright.host.automatic_passes import AutomaticPasses
from rulewright.host.botseats import Players
from rulewright.host.clocks import Wakeups
from rulewright.host.forwarding import Forwarding, RequestSorter
from rulewright.host.registry import GAMES, Registry
from rulewright.host.store import Store
from rulewright.kernel.book import Book

WEB = Path(__file__).parent / "web"
LARGEST = 1 << 20
"""The largest message in bytes that is read at all."""
SWITCH = 0.0005
"""The interval after which the playing thread lets the writing thread run: a commit must not wait for a view."""

COLLECTED = (20_000, 20, 100)
"""After how many new objects the garbage collector runs: going through all games takes long, and few of them are ever garbage."""


AHEAD = 16
"""How many messages of a connection may wait before nothing more is read from it."""


class ReadAhead(WebSocketsSansIOProtocol):
    """A connection that reads on while a message waits: to stop after each message and to begin again takes long."""

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; it counts as paused already, so that reading is only paused when many wait."""
        self.read_paused = self.queue.qsize() < AHEAD
        super().send_receive_event_to_app()


def served(made: Starlette) -> uvicorn.Server:
    """Give the server of an application; messages are not compressed, because this takes longer than sending them."""
    return uvicorn.Server(
        uvicorn.Config(
            made,
            log_level="warning",
            timeout_graceful_shutdown=2,
            ws=ReadAhead,
            ws_per_message_deflate=False,
            ws_max_size=LARGEST,
        )
    )


def app(
    store: Store, *, games: int = GAMES, hosts: tuple[str, ...] = (), own: Sequence[Book] = (), within: str = ""
) -> Starlette:
    """Make the application: all pages, the sockets and the background tasks; or for a game process, those of one game."""
    rooms = Registry(store, games, within=within)
    relays = Forwarding(rooms)
    wakeups, bots, habits = Wakeups(rooms, None if within else relays.wake), Players(rooms), AutomaticPasses()
    rooms.hooks += [wakeups.changed, bots.changed, habits.changed]

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        gc.freeze()
        gc.set_threshold(*COLLECTED)
        tasks = [asyncio.create_task(each.run()) for each in (wakeups, bots, habits, relays)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks)
            bots.close()
            await relays.close()

    made = Starlette(
        routes=[
            *(Route(path, endpoint, methods=[method]) for method, path, endpoint in pages.ROUTES),
            WebSocketRoute("/g/{id}/socket", pages.socket),
            Mount("/static", StaticFiles(directory=WEB / "static")),
        ],
        middleware=[]
        if within
        else [Middleware(request_checks.RequestCheck, hosts=hosts), Middleware(RequestSorter, relays=relays)],
        exception_handlers=pages.HANDLERS,
        lifespan=living,
    )
    made.state.relays = relays
    made.state.registry, made.state.own = rooms, {book.name: book for book in own}
    return made
