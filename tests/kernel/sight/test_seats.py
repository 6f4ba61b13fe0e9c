"""Seats: who plays a game, what each of them sees and is told, and whether a side has won or lost."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.errors import Incomplete, NotAsked, Refused, Runaway
from rulewright.kernel.flow.agenda import ask, call, end, go
from rulewright.kernel.flow.batches import Batch, Reactions
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE, SIDE, STANDING, Frame
from rulewright.program import marks
from rulewright.program.declared import ALONE, Kind, Limits, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, asks, book, game, made_check, made_pick, named, scene

MAIN = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})


# -- setting up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenes", "said"),
    [
        ((), r"^there is no scene '' in fake; its scenes: none$"),
        (("river", "ford"), r"^there is no scene 'moon' in fake; its scenes: river, ford$"),
    ],
)
def test_an_unknown_scene_is_refused_with_the_known_ones(scenes, said):
    """The error lists the scenes of the book; a book without scenes has none to start."""
    with pytest.raises(Refused, match=said):
        Game(replace(book(MAIN), scenes=dict.fromkeys(scenes, scene(Table()))), "moon" if scenes else "")


def test_the_default_seed_is_zero():
    """Two games that are started without a seed are the same."""
    assert Game(book(MAIN)).seed == 0


def test_a_copy_is_of_the_same_scene_seed_and_dice():
    """A copy can be started again as the game can."""
    rolls = Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": lambda m, f: (m.roll(1, 6), go("", {}))[1]})
    made = replace(book(rolls), scenes={"river": scene(Table()), "ford": scene(Table())})
    playing = Game(made, "ford", seed=7, dice=[4], given={"hand": 1})
    copy = playing.copy()
    assert repr(copy) == repr(playing) and copy.given == {"hand": 1}
    assert ("rolled", 6, (4,)) in copy.answer("Ann", "yes")


# -- who is who --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [2, -1, "Cy"])
def test_a_seat_beyond_the_last_is_refused(who):
    """Seats are counted from 0."""
    with pytest.raises(NotAsked, match=r"^there is no player .*: the players are Ann, Bo$"):
        game(MAIN).seat(who)


def hidden() -> Game:
    """Begins a game in which Ann holds a card that nobody else sees."""
    zones = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"))

    def draws(m, frame):
        effects.do(m, effects.send(1, 1))
        return ask((ANN,), "", {})

    return game(Steps("main", {"": draws}), table=Table(zones).thing("Ox", zone=1).thing("Elk"))


def test_a_seat_is_the_same_by_name_and_by_number():
    """It sees the same and was told the same; a spectator sees less and is told less."""
    playing = hidden()
    assert playing.view_as("Bo") is playing.view_as(BO) and playing.view_as(None).state.names[0] != "Ox"
    assert playing.told("Ann") == playing.told(ANN) != playing.told()


def test_a_side_has_won_or_lost_if_one_of_its_things_has():
    """Other things of the side need not have won or lost; things without a side count for no side."""
    playing = game(MAIN, table=Table().thing("Ox").thing("Elk").thing("Imp", owner=BO).thing("Fog"))
    for event in (("changed", 0, STANDING, 0, 1), ("changed", 3, SIDE, ANN, NOWHERE), ("changed", 3, STANDING, 0, -1)):
        playing.machine.emit(event)
    assert playing.standing() == {"Ann": 1, "Bo": 0}


# -- answers -----------------------------------------------------------------------------------------------------------

SNATCH = Action(
    "Snatch", 0, named("snatch"), frozenset({marks.ACTION}), picks=(made_pick("target", "a target", "object", lambda m, v: (1,)),)
)
BELL = Action("Bell", 1, named("bell"), frozenset({marks.ACTION}), stack="new",
              checks=(made_check("once", "", lambda m, v: not m.state.cell(0, COINS), lambda m, v: "it has rung"),))  # fmt: skip


def rings(m, frame):
    effects.do(m, effects.alter(0, COINS, "+=", 1))
    return end()


def opened(procedure="floor", **given) -> Game:
    """Begins a floor or a window for the hero, who has Snatch, and Bell, which waits for 100 seconds and rings once."""
    held: Any = {"kinds": (marks.ACTION,), "title": "act", **given}
    main = Steps("main", {"": lambda m, f: call(procedure, held, "", {})})
    things = Table((Zone("Board", live=True), Zone("Stack", stack=True, quiet=100))).thing("Hero", kind=1).thing("Ox")
    kinds = (Kind("item"), Kind("hero", actions=(0, 1)))
    steps = (Steps("snatch", {"": lambda m, f: end()}), Steps("bell", {"": rings}))
    return game(main, *steps, table=things, actions=(SNATCH, BELL), kinds=kinds)


def test_an_answer_must_be_complete_if_several_players_are_asked():
    """An incomplete answer is not stored, because another player may answer first."""
    playing = opened()
    with pytest.raises(Incomplete, match=r"^the answer is not complete yet: Snatch: a target$"):
        playing.answer("Ann", "Snatch")
    assert playing.state.asked.picks == ()


def test_picks_made_later_are_kept_too():
    """If time passes first, the picks of an incomplete answer are stored at their time."""
    playing = opened("window", discipline=ALONE, actor=0)
    playing.answer("Ann", "Snatch", at=60)
    assert playing.state.now == 60 and len(playing.state.asked.picks) == 1


def test_an_answer_is_refused_if_a_due_event_takes_it_off_the_menu():
    """If the answer is not on the menu any more at its time, it is refused, and the clock does not move either."""
    playing = opened()
    playing.answer("Ann", "Bell", at=10)
    before = playing.fingerprint()
    with pytest.raises(Refused):
        playing.answer("Ann", "Bell", at=500)
    assert playing.fingerprint() == before


@pytest.mark.parametrize(("must", "may"), [(False, True), (True, False)])
def test_a_player_who_must_act_may_not_pass(must, may):
    """This can be asked without making a menu; a question that is not a window cannot be passed."""
    assert opened("window", discipline=ALONE, actor=0, must=must).may_pass(ANN) is may
    assert not game(asks("main", ANN)).may_pass(ANN)


def test_a_journals_answers_come_at_their_time():
    """An entry is a player's answer, or the clock's without picks; a player's entry without picks is incomplete."""
    playing = game(asks("main", ANN, then=lambda m, f: go("", {})))
    playing.enter(ANN, ("yes",), 60)
    playing.enter(NOWHERE, (), 90)
    assert [(entry.at, entry.player) for entry in playing.journal] == [(0, NOWHERE), (60, ANN), (90, NOWHERE)]
    with pytest.raises(Incomplete):
        playing.enter(ANN, (), 95)


