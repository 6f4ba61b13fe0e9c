"""Boundaries at which a book settles, and what is cut short when play goes back to an earlier step."""

from dataclasses import replace

import pytest

from rulewright.kernel.flow.agenda import ask, call, end, go, leave, rewind
from rulewright.kernel.state.facts import NOWHERE, Asked, Lasting
from rulewright.program.declared import Limits, Settle
from rulewright.program.signs import Boundary
from tests.kernel.fakes import ANN, COINS, HEALTH, Steps, Table, asks, game, named, told


def coin(control):
    """Makes a step that gives the first thing its first coin."""

    def step(m, frame):
        if not m.state.cell(0, COINS):
            m.emit(("changed", 0, COINS, 0, 1))
        return control(m, frame) if callable(control) else control

    return step


def settled(boundary: Boundary, *procedures: Steps, structure: str = "", first=None) -> list[tuple[str, ...]]:
    """Plays some procedures, beginning with the first, and gives what is told, with the number of frames at each settling."""

    def step(m, frame):
        m.emit(("told", "settles", len(m.state.agenda)))
        return end() if first is None else first

    settling = Steps("settle", {"": step, "on": lambda m, f: end()})
    settle = Settle(named("settle"), frozenset({boundary}), frozenset({COINS}), named(structure))
    return told(list(game(*procedures, settling, settle=settle, table=Table().thing("Ox")).events))


def main(name: str = "child") -> Steps:
    return Steps("main", {"": lambda m, f: call(named(name), {}, "on", {}), "on": lambda m, f: end()})


@pytest.mark.parametrize(
    ("control", "announced", "settles"),
    [
        (end(), True, 1),
        (end(), False, 0),
        (lambda m, f: leave(f.id), False, 1),
        (lambda m, f: rewind(1, "on", {}), False, 1),
        (go("on", {}), True, 0),
    ],
)
def test_the_boundary_after_a_structure_is_its_end_or_an_exit_from_it(control, announced, settles):
    """A step in the middle of the structure is no boundary, nor is the end of anything else."""
    child = Steps("child", {"": coin(control), "on": lambda m, f: leave(1)}, announced=announced)
    quiet = Steps("child", {"": coin(control), "on": lambda m, f: ask((ANN,), "", {})}, announced=announced)
    assert len(settled("structure", main(), quiet if settles == 0 else child)) == settles


@pytest.mark.parametrize(
    ("procedure", "step", "boundary"),
    [("act", "", "payment"), ("window", "resolved", "resolution"), ("popping", "", "resolution")],
)
def test_the_boundaries_after_a_payment_and_a_resolution_come_after_their_steps(procedure, step, boundary):
    """No other step of these or of other procedures is such a boundary."""
    begins = {} if step == "" else {"": lambda m, f: go(step, {})}
    steps = {**begins, step: coin(go("on", {})), "on": lambda m, f: ask((ANN,), "", {})}
    assert settled(boundary, main(procedure), Steps(procedure, steps)) == [("settles", 3)]
    assert settled(boundary, main(), Steps("child", steps)) == []


@pytest.mark.parametrize(("procedure", "settles"), [("window", [("settles", 3)]), ("child", [])])
def test_a_book_may_settle_before_windows_alone(procedure, settles):
    """Other choices are made while the change is unsettled."""
    asking = Steps(procedure, {"": coin(lambda m, f: ask((ANN,), "", {}))})
    assert settled("window", main(procedure), asking) == settles


def test_settling_waits_until_the_answer():
    """A change that a step makes while it asks is settled after the answer."""
    assert settled("instruction", Steps("main", {"": coin(ask((ANN,), "", {}))})) == []


