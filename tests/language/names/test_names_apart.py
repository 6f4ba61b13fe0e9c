"""Names in a rule text never collide with names inside the engine, its caches or its generated code."""

from dataclasses import fields
from typing import Any

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.book import Book, kernel_procedures
from rulewright.kernel.game import Game
from rulewright.kernel.state.caches import BookCaches, Memo, ZoneCache
from rulewright.language.check.checking import check
from rulewright.play.story import tell
from tests.books.netrunner import play as netrunner

TRICKS = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Heap: seen by all
Kind Trick: a card played from Hand, then to Heap
Reading potential: asked, not asked
  rule: T-1

Pilfer (Trick)
do: gain 1 Coins

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only

Seek
do: choose a card in your Hand
    put the chosen card into Heap

Dig
do: choose a card in your Deck
    put the chosen card into Heap

Scene Board
  seats Ann, Bo
  Ann (Coins 1), Bo (Coins 1)
  Ann's Hand: Pilfer
  Ann's Deck: Pilfer
"""

CLAIMS = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Zone Table: in play, keeps identity

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step move: window actions for the player, one only

{name}
Needs: [Coins] < 9
if: [Coins] >= 0
do: gain 2 Coins
else: gain 7 Coins

Scene Board
  seats Ann, Bo
  Ann (Coins 1), Bo (Coins 1)
"""

TABLES = [*(each.name for each in fields(BookCaches)), *ZoneCache.__slots__, *Memo.__slots__]
# What was once a key beside the names of rules, or is a name of the engine's own.
WORDS = ["open", "off", "kept", "scene", "asked", "holds", "eyes", "menu", "offers", "keeps count", "Claim/do", "Claim@1"]
OWN = [procedure.name for procedure in kernel_procedures()]
NAMES = dict.fromkeys([*WORDS, *TABLES, *OWN, "settle", "Lap", "Turn"])


def loaded(text: str) -> Book:
    return rulewright.load(text=text)


def offered(game: Game) -> list[str]:
    menu = game.menu(None)
    assert menu is not None
    return [menu.words(key) for key in menu]


def test_two_actions_that_choose_from_two_hidden_zones_are_both_offered():
    """A filter that was made for one set of cards is not used for another."""
    assert offered(Game(loaded(TRICKS), "Board", seed=1)) == ["Seek", "Dig", "Pilfer", "pass"]


@pytest.mark.parametrize("name", NAMES)
def test_an_action_may_have_any_name(name: str):
    """The action is offered, has its effect, is reported, and comes again in the next lap, whatever its name."""
    game = Game(loaded(CLAIMS.format(name=name)), "Board", seed=1)
    told = [tell(game, player, (name,)) for player in (0, 1, 0)]
    coins = game.book.stat("Coins")
    assert [game.state.cell(game.state.names.index(who), coins) for who in ("Ann", "Bo")] == [5, 3]
    assert all(any(name in line.text for line in each.lines) for each in told)
    assert offered(game) == [name, "pass"] and game.where().startswith("Game")


@pytest.mark.parametrize("name", [*OWN, "settle"])
def test_a_structure_is_not_called_as_the_engine_calls_its_own(name: str):
    """Such a text is refused with a reason, because structures are identified by their names."""
    report = check([("claims.rules", CLAIMS.format(name="Claim").replace("Lap", name))], lambda used: ())
    assert [problem.message.partition(":")[0] for problem in report.problems] == [f"a structure cannot be called {name!r}"]


def test_an_action_called_open_leaves_what_lies_face_down_as_it_is():
    """Its name is not confused with the list of visible stats of face-down cards."""
    lines = "Corp's Servers at R&D: Lock Keeper (face down)"
    game = netrunner.position("Runner", lines, rules="open\nFor: Runner\nCost: 1 Clicks\ndo: gain 1 Credits")
    netrunner.does(game, "Runner", "open")
    netrunner.does(game, "Runner", "open")
    assert netrunner.stat(game, "Runner", "Credits") == 11


def keys_of(book: Book) -> dict[str, list[Any]]:
    """Gives the keys of each table of a book's caches."""
    tables = {each.name: getattr(book.caches, each.name) for each in fields(BookCaches)}
    return {name: list(getattr(table, "store", table) or ()) for name, table in tables.items()}


def test_a_zone_may_be_called_map():
    """After `Map:` come the cards that lie there; below `map:` come the rows of a map."""
    drawn = (
        "  map:\n    . . X\n  tiles: X wall\n  seats Ann, Bo\n  Ann at 2,1, Bo at 1,1\n  Map: 2 Pilfer\n  Ann's Hand: Pilfer\n"
    )
    text = TRICKS.replace("Heap", "Map") + f"\nExample: laid\n{drawn}  Ann: Pilfer\n  expect Ann at 2,1, 3 cards in Map\n"
    assert check([("t.rules", text)], books.finder(), None).lines() == []


@pytest.mark.parametrize(
    ("line", "said"), [("map: . . .", "is not a line of a scene"), ("Map: Pilfer\n    Seek", "this line has no meaning")]
)
def test_text_after_or_below_a_map_line_is_an_error(line: str, said: str):
    """If no zone has this name, nothing may follow `map:`; if one has it, nothing may stand below the cards."""
    text = TRICKS if "." in line else TRICKS.replace("Heap", "Map")
    assert said in "\n".join(check([("t.rules", f"{text}  {line}\n")], books.finder(), None).lines())


@pytest.mark.parametrize("name", ["Tiles", "Marks", "Features", "Teams"])
def test_a_zone_of_nobodys_is_not_called_like_a_line_of_a_scene(name: str):
    """A scene could not say what lies there; a zone of each player has the player's name before it."""
    (problem, *_) = check([("t.rules", TRICKS.replace("Heap", name))], books.finder(), None).problems
    assert problem.message.startswith(f"a zone that is nobody's cannot be called '{name}'")
    assert not check([("t.rules", TRICKS.replace("Hand", name))], books.finder(), None).problems


@pytest.mark.parametrize("name", ["Mapmaker", "Marksman", "Tilesetter"])
def test_an_actor_whose_name_begins_like_a_line_of_a_scene_acts(name: str):
    """A line of an example that begins with this name is the actor's act."""
    text = f"Rest Here\ndo: gain 1 Gold\n\nExample: at rest\n  {name} (Gold 1)\n  {name}: Rest Here\n  expect {name} Gold 2\n"
    assert check([("t.rules", text)], books.finder(), "encounter").ok()
