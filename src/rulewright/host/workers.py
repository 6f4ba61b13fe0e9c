"""A worker: a process of its own with bounds on time and memory, in which bots think and strangers' games are read.

It speaks lines of JSON on its standard input and output, so that nothing of the server's is shared with it. One that takes too
long is killed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from rulewright import books
from rulewright.kernel.errors import RulewrightError, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import archive
from rulewright.kernel.history.saves import control_out, frozen, state_in, state_out

SECONDS: Final = 20.0
MEMORY: Final = 2 << 30


class Thought(NamedTuple):
    """What a bot is to think about: a whole game with its book, for which seat, and with which dice of its own."""

    book: tuple[str, Sequence[Any], dict[str, str]]
    game: list[Any]
    seat: int
    seed: int


def thought(game: Game, seat: int) -> Thought:
    """Put a game into a thought."""
    book = (game.base.name, game.base.text, dict(game.base.readings))
    rows = [archive.row(game, done) for done in game.done]
    image = [archive.head(game), state_out(game.state), rows, control_out(game.state.control()), archive.judgments(game)]
    return Thought(book, image, seat, game.state.number)


def seen(about: Thought) -> Game:
    """Give the game of a thought."""
    began, state, rows, control, past = about.game
    book = books.carried(*about.book)
    return archive.revived(book, archive.head_in(began), state_in(state), rows, control, past, len(rows))


def work() -> None:
    """Do one task after another, until nobody asks any more."""
    _bound()
    for line in sys.stdin:
        try:
            name, given = json.loads(line)
            done: Any = TASKS[name](given)
        except Exception:  # whatever a strange rule text does: there is no answer
            done = None
        print(json.dumps(done), flush=True)


def _think(given: Any) -> Any:
    """Give the path that a bot chooses."""
    from rulewright.play.bots import greedy_bot

    about = Thought(*given)
    return greedy_bot(about.seed)(seen(about), about.seat)


def _read(given: str) -> Any:
    """Read a saved game under the rule text it carries, playing it again where that is needed; give it, or what is wrong."""
    try:
        return {"game": thought(books.restore(given), 0)}
    except RulewrightError as error:
        return {"wrong": str(error)}


TASKS: Final[dict[str, Callable[[Any], Any]]] = {"think": _think, "read": _read}
COMMAND: Final = (sys.executable, "-c", "from rulewright.host.workers import work; work()")


def _bound() -> None:
    """Bound the memory of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


READING: Final = 10.0
"""How many seconds a file of a stranger's may take."""


def read(text: str, seconds: float = READING, command: Sequence[str] = COMMAND) -> Game:
    """Read a game from a file that anybody may have made, in a process that ends with it."""
    worker = Worker(seconds, command)
    try:
        found = worker.ask("read", text)
    finally:
        worker.close()
    if found is None:
        limits = f"{seconds:g} seconds and {MEMORY >> 30} GiB of memory"
        raise SaveError(f"the file was not read: its rule text or its game needs more than {limits}, or is damaged")
    if "wrong" in found:
        raise SaveError(found["wrong"])
    return seen(Thought(*found["game"]))


class Worker:
    """The process and the way to it; begun when first needed, begun again after it was killed."""

    def __init__(self, seconds: float = SECONDS, command: Sequence[str] = COMMAND) -> None:
        self.seconds, self.command = seconds, command
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def think(self, about: Thought) -> tuple[Any, ...] | None:
        """Give the answer a bot comes to; None where it fails or takes too long."""
        path = self.ask("think", about)
        return path if isinstance(path, tuple) else None

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
        if process is not None:
            process.kill()
            process.communicate()

    def close(self) -> None:
        """End the process."""
        self._end()
