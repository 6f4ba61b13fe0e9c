"""Rules that change: makes a book from a book and its amendments, and lists the problems of a new amendment."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.history.amendments import Amendments, next_name
from rulewright.language.check.problems import Problem
from rulewright.language.lower.item_changes import rerun
from rulewright.language.text.book_files import rule_text
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program.declared import Kind
from rulewright.program.definition import Routine
from rulewright.program.instructions import Run
from rulewright.program.outlines import Numbered
from rulewright.program.quick_dataclasses import replace

MAY = ("stat", "action", "rule", "repeals", "example")
"""The items that an amendment may contain; it cannot change structures and the map."""


def amended(base: Book, amendments: Amendments) -> Book:
    """Give the book with amendments in force."""
    book, problems = _made(base, amendments)
    if book is None:
        raise RuleTextError([problem for problem in problems if problem.severity == "error"])
    return book


def problems(base: Book, amendments: Amendments, text: str) -> tuple[Problem, ...]:
    """List the problems of a text as the next amendment; none if it could be adopted."""

    def find() -> tuple[Problem, ...]:
        after = (*amendments, (next_name(amendments), text))
        made, found = _made(base, after)
        if made is not None:
            base.caches.amended.get(after, lambda: made)
        return tuple(problem for problem in found if problem.severity == "error")

    return base.caches.problems.get((amendments, text), find)


def _made(base: Book, amendments: Amendments) -> tuple[Book | None, tuple[Problem, ...]]:
    from rulewright.language.check import examples
    from rulewright.language.lower.compiler import bind

    like, (file, _) = base.in_force(amendments[:-1]), amendments[-1]
    sources = [*base.text, *amendments]
    bound = bind(sources, lambda used: [], base.name, dict(base.readings), None, base.limits, like)
    wrong = [*bound.problems, *_beyond(bound.texts[file], file, like, base.immutable)]
    if bound.book is None or any(problem.severity == "error" for problem in wrong):
        return None, tuple(wrong)
    book = aligned(bound.book, like, base, len(amendments))
    for example in [example for example in bound.examples if example.span.file == file]:
        failures = examples.run(book, example).failures
        wrong += [Problem(span, f"example {example.name!r}: {words}") for span, words in failures]
    return (None if any(problem.severity == "error" for problem in wrong) else book), tuple(wrong)


def _beyond(text: str, file: str, like: Book, immutable: int) -> list[Problem]:
    """Report what an amendment may not contain."""
    from rulewright.language.text import parser

    items, _ = parser.read(text, file, like.limits)
    found = [
        Problem(item.span, f"an amendment cannot contain this {item.kind}", "rules with numbers, Repeals:, stats, examples")
        for item in items
        if item.kind not in MAY
    ]
    for item in items:
        numbers = [item.marks[0]] if item.kind == "rule" else item.value.split(",") if item.kind == "repeals" else []
        for number in (int(part) for part in numbers if part.strip().isdigit()):
            if number < immutable:
                found.append(Problem(item.span, f"rule {number} is immutable", f"a rule from {immutable} on"))
    loose = [item for item in items if item.kind == "action"]
    found += [
        Problem(item.span, f"{item.name} is not inside a rule with a number", "`Rule 320. Title` above it") for item in loose
    ]
    rules, known = [item for item in items if item.kind in ("rule", "repeals")], like.rules
    if rules and all(item.kind == "rule" and _stands(item, text, known) for item in rules):
        found.append(Problem(rules[0].span, "the rules in force already contain this text", "a text that changes them"))
    if not rules and not found:
        expected = "`Rule 320. Title` with actions below it, or `Repeals: 320`"
        found.append(Problem(Span(file, 1, 1, 1), "the text changes no rule", expected))
    return found


class Version(NamedTuple):
    """A rule as one text defined it; without text it is repealed."""

    by: str  # the amendment, "" for the book itself
    title: str
    text: str | None


def history(base: Book, amendments: Amendments) -> dict[str, list[Version]]:
    """Give every current or past rule by its number, with all its versions, the oldest first."""
    from rulewright.language.text import parser

    found = {number: [Version("", rule.title, rule.text)] for number, rule in base.rules.items()}
    for file, text in amendments:
        for item in parser.read(text, file, base.limits)[0]:
            if item.kind == "rule":
                new = Version(file, item.name, rule_text(text, item.span.line))
                found.setdefault(item.marks[0], []).append(new)
            for number in (part.strip() for part in item.value.split(",")) if item.kind == "repeals" else ():
                found[number].append(Version(file, found[number][-1].title, None))
    return dict(sorted(found.items(), key=lambda each: int(each[0])))


def _stands(item: Item, text: str, known: Mapping[str, Numbered]) -> bool:
    """Say whether a rule of a text is already in force in the same words."""
    number = item.marks[0]
    return number in known and known[number].text == rule_text(text, item.span.line)


def aligned(book: Book, like: Book, base: Book, count: int) -> Book:
    """Give a book in which everything of the earlier book keeps its number; what is in progress keeps the earlier rules."""
    kept = [known if "@" in known.name else new for known, new in zip(like.routines, book.routines, strict=False)]
    others = {number for number, (known, new) in enumerate(zip(like.routines, kept, strict=True)) if known != new}
    changed = [number for number, known in enumerate(like.routines) if number in others or _has_part(known, others)]
    moved = {number: len(book.routines) + at for at, number in enumerate(changed)}
    older = [_older(like.routines[number], count, moved) for number in changed]
    return replace(
        book,
        kinds=tuple(_kinds(book, like)),
        routines=(*kept, *book.routines[len(kept) :], *older),
        hash=book.hash,
        origin=base,
        scenes=base.scenes,
    )


def _has_part(routine: Routine, parts: Container[int]) -> bool:
    """Say whether a procedure that may be in progress runs one of some others as a part of itself."""
    own = (each.procedure for each in routine.code if isinstance(each, Run) and each.own)
    return "@" not in routine.name and any(part in parts for part in own)


def _older(routine: Routine, count: int, moved: Mapping[int, int]) -> Routine:
    """Give the earlier version of a procedure, which runs the earlier versions of its parts."""
    code = tuple(rerun(each, moved) for each in routine.code)
    return replace(routine, name=f"{routine.name}@{count}", title=routine.title or routine.name, code=code)


def _kinds(book: Book, like: Book) -> list[Kind]:
    """Keep the order of kinds; new ones follow."""
    assert [kind.name for kind in book.kinds[: len(like.kinds)]] == [kind.name for kind in like.kinds]
    return list(book.kinds)
