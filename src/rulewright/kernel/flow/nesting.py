"""Which procedures can be in progress inside which structure, as far as the rules show.

If it is not certain, the answer is yes: triggered abilities, things on a stack and payments may occur anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import instructions, marks
from rulewright.program.definition import Action
from rulewright.program.modes import Use

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


class Nesting:
    """Which procedures run which others in one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.used = self._within([book.main])
        self.ever = self._within([book.main, *self._anywhere()])
        """Every procedure that may run in a game at all."""
        self.inside: dict[int, frozenset[int]] = {}

    def never(self, procedure: int, structure: int) -> bool:
        """Say whether a procedure that is used at all is never used while a structure is in progress."""
        if structure not in self.inside:
            self.inside[structure] = self._within([structure, *self._anywhere()])
        return procedure in self.used and procedure not in self.inside[structure]

    def _within(self, roots: Iterable[int]) -> frozenset[int]:
        """Give every procedure that may run while one of some others does, and these themselves."""
        found = list(dict.fromkeys(roots))
        known = set(found)
        for number in found:
            more = [inner for inner in dict.fromkeys(self._runs(number)) if inner not in known]
            found += more
            known.update(more)
        return frozenset(known)

    def _runs(self, number: int) -> Iterator[int]:
        for each in getattr(self.book.procedures[number], "code", ()) if number != NOWHERE else ():
            if isinstance(each, instructions.Run):
                yield each.procedure
            yield from (action.procedure for action in self._lets(each))

    def _lets(self, each: instructions.Instruction) -> Iterable[Action]:
        """Give the actions that an instruction lets somebody use."""
        actions = self.book.actions
        if isinstance(each, instructions.Open):
            return [action for action in actions if not action.kinds.isdisjoint(each.kinds)]
        if isinstance(each, instructions.Permit) and each.how is Use.IN_ORDER:
            return [action for action in actions if each.mark in action.kinds]
        if isinstance(each, instructions.Permit) and each.how is Use.INSTRUCT:
            named = each.actions
            return [a for a in actions if (a.word in named if named else each.mark in a.kinds or a.played)]
        if isinstance(each, instructions.Permit) and each.how is Use.ALLOW:
            return [action for action in actions if action.word in each.actions or action.counts_as in each.actions]
        return ()

    def _anywhere(self) -> Iterator[int]:
        """Give what may happen in the middle of anything."""
        heard = {trigger.action for trigger in self.book.triggers}
        for action in self.book.actions:
            if action.index in heard or action.stack or marks.PAYMENT in action.kinds:
                yield action.procedure
        yield from (zone.refill for zone in self.book.zones if zone.refill != NOWHERE)
        if self.book.settle is not None:
            yield self.book.settle.procedure


def encloses(book: Book, structure: int, inner: int) -> bool:
    """Say whether a structure runs another, directly or through those that it runs."""
    found = [structure]
    for number in found:
        parts = getattr(book.procedures[number], "code", ())
        found += [each.procedure for each in parts if isinstance(each, instructions.Run) and each.procedure not in found]
    return inner in found[1:]
