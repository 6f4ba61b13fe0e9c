"""The store: one SQLite file, one thread that writes. What it has acknowledged is on the disk.

Jobs that come while a commit is under way are written together in the next one, each in a savepoint of its own, so that one
that fails takes nothing of the others with it.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from rulewright.kernel.errors import RulewrightError

T = TypeVar("T")
Job = Callable[[Connection], T]

TOGETHER: Final = 256
"""How many jobs are written in one commit at most."""
_STOP: Final = object()
WHY: Final = {
    "FULL": "its disk is full",
    "READONLY": "its file may not be written",
    "BUSY": "another program holds its file locked",
    "LOCKED": "another program holds its file locked",
    "CANTOPEN": "its file cannot be opened",
}
"""What SQLite calls a failure, and what that means to people."""


class NotKept(RulewrightError):
    """Something that the store could not write or read: nothing of it counts."""

    code = "store"


def not_kept(error: OperationalError) -> NotKept:
    """Say in words why the store failed."""
    name = str(getattr(error.orig, "sqlite_errorname", "")).removeprefix("SQLITE_")
    why = next((words for short, words in WHY.items() if name.startswith(short)), f"SQLite says: {error.orig}")
    return NotKept(f"the server's store failed, {why}: nothing was changed; try again later, or tell whoever runs this server")


def opened(path: Path) -> Engine:
    """Open the file with write-ahead logging, every commit on the disk, and transactions that lock at their beginning."""
    engine = create_engine(f"sqlite:///{path}", pool_size=8)

    @event.listens_for(engine, "connect")
    def _connected(dbapi: Any, _: Any) -> None:
        dbapi.isolation_level = None  # otherwise the driver begins transactions of its own
        for setting in ("journal_mode=wal", "synchronous=full", "busy_timeout=5000", "foreign_keys=on"):
            dbapi.execute(f"pragma {setting}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A transaction that begins with reading could not become one that writes while another has written. One that only
        # reads waits for nobody, and sees all of a game as it was at one moment.
        connection.exec_driver_sql("begin" if connection.get_execution_options().get("reads") else "begin immediate")

    return engine


class Store:
    """Reads at once, in any thread; writes in the order in which jobs come, in a thread of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.engine = opened(path)
        try:
            migrate(self.engine)
        except DatabaseError as error:
            raise NotKept(f"games cannot be kept in {path}: {error.orig}; give another file with --store") from None
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._work, name="rulewright store", daemon=True)
        self._writer.start()

    def write(self, job: Job[T]) -> Future[T]:
        """Let a job write; the future is done when what it wrote is on the disk."""
        waiting: Future[T] = Future()
        self._jobs.put((job, waiting))
        return waiting

    def read(self, job: Job[T]) -> T:
        """Let a job read."""
        try:
            with self.engine.connect().execution_options(reads=True) as connection:
                return job(connection)
        except OperationalError as error:
            raise not_kept(error) from None

    def close(self) -> None:
        """Write what is waiting and let go of the file."""
        self._jobs.put(_STOP)
        self._writer.join()
        self.engine.dispose()

    # -- the writer ------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (first := self._jobs.get()) is not _STOP:
            batch, stopping = [first], False
            while len(batch) < TOGETHER and not self._jobs.empty():
                more = self._jobs.get()
                if more is _STOP:
                    stopping = True
                    break
                batch.append(more)
            self._commit(batch)
            if stopping:
                return

    def _commit(self, batch: list[tuple[Job[Any], Future[Any]]]) -> None:
        """Write a batch in one transaction, then tell everybody; where the commit itself fails, nothing of it counts."""
        told: list[Callable[[], None]] = []
        try:
            with self.engine.begin() as connection:
                for job, waiting in batch:
                    told.append(_tried(connection, job, waiting))
        except BaseException as error:  # a full disk, for one: whoever waits must hear of it
            told = [_failing(waiting, error) for _, waiting in batch if not waiting.cancelled()]
        for tell in told:
            tell()


def _tried(connection: Connection, job: Job[Any], waiting: Future[Any]) -> Callable[[], None]:
    """Do a job in a savepoint of its own; whoever has stopped waiting before it was begun gets nothing written."""
    if not waiting.set_running_or_notify_cancel():
        return lambda: None
    savepoint = connection.begin_nested()
    try:
        result = job(connection)
    except Exception as error:
        if not connection.connection.in_transaction:  # SQLite has given the whole transaction up, and the others with it
            raise
        savepoint.rollback()
        return _failing(waiting, error)
    savepoint.commit()
    return lambda: waiting.set_result(result)


def _failing(waiting: Future[Any], error: BaseException) -> Callable[[], None]:
    known = not_kept(error) if isinstance(error, OperationalError) else error

    def tell() -> None:
        if waiting.running() or waiting.set_running_or_notify_cancel():
            waiting.set_exception(known)

    return tell


def migrate(engine: Engine) -> None:
    """Bring the file to the newest schema."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
