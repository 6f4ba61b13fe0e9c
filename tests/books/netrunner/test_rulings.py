"""Known-hard rulings: each comes out as it says, fast and explained, and beside each a neighbour is refused for its reason."""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check import check
from rulewright.language.examples import Example, Result, set_up

HERE = Path(__file__).parent
REPORT = check(books.sources(str(HERE / "rulings.rules")), books.finder(HERE))
RESULTS = [pytest.param(result, id=result.example.name) for result in REPORT.results]
TEXT = (HERE / "rulings.rules").read_text(encoding="utf-8")


def refused(example: Example) -> list[str]:
    """Gives the reasons for which an example expects something to be refused."""
    return [step.words.partition("|")[2] for step in example.steps if step.kind == "cannot"]


@pytest.mark.parametrize("result", RESULTS)
def test_a_ruling_comes_out(result: Result):
    """Each line of play ends as it says."""
    assert [words for _, words in result.failures] == []


@pytest.mark.parametrize("result", RESULTS)
def test_a_ruling_comes_out_explained(result: Result):
    """The execution that explains itself ends in the same way."""
    assert REPORT.bound.book is not None
    run = set_up(REPORT.bound.book, result.example)
    run.book.fast["off"] = True
    run.play()
    assert [words for _, words in run.result.failures] == []


@pytest.mark.parametrize("result", RESULTS)
def test_a_ruling_has_a_refused_neighbour(result: Result):
    """Something is done, and something near it is refused, by a check that is named."""
    assert any(step.kind == "act" for step in result.example.steps) and "expect" in {step.kind for step in result.example.steps}
    assert refused(result.example) and all(refused(result.example))


def test_there_are_fifty_rulings_with_their_rule_numbers():
    """Each names the requirements it is read from, three at most."""
    titles = re.findall(r"^Example: (J-\d\d) .+ \(((?:KW?-[\w.]+(?:, )?)+)\)$", TEXT, re.MULTILINE)
    assert len(titles) == len(REPORT.results) >= 50 and len({number for number, _ in titles}) == len(titles)
    assert all(len(ids.split(", ")) <= 3 for _, ids in titles)
