"""A moment: changes that happen together are all written before triggers notice them, with things as they last were."""

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.change.effects import alter, bind, send
from rulewright.kernel.flow.agenda import Machine, end
from rulewright.kernel.state.facts import LIVES, NOWHERE
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action, Trigger
from tests.kernel.fakes import ANN, BO, HEALTH, Steps, Table, asks, called, feature, featured, game, made_trigger, named, numbered

WIDOW, OX, ELK = range(3)
BOARD, PILE = 0, 1
ZONES = (Zone("Board", live=True), Zone("Pile"))
MOURN = Action("Mourn", 0, named("mourn"), frozenset({marks.TRIGGERED}), "9")
GIVEN = feature("Given", lambda m, slot: m.in_play(WIDOW) and slot == OX, action=MOURN.index)


def another_left(m, vars):
    """Listens for another thing that leaves the board."""
    event = vars["event"]
    return event[2][0] == BOARD and event[3][0] != BOARD and event[1] != vars["source"]


LEFT = made_trigger(MOURN.index, "moved", another_left, optional=False)


def table(trigger: Trigger = LEFT, mourners: tuple[int, ...] = (WIDOW,), zone: int = BOARD, **fields) -> Machine:
    """Begins a game with three creatures, some of which listen."""
    lying = Table(ZONES)
    for slot, (name, owner) in enumerate((("Widow", ANN), ("Ox", BO), ("Elk", BO))):
        lying.thing(name, owner, zone, kind=int(slot in mourners), health=5, limit=9)
    kinds = (Kind("beast", marks=frozenset({marks.CARD})), Kind("mourner", actions=(MOURN.index,), marks=frozenset({marks.CARD})))
    rule = Steps("mourn", {"": lambda m, frame: end()})
    given = {"actions": (MOURN,), "triggers": (trigger,), "kinds": kinds, **fields}
    return game(asks("main", ANN), rule, table=lying, **given).machine


def heard(m: Machine) -> list[tuple[int, ...]]:
    """Lists who has responded to whom, in order."""
    noticed = [[part for part in entry if isinstance(part, int)] for entry in m.state.noticed]
    return [tuple(ref % LIVES for ref in entry[1:3]) for entry in noticed]


@pytest.mark.parametrize("order", [(WIDOW, OX), (OX, WIDOW)])
def test_two_things_that_leave_at_once_respond_to_each_other(order):
    """Each of them was there when the other left, whichever part of the change is written first."""
    m = table(mourners=(WIDOW, OX))
    effects.do(m, *(send(slot, PILE) for slot in order))
    assert heard(m) == [(OX, WIDOW), (WIDOW, OX)]


@pytest.mark.parametrize("order", [(WIDOW, OX), (OX, WIDOW)])
def test_by_the_other_reading_only_things_that_stay_respond_to_things_that_leave_together(order):
    """The thing that stays responds to both."""
    m = table(mourners=(WIDOW, ELK), parting=False)
    effects.do(m, *(send(slot, PILE) for slot in order))
    assert heard(m) == [(ELK, WIDOW), (ELK, OX)]


def test_changes_one_after_another_are_not_one_moment():
    """A thing that has left before does not respond."""
    m = table()
    effects.do(m, send(WIDOW, PILE))
    effects.do(m, send(OX, PILE))
    assert heard(m) == []


@pytest.mark.parametrize("order", [(OX, ELK), (ELK, OX)])
def test_the_order_of_responses_does_not_depend_on_the_order_of_the_changes(order):
    """Responses that the book's order does not distinguish come in the order in which the things were made."""
    m = table()
    effects.do(m, *(send(slot, PILE) for slot in order))
    assert heard(m) == [(WIDOW, OX), (WIDOW, ELK)]


def test_two_things_that_arrive_at_once_both_respond():
    """Each of them responds to both arrivals, also to its own."""
    m = table(made_trigger(MOURN.index, "moved", lambda m, vars: vars["event"][3][0] == BOARD), (WIDOW, OX), PILE)
    effects.do(m, send(WIDOW, BOARD), send(OX, BOARD))
    assert heard(m) == [(WIDOW, WIDOW), (OX, WIDOW), (WIDOW, OX), (OX, OX)]


def test_every_part_is_written_before_any_is_noticed():
    """A response to the first loss already sees the second."""
    seen = []
    trigger = made_trigger(MOURN.index, "changed", lambda m, _: seen.append([m.state.cell(slot, HEALTH) for slot in (OX, ELK)]))
    m = table(trigger)
    effects.do(m, alter(OX, HEALTH, "-=", 1), alter(ELK, HEALTH, "-=", 2))
    assert seen == [[4, 3], [4, 3]]


@pytest.mark.parametrize("alters_first", [True, False])
def test_a_thing_with_two_changes_in_one_moment_begins_its_new_life_unchanged(alters_first):
    """What is hurt and leaves in one moment begins its new life unhurt, whichever part comes first."""
    m = table()
    parts = [alter(OX, HEALTH, "-=", 3), send(OX, PILE)]
    effects.do(m, *(parts if alters_first else reversed(parts)))
    assert m.state.cell(OX, HEALTH) == m.book.stats[HEALTH].default and heard(m) == [(WIDOW, OX)]


@pytest.mark.parametrize("order", [(WIDOW, OX), (OX, WIDOW)])
def test_the_changes_of_a_payment_are_one_moment(order):
    """Of two things that are paid at once, one responds to the other."""
    pay = Action(
        "Pay", 1, "mourn", frozenset({marks.ACTION}), costs=(called(lambda m, vars: [send(slot, PILE) for slot in order]),)
    )
    m = table(actions=(MOURN, pay))
    m.push(numbered(m, "act"), {"action": 1, "actor": ELK, "source": ELK, "player": BO, "path": ()})
    m.state.asked = None
    m.run(depth=1)
    assert heard(m) == [(WIDOW, OX)]


def test_a_thing_that_left_is_noticed_as_it_last_was():
    """It has the numbers and the place that it had when it left; afterwards they are gone."""
    seen = []
    trigger = made_trigger(MOURN.index, "moved", lambda m, _: seen.append((m.state.cell(OX, HEALTH), m.state.linked(OX, "at"))))
    m = table(trigger)
    effects.do(m, bind(OX, "at", (m.state.ref(WIDOW),)))
    effects.do(m, send(OX, PILE), send(ELK, PILE))
    assert seen == [(5, WIDOW), (5, WIDOW)]
    assert (m.state.cell(OX, HEALTH), m.state.linked(OX, "at")) == (m.book.stats[HEALTH].default, NOWHERE)


def test_a_thing_notices_with_an_ability_granted_by_the_thing_that_leaves():
    """Granted abilities are those that things had at the beginning of the moment."""
    m = table(mourners=(), **featured(GIVEN))
    effects.do(m, send(WIDOW, PILE), send(ELK, PILE))
    assert heard(m) == [(OX, WIDOW), (OX, ELK)]
