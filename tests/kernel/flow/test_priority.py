"""Priority: who is asked next in a window with waiting items, by each rule of priority."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import end
from rulewright.program import marks
from rulewright.program.declared import ALONE, DISCIPLINES, GOES_ROUND, IN_SUCCESSION, Settle
from rulewright.program.definition import Action
from tests.kernel.duel import ACTION, ANN, BO, BOARD, CY, HAT, OUT, ZONES, Trio, asked, duel, plots
from tests.kernel.fakes import Steps, made_trigger, named, told

PASSES_ON = replace(IN_SUCCESSION, name="passes on", keeps=False)
GIVES_ON = replace(IN_SUCCESSION, name="gives on", resets=False)
NEWEST = replace(IN_SUCCESSION, name="newest", newest=True)
ALL_PASS = ("pass", "pass", "pass")


# -- in succession -----------------------------------------------------------------------------------------------------


def test_an_empty_stack_window_closes_when_all_have_passed_in_a_row():
    """The first player is asked first, and then the others in turn order."""
    assert asked(duel(IN_SUCCESSION), *ALL_PASS) == "Ann Bo Cy -"


def test_a_window_for_an_actor_has_its_player_alone_at_the_table():
    """Without a list of seats, one pass closes it."""
    assert asked(duel(IN_SUCCESSION, seats=None, actor=BO), "pass") == "Bo -"


def test_a_player_who_acts_is_asked_again_and_all_must_pass_again():
    """Earlier passes do not count any more."""
    assert asked(duel(IN_SUCCESSION), "pass", "Shout", *ALL_PASS) == "Ann Bo Bo Cy Ann -"


def test_a_player_who_puts_something_on_the_stack_keeps_priority():
    """Then all three players pass before the item resolves."""
    playing = duel(IN_SUCCESSION)
    assert asked(playing, "pass", "Plot", *ALL_PASS) == "Ann Bo Bo Cy Ann Ann"
    assert told(playing.events)[-2:] == [("resolves", 3), ("plot", BO)]


def test_under_the_rule_who_acts_passes_it_on_the_next_player_is_asked():
    """This is the player after the one who put the newest item there."""
    assert asked(duel(PASSES_ON), "pass", "Plot", *ALL_PASS) == "Ann Bo Cy Ann Bo Ann"


def test_after_each_resolution_all_pass_again():
    """The first player is asked first, whoever owns the remaining items; then the next item resolves."""
    playing = duel(IN_SUCCESSION)
    assert asked(playing, "pass", "Plot", "pass", "Plot", *ALL_PASS, *ALL_PASS) == "Ann Bo Bo Cy Cy Ann Bo Ann Bo Cy Ann"
    assert [word[1] for word in told(playing.events) if word[0] == "plot"] == [CY, BO]


@pytest.mark.parametrize(("first", "second", "goes_to"), [("Bo", "Bo", "Bo"), ("Bo", "Cy", "Ann"), ("Ann", "Bo", "Cy")])
def test_under_the_rule_a_resolution_gives_it_on_the_player_after_its_owner_is_asked(first: str, second: str, goes_to: str):
    """If the same player also owns the next item, this player is asked."""
    assert _after_the_first(GIVES_ON, first, second) == goes_to


@pytest.mark.parametrize(("first", "second", "goes_to"), [("Bo", "Bo", "Bo"), ("Bo", "Cy", "Bo"), ("Cy", "Bo", "Cy")])
def test_under_the_rule_the_newest_gives_it_the_owner_of_the_newest_item_is_asked(first: str, second: str, goes_to: str):
    """This includes an item that has become the newest because another one resolved."""
    assert _after_the_first(NEWEST, first, second) == goes_to


def test_under_the_rule_the_newest_gives_it_the_first_player_is_asked_about_an_empty_stack():
    """After the last item has resolved, priority goes back to the first player."""
    assert asked(duel(NEWEST), "pass", "Plot", *ALL_PASS) == "Ann Bo Bo Cy Ann Ann"


def _after_the_first(rule: Any, *plotters: str) -> str:
    """Names the player who is asked after two players have plotted and the second plot has resolved."""
    playing = duel(rule)
    for name in plotters:
        while playing.seats[playing.asking[0]] != name:
            playing.answer(None, "pass")
        playing.answer(name, "Plot")
    while ("plot", playing.seats.index(plotters[-1])) not in told(list(playing.events)):
        playing.answer(None, "pass")
    return asked(playing)


def test_countering_at_once_leaves_priority_with_the_player():
    """No item has resolved, so priority does not move."""
    assert asked(duel(IN_SUCCESSION), "Plot", "pass", "Quash/Plot") == "Ann Ann Bo Bo"


# -- goes round --------------------------------------------------------------------------------------------------------


def test_only_the_first_player_is_asked_while_nothing_waits():
    """One pass of this player closes the window."""
    assert asked(duel(GOES_ROUND), "Shout", "pass") == "Ann Ann -"


def test_priority_goes_round_from_the_next_player_to_the_owner():
    """An item resolves when its owner passes; then the first player is asked."""
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", *ALL_PASS) == "Ann Bo Cy Ann Ann"
    assert told(playing.events)[-2:] == [("resolves", 3), ("plot", ANN)]


def test_after_an_answer_resolves_the_player_after_its_owner_is_asked():
    """After it has resolved, the player after its owner is asked about the remaining items: no full lap begins."""
    assert asked(duel(GOES_ROUND), "Plot", "Plot", *ALL_PASS, "pass", "pass") == "Ann Bo Cy Ann Bo Cy Ann Ann"


def test_a_player_who_owns_two_things_in_a_row_is_asked_once():
    """There is no full lap between two items of the same player."""
    assert asked(duel(GOES_ROUND), "Plot", "pass", "pass", "Plot", *ALL_PASS, "pass") == "Ann Bo Cy Ann Bo Cy Ann Ann Ann"


def test_countering_an_item_moves_priority_as_its_resolution_would():
    """Priority goes from its owner to the next player; if nothing is left, to the first player."""
    assert asked(duel(GOES_ROUND), "Plot", "Plot", "Quash/Plot 2") == "Ann Bo Cy Cy"
    assert asked(duel(GOES_ROUND), "Plot", "Plot", "pass", "Quash/Plot 2") == "Ann Bo Cy Ann Cy"
    assert asked(duel(GOES_ROUND), "Plot", "pass", "Quash/Plot") == "Ann Bo Cy Ann"


def test_an_item_below_the_newest_can_be_countered():
    """The player who is asked about the newest item is asked again."""
    assert asked(duel(GOES_ROUND), "Plot", "Plot", "pass", "Quash/Plot", "pass") == "Ann Bo Cy Ann Ann Bo"


# -- while nothing waits -----------------------------------------------------------------------------------------------


def test_a_window_of_the_first_player_closes_with_a_pass_while_nothing_waits():
    """Other players are asked only about waiting items."""
    assert asked(duel(IN_SUCCESSION, open="first"), "Shout", "pass") == "Ann Ann -"
    assert asked(duel(IN_SUCCESSION, open="first"), "Plot", *ALL_PASS, "pass") == "Ann Ann Bo Cy Ann -"


def test_the_first_player_is_asked_again_when_the_waiting_item_is_countered():
    """This holds whoever countered it."""
    assert asked(duel(IN_SUCCESSION, open="first"), "Plot", "pass", "Quash/Plot") == "Ann Ann Bo Ann"


def test_a_window_that_goes_on_asks_the_player_after_the_one_who_began():
    """When nothing waits any more, the player after the one who began something is asked, not the first player."""
    assert asked(duel(IN_SUCCESSION, open="on"), "pass", "Plot", "pass", "Plot", *ALL_PASS, *ALL_PASS) == (
        "Ann Bo Bo Cy Cy Ann Bo Ann Bo Cy Cy"
    )


def test_a_window_that_goes_on_asks_the_first_player_if_nobody_began_anything():
    """An item that waited when the window opened was begun elsewhere."""
    playing = duel(IN_SUCCESSION, plotters=(BO,), open="on")
    assert asked(playing, *ALL_PASS) == "Ann Bo Cy Ann"


def test_a_window_that_closes_when_nothing_waits_is_for_answers_alone():
    """It opens only if something waits, and closes when that has resolved."""
    assert asked(duel(IN_SUCCESSION, idle="empty")) == "-"
    playing = duel(IN_SUCCESSION, plotters=(BO,), idle="empty")
    assert asked(playing, "pass", "Shout", *ALL_PASS) == "Ann Bo Bo Cy Ann -"
    assert told(playing.events)[-3:] == [("resolves", 3), ("plot", BO), ("closed", None)]


# -- who leaves --------------------------------------------------------------------------------------------------------


def test_a_player_who_has_left_is_skipped():
    """Then the next player is asked, and only the remaining players must pass."""
    assert asked(duel(IN_SUCCESSION), "Leave", "pass", "pass") == "Ann Bo Cy -"
    assert asked(duel(IN_SUCCESSION), "Expel/Bo", "Plot", "pass", "pass") == "Ann Ann Ann Cy Ann"


def test_leaving_the_game_does_not_count_as_an_act():
    """Earlier passes count: when all remaining players have passed, the window closes or the newest item resolves."""
    assert asked(duel(IN_SUCCESSION), "pass", "pass", "Leave") == "Ann Bo Cy -"
    playing = duel(IN_SUCCESSION)
    assert asked(playing, "Plot", "pass", "pass", "Leave", "pass") == "Ann Ann Bo Cy Ann Bo"
    assert ("plot", ANN) in told(playing.events)


def test_one_pass_is_not_enough_while_two_players_are_left():
    """The player who has not passed is asked."""
    assert asked(duel(IN_SUCCESSION), "pass", "Leave", "pass") == "Ann Bo Cy -"


def test_the_turn_of_a_player_who_has_left_is_over():
    """If only the first player is asked while nothing waits, nobody else is asked then."""
    assert asked(duel(GOES_ROUND), "Leave") == "Ann -"
    assert asked(duel(IN_SUCCESSION, open="first"), "Leave") == "Ann -"


def test_the_waiting_thing_of_a_player_who_left_resolves_when_all_others_pass():
    """Its owner would have closed the lap. Afterwards the turn of the first player, who has left, is over."""
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", "Expel/Ann", "pass", "pass") == "Ann Bo Bo Cy -"
    assert told(playing.events)[-3:] == [("resolves", 3), ("plot", ANN), ("closed", None)]


def test_the_next_player_is_asked_if_one_leaves_while_priority_goes_round():
    """Passes do not matter; if all others have passed, the leaving of a player closes this player's own lap."""
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", "Plot", "pass", "Leave", "pass") == "Ann Bo Cy Ann Bo Cy"
    assert told(playing.events)[-1] == ("plot", BO)
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", "Plot", "pass", "pass", "Leave") == "Ann Bo Cy Ann Bo Cy"
    assert told(playing.events)[-1] == ("plot", BO)


