"""Extra and skipped turns in whole games: who is asked next, and when an extra turn is lost."""

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check

BOOK = """Uses: nothing
Start: Game
Stat Score: at least 0
Zone Players: in play
Zone Out: seen by all
structure Game
  step rounds: repeat Round
structure Round
  step turns: each player: take a Turn
  step count: count this Round
structure Turn of a player
  step main: window actions for the player, one only, no passing
Again
do: take an extra Turn after this one
Twice
do: take 2 extra Turns after this one
Pause
Target: an opponent
do: target skips its next Turn
Lull
do: skip the next Round
Gift
Target: an opponent
do: target takes an extra Turn after this one
Feast
do: all opponents take 1 extra Turn after this one
Fell
Target: an opponent
do: the actor wins the game
Oust
Target: an opponent
do: target loses the game; move target to Out
Wait
do: gain 1 Score
Scene Table
  seats Ada, Ben, Cy
  ends when: 2 Rounds have passed; nobody wins
"""


def asked(*answers: str) -> str:
    """Gives answers, each by the player who is asked; returns the first letter of the player asked after each of them."""
    game = Game(books.load(text=[("extra.rules", BOOK)]), "Table", seed=1)
    said = ""
    for answer in answers:
        game.answer(game.asking[0], *answer.split())
        said += game.seats[game.asking[0]][0] if not game.over else "."
    for _ in answers:
        game.undo()
    assert [game.seats[player] for player in game.asking] == ["Ada"] and not game.state.lasting
    return said


def test_an_extra_turn_comes_before_the_next_player():
    """The order is Ada, Ada again, then Ben."""
    assert asked("Again", "Wait", "Wait") == "ABC"


def test_two_extra_turns_and_one_more():
    """Each extra turn is taken, also one that was gained in an extra turn."""
    assert asked("Twice", "Again", "Wait", "Wait", "Wait") == "AAABC"


def test_extra_turns_of_several_come_one_after_another():
    """Ben and Cy each have an extra turn before the next regular turn, which is Ben's."""
    assert asked("Feast", "Wait", "Wait", "Wait") == "BCBC"


def test_a_skipped_turn_is_skipped_once():
    """Ben is passed over in this round and not in the next."""
    assert asked("Pause Ben", "Wait", "Wait", "Wait") == "CABC"


def test_an_extra_turn_is_the_next_turn_that_is_skipped():
    """Cy, who must skip a turn, gets an extra one: the extra turn is skipped, and Cy's own is not."""
    assert asked("Pause Cy", "Gift Cy", "Wait") == "BCA"


def test_an_extra_turn_of_the_last_round_is_taken_before_the_end():
    """The game ends after two rounds, and Cy's extra turn belongs to the second."""
    assert asked("Wait", "Wait", "Wait", "Wait", "Wait", "Again", "Wait") == "BCABCC."


def test_an_extra_turn_of_somebody_who_is_out_does_not_come():
    """Ben has an extra turn after Ada's turns, but is out of the game before it begins."""
    assert asked("Twice", "Gift Ben", "Oust Ben") == "AAC"


def test_a_round_that_is_skipped_belongs_to_nobody():
    """The next round does not begin; the one after it does."""
    assert asked("Lull", "Wait", "Wait", "Wait") == "BCAB"


def test_a_game_that_is_won_has_no_further_turn():
    """A waiting extra turn does not begin."""
    assert asked("Again", "Again", "Fell Ben") == "AA."


STEPS = """Uses: nothing
Start: Game
Stat Coins, Wood: at least 0
Zone Players: in play
structure Game
  step rounds: repeat Round
structure Round
  step turns: each player: take a Turn
structure Turn of a player
  step pay: gain 2 Coins
    gain 1 Wood
  step act: window actions for the player
Nap
do: skip your next pay step
Sabotage
Target: an opponent
do: target skips its next 2 pay steps of its Turn
Scene Board
  seats Ada, Ben

Example: it
  seats Ada, Ben
"""


def stepped(*lines: str) -> list[str]:
    """Plays an example of skipped steps; gives what is wrong."""
    problems = check([("steps.rules", STEPS + "\n".join(f"  {line}" for line in lines) + "\n")], books.finder()).problems
    return [str(problem) for problem in problems if problem.severity == "error"]


def test_a_step_is_skipped_once_and_the_rest_of_the_turn_is_played():
    """Ada is asked although she was not paid, and is paid in her next turn."""
    turn = ("Ada's turn ends", "Ada's turn begins")
    assert stepped("Ada: Nap", *turn, "expect Ada Coins 0, Ada Wood 0, Ada is asked", *turn, "expect Ada Coins 2") == []


def test_a_step_of_somebody_else_is_skipped_as_often_as_it_says():
    """Ben is not paid twice; Ada is paid meanwhile."""
    lap = ("Ada's turn ends", "Ben's turn begins", "Ben's turn ends", "Ada's turn begins")
    assert stepped("Ada: Sabotage Ben", *lap, *lap, "expect Ben Coins 0, Ada Coins 4", *lap, "expect Ben Coins 2") == []


def test_a_step_that_is_not_there_is_an_error():
    """The error lists the steps of the book."""
    text = STEPS.replace("skip your next pay step", "skip your next draw step")
    (problem,) = check([("steps.rules", f"{text}  Ada: Nap\n")], books.finder()).problems
    assert "'draw'" in problem.message and "pay" in problem.expected


def test_a_structure_asks_about_its_steps_only_where_a_text_skips_some():
    """The same structure is compiled differently if no text of the book can skip a step."""
    never = STEPS.replace("skip your next pay step", "gain 1 Coins").replace(
        "target skips its next 2 pay steps of its Turn", "gain 1 Wood"
    )
    made = [books.load(text=[("steps.rules", text)]) for text in (never, STEPS, never)]
    sizes = [len(book.routines[book.turn].code) for book in made]
    assert sizes[0] == sizes[2] < sizes[1]
