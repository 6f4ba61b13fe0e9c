"""The command that hosts games: its address, its store, and what it prints when it is ready."""

from __future__ import annotations

import os
import socket
import webbrowser
from pathlib import Path

import click

from rulewright import books
from rulewright.kernel.errors import RulewrightError

EVERYWHERE = "0.0.0.0"
HERE = "127.0.0.1"
PLAIN = (
    "This is plain HTTP: whoever can listen on this network can read what is sent and take over a seat. "
    "Unless only friends at home use it, put it behind a server that speaks HTTPS."
)


class NoServer(RulewrightError):
    """The packages that hosting needs are not installed, or the port is taken."""

    code = "server"


def serve(
    files: tuple[str, ...],
    port: int,
    store: Path | None,
    lan: bool,
    address: str | None,
    games: int,
    no_browser: bool,
) -> int:
    """Serve until Ctrl-C."""
    try:
        from rulewright.host.server import app, served
        from rulewright.host.store import Store
    except ImportError as error:
        raise NoServer(f"hosting needs the package {error.name}: pip install 'rulewright[server]'") from None
    own = [books.load(name) for name in files]
    listening = bound(address or (EVERYWHERE if lan else HERE), port)
    link, names = _link(listening, lan)
    kept = Store(_home() if store is None else store)
    made = app(kept, games=games, own=own, hosts=names)
    click.echo(f"Rulewright serves {link}  (games are kept in {kept.path}; Ctrl-C ends it)")
    if lan or address:
        click.echo(PLAIN)
    if not no_browser and os.environ.get("DISPLAY", os.environ.get("BROWSER", "")):
        webbrowser.open(link)
    try:
        served(made).run([listening])
    finally:
        kept.close()
    return 0


def backup(store: Path, copy: Path) -> int:
    """Copy a store into a new file; an existing file is not changed."""
    import sqlite3

    if copy.exists():
        raise NoServer(f"{copy} already exists: give the name of a new file")
    try:
        with sqlite3.connect(store) as source, sqlite3.connect(copy) as target:
            source.backup(target)
    except sqlite3.DatabaseError as error:
        copy.unlink(missing_ok=True)
        raise NoServer(f"{store} is not a store of games: {error}") from None
    click.echo(f"copied {store} to {copy}")
    return 0


def bound(address: str, port: int) -> socket.socket:
    """Listen on a port. Packets are sent at once: otherwise a reply waits 40 ms for the acknowledgement of the last one."""
    try:
        listening = socket.create_server((address, port), backlog=1024, reuse_port=False)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit it
        return listening
    except OSError as error:
        raise NoServer(
            f"cannot listen on {address}:{port}: {error.strerror}; try another with --port, or --port 0 for any free one"
        ) from None


def _link(listening: socket.socket, lan: bool) -> tuple[str, tuple[str, ...]]:
    """Give the link to print, and the names under which the server may be reached apart from localhost."""
    host, port = listening.getsockname()[:2]
    outside = _outside() if host == EVERYWHERE else host
    names = () if host == HERE else (outside, socket.gethostname(), f"{socket.gethostname()}.local")
    return f"http://{outside if host != HERE else 'localhost'}:{port}/", names


def _outside() -> str:
    """Give this machine's address on its network; nothing is sent for this."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return HERE
        found: str = probe.getsockname()[0]
        return found


def _home() -> Path:
    """Give the file for games in the user's folder for application data."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rulewright"
    base.mkdir(parents=True, exist_ok=True)
    return base / "games.sqlite"
