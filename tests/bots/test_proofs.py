"""The commands that play the published matches: they continue after an interruption, and their names exist."""

import json

import pytest

import rulewright
from benchmarks import balance, seat_balance
from rulewright import bots
from tests.bots import proofs


def test_proofs_continue_where_they_were_interrupted(tmp_path, capsys):
    """Games in the file are not played again, except an incomplete line, and the table counts all games."""
    file = tmp_path / "proofs.jsonl"
    proofs.main(["tic-tac-toe: easy", "--bot", "random", "--games", "2", "--save", str(file)])
    first = file.read_text()
    file.write_text(first + '{"part": "tic')
    proofs.main(["tic-tac-toe: easy", "--bot", "random", "--games", "3", "--save", str(file)])
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert file.read_text().startswith(first)
    assert [(row["game"], row["seat"]) for row in rows] == [(0, 0), (1, 1), (2, 0)]
    assert "| tic-tac-toe: random against random | " in capsys.readouterr().out


@pytest.mark.parametrize("part", proofs.parts(), ids=lambda part: part.name)
def test_proofs_can_be_set_up(part: proofs.Part):
    """Every scene and every player in the list exists."""
    assert part.scene in ("", *rulewright.load(part.book).scenes)
    assert callable(proofs.rival(part.rival, 0)) and callable(bots.bot(part.bot))


def test_a_level_plays_every_seat_of_a_scene(tmp_path, capsys):
    """The table counts the wins of each side; if a seat wins too few games, the status says so."""
    file = tmp_path / "seats.jsonl"
    given = ["--bot", "random", "--book", "tic-tac-toe", "--seeds", "4", "--save", str(file)]
    status = balance.main(given)
    told = capsys.readouterr().out
    assert "| tic-tac-toe, Nine squares: random | 4 | X " in told
    assert (status == 1) is ("aim missed" in told)


def test_a_scene_in_which_one_side_wins_too_often_is_reported():
    """If one side has won all games, the shares of both sides are out of bounds."""
    scene = seat_balance.SeatSeries("honey", "Two hives", "easy", 10)
    rows = [{"part": scene.name, "game": n, "won": ["Ivy"], "answers": 9} for n in range(10)]
    assert [miss.split(": ")[2] for miss in seat_balance.misses(rows, [scene])] == [
        "Ivy won 10 of 10, the aim is 35% to 65%",
        "Otto won 0 of 10, the aim is 35% to 65%",
    ]


def test_a_game_of_a_campaign_begins_with_its_first_scene():
    """The result of a try is where it stopped, or that the whole campaign was won."""
    row = seat_balance.SeatSeries("encounter", "Home before dark", "random", 1, campaign=True).play(0)
    assert row["won"][0].startswith(("stopped in ", "the whole campaign"))
