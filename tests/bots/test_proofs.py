"""The commands that play the published matches: they continue after an interruption, and their names exist."""

import json

import pytest

import rulewright
from benchmarks import balance, job_lines, seat_balance
from rulewright.bots.native_search import NativeSearch
from rulewright.kernel.game import Game
from tests.bots import level_times, proofs
from tests.bots.seeing import SeeingSearch


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
    assert callable(proofs.player(part.rival, 0)) and callable(proofs.player(part.bot, 0))


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


@pytest.mark.parametrize(("games", "ivy", "clear"), [(60, 30, True), (20, 10, False), (12, 12, True), (11, 11, False)])
def test_a_result_is_clear_when_its_interval_lies_inside_or_outside_the_aim(games: int, ivy: int, clear: bool):
    """30 of 60 is surely even enough and 12 of 12 surely not; 10 of 20 may be either, and 11 games are never enough."""
    scene = seat_balance.SeatSeries("honey", "Two hives", "easy", 100)
    rows = [{"part": scene.name, "game": n, "won": ["Ivy" if n < ivy else "Otto"], "answers": 9} for n in range(games)]
    assert seat_balance.clear(scene, rows) is clear


@pytest.mark.parametrize("cores", [1, 2])
def test_no_game_is_played_of_a_series_that_is_clear(cores: int):
    """After the fourth game of the first series no further one of it is begun; the second is played to its end."""
    chosen = [seat_balance.SeatSeries("tic-tac-toe", "Nine squares", bot, 9) for bot in ("random", "bot")]
    rows = job_lines.run(chosen, None, cores, float("inf"), lambda each, rows: each.bot == "random" and len(rows) >= 4)
    played = [sum(row["part"] == each.name for row in rows) for each in chosen]
    assert 4 <= played[0] < 4 + cores and played[1] == 9


def test_a_game_of_a_campaign_begins_with_its_first_scene():
    """The result of a try is where it stopped, or that the whole campaign was won."""
    row = seat_balance.SeatSeries("encounter", "Home before dark", "random", 1, campaign=True).play(0)
    assert row["won"][0].startswith(("stopped in ", "the whole campaign"))


def test_the_times_of_levels_are_measured_at_questions_with_a_choice(capsys):
    """Each level has its least and its most seconds; a game that is over before that question has none."""
    level_times.main(["tic-tac-toe", "kuhn-poker", "--levels", "random,5", "--at", "1,3"])
    header, _, squares, cards = (line.split(" | ") for line in capsys.readouterr().out.splitlines())
    assert header == ["| book", "random", "5", "practice |"]
    assert [len(cell.split("–")) for cell in squares[1:3]] == [2, 2]
    assert [float(cell.split("–")[0]) > 0 for cell in squares[2:3]] == [True]
    assert cards[0] == "| kuhn-poker"


def test_a_game_that_is_over_has_no_question_to_measure():
    """No seconds are given for it."""
    assert level_times.line("tic-tac-toe", ["random"], [9]).split(" | ")[1] == "–"


def held(game: Game, player: int) -> tuple[str, ...]:
    """Names the cards in a hand."""
    zone = next(n for n, each in enumerate(game.book.zones) if each.name == "Hand")
    return tuple(sorted(game.state.names[slot] for slot in game.state.zones[game.state.owned(zone, player)]))


def test_a_bot_that_sees_every_card_imagines_the_real_hands():
    """An honest search deals the other hand anew in each game that it imagines."""
    game = Game(rulewright.load("honey"), seed=3)
    mine = game.asking[0]
    seeing, honest = (kind(game, mine, "1", 1).worlds for kind in (SeeingSearch, NativeSearch))
    assert {held(world, 1 - mine) for world in seeing} == {held(game, 1 - mine)}
    assert len({held(world, 1 - mine) for world in honest}) > 1


def test_a_bot_that_sees_every_card_takes_part_under_its_own_name():
    """`seeing` and a level is a player of the matches, and its answers are complete."""
    row = proofs.Part("honey", "seeing 4", "random", 0.9).play(0)
    assert (row["part"], row["over"]) == ("honey: seeing 4 against random", True)
