"""Priority: who is asked next in a window where things wait, by the rule the book has for it."""

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
    """Once round the table from the first player."""
    assert asked(duel(IN_SUCCESSION), *ALL_PASS) == "Ann Bo Cy -"


def test_a_window_for_an_actor_has_its_player_alone_at_the_table():
    """Without a list of seats, one pass closes it."""
    assert asked(duel(IN_SUCCESSION, seats=None, actor=BO), "pass") == "Bo -"


def test_a_player_who_acts_is_asked_again_and_all_must_pass_again():
    """A pass before it does not count any more."""
    assert asked(duel(IN_SUCCESSION), "pass", "Shout", *ALL_PASS) == "Ann Bo Bo Cy Ann -"


def test_a_player_who_puts_something_on_the_stack_keeps_priority():
    """Then all three pass before it resolves."""
    playing = duel(IN_SUCCESSION)
    assert asked(playing, "pass", "Plot", *ALL_PASS) == "Ann Bo Bo Cy Ann Ann"
    assert told(playing.events)[-2:] == [("resolves", 3), ("plot", BO)]


def test_with_who_acts_passes_it_on_the_next_player_is_asked():
    """The one after whoever put the newest there."""
    assert asked(duel(PASSES_ON), "pass", "Plot", *ALL_PASS) == "Ann Bo Cy Ann Bo Ann"


def test_after_each_resolution_all_pass_again():
    """The first player is asked first, whoever owns what is left; then the next resolves."""
    playing = duel(IN_SUCCESSION)
    assert asked(playing, "pass", "Plot", "pass", "Plot", *ALL_PASS, *ALL_PASS) == "Ann Bo Bo Cy Cy Ann Bo Ann Bo Cy Ann"
    assert [word[1] for word in told(playing.events) if word[0] == "plot"] == [CY, BO]


@pytest.mark.parametrize(("first", "second", "goes_to"), [("Bo", "Bo", "Bo"), ("Bo", "Cy", "Ann"), ("Ann", "Bo", "Cy")])
def test_with_a_resolution_gives_it_on_the_player_after_its_owner_is_asked(first: str, second: str, goes_to: str):
    """If the same player owns the next, that player."""
    assert _after_the_first(GIVES_ON, first, second) == goes_to


@pytest.mark.parametrize(("first", "second", "goes_to"), [("Bo", "Bo", "Bo"), ("Bo", "Cy", "Bo"), ("Cy", "Bo", "Cy")])
def test_with_the_newest_gives_it_the_owner_of_the_newest_is_asked(first: str, second: str, goes_to: str):
    """Of what has become the newest by a resolution too."""
    assert _after_the_first(NEWEST, first, second) == goes_to


def test_with_the_newest_gives_it_and_an_empty_stack_the_first_is_asked():
    """A resolution of the last that waits gives it back."""
    assert asked(duel(NEWEST), "pass", "Plot", *ALL_PASS) == "Ann Bo Bo Cy Ann Ann"


def _after_the_first(rule: Any, *plotters: str) -> str:
    """Says who is asked when two have plotted and the second plot has resolved."""
    playing = duel(rule)
    for name in plotters:
        while playing.seats[playing.asking[0]] != name:
            playing.answer(None, "pass")
        playing.answer(name, "Plot")
    while ("plot", playing.seats.index(plotters[-1])) not in told(list(playing.events)):
        playing.answer(None, "pass")
    return asked(playing)


def test_countering_at_once_leaves_priority_with_the_player():
    """Nothing has resolved, so nothing is given back or on."""
    assert asked(duel(IN_SUCCESSION), "Plot", "pass", "Quash/Plot") == "Ann Ann Bo Bo"


# -- goes round --------------------------------------------------------------------------------------------------------


def test_only_the_first_player_is_asked_while_nothing_waits():
    """One pass closes the window."""
    assert asked(duel(GOES_ROUND), "Shout", "pass") == "Ann Ann -"


def test_priority_goes_round_from_the_next_player_to_the_owner():
    """What waits resolves when its owner passes; then the first is asked."""
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", *ALL_PASS) == "Ann Bo Cy Ann Ann"
    assert told(playing.events)[-2:] == [("resolves", 3), ("plot", ANN)]


def test_an_answer_is_answered_from_the_next_after_it():
    """When it has resolved, the one after its owner is asked about what is left: there is no lap from the beginning."""
    assert asked(duel(GOES_ROUND), "Plot", "Plot", *ALL_PASS, "pass", "pass") == "Ann Bo Cy Ann Bo Cy Ann Ann"


