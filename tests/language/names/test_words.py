"""Words that a text defines: their meaning, where they may stand, and that their expansion always ends."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import Bound, bind

HEAD = """\
Uses: nothing
Start: Game
Stat Health: at least 0
Stat Tired: 0 to 1
Zone Field: in play

structure Game
  step play: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, until it passes

Scene Yard
  cast Reds: Ada (Health 5)
  cast Blues: Ben (Health 5)

"""


def bound(text: str) -> Bound:
    return bind([("words.rules", HEAD + text)], lambda used: ())


def stats(game: Game, who: str) -> tuple[int, int]:
    """Reads the Health and Tired of somebody."""
    health, tired = (game.state.cell(game.find(who), game.book.stat(name)) for name in ("Health", "Tired"))
    return health, tired


def played(text: str, *answer: str) -> Game:
    found = bound(text)
    assert found.book is not None, found.problems
    game = Game(found.book, "Yard", seed=1)
    game.answer("Reds", *answer)
    return game


def test_a_word_stands_for_its_meaning():
    """The texts of the slots are inserted into the meaning, which may have several clauses."""
    word = "Word tire <whom> by <amount>: <whom> loses <amount> Health; <whom> gains 1 Tired"
    text = f"{word}\n\nShout\nTarget: an enemy\ndo: tire target by 2"
    assert stats(played(text, "Shout", "Ben"), "Ben") == (3, 1)


def test_a_word_may_refer_to_a_stat_of_its_slot():
    """`[<whom> Tired]` is the stat of whoever fills the slot."""
    text = "Word turn <whom>: [<whom> Tired] = 1 - [<whom> Tired]\n\nShout\nTarget: an enemy\ndo: turn target"
    assert stats(played(text, "Shout", "Ben"), "Ben") == (5, 1)


def test_words_stand_for_conditions_and_triggers_too():
    """`Word if` is for conditions, `Word when` for triggers."""
    text = (
        "Word if <things> rests: there is <things> with [Tired] > 0\nWord when <things> tires: [Tired] of <things> rises to 1\n\n"
        "Shout\nNeeds: not an enemy rests\ndo: each enemy: it gains 1 Tired\n\n"
        "Groan (triggered)\nTrigger: this actor tires\ndo: lose 1 Health\n"
    )
    game = played(text, "Shout")
    assert stats(game, "Ben") == (4, 1)
    why = game.why_not("Reds", "Shout")
    assert why is not None and why.check == "needs"


def test_a_word_as_a_cost_must_happen_in_full():
    """A thing that is tired already cannot be tired again as a payment."""
    text = "Word tire <whom>: <whom> gains 1 Tired\n\nShout\nCost: tire the actor\ndo: lose 1 Health"
    game = played(text, "Shout")
    why = game.why_not("Reds", "Shout")
    assert stats(game, "Ada") == (4, 1) and why is not None and why.check == "cost"


def test_a_word_in_its_own_meaning_is_the_phrase_of_the_language():
    """There the word is not expanded again."""
    text = "Word lose <amount> <stat>: lose <amount> <stat>; gain 1 Tired\n\nShout\ndo: lose 2 Health"
    assert stats(played(text, "Shout"), "Ada") == (3, 1)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("Word heal <nobody>: gain 1 Health", "<nobody> is not a kind of slot"),
        ("Word heal <whom> or <whom>: gain 1 Health", "is not a pattern"),
    ],
)
def test_a_word_that_cannot_be_read_is_told(word: str, message: str):
    """An unknown slot and a slot that is used twice are errors."""
    assert any(message in problem.message for problem in bound(word).problems)


def test_words_that_use_each_other_without_end_are_an_error():
    """Words whose expansion doubles again and again are an error."""
    lines = [f"Word grow{n}: grow{n + 1}; grow{n + 1}" for n in range(40)]
    text = "\n".join([*lines, "Word grow40: gain 1 Health", "", "Shout", "do: grow0"])
    found = bound(text)
    assert found.book is None and len(found.problems) < 5


def test_a_comparison_after_an_announcement_is_a_separate_condition():
    """A comparison after the announced word is a separate condition and not part of the word."""
    hop = "Hop\nif: the actor hears the bell rings and [Health] > {most}\ndo: [Health] -= 1\nelse: [Tired] = 1\n\n"
    bell = "Bell (Triggered)\nTrigger: this actor tells the bell rings\ndo: [Health] += 1\n\n"
    assert [stats(played(bell + hop.format(most=most), "Hop"), "Ada") for most in (4, 5)] == [(4, 0), (5, 1)]
