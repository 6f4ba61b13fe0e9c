"""Payments: other actions raise the missing part of a cost, first imagined and then performed; and how acts end."""

from typing import Any

import pytest

from rulewright.kernel.change import effects, writing
from rulewright.kernel.flow.agenda import ask, call, end, go
from rulewright.kernel.game import Game
from rulewright.kernel.legality import payments
from rulewright.kernel.state.facts import Vars
from rulewright.program import marks
from rulewright.program.declared import IN_SUCCESSION, Kind, Settle, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import (
    ANN,
    BO,
    COINS,
    HEALTH,
    Steps,
    Table,
    called,
    game,
    made_check,
    made_pick,
    made_trigger,
    named,
    told,
)

HERO, ROCK, OTHER, BOS = range(4)
BOARD, OUT, PILE, BOS_PILE = range(4)
ZONES = (Zone("Board", live=True), Zone("Out", keeps=True), Zone("Pile", owned=True, keeps=True))
WHOLE = made_check("whole", "2", lambda m, v: m.state.cell(v["source"], HEALTH) >= 1, lambda m, v: "is dug out")
IN_PLAY = made_check("active", "3", lambda m, v: m.in_play(v["it"]), lambda m, v: "is out")
BUY, MINE, REST = range(3)


def two_coins(m, vars):
    return [effects.alter(HERO, COINS, "-=", 2)]


def wear(m, vars):
    return [effects.alter(vars["source"], HEALTH, "-=", 1)]


def lose_target(m, vars):
    return [effects.send(vars["target"], OUT)]


def says(word: str) -> Steps:
    def step(m, frame):
        m.emit(("told", word))
        return end()

    return Steps(word, {"": step})


def digs(m, frame):
    return go("deep", {**frame.vars, "found": 1})


def dug(m, frame):
    effects.do(m, effects.alter(HERO, COINS, "+=", frame.vars["found"] * frame.vars["worth"]))
    return end()


def mined(m, frame):
    effects.do(m, effects.alter(HERO, COINS, "+=", 1 if frame.vars["left"] else 0))
    return end()


WORTHLESS: Any = {"worth": 0}
LEFT: Any = {"left": True}
MINES = {
    "": lambda m, frame: call(named("dig"), WORTHLESS, "mined", LEFT | frame.vars),
    "mined": mined,
}  # a rock is worth nothing before what is called has ended
DIG = Steps("dig", {"": digs, "deep": dug})


def table(
    *costs: Any, health: int = 1, coins: int = 0, mines: Any = None, mine: dict[str, Any] | None = None, **more: Any
) -> Game:
    """Begins a window in which Ann's hero may Buy, or Rest; rocks of Ann's and one of Bo's can be mined to pay with."""
    buy = {"costs": tuple(map(called, costs or (two_coins,))), **more.pop("buy", {})}
    actions = (
        Action("Buy", BUY, named("bought"), frozenset({marks.ACTION}), "1", **buy),
        Action(
            "Mine",
            MINE,
            named("mine"),
            frozenset({marks.PAYMENT}),
            "2",
            **{"checks": (WHOLE,), "costs": (called(wear),), **(mine or {})},
        ),
        Action("Rest", REST, named("rested"), frozenset({marks.ACTION}), "4", **more.pop("rest", {})),
    )
    lying = Table(ZONES).thing("Hero", kind=1, coins=coins).thing("Rock", kind=2, health=health)
    lying.thing("Other Rock", kind=2, health=health).thing("Bo's Rock", owner=BO, kind=2, health=5)
    window: Vars = {"kinds": (marks.ACTION,), "discipline": 0, "title": "act", "seats": (ANN, BO)}
    main = Steps(
        "main", {"": lambda m, f: call(named("window"), window, "closed", {}), "closed": lambda m, f: ask((ANN,), "", {})}
    )
    kinds = (Kind("thing"), Kind("hero", actions=(BUY, REST)), Kind("rock", actions=(MINE,)))
    steps = (says("bought"), says("rested"), Steps("mine", mines or MINES), DIG, *more.pop("steps", ()))
    return game(main, *steps, table=lying, actions=actions, kinds=kinds, disciplines=(IN_SUCCESSION,), **more)


def changed(happened: Any) -> list[tuple[int, ...]]:
    return [event[1:] for event in happened if event[0] == "changed"]


MINED = [(ROCK, HEALTH, 1, 0), (HERO, COINS, 0, 1), (OTHER, HEALTH, 1, 0), (HERO, COINS, 1, 2)]


def test_payments_are_used_for_what_a_cost_lacks():
    """Each payment pays its own cost and is complete before the act is paid; those of other players are not used."""
    happened = table().answer("Ann", "Buy")
    assert changed(happened) == [*MINED, (HERO, COINS, 2, 0)] and told(happened) == [("bought",)]


