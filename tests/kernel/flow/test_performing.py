"""Performing: payments that take targets, announcements of acts, and acts that are cut short."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow.agenda import ask, call, end, leave
from rulewright.kernel.game import Game
from rulewright.kernel.history import deeds
from rulewright.kernel.state import by_name
from rulewright.program import marks
from rulewright.program.declared import Class, Kind, Zone
from rulewright.program.definition import Action, Check, Pick
from tests.kernel.fakes import ANN, COINS, Steps, Table, called, game, made_check, made_pick, named, told

ZONES = (
    Zone("Board", live=True),
    Zone("Out", keeps=True),
    Zone("Stack", stack=True, quiet=60, open=True),
    Zone("Hand", owned=True, seen="owner"),
)
BOARD, OUT, STACK, HAND = range(4)
HERO, OX, ACE, CARD, PLAN = range(5)
AT_ONCE, LATER = 0, 1
CLASSES = (Class("at once"), Class("later", waits=True))
IN_PLAY = made_check("active", "1", lambda m, v: m.in_play(v["it"]), lambda m, v: "is out")
ANY = made_check("any", "3", lambda m, v: True, lambda m, v: "")
RICH = made_check("rich", "2", lambda m, v: m.state.cell(v["it"], COINS) == 3, lambda m, v: "has no Coins")


def target(*checks: Check, **more: Any) -> Pick:
    return made_pick("target", "a target", "object", lambda m, v: range(len(m.state.places)), checks or (IN_PLAY,), **more)


def away(m, vars):
    """The cost that takes the ox away."""
    return [effects.send(OX, OUT)]


def rolled_away(m, vars):
    m.roll(1, 6)
    return away(m, vars)


def coin(m, vars):
    return [effects.alter(HERO, COINS, "-=", 1)]


PLOT = Action("Plot", 0, named("plot"), frozenset({marks.ACTION}), picks=(target(),), costs=(called(coin),))


def plots(m, frame):
    m.emit(("told", "plots"))
    return end()


def performs(action: Action, rule: Any = plots, **vars: Any) -> Game:
    """Begins a game in which the hero, in a turn, performs an action with a card."""
    given: Any = {"action": 0, "actor": HERO, "source": CARD, "player": ANN, "path": (), **vars}
    main = Steps("main", {"": lambda m, f: call(named("turn"), {}, "over", {}, "how"), "over": over})
    turn = Steps(
        "turn",
        {"": lambda m, f: call(named("act"), given, "end", {}, "how"), "end": lambda m, f: end(by_name.value(f.vars, "how"))},
    )
    lying = (
        Table(ZONES)
        .thing("Hero", coins=5)
        .thing("Ox")
        .thing("Ace", zone=HAND, coins=3)
        .thing("Card")
        .thing("Plan", zone=STACK, kind=1)
    )
    kinds = (Kind("thing"), Kind("item"))
    fields: dict[str, Any] = {"classes": CLASSES, "actions": (action,), "kinds": kinds, "turn": "turn"}
    return game(main, turn, Steps("plot", {"": rule}), table=lying, **fields)


def over(m, frame):
    m.emit(("told", "how", frame.vars["how"]))
    return ask((ANN,), "x", {})


def how(playing: Game) -> list[tuple[Any, ...]]:
    return told(list(playing.events))


DONE = [("plots",), ("how", "done")]
UNDONE = [("how", "undone")]
FIZZLED = [("fizzled", "Plot"), ("how", "fizzled")]


# -- what paying takes -------------------------------------------------------------------------------------------------


COST = replace(ANY, name="cost")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, UNDONE),
        ({"spent": True}, DONE),  # what was picked is what was paid with
        ({"whole": (COST,)}, DONE),
        ({"whole": (ANY,)}, UNDONE),
    ],
)
def test_an_act_is_undone_if_its_payment_takes_its_target(more, said):
    """This is different if the target was picked for the payment."""
    assert how(performs(replace(PLOT, picks=(target(**more),), costs=(called(away),)), target=OX)) == said


@pytest.mark.parametrize(("cost", "said"), [(away, UNDONE), (coin, DONE), (rolled_away, FIZZLED)])
def test_an_act_is_undone_if_its_payment_takes_one_of_several_targets(cost, said):
    """Each target is checked again. If dice were rolled, nothing is undone, and the act has no effect."""
    several = replace(PLOT, picks=(target(several=True, most=2),), costs=(called(cost),))
    assert how(performs(several, target=(HERO, OX))) == said


def test_checks_of_an_act_use_what_its_player_sees():
    """The owner of a card in a hand sees what it is."""
    assert how(performs(replace(PLOT, picks=(target(RICH),)), target=ACE)) == DONE


# -- what is told and written down -------------------------------------------------------------------------------------


def test_an_act_of_a_class_is_announced_when_it_takes_effect():
    """This is done only in a book with classes of actions."""
    assert how(performs(replace(PLOT, of_class=AT_ONCE), target=OX)) == [("put into action", "Plot"), *DONE]


def test_an_act_without_its_target_does_nothing():
    """In a book with classes this is announced; in other books the targets were checked earlier."""
    assert how(performs(replace(PLOT, of_class=AT_ONCE))) == [("does nothing", "Plot"), ("how", "done")]
    assert how(performs(PLOT)) == DONE


def test_an_immediate_act_reaches_things_on_an_open_stack():
    """An act without a stack may target items on a stack that is open to it."""
    aimed = replace(PLOT, picks=(target(ANY),), of_class=AT_ONCE)
    assert how(performs(aimed, target=PLAN)) == [("put into action", "Plot"), *DONE]


def test_a_waiting_item_counts_towards_its_limit_at_once():
    """The limit belongs to the source of the item."""
    playing = performs(replace(PLOT, picks=(), stack="new", limits=(marks.LIMITED, marks.DELAYED)))
    counted = [event[1:] for event in playing.events if event[0] == "tallied"]
    assert counted == [(marks.LIMITED, CARD, 0, 1), (marks.DELAYED, CARD, 0, 1)]
    assert how(playing)[-1] == ("how", "stacked")


def test_an_act_that_is_noted_has_its_origin():
    """It counts as an ability of the thing that it came from, and is complete when it ends."""
    playing = performs(replace(PLOT, picks=(), noted=True))
    assert how(playing) == [("plots",), ("completes an action", HERO), ("how", "done")]
    (deed,) = deeds.done(playing.machine, HERO)
    assert (deed.origin, deed.complete) == ((PLOT.word, playing.state.ref(CARD)), True)


def leaves(m, frame):
    """Leaves the turn in the middle of the rule."""
    return leave(m.state.agenda[1].id, "left")


def test_a_noted_act_that_is_cut_short_is_complete():
    """Its card goes to its usual zone; an act that is not noted leaves no record."""
    playing = performs(replace(PLOT, picks=(), noted=True, after=OUT), leaves)
    assert how(playing) == [("cut short", "Plot"), ("completes an action", HERO), ("how", "left")]
    assert playing.state.places[CARD] == OUT and [deed.complete for deed in deeds.done(playing.machine, HERO)] == [True]
    playing = performs(replace(PLOT, picks=(), after=OUT), leaves)
    assert how(playing) == [("how", "left")] and playing.state.places[CARD] == BOARD
