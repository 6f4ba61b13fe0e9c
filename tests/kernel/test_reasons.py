"""Reasons: who is asked, what a window or a reply has no place for, and what a word means to whoever says it."""

from typing import Any

import pytest

from rulewright.kernel.acts import Action, Check, Pick, Why
from rulewright.kernel.agenda import call
from rulewright.kernel.book import Kind, Zone
from rulewright.kernel.game import Game
from tests.kernel.fakes import BO, COINS, Steps, Table, asks, game
from tests.kernel.test_triggers import blow, shield

HERO, OTHER, SECRET = range(3)
ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"))
BOARD, HAND = 0, 1
RICH = Check("cost", "2", lambda m, v: m.state.cell(v["source"], COINS) >= 1, lambda m, v: "has no Coins")


def pick(kind: str, *found: int) -> Pick:
    return Pick("target", "a target", kind, lambda m, v: found)


GRAB = Action("Grab", 0, "done", frozenset({"action"}), "3", (RICH,), (pick("object", OTHER, SECRET),))
BID = Action("Bid", 1, "done", frozenset({"action"}), "4", picks=(pick("number", 3),))
STEP = Action("Step", 2, "done", frozenset({"action"}), "5", picks=(pick("tile", 3),))
DUCK = Action("Duck", 3, "done", frozenset({"reaction"}), "6")
FLY = Action("Fly", 4, "done", frozenset({"action"}), "7")


def table(coins: int = 1, **window: Any) -> Game:
    """Begins a window in which Bo, who has two heroes, may act; Ann holds a card that Bo does not see."""
    opened = {"kinds": ("action", "bonus"), "discipline": "alone", "title": "act", "seats": (BO,), **window}
    main = Steps("main", {"": lambda m, f: call("window", opened, "", {})})
    lying = Table(ZONES).thing("Hero", BO, kind=1).thing("Other", BO, kind=1, coins=coins).thing("Secret", zone=HAND)
    kinds = (Kind("card"), Kind("hero", actions=(0, 1, 2, 3)))
    return game(main, table=lying, actions=(GRAB, BID, STEP, DUCK, FLY), kinds=kinds, secret=True)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (("Grab", "Other"), None),  # the first hero has no coins, the other has
        (("Bid", "3"), None),
        (("Step", "3"), None),  # without a map a tile is its number
        (("Grab", "Secret"), ("target", "3", "there is nothing called 'Secret' here")),
        (("Bid", "3", "4"), ("target", "4", "Bid takes 1 targets, not 2")),
        (("Duck",), ("window", "6", "Duck is not among what this window permits: action, bonus")),
        (("Fly",), ("has", "7", "Bo does not have Fly")),
    ],
)
def test_a_reason_has_its_check_its_rule_and_its_words(said, why):
    """What a player does not see has no name for that player, and any of several sources will do."""
    assert table().why_not("Bo", *said) == (why and Why(*why))


def test_a_window_for_one_actor_is_for_that_one_alone():
    """Another of the same player's that could do it does not count."""
    assert table(actor=HERO).why_not("Bo", "Grab", "Other") == ("cost", "2", "has no Coins")


class Telling(Steps):
    """A procedure that names a card while it asks."""

    def words(self, m: Any, frame: Any) -> str:
        return f"about {m.state.names[1]}"


def test_who_is_not_asked_is_told_who_is_and_what_it_may_know():
    """Where the game stands is said as the player sees it, which a spectator may not."""
    lying = Table(ZONES).thing("Ox").thing("Secret", zone=HAND)
    playing = game(Telling("main", asks("main", BO).steps), table=lying, actions=(FLY,), secret=True)
    assert playing.why_not("Ann", "Fly") == ("turn", "7", "Ann is not asked now; Bo is (about Secret)")
    assert "Secret" not in playing.where(None)


def test_a_reply_takes_only_the_reaction_it_is_about():
    """Whoever may answer is told with what; that one is allowed."""
    other = Action("Cheer", 1, "lessen", frozenset({"action"}), "8")
    playing = blow(shield(), other)
    assert playing.why_not("Ann", "Shield") is None
    assert playing.why_not("Ann", "Cheer") == ("window", "8", "Guard may only answer with Shield now, not with Cheer")


class Drawer:
    """Texts of whoever acts, that go by their first words."""

    def __call__(self, m: Any, vars: Any) -> list[str]:
        return [f"Toll: {m.state.names[vars['source']]}"]

    def named(self, m: Any, text: str) -> str:
        return text.split(":")[0]


@pytest.mark.parametrize(
    ("said", "why"),
    [("toll", None), ("Toll: Hero", None), ("anything", ("text", "9", "no anything")), ("Toll 2", ("text", "9", "no Toll 2"))],
)
def test_a_text_may_be_said_by_its_name(said, why):
    """As in an answer; what is called otherwise is the text itself."""
    toll = Check("text", "9", lambda m, v: v["text"] == "Toll: Hero", lambda m, v: f"no {v['text']}")
    move = Action("Move", 0, "done", frozenset({"action"}), "9", picks=(Pick("text", "a text", "text", Drawer(), (toll,)),))
    opened = {"kinds": ("action",), "discipline": "alone", "title": "act", "seats": (BO,)}
    main = Steps("main", {"": lambda m, f: call("window", opened, "", {})})
    playing = game(
        main, table=Table().thing("Hero", BO, kind=1), actions=(move,), kinds=(Kind("card"), Kind("hero", actions=(0,)))
    )
    assert playing.why_not("Bo", "Move", said) == (why and Why(*why))
