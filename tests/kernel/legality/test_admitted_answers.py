"""Answers by keys are tested without a menu: accepted ones are on the menus, refused ones are not."""

from dataclasses import replace

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow.windows import Window
from rulewright.kernel.state.facts import LIVES, NOWHERE
from rulewright.program import marks
from rulewright.program.definition import Action
from tests.kernel.duel import ACTION, ANN, BO, BOARD, CY, EXPEL, HAT, OUT, ZONES, Trio, duel, in_play
from tests.kernel.fakes import made_check, made_pick, named, told
from tests.kernel.legality import test_acts
from tests.kernel.sight import test_seats

CAP, HAT_OUT, LOST = 3, 4, 5
BOW = Action("Bow", 7, named("shout"), ACTION)
DREAM = Action("Dream", 5, named("shout"), ACTION, checks=(made_check("sleep", "", lambda m, v: False, lambda m, v: "is awake"),))
DODGE = Action("Up", 6, named("shout"), frozenset({marks.OPTIONAL}))
CROWD = replace(EXPEL, name="Crowd", index=8, picks=(made_pick("targets", "two", "object", in_play, (), 2, 2, several=True),))


def table(**given):
    """Begins a window with a cap of Ann's in play, a hat of hers out of play, and a thing that is nowhere."""
    things = Trio(ZONES).thing("Cap", ANN, BOARD, HAT).thing("Hat", ANN, OUT, HAT).thing("Lost", ANN, BOARD, HAT)
    playing = duel(actions=(DREAM, DODGE), hats=(BOW, CROWD), table=things, **given)
    effects.do(playing.machine, effects.send(LOST, NOWHERE))
    return playing


def is_whole(playing, *path) -> bool:
    """Says whether a path of Ann's is admitted."""
    return Window().is_whole(playing.machine, playing.state.agenda[-1], ANN, path)


@pytest.fixture(params=[False, True], ids=["at once", "after the menu"])
def seen(request):
    """Says whether the menu was read before."""
    return request.param


def looked(playing, seen: bool):
    """Gives a game in which Ann has read the menu or not."""
    if seen:
        playing.menu("Ann")
    return playing


@pytest.mark.parametrize(
    ("path", "out"),
    [
        ((("Shout", ANN),), []),
        ((("Bow", CAP),), []),
        ((("Bow", HAT_OUT),), []),
        ((("Expel", ANN), BO), [BO]),
        ((("Expel", ANN), CAP), [CAP]),
    ],
    ids=str,
)
def test_a_whole_legal_act_is_admitted(path, out, seen):
    """It is complete by the menus too, wherever Ann's thing lies, and it is what then happens."""
    playing = looked(table(), seen)
    assert is_whole(playing, *path) and table().menu("Ann", *path) is None
    happened = playing.answer("Ann", *path)
    assert told(happened) == ([] if out else [("shout", ANN)])
    assert [event[1] for event in happened if event[0] == "moved"] == out


@pytest.mark.parametrize(
    "path",
    [
        (5,),
        ("Up",),
        (("Shout",),),
        (("Shout", ANN, ANN),),
        (("Shout", "Ann"),),
        (("Shout", 99),),
        (("Shout", 6),),
        (("Shout", LIVES + ANN),),
        (("Shout", BO),),
        (("Juggle", ANN),),
        (("Bow", ANN),),
        (("Bow", LIVES + LOST),),
        (("Dream", ANN),),
        (("Up", ANN),),
        (("Shout", ANN), BO),
        (("Expel", ANN), HAT_OUT),
        (("Expel", ANN), 99),
        (("Expel", ANN), LIVES + BO),
        (("Expel", ANN), (BO,)),
        (("Expel", ANN), BO, CY),
        (("Crowd", CAP), BO, HAT_OUT),
    ],
    ids=str,
)
def test_an_answer_on_no_menu_is_refused(path, seen):
    """This covers wrong keys, things of others or that are gone, impossible acts, and acts of other windows."""
    playing = looked(table(), seen)
    before = playing.fingerprint()
    assert not is_whole(playing, *path)
    with pytest.raises(Refused):
        playing.answer("Ann", *path)
    assert playing.fingerprint() == before


def test_a_pick_of_several_is_left_to_the_menus():
    """The quick test does not know how many things are picked."""
    assert not is_whole(table(), ("Crowd", CAP), BO) and table().menu("Ann", ("Crowd", CAP), BO, CY) is None


@pytest.mark.parametrize(
    ("window", "admitted"),
    [
        ({"actor": ANN}, [ANN]),
        ({"actor": CAP, "seats": (ANN,)}, [CAP]),
        ({"members": (CAP, HAT_OUT, ANN)}, [ANN, CAP]),
        ({"members": (CAP,)}, [CAP]),
        ({}, [ANN, CAP, HAT_OUT]),
    ],
    ids=str,
)
def test_a_window_admits_the_acts_of_those_it_is_for(window, admitted, seen):
    """These are the acts of one actor, of companions in play, or of everything that a player has."""
    acts = {ANN: "Shout", BO: "Shout", CAP: "Bow", HAT_OUT: "Bow", LOST: "Bow"}
    found = [
        slot for slot, name in acts.items() if is_whole(looked(playing := table(**window), seen), (name, playing.state.ref(slot)))
    ]
    assert found == admitted


@pytest.mark.parametrize(("only", "admitted"), [(("Shout",), ["Shout"]), (("Bow", "Dream"), ["Bow"]), (None, ["Shout", "Bow"])])
def test_a_window_admits_only_its_own_actions(only, admitted, seen):
    """A window may be for some actions only."""
    playing = looked(table(only=only), seen)
    assert [name for name, slot in (("Shout", ANN), ("Bow", CAP)) if is_whole(playing, (name, slot))] == admitted


def test_an_answer_just_undone_is_refused_by_its_keys_too():
    """It is off the menu, too."""
    playing = test_acts.table(test_acts.away)
    path = (("Snatch", test_acts.HERO), test_acts.OX)
    assert playing.answer("Ann", *path)[-1][0] == "undone"
    with pytest.raises(Refused):
        playing.answer("Ann", *path)


def test_a_refused_answer_is_not_performed_later():
    """A bell that had rung by the time of a refused answer does not ring with the next answer."""
    playing = test_seats.opened()
    playing.answer("Ann", "Bell", at=10)
    with pytest.raises(Refused):
        playing.answer("Ann", ("Bell", 0), at=500)
    assert not told(playing.answer("Ann", "Snatch", "Ox")) and len(playing.state.names) == 3
