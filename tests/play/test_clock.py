"""The clock at the table: times are printed and read in the way people write them."""

import pytest

from rulewright import books
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.play import clock

HOUR, DAY = 3600, 24 * 3600


@pytest.fixture
def game() -> Game:
    """A game on its second day at seven, in which nothing waits."""
    game = Game(books.load("nomic"), "Three chairs", seed=1)
    game.tick(DAY + 7 * HOUR)
    return game


def test_times_are_said_with_their_day():
    """Day 1 begins with the game; seconds are shown only if there are any."""
    assert [clock.said(at) for at in (0, DAY + 7 * HOUR, 61)] == ["day 1, 00:00", "day 2, 07:00", "day 1, 00:01:01"]


def test_spans_are_said_with_two_units():
    """A span is shown with its two largest units."""
    assert [clock.span(length) for length in (0, 90, 4 * HOUR, DAY + 61)] == ["no time", "1m 30s", "4h", "1d 1m"]


def test_waiting_times_are_understood(game: Game):
    """A span, a time of day and a day with a time are understood; a time of day that has passed means tomorrow's."""
    now = game.state.now
    waits = {"4h": 4 * HOUR, "90m": 90 * 60, "1d 2h": DAY + 2 * HOUR, "until 09:30": 9000, "until 07:00": DAY}
    assert {words: clock.until(game, words) - now for words in waits} == waits
    assert clock.until(game, "until day 4, 01:00") == 3 * DAY + HOUR


def test_waiting_alone_is_until_something_is_due(game: Game):
    """`wait` without words lasts until a stack pops or the floor closes."""
    assert clock.until(game, "") == 2 * DAY
    game.answer("Ann", "Hex", "Cy")
    assert clock.until(game, "") == DAY + 11 * HOUR and clock.due(game) == "a stack pops in 4h"


@pytest.mark.parametrize("words", ["4", "soon", "until noon", "until 25:00", "until 12:60", "4h and a bit", "-4h"])
def test_an_unreadable_time_is_refused_with_a_readable_one(game: Game, words: str):
    """The refusal says what could be typed."""
    with pytest.raises(Refused, match="is not a time: type `wait 4h`"):
        clock.until(game, words)


@pytest.mark.parametrize(
    ("words", "why"), [("until day 1 03:00", "is in the past"), ("999d", "more than a year"), ("until day 900 00:00", "a year")]
)
def test_a_past_or_distant_time_is_refused(game: Game, words: str, why: str):
    """It is not possible to wait for the past, nor for years."""
    with pytest.raises(Refused, match=why):
        clock.until(game, words)
