"""The answers of a game so far, also those that only the native machine has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel.history import judgment
from rulewright.kernel.history.journal import Done

if TYPE_CHECKING:
    from rulewright.kernel.game import Game
    from rulewright.kernel.native.native_play import NativePlay


def counted(game: Game) -> Sequence[int]:
    """Count how often each action was used in answers that are not struck, in a book in which past acts are judged."""
    book, found = game.machine.book, [0] * len(game.machine.book.actions)
    if not book.judges:
        return ()
    known = {action.name: action.index for action in reversed(book.actions)}
    for _, name in judgment.acts(game.done):
        if name in known:
            found[known[name]] += 1
    return found


class PastAnswers(Sequence[Done]):
    """All answers of a game so far: those in Python's list, and those that only the machine has."""

    def __init__(self, done: Sequence[Done], native: NativePlay) -> None:
        self.done, self.native = done, native

    def __len__(self) -> int:
        return len(self.done) + self.native.unrecorded

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[Done]:
        yield from self.done
        yield from self.native.lacking()


def past(game: Game) -> Sequence[Done]:
    """Give every answer of a game so far, for rules that ask about them."""
    return game._done if game._native is None or not game.base.judges else PastAnswers(game._done, game._native)
