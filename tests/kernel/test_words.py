"""Words: typed text is read menu by menu, and each menu takes the longest option that fits."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from rulewright.kernel.errors import Ambiguous, Refused
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.words import path_words, read_path
from tests.kernel.fakes import ANN, BO, Steps, asks, game

FIRST = (
    "Ox",
    "Ann's ox",
    "Strike hard at",
    "Strike",
    "Bid",
    "Say",
    "Lift (Hook (Big))",
    "Lifting (Crane) in Ann's Hand",
    "The Fool",
)
AIMS = ("Goblin", "XX", "The Tower", "To")
MENUS = {
    (): Menu("act", FIRST),
    ("Strike",): Menu("whom", AIMS),
    ("Strike hard at",): Menu("whom", AIMS),
    ("Bid",): Menu("how much", least=3, most=3),
    ("Bid", 3): Menu("whom", AIMS),
    ("Say",): Menu("what", ("Hello",), parser="words"),
}


@dataclass
class Menus(Steps):
    """A procedure that asks by a menu for each beginning of an answer."""

    menus: dict[tuple[Any, ...], Menu] = field(default_factory=dict)

    def menu(self, m: Any, frame: Any, player: int, picks: tuple[Any, ...]) -> Menu | None:
        return self.menus.get((player, *picks), self.menus.get(picks))


def table(menus: dict[tuple[Any, ...], Menu], *players: int) -> Game:
    """Begins a game that asks players by some menus."""
    return game(Menus("main", asks("main", *players).steps, menus=menus))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ()),
        ("ox", ("Ox",)),
        ("sTRIKE gOBLIN", ("Strike", "Goblin")),
        ("  strike \n the   goblin ", ("Strike", "Goblin")),
        ("strike, goblin,", ("Strike", "Goblin")),
        ("strike → goblin", ("Strike", "Goblin")),  # the small words between are left out,
        ("strike at the goblin", ("Strike", "Goblin")),
        ("strike the tower", ("Strike", "The Tower")),  # but where an option begins with one
        ("strike at the tower", ("Strike", "The Tower")),
        ("strike to the goblin", ("Strike", "To", "Goblin")),
        ("strike hard at goblin", ("Strike hard at", "Goblin")),  # the longest option counts
        ("strike XX", ("Strike", "XX")),
        ("strike the gob", ("Strike", "Goblin")),  # every one may be cut short
        ("strike h a gob", ("Strike hard at", "Goblin")),
        ("bid 3 gob", ("Bid", 3, "Goblin")),
        ("strike har gob", ("Strike hard at", "Goblin")),  # more words go before fewer
        ("ann's o", ("Ann's ox",)),
        ("bid 3", ("Bid", 3)),
        ("bid 3, the goblin", ("Bid", 3, "Goblin")),
        ("lift", ("Lift (Hook (Big))",)),  # without what it comes from, wherever that lies
        ("lifting", ("Lifting (Crane) in Ann's Hand",)),
        ("say hello", ("Say", "Hello")),
        ("say to hello", ("Say", "Hello")),
        ("say the sun is a star", ("Say", "the sun is a star")),  # a text is whole
    ],
)
def test_typed_words_are_read_as_one_pick_for_each_menu(text, path):
    """Each menu takes the longest option in any letter case, and the remaining words are for the next menu."""
    menus = {**MENUS, ("Strike", "To"): Menu("whom", AIMS)}
    assert read_path(table(menus, ANN, BO), "Ann", text) == path


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ox goblin elf", "'goblin elf' is too much: the answer was already complete"),
        ("Oxe", "'Oxe' is not on the menu (act): try 'Ox'"),
        ("strike elf now", "'elf now' is not on the menu (whom): try 'Goblin' or 'XX' or 'The Tower' or 'To'"),
        ("bid X", "'X' is not a number from 3 to 3 (how much)"),
        ("bid the 4 more", "'4' is not a number from 3 to 3 (how much)"),
    ],
)
def test_words_that_fit_nothing_are_refused(text, why):
    """The refusal quotes the words and names the question."""
    with pytest.raises(Refused) as refusal:
        read_path(table(MENUS, ANN), "Ann", text)
    assert str(refusal.value) == why and not isinstance(refusal.value, Ambiguous)


def test_words_that_fit_two_options_are_refused_with_both():
    """The refusal names both options and takes neither of them."""
    menus = {
        (): Menu(
            "act", [("Lift", 1), "hook", None], lambda key: {("Lift", 1): "Lift (Hook)", "hook": "Lift (Rope)"}.get(key, "no")
        )
    }
    with pytest.raises(Ambiguous) as refusal:
        read_path(table(menus, ANN), "Ann", "lift goblin")
    assert str(refusal.value) == "'lift' fits 'Lift (Hook)' or 'Lift (Rope)'"


def test_a_path_is_said_as_its_player_is_asked():
    """Each pick has the words of its menu, which may differ from player to player."""
    menus = {(): Menu("which", (7,)), (BO,): Menu("which", (7,), "card {}".format), (BO, 7): Menu("which", (8,), "at {}".format)}
    assert path_words(table(menus, ANN, BO), BO, (7, 8, 9)) == ("card 7", "at 8", "9")
