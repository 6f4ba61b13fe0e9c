"""All histories, and a check that the engine plays them to the same result."""

from rulewright.kernel.errors import Refused
from tests.books.nomic import (
    histories_choosing,
    histories_copying,
    histories_creating,
    histories_placing,
    histories_reclassing,
    histories_targeting,
)
from tests.books.nomic.history import REFUSED, History
from tests.books.nomic.play import Table, words

FILES = (histories_placing, histories_choosing, histories_targeting, histories_copying, histories_reclassing, histories_creating)
HISTORIES = tuple(history for file in FILES for history in file.HISTORIES)


def played(history: History) -> tuple[list[tuple[str, list[str]]], str]:
    """Plays a history on the engine: the stacks and the events after each step, and the points at the end."""
    table, seen = Table([step.call for step in history.steps], history.span), []
    for step in history.steps:
        try:
            heard = table.do(step.call, step.at)
        except Refused:
            heard = [REFUSED]
        seen.append((table.show(), heard))
    return seen, table.purse()


def expected(history: History) -> tuple[list[tuple[str, list[str]]], str]:
    """Gives the same results as were derived by hand."""
    steps = [(step.stacks, [REFUSED] if step.events == REFUSED else words(step.events)) for step in history.steps]
    return steps, history.purse


def holds(*titles: str) -> None:
    """Asserts that the engine plays the histories with these titles to the expected results."""
    for title in titles:
        (history,) = [each for each in HISTORIES if each.title == title]
        assert played(history) == expected(history), title
