"""Who is asked when, and what the words of an answer refer to: the statements of docs/language.md are played."""

import re

import pytest

from rulewright import books
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from tests.hygiene.tree import ROOT

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
TABLE = re.findall(r"^\| ((?:goes round|in succession)[^|]*?) \| (.+) \|$", PAGE, re.MULTILINE)

CARDS = """Uses: nothing
Start: Game
Priority: {priority}
Stat Luck, It, This, You: at least 0
Zone Players: in play
Zone Hand: of each player
Zone Board: in play
Zone Stack: a stack
Zone Trash: seen by all

Speeds
  | on top  | slow | quick |
  | nothing | yes  | yes   |
  | slow    | no   | yes   |
  | quick   | no   | yes   |

Kind Trick: a card played from Hand, then to Trash
Kind Post: a card played from Hand, then to Board

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step start: do what happens at the start of this Turn
  step main: window actions for each player, until all pass{rule}

Quick (Trick, quick)
do: gain 1 Luck

Post (Post, slow)
do: gain 1 Luck

Watch (Post, quick)
  Eye
  Trigger: {trigger}
  do: it gains 1 It
      this gains 1 This
      you gains 1 You

Scene Table
  seats Ada, Ben, Cy
  Ada's Hand: Quick, Post
  Ben's Hand: Quick
  Cy's Hand: Quick
  {watch}
"""


def table(priority: str = "goes round", rule: str = "", trigger: str = "a Turn begins", watch: str = "") -> Game:
    """Begins Ada's turn at a table of three."""
    text = CARDS.format(priority=priority, rule=rule, trigger=trigger, watch=watch)
    return Game(books.load(text=[("table.rules", text)]), "Table", seed=1)


def asked(game: Game) -> str:
    """Names the player who is asked."""
    return game.seats[game.asking[0]]


def plays(game: Game, who: str) -> None:
    """Lets everybody pass until the given player is asked, who then plays."""
    while asked(game) != who:
        game.answer(None, "pass")
    game.answer(who, "quick")


def passing(game: Game) -> str:
    """Lets all pass until something resolves or the turn ends; gives their names in order."""
    waiting, turn, names = len(stacks.waiting(game.machine)), game.book.active(game.machine), []
    while (len(stacks.waiting(game.machine)), game.book.active(game.machine)) == (waiting, turn):
        names.append(asked(game))
        game.answer(None, "pass")
    return ", ".join(names)


def row(game: Game) -> list[str]:
    """Lets Ada play, Ben respond and Cy respond to Ben; gives the row of the table."""
    plays(game, "Ada")
    cells = [asked(game)]
    plays(game, "Ben")
    plays(game, "Cy")
    return [*cells, *(passing(game) for _ in range(4))]


def test_every_way_of_priority_is_in_the_table():
    """The table has the two ways and each optional part that follows a comma."""
    assert [priority for priority, _ in TABLE] == [
        "goes round",
        *(
            "in succession" + more
            for more in ("", ", who acts passes it on", ", a resolution gives it on", ", the newest gives it")
        ),
    ]


@pytest.mark.parametrize(("priority", "cells"), TABLE)
def test_players_are_asked_as_the_table_in_the_guide_says(priority: str, cells: str):
    """After an act, a pass and a resolution, and while nothing waits, the same player is asked as the guide says."""
    assert row(table(priority)) == cells.split(" | ")


@pytest.mark.parametrize(
    ("rule", "last"),
    [
        ("the first player's while nothing waits", "Ada"),
        ("goes on when nothing waits any more", "Ben, Cy, Ada"),
        ("any number", "Ada, Ben, Cy"),
    ],
)
def test_a_rule_of_a_window_changes_only_who_is_asked_while_nothing_waits(rule: str, last: str):
    """While something waits, priority moves as usual; while nothing waits, the rule of the window says who is asked."""
    assert row(table("in succession", f", {rule}")) == [*row(table("in succession"))[:4], last]


@pytest.mark.parametrize(
    ("trigger", "it"),
    [
        ("an opponent performs Post", "Ada"),
        ("[Luck] of a player rises to 1", "Ada"),
        ("a post goes to Board", "Post"),
        ("your Turn ends", "Ben"),
    ],
)
def test_the_words_it_this_and_you_refer_to_subject_card_and_player(trigger: str, it: str):
    """`it` is the subject of the trigger, `this` the card with the ability, `you` its player."""
    game = table(trigger=trigger, watch="Ben's Board: Watch")
    game.answer("Ada", "post")
    while game.state.number < 12:
        game.answer(None, "pass")
    assert [gained(game, stat) for stat in ("It", "This", "You")] == [[it], ["Watch"], ["Ben"]]


VISITS = """Uses: nothing
Start: Game
Stat Luck: at least 0
Zone Players: in play

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step visits: {visits}
  step act: window actions for {whom}, one only

structure Visit of a player
  step guest: window actions for {whom}, one only

Wait
do: gain 1 Luck

Scene Table
  seats Ada, Ben, Cy
"""


@pytest.mark.parametrize("whom", ["the player", "that player", "you"])
@pytest.mark.parametrize(
    ("visits", "said"),
    [
        ("each opponent: take a Visit", "Ben Cy Ada Cy Ada Ben"),
        ("take a Meeting\n\nstructure Meeting\n  step guests: each player: take a Visit", "Ada Ben Cy Ada Ben Cy"),
    ],
)
def test_a_window_for_the_player_is_for_whom_its_structure_is_of(visits: str, said: str, whom: str):
    """In a structure of a player whose turn it is not, this player is asked, and acts."""
    text = VISITS.format(visits=visits, whom=whom)
    game = Game(books.load(text=[("visits.rules", text)]), "Table", seed=1)
    found = []
    for _ in range(6):
        found.append(asked(game))
        game.answer(None, "Wait")
    assert " ".join(found) == said


def gained(game: Game, stat: str) -> list[str]:
    """Names everything that has some of a stat."""
    cell, number = game.state.cell, game.book.stat(stat)
    return [game.book.name_of(game.state, slot) for slot in range(len(game.state.places)) if cell(slot, number)]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("by [Lukc]", "there is no stat 'lukc'"),
        ("by [Luck], lowest first", "'lowest first' is not an order"),
        ("Luck", "'Luck' is not an order"),
    ],
)
def test_an_order_that_would_have_no_effect_is_an_error(order: str, said: str):
    """The error names the wrong `Order:`; without it players take turns as they sit, or the other way round."""
    text = VISITS.format(visits="tell waits", whom="the player")
    assert (
        check([("visits.rules", f"{text}".replace("Start: Game", f"Start: Game\nOrder: {order}"))], books.finder())
        .problems[0]
        .message
        == said
    )


def test_seated_players_take_their_turns_in_the_order_of_the_book():
    """`each player` follows the stat in `Order:`, highest first, not the seats."""
    text = VISITS.format(visits="tell waits", whom="the player") + "  Ada (Luck 1), Ben (Luck 9), Cy (Luck 5)\n"
    game = Game(books.load(text=[("visits.rules", text.replace("Start: Game", "Start: Game\nOrder: by [Luck]"))]), "Table")
    found = []
    for _ in range(3):
        found.append(asked(game))
        game.answer(None, "pass")
    assert found == ["Ben", "Cy", "Ada"]
