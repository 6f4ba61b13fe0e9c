"""The rules of a book as a page: each file in parts, so that names stand out and comments read as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rulewright.kernel.book import Book

COMMENT: Final = "#"


@dataclass(frozen=True, slots=True)
class Part:
    """A comment, or a rule with its name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file of rules: its name and its parts."""

    name: str
    parts: tuple[Part, ...]


def files(book: Book) -> list[RuleFile]:
    """Give the files of a book."""
    return [RuleFile(file, tuple(map(_part, _blocks(text)))) for file, text in book.text]


def _blocks(text: str) -> list[list[str]]:
    """Split a text where a line is empty, and between a comment and what follows it."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if not line.strip():
            found.append([])
            continue
        if found[-1] and _is_comment(line) != _is_comment(found[-1][-1]) and not line.startswith(" "):
            found.append([])
        found[-1].append(line)
    return [block for block in found if block]


def _is_comment(line: str) -> bool:
    return line.startswith(COMMENT)


def _part(block: list[str]) -> Part:
    if _is_comment(block[0]):
        return Part("", " ".join(line.lstrip(COMMENT).strip() for line in block))
    head, *rest = block
    if ":" in head and not rest:
        return Part(head.partition(":")[0], head.partition(":")[2].strip())
    return Part(head, "\n".join(rest)) if rest else Part(head, "")
