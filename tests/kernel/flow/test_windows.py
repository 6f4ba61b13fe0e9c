"""Windows: who may do what in them, when they close, and how they are described."""

from dataclasses import replace

import pytest

from rulewright.kernel.flow.agenda import call, end
from rulewright.program import marks, own_procedures
from rulewright.program.declared import ALONE, DISCIPLINES, IN_SUCCESSION, Zone
from rulewright.program.definition import Action
from tests.kernel.duel import ACTION, ANN, BO, BOARD, CY, EXPEL, HAT, OUT, STACK, ZONES, Trio, asked, duel, offered
from tests.kernel.fakes import COINS, Steps, made_check, named, told

BOW, OUST = Action("Bow", 5, named("shout"), ACTION), replace(EXPEL, name="Oust", index=6)
NONE = (marks.OPTIONAL,)  # kinds of which nobody has an action


def hats(*zones):
    """Lays out hats of Ann's, each in a zone; the first is the fourth thing on the table."""
    table = Trio((*ZONES, Zone("Hand", owned=True, seen="owner"), Zone("Deck", seen="nobody")))
    for zone in zones:
        table.thing("Hat", ANN, zone, HAT)
    return table


# -- for whom ----------------------------------------------------------------------------------------------------------


def test_a_window_for_one_player_is_closed_by_that_player():
    """Other players at the table do not matter; no waiting item resolves in this window."""
    playing = duel(DISCIPLINES[ALONE], plotters=(BO,))
    assert asked(playing, "Shout", "pass") == "Ann Ann -"
    assert told(playing.events)[-2:] == [("shout", ANN), ("closed", None)] and len(playing.state.zones[STACK]) == 1


def test_a_window_for_an_actor_closes_when_the_actor_goes_out_of_play():
    """Its player has a hat that could act, but the window is only for the actor."""
    playing = duel(DISCIPLINES[ALONE], actor=ANN, seats=None, hats=(BOW,), table=hats(BOARD))
    assert offered(playing, "Ann") == ["Plot", "Shout", "Leave", "Expel", "pass"]
    assert asked(playing, "Shout", "Leave") == "Ann Ann -"


def test_a_window_for_companions_is_for_those_of_them_in_play():
    """Each option names its actor; the window closes when the last companion has gone."""
    table = hats(BOARD).thing("Cap", ANN, BOARD, HAT)
    playing = duel(DISCIPLINES[ALONE], seats=(ANN,), members=(ANN, 4), hats=(BOW, OUST), table=table)
    of_ann = ["Plot (Ann)", "Shout (Ann)", "Leave (Ann)", "Expel (Ann)"]
    assert offered(playing, "Ann") == [*of_ann, "Bow (Cap)", "Oust (Cap)", "pass"]
    assert asked(playing, "Leave (Ann)") == "Ann Ann" and offered(playing, "Ann") == ["Bow (Cap)", "Oust (Cap)", "pass"]
    assert asked(playing, "Oust (Cap)/Cap") == "Ann -"


# -- for what ----------------------------------------------------------------------------------------------------------


def test_a_window_may_be_for_some_actions_alone():
    """They are given by name, or by the action that they count as."""
    jeer = Action("Jeer", 5, "shout", ACTION, identity="Shout")
    assert offered(duel(actions=(jeer,), only=("Shout", "Plot")), "Ann") == ["Plot", "Shout", "Jeer", "pass"]


@pytest.mark.parametrize(("window", "said"), [({"free": COINS}, ["Buy", "pass"]), ({}, ["pass"])])
def test_a_window_says_what_need_not_be_paid(window, said):
    """Every act in the window knows the free stat, beginning with its checks."""
    unpaid = made_check("cost", "", lambda m, v: v.get("free") == COINS, lambda m, v: "too dear")
    buy = Action("Buy", 5, "buy", ACTION, checks=(unpaid,))
    playing = duel(DISCIPLINES[ALONE], Steps("buy", {"": _buys}), actions=(buy,), only=("Buy",), **window)
    assert offered(playing, "Ann") == said
    if window:
        playing.answer("Ann", "Buy")
        assert told(playing.events) == [("bought without", COINS)]


def _buys(m, frame):
    m.emit(("told", "bought without", frame.vars["free"]))
    return end()


@pytest.mark.parametrize(("kinds", "said"), [((marks.ACTION,), ["Shout"]), (NONE, ["pass"])])
def test_a_player_who_must_act_may_pass_only_if_nothing_can_be_done(kinds, said):
    """Passing is then the only option."""
    playing = duel(kinds=kinds, only=("Shout",), must=True)
    assert offered(playing, "Ann") == said and asked(playing, said[0]) == ("Ann -" if said == ["pass"] else "Ann Ann")


def test_a_menu_and_the_where_text_show_the_title_of_a_window():
    """The title says for whom and for what the window is; the description of the place in the game has it too."""
    playing = duel(IN_SUCCESSION)
    playing.answer("Ann", "pass")
    assert playing.menu("Bo").prompt == "Bo: duel" and playing.where() == "main, closed · duel, Bo"


