"""The store: acknowledged data is kept, a failed job affects no other, and games are read from the last snapshot."""

import asyncio
import json
import sqlite3
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import delete, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rulewright import load, new
from rulewright.cli import serving
from rulewright.host import game_rows, sqltables
from rulewright.host import store as store_module
from rulewright.host.store import TURNS, Store, opened
from rulewright.kernel.history import archive
from rulewright.kernel.history.saves import state_out
from rulewright.kernel.state import dice
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out
from tests.kernel.history.older import written as older


def begun(store: Store, book: str = "honey", seed: int = 3):
    game = new(load(book), seed=seed)
    id = store.write(lambda connection: game_rows.begin(connection, game, "A game", 100, {}, False)).result()
    return id, game


def test_every_commit_is_on_the_disk_before_it_is_acknowledged(store):
    with store.engine.connect() as connection:
        pragmas = [connection.exec_driver_sql(f"pragma {name}").scalar() for name in ("synchronous", "journal_mode")]
    assert pragmas == [2, "wal"]


def test_a_writer_who_stops_waiting_does_not_stop_others(store):
    gate = Event()
    store.write(lambda connection: gate.wait())
    gone, other = store.write(lambda connection: 1), store.write(lambda connection: 2)
    gone.cancel()
    gate.set()
    assert other.result(5) == 2 and store.write(lambda connection: 3).result(5) == 3


def test_a_job_that_fails_takes_nothing_of_the_others_with_it(store):
    id, _ = begun(store)
    gate, row = Event(), {"game": id, "n": 99, "row": "{}"}
    slow: Future[None] = store.write(lambda connection: gate.wait(5) and None)
    jobs = [
        store.write(lambda connection: connection.execute(insert(sqltables.answers).values(**row)) and None) for _ in range(2)
    ]
    last = store.write(lambda connection: connection.scalar(select(func.count()).select_from(sqltables.answers)))
    gate.set()
    slow.result(), jobs[0].result()
    with pytest.raises(IntegrityError):
        jobs[1].result()
    assert last.result() == 2


def test_a_game_is_read_from_its_last_snapshot_and_its_events(store):
    id, game = begun(store)
    shorter = game
    bots = [random_bot(seat) for seat in range(len(game.seats))]
    while not game.over and len(game.done) < game_rows.EVERY * 2 + 5:
        game = shorter.copy()
        play_out(game, bots, most=len(game.done))
        store.write(lambda connection, a=shorter, b=game: game_rows.append(connection, id, a, b, 200)).result()
        shorter = game
    kept = store.read(lambda connection: game_rows.read(connection, id))
    assert kept.game.fingerprint() == game.fingerprint() and kept.game.journal == game.journal


def test_answers_that_come_while_a_commit_is_in_progress_are_written_in_one(store):
    games = [begun(store) for _ in range(5)]
    gate, commits = Event(), []
    event.listen(store.engine, "commit", lambda connection: commits.append(1))
    slow: Future[None] = store.write(lambda connection: gate.wait(5) and None)
    added = []
    for id, game in games:
        after = game.copy()
        play_out(after, [random_bot(seat) for seat in range(2)], most=1)
        added.append((id, after, store.write(game_rows.added(id, game, after, "a", 200))))
    gate.set()
    slow.result()
    assert [waiting.result() for _, _, waiting in added] == [1] * 5 and len(commits) <= 2
    for id, after, _ in added:
        assert store.read(lambda connection, id=id: game_rows.read(connection, id)).game.fingerprint() == after.fingerprint()
        assert store.read(lambda connection, id=id: game_rows.receipts(connection, id)) == {"a": 1}


def test_answers_that_several_tasks_give_in_turn_are_handed_to_the_writer_together(store, monkeypatch):
    """Each task answers a turn of the event loop later than the one before it."""
    handed, jobs = list[int](), store._jobs

    def put(some):
        handed.append(len(some))
        jobs.put(some)

    async def answer(number: int) -> None:
        for _ in range(number):
            await asyncio.sleep(0)
        await store.soon(lambda connection: None)

    async def play(count: int) -> None:
        await asyncio.gather(*map(answer, range(count)))

    with monkeypatch.context() as watched:
        watched.setattr(store, "_jobs", SimpleNamespace(put=put, get=jobs.get, empty=jobs.empty))
        asyncio.run(play(TURNS))
        assert handed == [TURNS]
        asyncio.run(play(10 * TURNS))
        assert sum(handed) == 11 * TURNS and len(handed) > 5  # an answer does not wait for ever


