"""Judgment: when a past answer is struck, the others still refer to the same things, or lapse with a reason."""

import re
from typing import Any

import pytest

from rulewright.kernel.change import effects, writing
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import ask, call, end, leave
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment
from rulewright.kernel.state.facts import KIND, NOWHERE, OWNER, SIDE, TILE, Vars
from rulewright.program import marks
from rulewright.program.declared import ALONE, Kind, Zone
from rulewright.program.definition import Action, Check, Pick
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, Steps, Table, asks, game, made_check, made_pick, named, told

HERO, OX, ELK = 0, 1, 2
BOARD = 0
ACTS, SPROUT = 1, 2
HAS_COIN = made_check("cost", "6.2", lambda m, v: m.state.cell(HERO, COINS) >= 1, lambda m, v: "has no Coins")
IS_SPROUT = made_check("sprout", "6.3", lambda m, v: m.state.cell(v["it"], KIND) == SPROUT, lambda m, v: "is no sprout")
HINDRANCES: list[BaseException] = []


def grow(m, name: str, what: str, *because: int) -> None:
    """Makes a sprout, and records how it was made."""
    cells = [0] * m.state.width
    cells[KIND], cells[OWNER], cells[SIDE], cells[TILE] = SPROUT, ANN, ANN, NOWHERE
    writing.link(m, effects.make(m, name, tuple(cells), BOARD), "made", (what, NOWHERE, because, m.state.number))


def grows(m, vars):
    grow(m, "Sprout", "Grow")


def sows(m, vars):
    for _ in range(2):
        grow(m, "Sprout", "Sow")


def grafts(m, vars):
    grow(m, "Graft", "Graft", vars["target"])


def plucks(m, vars):
    effects.do(m, effects.alter(vars["target"], COINS, "+=", 1))


def blooms(m, vars):
    effects.do(m, effects.alter(vars["source"], HEALTH, "+=", 1))


def earns(m, vars):
    effects.do(m, effects.alter(HERO, COINS, "+=", 1))


def spends(m, vars):
    effects.do(m, effects.alter(HERO, COINS, "-=", 1))


def bids(m, vars):
    effects.do(m, effects.alter(HERO, COINS, "+=", vars["amount"]))


def quits(m, vars):
    """Ends the game because a coin is missing."""
    return None if m.state.cell(HERO, COINS) else leave(m.state.agenda[0].id)


def rolls(m, vars):
    if HINDRANCES:
        raise HINDRANCES[0]
    m.emit(("told", "rolled", m.roll(1, 6)[0]))


def pick(*checks: Check) -> tuple[Pick, ...]:
    return (made_pick("target", "a target", "object", lambda m, v: m.state.zones[BOARD], checks),)


DOES: dict[str, tuple[Any, dict[str, Any]]] = {
    "Grow": (grows, {}),
    "Sow": (sows, {}),
    "Graft": (grafts, {"picks": pick()}),
    "Pluck": (plucks, {"picks": pick(IS_SPROUT)}),
    "Earn": (earns, {}),
    "Spend": (spends, {"checks": (HAS_COIN,)}),
    "Roll": (rolls, {}),
    "Bid": (bids, {"picks": (made_pick("amount", "an amount", "number", lambda m, v: range(-1, 9)),)}),
    "Quit": (quits, {}),
    "Bloom": (blooms, {}),
}


def step(does: Any) -> Steps:
    def run(m, frame):
        return does(m, frame.vars) or end()

    return Steps(does.__name__, {"": run})


