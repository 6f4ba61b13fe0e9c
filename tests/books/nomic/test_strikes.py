"""The host's own Judgment: any act is struck without a rule, and the strike itself can be struck."""

import pytest

from rulewright import books
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from tests.books.nomic.table import HOUR, again, days, do, has, judge, table
from tests.books.nomic.test_judging import lapsed


def hexed() -> tuple[Game, int]:
    """Lets Ann hex Bo, and the hex take effect."""
    game = table()
    number = do(game, "Ann", "Hex Bo")
    game.tick(4 * HOUR)
    return game, number


def test_the_host_needs_no_judge():
    """Nobody insists and nobody is asked, and the act never happened (N-18)."""
    game, number = hexed()
    game.strike(number)
    assert (has(game, "Ann"), has(game, "Bo"), lapsed(game)) == (20, 20, {number: "struck"})
    assert game.done[-1].entry.player < 0 and game.done[-1].entry.path == ("strike", number)


def test_a_strike_can_be_struck():
    """Then the strike is lifted, and the act that it struck counts again (N-18)."""
    game, number = hexed()
    game.strike(number)
    game.strike(game.done[-1].entry.number)
    assert (has(game, "Ann"), has(game, "Bo")) == (25, 15)


def test_the_host_strikes_a_judgment_by_the_rules():
    """Both kinds are answers of one record: the host lifts the Judgment of a Judge (N-18)."""
    game, number = hexed()
    do(game, "Bo", "Insist")
    judged = do(game, judge(game), f"Find illegal {number}")
    assert has(game, "Ann") == 20
    game.strike(judged)
    assert (has(game, "Ann"), lapsed(game)) == (25, {judged: "struck"})


def test_a_strike_is_saved_and_undone():
    """After loading the game is the same; after an undo it is as before."""
    game, number = hexed()
    before = game.fingerprint()
    game.strike(number)
    assert again(game).fingerprint() == game.fingerprint()
    game.undo()
    assert game.fingerprint() == before


def test_a_strike_is_played_again():
    """A strike stays in force if something before the struck act is struck later."""
    game = table()
    first, second = do(game, "Ann", "Gift Bo"), do(game, "Ann", "Gift Cy")
    game.strike(second)
    game.strike(first)
    assert (has(game, "Ann"), set(lapsed(game))) == (20, {first, second})


def test_a_game_goes_on_if_the_winning_act_is_struck():
    """A player who won by a struck act has not won."""
    game = Game(books.load("nomic"), "Three chairs", dice=[6, 6, 6, 6, 6, 6])
    number = do(game, "Bo", "Hex Cy")
    game.tick(4 * HOUR)
    while not game.over:
        days(game, 1)
    assert game.standing()["Bo"] == 1
    game.strike(number)
    assert game.standing()["Bo"] == 0


@pytest.mark.parametrize(("number", "why"), [(0, "the setup"), (2, "a tick of the clock"), (99, "there is no answer 99")])
def test_only_acts_are_struck(number: int, why: str):
    """An entry that is not an act cannot be struck; the refusal changes nothing."""
    game, _ = hexed()
    before = game.fingerprint()
    with pytest.raises(Refused, match=why):
        game.strike(number)
    assert game.fingerprint() == before


def test_before_the_first_answer_there_is_nothing_to_strike():
    """The refusal says that nobody has answered yet."""
    with pytest.raises(Refused, match="nobody has answered yet"):
        Game(books.load("nomic"), "Three chairs", seed=1).strike(1)


def test_a_struck_act_is_not_struck_twice():
    """The refusal says that it is struck."""
    game, number = hexed()
    game.strike(number)
    with pytest.raises(Refused, match="already struck"):
        game.strike(number)


def test_books_without_judgment_strike_nothing():
    """If no rule strikes past acts, the host cannot strike them either."""
    with pytest.raises(Refused, match="has no Judgment"):
        Game(books.load("encounter"), "Duel").strike(1)
