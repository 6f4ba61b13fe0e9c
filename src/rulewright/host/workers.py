"""A worker: a process of its own in which bots think, with bounds on time and memory. One that takes too long is killed.

It speaks lines of JSON on its standard input and output, so that nothing of the server's is shared with it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from rulewright import books
from rulewright.kernel import archive
from rulewright.kernel.game import Game
from rulewright.kernel.saves import control_out, frozen, state_in, state_out

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
    """Think about one game after another, until nobody asks any more."""
    from rulewright.play.bots import greedy_bot

    _bound()
    for line in sys.stdin:
        try:
            about = Thought(*json.loads(line))
            path: Any = greedy_bot(about.seed)(seen(about), about.seat)
        except Exception:  # whatever a strange rule text does to a bot, the seat does the least
            path = None
        print(json.dumps(path), flush=True)


def _bound() -> None:
    """Bound the memory of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Worker:
    """The process and the way to it; begun when first needed, begun again after it was killed."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def think(self, about: Thought) -> tuple[Any, ...] | None:
        """Give the answer a bot comes to; None where it fails or takes too long."""
        with self._lock:
            process = self._begun()
            too_long = threading.Timer(self.seconds, process.kill)
            too_long.start()
            try:
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps(about) + "\n")
                process.stdin.flush()
                said = process.stdout.readline()
            except OSError:
                said = ""
            finally:
                too_long.cancel()
            if not said:
                self._end()
                return None
            path: tuple[Any, ...] | None = frozen(json.loads(said))
            return path

    def _begun(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            pipe = subprocess.PIPE
            code = "from rulewright.host.workers import work; work()"
            self._process = subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def close(self) -> None:
        """End the process."""
        self._end()
