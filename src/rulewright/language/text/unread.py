"""Reports text in a place where nothing reads it, so that nothing is silently ignored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.language.text.source import Line
from rulewright.language.text.syntax import Item
from rulewright.program.spelled import plain

SETTINGS = (*syntax.SETTINGS, "Sight")
BELOW = {"kind": "an `actions:` line", "reading": "`rule:` and `about:` lines"}
"""The declarations that have lines below them, and which."""

NESTED = {"structure": "step", "action": "action"}
"""Which items may contain which."""

INSIDE = {"structure": "a step, such as `step draw: draw a card`", "action": "an action"}
"""What is expected inside of such an item."""


def report(names: Names, items: Sequence[Item]) -> None:
    """Report every line of a file that has no meaning in its place."""
    for item in items:
        if item.kind == "rule":
            report(names, item.items)
        _settings(names, item)
        _parts(names, item)
        for line in _lines(item):
            names.report(line.span, f"this line has no meaning below {_name(item)}", BELOW.get(item.kind, "no line here"))


def _name(item: Item) -> str:
    return f"the {item.kind} {item.name!r}" if item.name else f'"{item.kind.title()}:"'


def _settings(names: Names, item: Item) -> None:
    known = (*syntax.DECLARATIONS, *syntax.BODIES, "action", "rule", "table", "feature", *SETTINGS)
    if item.kind not in map(str.lower, known):
        word = item.kind.capitalize()
        near = did_you_mean(word, SETTINGS)
        message = f"{word!r} is not a setting of a book, and there is no action above it that it could belong to"
        names.report(item.span, message, ", ".join(SETTINGS), f"{near}:" if near else "")


def _parts(names: Names, item: Item) -> None:
    """Report lines of a structure or a rule that are not parts of it, and items that are nested in the wrong place."""
    if item.kind in ("structure", "rule"):
        headers = [header for header in item.headers if item.kind != "structure" or plain(header.key) != "told"]
        for span in [*(header.span for header in headers), *(part.span for part in item.components)]:
            expected = "steps, or Told:" if item.kind == "structure" else "a name above it"
            names.report(span, f"this line has no meaning below {_name(item)}", expected)
    for inner in item.items:
        if item.kind in NESTED and inner.kind != NESTED[item.kind]:
            names.report(inner.span, f"this {inner.kind} cannot be inside {_name(item)}", INSIDE[item.kind])
        elif item.kind == "action":
            _parts(names, inner)
            for deeper in inner.items:
                message = f"{deeper.name!r} is inside {inner.name!r}, which is an ability of {item.name!r} itself"
                names.report(deeper.span, message, f"an ability directly below {item.name!r}")


def _lines(item: Item) -> Iterator[Line]:
    """Yield the lines below an item that nobody reads."""
    for header in item.headers:
        yield from header.children
    for inner in item.items if item.kind == "action" else ():
        yield from _lines(inner)
    for line in item.lines:
        if item.kind not in (*BELOW, *syntax.BODIES):
            yield line
        elif item.kind not in ("table", "draft") and not syntax.begins_map(line):
            yield from line.children