@pytest.mark.parametrize(
    ("announced", "structure", "depths"), [(True, "", [1, 1]), (False, "sweep", [1, 1]), (False, "", [1, 3])]
)
def test_settling_is_repeated_when_it_is_done_and_not_inside_itself(announced, structure, depths):
    """The announcements and the book's own part of settling cause no further settling; any other procedure does."""
    sweep = Steps("sweep", {"": lambda m, f: _pays(m), "on": lambda m, f: end()}, announced=announced)
    begins = Steps("main", {"": coin(end())})
    found = settled("instruction", begins, sweep, structure=structure, first=call("sweep", {}, "on", {}))
    assert [depth for _, depth in found][:2] == depths


def _pays(m):
    """Gives a second coin, and goes on."""
    if m.state.cell(0, COINS) == 1:
        m.emit(("changed", 0, COINS, 1, 2))
    return go("on", {})


def test_handling_a_met_trigger_does_not_unsettle_the_game():
    """Meeting a trigger unsettles the game."""
    settle = Settle("settle", frozenset({"choice"}), frozenset({"noticed"}))
    m = game(Steps("main", {"": lambda m, f: ask((ANN,), "", {})}), settle=settle).machine
    m.emit(("noticed", 0, None, (1, 0)))
    assert m.state.unsettled is True
    m.state.unsettled = False
    m.emit(("noticed", 0, (1, 0), None))
    assert m.state.unsettled is False


# -- going back --------------------------------------------------------------------------------------------------------


def test_rewinding_ends_everything_that_was_begun_since_then_with_the_newest_first():
    """The procedure itself is not left: it continues at the given step with the given variables."""
    inner = Steps("inner", {"": lambda m, f: rewind(1, "again", {"n": 3})}, tells=True)
    middle = Steps("middle", {"": lambda m, f: call("inner", {}, "on", {})}, tells=True)
    outer = {"": lambda m, f: call("middle", {}, "on", {}), "again": lambda m, f: ask((ANN,), "given", f.vars)}
    playing = game(Steps("main", outer, tells=True), middle, inner)
    assert told(playing.events) == [("inner", "cut short"), ("middle", "cut short")]
    assert playing.state.agenda[0].vars == {"n": 3} and playing.state.asked == Asked((ANN,), 1, "given")


def test_an_announced_procedure_may_have_no_actor():
    """Its events then have NOWHERE as their actor."""
    happened = game(main(), Steps("child", {"": lambda m, f: end()}, announced=True)).events
    assert list(happened) == [("began", 2, "child", NOWHERE), ("ended", 2, "child", "ended", NOWHERE)]


@pytest.mark.parametrize("edge", ["begin", "end"])
def test_a_duration_of_two_is_counted_down_once_before_it_ends(edge):
    """This holds whether starts or ends are counted."""
    m = game(asks("main", ANN), table=Table().thing("Ox")).machine
    m.emit(("lasts", None, Lasting(m.new_id(), "Bless", 0, HEALTH, "add", 1, (edge, "Turn", 0, 2))))
    for left in ([1], []):
        m.expire(edge, "Turn", 0)
        assert [effect.until[3] for effect in m.state.lasting.values()] == left


def test_numbers_and_dice_are_counted_one_by_one():
    """Each frame and each effect gets the next number; the dice of an answer and of the whole game are counted."""

    def rolls(m, frame):
        m.roll(2, 6)
        m.roll(3, 6)
        return go("", {})

    playing = game(asks("main", ANN, then=rolls), limits=Limits(steps=2))
    for _ in range(2):
        playing.answer("Ann", "yes")
    assert (playing.state.dice, playing.state.rolled) == (5, 10)
    first = playing.machine.new_id()
    assert playing.machine.new_id() == first + 1


def test_an_amendment_that_changes_nothing_leaves_the_book():
    """A book with the same rules is not replaced."""
    playing = game(asks("main", ANN), amender=lambda base, _: replace(base, origin=base))
    playing.machine.emit(("amended", "1", None, ("1", ""), ()))
    assert playing.book is playing.base


def test_setting_up_a_game_has_its_own_bound_on_steps():
    """It may take as many steps as an answer."""
    assert game(asks("main", ANN), limits=Limits(steps=1)).asking == (ANN,)
