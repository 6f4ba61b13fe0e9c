"""The store: one SQLite file, and one thread that writes. Acknowledged data is on the disk.

Jobs that arrive during a commit are written together in the next one, each in its own savepoint, so that a failing job does
not affect the others. Answers, which games only add, are written with a few statements for all games.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, TypeVar, overload

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from rulewright.host import bulk
from rulewright.host.bulk import Added
from rulewright.kernel.errors import RulewrightError

T = TypeVar("T")
Job = Callable[[Connection], T]
Batch = list[tuple[Any, Future[Any]]]

TOGETHER: Final = 256
"""The largest number of jobs in one commit."""
TURNS: Final = 4
"""For how many turns of the event loop the jobs of one commit are gathered, while more are coming."""
_STOP: Final = object()
WHY: Final = {
    "FULL": "its disk is full",
    "READONLY": "its file may not be written",
    "BUSY": "another program holds its file locked",
    "LOCKED": "another program holds its file locked",
    "CANTOPEN": "its file cannot be opened",
}
"""The names of failures in SQLite, and what they mean for people."""


class NotKept(RulewrightError):
    """The store could not write or read something; nothing of it counts."""

    code = "store"


FAILURES: Final = (OperationalError, sqlite3.OperationalError)


def not_kept(error: BaseException) -> NotKept:
    """Say in words why the store failed."""
    cause = getattr(error, "orig", error)
    name = str(getattr(cause, "sqlite_errorname", "")).removeprefix("SQLITE_")
    why = next((words for short, words in WHY.items() if name.startswith(short)), f"SQLite says: {cause}")
    return NotKept(f"the server's store failed, {why}: nothing was changed; try again later, or tell whoever runs this server")


def opened(path: Path) -> Engine:
    """Open the file with write-ahead logging, commits that reach the disk, and transactions that lock at their beginning."""
    engine = create_engine(f"sqlite:///{path}", pool_size=8)

    @event.listens_for(engine, "connect")
    def _connected(dbapi: Any, _: Any) -> None:
        dbapi.isolation_level = None  # otherwise the driver begins its own transactions
        for setting in ("journal_mode=wal", "synchronous=full", "busy_timeout=5000", "foreign_keys=on"):
            dbapi.execute(f"pragma {setting}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A transaction that begins with reading could not become one that writes while another has written. One that only
        # reads waits for nobody, and sees all of a game as it was at one moment.
        connection.exec_driver_sql("begin" if connection.get_execution_options().get("reads") else "begin immediate")

    return engine


class Awaited:
    """What a task waits for; everything that one commit settles wakes its event loop once."""

    def __init__(self, settled: list[Settled]) -> None:
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._settled = settled

    def set_running_or_notify_cancel(self) -> bool:
        """Say whether anybody still waits."""
        return not self.future.cancelled()

    def set_result(self, result: Any) -> None:
        """Note that the job is done."""
        self._settled.append((self.future, result, None))

    def set_exception(self, error: BaseException) -> None:
        """Note that it has failed."""
        self._settled.append((self.future, None, error))


Settled = tuple[asyncio.Future[Any], Any, BaseException | None]


def _settle(settled: Sequence[Settled]) -> None:
    for future, result, error in settled:
        if future.done():  # who waited has gone away
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


class Store:
    """Reads at once, in any thread; writes in the order of the jobs, in a separate thread."""

    def __init__(self, path: Path, migrated: bool = False) -> None:
        """Open a store and update it to the newest schema, unless that was done already."""
        self.path = path
        self.engine = opened(path)
        try:
            if not migrated:
                migrate(self.engine)
        except DatabaseError as error:
            raise NotKept(f"games cannot be kept in {path}: {error.orig}; give another file with --store") from None
        self._kept: PoolProxiedConnection | None = None  # the writer's own connection, for answers
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._settled: list[Settled] = []
        self._gathered: list[tuple[Any, Any]] = []  # jobs of this turn of an event loop
        self._gathering: asyncio.AbstractEventLoop | None = None  # the loop that hands them over at the end of its turn
        self._writer = threading.Thread(target=self._work, name="rulewright store", daemon=True)
        self._writer.start()

    def write(self, job: Job[T] | Added) -> Future[T]:
        """Let a job write, or write what a game adds; the future is done when its data is on the disk."""
        waiting: Future[T] = Future()
        self._jobs.put([(job, waiting)])
        return waiting

    @overload
    def soon(self, job: Added) -> asyncio.Future[int]: ...

    @overload
    def soon(self, job: Job[T]) -> asyncio.Future[T]: ...

    def soon(self, job: Any) -> asyncio.Future[Any]:
        """Do the same for a task that waits; the jobs of one turn of the event loop are written together."""
        waiting, loop = Awaited(self._settled), asyncio.get_running_loop()
        self._gathered.append((job, waiting))
        if self._gathering is not loop:
            self._gathering = loop
            loop.call_soon(self._hand_over, loop, 0, TURNS)
        return waiting.future

    def _hand_over(self, loop: asyncio.AbstractEventLoop, before: int, turns: int) -> None:
        """Give the writer what was gathered as soon as a turn of the event loop adds nothing: it is woken once for all."""
        if len(self._gathered) > before and turns:
            loop.call_soon(self._hand_over, loop, len(self._gathered), turns - 1)
            return
        gathered, self._gathered, self._gathering = self._gathered, [], None
        self._jobs.put(gathered)

    def read(self, job: Job[T]) -> T:
        """Let a job read."""
        try:
            with self.engine.connect().execution_options(reads=True) as connection:
                return job(connection)
        except OperationalError as error:
            raise not_kept(error) from None

    def close(self) -> None:
        """Write what is waiting and close the file."""
        self._jobs.put(self._gathered)
        self._jobs.put(_STOP)
        self._writer.join()
        if self._kept is not None:
            self._kept.close()
        self.engine.dispose()

    # -- the writer ------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (first := self._jobs.get()) is not _STOP:
            batch, stopping = list(first), False
            while len(batch) < TOGETHER and not self._jobs.empty():
                more = self._jobs.get()
                if more is _STOP:
                    stopping = True
                    break
                batch += more
            self._commit(batch)
            self._wake()
            if stopping:
                return

    def _wake(self) -> None:
        """Tell the tasks that wait, those of each event loop together."""
        settled = self._settled[:]
        self._settled.clear()
        for loop in {future.get_loop() for future, _, _ in settled}:
            with suppress(RuntimeError):  # the loop was closed
                loop.call_soon_threadsafe(_settle, [each for each in settled if each[0].get_loop() is loop])

    def _commit(self, batch: Batch) -> None:
        """Write a batch in one transaction, then tell everybody; nothing is written for whoever stopped waiting before."""
        wanted = [(job, waiting) for job, waiting in batch if waiting.set_running_or_notify_cancel()]
        if not wanted:
            return
        if self._answers_alone(wanted):
            told = [_telling(waiting, job.result) for job, waiting in wanted]
        else:
            told = self._together(wanted)
        for tell in told:
            tell()

    def _answers_alone(self, batch: Batch) -> bool:
        """Write answers on a connection that is kept for them; say whether it was done: if not, nothing was written."""
        if not all(isinstance(job, Added) for job, _ in batch):
            return False
        try:
            if self._kept is None:
                self._kept = self.engine.connect().connection
                bulk.prepare(_driver(self._kept))
            bulk.write(_driver(self._kept), [job for job, _ in batch])
        except Exception:
            return False
        return True

    def _together(self, batch: Batch) -> list[Callable[[], None]]:
        """Write a batch, each job in its own savepoint; if the commit itself fails, nothing of it counts."""
        told: list[Callable[[], None]] = []
        try:
            with self.engine.begin() as connection:
                for adding, run in groupby(batch, lambda each: isinstance(each[0], Added)):
                    some = list(run)
                    told += _added(connection, some) if adding else [_tried(connection, *each) for each in some]
        except BaseException as error:  # for example a full disk: everybody who waits must be told
            told = [_failing(waiting, error) for _, waiting in batch]
        return told


def _added(connection: Connection, batch: Batch) -> list[Callable[[], None]]:
    """Write what some games add at once; if this fails, one after another, so that each is told about its own failure."""
    driver = _driver(connection.connection)
    bulk.prepare(driver)
    try:
        _saved(connection, lambda: bulk.write(driver, [added for added, _ in batch]))
    except Exception:
        return [_done(connection, partial(bulk.write, driver, [added]), waiting, added.result) for added, waiting in batch]
    return [_telling(waiting, added.result) for added, waiting in batch]


def _tried(connection: Connection, job: Job[Any], waiting: Future[Any]) -> Callable[[], None]:
    """Do a job in its own savepoint."""
    return _done(connection, partial(job, connection), waiting)


def _done(connection: Connection, do: Callable[[], Any], waiting: Future[Any], result: Any = None) -> Callable[[], None]:
    """Write something; give the function that tells whoever waits."""
    try:
        found = _saved(connection, do)
    except Exception as error:
        if not connection.connection.in_transaction:  # SQLite has rolled back the whole transaction, with the other jobs
            raise
        return _failing(waiting, error)
    return _telling(waiting, found if result is None else result)


def _driver(connection: PoolProxiedConnection) -> sqlite3.Connection:
    found: Any = connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def _saved(connection: Connection, do: Callable[[], T]) -> T:
    """Do something in a savepoint; if it fails, nothing of it remains."""
    driver = _driver(connection.connection)
    driver.execute("savepoint job")
    try:
        found = do()
    except BaseException:
        if driver.in_transaction:
            driver.execute("rollback to job")
        raise
    driver.execute("release job")
    return found


def _telling(waiting: Future[Any], result: Any) -> Callable[[], None]:
    return partial(waiting.set_result, result)


def _failing(waiting: Future[Any], error: BaseException) -> Callable[[], None]:
    return partial(waiting.set_exception, not_kept(error) if isinstance(error, FAILURES) else error)


def migrate(engine: Engine) -> None:
    """Update the file to the newest schema."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
