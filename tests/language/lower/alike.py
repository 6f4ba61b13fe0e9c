"""Says whether two compiled books mean the same, wherever their text stands on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import MethodType
from typing import Any

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.language.lower.compiler import Bound, bind

PLACE = re.compile(r"<text>:\d+|(?<=in line )\d+")
"""A line's number, where a rule without a number of its own is named by it."""

SIGNS = str.maketrans({"−": "-", "×": "*", "÷": "/", "≥": ">=", "≤": "<=", "≠": "!=", " ": None})

LEFT_OUT = {"span", "fast", "hash", "text", "texts", "rows"}


def plain(value: Any) -> Any:
    """Gives any part of a book as plain values: no places, single spaces."""
    if isinstance(value, str):
        return PLACE.sub("place", " ".join(value.split()))
    if isinstance(value, Mapping):
        return sorted(((repr(plain(key)), plain(each)) for key, each in value.items()), key=lambda pair: pair[0])
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(repr(plain(each)) for each in value)
    if isinstance(value, MethodType):
        return [value.__name__, plain(value.__self__)]
    if is_dataclass(value):
        return [type(value).__name__, *(plain(getattr(value, each.name)) for each in fields(value) if each.name not in LEFT_OUT)]
    return value if value is None or isinstance(value, int) else "" if callable(value) else type(value).__name__


def meaning(text: str, default: str | None = None, readings: dict[str, str] | None = None) -> Any:
    """Gives what a text means: the book and its examples if it has no errors, else its problems."""
    bound: Bound = bind([("<text>", text)], books.finder(), "small", readings, default)
    problems = Counter(quoted_alike(plain(f"{problem.severity}: {problem.message}")) for problem in bound.problems)
    if bound.book is None:
        return problems
    return problems, of_book(bound.book), plain(bound.examples)


def quoted_alike(message: str) -> str:
    """Gives a message without spaces and capitals, and with one form of each sign: it may quote a line as it was written."""
    return message.translate(SIGNS).replace("==", "=").casefold()


def of_book(book: Book) -> Any:
    """Gives what a book says, without the places in the text."""
    return [(each.name, plain(getattr(book, each.name))) for each in fields(book) if each.name not in LEFT_OUT]
