"""How an action works, explained from its rule text."""

from pathlib import Path

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.errors import Refused, RuleTextError
from rulewright.kernel.game import Game
from rulewright.language.lower import guides
from rulewright.play import howto
from rulewright.play.bots import greedy_bot
from tests.play.tables import Table, encounter


def said(name: str) -> dict[str, str]:
    return dict(howto.lines(encounter(), howto.find(encounter(), name)))


def test_signs_are_said_in_words():
    """Words replace operators and square brackets."""
    assert howto.worded("[Target Health] -= 1d8 + [Strength]") == "lower the target's Health by 1d8 + the actor's Strength"


def test_an_action_says_its_check_and_its_rule():
    """The explanation has range, target, check, effect and rule."""
    lines = said("strike")
    assert lines["Range"] == "Melee"
    assert lines["Check"] == "1d20 + the actor's Attack is at least the target's Defense"
    assert lines["Rule"].startswith("6.5.1")


def test_a_prerequisite_is_called_a_need():
    """A condition for trying an action is not called a check."""
    assert "Needs" in said("desperate strike")


@pytest.mark.parametrize(
    ("book", "scene", "said"),
    [
        ("encounter", "Lantern Row", ["one cast is left", "20 Rounds have passed (nobody wins)"]),
        ("mandarin", "Two at the river", ["one side is left"]),
        ("honey", "Two hives", []),
    ],
)
def test_the_end_is_said_in_the_words_of_the_scene(book: str, scene: str, said: list[str]):
    """The end of a scene and its winners are told as the scene says them: a game of cards does not mention casts."""
    assert howto.endings(rulewright.load(book), scene) == said


def test_a_beginning_is_enough():
    """A unique beginning of an action's name is enough."""
    assert howto.find(encounter(), "fire").name == "Fireball"


def test_an_unknown_action_is_refused_with_the_nearest():
    """A misspelt name gets the name that was probably meant."""
    with pytest.raises(Refused, match=r"did you mean Fireball"):
        howto.find(encounter(), "firebal1")


@pytest.mark.parametrize("book", books.shipped())
def test_every_shipped_book_teaches_its_goal_and_a_turn_in_five_lines(book: str):
    """Each seat of each scene is told its goal and the parts of a turn, in the book's own words."""
    loaded = rulewright.load(book)
    for scene in loaded.scenes:
        game = Game(loaded, scene, seed=1)
        for player, seat in enumerate(game.seats):
            guide = guides.of(loaded.guides, seat)
            (title, goal), *turn = howto.taught(game, player)
            assert title == "Goal" and goal.startswith(guide.goal[0]) and [text for _, text in turn] == list(guide.turn)
            assert len(guide.goal) == 1 and len(turn) == 4


@pytest.mark.parametrize("book", books.shipped())
def test_help_fits_on_one_screen(book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Help, including what can be done now, fits 80 columns and 24 lines."""
    monkeypatch.chdir(tmp_path)
    game = Game(rulewright.load(book), seed=3)
    bots = {player: greedy_bot(1) for player in range(1, len(game.seats))}
    said = Table(game, "help", bots=bots).play()
    taught = said[said.index(": you play ") :].split("Saved.")[0].rstrip()
    assert len(taught.splitlines()) < 24
    assert "Now     You may `" in taught and "help commands" in " ".join(taught.split())


def test_a_seat_may_have_a_guide_of_its_own():
    """The Corp and the Runner have different goals."""
    game = Game(rulewright.load("netrunner"), seed=1)
    goals = [dict(howto.taught(game, player))["Goal"] for player in (0, 1)]
    assert goals[0].startswith("Score agendas") and goals[1].startswith("Steal agendas")


POND = """
Uses: nothing
Start: Pond
Stat Carp: at least 0
Zone Players: in play

structure Pond
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step bait: gain 1 Carp
  step fishing: window actions for the player, one only

Angle
do: gain 1 Carp

Full Creel (Automatic)
Trigger: [Carp] of a player rises to 5
do: the actor wins the game

Scene Here
  seats Ann, Bo
  ends when: there are no players
"""


def test_a_book_without_a_guide_is_taught_as_far_as_it_can_be_worked_out():
    """The rules contain how to win, what ends the scene, and the steps of a turn."""
    game = Game(rulewright.load(text=POND), seed=1)
    assert howto.taught(game, 0) == [
        ("Goal", "When Carp of a player rises to 5, that player wins the game. It ends when there are no players."),
        ("Turn", "Bait"),
        ("", "Fishing"),
    ]


def test_a_line_that_is_not_part_of_a_guide_is_an_error():
    """The error names the line and the most similar keyword."""
    with pytest.raises(RuleTextError) as error:
        rulewright.load(text=POND + "\nHow to play\n  gaol: catch fish\n")
    assert "'gaol: catch fish' is not a line of How to play" in str(error.value)
    assert error.value.problems[0].nearest == "goal:"


def test_a_later_guide_takes_the_place_of_an_earlier_one():
    """A file that uses a book may replace the book's guide."""
    text = "Uses: honey\nHow to play\n  goal: Have fun.\n"
    assert howto.taught(Game(rulewright.load(text=text), "Two hives", seed=1), 0)[0] == ("Goal", "Have fun.")