def test_a_player_who_owns_two_things_in_a_row_is_asked_once():
    """There is no full lap between two things of one player."""
    assert asked(duel(GOES_ROUND), "Plot", "pass", "pass", "Plot", *ALL_PASS, "pass") == "Ann Bo Cy Ann Bo Cy Ann Ann Ann"


def test_a_countered_thing_gives_priority_on_like_a_resolution():
    """From its owner, to the one after; when nothing is left, to the first."""
    assert asked(duel(GOES_ROUND), "Plot", "Plot", "Quash/Plot 2") == "Ann Bo Cy Cy"
    assert asked(duel(GOES_ROUND), "Plot", "Plot", "pass", "Quash/Plot 2") == "Ann Bo Cy Ann Cy"
    assert asked(duel(GOES_ROUND), "Plot", "pass", "Quash/Plot") == "Ann Bo Cy Ann"


def test_an_item_below_the_newest_can_be_countered():
    """Whoever is asked about the newest is asked on."""
    assert asked(duel(GOES_ROUND), "Plot", "Plot", "pass", "Quash/Plot", "pass") == "Ann Bo Cy Ann Ann Bo"


# -- while nothing waits -----------------------------------------------------------------------------------------------


def test_a_window_that_is_the_first_players_while_nothing_waits_closes_with_their_pass():
    """Others are asked only about what waits."""
    assert asked(duel(IN_SUCCESSION, open="first"), "Shout", "pass") == "Ann Ann -"
    assert asked(duel(IN_SUCCESSION, open="first"), "Plot", *ALL_PASS, "pass") == "Ann Ann Bo Cy Ann -"


def test_the_first_player_is_asked_again_when_the_waiting_item_is_countered():
    """Whoever did it."""
    assert asked(duel(IN_SUCCESSION, open="first"), "Plot", "pass", "Quash/Plot") == "Ann Ann Bo Ann"


def test_a_window_that_goes_on_asks_the_player_after_the_one_who_began():
    """When nothing waits any more: who began something there is followed by the next, not by the first."""
    assert asked(duel(IN_SUCCESSION, open="on"), "pass", "Plot", "pass", "Plot", *ALL_PASS, *ALL_PASS) == (
        "Ann Bo Bo Cy Cy Ann Bo Ann Bo Cy Cy"
    )


def test_a_window_that_goes_on_asks_the_first_player_if_nobody_began_anything():
    """What waited when it was opened was begun elsewhere."""
    playing = duel(IN_SUCCESSION, plotters=(BO,), open="on")
    assert asked(playing, *ALL_PASS) == "Ann Bo Cy Ann"


def test_a_window_that_closes_when_nothing_waits_is_for_answers_alone():
    """It opens only over what waits, and closes when that has resolved."""
    assert asked(duel(IN_SUCCESSION, idle="empty")) == "-"
    playing = duel(IN_SUCCESSION, plotters=(BO,), idle="empty")
    assert asked(playing, "pass", "Shout", *ALL_PASS) == "Ann Bo Bo Cy Ann -"
    assert told(playing.events)[-3:] == [("resolves", 3), ("plot", BO), ("closed", None)]


# -- who leaves --------------------------------------------------------------------------------------------------------


def test_a_player_who_has_left_is_skipped():
    """The next round the table is asked, and as many must pass as are there."""
    assert asked(duel(IN_SUCCESSION), "Leave", "pass", "pass") == "Ann Bo Cy -"
    assert asked(duel(IN_SUCCESSION), "Expel/Bo", "Plot", "pass", "pass") == "Ann Ann Ann Cy Ann"


def test_leaving_the_game_does_not_count_as_an_act():
    """The passes before count: when all who are left have passed, the window closes or the newest resolves."""
    assert asked(duel(IN_SUCCESSION), "pass", "pass", "Leave") == "Ann Bo Cy -"
    playing = duel(IN_SUCCESSION)
    assert asked(playing, "Plot", "pass", "pass", "Leave", "pass") == "Ann Ann Bo Cy Ann Bo"
    assert ("plot", ANN) in told(playing.events)


def test_one_pass_is_not_enough_while_two_players_are_left():
    """Who has not passed is asked."""
    assert asked(duel(IN_SUCCESSION), "pass", "Leave", "pass") == "Ann Bo Cy -"