def test_payments_are_not_used_if_the_cost_can_be_paid():
    """Only the missing amount is raised."""
    happened = table(coins=1).answer("Ann", "Buy")
    assert changed(happened) == [(ROCK, HEALTH, 1, 0), (HERO, COINS, 1, 2), (HERO, COINS, 2, 0)]


def test_an_act_that_cannot_be_paid_for_is_taken_back():
    """If all payments together are not enough, none is used, and the act is off the menu."""
    playing = table(health=0)
    happened = playing.answer("Ann", "Buy")
    assert happened[1:] == (("undone", ANN, "Buy", "cost", 0),) and len(playing.state.barred) == 1
    assert playing.why_not("Ann", "Buy").check == "taken back"


def test_payments_are_taken_back_with_the_act():
    """The payment takes the target away, so the act is undone together with its payments."""
    target = made_pick("target", "a target", "object", lambda m, v: [BOS], (IN_PLAY,))
    playing = table(two_coins, lose_target, buy={"picks": (target,)})
    facts = (playing.state.cells[:], [zone[:] for zone in playing.state.zones])
    happened = playing.answer("Ann", "Buy", "Bo's Rock")
    assert happened[-1] == ("undone", ANN, "Buy", "target", 6)
    assert (playing.state.cells, playing.state.zones) == facts and playing.state.since is None


@pytest.mark.parametrize(("partial", "strict", "end"), [(False, False, "undone"), (True, False, "told"), (True, True, "undone")])
def test_a_lost_target_matters_where_the_rules_say_so(partial, strict, end):
    """If the rest of an act may happen, the act goes on without its target, unless the book is strict about this."""
    target = made_pick("target", "a target", "object", lambda m, v: [BOS], (IN_PLAY,))
    playing = table(lose_target, buy={"picks": (target,)}, partial=partial, strict=strict)
    assert playing.answer("Ann", "Buy", "Bo's Rock")[-1][0] == end


def test_a_payment_that_is_tried_stops_at_a_question():
    """A payment that asks a question counts with what it has given by then."""
    asking = {"": lambda m, frame: call("wonder", {}, "mined", {**frame.vars, "left": True}), "mined": mined}
    wonder = Steps("wonder", {"": lambda m, f: ask((ANN,), "on", {}), "on": lambda m, f: end()})
    playing = table(mines=asking, steps=(wonder,))
    assert payments.plan(playing.machine, playing.book.actions[BUY], {"player": ANN}) is None


def test_a_payment_may_need_a_pick_which_is_made_automatically():
    """The mined thing is the first one that brings the act nearer to being paid."""
    gem = made_pick("gem", "a gem", "object", lambda m, v: [HERO, BOS], ())

    def sold(m, frame):
        effects.do(m, effects.alter(HERO, COINS, "+=", 1 if frame.vars["gem"] == BOS else 0))
        return end()

    playing = table(mines={"": sold}, mine={"picks": (gem,)})
    planned = payments.plan(playing.machine, playing.book.actions[BUY], {"player": ANN})
    assert planned == ((MINE, ROCK, (BOS,)), (MINE, OTHER, (BOS,)))


def test_only_one_of_several_equal_things_is_tried_for_a_payment():
    """Two rocks with the same name, place and stats are equal; a rock with another stat is not."""
    playing = table()
    playing.state.names[OTHER] = "Rock"
    assert list(payments.means(playing.machine, ANN)) == [(MINE, ROCK, ())]
    writing.write(playing.machine, OTHER, COINS, 1)
    assert list(payments.means(playing.machine, ANN)) == [(MINE, ROCK, ()), (MINE, OTHER, ())]


def test_each_player_uses_only_their_own_payments():
    """The payments that were found for one player are not used for another."""
    playing = table()
    assert [use[1] for use in payments.means(playing.machine, ANN)] == [ROCK, OTHER]
    assert [use[1] for use in payments.means(playing.machine, BO)] == [BOS]


def test_a_payment_that_is_tried_uses_the_dice_of_the_game():
    """The imagined game has the same dice as the real one."""

    def rolled(m, frame):
        effects.do(m, effects.alter(HERO, COINS, "+=", m.roll(1, 4)[0]))
        return end()

    playing = table(mines={"": rolled}, seed=5)
    rich = payments.richest(playing.machine, ANN)
    assert rich.state.cell(HERO, COINS) == sum(playing.copy().machine.roll(2, 4))


def test_things_are_alike_if_only_the_kernels_own_columns_differ():
    """Only the book's stats matter, not names or the kernel's own numbers."""
    playing = table()
    playing.state.names[OTHER] = "Rock"
    writing.write(playing.machine, BOS, HEALTH, 9)
    assert list(payments.means(playing.machine, ANN)) == [(MINE, ROCK, ())]


