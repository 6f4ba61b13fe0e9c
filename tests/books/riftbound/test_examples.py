"""Every example comes out as it says, fast and explained, and a broken rule makes one of them fail."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check import Report, check
from rulewright.language.examples import Result, set_up

HERE = Path(__file__).parent
SOURCES = books.sources("riftbound")
REPORT = check(SOURCES, books.finder())
PROBES = check(books.sources(str(HERE / "probes.rules")), books.finder(HERE))
RESULTS = [pytest.param(result, id=result.example.name) for result in REPORT.results]
RULINGS = check(books.sources(str(HERE / "rulings.rules")), books.finder(HERE))
PROBED = [pytest.param(result, id=result.example.name) for result in (*PROBES.results, *RULINGS.results)]


def failed(report: Report) -> set[str]:
    """Names the examples that do not come out."""
    return {result.example.name for result in report.results if result.failures}


def changed(old: str, new: str, **readings: str) -> set[str]:
    """Names the examples that fail when one passage of the book is changed."""
    assert sum(text.count(old) for _, text in SOURCES) >= 1
    report = check([(name, text.replace(old, new, 1)) for name, text in SOURCES], books.finder(), None, readings)
    assert report.bound.book is not None, "\n".join(report.lines())
    return failed(report)


@pytest.mark.parametrize("report", [REPORT, PROBES, RULINGS])
def test_the_text_has_no_problem(report: Report):
    """The book and the probes are read without an error or a warning, and have examples."""
    assert report.ok(strict=True), "\n".join(report.lines())
    assert len(report.results) > 15


@pytest.mark.parametrize("result", [*RESULTS, *PROBED])
def test_an_example_comes_out(result: Result):
    """Each example ends as it says."""
    assert [words for _, words in result.failures] == []


@pytest.mark.parametrize("result", RESULTS)
def test_an_example_comes_out_explained(result: Result):
    """The execution that explains itself ends in the same way as the fast one."""
    assert REPORT.bound.book is not None
    run = set_up(REPORT.bound.book, result.example)
    run.book.fast["off"] = True
    run.play()
    assert [words for _, words in run.result.failures] == []


def test_there_are_more_than_fifty_rulings_and_most_have_a_refused_neighbour():
    """Each ruling is a line of play with its rule; most also say what is refused beside it (W-350)."""
    text = (HERE / "rulings.rules").read_text(encoding="utf-8")
    rulings = text.split("Example: Q-")[1:]
    assert len(rulings) > 50
    assert sum(" cannot " in ruling for ruling in rulings) >= 40


BROKEN = [
    pytest.param("nothing in a Showdown  | no ", "nothing in a Showdown  | yes", id="anything in a showdown"),
    pytest.param("anything               | no    | no ", "anything               | no    | yes", id="actions answer a chain"),
    pytest.param("<whom> gains 1 Exhausted", "<whom> loses 1 Exhausted", id="exhausting"),
    pytest.param("replenished by Burn Out", "seen by nobody", id="no burn out"),
    pytest.param("[Chosen Score] += 1", "tell burnt", id="burning out costs nothing"),
    pytest.param("belong to at most 1 player", "belong to at most 2 players", id="a third army"),
    pytest.param("at most 2 players with units there", "at most 3 players with units there", id="a third army by force"),
    pytest.param("with [Stays] = 0", "with [Stays] >= 0", id="cannot does not beat can"),
    pytest.param("kill all units with [Damage] > 0 and [Damage] >= [Might] in Board",
                 "kill all units with [Damage] > 0 and [Damage] > [Might] in Board", id="more than lethal"),
    pytest.param("recall all units with [Attacking] = 1", "tell stays", id="attackers stay"),
    pytest.param("[Tank] = 1: take a Blow at a Tank", "[Tank] = 2: take a Blow at a Tank", id="Tank is nothing"),
    pytest.param("Levy: Deflect of an enemy unit, in Power", "Levy: Deflect of a unit, in Power", id="deflecting one's own"),
    pytest.param("in succession, who acts keeps it, the newest gives it", "in succession, who acts passes it on", id="priority"),
    pytest.param(", goes on when nothing waits any more", "", id="focus stays"),
    pytest.param(", the first player's while nothing waits", "", id="everybody in the open"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert changed(old, new)