def test_an_answer_takes_at_most_the_bound_of_steps():
    """An answer of two steps is accepted with a bound of two, and refused with a bound of one."""
    main = asks("main", ANN, then=lambda m, f: go("", {}))
    game(main, limits=Limits(steps=2)).answer("Ann", "yes")
    with pytest.raises(Runaway):
        game(main, limits=Limits(steps=1)).answer("Ann", "yes")


# -- words -------------------------------------------------------------------------------------------------------------


def test_a_game_that_is_over_says_so():
    """The reason for an existing action says so; for an unknown action the reason is that it is unknown."""
    playing = game(Steps("main", {"": lambda m, f: end()}), actions=(SNATCH,))
    assert playing.why_not("Ann", "Snatch") == ("over", "", "the game is over")
    assert playing.why_not("Ann", "Juggle") == ("action", "", "there is no action 'Juggle' in fake")


def test_a_pick_too_many_is_named():
    """The answer was complete before this pick."""
    with pytest.raises(Refused, match=r"^'no' is one pick too many: the answer was already complete$"):
        game(asks("main", ANN)).answer("Ann", "yes", "no")


@pytest.mark.parametrize(
    ("procedure", "given", "said"),
    [
        (Batch(), {"player": BO}, "abilities go on the stack"),
        (Reactions(), {}, "reaction window"),
        (Reactions(), {"player": BO}, "reaction window, Bo"),
    ],
)
def test_batches_say_where_they_stand(procedure, given, said):
    """A reaction window names its player, once it has one."""
    assert procedure.words(game(MAIN).machine, Frame(9, NOWHERE, "", given)) == said
