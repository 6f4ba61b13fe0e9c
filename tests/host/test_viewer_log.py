"""The story of a hosted game as one viewer was told it."""

import re

import pytest

from rulewright import books, load, new
from rulewright.host.viewer_log import LastAnswer, ViewerLog
from rulewright.play.bots import greedy_bot
from rulewright.play.playout import play_out
from rulewright.protocol.tables import seated
from rulewright.testing.answers import random_path, random_player


def told(game):
    lines = ViewerLog(None).follow(game)
    return "\n".join(text for line in lines for text in (line.text, *line.details))


def test_an_answer_that_would_turn_out_otherwise_today_is_told_as_it_turned_out(monkeypatch):
    game = new(load("encounter"), seed=3)
    play_out(game, [greedy_bot(seat) for seat in range(2)], most=12)
    changes = set(re.findall(r"Health: \d+ → \d+", told(game)))
    monkeypatch.setattr("rulewright.kernel.state.dice.dice", lambda seed, answer, first, count, sides: (sides,) * count)
    again = set(re.findall(r"Health: \d+ → \d+", told(game)))
    assert changes and again == changes


@pytest.mark.parametrize("book", books.shipped())
def test_an_answer_is_told_at_once_in_the_words_in_which_it_is_told_later(book):
    table, last = seated("a", new(load(book), seed=5), accounts=True), None
    live = [ViewerLog(viewer) for viewer in (None, *range(len(table.game.seats)))]
    for number in range(25):
        for chronicle in live:
            chronicle.follow(table.game, last)
        before, seat = table, random_player(table.game, number)
        table, _ = table.answered({"seat": seat, "path": random_path(table.game, seat, number)})
        last = LastAnswer(before.game, table.account)
    assert last.account
    for chronicle in live:
        assert chronicle.follow(table.game, last) == ViewerLog(chronicle.viewer).follow(table.game)
