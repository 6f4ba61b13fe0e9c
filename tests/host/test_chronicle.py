"""The story of a hosted game as one viewer was told it."""

import re

from rulewright import load, new
from rulewright.host.chronicle import Chronicle
from rulewright.play.bots import greedy_bot
from rulewright.play.playout import play_out


def told(game):
    lines = Chronicle(None).follow(game)
    return "\n".join(text for line in lines for text in (line.text, *line.details))


def test_an_answer_that_would_turn_out_otherwise_today_is_told_as_it_turned_out(monkeypatch):
    game = new(load("encounter"), seed=3)
    play_out(game, [greedy_bot(seat) for seat in range(2)], most=12)
    changes = set(re.findall(r"Health: \d+ → \d+", told(game)))
    monkeypatch.setattr("rulewright.kernel.state.dice.dice", lambda seed, answer, first, count, sides: (sides,) * count)
    again = set(re.findall(r"Health: \d+ → \d+", told(game)))
    assert changes and again == changes
