"""Amendments: rule texts that are in force in addition to a book. The language compiles them; the kernel knows their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rulewright.kernel.errors import Refused

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.state.facts import State

Amendments = tuple[tuple[str, str], ...]


class Finding(Protocol):
    """A problem of a text."""

    def show(self, text_lines: Sequence[str]) -> str:
        """Show it under its line of the text."""


class Amending(Protocol):
    """The interface of what makes a book from a book and amendments."""

    def __call__(self, base: Book, amendments: Amendments) -> Book:
        """Give the book with amendments in force."""

    def problems(self, base: Book, amendments: Amendments, text: str) -> Sequence[Finding]:
        """List the problems of a text as the next amendment; none if it could be adopted."""


class Registered:
    """Where the language registers, when it is imported, what makes amended books."""

    amending: Amending | None = None


REGISTERED = Registered()
WITHOUT = "the rules cannot be changed here: the language package, which reads rule text, is not available"


class Unread:
    """The problem of every text if the language is not available."""

    def show(self, text_lines: Sequence[str]) -> str:
        """Put it into words."""
        return WITHOUT


def amended(base: Book, amendments: Amendments) -> Book:
    """Make the book with amendments in force."""
    if REGISTERED.amending is None:
        raise Refused(WITHOUT)
    return REGISTERED.amending(base, amendments)


def carry_on(amended: Book, state: State) -> None:
    """Let every frame in progress continue by the rule with which it began, which the newest amendment may have changed."""
    for at, frame in enumerate(state.agenda):
        older = amended.procedure_numbers.get(f"{amended.procedure_name(frame.procedure)}@{len(state.amendments)}")
        if older is not None:
            state.agenda[at] = frame._replace(procedure=older)


def next_name(amendments: Sequence[tuple[str, str]]) -> str:
    """Name the amendment that comes next."""
    return f"amendment {len(amendments) + 1}"


def headline(text: str) -> str:
    """Say briefly what a text changes: the headings of its rules and what it repeals, else its first line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "; ".join([line for line in lines if line.startswith(("Rule ", "Repeals:"))] or lines[:1])


def wrong(base: Book, amendments: Amendments, text: str) -> Sequence[Finding]:
    """List the problems of a text as the next amendment of a book; none if it could be adopted."""
    return [Unread()] if REGISTERED.amending is None else REGISTERED.amending.problems(base, amendments, text)
