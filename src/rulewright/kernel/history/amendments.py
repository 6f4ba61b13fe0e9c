"""Amendments: rule texts that are in force on top of a book. What makes a book of them is the language's; here they are names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rulewright.kernel.errors import Refused

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

Amendments = tuple[tuple[str, str], ...]


class Finding(Protocol):
    """Something that is wrong with a text."""

    def show(self, text_lines: Sequence[str]) -> str:
        """Show it under its line of the text."""


class Amending(Protocol):
    """What makes the book in force out of a book and amendments."""

    def __call__(self, base: Book, amendments: Amendments) -> Book:
        """Give the book with amendments in force."""

    def problems(self, base: Book, amendments: Amendments, text: str) -> Sequence[Finding]:
        """Say what is wrong with a text as the next amendment; nothing, if it could be adopted."""


class Registered:
    """Where the language says, as it is imported, what makes amended books; the kernel knows none of its own."""

    amending: Amending | None = None


REGISTERED = Registered()
WITHOUT = "the rules cannot be changed here: the rules language is not there to read the text"


class Unread:
    """What is wrong with every text where there is nothing that reads it."""

    def show(self, text_lines: Sequence[str]) -> str:
        """Say so."""
        return WITHOUT


def amended(base: Book, amendments: Amendments) -> Book:
    """Make the book with amendments in force."""
    if REGISTERED.amending is None:
        raise Refused(WITHOUT)
    return REGISTERED.amending(base, amendments)


def next_name(amendments: Sequence[tuple[str, str]]) -> str:
    """Name the amendment that comes next."""
    return f"amendment {len(amendments) + 1}"


def headline(text: str) -> str:
    """Say in a few words what a text changes: the headings of its rules and what it repeals, else its first line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "; ".join([line for line in lines if line.startswith(("Rule ", "Repeals:"))] or lines[:1])


def wrong(base: Book, amendments: Amendments, text: str) -> Sequence[Finding]:
    """Say what is wrong with a text as the next amendment of a book; nothing, if it could be adopted."""
    return [Unread()] if REGISTERED.amending is None else REGISTERED.amending.problems(base, amendments, text)
