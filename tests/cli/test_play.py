"""`rulewright play` without a terminal: bots play to the end, and the whole game is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import GOOD, run, write
from tests.hygiene.tree import ROOT


def test_without_a_terminal_bots_play_to_the_end():
    """The output has the map, the rounds, every act with its explanation, the winner and the seed."""
    told = run("play", "--seed", "7").output
    assert "Encounter: Duel   seed 7\n" in told
    assert "    1 2 3 4 5 6\n" in told
    assert "── Round 1 ──" in told
    assert "Yes. Hit!" in told.replace("\n      ", " ")
    assert " win! (" in told


def test_the_same_seed_tells_the_same_game():
    """The seed determines the game."""
    assert run("play", "--seed", "5", "--auto").output == run("play", "--seed", "5").output


SULK = """
Sulk
do: [Gold] += 1
then: [Action Points] -= 1

Strategy Sulker
  1. when [Gold] >= 1: pass
  2. Sulk

Scene Corner
  cast Reds: Ada at 1,1 (Health 5, has Sulk)
  cast Blues, run by strategy Sulker: Ben at 9,1 (Health 5, has Sulk)
  ends when: 1 Round has passed; nobody wins
"""


def test_a_strategy_says_what_it_tries(tmp_path: Path):
    """With --trace the tried behaviours stand above the action, each with the reason why it was skipped (EW-33)."""
    file = write(tmp_path, SULK)
    told = run("play", file, "--auto", "--trace", "--seed", "1").output
    tried = "  Sulker:\n    1. when [Gold] >= 1: pass → no: it is not true that Gold (0) >= 1\n    2. Sulk → done\n  Ben: Sulk"
    assert tried in told and "    1. when [Gold] >= 1: pass → the turn ends\n" in told
    assert "Sulker:" not in run("play", file, "--auto", "--seed", "1").output
    assert "add --auto" in run("play", file, "--trace", "--seat", "Ada=me").output


def test_a_game_without_a_seed_says_its_seed():
    """The random seed is printed, so the game can be played again."""
    first = run("play", "--auto").output
    seed = first.split("seed ", 1)[1].split("\n", 1)[0]
    assert run("play", "--auto", "--seed", seed).output == first


def test_a_scene_is_named_in_any_case():
    """A scene can be given by its name or the beginning of it, in any letter case."""
    assert "Encounter: Goblin ford" in run("play", "--scene", "goblin", "--seed", "1").output


def test_an_unknown_scene_is_refused_with_the_nearest_one():
    """The error for a misspelt scene names the most similar one."""
    result = run("play", "--scene", "duell")
    assert (result.exit_code, result.output) == (2, "error: there is no scene 'duell': did you mean 'Duel'?\n")


def test_an_unknown_book_is_refused_with_the_nearest_one():
    """The error for a misspelt book names the most similar one."""
    assert run("play", "encountr").output == "error: there is no book or file 'encountr': did you mean encounter?\n"


def test_a_seat_is_named_by_an_actor():
    """The name of an actor stands for its cast."""
    assert "Raiders (random): Grom" in run("play", "--seat", "grom=random", "--seed", "1").output


def test_a_seat_is_played_by_a_bot_of_a_level():
    """A level, a time or a number of iterations says how well a seat is played."""
    result = run("play", str(ROOT / "benchmarks" / "tictactoe.rules"), "--auto", "--seat", "x=easy", "--seat", "o=10")
    assert "X (easy)" in result.output
    assert "O (10)" in result.output


def test_an_unknown_kind_of_player_is_refused_with_the_kinds_that_exist():
    """The error lists the kinds of player."""
    wrong = run("play", "--seat", "sera=mighty").output
    known = "me, random, bot, easy, normal, strong, a time such as 2s, or a number of iterations"
    assert wrong == f"error: there is no kind of player 'mighty': choose from {known}\n"


def test_a_coach_needs_a_person():
    """If bots play every seat, nobody could read the coach's advice."""
    assert (
        run("play", "--auto", "--coach").output
        == "error: --coach is for people, and no seat of this game is played by a person\n"
    )


def test_an_unknown_seat_is_refused_with_the_nearest_one():
    """The error for a misspelt seat names the most similar one."""
    assert run("play", "--seat", "gorm=me").output == "error: there is no seat or actor 'gorm': did you mean 'Grom'?\n"


