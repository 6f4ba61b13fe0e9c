"""Warns of headers that change nothing: the text means the same without them.

The text is compiled again without such a line. This is done only for headers that need something else to have an effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.kernel.book import Book
from rulewright.language.check.problems import Problem, warning
from rulewright.language.check.survey import Survey
from rulewright.language.lower.compiler import Bound
from rulewright.language.text.book_files import Sources
from rulewright.language.text.syntax import Header, Item
from rulewright.program import codec
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import fields
from rulewright.program.spelled import plain

NEEDS = {
    "x": "X in `Cost:`",
    "sight": "a target",
    "timing": "a reaction to damage",
    "if is": "an `if:`",
    "short": "a card that is taken from a zone",
    "range": "a target, or an area",
    "potential": "the reading `potential: asked`",
}
"""The headers that can be idle, and what each needs to have an effect."""
MOST = 20
"""How many lines are tried at most, so that a check of a large text takes no longer."""


def warnings(bound: Bound, sources: Sources, bind: Callable[[Sources], Bound]) -> Iterator[Problem]:
    """Give a warning for each header of the author's own files without which the program is the same."""
    if not isinstance(bound.book, Book):
        return
    own = {file for file, _ in sources}
    suspects = [each for item in bound.items if item.span.file in own for each in _suspects(item)]
    in_force = {act.item.span for act in Survey(bound.book, bound.items, bound.examples).acts} if suspects else set()
    lines = [header for item, header in suspects if item.span in in_force]
    meant = _meaning(bound.book) if lines else ""
    for header in lines[:MOST]:
        other = bind([(file, _without(text, header) if file == header.span.file else text) for file, text in sources]).book
        if other is not None and _meaning(other) == meant:
            message = f"the line {header.key}: has no effect here: the rule is the same without it"
            yield warning(header.span, "idle-line", message, f"{NEEDS[plain(header.key)]}, or no such line")


WORDS = ("name", "hash", "text", "texts", "faces", "said")
"""The fields of a program that hold the words of the text, and not what they mean."""


def _meaning(program: Program) -> str:
    """Give a program without the words of its text, to compare it with another one."""
    rules = {each.name: getattr(program, each.name) for each in fields(Program) if each.name not in WORDS}
    return codec.encode(Program(name="", hash="", text=(), **rules))


def _suspects(item: Item) -> Iterator[tuple[Item, Header]]:
    """Give the headers of an action and of the abilities below it that may be idle, each with what it belongs to."""
    if item.kind in ("action", "feature"):
        yield from ((item, header) for header in item.headers if plain(header.key) in NEEDS and not _of_self(header))
        for inner in item.items:
            yield from _suspects(inner)


def _of_self(header: Header) -> bool:
    """Say whether a header is `Range: Self`, which tells a reader that the action has no target."""
    return plain(header.key) == "range" and plain(header.value) == "self"


def _without(text: str, header: Header) -> str:
    """Give a text in which a line is a comment, so that all others keep their places."""
    lines = text.splitlines()
    line = lines[header.span.line - 1]
    lines[header.span.line - 1] = f"{line[: len(line) - len(line.lstrip())]}#"
    return "\n".join(lines) + "\n"