def test_a_game_that_is_begun_just_before_the_store_is_closed_is_kept(tmp_path):
    store = Store(tmp_path / "games.sqlite")

    async def play() -> None:
        store.soon(lambda connection: game_rows.begin(connection, new(load("honey"), seed=1), "A game", 100, {}, False))

    asyncio.run(play())
    store.close()
    again = Store(tmp_path / "games.sqlite")
    assert again.read(lambda connection: connection.scalar(select(func.count()).select_from(sqltables.games))) == 1
    again.close()


def test_tasks_whose_answers_were_written_in_one_commit_are_woken_together(store, monkeypatch):
    games = [begun(store, seed=seed) for seed in range(3)]
    wakes, settle, gate = list[int](), store_module._settle, Event()
    monkeypatch.setattr("rulewright.host.store._settle", lambda settled: wakes.append(len(settled)) or settle(settled))
    rows = []
    for id, game in games:
        after = game.copy()
        play_out(after, [random_bot(seat) for seat in range(2)], most=1)
        rows.append(game_rows.added(id, game, after, "", 200))

    async def play() -> None:
        store.write(lambda connection: gate.wait(5) and None)
        answers = [store.soon(row) for row in rows]
        gone, wrong = store.soon(lambda connection: wakes.append(-1)), store.soon(rows[0])  # the same number twice
        gone.cancel()
        gate.set()
        found = await asyncio.gather(*answers, wrong, return_exceptions=True)
        assert found[:3] == [1, 1, 1] and isinstance(found[3], sqlite3.IntegrityError)

    asyncio.run(play())
    assert sum(wakes) == 4 and len(wakes) <= 2  # those that came while the job before them was written, in one


def test_one_failing_answer_of_a_bulk_write_does_not_fail_the_others(store):
    (id, game), (other, same) = begun(store), begun(store, seed=4)
    after, again = game.copy(), same.copy()
    for each in (after, again):
        play_out(each, [random_bot(seat) for seat in range(2)], most=1)
    store.write(lambda connection: game_rows.forget(connection, id)).result()
    gate = Event()
    store.write(lambda connection: gate.wait(5) and None)
    lost, kept = store.write(game_rows.added(id, game, after, "", 200)), store.write(game_rows.added(other, same, again, "", 200))
    gate.set()
    assert kept.result() == 1 and isinstance(lost.exception(), sqlite3.IntegrityError)


def test_an_undo_is_kept(store):
    id, game = begun(store)
    after = game.copy()
    play_out(after, [random_bot(seat) for seat in range(2)], most=6)
    store.write(lambda connection: game_rows.append(connection, id, game, after, 200)).result()
    back = after.copy()
    back.undo()
    store.write(lambda connection: game_rows.append(connection, id, after, back, 201)).result()
    assert store.read(lambda connection: game_rows.read(connection, id)).game.fingerprint() == back.fingerprint()


def test_the_same_number_of_a_game_is_never_written_twice(store):
    id, game = begun(store)
    after = game.copy()
    play_out(after, [random_bot(seat) for seat in range(2)], most=2)
    row = {"game": id, "n": len(game.done), "row": "{}"}
    store.write(lambda connection: connection.execute(insert(sqltables.answers).values(**row)) and None).result()
    with pytest.raises(IntegrityError):
        store.write(lambda connection: connection.execute(insert(sqltables.answers).values(**row)) and None).result()


def test_a_backup_is_whole_while_the_store_is_in_use(store, tmp_path):
    id, game = begun(store)
    assert serving.backup(store.path, tmp_path / "copy.sqlite") == 0
    copy = Store(tmp_path / "copy.sqlite")
    try:
        assert copy.read(lambda connection: game_rows.read(connection, id)).game.fingerprint() == game.fingerprint()
    finally:
        copy.close()


