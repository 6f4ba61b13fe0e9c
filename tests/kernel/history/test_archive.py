"""Games kept as rows, one for each answer, and revived without playing anything again."""

import json

import pytest

from rulewright import load, new
from rulewright.kernel.game import Game
from rulewright.kernel.history import archive
from rulewright.kernel.history.saves import control_out, state_in, state_out
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out


def kept(game: Game, since: int) -> Game:
    """Stores a game as JSON text, with the state after some of its answers, and reads it back."""
    early = game.copy()
    while len(early.done) > since:
        early.undo()
    began = archive.head(game)
    text = json.dumps(
        [
            state_out(early.state, early.book),
            [archive.row(game, done) for done in game.done],
            control_out(game.state.control(), game.book),
            archive.judgments(game),
            began,
        ]
    )
    state, rows, control, past, began = json.loads(text)
    return archive.revived(game.base, archive.head_in(began), state_in(state, game.base), rows, control, past, since)


@pytest.mark.parametrize("book", ["encounter", "mandarin", "nomic", "netrunner", "riftbound", "honey"])
def test_a_game_read_from_its_rows_is_the_same_game_and_goes_on_the_same(book):
    game = new(load(book), seed=3)
    play_out(game, [random_bot(seat) for seat in range(len(game.seats))], most=40)
    again = kept(game, len(game.done) // 2)
    assert again.fingerprint() == game.fingerprint()
    assert again.journal == game.journal and list(again.events) == list(game.events)
    while len(game.done) > 1:
        assert again.undo() == game.undo()
        assert again.fingerprint() == game.fingerprint()


def test_a_judgment_can_be_undone_in_a_game_read_from_its_rows():
    game = new(load("nomic"), seed=3)
    play_out(game, [random_bot(seat) for seat in range(len(game.seats))], most=20)
    game.strike(next(done.entry.number for done in game.done if done.entry.path))
    assert game.past and any(done.lapsed for done in game.done)
    again = kept(game, 1)
    assert again.fingerprint() == game.fingerprint()
    game.undo()
    again.undo()
    assert again.fingerprint() == game.fingerprint()
    assert [done.lapsed for done in again.done] == [done.lapsed for done in game.done]
