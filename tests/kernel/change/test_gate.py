"""The gate holds changes of every kind for those who may respond; the remaining parts happen together."""

import pytest

from rulewright.kernel.change import effects, foreseeing, gate
from rulewright.kernel.change.effects import Change, alter, bind, give, send, tell
from rulewright.kernel.flow.agenda import ask, end, go
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import OWNER
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, BO, HEALTH, Steps, Table, game, made_trigger, named

SAINT, OX, ELK = range(3)
BOARD, PILE, HAND = range(3)
ZONES = (Zone("Board", live=True), Zone("Pile"), Zone("Hand"))
SAVE, HEAR = 0, 1


def instead(change: Change | None):
    """Lets something else happen to the ox than what was prepared for it, or nothing."""

    def rule(m, frame):
        held = m.state.frame(frame.vars["would"])
        others = [each for each in held.vars["changes"] if each[1] != OX]
        m.amend(held.id, {"changes": (*others, *([] if change is None else [change]))})
        return end()

    return rule


def befalls(*changes: Change, other: Change | None = None, hears: str = "moved") -> Game:
    """Begins a game in which changes pass the gate; the saint may respond to what would happen to the ox, and notices it."""
    main = Steps("main", {"": lambda m, f: gate.through(m, changes, "on", f.vars) or go("on", f.vars),
                          "on": lambda m, f: ask((BO,), "over", f.vars)})  # fmt: skip
    lying = Table(ZONES)
    for slot, name in enumerate(("Saint", "Ox", "Elk")):
        lying.thing(name, ANN, kind=int(slot == SAINT), health=5, limit=9)
    save = Action("Save", SAVE, named("save"), frozenset({marks.REACTION}), "9")
    hear = Action("Hear", HEAR, named("hear"), frozenset({marks.TRIGGERED}), "9", stack="one")
    listens = (made_trigger(SAVE, "would", lambda m, vars: vars["it"] == OX), made_trigger(HEAR, hears, lambda m, vars: True))
    rules = (Steps("save", {"": instead(other)}), Steps("hear", {"": lambda m, f: end()}))
    kinds = (Kind("beast", marks=frozenset({marks.CARD})), Kind("saint", actions=(SAVE, HEAR)))
    return game(main, *rules, table=lying, actions=(save, hear), triggers=listens, kinds=kinds)


KINDS = {
    "a stat": (alter(OX, HEALTH, "-=", 2), lambda s: s.cell(OX, HEALTH) == 3),
    "a move": (send(OX, PILE), lambda s: s.places[OX] == PILE),
    "a link": (bind(OX, "at", (ELK,)), lambda s: (OX, "at") in s.links),
    "control": (give(OX, BO, BO), lambda s: s.cell(OX, OWNER) == BO),
    "showing": (("show", OX, (ANN,)), lambda s: (OX, "seen") in s.links),
}


@pytest.mark.parametrize("answer", ["Save", "decline"])
@pytest.mark.parametrize(("change", "happened"), KINDS.values(), ids=KINDS)
def test_a_change_of_any_kind_is_held_until_it_is_answered(change, happened, answer):
    """Nothing has happened while somebody is asked; then it is taken back whole, or it happens."""
    playing = befalls(change)
    assert playing.where().endswith("Saint may answer") and not happened(playing.state)
    playing.answer("Ann", answer)
    assert happened(playing.state) is (answer == "decline")


def test_an_announcement_is_held_before_it_is_made():
    """What would be told is not told, if somebody prevents it."""
    playing = befalls(tell(OX, "roars"), tell(ELK, "roars"))
    happened = playing.answer("Ann", "Save")
    assert [event for event in happened if event[:2] == ("told", "roars")] == [("told", "roars", ELK)]


def test_one_part_of_several_is_replaced_and_all_happen_together():
    """The ox goes home instead of dying; triggers notice both moves after both have happened."""
    playing = befalls(send(ELK, PILE), send(OX, PILE), other=send(OX, HAND))
    playing.answer("Ann", "Save")
    assert (playing.state.places[OX], playing.state.places[ELK]) == (HAND, PILE)
    assert [entry[2] for entry in playing.state.noticed] == [playing.state.ref(OX), playing.state.ref(ELK)]


def test_a_change_without_possible_responses_is_not_held():
    """The change happens at once, without a frame."""
    playing = befalls(send(ELK, PILE))
    assert playing.state.places[ELK] == PILE and len(playing.state.agenda) == 1


def test_a_trigger_for_a_stat_does_not_respond_to_a_move():
    """A zone with the number of the stat is not mistaken for it."""
    trigger = made_trigger(SAVE, "would", lambda m, vars: True, stat=PILE)
    moved, altered = (foreseeing.concerned(change) for change in (send(OX, PILE), alter(OX, PILE, "=", 1)))
    assert not gate._concerns(trigger, *moved) and gate._concerns(trigger, *altered)


def test_a_payment_is_not_held():
    """The payment happens without the gate, and triggers notice it as usual."""
    m = befalls(send(ELK, PILE)).machine
    effects.do(m, send(OX, PILE), alter(ELK, HEALTH, "-=", 1))
    assert m.state.places[OX] == PILE and len(m.state.noticed) == 2
