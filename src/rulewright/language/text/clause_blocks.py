"""Lines below a line: which of them are parts of its clause, and which go on beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language.text.source import Line, Span
from rulewright.language.text.syntax import Clause, Component, component_of, key_of, opening, split_clauses
from rulewright.program.quick_dataclasses import replace


def blocks(value: str, span: Span, lines: Sequence[Line]) -> tuple[Clause, ...]:
    """Reads a value and the lines below it into clauses; what is indented below `…:` is inside of it."""
    own, below = [*split_clauses(value, span)], list(lines)
    if own and own[-1].text.endswith(":"):
        inner = _deeper(below)
        own[-1], below = replace(own[-1], inside=blocks("", span, below[:inner])), below[inner:]
    for line in below:
        if component_of(line) == "else" and own and _takes_else(own[-1]):
            _, said = key_of(line) or ("", "")
            where = line.span.part(len(line.text) - len(said), len(line.text))
            own[-1] = _with_else(own[-1], Component("else", blocks(said, where, line.children), line.span))
        else:
            first, *more = blocks(line.text, line.span, line.children) or [None]
            own += [replace(first, under=_under(own, line)), *more] if first is not None else []
    return tuple(own)


def _takes_else(clause: Clause) -> bool:
    """Tells whether an `else:` may follow: a second one belongs to the clause beside the first, as in `else: if …:`."""
    first = clause.otherwise
    return first is None or (_beside(first) and _takes_else(first.clauses[-1]))


def _beside(found: Component) -> bool:
    """Tells whether the clauses of a component stand on its own line."""
    return bool(found.clauses) and found.clauses[-1].span.line == found.span.line


def _with_else(clause: Clause, found: Component) -> Clause:
    """Gives a clause with an `else:`, which belongs to the last clause that has none."""
    first = clause.otherwise
    if first is None:
        return replace(clause, otherwise=found)
    inner = _with_else(first.clauses[-1], found)
    return replace(clause, otherwise=replace(first, clauses=(*first.clauses[:-1], inner)))


def _under(before: Sequence[Clause], line: Line) -> str:
    """Gives the clause that a line seems to be part of: one with its effect behind a colon, to the left of the line."""
    said = before[-1].text if before and line.indent >= before[-1].span.column else ""
    return said if opening(said) and not said.endswith(":") else ""


def nested(clauses: Sequence[Clause], depth: int = 0) -> Iterator[tuple[int, str]]:
    """Yields what clauses say line by line, and how far each line is indented."""
    for clause in clauses:
        yield depth, clause.text
        yield from nested(clause.inside, depth + 1)
        if clause.otherwise is not None:
            said = list(nested(clause.otherwise.clauses, depth + 1))
            yield from [(depth, f"else: {said[0][1]}")] if len(said) == 1 else [(depth, "else:"), *said]


def _deeper(lines: Sequence[Line]) -> int:
    """Counts the lines at the beginning that stand no further to the left than the first."""
    if lines and component_of(lines[0]) == "else":
        return 0
    return next((at for at, line in enumerate(lines) if line.indent < lines[0].indent), len(lines))