def test_a_window_without_a_title_is_called_a_window():
    """This also holds in the description of the place in the game; a floor belongs to nobody."""
    found = [duel(title=title, procedure=kind).where() for title, kind in (("", "window"), ("duel", "floor"))]
    assert found == ["main, closed · Ann", "main, closed · duel"]
    playing = duel()
    frame = playing.state.agenda[-1]
    untitled = frame._replace(vars={name: value for name, value in frame.vars.items() if name != "title"})
    assert playing.book.procedures[own_procedures.WINDOW].words(playing.machine, untitled) == "window, Ann"


@pytest.mark.parametrize(("zones", "said"), [((BOARD, OUT), ["Bow in Board", "Bow in Out"]), ((OUT, OUT), ["Bow", "Bow"])])
def test_options_of_one_name_say_where_they_lie_if_that_differs(zones, said):
    """Equal cards in one place out of play are interchangeable, so the name alone is enough."""
    playing = duel(only=("Bow",), hats=(BOW,), table=hats(*zones))
    assert offered(playing, "Ann") == [*said, "pass"]
    assert ("told", "shout", ANN) in playing.answer("Ann", said[0])


# -- when it closes ----------------------------------------------------------------------------------------------------


def test_a_window_for_one_act_closes_with_it():
    """The window stores whether somebody acted."""
    assert asked(acted := duel(once=True), "Shout") == "Ann -" == asked(passed := duel(once=True), "pass")
    assert [told(playing.events)[-1] for playing in (acted, passed)] == [("closed", 1), ("closed", None)]


@pytest.mark.parametrize("seats", [{}, {"seats": None, "actor": ANN}], ids=["players", "an actor"])
def test_a_window_may_close_when_nothing_can_be_done(seats):
    """It stays open while something can be done; another kind of window about the same thing stays open in any case."""
    assert asked(duel(idle="closes", kinds=NONE, **seats)) == "-" != asked(duel(kinds=NONE, **seats))
    assert asked(duel(idle="closes", **seats), "Shout", "pass") == "Ann Ann -"
    last = made_check("health", "", lambda m, v: not told(m.events), lambda m, v: "no breath")
    cry = Action("Cry", 5, "shout", ACTION, checks=(last,))
    assert asked(duel(idle="closes", only=("Cry",), actions=(cry,), **seats), "Cry") == "Ann -"


def test_closing_a_window_does_not_close_the_window_around_it():
    """Different actions can be used in the two windows."""
    inner = {"kinds": NONE, "discipline": ALONE, "seats": (ANN,), "idle": "closes"}
    rest = Steps("rest", {"": lambda m, f: call("window", inner, "on", {}), "on": lambda m, f: end()})
    playing = duel(DISCIPLINES[ALONE], rest, idle="closes", actions=(Action("Rest", 5, "rest", ACTION),))
    assert asked(playing, "Rest") == "Ann Ann"


@pytest.mark.parametrize(
    ("zone", "seat", "said"),
    [(3, ANN, "Ann"), (3, BO, "-"), (5, ANN, "-"), (BOARD, ANN, "-")],
    ids=["hand", "other", "deck", "open"],
)
def test_a_player_with_hidden_cards_is_asked_even_if_nothing_can_be_done(zone, seat, said):
    """Otherwise the other players could conclude what the hidden cards are."""
    assert asked(duel(idle="closes", kinds=NONE, seats=(seat,), table=hats(zone))) == said


# -- floors ------------------------------------------------------------------------------------------------------------


def test_a_floor_is_open_to_all_at_any_time():
    """A player who passes or acts is asked again; each player gets their own options."""
    playing = duel(procedure="floor", only=("Shout",))
    assert [next(iter(playing.menu(player))) for player in (ANN, BO)] == [("Shout", ANN), ("Shout", BO)]
    for player, word in (("Bo", "pass"), ("Cy", "Shout")):
        playing.answer(player, word)
        assert asked(playing) == "Ann+Bo+Cy"
    assert told(playing.events) == [("shout", CY)]


def test_a_floor_closes_at_its_time_whatever_happened_on_it():
    """The time counts from its opening; a floor without a time does not close."""
    playing = duel(procedure="floor", lasts=100)
    playing.answer("Ann", "Shout", at=30)
    playing.answer("Bo", "pass", at=60)
    playing.tick(99)
    assert asked(playing) == "Ann+Bo+Cy"
    playing.tick(100)
    assert told(playing.events) == [("shout", ANN), ("closed", None)]
    (endless := duel(procedure="floor")).tick(10**6)
    assert asked(endless) == "Ann+Bo+Cy"


def test_a_waiting_item_keeps_waiting_when_a_floor_closes():
    """The book's rule of priority does not matter here."""
    playing = duel(IN_SUCCESSION, procedure="floor", lasts=100, plotters=(BO,))
    playing.tick(100)
    assert asked(playing) == "-" and len(playing.state.zones[STACK]) == 1
