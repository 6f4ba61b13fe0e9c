"""Every history that was derived from the rule text, played on the engine and on the model."""

import pytest

from tests.books.nomic import histories_judged, model
from tests.books.nomic.histories import HISTORIES, expected, played
from tests.books.nomic.history import REFUSED, WORLD, History, Judged, money, show, tell
from tests.books.nomic.play import Table

OTHERWISE = {
    # Reading 8 refuses a stack that is gone; it does so whether or not a target would have overruled the choice.
    "a target overrides even a choice that is not available",
    # Reading 25 allows targets that are on no stack any more. What acted at once never was a thing that could be targeted.
    "aimed at an action that never was stacked, or joined to one that never was",
    # An ability is its own action in rule text, so it keeps its class when another action changes its own (N-08, N-09).
    "an ability whose action changed class creates no action of another class",
}
"""Histories that the text leaves open and in which the engine takes the other way."""


@pytest.mark.parametrize("history", HISTORIES, ids=lambda h: h.title)
def test_the_model_plays_a_history(history: History):
    """The model was written separately from the text and reaches the result of the text."""
    s = WORLD._replace(span=history.span)
    for step in history.steps:
        old, told = s, REFUSED
        try:
            s = step.call(s, step.at)
            told = tell(s.log[len(old.log) :], step.at)
        except model.Refused:
            pass
        assert (show(s), told) == (step.stacks, step.events)
    assert money(s) == history.purse


@pytest.mark.parametrize("history", [h for h in HISTORIES if h.title not in OTHERWISE], ids=lambda h: h.title)
def test_the_engine_plays_a_history(history: History):
    """The engine reaches the result of the text, step by step."""
    assert played(history) == expected(history)


@pytest.mark.parametrize("history", [h for h in HISTORIES if h.title in OTHERWISE], ids=lambda h: h.title)
def test_the_engine_differs_from_a_history_only_where_the_text_has_two_readings(history: History):
    """If the engine has another result, the history says that the text can be read in two ways."""
    assert history.either
    assert played(history) != expected(history)


CASES = [(judged, verdict) for judged in histories_judged.JUDGED for verdict in judged.verdicts]


@pytest.mark.parametrize(("judged", "verdict"), CASES, ids=lambda it: it.title if isinstance(it, Judged) else str(sorted(it[0])))
def test_a_history_with_a_judgment_ends_as_it_says(judged: Judged, verdict: tuple[frozenset[int], tuple[int, ...], str, str]):
    """A struck answer never happened, answers that depend on it lapse, and all others count (N-18)."""
    struck, skipped, lying, held = verdict
    state, missed = model.rerun([(at, call.__call__) for at, call in judged.entries], struck, WORLD)
    end = model.advance(state, judged.end)
    assert (missed, show(end), money(end)) == (skipped, lying, held)
    table, numbers = Table([call for _, call in judged.entries]), []
    for second, call in judged.entries:
        table.do(call, second)
        numbers.append(table.game.state.number)
    calls = dict(zip(numbers, (call for _, call in judged.entries), strict=True))
    for entry in sorted(struck):
        table.judge(numbers[entry], judged.entries[-1][0], calls)
    lapsed = {done.entry.number: done.lapsed for done in table.game.done if done.lapsed}
    assert tuple(n for n, number in enumerate(numbers) if lapsed.get(number, "struck") != "struck") == skipped
    table.game.tick(judged.end)
    assert (table.show(), table.purse()) == (lying, held)
