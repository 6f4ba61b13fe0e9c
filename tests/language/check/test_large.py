"""The time to check a book grows in proportion to its size."""

import sys
from types import FrameType
from typing import Any

from benchmarks import large
from rulewright.language.check.checking import check


def work(cards: int) -> int:
    """Counts the calls, including steps of generators, that it takes to check a book with so many cards."""
    text, before, calls = large.text(cards), sys.getprofile(), 0

    def count(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        report = check([("large.rules", text)], lambda used: ())
    finally:
        sys.setprofile(before)
    assert report.ok()
    return calls


def test_the_work_of_the_compiler_grows_in_proportion_to_the_number_of_cards():
    """A given number of additional cards takes the same additional work, however many cards there are."""
    work(14)  # what is worked out once is worked out before
    few, some, many = (work(cards) for cards in (70, 140, 280))
    assert many - some < 2.1 * (some - few)
