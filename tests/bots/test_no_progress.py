"""A game without progress is noticed and reported, and is not played forever."""

from pathlib import Path
from random import Random

import pytest

import rulewright
from rulewright.bots.no_progress import LEVEL, REPEATED, Progress
from rulewright.kernel.game import Game
from rulewright.play.bots import nothing, random_bot
from rulewright.play.playout import MOST, play_out
from tests.cli.runs import run, write
from tests.play.tables import Table

SEESAW = """
Uses: nothing
Start: Game
Stat Points: at least 0
Zone Table: in play
structure Game
  step laps: repeat Lap
structure Lap
  step turns: each player: take a Turn
structure Turn of a player
  step act: window actions for the player, one only, no passing
Rise
Needs: [Points] = 0
do: gain 1 Points
Fall
Needs: [Points] = 1
do: lose 1 Points
Scene Plank
  seats Ann, Bo
  Ann (Points 0), Bo (Points 0)
"""
CLIMB = SEESAW.replace("Fall\nNeeds: [Points] = 1\ndo: lose 1 Points", "").replace("Needs: [Points] = 0\n", "")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores what is saved in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def played(text: str, most: int) -> tuple[Game, Progress]:
    """Lets two bots play at random until the game is stuck."""
    game = Game(rulewright.load(text=text))
    progress = Progress(game)
    play_out(game, [random_bot(1), random_bot(2)], most, stuck=progress.look)
    return game, progress


def test_positions_that_come_again_and_again_are_noticed():
    """Two players who go up and down repeat their positions."""
    game, progress = played(SEESAW, MOST)
    assert progress.why == f"the same positions have come again for {REPEATED} answers"
    assert len(game.done) < 2 * REPEATED


def test_a_game_in_which_points_grow_makes_progress():
    """Positions with more points are new, and a side is better off than before."""
    game, progress = played(CLIMB, REPEATED * 3)
    assert progress.why == ""
    assert len(game.done) > REPEATED * 3


def test_a_side_that_gets_no_further_is_noticed_even_if_positions_are_new():
    """A number grows forever without an advantage for any side."""
    noise = SEESAW.replace("Stat Points", "Stat Noise: at least 0, shared by all\nStat Points")
    noise = noise.replace("do: gain 1 Points", "do: gain 1 Points\n  gain 1 Noise").replace(
        "(Points 0)", "(Points 0, Noise 0)", 1
    )
    game, progress = played(noise, MOST)
    assert progress.why.startswith("no side has been better or worse off than ever before for")
    assert LEVEL < len(game.done) < 2 * LEVEL


def test_bots_that_play_alone_stop_a_game_without_progress_and_say_why(tmp_path):
    """Without a person the game ends when it makes no progress."""
    told = " ".join(run("play", write(tmp_path, SEESAW), "--auto", "--seed", "1").output.split())
    assert f"This game makes no progress: the same positions have come again for {REPEATED} answers. It ends here." in told


def test_a_person_is_told_and_may_go_on():
    """At a table this is said once, and the game goes on."""
    game = Game(rulewright.load(text=SEESAW))
    for number in range(REPEATED):
        game.answer(None, "Rise" if number % 4 < 2 else "Fall")
    table = Table(game, *["1"] * (REPEATED + 10), bots={})
    assert table.play().count("This game makes no progress") == 1


BOOKS = ("tic-tac-toe", "connect-four", "kuhn-poker", "encounter", "honey", "mandarin", "netrunner", "nomic", "riftbound")


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_in_which_everybody_stands_back_ends_or_is_noticed(name: str):
    """Where the rules let all players pass for ever, as in honey and encounter, the bots stop and say why."""
    game = Game(rulewright.load(name), seed=1)
    progress = Progress(game)
    idle = [lambda game, player: nothing(game, player, Random(f"{player}/{game.state.number}"))] * len(game.seats)
    assert play_out(game, idle, stuck=progress.look) is not bool(progress.why)


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_at_random_is_played_to_its_end(name: str):
    """Random players waste many answers, but a game that gets somewhere is never called stuck."""
    game = Game(rulewright.load(name), seed=1)
    progress = Progress(game)
    assert play_out(game, [random_bot(1)] * len(game.seats), stuck=progress.look), progress.why
