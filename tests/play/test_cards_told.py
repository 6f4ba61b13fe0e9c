"""What the players are told in a game of cards with a stack."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.errors import Ambiguous
from rulewright.kernel.game import Game
from rulewright.play import howto, story
from tests.books.honey.test_turns import table
from tests.play.tables import Table


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves what is saved in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def told(game: Game, who: str, *picks: str, viewer: int | None = 0) -> list[str]:
    """Gives answers, and returns the lines that a viewer is told."""
    player = game.seat(who)
    path, rest = game._whole(player, game.state.asked, picks)  # type: ignore[arg-type]
    assert rest is None
    return [line.text for line in story.tell(game, player, path, viewer).lines]


def test_players_win_and_cards_do_not():
    """At the end the winners and losers among the players are told, and nothing about cards."""
    game = table("Ivy's Hand: 3 Clover Patch", "Ivy's Deck: Almanac", "Otto's Deck: Almanac", ivy="5, Honey 14")
    told(game, "Ivy", "Forage")
    told(game, "Otto", "pass")
    lines = told(game, "Ivy", "pass")
    assert [line for line in lines if line.endswith((" wins.", " loses."))] == ["Ivy wins.", "Otto loses."]


def test_a_day_is_told_with_its_number():
    """A round of all players is told with its number, counted from the first answer, also in a game with hidden cards."""
    game = Game(books.load("honey"), "Two hives", seed=12)
    days = [line.text for line in story.opening(game, 0).lines if line.kind == "round"]
    for _ in range(4):
        days += [line for line in told(game, game.seats[game.asking[0]], "pass") if line.startswith("Day")]
    assert days == ["Day 1", "Day 2", "Day 3"]


def raid() -> Game:
    """Sets up a table at which Ivy has a raid in her hand and the next die shows 4."""
    return table("Ivy's Hand: Wasp Raid", otto="5, Honey 7", dice=(4,))


def test_a_card_that_is_played_is_told_with_its_targets():
    """A card on the stack is open: everybody is told who played it and what it targets."""
    for viewer in (0, 1, None):
        assert told(raid(), "Ivy", "Wasp Raid", "Otto", viewer=viewer)[0] == "Ivy: Wasp Raid → Otto"


def test_a_roll_is_told_with_what_it_is_for():
    """A roll during a resolution is told as a comparison of visible numbers, with the result."""
    game = raid()
    for who, *picks in (("Ivy", "Wasp Raid", "Otto"), ("Otto", "pass")):
        told(game, who, *picks)
    lines = told(game, "Ivy", "pass", viewer=None)
    assert lines[:3] == [
        "Ivy passes.",
        "Wasp Raid: resolves.",
        "1d6 + Bees >= 4 + Otto's Bees: 4 + 5 = 9 against 4 + 5 = 9. 9 >= 9? Yes. Success.",
    ]


def test_a_returning_player_is_told_the_missed_answers():
    """A player who comes back is told the same about these answers as a player who was there."""
    game = raid()
    lines = [line for each in (("Ivy", "Wasp Raid", "Otto"), ("Otto", "pass")) for line in told(game, *each, viewer=1)]
    assert [line.text for line in story.recall(game, 1, 1).lines] == lines


def seated(*lines: str) -> str:
    """Lets Ivy type at a table at which Otto passes, and gives what is printed."""
    return Table(raid(), *lines, bots={1: lambda game, player: ("pass",)}).play()


def test_the_last_thing_explained_is_what_resolved():
    """After a pass that let something resolve, `explain` explains the resolution."""
    told = " ".join(seated("wasp raid otto", "pass", "explain").split())
    assert told.count("9 >= 9? Yes. Success.") == 2


def test_the_log_names_cards_and_outcomes():
    """`log` shows the played cards with their targets, and whether the checks succeeded."""
    log = [line.strip() for line in seated("wasp raid otto", "pass", "log").splitlines() if line.strip().startswith(("1 ", "3 "))]
    assert "1 Ivy: Wasp Raid → Otto" in log
    assert any(line.startswith("3 Ivy passes.  Wasp Raid: resolves.  Success.") for line in log)


def test_the_command_why_lists_no_abilities_that_only_a_trigger_causes():
    """`why` lists the cards that cannot be played now, and no abilities that only a trigger causes."""
    game = table("Ivy's Hand: Thorn Hedge, Puff of Smoke")
    told = Table(game, "why", bots={1: lambda game, player: ("pass",)}).play()
    assert "Puff of Smoke is smoke, and can only respond to something on the stack: the stack is empty" in " ".join(told.split())
    assert not any(line.strip().startswith("Prickle:") for line in told.splitlines())


SCALES = """\
Uses: nothing
Start: Match
Stat Weight: at least 0
Zone Field: in play
Zone Shelf: of each player, seen by {seen}
Kind Stone: a card

structure Match
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the actor, one only

Weigh
Target: a card in your Shelf
if: 1d6 >= [Target Weight]
do: tell light
else: tell heavy

Scene Here
  seats Ivy, Otto
  Ivy's Shelf: Stone (Weight 2)
"""


@pytest.mark.parametrize(("seen", "rolled"), [("its owner", "Rolled 1d6: 4."), ("all", "1d6 >= Stone's Weight: 4 against 2.")])
def test_a_sum_is_told_only_if_everybody_sees_what_it_is_compared_with(seen: str, rolled: str):
    """If a roll is compared with something that is not visible to everybody, only the dice are told."""
    text = f"{SCALES.format(seen=seen)}\nZone Deck: of each player, seen by nobody\n"
    game = Game(books.load(text=[("scales.rules", text)]), "Here", dice=[4])
    (line,) = [line for line in told(game, "Ivy", "Weigh", "Stone", viewer=1) if "1d6" in line]
    assert line.startswith(rolled)


def test_cards_that_are_alike_are_one_option_in_words():
    """If two equal cards in a hand fit the words, the first is meant."""
    game = table("Ivy's Hand: 2 Clover Patch, Linden Bloom")
    assert told(game, "Ivy", "clover")[0] == "Ivy: Clover Patch"


def test_cards_that_are_not_alike_must_be_told_apart():
    """Words that fit two different cards are refused with the names of both."""
    game = table("Ivy's Hand: Lavender Row, Linden Bloom")
    with pytest.raises(Ambiguous, match=r"fits .* or "):
        told(game, "Ivy", "l")


def test_the_explanation_of_a_card_includes_its_abilities():
    """A card is explained with the abilities it has in play."""
    lines = howto.lines(books.load("honey"), howto.find(books.load("honey"), "thorn hedge"))
    assert ("Ability", "Prickle") in lines and ("Trigger", "an opponent performs Wasp Raid") in lines
