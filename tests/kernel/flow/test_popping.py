"""Popping: when stacks are due, and how the place in the game is described meanwhile."""

import pytest

from rulewright.kernel.flow import popping
from rulewright.kernel.flow.agenda import ask, call
from rulewright.kernel.flow.popping import due
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program.declared import ALONE, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, Steps, Table, game, named, numbered

STACK, BOARD = 0, 1
ZONES = (Zone("Stack", stack=True, quiet=60), Zone("Board", live=True))
ACTS = (Action("Rest", 0, named("rest"), frozenset()),)
FLOOR = {"kinds": (), "seats": (ANN,)}
WINDOW = {**FLOOR, "discipline": ALONE}


def waiting(zone: int = STACK, lasts: int | None = None, asks: str = "floor", inside: str = "between"):
    """Begins a game with a waiting item, and with a floor, a window or a question that is open inside a structure."""

    def opened(m, frame):
        given = {**(WINDOW if asks == "window" else FLOOR), "lasts": lasts}
        return ask((ANN,), "", {"closes": 7}) if asks == "question" else call(asks, given, "", {})

    inner = [Steps(name, {"": opened}) for name in ("between", "rest", "popping", "straying", "act")]
    main = Steps("main", {"": lambda m, f: call(named(inside), {"zone": STACK}, "", {})})
    return game(main, *inner, table=Table(ZONES).thing("Ox", zone=zone), actions=ACTS).machine


@pytest.mark.parametrize(("lasts", "first"), [(None, (60, STACK)), (59, (59, NOWHERE)), (60, (60, STACK)), (61, (60, STACK))])
def test_stacks_pop_and_floors_close_in_the_order_of_their_times(lasts, first):
    """A stack pops after its quiet time; a floor that closes in the same second closes after it."""
    assert due(waiting(lasts=lasts)) == first


def test_an_empty_stack_is_never_due():
    """If nothing waits, only the floor can close."""
    assert due(waiting(BOARD)) is None and due(waiting(BOARD, 7)) == (7, NOWHERE)


@pytest.mark.parametrize(
    ("asks", "inside", "first"),
    [
        ("floor", "between", (60, STACK)),
        ("floor", "rest", (60, STACK)),
        ("floor", "act", (60, STACK)),
        ("floor", "popping", (99, NOWHERE)),
        ("floor", "straying", (99, NOWHERE)),
        ("window", "between", (60, STACK)),
        ("window", "rest", None),
        ("window", "act", None),
        ("window", "popping", None),
        ("question", "between", None),
        ("question", "act", None),
    ],
)
def test_an_unfinished_act_delays_all_stacks(asks, inside, first):
    """No stack pops while somebody is asked in the middle of an act; a floor that the popped act opens still closes in time."""
    assert due(waiting(lasts=99, asks=asks, inside=inside)) == first


def test_a_finished_game_has_nothing_due():
    """This holds whatever still waits."""
    m = waiting()
    m.state.agenda.clear()
    assert due(m) is None


@pytest.mark.parametrize(("until", "ran", "now"), [(59, False, 59), (60, True, 60), (99, True, 99)])
def test_everything_due_by_a_time_happens(until, ran, now):
    """Afterwards the clock shows that time."""
    m = waiting(BOARD, 60)
    assert (popping.run_due(m, until), m.state.now) == (ran, now)


@pytest.mark.parametrize(("name", "said"), [("popping", "a stack pops"), ("straying", "an action leaves its stack")])
def test_the_place_in_the_game_is_described_during_a_pop(name, said):
    """It is described in words, also during a procedure that no player chose."""
    m = game(Steps("main", {"": lambda m, f: ask((ANN,), "", {})})).machine
    m.push(numbered(m, name), {})
    assert m.where().endswith(said)
