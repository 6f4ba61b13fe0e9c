"""Problems of a rule text and their places: every part of the language reports what it finds as problems.

This module knows places in a text and sentences for people, but not the meaning of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from rulewright.kernel.errors import RuleTextError
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.language.grammar.clause_scope import Scope
    from rulewright.language.text.source import Span

__all__ = ["Problem", "RuleTextError", "Severity", "warning"]

Severity = Literal["error", "warning", "remark"]

_SHOWN: Final = 100
_INDENT: Final = "    "
_LINE: Final = "do: "


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: what is wrong, where, what was expected, and the known word that is most similar."""

    span: Span
    message: str
    expected: str = ""
    nearest: str = ""
    severity: Severity = "error"
    code: str = ""

    def __str__(self) -> str:
        at = self.span
        return f"{at.file}:{at.line}:{at.column}: {self.severity}: {self.message}"

    @property
    def gives_lines(self) -> bool:
        """Whether what was probably meant is given as lines of rule text."""
        return "\n" in self.nearest or self.nearest.startswith(_LINE)

    def show(self, text_lines: Sequence[str]) -> str:
        """Show the finding under its source line, with a caret and with what would have worked."""
        shown = [str(self)]
        if 0 < self.span.line <= len(text_lines):
            shown += [_INDENT + line for line in _pointed(text_lines[self.span.line - 1], self.span)]
        if self.expected and self.expected not in self.message:
            shown.append(f"{_INDENT}expected {self.expected}")
        if self.gives_lines:
            shown += [f"{_INDENT}did you mean", *[f"{_INDENT}  {line}" for line in self.nearest.split("\n")]]
        elif self.nearest:
            shown.append(f"{_INDENT}did you mean {self.nearest}?")
        return "\n".join(shown)


def warning(span: Span, code: str, message: str, expected: str = "") -> Problem:
    """Give a warning of one kind at a place."""
    return Problem(span, message, expected, severity="warning", code=code)


def _pointed(line: str, span: Span) -> tuple[str, str]:
    """Give the part of the line around a span, and the line that points at it; tabs stay tabs in both."""
    at = min(span.column - 1, len(line))
    first = max(0, at - _SHOWN // 2)
    seen = line[first : first + _SHOWN].rstrip()
    length = max(1, min(span.length, first + len(seen) - at))
    gap = "".join("\t" if sign == "\t" else " " for sign in line[first:at])
    return "".join(map(_visible, seen)), gap + "^" * length


def _visible(sign: str) -> str:
    return sign if sign == "\t" or sign.isprintable() else "\ufffd"


class Unreadable(Exception):
    """A problem found inside a clause, on its way to the list of problems."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem
        self.said: tuple[str, str, Scope] | None = None  # the kind and the words of the line that it is about, and its scope
        self.whole: tuple[str, Scope] | None = None  # the words of the whole effect in which it was found, and its scope
        self.line = ""  # all clauses of its line, where it has several


class UnknownName(Unreadable):
    """Words that name nothing: the line may have been meant otherwise, so another problem of it is preferred."""


class TwoReadings(Unreadable):
    """A line with two readings; this is an error even if there is a third reading."""


class Indefinite(Unreadable):
    """A noun phrase such as `a relic` where one thing is meant: somebody must choose which."""

    def __init__(self, problem: Problem, noun: str) -> None:
        super().__init__(problem)
        self.noun = noun