def test_a_deleted_game_leaves_nothing_behind(store):
    id, _ = begun(store)
    store.write(lambda connection: game_rows.forget(connection, id)).result()
    for table in sqltables.metadata.sorted_tables:
        assert store.read(lambda connection, table=table: connection.scalar(select(func.count()).select_from(table))) == 0


def test_the_migrations_make_the_schema_that_the_program_uses(store):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), sqltables.metadata) == []


def test_an_older_file_is_brought_to_the_newest_schema(tmp_path):
    sqlite3.connect(tmp_path / "empty.sqlite").close()
    Store(tmp_path / "empty.sqlite").close()
    with opened(tmp_path / "empty.sqlite").connect() as connection:
        assert connection.scalar(select(func.count()).select_from(sqltables.games)) == 0


def test_a_game_that_plays_otherwise_today_is_read_as_it_was(store, monkeypatch):
    id, game = begun(store)
    after = game.copy()
    play_out(after, [random_bot(seat) for seat in range(2)], most=8)
    store.write(lambda connection: game_rows.append(connection, id, game, after, 200)).result()
    monkeypatch.setattr("rulewright.kernel.state.dice.dice", lambda *_: (1,) * 99)
    kept = store.read(lambda connection: game_rows.read(connection, id))
    assert list(kept.game.events) == list(after.events)


def test_a_backup_never_writes_over_a_file_and_refuses_a_file_that_is_not_a_store(store, tmp_path):
    (tmp_path / "there").write_text("mine")
    with pytest.raises(serving.NoServer, match="already exists"):
        serving.backup(store.path, tmp_path / "there")
    with pytest.raises(serving.NoServer, match="not a store"):
        serving.backup(tmp_path / "there", tmp_path / "new")
    assert (tmp_path / "there").read_text() == "mine" and not (tmp_path / "new").exists()


def test_other_dice_after_an_undo_are_kept(store):
    game = new(load("encounter"), seed=dice.key())
    id = store.write(lambda connection: game_rows.begin(connection, game, "A game", 100, {}, False)).result()
    after = game.copy()
    play_out(after, [random_bot(seat) for seat in range(2)], most=4)
    back = after.copy()
    back.undo(reroll=True)
    store.write(lambda connection: game_rows.append(connection, id, game, after, 200)).result()
    store.write(lambda connection: game_rows.append(connection, id, after, back, 201)).result()
    kept = store.read(lambda connection: game_rows.read(connection, id)).game
    assert kept.machine.rerolls == back.machine.rerolls != () and kept.seed == game.seed


@pytest.mark.parametrize(("book", "n"), [("netrunner", 1), ("encounter", 0), ("nomic", 0)])
def test_a_game_that_an_older_version_kept_is_read_and_goes_on(store, book, n):
    """The games stop in the middle of a chosen order, of a reaction and of an open floor; their rows name no format."""
    data, old = older(book)["games"][n], older(book)["book"]
    id, _ = begun(store, book)
    kept = {"head": game_rows.text(data["head"]), "control": game_rows.text(data["control"])}
    rows = [{"game": id, "n": at, "row": game_rows.text(row)} for at, row in enumerate(data["rows"])]

    def put(connection):
        for table in (sqltables.answers, sqltables.snapshots):
            connection.execute(delete(table).where(table.c.game == id))
        connection.execute(insert(sqltables.answers), rows)
        state = game_rows.text(data["snapshot"])
        connection.execute(insert(sqltables.snapshots).values(game=id, n=len(rows) - 1, state=state))
        book = game_rows.pinned(connection, game_rows.text(old))
        connection.execute(update(sqltables.games).where(sqltables.games.c.id == id).values(length=len(rows), book=book, **kept))

    store.write(put).result()
    game = store.read(lambda connection: game_rows.read(connection, id)).game
    after = game.copy()
    play_out(after, [random_bot(seat) for seat in range(len(game.seats))], most=len(game.done) + 2)
    store.write(lambda connection: game_rows.append(connection, id, game, after, 200)).result()
    again = store.read(lambda connection: game_rows.read(connection, id)).game
    assert len(after.done) > len(rows) and again.fingerprint() == after.fingerprint()


