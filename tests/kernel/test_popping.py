"""Popping: when what waits is due, and what is said while it happens."""

import pytest

from rulewright.kernel.agenda import ask
from rulewright.kernel.book import Zone
from rulewright.kernel.popping import due
from rulewright.kernel.state import NOWHERE
from tests.kernel.fakes import ANN, Steps, Table, game

STACK, BOARD = 0, 1
ZONES = (Zone("Stack", stack=True, quiet=60), Zone("Board", live=True))


def waiting(zone: int = STACK, closes: int | None = None):
    """Begins a game in which something lies on a stack, and a floor that may close."""
    given = {} if closes is None else {"closes": closes}
    main = Steps("main", {"": lambda m, f: ask((ANN,), "x", given)})
    return game(main, table=Table(ZONES).thing("Ox", zone=zone)).machine


@pytest.mark.parametrize(("closes", "first"), [(None, (60, STACK)), (59, (59, NOWHERE)), (60, (60, STACK)), (61, (60, STACK))])
def test_what_is_due_first_comes_first(closes, first):
    """A stack pops when it has been quiet long enough; a floor that closes at the same second closes after it."""
    assert due(waiting(closes=closes)) == first


def test_an_empty_stack_is_never_due():
    """Where nothing waits only the floor can close."""
    assert due(waiting(BOARD)) is None and due(waiting(BOARD, 7)) == (7, NOWHERE)


@pytest.mark.parametrize(("name", "said"), [("popping", "a stack pops"), ("straying", "an action leaves its stack")])
def test_what_happens_by_itself_is_said(name, said):
    """Where the game stands is said in words, also in the middle of what nobody chose."""
    m = waiting()
    m.push(name, {})
    assert m.where().endswith(said)
