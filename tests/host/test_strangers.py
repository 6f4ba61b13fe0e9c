"""Games with rule text of strangers run in processes with limits and affect no other game."""

import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest
from websockets.exceptions import ConnectionClosed

from rulewright import books, new
from rulewright.host import game_rows, timers, workers
from rulewright.host.forwarding import Forwarding
from rulewright.host.registry import Registry
from rulewright.kernel.errors import SaveError
from rulewright.kernel.history import saves
from tests.host.houses import PATIENCE, house, until

SPIN = """Uses: {uses}
Start: Game

Stat Mark: at least 0

Zone Table: in play, keeps identity

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step move: window actions for the player, one only, no passing
  step spin: if [Mark] > 0: run Spins

structure Spins
  step laps: repeat Spin

structure Spin
  step one: each player: [Mark] += 1

Claim
do: [Mark] += 1

Scene Board
  seats X, O
  X (Mark 0), O (Mark 0)
"""
ENDLESS = (sys.executable, "-c", "import time; time.sleep(1000)")


def saved(uses="nothing"):
    """Gives the save of a game that runs without end after its first answer."""
    save = saves.save(new(books.load(text=[("spin.rules", SPIN.format(uses="nothing"))]), seed=1))
    return json.dumps(save).replace("Uses: nothing", f"Uses: {uses}")


def brought(visitor, uses="nothing"):
    """Imports the game and gives its id."""
    reply = visitor.post("/import", save=saved(uses))
    assert reply.status_code == 303, reply.text
    return reply.headers["location"].removeprefix("/g/")