@pytest.mark.parametrize("rule", [IN_SUCCESSION, PASSES_ON, NEWEST, GIVES_ON, GOES_ROUND])
def test_the_stack_resolves_when_all_players_have_left(rule: Any):
    """Nobody can be asked, and the window closes."""
    rout = Action("Rout", 5, named("rout"), ACTION)
    playing = duel(rule, Steps("rout", {"": _rout}), actions=(rout,), plotters=(ANN, BO))
    assert asked(playing, "Rout") == "Ann -"
    assert [word[1] for word in told(list(playing.events)) if word[0] == "plot"] == [BO, ANN]


def _rout(m: Any, frame: Any) -> Any:
    for player in (ANN, BO, CY):
        effects.do(m, effects.send(player, OUT))
    return end()


# -- what is put there by nobody's act ---------------------------------------------------------------------------------


def heard(rule: Any, *hearers: int, **given: Any) -> Any:
    """Begins a duel in which some have an ability that goes on the stack whenever somebody shouts."""
    echo = Action("Echo", 5, named("plot"), frozenset({marks.TRIGGERED}), stack="one")
    shouts = made_trigger(5, "told", lambda m, v: v["event"][1] == "shout" and v["source"] in hearers, optional=False)
    return duel(rule, actions=(echo,), fields={"triggers": (shouts,)}, **given)