def test_the_turn_of_a_player_who_has_left_is_over():
    """If the window is the first player's, nobody else is asked while nothing waits."""
    assert asked(duel(GOES_ROUND), "Leave") == "Ann -"
    assert asked(duel(IN_SUCCESSION, open="first"), "Leave") == "Ann -"


def test_the_waiting_thing_of_a_player_who_left_resolves_when_all_others_pass():
    """Where its owner would close the lap; then the turn of the first, who has left, is over."""
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", "Expel/Ann", "pass", "pass") == "Ann Bo Bo Cy -"
    assert told(playing.events)[-3:] == [("resolves", 3), ("plot", ANN), ("closed", None)]


def test_the_next_player_is_asked_if_one_leaves_while_priority_goes_round():
    """Whoever has passed; their own lap is closed by their leaving, if all others have passed."""
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", "Plot", "pass", "Leave", "pass") == "Ann Bo Cy Ann Bo Cy"
    assert told(playing.events)[-1] == ("plot", BO)
    playing = duel(GOES_ROUND)
    assert asked(playing, "Plot", "Plot", "pass", "pass", "Leave") == "Ann Bo Cy Ann Bo Cy"
    assert told(playing.events)[-1] == ("plot", BO)


@pytest.mark.parametrize("rule", [IN_SUCCESSION, PASSES_ON, NEWEST, GIVES_ON, GOES_ROUND])
def test_the_stack_resolves_when_all_players_have_left(rule: Any):
    """There is nobody to ask, and the window closes."""
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
    """Whoever owns it; all pass again."""
    playing = heard(IN_SUCCESSION, CY)
    assert asked(playing, "pass", "Shout", *ALL_PASS) == "Ann Bo Bo Cy Ann Ann"
    assert told(playing.events)[-2:] == [("resolves", 3), ("plot", CY)]


def test_in_a_window_for_one_player_no_triggered_ability_goes_on_the_stack():
    """What was noticed waits for a window in which others can answer it."""
    playing = heard(DISCIPLINES[ALONE], CY)
    assert asked(playing, "Shout") == "Ann Ann" and stacks.waiting(playing.machine) == [] and len(playing.state.noticed) == 1


def test_the_newest_gives_it_also_when_a_trigger_has_put_it_there():
    """The owner of what was put on the stack is asked."""
    assert asked(heard(NEWEST, CY), "Shout", *ALL_PASS) == "Ann Cy Ann Bo Ann"


def test_abilities_go_on_the_stack_in_the_order_of_the_window():
    """Whoever it asks first puts theirs there first, so that theirs resolve last."""
    playing = heard(IN_SUCCESSION, ANN, CY, seats=(BO, CY, ANN))
    asked(playing, "Shout", *ALL_PASS, *ALL_PASS)
    assert [word[1] for word in told(playing.events) if word[0] == "plot"] == [ANN, CY]


@pytest.mark.parametrize(
    ("rule", "said"), [(IN_SUCCESSION, "Ann Bo Cy Ann Ann"), (NEWEST, "Ann Bo Ann Cy Ann"), (PASSES_ON, "Ann Bo Cy Ann Ann")]
)
def test_an_item_added_by_a_players_leaving_needs_new_passes(rule: Any, said: str):
    """Who leaves has not acted, but what then waits is new: one pass before it does not count."""
    will = Action("Will", 5, named("will"), ACTION)
    playing = duel(rule, Steps("will", {"": _will}), actions=(will,))
    assert asked(playing, "pass", "Will", "pass", "pass") == said


def _will(m: Any, frame: Any) -> Any:
    """Leaves, and lets Ann plot."""
    plots(m, ANN)
    effects.do(m, effects.send(frame.vars["actor"], OUT))
    return end()


def test_a_thing_put_on_the_stack_again_counts_as_new():
    """Before anybody is asked: priority goes on from its owner as if it had never been there."""
    hat = Action("Tip", 5, "plot", ACTION, stack="one", after=OUT, played=True)
    again = Settle("again", frozenset({"resolution"}), frozenset({"moved"}))
    table = Trio(ZONES).thing("Hat", ANN, BOARD, HAT)
    playing = duel(GOES_ROUND, Steps("again", {"": _again}), hats=(hat,), table=table, fields={"settle": again})
    assert asked(playing, "Tip", "pass", "pass", "pass") == "Ann Bo Cy Ann Bo"


def _again(m: Any, frame: Any) -> Any:
    """Puts the hat on the stack again."""
    stacks.put(m, m.book.actions[5], {"actor": ANN, "source": 3, "player": ANN, "action": 5})
    return end()
