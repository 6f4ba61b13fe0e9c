"""Synonyms: other words for a line are accepted only if they mean the same; the compiled programs are compared."""

import pytest

from rulewright import books
from rulewright.language.grammar.readings import meaning
from rulewright.language.lower.compiler import bind
from tests.language.grammar.test_leads import BOOKS, errors

PAIRS = [
    ("you gain 2 Life and draw a card", "gain 2 Life; draw a card"),
    ("draw two cards, then lose 1 Life", "draw two cards; lose 1 Life"),
    ("draw 2 cards", "move the top 2 cards of your Deck to your Hand"),
    ("discard 1 card", "choose 1 cards in your Hand, to discard; move the chosen cards to your Discard"),
    ("target gets +2 Attack until end of turn", "target gains 2 Attack until end of turn"),
    ("give target +2 Attack", "target gains 2 Attack"),
    ("deal 3 damage to target creature", "deal 3 damage to target"),
    ("gain 1 Coins and 2 Mana", "gain 1 Coins; gain 2 Mana"),
    ("target gains 1 Coins, 2 Mana and 1 Life", "target gains 1 Coins; target gains 2 Mana; target gains 1 Life"),
    ("give target -2 Attack", "target loses 2 Attack"),
    ("if you control two or more creatures, draw a card", "if [number of creatures you control] >= 2: draw a card"),
    ("target loses 2 Coins and gains 1 Mana", "target loses 2 Coins; target gains 1 Mana"),
    ("you may gain 3 Life", "you may gain 3 Life: gain 3 Life"),
    ("collect 2 Coins", "gain 2 Coins"),
    ("each player gets 1 Coins", "each player gains 1 Coins"),
    ("each opponent draws 2 cards", "each opponent: draw 2 cards"),
    ("all players draw a card", "each player: draw a card"),
    ("the player with the fewest Coins gains 3 Coins", "each player with the least Coins: it gains 3 Coins"),
    ("gain 2 Coins for each Mana you have", "gain 2 * [Mana] Coins"),
    ("if you have 5 or more Coins, draw 2 cards", "if [Coins] >= 5: draw 2 cards"),
    ("reveal your Hand", "reveal all cards in your Hand"),
    (
        "search your library for a creature and put it into your hand",
        "search your Deck for a creature: move the chosen card to your Hand",
    ),
    ("heal target for 3", "target gains 3 Life"),
    ("target can't be moved this turn", "target cannot be moved this turn"),
    ("double your Coins", "[Coins] *= 2"),
    ("put target on top of its owner's Deck", "put target to the top of its owner's Deck"),
    ("gain Mana equal to the number of cards in your Hand", "gain [number of cards in your Hand] Mana"),
    ("shuffle your discard pile into your deck", "move all cards from your Discard to your Deck; shuffle your Deck"),
    ("each player with less than 3 Coins gains 1 Coins", "each player with [Coins] < 3 gains 1 Coins"),
    ("target loses half of its Coins", "target loses half of [Target Coins] Coins"),
]


def program(line: str) -> object:
    """Gives what a line compiles to, without words that are only for people."""
    does = "\n    ".join(line.split("; "))
    bound = bind([("feat.rules", f"{BOOKS['cards']}\nFeat\nTarget: a creature\ndo: {does}\n")], books.finder())
    assert bound.book is not None, [*map(str, bound.problems)]
    return [meaning(rule.code) for rule in bound.book.routines if "Feat" in rule.name]


@pytest.mark.parametrize(("line", "same"), PAIRS)
def test_a_line_in_other_words_is_the_same_program(line: str, same: str):
    """Both wordings compile to the same instructions."""
    assert program(line) == program(same)


@pytest.mark.parametrize(
    "line",
    [
        "target loses 2 Coins and gain 1 Mana",
        "gain 2 Coins and gains 1 Mana",
        "give 3 Coins to target",
        "steal 2 Coins from target",
        "gain 2 Coins for each Foo you have",
    ],
)
def test_a_line_that_may_mean_several_things_stays_an_error(line: str):
    """It is not clear who gains, who pays, or what is counted."""
    assert errors("cards", "do", [line], heads=("Target: a player",)) != []
