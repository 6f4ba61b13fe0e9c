"""What the tests of books' examples share: a book checked, as it is or with one passage changed, and its examples played."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from rulewright import books
from rulewright.language.check.checking import Report, check
from rulewright.language.check.examples import Result, set_up


@cache
def checked(source: str) -> Report:
    """Checks a shipped book or a file of rules, once."""
    return check(books.sources(source), books.finder(Path(source).parent))


def broken(book: str, old: str, new: str, **readings: str) -> Report:
    """Checks a book with one passage changed, which must be there and leave the text readable."""
    sources = books.sources(book)
    assert sum(text.count(old) for _, text in sources) >= 1, old
    report = check([(name, text.replace(old, new)) for name, text in sources], books.finder(), None, readings)
    assert report.bound.book is not None, "\n".join(report.lines())
    return report


def failed(report: Report) -> set[str]:
    """Names the examples that do not come out."""
    return {result.example.name for result in report.results if result.failures}


def explained(report: Report, result: Result) -> list[str]:
    """Plays an example with the execution that explains itself, and says what does not come out."""
    assert report.bound.book is not None
    run = set_up(replace(report.bound.book, explained=True), result.example)
    run.play()
    return [words for _, words in run.result.failures]
