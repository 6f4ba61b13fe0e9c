"""Bots search on the native machine: each pick is a decision, numbers are searched for, and Python serves the rest."""

from dataclasses import replace

import pytest

import rulewright
from rulewright import bots
from rulewright.bots import native_search, weights
from rulewright.bots.native_search import NativeSearch
from rulewright.bots.searching import Limit
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine

pytestmark = pytest.mark.usefixtures("native")

BETS = """\
Uses: nothing
Start: Game

Stat Gold: at least 0

Zone Players: in play

structure Game
  step turns: each player: take a Turn

structure Turn of a player
  step move: window actions for the player, one only, no passing

Bet
do: choose X from 1 to 5, to bet
    if X = 3: the actor wins the game
    else: the actor loses the game

Scene Bets
  seats Ann, Bo
  Ann (Gold 1), Bo (Gold 1)
"""
NEARLY = """\
Uses: honey

Scene Nearly full
  seats Ivy, Otto
  Ivy (Bees 5, Honey 13, Hours 3), Otto (Bees 5, Honey 12, Hours 3)
  Ivy's Hand: Clover Patch, Thorn Hedge, Swarm Season
  Otto's Hand: Clover Patch, Night Visit, Marten
  Ivy's Deck: 3 Clover Patch, 3 Wasp Raid
  Otto's Deck: 3 Clover Patch, 3 Wasp Raid
"""


def read(text: str, scene: str) -> Game:
    """Begins a scene of a text."""
    return Game(rulewright.load(text=text), scene, seed=2)


def test_a_number_is_searched_for():
    """Of the numbers that may be chosen, it takes the one with which it wins."""
    game = read(BETS, "Bets")
    game.answer("Ann", "Bet")
    search = NativeSearch(game, 0, "1", 1)
    assert search.run(Limit(100))
    assert next(each.path for each in search.tried()) == (3,)
    assert bots.think(game, 0, Limit(100)).path == (3,)


def test_a_card_that_wins_is_played():
    """Among cards that the other seat does not see, it plays the one that completes the combs."""
    game = read(NEARLY, "Nearly full")
    while "Clover Patch" not in str(game.menu("Ivy")):
        game.answer(game.asking[0], "pass")
    advice = bots.think(game, 0, Limit(300))
    assert "Clover Patch" in str(advice.path)
    assert advice.line[0].seat == 0


def test_python_searches_without_the_machine(monkeypatch: pytest.MonkeyPatch):
    """The number that wins is found in Python too, with the iterations of a slower machine."""
    monkeypatch.setenv(c_machine.SWITCH, "0")
    game = read(BETS, "Bets")
    game.answer("Ann", "Bet")
    advice = bots.think(game, 0, bots.limit("normal"))
    assert (advice.path, advice.iterations <= 150) == ((3,), True)


