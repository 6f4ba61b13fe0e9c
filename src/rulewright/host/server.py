"""The server: one process with a store, its rooms, timers and pages."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from rulewright.host import guards, pages
from rulewright.host.botseats import Players
from rulewright.host.clocks import Wakeups
from rulewright.host.habits import Habits
from rulewright.host.hall import GAMES, Hall
from rulewright.host.relays import Relays, Sorter
from rulewright.host.store import Store
from rulewright.kernel.book import Book

WEB = Path(__file__).parent / "web"
LARGEST = 1 << 20
"""How many bytes are read of one message, before its own bound is looked at."""
SWITCH = 0.0005
"""After how many seconds the thread that plays lets the one that writes go on: a commit must not wait for a view to be made."""


def served(made: Starlette) -> uvicorn.Server:
    """Give the server of an application; messages are not compressed, because that takes longer than sending them."""
    return uvicorn.Server(
        uvicorn.Config(
            made,
            log_level="warning",
            timeout_graceful_shutdown=2,
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=LARGEST,
        )
    )


def app(
    store: Store, *, games: int = GAMES, hosts: tuple[str, ...] = (), own: Sequence[Book] = (), within: str = ""
) -> Starlette:
    """Make the application: every page, the sockets, and the tasks that run beside them; or for an annexe, of one game alone."""
    rooms = Hall(store, games, within=within)
    relays = Relays(rooms)
    wakeups, bots, habits = Wakeups(rooms, None if within else relays.wake), Players(rooms), Habits()
    rooms.hooks += [wakeups.changed, bots.changed, habits.changed]

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
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
        middleware=[] if within else [Middleware(guards.Guard, hosts=hosts), Middleware(Sorter, relays=relays)],
        exception_handlers=pages.HANDLERS,
        lifespan=living,
    )
    made.state.relays = relays
    made.state.hall, made.state.own = rooms, {book.name: book for book in own}
    return made