def test_trying_every_payment_leaves_the_game_as_it_was():
    """All rocks of the player are mined in the trial, but the game itself does not change, and no trigger is met."""
    listens = made_trigger(REST, "changed", lambda m, v: True, stat=COINS, everyone=True, optional=False)
    playing = table(health=1, triggers=(listens,))
    rich = payments.richest(playing.machine, ANN)
    assert [rich.state.cell(HERO, COINS), rich.state.cell(ROCK, HEALTH), rich.state.cell(OTHER, HEALTH)] == [2, 0, 0]
    assert rich.state.noticed == [] and playing.state.cell(HERO, COINS) == 0
    assert payments.richest(playing.machine, BO).state.cell(BOS, HEALTH) == 4


def test_a_payment_knows_that_it_is_used_to_pay():
    """Its checks and its rule can ask whether something else is paid for."""
    paying = made_check("paying", "5", lambda m, v: v.get("paying") is True, lambda m, v: "pays for nothing")
    seen = []

    def sees(m, frame):
        seen.append(frame.vars.get("paying"))
        return end()

    payments.richest(table(mines={"": sees}, mine={"checks": (paying,)}).machine, ANN)
    assert seen == [True, True]


# -- how an act ends ---------------------------------------------------------------------------------------------------------


def test_an_act_that_is_taken_back_does_not_interrupt_a_round_of_passes():
    """Ann has passed; when Bo's act is undone and Bo passes, all have passed in a row. An act that costs nothing starts again."""
    for answers, closed in (((TAKE, PASS), True), ((TAKE, ("Nap",), PASS), False)):
        playing = passing()
        playing.answer("Ann", "pass")
        for words in answers:
            playing.answer("Bo", *words)
        assert ("act" not in playing.where()) == closed


TAKE, PASS = ("Take", "Rock"), ("pass",)


def passing() -> Game:
    """Begins a window in which Bo can do something that is always taken back, and something that costs nothing."""
    target = made_pick("target", "a target", "object", lambda m, v: [ROCK], (IN_PLAY,))
    take = Action("Take", 0, named("bought"), frozenset({marks.ACTION}), picks=(target,), costs=(called(lose_target),))
    nap = Action("Nap", 1, named("rested"), frozenset({marks.ACTION}))
    lying = Table(ZONES).thing("Hero").thing("Rock").thing("Bo's Hero", owner=BO, kind=1)
    window: Vars = {"kinds": (marks.ACTION,), "discipline": 0, "title": "act", "seats": (ANN, BO)}
    main = Steps(
        "main", {"": lambda m, f: call(named("window"), window, "closed", {}), "closed": lambda m, f: ask((ANN,), "", {})}
    )
    more: dict[str, Any] = {"actions": (take, nap), "kinds": (Kind("thing"), Kind("hero", actions=(0, 1)))}
    return game(main, says("bought"), says("rested"), table=lying, disciplines=(IN_SUCCESSION,), **more)


def test_a_trigger_notices_acts_without_a_cost():
    """The act counts as performed although nothing is paid."""
    listens = made_trigger(REST, "performed", lambda m, v: True, everyone=True, optional=False)
    playing = table(triggers=(listens,))
    assert ("performed", HERO, REST) in playing.answer("Ann", "Rest")


def test_a_card_that_costs_nothing_goes_where_such_cards_go():
    """At the end the source goes to its owner's pile."""
    playing = table(rest={"after": 2})
    playing.answer("Ann", "Rest")
    assert playing.state.places[HERO] == PILE


def test_the_source_of_an_act_moves_to_its_players_zone():
    """It goes to the zone of the player who performs the act."""
    playing = table(coins=2, buy={"onto": 2})
    playing.answer("Ann", "Buy")
    assert playing.state.places[HERO] == PILE


def test_a_noted_act_that_ends_is_complete_and_not_cut_short():
    """Only its completion is told."""
    happened = table(coins=2, buy={"noted": True}).answer("Ann", "Buy")
    assert told(happened) == [("bought",), ("completes an action", HERO)]


def test_while_an_act_is_paid_it_is_named():
    """A player who is asked in the middle of a payment is told what is paid for."""
    settle = Steps("settle", {"": lambda m, f: ask((ANN,), "on", {}), "on": lambda m, f: end()})
    playing = table(coins=2, steps=(settle,), settle=Settle("settle", frozenset({"instruction"}), frozenset({COINS})))
    playing.answer("Ann", "Buy")
    assert "Buy" in playing.where()


def test_an_act_in_progress_is_named_once_in_the_where_text():
    """Its name does not occur twice."""
    bought = Steps("bought", {"": lambda m, f: ask((ANN,), "on", {}), "on": lambda m, f: end()})
    playing = table(coins=2, steps=(bought,))
    playing.answer("Ann", "Buy")
    assert playing.where().endswith("act, Ann · bought, on")
