"""The rules language: it compiles text to a book; it knows the kernel and no book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.history.amendments import REGISTERED

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.history.amendments import Amendments, Finding


class _Later:
    """Makes amended books; the modules for it are imported when they are first needed."""

    def __call__(self, base: Book, amendments: Amendments) -> Book:
        from rulewright.language.lower import amending

        return amending.amended(base, amendments)

    def problems(self, base: Book, amendments: Amendments, text: str) -> Sequence[Finding]:
        from rulewright.language.lower import amending

        return amending.problems(base, amendments, text)


REGISTERED.amending = _Later()
