"""Judgment: struck and lapsed acts, and games with Judgments that are undone, saved and judged again."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.kernel.history import saves
from tests.books.nomic.history import Call, do, flag
from tests.books.nomic.play import Table, book


class Court(Table):
    """A table that remembers its acts, so that they can be struck by their places in the history."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: dict[int, Call] = {}

    def plays(self, *calls: tuple[int, Call]) -> None:
        """Plays calls at their times."""
        for at, call in calls:
            self.do(call, at)
            self.calls[self.game.state.number] = call

    def strikes(self, place: int) -> None:
        """Lets the referee strike the act at a place."""
        self.judge(list(self.calls)[place], self.game.state.now, self.calls)

    def lapsed(self) -> list[int]:
        """Lists the places of the acts that have no effect now."""
        gone = {done.entry.number for done in self.game.done if done.lapsed}
        return [place for place, number in enumerate(self.calls) if number in gone]


@pytest.fixture
def court() -> Court:
    """Plays a block of an item whose maker can be struck, with things that take its number if it is missing."""
    court = Court()
    court.plays((0, do("A", "gift", "g")), (1, do("B", "block", "b", "g")), (2, do("C", "block", "c", "b")), (3, flag(True)))
    return court


def test_an_act_aimed_at_a_struck_act_gets_no_other_target(court: Court):
    """The act stays without effect when something else is struck later (N-18)."""
    court.strikes(1)
    assert (court.lapsed(), court.show()) == ([1, 2], "1:g")
    court.strikes(3)
    assert (court.lapsed(), court.show()) == ([1, 2, 3], "1:g")


def test_a_struck_judgment_brings_back_what_it_struck(court: Court):
    """A Judgment can be struck; then the struck act counts again (N-18)."""
    court.strikes(1)
    court.calls[court.game.state.number] = flag(True)
    court.strikes(4)
    assert court.show() == "1:g,b,c"


def test_a_judged_game_is_saved_and_loaded(court: Court):
    """A game with Judgments in it leads to the same state when its answers are given again (N-18)."""
    court.strikes(0)
    court.plays((50, do("A", "gift", "h")), (60, do("B", "block", "d", "h")))
    court.strikes(3)
    loaded = saves.load(saves.save(court.game), book())
    assert loaded.fingerprint() == court.game.fingerprint()


def test_a_judgment_is_undone(court: Court):
    """Undoing a Judgment restores the game as it was before (N-18)."""
    before = court.game.fingerprint()
    court.game.answer("Z", "Judge", next(iter(court.calls)))
    assert court.game.fingerprint() != before
    court.game.undo()
    assert court.game.fingerprint() == before


def test_only_a_past_act_is_struck(court: Court):
    """A future answer, or one that is not an act, cannot be struck (N-18)."""
    with pytest.raises(Refused):
        court.game.answer("Z", "Judge", 99)