def forbidden(*_):
    raise AssertionError("the server reads a stranger's rule text")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A server whose own process never makes a book from imported text, except shipped books."""
    carried = books.carried
    shipped = {tuple(map(tuple, books.load(name).text)) for name in ("honey",)}
    monkeypatch.setattr(books, "restore", forbidden)
    monkeypatch.setattr(
        books,
        "carried",
        lambda name, text, *rest: carried(name, text, *rest) if tuple(map(tuple, text)) in shipped else forbidden(),
    )
    with house(tmp_path) as running:
        yield running


def test_a_strangers_game_is_played_in_a_process_of_its_own(place):
    ann = place.browser()
    game = brought(ann)
    assert "Board" in ann.get(f"/g/{game}").text and "Claim" in ann.get(f"/g/{game}/rules").text
    with ann.sit(game, 0) as line:
        assert line.ask("hello") == {"game": game, "role": "seat", "seat": 0, "host": True}
        assert line.asked()["options"] and line.ask("log")["lines"]
        assert ann.get(f"/g/{game}/export").json()["scene"] == "Board"


def test_an_answer_without_end_is_refused_with_a_reason(place):
    ann = place.browser()
    with ann.sit(brought(ann), 0) as line:
        told = line.ask("answer", picks=[line.asked()["options"][0]["id"]])
        assert told["data"]["code"] == "runaway" and "more than 5,000 steps" in told["message"]
        assert line.asked()["options"]


def test_a_strangers_game_that_is_stopped_keeps_its_answers_and_affects_no_other_game(place):
    ann, bea = place.browser(), place.browser()
    strange, honey = brought(ann), bea.begin(book="honey", seat0="person", seat1="person")
    with ann.sit(strange, 0) as line, bea.sit(honey, 0) as one, bea.sit(honey, 1) as other:
        options = line.asked()["options"]
        far = place.relays.far[strange]
        os.kill(far.process.pid, signal.SIGSTOP)  # as long as it thinks it answers nobody
        line.wire.send("{}")
        asked = next(each for each in (one, other) if each.asked())
        assert asked.ask("answer", picks=[asked.asked()["options"][0]["id"]]) == {"n": 1}
        far.process.kill()
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.wire.recv(PATIENCE)
        assert "took too much time or memory" in closed.value.rcvd.reason
    with ann.sit(strange, 0) as line:
        assert line.asked()["options"] == options


def test_a_process_that_takes_too_much_time_is_ended_by_the_system():
    spin = "from rulewright.host import process_limits\nprocess_limits.time(0.2)\nwhile True: pass"
    assert subprocess.run([sys.executable, "-c", spin], timeout=60).returncode == -signal.SIGPROF


def test_a_process_that_takes_too_much_memory_fails():
    hoard = "from rulewright.host import process_limits\nprocess_limits.memory(1 << 29)\nx = bytearray(1 << 30)"
    assert "MemoryError" in subprocess.run([sys.executable, "-c", hoard], capture_output=True, text=True).stderr


def test_due_events_of_a_strangers_game_happen_in_its_process(place):
    ann = place.browser()
    game = brought(ann)
    place.store.write(lambda connection: timers.arm(connection, game, {timers.DUE: 0})).result()
    ann.begin(book="honey", think="1")  # the server looks at all timers when a game with a time limit begins
    until(lambda: game in place.relays.far)


def test_only_so_many_strangers_games_are_open_at_once(place):
    ann = place.browser()
    place.relays.most = 1
    one, other = brought(ann), brought(ann)
    with ann.sit(one, 0):
        reply = ann.get(f"/g/{other}")
        assert reply.status_code == 503 and "too many games" in reply.text
    until(lambda: not place.relays.far[one].visits)
    assert ann.get(f"/g/{other}").status_code == 200


def test_a_game_with_something_due_waits_until_the_process_of_another_has_had_its_time(store, monkeypatch):
    async def play():
        relays = Forwarding(Registry(store), most=1)
        for game in ("one", "other"):
            await relays.wake(game)
        early = list(relays.far)
        monkeypatch.setattr("rulewright.host.forwarding.YOUNG", 0.0)
        await relays.wake("other")
        late = list(relays.far)
        await relays.open("a person's")
        monkeypatch.undo()
        await relays.open("another person's")
        last = list(relays.far)
        await relays.close()
        assert (early, late, last) == (["one"], ["other"], ["another person's"])

    asyncio.run(play())


def test_a_rematch_of_a_strangers_game_is_a_strangers_game(place):
    ann = place.browser()
    with ann.sit(brought(ann), 0) as line:
        line.ask("concede")
        again = line.ask("rematch")["game"]
    with ann.sit(again, 0) as line:
        assert line.asked()["options"]


def test_a_shipped_book_that_is_brought_in_is_played_in_the_server_itself(place):
    ann = place.browser()
    game = ann.begin(book="honey", seat1="person")
    again = ann.post("/import", save=ann.get(f"/g/{game}/export").text).headers["location"].removeprefix("/g/")
    with ann.sit(again, 0) as line:
        assert line.ask("hello")["game"] == again and not place.relays.far


def test_a_game_whose_players_write_rules_is_played_in_a_process_of_its_own(place):
    ann = place.browser()
    game = ann.begin(book="nomic", seat1="person", seat2="person")
    again = ann.post("/import", save=ann.get(f"/g/{game}/export").text).headers["location"].removeprefix("/g/")
    for each in (game, again):
        with ann.sit(each, 0) as line:
            picks = [line.asked()["options"][0]["id"], "Rule 330. Tolls\n  Toll\n  do: gain 1 Points"]
            assert line.ask("answer", picks=picks) == {"n": 1} and each in place.relays.far


def test_a_file_that_takes_too_long_is_given_up(store):
    with pytest.raises(SaveError, match=r"was not read: .* needs more than 0.2 seconds and 2 GiB"):
        workers.bring(saved(), store.path, 10, 0.2, ENDLESS)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("{}", "has no 'book'"), ("{", "is not JSON"), ("[" * 99999, "nested too deeply"), ('"text"', "not an object with")],
    ids=range(4),
)
def test_a_damaged_file_says_what_is_wrong_with_it(store, text, wrong):
    with pytest.raises(SaveError, match=f"not a saved game: it .*{wrong}"):
        workers.bring(text, store.path, 10)


def test_rule_text_in_a_file_reaches_no_other_file(store, tmp_path):
    (tmp_path / "private.rules").write_text("Stat Secret: at least 0\n")
    text = saved(f"{tmp_path}/private.rules")
    assert str(tmp_path) in text
    id = workers.bring(text, store.path, 10).id
    kept = store.read(lambda connection: game_rows.read(connection, id))
    assert [stat.name for stat in kept.game.base.stats][-1] == "Mark"