def test_an_acting_player_keeps_priority_when_a_trigger_adds_to_the_stack():
    """It does not matter who owns the new item; all must pass again."""
    playing = heard(IN_SUCCESSION, CY)
    assert asked(playing, "pass", "Shout", *ALL_PASS) == "Ann Bo Bo Cy Ann Ann"
    assert told(playing.events)[-2:] == [("resolves", 3), ("plot", CY)]


def test_in_a_window_for_one_player_no_triggered_ability_goes_on_the_stack():
    """A noticed trigger waits for a window in which other players can answer it."""
    playing = heard(DISCIPLINES[ALONE], CY)
    assert asked(playing, "Shout") == "Ann Ann" and stacks.waiting(playing.machine) == [] and len(playing.state.noticed) == 1


def test_the_rule_the_newest_gives_it_counts_items_that_a_trigger_put_on_the_stack():
    """The owner of the item that was put on the stack is asked."""
    assert asked(heard(NEWEST, CY), "Shout", *ALL_PASS) == "Ann Cy Ann Bo Ann"


def test_abilities_go_on_the_stack_in_the_order_of_the_window():
    """The player who is asked first puts abilities there first, so they resolve last."""
    playing = heard(IN_SUCCESSION, ANN, CY, seats=(BO, CY, ANN))
    asked(playing, "Shout", *ALL_PASS, *ALL_PASS)
    assert [word[1] for word in told(playing.events) if word[0] == "plot"] == [ANN, CY]