def test_games_that_take_the_machine_long_are_rated(monkeypatch: pytest.MonkeyPatch):
    """Where a game takes more work than the bound, its positions are rated; Python serves what takes more even so."""
    game = Game(rulewright.load("honey"), seed=2)
    search = NativeSearch(game, game.asking[0], "1", 1)
    assert search.run(Limit(20))
    monkeypatch.setattr(native_search, "HEAVY", search.effort // 2)
    rated = NativeSearch(game, game.asking[0], "1", 1)
    assert rated.run(Limit(20))
    assert rated.effort < search.effort // 2
    monkeypatch.setattr(native_search, "HEAVY", 1)
    assert not NativeSearch(game, game.asking[0], "1", 1).run(Limit(20))


def test_the_machine_gets_more_room_when_it_lacks_some(monkeypatch: pytest.MonkeyPatch):
    """A search whose games do not fit begins again with larger blocks."""
    game = read(NEARLY, "Nearly full")
    search = NativeSearch(game, game.asking[0], "1", 1)
    rooms = {world.native().room for world in search.worlds}  # type: ignore[union-attr]
    monkeypatch.setattr(native_search, "SOME", -1.0)
    assert not search.run(Limit(4))
    assert {world.native().room for world in search.worlds} != rooms  # type: ignore[union-attr]


@pytest.mark.parametrize("bad", [([], 0), ([1], 0)])
def test_a_search_needs_blocks(bad: tuple[list[object], int], native):
    """Something else in their place is refused."""
    blocks, seat = bad
    with pytest.raises(ValueError, match="a search needs blocks of one program"):
        native.Search(blocks, 1, seat, 0.7, 100, False, 1, bytes(16), b"", 2, b"", b"", b"")


MINE = """\
Uses: nothing
Start: Game

Stat Gold, Dust: at least 0

Zone Players: in play

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step move: window actions for the player, one only, no passing
  step end: if [Gold] >= 20: the actor wins the game

Dig
do: gain 1d3 Gold

Sweep
do: gain 1d3 Dust

Scene Mine
  seats Ann, Bo
  Ann (Gold 0), Bo (Gold 0)
"""


def weighed(game: Game) -> dict[str, float]:
    """Gives how much a point of each stat weighs after practice, by its name."""
    known = weights.learned(game)
    assert known is not None
    having, row = (c_machine.numbers()[name] for name in ("WEIGH_HAVING", "WEIGH_ROW"))
    rows = zip(known.rows[::row], known.rows[1::row], known.weights, strict=True)
    return {game.book.stats[what].name: weight for how, what, weight in rows if how == having}


def test_practice_finds_out_which_stat_wins():
    """The stat of which twenty win weighs more than the one that is good for nothing, and tells who wins."""
    game = read(MINE, "Mine")
    found = weighed(game)
    assert found["Gold"] > 4 * abs(found["Dust"])
    assert weights.learned(game).skill > 0.2
    assert bots.think(game, 0, Limit(1000)).path[0][0] == "Dig"


def test_practice_gives_the_same_weights_again():
    """They depend on the scene alone, and not on the game or on the room that other games needed."""
    one, other = (Game(rulewright.load("honey"), seed=seed) for seed in (1, 2))
    other.book.caches.weights.clear()
    before = weights.learned(other)
    one.book.caches.weights.clear()
    native = one.native()
    assert native is not None
    assert native.enlarge(one)
    assert weights.learned(one) == before


def test_games_are_played_to_the_end_if_practice_tells_nothing():
    """In honey, the weights leave most of the error of a guess, but they tell usual answers apart."""
    known = weights.learned(Game(rulewright.load("honey")))
    assert not known.tells and known.guides


def test_usual_answers_are_compared_where_weights_guide(monkeypatch: pytest.MonkeyPatch):
    """Who leads in the race for gold wins more often if nobody sweeps dust; weights without skill do not guide."""
    game = read(MINE.replace("Ann (Gold 0)", "Ann (Gold 4)"), "Mine")
    learned = weights.learned(game)
    assert learned is not None
    known = replace(learned, customs=b"")

    def worth(skill: float, compared: int) -> float:
        monkeypatch.setattr(weights, "learned", lambda game: replace(known, skill=skill))
        monkeypatch.setattr(native_search, "COMPARED", compared)
        search = NativeSearch(game, 0, "1", 1)
        assert search.run(Limit(300))
        return search.tried()[0].value

    assert worth(0.5, 4) > worth(0.5, 1) + 0.05
    assert worth(0.0, 4) == worth(0.5, 1)


def test_the_rules_ask_for_a_line_and_lines_are_counted():
    """In tic-tac-toe two squares in an open line weigh more than one, and positions are rated by them."""
    known = weights.learned(Game(rulewright.load("tic-tac-toe")))
    lines, row = (c_machine.numbers()[name] for name in ("WEIGH_LINES", "WEIGH_ROW"))
    rows = zip(known.rows[::row], known.rows[2::row], known.weights, strict=True)
    found = {has: weight for how, has, weight in rows if how == lines}
    assert known.tells
    assert found[2] > found[1] > -0.5
    assert found[2] > 0.5


def test_an_answer_that_lets_the_other_side_win_at_once_is_known_to_lose():
    """With all squares but one lost, each of them is looked at once after it was tried."""
    game = Game(rulewright.load("tic-tac-toe"))
    for square in ("A1", "B2", "B1"):
        game.answer(None, game.menu(game.asking[0]).keys[0], square)
    search = NativeSearch(game, 1, "1", 1)
    assert search.run(Limit(30))
    best, *others = search.tried()
    assert (len(others), {each.visits for each in others}, {each.sure for each in others}) == (5, {2}, {True})
    assert best.value > 0


def test_weights_must_fit_what_is_counted(native):
    """A row without a weight is refused."""
    game = read(MINE, "Mine")
    block = game.native().block
    with pytest.raises(ValueError, match="rows that each have a weight"):
        native.Search([block], 1, 0, 0.7, 100, False, 1, bytes(16), b"", 2, bytes(24), bytes(16), b"")