def test_a_card_is_not_a_seat():
    """In a game of cards the error lists the players, and no cards that they hold."""
    assert run("play", "honey", "--seat", "all=bot").output == "error: there is no seat or actor 'all': choose from Ivy, Otto\n"


def test_a_seat_that_was_asked_for_is_answered_through_a_pipe(tmp_path: Path):
    """The lines of the input are the answers of the seat; at the end of the input the game is saved."""
    kept = tmp_path / "kept.game"
    command = [sys.executable, "-m", "rulewright", "play", "--seat", "sera=me", "--seed", "7", "--save", str(kept)]
    played = subprocess.run(command, input="pass\n", capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert "Heroes (you)" in played.stdout and "passes." in played.stdout
    assert "Saved. Go on with:" in played.stdout and kept.exists()


def test_bots_for_all_leave_no_seat_for_you():
    """The error says that --auto and a seat of one's own exclude each other."""
    result = run("play", "--auto", "--seat", "sera=me")
    assert (result.exit_code, result.output) == (
        2,
        "error: --auto lets bots play every seat, so Sera cannot be played by a person\n",
    )


def test_a_seat_cannot_be_played_by_two():
    """Two kinds of player for one cast are refused."""
    result = run("play", "--seat", "sera=bot", "--seat", "heroes=random")
    assert result.output == "error: --seat: Heroes cannot be both bot and random\n"


@pytest.mark.parametrize("option", ["--seat", "--reading"])
def test_an_option_without_a_value_is_refused(option: str):
    """The error asks for NAME=VALUE."""
    assert run("play", option, "sera").output == f"error: {option} 'sera': give a name and a value, NAME=VALUE\n"


def test_a_reading_is_chosen():
    """The reading is in force and is saved with the game."""
    assert run("play", "--reading", "dash=all moves", "--seed", "1").exit_code == 0


def test_an_unknown_reading_is_refused_with_the_known_ones():
    """The error lists the readings of the book."""
    result = run("play", "--reading", "dahs=all moves")
    assert (result.exit_code, "the readings of the book: area damage" in result.output) == (2, True)


def test_an_unknown_side_is_refused_with_the_known_ones():
    """The error lists the sides of the reading."""
    result = run("play", "--reading", "dash=no moves")
    assert (result.exit_code, "two moves, all moves" in result.output) == (2, True)


def test_a_finished_game_is_saved_where_asked(tmp_path: Path):
    """The file has the finished game, which can be replayed."""
    told = run("play", "--seed", "7", "--save", tmp_path / "a.json").output
    again = run("replay", tmp_path / "a.json").output
    assert told.split("── Round 1")[1].split("Saved.")[0] == again.split("── Round 1")[1]


def test_a_saved_game_keeps_its_seed(tmp_path: Path):
    """Another seed is refused, because the saved game has its own."""
    run("play", "--seed", "7", "--save", tmp_path / "a.json")
    told = run("play", tmp_path / "a.json", "--seed", "8").output
    assert told == "error: a saved game keeps its own scene, campaign, seed and readings: leave these options out\n"


def test_a_damaged_save_is_reported_in_one_line(tmp_path: Path):
    """The file is not a saved game."""
    result = run("play", write(tmp_path, "{", "a.json"))
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert result.output.startswith("error: not a saved game: ")


def test_a_file_of_rules_is_played(tmp_path: Path):
    """A file is played in a scene of its own, or in a scene of the book that it uses."""
    scene = "\nScene Yard\n  map:\n    . . .\n  cast A: Ann at 1,1 (Health 4)\n  cast B: Bob at 3,1 (Health 4)\n"
    path = write(tmp_path, f"{GOOD}{scene}  ends when: one cast is left\n")
    assert ": Yard   seed 1" in run("play", path, "--seed", "1").output


def test_problems_of_a_file_are_shown_in_their_place(tmp_path: Path):
    """The problem has its line, column and caret, and then one line follows."""
    result = run("play", write(tmp_path, GOOD.replace("Melee", "Mellee")))
    assert (result.exit_code, "^" in result.output) == (2, True)
    assert result.output.splitlines()[-1].startswith("error: the rules cannot be read: ")


def test_a_closed_pipe_is_not_an_error(tmp_path: Path):
    """`rulewright play | head` prints nothing on the error stream."""
    command = f"{sys.executable} -m rulewright play --seed 7 | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", cwd=tmp_path, env=dict(os.environ))
    assert (done.stdout, done.stderr) == ("Encounter: Duel   seed 7\n", "")