@pytest.mark.parametrize(
    ("rule", "said"), [(IN_SUCCESSION, "Ann Bo Cy Ann Ann"), (NEWEST, "Ann Bo Ann Cy Ann"), (PASSES_ON, "Ann Bo Cy Ann Ann")]
)
def test_an_item_added_by_a_players_leaving_needs_new_passes(rule: Any, said: str):
    """A player who leaves has not acted, but the new item waits: an earlier pass does not count for it."""
    will = Action("Will", 5, named("will"), ACTION)
    playing = duel(rule, Steps("will", {"": _will}), actions=(will,))
    assert asked(playing, "pass", "Will", "pass", "pass") == said


def _will(m: Any, frame: Any) -> Any:
    """Leaves, and lets Ann plot."""
    plots(m, ANN)
    effects.do(m, effects.send(frame.vars["actor"], OUT))
    return end()


def test_a_thing_put_on_the_stack_again_counts_as_new():
    """This holds before anybody is asked: priority continues from its owner as if it had not been there before."""
    hat = Action("Tip", 5, "plot", ACTION, stack="one", after=OUT, played=True)
    again = Settle("again", frozenset({"resolution"}), frozenset({"moved"}))
    table = Trio(ZONES).thing("Hat", ANN, BOARD, HAT)
    playing = duel(GOES_ROUND, Steps("again", {"": _again}), hats=(hat,), table=table, fields={"settle": again})
    assert asked(playing, "Tip", "pass", "pass", "pass") == "Ann Bo Cy Ann Bo"


def _again(m: Any, frame: Any) -> Any:
    """Puts the hat on the stack again."""
    stacks.put(m, m.book.actions[5], {"actor": ANN, "source": 3, "player": ANN, "action": 5})
    return end()
