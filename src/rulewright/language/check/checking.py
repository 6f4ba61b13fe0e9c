"""Checks rule text: all problems of every file, then the examples beside the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from rulewright.kernel.book import Book
from rulewright.language.check import examples, idle_lines, lint
from rulewright.language.check.example_lines import Example
from rulewright.language.check.examples import Result
from rulewright.language.check.problems import Problem
from rulewright.language.lower import young_garbage
from rulewright.language.lower.compiler import Bound, bind
from rulewright.language.text.book_files import Finder, Sources
from rulewright.program.declared import Limits
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

ENDLESS = 3
"""How many examples may exceed the limit of steps before a check stops running examples."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    bound: Bound
    results: tuple[Result, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems of the text, and every example that failed."""
        failed = [
            Problem(span, f"example {result.example.name!r}: {words}", code="example")
            for result in self.results
            for span, words in result.failures
        ]
        return (*self.bound.problems, *failed)

    def ok(self, strict: bool = False) -> bool:
        """Say whether the text is correct: errors make it fail, warnings only in a strict check."""
        grave = {"error", "warning"} if strict else {"error"}
        return not any(problem.severity in grave for problem in self.problems)

    def lines(self) -> list[str]:
        """Show every problem under its source line."""
        texts = {file: text.splitlines() for file, text in self.bound.texts.items()}
        return [problem.show(texts.get(problem.span.file, ())) for problem in self.problems]


@young_garbage.only()
def check(sources: Sources, find: Finder, default: str | None = None, readings: dict[str, str] | None = None,
          limits: Limits | None = None) -> Report:  # fmt: skip
    """Check some rule text and run the examples of its own files."""
    bound = bind(sources, find, sources[0][0] if sources else "", readings, default, limits)
    own = {file for file, _ in sources}
    bound = replace(bound, problems=_at_home(bound, own))
    book = bound.book
    if book is None:
        return Report(bound, ())
    again = partial(bind, find=find, name=sources[0][0], readings=readings, default=default, limits=limits)
    doubts = [*lint.warnings(book, bound.items, bound.examples, own), *idle_lines.warnings(bound, sources, again)]
    proofs = _proved(book, [example for example in bound.examples if example.span.file in own])
    return Report(replace(bound, problems=(*bound.problems, *doubts)), tuple(proofs))


def _at_home(bound: Bound, own: Collection[str]) -> tuple[Problem, ...]:
    """Place all problems in the author's text: if this text makes another one wrong, the error is at the item that causes it."""
    mine = [item for item in bound.items if item.span.file in own]
    if not mine or all(problem.span.file in own for problem in bound.problems):
        return bound.problems
    kept = [problem for problem in bound.problems if problem.span.file in own]
    for problem in [each for each in bound.problems if each not in kept and each.severity == "error"]:
        at, lines = problem.span, bound.texts.get(problem.span.file, "").splitlines()
        said = plain(" ".join([problem.message, *lines[at.line - 1 : at.line]]))
        named = [item for item in mine if any(plain(name) in said for name in item.name.split(",") if name.strip())]
        message = f"this text causes an error in {at.file}:{at.line}, which it uses: {problem.message}"
        kept.append(replace(problem, span=(named or mine)[0].span, message=message))
    return tuple(dict.fromkeys(kept))


def _proved(book: Book, found: Sequence[Example]) -> Iterator[Result]:
    """Run examples; after several that did not end, the others are not run, so that a check always ends."""
    endless = 0
    for example in found:
        given_up = f"not run, because {ENDLESS} examples before it did not come to an end"
        result = examples.run(book, example) if endless < ENDLESS else Result(example, [(example.span, given_up)])
        endless += result.endless
        yield result
