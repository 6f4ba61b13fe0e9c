"""One record of a book is altered: menus, answers, `why_not`, payability and bots change alike on both machines."""

import json
from functools import cache
from typing import Any

import pytest

from rulewright import books
from rulewright.bots.levels import searching_bot
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.legality import judging, payments
from rulewright.kernel.native import c_machine
from rulewright.play.bots import greedy_bot
from rulewright.program import codec

DUEL = """\
Uses: nothing
Start: Duel
Stat Health: at least 0, takes damage
Stat Points: 0 to 5
Zone Ring: in play, keeps identity
Defeated: when [Health] falls to 0

structure Duel
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor

Strike
Target: an enemy
Cost: 2 Points
do: [Target Health] -= 7

Scene Duel
  cast One: Ann (Health 9, Points 4)
  cast Two: Bo (Health 7, Points 3); Cy (Health 7)
  ends when: one cast is left
"""
ANN, BO = "Ann", "Bo"


@cache
def book(kind: str = "", field: str = "", old: object = None, new: object = None) -> Book:
    """Loads the duel; with one record of its JSON altered, in one field."""
    data = json.loads(codec.encode(books.load(text=[("duel.rules", DUEL)])))
    if kind:
        number, names = next((n, names) for n, (each, *names) in enumerate(data["kinds"]) if each == kind)
        at = names.index(field) + 1 if names else 1
        (row,) = [row for row in data["rows"] if row[0] == number and row[at] == old]
        row[at] = new
    return Book.read(json.dumps(data))


DEAR = ("expressions.Constant", "n", 2, 5)
FRIENDLY = ("modes.Tie", "", "enemy", "self")


@pytest.fixture(autouse=True, params=["0", "1"], ids=["python", "native"])
def either_machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays with each of the two machines."""
    monkeypatch.setenv(c_machine.SWITCH, request.param)
    assert (Game(book(), seed=1).native() is not None) == (request.param == "1")


def strikes(game: Game) -> list[str]:
    """Lists whom Ann may strike, as the menus say."""
    menu = game.menu("One")
    assert menu is not None
    offers = [key for key in menu if key != "pass"]
    return [] if not offers else [option.words for option in _targets(game, offers[0])]


def _targets(game: Game, offer: Any) -> list:
    menu = game.menu("One", offer)
    return [] if menu is None else menu.options


def short(game: Game) -> int:
    """Says how much Ann lacks to pay for a Strike."""
    m, action = game.machine, game.book.actions[0]
    return payments.short(m, action, judging.given(m, action, 0, {"target": 1}))


def bots(game: Game) -> set[str]:
    """Gives whom two bots strike as Ann: the bot that tries each option, and the bot that searches."""
    chosen = [make(game.copy(), 0) for make in (greedy_bot(1), searching_bot(100, 1))]
    return {game.state.names[path[1]] if len(path) > 1 else "nobody" for path in chosen}


def test_ann_can_strike_her_enemies_with_the_unchanged_record():
    """A Strike is on the menu, can be paid, and is what the bots do."""
    game = Game(book(), seed=1)
    assert strikes(game) == [BO, "Cy"] and short(game) == 0 and game.why_not("One", "Strike", BO) is None
    assert bots(game) <= {BO, "Cy"}
    assert game.answer("One", "Strike", BO)


def test_a_higher_cost_of_strike_changes_menu_answer_reason_payment_and_bots():
    """The cost is one number in one record."""
    game = Game(book(*DEAR), seed=1)
    assert strikes(game) == [] and short(game) == 1 and bots(game) == {"nobody"}
    why = game.why_not("One", "Strike", BO)
    assert why is not None and (why.check, why.words) == ("cost", "Ann cannot pay for Strike: it costs 5 Points (Ann has 4)")
    with pytest.raises(Refused, match=r"it costs 5 Points \(Ann has 4\)"):
        game.answer("One", "Strike", BO)


def test_the_targets_of_a_strike_are_one_record():
    """The target is now oneself instead of an enemy: the menu, the refusal, its reason and the bots agree."""
    game = Game(book(*FRIENDLY), seed=1)
    assert strikes(game) == [ANN] and BO not in bots(game)
    why = game.why_not("One", "Strike", BO)
    assert why is not None and why.check == "target"
    with pytest.raises(Refused, match="Bo is not"):
        game.answer("One", "Strike", BO)
    assert game.answer("One", "Strike", ANN)
