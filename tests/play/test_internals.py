"""No internal names at the table: questions, records and explanations of every shipped book are words for people."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play import bots, reason_lines, story

INTERNAL = re.compile(
    r"[\[\]{}]|\w\(|\bNone\b|seen from|\bits condition\b|\ba number\b|(?<![\w'-])(?P<word>[A-Za-z]\w+) (?P=word)(?![\w-])"
)
BOOKKEEPING = re.compile(
    r"\b(wounding|closing|blow|volley|ranks|staging|mustering|opening|marking|settle|refill|reckoning)\b", re.IGNORECASE
)
ANSWERS = 200


def said(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Plays random answers, and yields all text on the way: prompts, options, reasons, lines, and where the game stands."""
    chance = Random(seed)
    yield from ((line.kind, line.text) for line in story.opening(game, 0).lines)
    for count in range(ANSWERS):
        if game.over:
            return
        player = chance.choice(game.asking)
        path = bots.anything(game, player, chance)
        yield from asked(game, player, path)
        yield "where", game.where(0)
        if count % 5 == 0:
            yield from (("why", str(reason)) for _, reason in reason_lines.closed(game, player))
        yield from ((line.kind, line.text) for line in story.tell(game, player, path, chance.choice((0, 0, None))).lines)


def asked(game: Game, player: int, path: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """Yields the prompts and options that lead to an answer."""
    for length in range(len(path)):
        menu = game.menu(player, *path[:length])
        assert menu is not None
        yield "prompt", menu.prompt
        yield from (("option", menu.words(key)) for key in menu if menu.most < menu.least)


@pytest.mark.parametrize("book", books.shipped())
def test_the_table_never_shows_internal_names(book: str):
    """In two hundred random answers no text has brackets, reprs, doubled words, rule-text points of view or internal books."""
    found = dict.fromkeys(said(Game(books.load(book), seed=3), 3))
    assert len(found) > 50
    assert [each for each in found if INTERNAL.search(each[1])] == []
    assert [each for each in found if each[0] in ("turn", "round", "where") and BOOKKEEPING.search(each[1])] == []


def test_an_explanation_says_a_total_in_words():
    """A sum over several things is shown with their name, not as an internal expression."""
    text = (
        "Uses: nothing\nStart: Game\nStat Coins, Worth: at least 0\nZone Players: in play\n"
        "Zone Heap: seen by all\nKind Gem: a card\n"
        "structure Game\n  step act: window actions for each player, until all pass\n"
        "Appraise\nif: [total Worth of all cards in Heap] + 1d6 >= 4\ndo: gain [total Worth of all cards in Heap] + 1 Coins\n"
        "Ruby (Gem)\nWorth: 3\nScene Shop\n  seats Ann, Bo\n  Ann's Heap: Ruby\n"
    )
    game = Game(books.load(text=[("shop.rules", text)]), seed=1)
    lines = [line.text for line in story.tell(game, 0, ("Appraise",), 0).lines]
    assert lines[0] == "Ann: Appraise (shop.rules:9)"
    assert lines[1].startswith("the total Worth of all cards in Heap + 1d6 >= 4: 3 + ")
    assert lines[2] == "the total Worth of all cards in Heap + 1: 3 + 1 = 4."
