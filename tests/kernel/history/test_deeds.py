"""Deeds: what a player has done in this turn, with the origin, and whether it is complete."""

import pytest

from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.history import deeds
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import marks, own_procedures
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, Steps, Table, game, named, told

HERO, CARD = 0, 1
RUN, DRAW = (Action(name, n, named("x"), frozenset({marks.ACTION}), word=n) for n, name in enumerate(("Run", "Draw")))
RUNNING, DRAWING = (RUN.word, NOWHERE), (DRAW.word, NOWHERE)


@pytest.fixture
def m():
    """Gives the machine of a turn that waits."""
    main = Steps("Turn", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=Table().thing("Hero").thing("Card"), turn="Turn").machine


def act(action, source=HERO):
    return {"actor": HERO, "source": source, "origin": (action.word, NOWHERE)}


def known(m):
    """Lists what the hero has done: the origin, and whether it is complete."""
    return [(deed.origin, deed.complete) for deed in deeds.done(m, HERO)]


def test_an_action_that_was_begun_is_not_complete(m):
    """The record has its origin: a common action by its word, or an ability of one thing in its present life."""
    deeds.note(m, RUN, act(RUN))
    deeds.note(m, DRAW, act(DRAW, CARD))
    assert known(m) == [(RUNNING, False), ((DRAW.word, m.state.ref(CARD)), False)]


def test_deeds_of_earlier_turns_are_removed(m):
    """A deed that is recorded later stands alone."""
    m.emit(("linked", HERO, deeds.DEEDS, None, (((99,), DRAWING, True),)))
    deeds.note(m, RUN, act(RUN))
    assert known(m) == [(RUNNING, False)]


def test_the_newest_of_its_origin_is_complete(m):
    """A later action of another origin does not become complete, nor does anything change for complete ones."""
    for action in (RUN, RUN, DRAW):
        deeds.note(m, action, act(action))
    deeds.complete(m, RUN, act(RUN), "ended")
    assert known(m) == [(RUNNING, False), (RUNNING, True), (DRAWING, False)]
    deeds.complete(m, RUN, act(RUN), "ended")
    assert known(m) == [(RUNNING, True), (RUNNING, True), (DRAWING, False)]


@pytest.mark.parametrize(("how", "said"), [("ended", []), ("cut short", [("cut short", "Run")])])
def test_an_action_that_is_cut_short_says_so(m, how, said):
    """An action is complete when it ends and when it is cut short."""
    deeds.note(m, RUN, act(RUN))
    deeds.complete(m, RUN, act(RUN), how)
    assert told(m.events) == [*said, ("completes an action", HERO)]


def test_a_question_about_a_structure_that_is_not_in_progress_finds_no_actions(m):
    """A deed counts in each structure that was in progress when it was done."""
    deeds.note(m, RUN, act(RUN))
    assert len(deeds.since(m, HERO, m.book.turn)) == 1 and deeds.since(m, HERO, own_procedures.ACT) == []


@pytest.mark.parametrize(
    ("origins", "same", "different"),
    [("", True, True), ("R", True, True), ("RR", True, False), ("RD", False, True), ("RDR", False, False)],
)
def test_the_same_and_different_are_two_questions_about_actions(origins, same, different):
    """With one deed or none both are true; with three deeds of two origins both are false."""
    found = [deeds.Deed((1,), (ord(origin), NOWHERE), True) for origin in origins]
    assert (deeds.same(found), deeds.different(found)) == (same, different)
