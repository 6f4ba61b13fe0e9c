"""Classes of actions: which items may wait now, which may no longer wait, and what items of a stack reach."""

from dataclasses import replace

import pytest

from rulewright.kernel.change import effects, values
from rulewright.kernel.flow import popping, stacks
from rulewright.kernel.flow.agenda import ask, call, end, go
from rulewright.kernel.state.facts import NOWHERE, Lasting
from rulewright.program import marks
from rulewright.program.declared import Class, Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, Steps, Table, game, made_pick, named, told

OX, ELK = 0, 1
BOARD = 0
ZONES = (Zone("Board", live=True), Zone("Stack", stack=True, quiet=60), Zone("Pile"))
CLASSES = (Class("Immediate"), Class("Delayed", waits=True))
IMMEDIATE, DELAYED = 0, 1


def anything(m, vars):
    return range(len(m.state.places))


AIM = (made_pick("target", "a target", "object", anything),)
BOTH = (made_pick("target", "two targets", "object", anything, most=2, several=True),)
PLOT, SCHEME, RUSE, OMEN = (
    Action(name, index, named("plot"), frozenset({marks.ACTION}), stack="one", of_class=of)
    for index, (name, of) in enumerate({"Plot": DELAYED, "Scheme": DELAYED, "Ruse": IMMEDIATE, "Omen": NOWHERE}.items())
)
STRIKE = Action("Strike", 4, named("plot"), frozenset({marks.ACTION}), picks=AIM, stack="one")
SWEEP = Action("Sweep", 5, named("plot"), frozenset({marks.ACTION}), picks=BOTH, stack="one")
ACTIONS = (PLOT, SCHEME, RUSE, OMEN, STRIKE, SWEEP)


def table(main=None, plot=None, **fields):
    """Begins a game with an ox and an elk on the board, and a stack on which nothing lies."""
    asks = Steps("main", {"": main or (lambda m, f: ask((ANN,), "", {})), "end": lambda m, f: ask((ANN,), "x", {})})
    does = Steps("plot", {"": plot or (lambda m, f: end())})
    things = Table(ZONES).thing("Ox").thing("Elk")
    fields = {"actions": ACTIONS, "kinds": (Kind("thing"), Kind("item")), "classes": CLASSES, **fields}
    return game(asks, does, table=things, **fields)


def put(m, action, **more):
    """Puts an act of the ox on the stack."""
    return stacks.put(m, action, {"actor": OX, "source": OX, "player": ANN, "action": action.index, **more})


def class_as(m, action, of):
    """Lets an action be of another class from now on."""
    values.last(m, Lasting(m.new_id(), f"class {of}", NOWHERE, ("class", action.index), "set", of, ()))


def reborn(m, slot):
    """Lets a thing go away and come back as another."""
    for zone in (2, BOARD):
        effects.do(m, effects.send(slot, zone))


# -- classes -----------------------------------------------------------------------------------------------------------


def test_the_newest_effect_decides_the_class_of_an_action():
    """It concerns only this action; an action that the rules no longer have has no class."""
    m = table().machine
    class_as(m, PLOT, IMMEDIATE)
    assert [stacks.class_of(m, action) for action in (PLOT, SCHEME, RUSE, OMEN)] == [IMMEDIATE, DELAYED, IMMEDIATE, NOWHERE]
    class_as(m, PLOT, DELAYED)
    assert stacks.class_of(m, PLOT) == DELAYED and stacks.class_of(m, replace(PLOT, gone=True)) == NOWHERE


def test_whether_an_action_waits_depends_on_its_class():
    """An action without a class waits if it has a stack; an action that the rules no longer have does not wait."""
    m = table().machine
    found = [stacks.waits(m, action) for action in (PLOT, RUSE, OMEN, replace(OMEN, stack=""), replace(PLOT, gone=True))]
    assert found == [True, False, True, False, False]


def test_items_that_may_no_longer_wait_are_listed_from_the_top():
    """Items without a class keep waiting."""
    m = table().machine
    waiting = {action.name: put(m, action) for action in (PLOT, SCHEME, OMEN, RUSE)}
    assert stacks.stray(m) == (waiting["Ruse"],)
    class_as(m, PLOT, IMMEDIATE)
    assert stacks.stray(m) == (waiting["Ruse"], waiting["Plot"])


def said(playing):
    """Gives what is told of what has waited, by name."""
    names = playing.state.names
    return [(word, names[slot]) for word, slot in told(list(playing.events)) if word != "stacked"]


