"""How a structure is told, the name of a window, and things that are taken one by one in an order that somebody chooses."""

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import Bound, bind

PAGE = """
Uses: nothing
Start: Game

Stat Depth, Opened: at least 0

Zone Players: in play
Zone Boxes: in play
Zone Pile: of each player, seen by nobody
Zone Done: seen by all

Kind Box: a card
Mark Swim: what is done in quiet water

structure Game
  step all: each player: take a Dive

structure Dive of a player
  Told: dive of the actor at [Depth] fathoms
  step down: gain 3 Depth
    take a Search
    window swims for the player, called quiet water

structure Search of a player
  Told: search
  step look: each box in Boxes and each of the top 2 cards of your Pile, as the actor chooses: take an Opening

structure Opening of a card
  step open: move the actor to Done

Float (Swim)
do: gain 1 Depth

Red (Box)

Blue (Box)

Green (Box)

Scene Here
  seats Ann, Bo
  Ann's Boxes: Red, Blue
  Ann's Pile: Green, Green, Green
"""


def read(text: str = PAGE) -> Bound:
    return bind([("page.rules", text)], books.finder())


def begun(text: str = PAGE) -> Game:
    bound = read(text)
    assert bound.book is not None, bound.problems
    return Game(bound.book, "Here", seed=1)


def options(game: Game) -> list[str]:
    menu = game.menu("Ann")
    assert menu is not None
    return [menu.words(key) for key in menu]


def test_a_structure_is_told_in_its_own_words_with_its_numbers():
    """Of two nested structures the outer one is told first, then the inner one instead of the outer one's step."""
    assert begun().where() == "Game, step 1 of 1 (all) · dive of Ann at 3 fathoms, search"


def test_a_structure_alone_is_told_with_its_step():
    """If it contains no such structure, its step is told; a window may have its own name."""
    game = begun()
    game.answer("Ann", "the rest as they lie")
    assert game.where().endswith("dive of Ann at 3 fathoms, down · quiet water, Ann")


def test_an_unknown_header_of_a_structure_is_an_error():
    """An unknown header is reported, and so is an undeclared stat."""
    (problem,) = read(PAGE.replace("Told: search", "Said: search")).problems
    assert "this line has no meaning" in problem.message
    (problem,) = read(PAGE.replace("[Depth] fathoms", "[Dept] fathoms")).problems
    assert "[Dept] is not declared" in problem.message


def test_each_is_chosen_before_it_is_taken_and_of_an_unseen_pile_only_the_next():
    """The menu offers two visible boxes, and of three unseen cards only the next."""
    game = begun()
    assert options(game) == ["Red", "Blue", "a card of Ann's Pile", "the rest as they lie"]
    game.answer("Ann", "a card of Ann's Pile")
    assert options(game)[-1] == "the rest as they lie"
    game.answer("Ann", "Red")
    assert options(game) == ["Blue", "a card of Ann's Pile"]
    game.answer("Ann", "a card of Ann's Pile")
    assert [game.state.names[slot] for slot in game.state.zones[-1]] == ["Green", "Red", "Green", "Blue"]


def test_the_rest_can_be_taken_as_they_lie():
    """One answer takes everything that is left, in the order of the table and then of the pile."""
    game = begun()
    game.answer("Ann", "Red")
    game.answer("Ann", "the rest as they lie")
    assert [game.state.names[slot] for slot in game.state.zones[-1]] == ["Red", "Blue", "Green", "Green"]
