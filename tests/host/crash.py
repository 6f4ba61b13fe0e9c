"""Kills a server again and again while people play, and checks whether anything was lost or done twice.

`python -m tests.host.crash --times 100` is the long run; CI kills five times.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select
from websockets.exceptions import WebSocketException

from benchmarks import leave
from rulewright import new
from rulewright.host import game_rows, sqltables
from rulewright.host.store import Store
from rulewright.kernel.flow import popping
from tests.host.houses import Browser, Line, until

PROBLEMS = (OSError, WebSocketException, EOFError)
"""What a player sees of a server that was killed."""


TWO = {"book": "honey", "seat0": "person", "seat1": "person"}
THREE = {"book": "nomic", "seat0": "person", "seat1": "person", "seat2": "person"}
PATIENCE = 900.0
"""How many seconds something may take on a machine that is busy with much else."""
PACE = 86400
"""How much faster the server's clock goes than this machine's: a day of nomic's floor is over in a second."""
FAST = """import time
real = time.time
time.time = lambda: {began} + (real() - {began}) * {pace}
"""
"""What Python runs when the server and its processes begin, as `sitecustomize`."""


@contextmanager
def server(folder: Path, began: float = 0.0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs the command as a host would; gives the process and its address. Its clock may run fast from a given moment."""
    store = str(folder / "games.sqlite")
    command = [sys.executable, "-m", "rulewright", "serve", "--port", "0", "--no-browser", "--store", store]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if began:
        (folder / "sitecustomize.py").write_text(FAST.format(began=began, pace=PACE))
        env["PYTHONPATH"] = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout is not None
        found = re.search(r"http://localhost:\d+", process.stdout.readline())
        assert found is not None, "the server did not say where it listens"
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def _has_passed(store: sqlite3.Connection, id: str) -> bool:
    return bool(store.execute("select length > 1 from games where id = ?", (id,)).fetchone()[0])


def _happened(folder: Path, clocks: list[str]) -> None:
    """Waits until what came due in games while the server was down has happened."""
    store = sqlite3.connect(folder / "games.sqlite")
    for id in clocks:
        until(partial(_has_passed, store, id), PATIENCE)
    store.close()


class Game:
    """One game in the test: its browser, and what the server has acknowledged."""

    def __init__(self, id: str, cookies: dict[str, str]) -> None:
        self.id, self.cookies, self.sent, self.over = id, cookies, 0, False
        self.acknowledged: dict[str, int] = {}

    def answer(self, lines: list[Line], chance: random.Random) -> tuple[Line, dict[str, Any]]:
        """Gives who is asked and an answer, with a new id."""
        line = next(line for line in cycle(lines) if line.asked())  # an answer that is on its way may ask the one just looked at
        question = line.asked()
        assert question is not None
        self.sent += 1
        return line, {"picks": [chance.choice(question["options"])["id"]], "client": f"{self.id}-{self.sent}"}

    def play(self, lines: list[Line], chance: random.Random) -> None:
        """Sends an answer and then the same again, which must get the same reply."""
        line, given = self.answer(lines, chance)
        client, reply = given["client"], line.ask("answer", **given)
        if "n" in reply:
            self.acknowledged[client] = reply["n"]
            assert line.ask("answer", picks=["anything"], client=client) == reply


def _round(folder: Path, games: list[Game], clocks: list[str], chance: random.Random, began: float) -> None:
    """Plays until the server is killed meanwhile; replaces finished games, and begins one in which time passes.

    Of those of earlier rounds only the last is kept: time passes so fast that otherwise all of them would be due all the time.
    """
    with server(folder, began) as (process, address):
        _happened(folder, clocks[-1:])
        browser = Browser(address, games[0].cookies, PATIENCE)
        for old in clocks[-2:-1]:
            browser.post(f"/g/{old}/delete")
        clocks.append(browser.begin(**THREE))
        browser.http.close()
        last = chance.randrange(1, 25)
        try:
            for number in range(last + 10):
                game = chance.choice([game for game in games if not game.over])
                browser = Browser(address, game.cookies, PATIENCE)
                with browser.sit(game.id, 0) as one, browser.sit(game.id, 1) as other:
                    if one.ask("asking")["over"]:
                        game.over = True
                        games.append(Game(browser.begin(**TWO), game.cookies))
                        continue
                    if number >= last:  # killed while the answer is on its way, read, played or written
                        line, given = game.answer([one, other], chance)
                        line.wire.send(json.dumps({"jsonrpc": "2.0", "id": 999, "method": "answer", "params": given}))
                        threading.Timer(chance.random() / 100, process.kill).start()
                    game.play([one, other], chance)
                browser.http.close()
        except PROBLEMS:
            assert process.wait(20) == -signal.SIGKILL


def _kept(connection: Connection, id: str) -> tuple[game_rows.Kept, dict[str, int]]:
    table = sqltables.receipts
    rows = connection.execute(select(table.c.client, table.c.n).where(table.c.game == id)).all()
    return game_rows.read(connection, id), {row.client.partition("/")[2]: row.n for row in rows}  # behind the seat


def faults(folder: Path, games: list[Game]) -> list[str]:
    """Says what was lost or done twice."""
    store, found = Store(folder / "games.sqlite"), []
    try:
        for game in games:
            kept, receipts = store.read(partial(_kept, id=game.id))
            lost = {client: n for client, n in game.acknowledged.items() if receipts.get(client) != n}
            twice = len(receipts.values()) - len(set(receipts.values()))
            extra = len(kept.game.done) - 1 - len(receipts)
            found += (
                [f"{game.id}: lost {lost}, {twice} numbers given twice, {extra} answers too many"]
                if lost or twice or extra
                else []
            )
    finally:
        store.close()
    return found


def untimely(folder: Path, id: str) -> tuple[int, list[str]]:
    """Counts how often time has passed in a game, and reports each time that came twice or too early."""
    store = Store(folder / "games.sqlite")
    try:
        game = store.read(lambda connection: game_rows.read(connection, id)).game
    finally:
        store.close()
    again, found = new(game.base, game.scene, seed=game.seed), []
    for entry in game.journal[1:]:
        due = popping.due(again.machine)
        if due is None or due[0] > entry.at:
            found.append(f"{id}: nothing was due at {entry.at}, answer {entry.number}")
        again.enter(entry.player, entry.path, entry.at)
    return len(game.journal) - 1, found


def run(times: int, seed: int, folder: Path, tell: bool = False) -> list[str]:
    """Kills a server so many times, and can report progress; gives what went wrong."""
    chance, began, clocks, ticks = random.Random(seed), time.time(), list[str](), dict[str, int]()
    with server(folder, began) as (_, address):
        browsers = [Browser(address, patience=PATIENCE) for _ in range(3)]
        made = [browser.begin(**TWO) for browser in browsers]
        games = [Game(id, browser.cookies) for id, browser in zip(made, browsers, strict=True)]
        for browser in browsers:
            browser.http.close()
    for number in range(times):
        _round(folder, games, clocks, chance, began - number)  # while the server is down its clock moves on by a day
        passed = {id: untimely(folder, id) for id in clocks[-2:]}
        found = [*faults(folder, games), *(line for _, wrong in passed.values() for line in wrong)]
        ticks |= {id: count for id, (count, _) in passed.items()}
        if found:
            return [f"after kill {number + 1}: {line}" for line in found]
        if tell:
            told = f"{sum(len(game.acknowledged) for game in games)} answers acknowledged, {sum(ticks.values())} timers"
            print(f"{number + 1} of {times} kills, {told}", file=sys.stderr, flush=True)
    return []


def main() -> int:
    """Plays the long run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(given.times, given.seed, Path(folder), tell=True)
    print("\n".join(found) or f"{given.times} kills: nothing lost, nothing done twice")
    return 1 if found else 0


if __name__ == "__main__":
    leave(main)
