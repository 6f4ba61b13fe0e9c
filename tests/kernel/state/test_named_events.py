"""Events with names: the fields of events can be read by name, and the list of events has a length, indices and slices."""

import pickle

import pytest

import rulewright
from rulewright.kernel.state import events
from rulewright.kernel.state.named_events import FIELDS, RECORDS, Happened, named
from rulewright.testing import answers
from tests.hygiene.tree import ROOT
from tests.kernel.fakes import ANN, asks, game

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_events_of_an_answer_have_named_fields():
    """Each event is a record, and still equal to the plain tuple."""
    chose, *_ = happened = game(asks("main", ANN)).answer("Ann", "yes")
    assert (chose.kind, chose.player, chose.path) == ("chose", ANN, ("yes",))
    assert (
        type(happened[0]) is RECORDS["chose"]
        and happened[0] == ("chose", ANN, ("yes",))
        and happened == (("chose", ANN, ("yes",)),)
    )


def test_the_events_so_far_are_a_sequence():
    """It has a length, an index from either end, and slices; an index beyond its ends is an error."""
    playing = rulewright.new("encounter", seed=1)
    before = len(playing.events)
    happened = playing.answer(None, "Guard")
    every = list(playing.events)
    assert len(playing.events) == before + len(happened) == len(every)
    assert playing.events[-len(happened) :] == happened and type(playing.events[before:]) is Happened
    assert [playing.events[0], playing.events[-1], playing.events[before]] == [every[0], every[-1], every[before]]
    for beyond in (len(every), -len(every) - 1):
        with pytest.raises(IndexError, match="there is no event"):
            playing.events[beyond]


def test_a_told_event_has_a_word_and_what_it_is_about():
    """This holds for any number of things that it is about."""
    told = Happened([("told", "check", "passed", 3), ("told", "settles")])
    assert [(each.kind, each.word, each.about) for each in told] == [("told", "check", ("passed", 3)), ("told", "settles", ())]
    assert told[0] == ("told", "check", "passed", 3) and isinstance(told[1:][0], RECORDS["told"])


def test_every_kind_that_changes_a_fact_has_its_old_and_new_value_where_the_writer_finds_them():
    """In this way the names of a record always agree with the code that applies events."""
    for kind, (_, at) in events.WRITERS.items():
        assert FIELDS[kind][at - 1 : at + 1] == ("old", "new")
    assert {*events.WRITERS, *events.ANNOUNCEMENTS} == {*FIELDS}


@pytest.mark.parametrize("book", ["encounter", "nomic", "netrunner", "honey"])
def test_every_event_of_play_fits_its_record(book):
    """Every event of some random answers has as many parts as its record has names."""
    playing = rulewright.new(book, seed=2)
    for _ in range(25):
        if not playing.over:
            answers.random_answer(playing, 3)
    wrong = [event for event in playing.events if event[0] != "told" and len(event) != 1 + len(FIELDS[event[0]])]
    assert wrong == [] and len(playing.events) > 25


def test_a_viewer_is_told_events_with_names_too():
    """They contain the viewer's own numbers."""
    playing = rulewright.new("encounter", seed=1)
    playing.answer(None, "Guard")
    changed = [event for event in playing.told("Heroes") if event.kind == "changed"]
    assert changed and all(event.new != event.old for event in changed)


def test_the_page_lists_every_kind_with_its_fields():
    """docs/api.md lists them, so that programs can rely on them."""
    for kind, fields in FIELDS.items():
        fields += ("about",) if kind == "told" else ()
        assert f"| `{kind}` | {', '.join(f'`{name}`' for name in fields)} |" in PAGE


def test_an_event_is_pickled_and_told_with_its_names():
    """This holds for an event that is sent to another process, too."""
    event = named(("changed", 3, 9, 1, 2))
    assert type(pickle.loads(pickle.dumps(event))) is type(event) and pickle.loads(pickle.dumps(event)) == event
    assert repr(event) == "Changed(kind='changed', thing=3, stat=9, old=1, new=2)"
