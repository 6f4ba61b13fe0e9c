"""Menus for people: equal things are one option, texts are listed, and synonyms of passing are understood."""

from pathlib import Path
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.history.amendments import headline
from rulewright.play import offers
from tests.books.honey.test_turns import table as honey
from tests.play.tables import Table, position


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves games in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def lines(game: Game, *path: Any) -> str:
    """Gives the menu of the first seat as it is drawn."""
    menu = game.menu(0, *path)
    assert menu is not None
    return "\n".join("".join(text for text, _ in line) for line in offers.lines(game, 0, path, menu, 79))


def martens() -> Game:
    """Begins a game in which Ivy holds two cards of one name and one of another."""
    return honey("Ivy's Hand: Marten, Almanac, Marten", "Ivy's Deck: Almanac", "Otto's Deck: Almanac")


def test_cards_that_are_alike_are_one_option():
    """Two equal cards in a hand are one line, with their number; a different card keeps its own line."""
    assert "Marten ×2 (2 Hours): Otto" in lines(martens())
    assert lines(martens()).count("Marten") == 1 and "Almanac" in lines(martens())


def test_the_number_of_an_option_is_the_one_that_is_drawn():
    """If two cards share one line, the following options have the numbers that are drawn."""
    game = martens()
    drawn = lines(game)
    number = next(part.split()[0] for part in drawn.replace("    ", "\n").splitlines() if part.strip().endswith("pass"))
    text = Table(game, number).play()
    assert "Ivy passes." in text


def test_pass_is_understood_where_the_menu_says_decline():
    """Ann is asked whether she parries; `pass` declines."""
    playing = position("Ann at 2,3 (Health 20, Health Maximum 20)", "Bob at 3,3 (Health 20, Health Maximum 20)")
    while playing.asking != (1,):
        playing.answer(None, "pass")
    playing.answer("Right", "strike", "ann")
    menu = playing.menu(0)
    assert menu is not None and menu.words(menu.keys[-1]) == "decline"
    assert "Ann declines." in Table(playing, "pass").play()


def test_decline_is_understood_where_the_menu_says_pass():
    """`decline` passes."""
    assert "Ivy passes." in Table(martens(), "decline").play()


def test_texts_at_hand_are_listed_with_numbers():
    """Moving a rule in nomic lists the available drafts; a number chooses one, and any other text may be typed."""
    game = Game(books.load("nomic"), "Three chairs", seed=7)
    menu = game.menu(0, "Move")
    assert menu is not None and menu.parser
    listed = lines(game, "Move")
    assert all(menu.words(key) in listed for key in menu.keys)
    assert "type it in words" not in listed
    table = Table(game, "move", "2", bots={})
    assert "a text of your own, a number, words, back or help" in table.play()
    assert f"Ann: Move → {headline(menu.keys[1])}" in table.paper.getvalue()
