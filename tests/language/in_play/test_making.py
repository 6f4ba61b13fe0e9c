"""Tokens, new cards and copies: who controls them, where they go, and who sees them."""

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.sight.witness import Witness
from rulewright.language.check.checking import check

HEAD = """Uses: nothing
Start: Game
Stat Life: at least 0, takes damage
Stat Score: at least 0
Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Board: in play
Zone Discard: of each player, seen by all
Kind Spell: a card played from Hand, then to Discard
Kind Minion: a card played from Hand, then to Board
structure Game
  step rounds: repeat Round
structure Round
  step turns: each player: take a Turn
structure Turn of a player
  step main: window actions for the player
Boar (Minion)
Life: 2
"""


def wrong(*lines: str) -> list[str]:
    """Plays the examples of a small book; gives what is wrong."""
    problems = check([("made.rules", HEAD + "\n".join(lines) + "\n")], books.finder()).problems
    return [str(problem) for problem in problems if problem.severity == "error"]


def played(effect: str, *steps: str, target: str = "a minion") -> list[str]:
    """Plays a spell with an effect; gives what is wrong with what is expected then."""
    spell = ("Trick (Spell)", f"Target: {target}", f"do: {effect}", "")
    return wrong(*spell, "Example: it", "  seats Ada, Ben", "  Ada's Hand: Trick", *(f"  {step}" for step in steps))


def test_a_token_that_goes_to_a_hand_triggers_rules_and_is_then_removed():
    """A rule about cards that go to a hand is triggered, and afterwards the hand is empty."""
    heard = ("Toll (Automatic)", "Trigger: a minion goes to Hand", "do: the actor gains 1 Score", "")
    spell = ("Recall (Spell)", "do: make a Boar", "    move the new boar to your Hand", "")
    example = (
        "Example: it",
        "  seats Ada, Ben",
        "  Ada's Hand: Recall",
        "  Ada: Recall",
        "  expect 0 cards in Ada's Hand, Ada Score 1",
    )
    assert wrong(*heard, *spell, *example) == []


def test_a_copy_has_the_printed_numbers():
    """Changes to the original are not copied."""
    steps = ("Ben's Board: Boar", "Ada: Trick Boar", "expect Boar Life 1, Boar in Board, Boar 2 Life 2")
    assert played("deal 1 damage to target; make a copy of target", *steps) == []


def test_tokens_belong_to_whoever_makes_them():
    """The target makes the tokens, so the target controls them."""
    steps = ("Ada: Trick Ben", "Ben's turn begins", "Ben: Count", "expect Ben Score 2, Ada Score 0")
    count = ("Count", "do: gain 1 Score for each minion you control", "")
    spell = ("Trick (Spell)", "Target: an opponent", "do: target makes 2 Boars", "")
    example = ("Example: it", "  seats Ada, Ben", "  Ada's Hand: Trick", *(f"  {step}" for step in steps))
    assert wrong(*count, *spell, *example) == []


def test_making_a_card_without_a_clear_zone_is_an_error():
    """A card of a kind that does not stay in play needs a named zone."""
    assert "it is not clear where Trick is made" in wrong("Trick (Spell)", "do: make a Trick")[0]


def test_too_many_things_are_refused():
    """A number above the limit is refused, and nothing has changed."""
    text = HEAD + "Flood\ndo: make 90000 Boars\nScene Table\n  seats Ada, Ben\n"
    game = Game(books.load(text=[("flood.rules", text)]), "Table", seed=1)
    with pytest.raises(rulewright.RulewrightError, match="5,000 things"):
        game.answer(0, "Flood")
    assert len(game.state.places) == 2


def test_a_card_made_in_a_hand_is_seen_by_its_owner_only():
    """Ben is told that a card comes to Ada's hand, but not which card."""
    text = HEAD + "Plan\ndo: make a Boar in your Hand\nScene Table\n  seats Ada, Ben\n"
    game = Game(books.load(text=[("plan.rules", text)]), "Table", seed=1)
    ben, ada = Witness(game, 1), Witness(game, 0)
    game.answer(0, "Plan")
    assert [event[1] for event in ada.follow(game.done) if event[0] == "moved"] != [-1]
    assert [event[1] for event in ben.follow(game.done) if event[0] == "moved"] == [-1]


def test_the_words_its_deck_mean_that_of_the_current_player_of_a_loop():
    """`its Deck` in a loop over players is the deck of the current player, not all decks together."""
    spell = ("Gift (Spell)", "do: each opponent: move the top card of its Deck to its Hand", "")
    example = ("Example: it", "  seats Ada, Ben", "  Ada's Hand: Gift", "  Ada's Deck: Boar", "  Ben's Deck: Boar", "  Ada: Gift")
    assert wrong(*spell, *example, "  expect 1 cards in Ada's Deck, 0 cards in Ben's Deck, 1 cards in Ben's Hand") == []


def test_the_word_it_in_a_comparison_means_the_current_thing_of_a_loop():
    """For each minion, the minions of its own player are counted, itself included."""
    rule = ("Muster", "do: each minion: its controller gains [number of minions controlled by its controller] Score", "")
    example = ("Example: it", "  seats Ada, Ben", "  Ada's Board: 2 Boar", "  Ben's Board: Boar", "  Ada: Muster")
    assert wrong(*rule, *example, "  expect Ada Score 4, Ben Score 1") == []
