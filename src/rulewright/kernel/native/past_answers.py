"""The answers of a game so far, also those that only the native machine has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from rulewright.kernel.history import judgment
from rulewright.kernel.history.journal import Done

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.game import Game
    from rulewright.kernel.native.native_play import NativePlay


class CountedUses(NamedTuple):
    """How often each action of a book was used in the first answers of a game; `last` is the last answer that was counted."""

    book: Book
    answers: int
    last: Done
    uses: list[int]
    numbers: dict[str, int]  # of the actions, by their names


def counted(game: Game) -> Sequence[int]:
    """Count how often each action was used in answers that are not struck, in a book in which past acts are judged."""
    book, native = game.machine.book, game._native
    if not book.judges or native is None:
        return ()
    done, known = game.done, native.counted
    if not done:
        return [0] * len(book.actions)
    if known is None or not _still_true(known, book, done):
        numbers = {action.name: action.index for action in reversed(book.actions)}
        known = CountedUses(book, 0, done[-1], [0] * len(book.actions), numbers)
    for _, name in judgment.acts(done[known.answers :]):
        if name in known.numbers:
            known.uses[known.numbers[name]] += 1
    native.counted = known._replace(answers=len(done), last=done[-1])
    return known.uses


def _still_true(known: CountedUses, book: Book, done: Sequence[Done]) -> bool:
    """Say whether the answers that were counted are still the first ones, and none of them was struck or judged since."""
    if known.book is not book or len(done) < known.answers or done[known.answers - 1] is not known.last:
        return False
    return not any(each.lapsed or judgment.judged(each.events) for each in done[known.answers :])


class PastAnswers(Sequence[Done]):
    """All answers of a game so far: those in Python's list, and those that only the machine has."""

    def __init__(self, done: Sequence[Done], native: NativePlay) -> None:
        self.done, self.native = done, native

    def __len__(self) -> int:
        return len(self.done) + self.native.unrecorded

    @overload
    def __getitem__(self, at: int) -> Done: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Done]: ...

    def __getitem__(self, at: int | slice) -> Done | Sequence[Done]:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[Done]:
        yield from self.done
        yield from self.native.lacking()


def past(game: Game) -> Sequence[Done]:
    """Give every answer of a game so far, for rules that ask about them."""
    return game._done if game._native is None or not game.base.judges else PastAnswers(game._done, game._native)
