"""The record of a game whose answers can be struck: its entries, re-runs and undo."""

import pytest

from rulewright.kernel.errors import GameOver, NotAsked, Refused
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment
from rulewright.kernel.history.journal import Entry
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state.facts import NOWHERE
from tests.kernel.fakes import ANN, BO, COINS, asks, game
from tests.kernel.history.test_judgment import HERO, lapsed, play, table


def coins(playing: Game) -> int:
    return playing.state.cell(HERO, COINS)


def test_a_strike_is_an_answer_at_its_time():
    """The host's strike has the next number and the time at which it was given."""
    playing = play(table(), ("Earn",), ("Earn",))
    playing.strike(1, at=7)
    assert playing.journal[-1] == Entry(3, 7, NOWHERE, (judgment.STRIKE, 1)) and playing.state.now == 7


def test_a_journal_with_a_strike_gives_the_same_game():
    """Answers, ticks and strikes are given as the journal has them, each at its time."""
    playing = play(table(), ("Earn",), ("Earn",), ("Grow",))
    playing.tick(3)
    playing.strike(2, at=5)
    playing.answer("Ann", "pass", at=9)
    again = table()
    for entry in playing.journal[1:]:
        again.enter(entry.player, entry.path, entry.at)
    assert again.journal == playing.journal and again.fingerprint() == playing.fingerprint()


def test_the_journal_says_who_answers_if_several_are_asked():
    """An entry of the journal is an answer of its player, whoever else is asked."""
    playing = game(asks("main", ANN, BO))
    playing.enter(BO, ("yes",), 0)
    assert playing.journal[-1] == Entry(1, 0, BO, ("yes",))


def test_a_lapsed_answer_stays_in_the_record():
    """An answer without effect keeps its entry and is the only one that is marked."""
    playing = play(table(), ("Earn",), ("Earn",), ("Spend",))
    entries = [done.entry for done in playing.done]
    playing.strike(2)
    assert [done.entry for done in playing.done[:4]] == entries and lapsed(playing) == {2: "struck"}
    assert [bool(done.events) for done in playing.done[1:4]] == [True, False, True]


def test_undo_takes_a_judgment_back_with_its_re_run():
    """After the undo everything is as it was before the strike."""
    playing = play(table(), ("Earn",), ("Earn",), ("Earn",))
    before = playing.fingerprint()
    playing.strike(2)
    assert coins(playing) == 2
    assert playing.undo() == Entry(4, 0, NOWHERE, (judgment.STRIKE, 2))
    assert playing.fingerprint() == before and lapsed(playing) == {} and sorted(playing.first) == [0, 1, 2, 3]
    assert playing.machine.done is playing.done


def test_one_judgment_after_another_is_taken_back():
    """Each undo takes back only the last strike; an answer after a strike is taken back separately."""
    playing = play(table(), ("Earn",), ("Earn",), ("Earn",))
    playing.strike(1)
    playing.strike(2)
    play(playing, ("Earn",))
    found = []
    for _ in range(3):
        playing.undo()
        found.append((coins(playing), lapsed(playing)))
    assert found == [(1, {1: "struck", 2: "struck"}), (2, {1: "struck"}), (3, {})]


def test_a_copy_keeps_the_dice_that_were_given():
    """The remaining given dice have the same faces in the copy and in the game."""
    playing = play(table(dice=[2, 5]), ("Roll",))
    assert play(playing.copy(), ("Roll",)).done[-1].events == play(playing, ("Roll",)).done[-1].events


def test_dice_that_were_given_fall_again_in_a_re_run():
    """Answers that are played again get the faces that they had before."""
    playing = play(table(dice=[2, 5, 4]), ("Earn",), ("Roll",), ("Roll",))
    playing.strike(1)
    assert [event[2] for event in playing.events if event[0] == "rolled"] == [(2,), (5,)]


def test_refusals_say_what_is_wrong():
    """There is nothing to undo, nothing to answer, or no such player: each case has its own sentence."""
    playing = game(asks("main", ANN, BO))
    with pytest.raises(Refused) as nothing:
        playing.undo()
    with pytest.raises(NotAsked) as nobody:
        playing.answer(None, "yes")
    playing.answer("Ann", "yes")
    with pytest.raises(GameOver) as over:
        playing.answer("Ann", "yes")
    assert [str(each.value) for each in (nothing, nobody, over)] == [
        "there is nothing to undo",
        "several players are asked: say who answers",
        "the game is over: there is nothing to answer",
    ]


def test_a_number_that_is_not_a_player_is_refused():
    """A player is a whole number or a name; a truth value or a number outside the seats is not a player."""
    playing = game(asks("main", BO))
    for player in (True, 1.0, 7):
        with pytest.raises(NotAsked, match=f"^there is no player {player!r}: the players are Ann, Bo$"):
            playing.answer(player, "yes")
    assert playing.answer(BO, "yes")


def test_an_omitted_pick_takes_its_default():
    """If the next menu has a default, an answer without this pick is complete."""
    playing = game(asks("main", ANN, offer=Menu("which", ["yes", "no"], default="no")))
    playing.answer("Ann")
    assert playing.journal[-1].path == ("no",)