def test_actions_that_may_no_longer_wait_leave_at_once_and_then_act_in_order():
    """An item whose action no longer exists leaves without effect; an item that may wait stays."""

    def strays(m, frame):
        for action in (OMEN, SCHEME, PLOT, RUSE):
            put(m, action)
        class_as(m, SCHEME, IMMEDIATE)
        class_as(m, PLOT, NOWHERE)
        return call("straying", {}, "end", {})

    playing = table(strays)
    left = [("left its stack", name) for name in ("Ruse", "Plot", "Scheme")]
    assert said(playing) == [*left, ("put into action", "Ruse"), ("put into action", "Scheme")]
    assert [playing.state.names[slot] for slot in stacks.waiting(playing.machine)] == ["Omen"]


# -- popping -----------------------------------------------------------------------------------------------------------


def test_a_stack_that_gets_something_new_pops_no_further():
    """The new item and everything below it wait again."""

    def plots(m, frame):
        if m.state.names[frame.vars["item"]] == "Plot":
            put(m, OMEN)
        return end()

    def pops(m, frame):
        for action in (SCHEME, PLOT, OMEN):
            put(m, action)
        return call("popping", {"zone": stacks.stacks(m)[0]}, "end", {})

    playing = table(pops, plots)
    assert said(playing) == [("put into action", "Omen"), ("put into action", "Plot")]
    assert [playing.state.names[slot] for slot in stacks.waiting(playing.machine)] == ["Scheme", "Omen"]


def test_a_popped_action_reaches_items_on_its_own_stack():
    """It does not reach items on another stack."""

    def pops(m, frame):
        near = put(m, OMEN)
        put(m, STRIKE, target=near)
        return call("popping", {"zone": stacks.stacks(m)[0]}, "end", {})

    assert said(table(pops)) == [("put into action", "Strike"), ("put into action", "Omen")]


def test_a_frame_continues_when_its_floor_closes():
    """It asks nobody any more."""
    floor = {
        "": lambda m, f: ask((ANN,), "", {}),
        "close": lambda m, f: go("on", {}),
        "on": lambda m, f: ask((ANN,), "", {"on": 1}),
    }
    m = game(Steps("main", floor)).machine
    popping.come_due(m, NOWHERE)
    assert m.state.agenda[-1].vars == {"on": 1}


# -- targets -----------------------------------------------------------------------------------------------------------


def test_a_waiting_item_refers_to_the_subject_of_its_trigger():
    """It refers to it in addition to its targets; a thing that is gone is left out."""
    m = table().machine
    slot = put(m, STRIKE, target=OX, it=ELK, attacker=NOWHERE)
    assert m.state.links[slot, "targets"] == (("target", m.state.ref(OX)), ("it", m.state.ref(ELK)))


def test_a_copy_has_the_targets_of_what_it_copies():
    """It also has the targets that have left, and does nothing in this case either."""
    m = table().machine
    slot = put(m, STRIKE, target=ELK)
    reborn(m, ELK)
    made = stacks.copy(m, slot, {"actor": OX, "player": ANN})
    assert made != slot and m.state.links[made, "targets"] == m.state.links[slot, "targets"] != ()


@pytest.mark.parametrize(("lost", "about", "astray"), [(True, True, True), (True, False, False), (False, True, False)])
def test_an_act_does_nothing_if_its_effect_is_about_the_thing_of_its_trigger_and_that_is_gone(lost, about, astray):
    """If the effect is not about this thing, it is no target, and the act affects its own targets."""
    strike = replace(STRIKE, answers=about)
    m = table(actions=(*ACTIONS[: STRIKE.index], strike, SWEEP)).machine
    slot = put(m, strike, target=OX, it=ELK)
    if lost:
        reborn(m, ELK)
    action, vars = stacks.resolving(m, slot)
    assert stacks.astray(m, action, vars, stacks.home(m, slot)) is astray


@pytest.mark.parametrize("partial", [False, True])
def test_an_act_that_lost_one_of_two_targets_does_the_rest_or_nothing(partial):
    """The book says which; items on its own stack are reached."""
    m = table(partial=partial).machine
    near = put(m, OMEN)
    slot = put(m, SWEEP, target=(near, ELK))
    action, vars = stacks.resolving(m, slot)
    home = stacks.home(m, slot)
    assert stacks.reaching(m, action, vars, home) is vars and vars["target"] == (near, ELK)
    reborn(m, ELK)
    action, vars = stacks.resolving(m, slot)
    assert stacks.reaching(m, action, vars, home) == ({**vars, "target": (near,)} if partial else None)
