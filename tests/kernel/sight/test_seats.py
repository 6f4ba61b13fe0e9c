"""Seats: who a game is played by, what each of them sees and is told, and how a side stands."""

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
    """With those there are; a book without any has none to begin with."""
    with pytest.raises(Refused, match=said):
        Game(replace(book(MAIN), scenes=dict.fromkeys(scenes, scene(Table()))), "moon" if scenes else "")


def test_the_default_seed_is_zero():
    """Two games that say no seed are the same."""
    assert Game(book(MAIN)).seed == 0


def test_a_copy_is_of_the_same_scene_seed_and_dice():
    """It can be begun again as the game can."""
    rolls = Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": lambda m, f: (m.roll(1, 6), go("", {}))[1]})
    made = replace(book(rolls), scenes={"river": scene(Table()), "ford": scene(Table())})
    playing = Game(made, "ford", seed=7, dice=[4], given={"hand": 1})
    copy = playing.copy()
    assert repr(copy) == repr(playing) and copy.given == {"hand": 1}
    assert ("rolled", 6, (4,)) in copy.answer("Ann", "yes")


# -- who is who --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [2, -1, "Cy"])
def test_a_seat_beyond_the_last_is_refused(who):
    """Seats are counted from nought."""
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
    """In what it sees and in what it was told; a spectator sees and is told less."""
    playing = hidden()
    assert playing.view_as("Bo") is playing.view_as(BO) and playing.view_as(None).state.names[0] != "Ox"
    assert playing.told("Ann") == playing.told(ANN) != playing.told()


def test_a_side_has_won_or_lost_if_one_of_its_things_has():
    """Whatever else of it neither won nor lost; what is of no side counts for none."""
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
    """Nobody's first picks are kept, because another may answer first."""
    playing = opened()
    with pytest.raises(Incomplete, match=r"^the answer is not complete yet: Snatch: a target$"):
        playing.answer("Ann", "Snatch")
    assert playing.state.asked.picks == ()


def test_picks_made_later_are_kept_too():
    """Time that passes before the first picks of an answer does not make it whole."""
    playing = opened("window", discipline=ALONE, actor=0)
    playing.answer("Ann", "Snatch", at=60)
    assert playing.state.now == 60 and len(playing.state.asked.picks) == 1


def test_an_answer_is_refused_if_a_due_event_takes_it_off_the_menu():
    """An answer that is not on the menu any more at its time is refused, and not even the time has passed."""
    playing = opened()
    playing.answer("Ann", "Bell", at=10)
    before = playing.fingerprint()
    with pytest.raises(Refused):
        playing.answer("Ann", "Bell", at=500)
    assert playing.fingerprint() == before


@pytest.mark.parametrize(("must", "may"), [(False, True), (True, False)])
def test_a_player_who_must_act_may_not_pass(must, may):
    """Whether somebody may pass is said without a menu; what is no window cannot be passed."""
    assert opened("window", discipline=ALONE, actor=0, must=must).may_pass(ANN) is may
    assert not game(asks("main", ANN)).may_pass(ANN)


def test_a_journals_answers_come_at_their_time():
    """A player's, and the clock's, which says nothing; a player who says nothing has not answered."""
    playing = game(asks("main", ANN, then=lambda m, f: go("", {})))
    playing.enter(ANN, ("yes",), 60)
    playing.enter(NOWHERE, (), 90)
    assert [(entry.at, entry.player) for entry in playing.journal] == [(0, NOWHERE), (60, ANN), (90, NOWHERE)]
    with pytest.raises(Incomplete):
        playing.enter(ANN, (), 95)


def test_an_answer_takes_at_most_the_bound_of_steps():
    """An answer of two steps is given under a bound of two, and is too long for a bound of one."""
    main = asks("main", ANN, then=lambda m, f: go("", {}))
    game(main, limits=Limits(steps=2)).answer("Ann", "yes")
    with pytest.raises(Runaway):
        game(main, limits=Limits(steps=1)).answer("Ann", "yes")


# -- words -------------------------------------------------------------------------------------------------------------


def test_a_game_that_is_over_says_so():
    """Of an action there is; of one there is not, that."""
    playing = game(Steps("main", {"": lambda m, f: end()}), actions=(SNATCH,))
    assert playing.why_not("Ann", "Snatch") == ("over", "", "the game is over")
    assert playing.why_not("Ann", "Juggle") == ("action", "", "there is no action 'Juggle' in fake")


def test_a_pick_too_many_is_named():
    """The answer was whole before it."""
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
    """A reaction window says whose it is, once it is somebody's."""
    assert procedure.words(game(MAIN).machine, Frame(9, NOWHERE, "", given)) == said
