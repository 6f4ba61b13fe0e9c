"""Tournaments between bots: every seat in turn, fixed seeds, intervals, ratings, and interruptions without loss."""

import multiprocessing
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Generator
from pathlib import Path

import pytest

import rulewright
from rulewright.bots import standings, tournaments
from rulewright.bots.standings import TournamentGame
from rulewright.bots.tournaments import Tournament
from rulewright.cli import tournament_command
from rulewright.kernel.errors import Refused
from tests.cli.runs import run
from tests.hygiene.tree import ROOT

FILE = str(ROOT / "benchmarks" / "tictactoe.rules")
BOARD = rulewright.load(FILE)


def results(*scores: float) -> list[TournamentGame]:
    """Gives games between two bots in which the first has scored so much, the seats in turn."""
    found = []
    for number, score in enumerate(scores):
        lineup = (0, 1) if number % 2 == 0 else (1, 0)
        won = () if score == 0.5 else (lineup.index(0 if score else 1),)
        found.append(TournamentGame(number, number // 2, lineup, won, 9, "over", (0.5, 0.1), (5, 4)))
    return found


def test_every_pair_plays_both_seats_with_the_same_seed():
    """With three bots, each pair plays from both seats before the seed changes."""
    lineups = Tournament(BOARD, "Board", ("easy", "bot", "random"), 6).lineups()
    assert lineups == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


def test_at_a_larger_table_every_bot_comes_to_every_seat():
    """The bots move on by one seat from game to game."""
    chairs = Tournament(rulewright.load("nomic"), "Three chairs", ("bot", "random"), 2)
    assert chairs.lineups() == [(0, 1, 0), (1, 0, 1)]


def test_the_same_seeds_give_the_same_games():
    """Only their durations differ."""
    made = Tournament(BOARD, "Board", ("10", "random"), 4, seed=3)
    one, other = ([game._replace(seconds=()) for game in tournaments.run(made, range(4), cores)] for cores in (1, 2))
    assert sorted(other) == one


def test_a_search_beats_random_play():
    """Even a short one wins most games of tic-tac-toe."""
    made = Tournament(BOARD, "Board", ("easy", "random"), 10)
    found = standings.standings(made.names, list(tournaments.run(made, range(10))))
    assert (found[0].name, found[0].score >= 0.8) == ("easy", True)


def test_the_interval_is_that_of_wilson():
    """For 8 of 10 it is 49 % to 94 %; after no game nothing is certain."""
    low, high = standings.wilson(0.8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert standings.wilson(0.0, 0) == (0.0, 1.0)


def test_three_in_four_points_are_191_points_of_elo():
    """The ratings of two bots differ by as much as their results say."""
    first, second = standings.standings(("a", "b"), results(1, 1, 1, 0))
    assert round(first.elo - second.elo) == 191
    assert (first.won, first.lost, second.won) == (3, 1, 1)


def test_a_draw_counts_half():
    """For each player a game that nobody wins counts as half a point."""
    first, second = standings.standings(("a", "b"), results(0.5, 0.5))
    assert (first.score, first.drawn, round(first.elo)) == (second.score, 2, 0) == (0.5, 2, 0)


def test_a_bot_that_wins_every_game_has_a_finite_rating():
    """A bot that never lost has a better rating, but a finite one."""
    first, second = standings.standings(("a", "b"), results(1, 1, 1, 1))
    assert 0 < first.elo - second.elo < 1000


@pytest.mark.parametrize(("bots", "words"), [(("easy",), "at least two bots"), (("easy", "mighty"), "there is no bot 'mighty'")])
def test_a_tournament_that_cannot_be_played_is_refused(bots, words):
    """Before anything is played, the refusal says what is missing."""
    with pytest.raises(Refused, match=words):
        Tournament(BOARD, "Board", bots, 4).check()


def test_the_command_prints_a_table_and_draws_it(tmp_path: Path):
    """It has the results with intervals and Elo, the wins of each seat, and an SVG."""
    drawing = tmp_path / "out.svg"
    told = run("tournament", FILE, "--bots", "easy,random", "--games", "4", "--svg", str(drawing)).output
    assert "Board, 4 games, seeds from 0" in told
    assert "ms an answer" in told
    assert "won by seat: X " in told
    texts = [node.text for node in ElementTree.fromstring(drawing.read_text(encoding="utf-8")).iter() if node.text]
    assert "easy" in texts and "random" in texts


def test_an_interruption_keeps_what_was_played(tmp_path: Path, monkeypatch):
    """Ctrl-C prints the games so far; the same command plays the rest."""
    kept, play = tmp_path / "games.jsonl", Tournament.play

    def interrupted(self: Tournament, number: int) -> TournamentGame:
        if number == 2:
            raise KeyboardInterrupt
        return play(self, number)

    monkeypatch.setattr(Tournament, "play", interrupted)
    words = ("tournament", FILE, "--bots", "5,random", "--games", "4", "--save", str(kept))
    first = run(*words)
    assert (first.exit_code, "interrupted after 2 of 4 games" in first.output) == (130, True)
    monkeypatch.setattr(Tournament, "play", play)
    assert "Board, 4 games" in run(*words).output
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 5


def test_an_interruption_on_several_cores_does_not_wait_for_games_in_progress(monkeypatch):
    """When nobody wants further games, the processes that still play are ended at once."""
    play, (never, keeps_it_open) = Tournament.play, os.pipe()

    def endless(self: Tournament, number: int) -> TournamentGame:
        if number:
            os.read(never, 1)
        return play(self, number)

    monkeypatch.setattr(Tournament, "play", endless)
    others = set(multiprocessing.active_children())
    games = tournaments.run(Tournament(BOARD, "Board", ("5", "random"), 4), range(4), 2)
    assert isinstance(games, Generator) and next(games).number == 0
    games.close()
    assert set(multiprocessing.active_children()) <= others
    os.close(never), os.close(keeps_it_open)


def test_games_of_another_tournament_are_refused(tmp_path: Path):
    """No game is added to a file with other games."""
    kept = tmp_path / "games.jsonl"
    run("tournament", FILE, "--bots", "5,random", "--games", "1", "--save", str(kept))
    wrong = run("tournament", FILE, "--bots", "6,random", "--games", "1", "--save", str(kept))
    assert (wrong.exit_code, "contains another tournament (it differs in bots)" in wrong.output) == (2, True)


def test_a_game_without_progress_is_reported_as_drawn():
    """The standings count it as half a point, and the page says so."""
    stuck = [game._replace(ended="nowhere", won=()) for game in results(1, 1)]
    assert tournaments.ends(stuck) == "2 made no progress"
    assert tournament_command.seats(Tournament(BOARD, "Board", ("a", "b"), 2), stuck)[0].startswith("won by seat: X 0")
