"""A worker: a separate process with limits on time and memory, in which bots compute answers and strangers' games are read.

It uses lines of JSON on its standard input and output, so that it shares nothing with the server. A worker that takes too long is
killed.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rulewright import books
from rulewright.host import process_limits
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import archive
from rulewright.kernel.history.saves import control_out, frozen, state_in, state_out

SECONDS: Final = 20.0
LONGEST: Final = 6.0
"""How many seconds a bot searches at most; a level has its iterations, too."""


class BotTask(NamedTuple):
    """A task for a bot: the name of a game, the seat, and the dice to use.

    It contains the whole game or, if the worker has the game already, only the answers `since` a number.
    """

    name: str
    since: int
    whole: tuple[Any, ...] | None
    rows: Sequence[Any]
    control: Any
    seat: int
    seed: int
    level: str = ""  # that of a bot which searches; none for the default bot


def thought(game: Game, seat: int, name: str = "", since: int = 0, level: str = "") -> BotTask:
    """Make the task for a bot from a game."""
    rows = [archive.row(game, done) for done in game.done[since:]]
    book = (game.base.name, game.base.text, dict(game.base.readings))
    whole = None if since else (book, archive.head(game), state_out(game.state, game.book), archive.judgments(game))
    return BotTask(name, since, whole, rows, control_out(game.state.control(), game.book), seat, game.state.number, level)


def seen(about: BotTask) -> Game:
    """Give the game of a task, and keep it if it has a name."""
    if about.whole is None:
        game = _KEPT[about.name]
        archive.extend(game, about.rows, about.control)
    else:
        book, began, state, past = about.whole
        head = archive.head_in(began)
        made = books.carried(*book)
        game = archive.revived(made, head, state_in(state, made), about.rows, about.control, past, len(about.rows))
    _KEPT.pop(about.name, None)
    if about.name:
        _KEPT[about.name] = game
    while len(_KEPT) > KEPT:
        del _KEPT[next(iter(_KEPT))]
    return game


KEPT: Final = 64
"""How many games a worker keeps; the most recently used ones."""
_KEPT: Final[dict[str, Game]] = {}
UNKNOWN: Final = "unknown"


def work() -> None:
    """Do one task after another, until nobody asks any more."""
    process_limits.memory()
    for line in sys.stdin:
        process_limits.time()  # whoever asks may be gone, and with it the one who would stop this
        try:
            name, given = json.loads(line)
            done: Any = TASKS[name](given)
        except Exception:  # whatever a strange rule text does: there is no answer
            done = None
        print(json.dumps(done), flush=True)


def _think(given: Any) -> Any:
    """Give the path that a bot chooses."""
    from rulewright.bots import limit, think
    from rulewright.play.bots import greedy_bot

    about = BotTask(*given)
    if about.whole is None and (about.name not in _KEPT or len(_KEPT[about.name].done) != about.since):
        return UNKNOWN
    if about.level:
        return think(seen(about), about.seat, limit(about.level).within(LONGEST), about.seed).path
    return greedy_bot(about.seed)(seen(about), about.seat)


def _bring(given: Any) -> Any:
    """Read a saved game under the rule text it carries, playing it again, and keep it; or say what is wrong."""
    text, store, limit = given
    try:
        game = books.restore(text)
        return {"game": asyncio.run(_kept(game, Path(store), limit)), "seats": len(game.seats)}
    except RulewrightError as error:
        return {"wrong": str(error)}


async def _kept(game: Game, path: Path, limit: int) -> Any:
    from rulewright.host.registry import Registry
    from rulewright.host.seating import PERSON, Chair
    from rulewright.host.store import Store

    store = Store(path, migrated=True)
    try:
        chairs = [Chair(seat, PERSON, name) for seat, name in enumerate(game.seats)]
        title = f"{game.base.title or game.base.name}: {game.scene}"
        begun = await Registry(store, limit).take_in(game, chairs, title=title, strange=not _shipped(game.base))
    finally:
        store.close()
    return begun


def _shipped(book: Book) -> bool:
    """Say whether a book is, word for word, one that is shipped."""
    return book.name in books.known() and books.load(book.name).hash == book.hash


TASKS: Final[dict[str, Callable[[Any], Any]]] = {"think": _think, "bring": _bring}
COMMAND: Final = (sys.executable, "-c", "from rulewright.host.workers import work; work()")


READING: Final = 60.0
"""How many seconds a file of a stranger's may take on a busy machine; of processor time it may take fewer."""


class ImportedGame(NamedTuple):
    """An imported game: its id, and how many seats it has."""

    id: str
    seats: int


def bring(text: str, store: Path, limit: int, seconds: float = READING, command: Sequence[str] = COMMAND) -> ImportedGame:
    """Take a game into a store from a file that anybody may have made, in a process that ends with it."""
    worker = Worker(seconds, command)
    try:
        found = worker.ask("bring", (text, str(store), limit))
    finally:
        worker.close()
    if found is None:
        limits = f"{min(seconds, process_limits.SECONDS):g} seconds and {process_limits.MEMORY >> 30} GiB of memory"
        raise SaveError(f"the file was not read: its rule text or its game needs more than {limits}, or is damaged")
    if "wrong" in found:
        raise SaveError(found["wrong"])
    return ImportedGame(found["game"], found["seats"])


class Worker:
    """The process and the way to it; begun when first needed, begun again after it was killed."""

    def __init__(self, seconds: float = SECONDS, command: Sequence[str] = COMMAND) -> None:
        self.seconds, self.command = seconds, command
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._sent: dict[str, Game] = {}  # the games that the process has, as they were sent

    def think(self, name: str, game: Game, seat: int, level: str = "") -> tuple[Any, ...] | None:
        """Give the answer a bot comes to; None where it fails or takes too long. Of a game that it has it gets what is new."""
        since = self._since(name, game)
        path = self.ask("think", thought(game, seat, name, since, level))
        if path == UNKNOWN:
            path = self.ask("think", thought(game, seat, name, level=level))
        if not isinstance(path, tuple):
            self._sent.pop(name, None)
            return None
        self._sent.pop(name, None)
        self._sent[name] = game
        while len(self._sent) > KEPT:
            del self._sent[next(iter(self._sent))]
        return path

    def _since(self, name: str, game: Game) -> int:
        """Count the answers that the process has of a game; none where something was taken back or judged since."""
        sent = self._sent.get(name)
        if sent is None or len(sent.past) != len(game.past) or sent.machine.rerolls != game.machine.rerolls:
            return 0
        count = len(sent.done)
        return count if count <= len(game.done) and sent.done[-1] is game.done[count - 1] else 0

    def ask(self, task: str, given: Any) -> Any:
        """Give what a task comes to; None where it fails or takes too long."""
        with self._lock:
            process = self._begun()
            too_long = threading.Timer(self.seconds, process.kill)
            too_long.start()
            try:
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps([task, given]) + "\n")
                process.stdin.flush()
                said = process.stdout.readline()
            except OSError:
                said = ""
            finally:
                too_long.cancel()
            try:
                return frozen(json.loads(said))
            except ValueError:  # it has ended, or was ended, before it was done
                self._end()
                return None

    def _begun(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        self._sent.clear()
        if process is not None:
            process.kill()
            process.communicate()

    def close(self) -> None:
        """End the process."""
        self._end()
