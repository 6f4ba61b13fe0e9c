"""One record of a feature, a prohibition, a price or a yes-or-no pick is altered: menus, answers, `why_not`, payability and bots
change alike on both machines."""

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
Features: Guarded, Frozen, Clumsy
Stat Health: at least 0, takes damage
Stat Points: 0 to 5
Stat Guard, Frost, Haste: at least 0
Zone Ring: in play, keeps identity
Defeated: when [Health] falls to 0

structure Duel
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor

Strike
Target: an enemy
Cost: 1 Points
Optional cost: 3 Points
do: [Target Health] -= 6
    if the additional cost was paid: [Target Health] -= 1

Feature Guarded
Scope: actor
When: [Guard] > 71
do: this actor cannot be chosen

Feature Frozen
Scope: actor
When: [Frost] > 72
do: [Points] of this actor cannot change

Feature Clumsy
Scope: actor
When: [Haste] > 73
do: Strike costs 4 Points more

Scene Duel
  cast One: Ann (Health 9, Points 4, Frost 3, Haste 3)
  cast Two: Bo (Health 7, Points 3, Guard 3); Cy (Health 7)
  ends when: one cast is left
"""
ANN, BO, CY = 0, 1, 2
NUMBER = ("expressions.Constant", "n")
GUARDED, FROZEN, CLUMSY = ((*NUMBER, never, 0) for never in (71, 72, 73))
CHEAP = (*NUMBER, 4, 0)
DEAR = (*NUMBER, 3, 5)
CHOSEN, LOST, PRICED = "cannot be chosen", "cannot lose [Points]", "Strike costs 4 Points more"
Change = tuple[str, str, Any, Any]


@cache
def book(*changes: Change) -> Book:
    """Loads the duel; each change gives one field of one record of its JSON another value."""
    data = json.loads(codec.encode(books.load(text=[("duel.rules", DUEL)])))
    for kind, field, old, new in changes:
        number, names = next((n, names) for n, (each, *names) in enumerate(data["kinds"]) if each == kind)
        at = names.index(field) + 1
        (row,) = [
            row for row in data["rows"] if row[0] == number and (old in row if kind.endswith("Prohibition") else row[at] == old)
        ]
        row[at] = new
    return Book.read(json.dumps(data))


def prohibition(words: str, field: str, new: Any) -> Change:
    """Gives the prohibition with some words another value in one field."""
    return ("definition.Prohibition", field, words, new)


@pytest.fixture(autouse=True, params=["0", "1"], ids=["python", "native"])
def either_machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays with each of the two machines."""
    monkeypatch.setenv(c_machine.SWITCH, request.param)
    assert (Game(book(), seed=1).native() is not None) == (request.param == "1")


def offered(game: Game) -> list[list[Any]]:
    """Lists every act that the menus let Ann pick whole: the target, and whether she pays in addition."""
    found, waiting = [], [[key] for key in game.menu("One") or () if key != "pass"]
    while waiting:
        path = waiting.pop(0)
        menu = game.menu("One", *path)
        if menu is None:
            found.append(path[1:])
        else:
            waiting += [[*path, key] for key in menu]
    return found


def may_be_done(game: Game, target: int, extra: int) -> bool:
    """Says whether a Strike may be done, and tests that `why_not` and the answer agree."""
    said = (game.state.names[target], ("plain", "with the additional cost")[extra])
    why, trial = game.why_not("One", "Strike", *said), game.copy()
    try:
        trial.answer("One", "Strike", *said)
    except Refused:
        assert why is not None
    else:
        assert why is None
    return why is None


def short(game: Game) -> int:
    """Says how much Ann lacks to pay for a Strike."""
    m, action = game.machine, game.book.actions[0]
    return payments.short(m, action, judging.given(m, action, ANN, {"target": CY}))


def bots(game: Game) -> set[tuple[Any, ...]]:
    """Gives what two bots pick for a Strike as Ann, the bot that tries each option and the bot that searches; () for a pass."""
    return {make(game.copy(), 0)[1:] for make in (greedy_bot(1), searching_bot(100, 1))}


ALL = [[BO, 0], [BO, 1], [CY, 0], [CY, 1]]


@pytest.mark.parametrize(
    ("changes", "may", "lacks"),
    [
        ((), ALL, 0),
        ((GUARDED,), [[CY, 0], [CY, 1]], 0),  # a feature is in force: Bo cannot be chosen
        ((GUARDED, prohibition(CHOSEN, "on", "linked")), ALL, 0),  # its prohibition is about something else
        ((FROZEN,), [], None),  # a feature is in force: Ann cannot lose points
        ((FROZEN, prohibition(LOST, "stat", 11)), ALL, 0),  # its prohibition is about another stat
        ((CLUMSY,), [], 1),  # a feature is in force: a Strike costs 5, and Ann has 4
        ((CLUMSY, CHEAP), ALL, 0),  # its price is 0 more
        ((CLUMSY, prohibition(PRICED, "op", "-")), ALL, 0),  # it makes the Strike cheaper
        ((DEAR,), [[BO, 0], [CY, 0]], 0),  # what may be paid in addition costs 5
    ],
)
def test_one_record_changes_menu_answer_reason_payment_and_bots(changes: tuple[Change, ...], may: list, lacks: int | None):
    """All of them agree about every target and about yes and no."""
    game = Game(book(*changes), seed=1)
    assert offered(game) == may
    assert [path for path in ALL if may_be_done(game, *path)] == may
    assert bots(game) <= {(), *map(tuple, may)} and (bots(game) == {()}) == (may == [])
    assert lacks is None or short(game) == lacks


def test_a_word_that_says_no_way_of_paying_is_refused_with_those_that_do():
    """`why_not` takes the words of the menu, and names them."""
    why = Game(book(), seed=1).why_not("One", "Strike", "Bo", "gladly")
    assert why is not None and why.words == "'gladly' does not say how it is paid: plain, with the additional cost"
