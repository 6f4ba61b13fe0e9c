"""A popped action asks, wins and ends things like any other; events that become due in the meantime wait."""

from functools import lru_cache

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import GameOver, NotAsked
from rulewright.kernel.flow import popping
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind
from rulewright.testing.answers import random_answer
from tests.books.nomic.table import DAY, HOUR, SCENES, again, do, has

WISHES = """
Rule 350. Wishes
  Wish (Delayed)
  do: choose another player
      the chosen player gains 3 Points

  Boast (Delayed)
  do: the actor may boast: gain 2 Points

  Raise (Delayed)
  do: gain 1 Points

  Crown (Delayed)
  do: the actor wins the game

  Curfew (Delayed)
  do: end the Turn

  Call to order (Delayed)
  do: take a Session

  Vow
  do: choose another player
      the chosen player gains 1 Points

structure Session
  step floor: floor actions for each player, for 6 hours
"""
BROKE = "Defeated: when [Points] falls to 0\n"


@lru_cache(maxsize=2)
def wishes(more: str = "") -> Book:
    """Adds actions to the book that ask, win, and end things."""
    found = bind([("wishes.rules", f"{SCENES}{WISHES}{more}")], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


def begun(*acts: str, more: str = "") -> Game:
    """Begins a game in which some players have acted, as in "Ann Wish"."""
    game = Game(wishes(more), "Small", seed=1)
    for act in acts:
        do(game, *act.split(" ", 1))
    return game


def asked(game: Game) -> str:
    """Names who is asked."""
    return " ".join(game.seats[player] for player in game.asking)


EVERYBODY = "Ann Bo Cy"


def test_a_popped_action_asks_its_player_and_nobody_else():
    """The choice is made when the action is popped and takes effect (N-15)."""
    game = begun("Ann Wish")
    game.tick(4 * HOUR)
    assert asked(game) == "Ann" and [*map(game.menu("Ann").words, game.menu("Ann"))] == ["Bo", "Cy"]
    with pytest.raises(NotAsked):
        game.answer("Bo", "Gift", "Cy")


def test_the_floor_is_open_again_after_the_answer():
    """The chosen effect happens, and everybody may act as before."""
    game = begun("Ann Wish")
    game.tick(4 * HOUR)
    game.answer("Ann", "Cy")
    assert (asked(game), has(game, "Cy")) == (EVERYBODY, 23)
    do(game, "Bo", "Gift Cy")
    assert has(game, "Cy", "Beads") == 6


@pytest.mark.parametrize(("answer", "points"), [("boast", 22), ("decline", 20)])
def test_a_popped_action_may_be_used_or_not(answer, points):
    """Its player decides."""
    game = begun("Ann Boast")
    game.tick(4 * HOUR)
    game.answer("Ann", answer)
    assert (asked(game), has(game, "Ann")) == (EVERYBODY, points)


def test_the_second_of_two_stacks_due_at_once_waits_for_the_answer():
    """An action is completed before the next one begins (N-29)."""
    game = begun("Ann Wish", "Bo Raise")
    game.tick(4 * HOUR)
    assert (asked(game), has(game, "Bo")) == ("Ann", 20)
    game.answer("Ann", "Bo")
    assert (asked(game), has(game, "Bo"), game.state.now) == (EVERYBODY, 24, 4 * HOUR)


def test_the_older_of_two_popped_actions_asks_first():
    """The oldest stack is first (N-29)."""
    game = begun("Ann Wish", "Bo Wish")
    game.tick(4 * HOUR)
    game.answer("Ann", "Cy")
    assert asked(game) == "Bo"
    game.answer("Bo", "Cy")
    assert (asked(game), has(game, "Cy")) == (EVERYBODY, 26)


def test_the_rest_of_a_stack_pops_after_the_answer_to_a_popped_action():
    """Popping stops only if something new is added (N-22, N-24)."""
    game = begun("Bo Raise", "Bo Wish")
    game.undo()
    do(game, "Bo", "Wish on the stack of Raise")
    game.tick(4 * HOUR)
    game.answer("Bo", "Cy")
    assert (asked(game), has(game, "Bo")) == (EVERYBODY, 21)


def test_events_due_during_a_question_happen_with_the_answer():
    """They happen in their order at the second of the answer: the time has continued for everybody."""
    game = begun("Ann Wish")
    game.tick(HOUR)
    do(game, "Bo", "Raise")
    game.tick(9 * HOUR)
    assert (asked(game), has(game, "Bo"), popping.due(game.machine)) == ("Ann", 20, None)
    game.answer("Ann", "Cy", at=10 * HOUR)
    assert (asked(game), has(game, "Bo"), game.state.now) == (EVERYBODY, 21, 10 * HOUR)


def test_no_stack_pops_during_an_act_that_asks():
    """An immediate action is also completed first, however late its player answers (N-17)."""
    game = begun("Bo Raise", "Ann Vow")
    game.tick(5 * HOUR)
    assert (asked(game), has(game, "Bo")) == ("Ann", 20)
    game.answer("Ann", "Bo")
    assert (asked(game), has(game, "Bo")) == (EVERYBODY, 22)


def test_a_floor_that_should_have_closed_closes_with_the_answer():
    """The turn ends late, and the next turn has its whole day."""
    game = begun()
    game.tick(23 * HOUR)
    do(game, "Ann", "Vow")
    game.tick(DAY + HOUR)
    assert (asked(game), has(game, "Ann", "Moving")) == ("Ann", 1)
    game.answer("Ann", "Bo")
    assert (asked(game), has(game, "Bo", "Moving"), popping.due(game.machine)) == (EVERYBODY, 1, (2 * DAY + HOUR, -1))


def test_a_popped_action_can_win_the_game():
    """Nobody is asked any more, and nothing else pops."""
    game = begun("Bo Crown", "Cy Raise")
    game.tick(4 * HOUR)
    assert game.over and asked(game) == "" and has(game, "Cy") == 20 and game.standing() == {"Ann": -1, "Bo": 1, "Cy": -1}
    with pytest.raises(GameOver):
        game.answer("Ann", "pass")


def test_a_popped_end_of_the_turn_leads_to_the_next_turn():
    """The floor of the ended turn is closed."""
    game = begun("Cy Curfew")
    game.tick(4 * HOUR)
    assert (asked(game), has(game, "Bo", "Moving"), popping.due(game.machine)) == (EVERYBODY, 1, (28 * HOUR, -1))


def test_the_rest_of_a_stack_pops_after_an_action_has_ended_the_turn():
    """Popping stops only if something new is added: the rest pops in the same second, in the next turn (N-22, N-24)."""
    game = begun("Bo Raise", "Bo Curfew")
    game.undo()
    do(game, "Bo", "Curfew on the stack of Raise")
    game.tick(4 * HOUR)
    assert (has(game, "Bo"), has(game, "Bo", "Moving"), popping.due(game.machine)) == (21, 1, (28 * HOUR, -1))


def test_a_popped_action_opens_a_floor_and_no_stack_pops_before_it_is_closed():
    """A popped action is completed before the next is popped (N-29); its floor closes at its time."""
    game = begun("Ann Call to order", "Bo Raise")
    game.tick(9 * HOUR)
    assert (asked(game), has(game, "Bo"), popping.due(game.machine)) == (EVERYBODY, 20, (10 * HOUR, -1))
    game.tick(10 * HOUR)
    assert (asked(game), has(game, "Bo")) == (EVERYBODY, 21)


def test_a_player_out_of_play_still_answers_for_stacked_actions():
    """A seat answers for its items on a stack, even if its piece is out of play."""
    game = begun(*["Bo Hex Ann"] * 4, "Ann Boast", more=BROKE)
    game.tick(4 * HOUR)
    assert asked(game) == "Ann"
    game.answer("Ann", "decline")
    assert asked(game) == EVERYBODY and not game.machine.in_play(game.find("Ann"))


# -- the record --------------------------------------------------------------------------------------------------------


def test_a_game_that_asks_in_the_middle_of_popping_is_saved():
    """After loading the same player is asked, and the answer has the same effect."""
    game = begun("Ann Wish", "Bo Raise")
    game.tick(4 * HOUR)
    loaded = again(game)
    assert (loaded.fingerprint(), asked(loaded)) == (game.fingerprint(), "Ann")
    assert loaded.answer("Ann", "Cy", at=6 * HOUR) == game.answer("Ann", "Cy", at=6 * HOUR)
    assert again(game).fingerprint() == loaded.fingerprint() == game.fingerprint()


def test_the_answer_and_the_popping_are_undone():
    """They are undone one after the other, exactly."""
    game = begun("Ann Wish", "Bo Raise")
    prints = [game.fingerprint()]
    game.tick(4 * HOUR)
    prints.append(game.fingerprint())
    game.answer("Ann", "Cy")
    game.undo()
    assert game.fingerprint() == prints[1] and asked(game) == "Ann"
    game.undo()
    assert game.fingerprint() == prints[0] and asked(game) == EVERYBODY


def test_a_copy_goes_its_own_way():
    """An answer in the copy does not change the game."""
    game = begun("Ann Wish")
    game.tick(4 * HOUR)
    other = game.copy()
    other.answer("Ann", "Bo")
    game.answer("Ann", "Cy")
    assert [(has(each, "Bo"), has(each, "Cy")) for each in (game, other)] == [(20, 23), (23, 20)]


def test_an_answer_is_played_again_after_a_judgment():
    """If something before it is struck, its choice stays the same (N-18)."""
    game = begun("Bo Raise", "Ann Wish")
    game.tick(4 * HOUR)
    game.answer("Ann", "Cy")
    game.strike(1)
    assert (asked(game), has(game, "Bo"), has(game, "Cy")) == (EVERYBODY, 20, 23)


def test_an_answer_lapses_with_what_asked_for_it():
    """If the popped action is struck, nobody was asked, and the game goes on."""
    game = begun("Ann Wish")
    game.tick(4 * HOUR)
    game.answer("Ann", "Cy")
    do(game, "Bo", "Gift Cy")
    game.strike(1)
    assert (asked(game), has(game, "Cy"), has(game, "Cy", "Beads")) == (EVERYBODY, 20, 6)


@pytest.mark.parametrize("seed", [0, 7, 8])
def test_random_play_with_actions_that_ask_keeps_the_contract(seed):
    """The game is saved, undone, copied and refused answers at every choice, also during a pop."""
    game, asked_alone = Game(wishes(), "Small", seed=seed), 0
    for _ in range(150):
        if game.over:
            break
        before = game.fingerprint()
        random_answer(game, seed)
        asked_alone += len(game.asking) == 1
        after, entry = game.fingerprint(), game.undo()
        assert game.fingerprint() == before
        game.enter(entry.player, entry.path, entry.at)
        assert game.fingerprint() == after
    assert asked_alone and again(game).fingerprint() == game.fingerprint()