def table(dice: Any = None) -> Game:
    """Begins a game in which Ann and Bo act in turn, each until passing."""
    turn: Vars = {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act"}
    main = Steps("main", {
        "": lambda m, f: call(named("window"), {**turn, "seats": (ANN,)}, "bo", {}),
        "bo": lambda m, f: call(named("window"), {**turn, "seats": (BO,)}, "", {}),
    })  # fmt: skip
    actions = [
        Action(name, n, does.__name__, frozenset({marks.ACTION}), **more) for n, (name, (does, more)) in enumerate(DOES.items())
    ]
    kinds = (Kind("thing"), Kind("hero", actions=tuple(range(len(DOES) - 1))), Kind("sprout", actions=(len(DOES) - 1,)))
    lying = Table().thing("Hero", kind=ACTS).thing("Ox", owner=BO).thing("Elk", owner=BO)
    procedures = [step(does) for does, _ in DOES.values()]
    return game(main, *procedures, table=lying, dice=dice, actions=tuple(actions), kinds=kinds, judges=True)


def play(playing: Game, *answers: tuple[Any, ...]) -> Game:
    """Gives Ann's answers; a number among the picks is a thing's."""
    for answer in answers:
        playing.answer("Ann", *(playing.state.ref(each) if isinstance(each, int) else each for each in answer))
    return playing


def lapsed(playing: Game) -> dict[int, str]:
    return {done.entry.number: done.lapsed for done in playing.done if done.lapsed}


def sprouts(playing: Game) -> list[tuple[str, int]]:
    """Lists the sprouts, each with the coins that were plucked from it."""
    made = [slot for slot in playing.state.zones[BOARD] if slot > ELK]
    return [(playing.state.names[slot], playing.state.cell(slot, COINS)) for slot in made]


FIRST, SECOND, THIRD = 3, 4, 5  # the things that grow, by their numbers


def test_an_answer_refers_to_the_same_thing_after_a_re_run():
    """A thing that another answer made has another number without this answer, and is still the picked thing."""
    playing = play(table(), ("Grow",), ("Grow",), ("Pluck", SECOND))
    playing.strike(1)
    assert sprouts(playing) == [("Sprout", 1)] and lapsed(playing) == {1: "struck"}


def test_an_answer_in_parts_refers_to_the_same_thing_after_a_re_run():
    """The first picks of the answer were stored, and are stored again."""
    playing = play(table(), ("Grow",), ("Grow",), ("Pluck",), (SECOND,))
    playing.strike(1)
    assert sprouts(playing) == [("Sprout", 1)] and lapsed(playing) == {1: "struck"}
    assert [done.entry.path for done in playing.done[3:5]] == [(("Pluck", HERO),), (("Pluck", HERO), FIRST)]


def test_an_answer_about_a_thing_that_is_not_made_any_more_lapses():
    """It does not refer to another thing that has the same number now."""
    playing = play(table(), ("Grow",), ("Grow",), ("Pluck", FIRST))
    playing.strike(1)
    assert sprouts(playing) == [("Sprout", 0)]
    assert lapsed(playing) == {1: "struck", 3: "it was about something that no longer exists"}


def test_a_picked_number_refers_to_no_thing():
    """A bid of three does not refer to the thing with the number three."""
    playing = play(table(), ("Grow",))
    playing.answer("Ann", "Bid", FIRST)
    playing.strike(1)
    assert playing.state.cell(HERO, COINS) == FIRST and lapsed(playing) == {1: "struck"}


def test_an_act_is_performed_by_the_same_thing_after_a_re_run():
    """An act is performed by the same thing again, whatever number it has now, and not by another one."""
    for wanted, health in ((SECOND, 1), (FIRST, 0)):
        playing = play(table(), ("Grow",), ("Grow",))
        playing.answer("Ann", ("Bloom", playing.state.ref(wanted)))
        playing.strike(1)
        assert playing.state.cell(FIRST, HEALTH) == health


def test_two_things_made_by_one_answer_are_told_apart_by_their_order():
    """Two things that were made in the same way are distinguished by their order."""
    playing = play(table(), ("Grow",), ("Sow",), ("Pluck", THIRD))
    playing.strike(1)
    assert sprouts(playing) == [("Sprout", 0), ("Sprout", 1)]


def test_a_thing_made_because_of_a_made_thing_is_identified_by_it():
    """A graft on the second sprout is recognized even if the first sprout and its graft were never made."""
    playing = play(table(), ("Grow",), ("Grow",), ("Graft", FIRST), ("Graft", SECOND), ("Pluck", 6))
    playing.strike(1)
    assert sprouts(playing) == [("Sprout", 0), ("Graft", 1)] and set(lapsed(playing)) == {1, 3}


def test_a_thing_made_because_of_another_is_identified_by_that_one():
    """A graft on the elk is not confused with a graft on the ox."""
    playing = play(table(), ("Graft", OX), ("Graft", ELK), ("Pluck", SECOND))
    playing.strike(1)
    assert sprouts(playing) == [("Graft", 1)]


def test_a_lapsed_answer_says_why_its_act_is_not_possible():
    """The reason is that of a refusal: the check that fails now."""
    playing = play(table(), ("Earn",), ("Spend",), ("Grow",), ("Pluck", FIRST))
    playing.strike(1)
    playing.strike(3)
    assert lapsed(playing) == {
        1: "struck",
        2: playing.why_not("Ann", "Spend").words,
        3: "struck",
        4: playing.why_not("Ann", "Pluck").words,
    }


def test_an_answer_that_is_not_an_act_is_refused_with_the_reason():
    """For a pass at a time when another player is asked, the reason names that player."""
    playing = play(table(), ("pass",))
    playing.answer("Bo", "pass")
    playing.strike(1)
    assert lapsed(playing)[2].startswith("Bo is not asked now: Ann is")


def test_an_act_after_the_end_says_that_the_game_is_over():
    """After a strike the game may end earlier than before."""
    playing = play(table(), ("Earn",), ("Quit",), ("Grow",))
    playing.strike(1)
    assert playing.over and lapsed(playing) == {1: "struck", 3: "the game is over: there is nothing to answer"}


def test_a_negative_number_is_not_taken_for_a_stack():
    """A negative number does not stand for a new stack."""
    playing = play(table(), ("Earn",), ("Earn",))
    playing.answer("Ann", "Bid", -1)
    playing.strike(1)
    assert playing.state.cell(HERO, COINS) == 0 and lapsed(playing) == {1: "struck"}


def stacked(key: int) -> Game:
    """Plays a plot on an open floor, and a reply on its stack or on a new one; then strikes the plot."""
    join = made_pick("stack", "which stack", "stack", lambda m, v: [NOWHERE, *stacks.joinable(m)])
    acts = (Action("Plot", 0, named("grows"), frozenset({marks.ACTION}), stack="new"),
            Action("Reply", 1, named("grows"), frozenset({marks.ACTION}), picks=(join,), stack="new"))  # fmt: skip
    main = Steps("main", {"": lambda m, f: call(named("floor"), {"kinds": (marks.ACTION,), "title": "floor"}, "", {})})
    lying = Table((Zone("Board", live=True), Zone("Stack", stack=True, quiet=100))).thing("Hero", kind=1)
    kinds = (Kind("item"), Kind("hero", actions=(0, 1)))
    playing = game(main, step(grows), table=lying, actions=acts, kinds=kinds, judges=True)
    playing.answer("Ann", "Plot")
    playing.answer("Ann", ("Reply", HERO), key)
    playing.strike(1)
    return playing


def test_an_answer_with_a_new_stack_still_makes_one_after_a_re_run():
    """This holds even if there is only one possible stack now."""
    assert lapsed(stacked(NOWHERE)) == {1: "struck"}


def test_an_answer_that_joined_a_stack_lapses_without_it():
    """It does not create a new stack instead."""
    assert lapsed(stacked(1)) == {1: "struck", 2: "it was about something that no longer exists"}


def test_a_re_run_keeps_events_of_the_same_second_after_the_answer():
    """If a floor closes in the same second as an answer, the answer still comes first in the re-run."""
    opened = {"kinds": (marks.ACTION,), "title": "floor", "lasts": 0}
    main = Steps("main", {"": lambda m, f: call("floor", opened, "next", {}), "next": lambda m, f: ask((BO,), "next", {})})
    earn = Action("Earn", 0, "earns", frozenset({marks.ACTION}))
    kinds = (Kind("thing"), Kind("hero", actions=(0,)))
    playing = game(main, step(earns), table=Table().thing("Hero", kind=1), actions=(earn,), kinds=kinds, judges=True)
    play(playing, ("Earn",), ("Earn",), ("Earn",))
    playing.strike(1)
    assert playing.state.cell(HERO, COINS) == 2 and lapsed(playing) == {1: "struck"} and playing.where() == "main, next · floor"
    playing.tick(1)
    assert playing.where() == "main, next"


def test_striking_a_strike_lifts_it():
    """The answer that it struck counts again."""
    assert judgment.struck({1: (), 2: (("judged", 1),), 3: (("told", "x"), ("judged", 2))}) == {2}


@pytest.mark.parametrize(
    ("answers", "number", "said"),
    [
        (2, 3, "there is no answer 3: they go from 1 to 2"),
        (0, 1, "there is no answer 1: nobody has answered yet"),
        (1, 0, "answer 0 is the setup, which cannot be struck"),
        (1, 2, "answer 2 is a tick of the clock, which cannot be struck"),
    ],
)
def test_a_strike_of_no_act_is_refused(answers, number, said):
    """The refusal says which answers there are, or what the answer is."""
    playing = play(table(), *[("Earn",)] * answers)
    if "clock" in said:
        playing.tick(5)
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        playing.strike(number)


def test_a_struck_act_cannot_be_struck_again():
    """The refusal says that it is struck."""
    playing = play(table(), ("Earn",), ("Earn",))
    playing.strike(1)
    with pytest.raises(Refused, match=r"^answer 1 is already struck$"):
        playing.strike(1)


def test_a_book_without_judgment_refuses_to_strike():
    """The refusal names the book."""
    with pytest.raises(Refused, match=r"^fake has no Judgment: none of its rules strikes a past act$"):
        game(asks("main", ANN)).strike(0)


def test_dice_that_were_given_are_still_to_come_after_a_re_run():
    """Each given die is rolled once, in its order."""
    playing = play(table(dice=[2, 5, 4]), ("Earn",), ("Roll",))
    playing.strike(1)
    assert [told(playing.answer("Ann", "Roll")) for _ in range(2)] == [[("rolled", 5)], [("rolled", 4)]]


def test_a_re_run_that_breaks_off_leaves_everything_as_it_was():
    """The strike is taken back, and the remaining given dice are still there."""
    playing = play(table(dice=[1, 2, 3]), ("Earn",), ("Roll",))
    before = playing.fingerprint()
    HINDRANCES.append(KeyboardInterrupt())
    try:
        with pytest.raises(KeyboardInterrupt):
            playing.strike(1)
    finally:
        HINDRANCES.clear()
    assert playing.fingerprint() == before and playing.machine.script == (1, 2, 3) and len(playing.done) == 3
    assert told(playing.answer("Ann", "Roll")) == [("rolled", 2)]


def test_an_account_goes_on_after_a_re_run():
    """Answers of the re-run are not told again; later answers are told."""
    playing = play(table(), ("Earn",), ("Roll",))
    playing.machine.account = account = []
    playing.strike(1)
    assert account == [("judged", 1)]
    playing.answer("Ann", "Grow")
    assert len(account) > 2
