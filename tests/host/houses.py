"""A server for tests: a store in a folder, a real server over it on a free port, and browsers that do not share cookies."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from rulewright.cli.serving import bound
from rulewright.host.server import app, served
from rulewright.host.store import Store

PATIENCE = 60.0
"""How many seconds a test waits for a reply before it fails."""


class Browser:
    """A visitor with their own cookies."""

    def __init__(self, address: str, cookies: dict[str, str] | None = None, patience: float = PATIENCE) -> None:
        self.address = address
        self.http = httpx2.Client(base_url=address, headers={"origin": address}, cookies=cookies, timeout=patience)

    @property
    def cookies(self) -> dict[str, str]:
        """Gives the cookies that the browser would send."""
        return dict(self.http.cookies.items())

    def get(self, path: str) -> Any:
        """Open a page."""
        return self.http.get(path)

    def post(self, path: str, **form: str) -> Any:
        """Send a form."""
        return self.http.post(path, data=form)

    def begin(self, **form: str) -> str:
        """Begin a game and give its id."""
        reply = self.post("/games", **form)
        assert reply.status_code == 303, reply.text
        return str(reply.headers["location"]).removeprefix("/g/")

    @contextmanager
    def sit(self, game: str, seat: int | None = None) -> Iterator[Line]:
        """Connects to a table; the first news has arrived."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = f"{self.address.replace('http', 'ws')}/g/{game}/socket" + ("" if seat is None else f"?seat={seat}")
        with connect(url, origin=Origin(self.address), additional_headers={"cookie": cookie}, open_timeout=PATIENCE) as wire:
            line = Line(wire)
            line.hear()
            yield line


class Line:
    """A browser's socket, as requests and replies."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire, self.sent = wire, 0
        self.news: dict[str, Any] = {}

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and give its result or its error; messages that arrive meanwhile are kept as news."""
        self.sent += 1
        self.wire.send(json.dumps({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}))
        while True:
            message = json.loads(self.wire.recv(PATIENCE))
            if message.get("id") == self.sent:
                return message.get("result", message.get("error"))
            self.news = message.get("params", self.news)  # a reply to a request that was sent without waiting is not news

    def hear(self) -> dict[str, Any]:
        """Give the next message."""
        self.news = json.loads(self.wire.recv(PATIENCE))["params"]
        return self.news

    def asked(self) -> dict[str, Any] | None:
        """Give this seat's question, if there is one."""
        asked = self.ask("asking")["asked"]
        return next((question for question in asked if "options" in question), None)


class House:
    """A running server."""

    def __init__(self, store: Store, address: str, made: Starlette) -> None:
        self.store, self.address = store, address
        self.relays = made.state.relays
        self.browsers: list[Browser] = []

    def browser(self, cookies: dict[str, str] | None = None) -> Browser:
        """Give a browser, by default with no cookies yet."""
        self.browsers.append(Browser(self.address, cookies))
        return self.browsers[-1]


def until(happened: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something has happened; fail if it does not happen within the time limit of a test."""
    late = time.monotonic() + patience
    while not happened():
        assert time.monotonic() < late, "it did not happen in time"
        time.sleep(0.005)


@contextmanager
def house(folder: Path, **options: Any) -> Iterator[House]:
    """Start a server in a thread of this process."""
    store = Store(folder / "games.sqlite")
    free = bound("127.0.0.1", 0)
    application = app(store, **options)
    server = served(application)
    running = threading.Thread(target=server.run, kwargs={"sockets": [free]})
    running.start()
    try:
        until(lambda: server.started)
        made = House(store, f"http://127.0.0.1:{free.getsockname()[1]}", application)
        yield made
        for browser in made.browsers:
            browser.http.close()
    finally:
        server.should_exit = True
        running.join(PATIENCE)
        free.close()
        store.close()
