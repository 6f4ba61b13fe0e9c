"""Effects that last for a while on who controls a thing, on its kind and on its abilities, and what happens when they end."""

from tests.language.in_play.test_making import wrong

ROUND = """Steal
Target: a minion
do: the actor gains control of target until end of turn
Keep
Target: a minion
do: the actor gains control of target
Hold
Target: a minion
do: the actor gains control of target for 3 turns
Kill
Target: a minion
do: move target to its owner's Discard
Change
Target: a minion
do: target becomes a Wolf until end of turn
Hurt
Target: a minion
do: deal 1 damage to target
Wolf (Minion)
Life: 5
  Bite
  do: gain 1 Score
"""


def example(*steps: str) -> list[str]:
    """Plays an example in which Ben has a boar; gives what is wrong."""
    return wrong(ROUND, "Example: it", "  seats Ada, Ben", "  Ben's Board: Boar", *(f"  {step}" for step in steps))


def test_a_borrowed_thing_that_dies_goes_to_its_owner():
    """The boar is Ben's, so it goes to Ben's discard pile."""
    assert example("Ada: Steal Boar", "Ada: Kill Boar", "expect Boar in Ben's Discard, Boar is controlled by Ben") == []


def test_the_newest_of_two_takes_it_and_the_older_one_has_it_back():
    """Ben steals it back for his turn; when this ends, Ada's effect still lasts and she controls it again."""
    steps = ("Ada: Hold Boar", "Ada passes", "Ben: Steal Boar", "expect Boar is controlled by Ben", "Ben's turn ends")
    assert example(*steps, "expect Boar is controlled by Ada") == []


def test_a_thing_taken_permanently_meanwhile_does_not_return():
    """Ada keeps what she had stolen for the turn."""
    assert example("Ada: Steal Boar", "Ada: Keep Boar", "Ada's turn ends", "expect Boar is controlled by Ada") == []


def test_stealing_twice_in_a_turn_gives_it_back_once():
    """Both effects end together."""
    assert example("Ada: Steal Boar", "Ada: Steal Boar", "Ada's turn ends", "expect Boar is controlled by Ben") == []


def test_damage_stays_on_what_changes_its_form():
    """A wolf of 5 with one damage becomes a boar of 2 with one damage again."""
    steps = ("Ada: Change Boar", "expect Boar Life 5", "Ada: Hurt Boar", "expect Boar Life 4", "Ada's turn ends")
    assert example(*steps, "expect Boar Life 1") == []


def test_a_changed_thing_has_the_abilities_of_its_form_for_its_own_player():
    """Ben's boar can bite as a wolf during Ada's turn, and not afterwards."""
    assert example("Ada: Steal Boar", "Ada: Change Boar", "Ada: Bite", "expect Ada Score 1") == []
    assert example("Ada: Steal Boar", "Ada: Change Boar", "Ada passes", "Ada cannot Bite: has", "expect Ada Score 0") == []


def test_a_changed_thing_that_leaves_play_is_what_it_was():
    """In the discard pile it is a boar again, with the boar's numbers."""
    assert example("Ada: Change Boar", "Ada: Kill Boar", "expect Boar Life 2, Boar in Ben's Discard") == []


COPIES = """Mimic
Target: a minion
Also: another minion
do: target becomes a copy of the other until end of turn
Settle
Target: a minion
Also: another minion
do: target becomes a copy of the other
Bear (Minion)
Life: 3
Wolf (Minion)
Life: 5
"""


def copied(*steps: str) -> list[str]:
    """Plays an example with a boar (2), a bear (3) and a wolf (5); gives what is wrong."""
    board = "  Ada's Board: Boar, Bear, Wolf"
    return wrong(COPIES, "Example: it", "  seats Ada, Ben", board, *(f"  {step}" for step in steps))


def test_a_copy_of_a_copy_is_what_that_is_now():
    """The boar becomes what the bear is during this turn: a wolf."""
    assert copied("Ada: Mimic Bear Wolf", "Ada: Mimic Boar Bear", "expect Boar Life 5, Bear Life 5") == []


def test_a_copy_of_a_copy_stays_when_what_it_copied_is_over():
    """The bear becomes a bear again, but the boar stays a wolf permanently."""
    steps = ("Ada: Mimic Bear Wolf", "Ada: Settle Boar Bear", "Ada's turn ends")
    assert copied(*steps, "expect Bear Life 3, Boar Life 5") == []


def test_two_that_copy_each_other_are_alike_until_it_is_over():
    """The second copies what the first has become: both are bears until the end of the turn."""
    steps = ("Ada: Mimic Boar Bear", "Ada: Mimic Bear Boar", "expect Boar Life 3, Bear Life 3", "Ada's turn ends")
    assert copied(*steps, "expect Boar Life 2, Bear Life 3") == []