class OlderStore:
    """A file with the schema of an older version, in which games are put as that version stored them."""

    def __init__(self, path, revision):
        config = Config()
        config.set_main_option("script_location", str(Path(store_module.__file__).parent / "migrations"))
        self.path, engine = path, opened(path)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
        engine.dispose()

    def put(self, game, settings="{}"):
        """Puts a game that is played to the end, and gives its id."""
        book = {"name": game.base.name, "text": game.base.text, "readings": dict(game.base.readings), "hash": game.base.hash}
        values = {"created": 1, "changed": 2, "title": "Old", "program": "0.1", "length": len(game.done), "over": game.over}
        texts = {"book": book, "head": archive.head(game), "control": json.loads(game_rows.control(game))}
        state = game_rows.text(state_out(game.state, game.book))
        values |= {
            "settings": settings,
            "talk": "{}",
            "public": False,
            **{name: json.dumps(each) for name, each in texts.items()},
        }
        with closing(sqlite3.connect(self.path)) as raw, raw:
            id = f"old{raw.execute('select count(*) from games').fetchone()[0]}"
            names = ", ".join(["id", *values])
            raw.execute(f"insert into games ({names}) values ({', '.join('?' * (1 + len(values)))})", (id, *values.values()))
            rows = [(id, n, json.dumps(archive.row(game, done))) for n, done in enumerate(game.done)]
            raw.executemany("insert into answers values (?, ?, ?)", rows)
            raw.execute("insert into snapshots values (?, ?, ?)", (id, len(game.done) - 1, state))
        return id


def played(book, seed=3):
    game = new(load(book), seed=seed)
    play_out(game, [random_bot(seat) for seat in range(len(game.seats))], most=20)
    return game


@pytest.mark.parametrize("revision", ["s0001", "s0002", "s0003"])
def test_the_games_of_an_older_store_are_read_and_go_on(tmp_path, revision):
    older, games = OlderStore(tmp_path / "older.sqlite", revision), [played("honey"), played("honey", 4), played("encounter")]
    ids = [older.put(game) for game in games]
    store = Store(older.path)
    for id, game in zip(ids, games, strict=True):
        kept = store.read(lambda connection, id=id: game_rows.read(connection, id)).game
        assert kept.fingerprint() == game.fingerprint()
        after = kept.copy()
        play_out(after, [random_bot(seat) for seat in range(2)], most=len(kept.done) + 3)
        store.write(lambda connection, id=id, of=(kept, after): game_rows.append(connection, id, *of, 3)).result()
        assert store.read(lambda at, id=id: game_rows.read(at, id)).game.fingerprint() == after.fingerprint()
    assert store.read(lambda at: at.scalar(select(func.count()).select_from(sqltables.books))) == 2
    store.close()


def test_the_text_of_a_book_is_stored_once_until_the_last_game_with_it_is_deleted(store):
    def books():
        return store.read(lambda connection: connection.scalar(select(func.count()).select_from(sqltables.books)))

    ids = [begun(store, book)[0] for book in ("honey", "honey", "encounter")]
    assert books() == 2
    for id, left in zip(ids, (2, 1, 0), strict=True):
        store.write(lambda connection, id=id: game_rows.forget(connection, id)).result()
        assert books() == left


def test_a_game_that_was_brought_in_by_an_older_version_runs_in_a_process_of_its_own(tmp_path):
    """An older version did not store whether a game brought its rule text; games from the lobby have settings."""
    older, game = OlderStore(tmp_path / "older.sqlite", "s0002"), played("honey")
    brought, from_lobby = older.put(game), older.put(game, '{"think":null}')
    store = Store(older.path)
    assert [store.read(lambda at, id=id: game_rows.strange(at, id)) for id in (brought, from_lobby)] == [True, False]
    store.close()


def test_a_game_whose_players_write_rules_runs_in_a_process_of_its_own_though_an_older_version_began_it(tmp_path):
    older = OlderStore(tmp_path / "older.sqlite", "s0003")
    ids = [older.put(new(load(book), seed=1), '{"think":null}') for book in ("nomic", "honey")]
    store = Store(older.path)
    assert [store.read(lambda at, id=id: game_rows.strange(at, id)) for id in ids] == [True, False]
    store.close()
