"""Games with rule text that anybody may have written: read in a process with bounds, and never in anybody's way."""

import asyncio
import json
import sys

import pytest

from rulewright import books, new
from rulewright.host import workers
from rulewright.host.hall import Hall
from rulewright.host.seating import PERSON, Chair
from rulewright.host.store import Store
from rulewright.kernel.errors import SaveError
from rulewright.kernel.history import saves
from tests.host.houses import house
from tests.host.rooms import ask, first, settled, socket

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
    """Gives the save of a game that runs away with its first answer."""
    save = saves.save(new(books.load(text=[("spin.rules", SPIN.format(uses="nothing"))]), seed=1))
    return json.dumps(save).replace("Uses: nothing", f"Uses: {uses}")


def test_a_game_that_runs_away_refuses_the_answer_and_stops_no_other(tmp_path):
    async def play() -> None:
        store = Store(tmp_path / "games.sqlite")
        hall = Hall(store)
        chairs = [Chair(seat, PERSON, "") for seat in range(2)]
        strange = await hall.room((await hall.take_in(workers.read(saved()), chairs, title="Spin")).id)
        seat, picks = first(strange)
        told = await ask(socket(hall, strange, seat), "answer", picks=picks)
        await settled()
        assert told["data"]["code"] == "runaway" and "more than 5,000 steps" in told["message"]
        assert len(strange.game.done) == 1 and "asked" in await ask(socket(hall, strange, seat), "asking")
        store.close()

    asyncio.run(play())


def test_a_file_that_takes_too_long_is_given_up():
    with pytest.raises(SaveError, match=r"was not read: .* needs more than 0.2 seconds and 2 GiB"):
        workers.read(saved(), 0.2, ENDLESS)


def test_a_damaged_file_says_what_is_wrong_with_it():
    with pytest.raises(SaveError, match="not a saved game"):
        workers.read("{}")


def test_rule_text_in_a_file_reaches_no_other_file(tmp_path):
    (tmp_path / "private.rules").write_text("Stat Secret: at least 0\n")
    text = saved(f"{tmp_path}/private.rules")
    assert str(tmp_path) in text
    assert [stat.name for stat in workers.read(text).base.stats][-1] == "Mark"


def test_the_server_itself_never_reads_a_file_that_was_sent(tmp_path, monkeypatch):
    monkeypatch.setattr(books, "restore", lambda text: 1 / 0)
    with house(tmp_path) as place:
        reply = place.browser().post("/import", save=saved())
        assert reply.status_code == 303 and reply.headers["location"].startswith("/g/")
