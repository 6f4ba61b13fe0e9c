"""Phrases with slots, matched against clauses."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.language.grammar import vocabulary
from rulewright.language.grammar.patterns import MOST_MATCHES, Gap, Pattern, SlotKind, bag, closeness, did_you_mean, nearest

KINDS = {
    "subject": SlotKind(r"(the |each )?[a-z]+"),
    "amount": SlotKind(r"[-+]?\w+( \+ \[[^\]]*\])?"),
    "duration": SlotKind(r"until .+|this turn"),
    "any": SlotKind(r".+"),
    "slow": SlotKind(r"\d*\d\d*"),
}
PUSH = Pattern("push {subject} {amount} tile|tiles away from {origin:subject} [{duration}]")


def texts(pattern: str, text: str) -> list[dict[str, str]]:
    found = Pattern(pattern).matches(text, KINDS)
    return [{name: slot.text for name, slot in slots.items()} for slots in found]


def test_slots_are_filled_between_the_words():
    """A phrase matches its words and returns the text between them."""
    (slots,) = PUSH.matches("Push the target 1 tile away from actor", KINDS)
    assert slots["subject"] == Gap("subject", "the target", 5, 15)
    assert (slots["amount"].text, slots["origin"].text) == ("1", "actor")


def test_an_optional_part_may_stand_or_not():
    """The part in square brackets matches if it is there."""
    (slots,) = PUSH.matches("push it 2 tiles away from actor until end of turn", KINDS)
    assert slots["duration"].text == "until end of turn"


def test_space_and_letter_case_make_no_difference():
    """Words are compared in lower case, with any space between them."""
    assert texts("draw {amount}", "  DRAW \t 2 ") == [{"amount": "2"}]


@pytest.mark.parametrize("text", ["it does not move", "it doesn't move", "it doesn’t move"])
def test_a_pattern_may_offer_several_sequences_of_words(text: str):
    """Parentheses contain alternatives of several words, and a curly apostrophe equals a straight one."""
    assert texts("{subject} (does not|doesn't) move", text) == [{"subject": "it"}]


def test_a_slot_may_touch_a_sign():
    """Punctuation marks are separate tokens, so a slot ends before an apostrophe or a comma."""
    assert texts("{subject}'s turn, then {amount}", "ann's turn , then two") == [{"subject": "ann", "amount": "two"}]


def test_a_bracketed_stat_is_never_split():
    """A slot never ends inside a [Stat], and words inside brackets match no word of a phrase."""
    assert texts("deal {amount} to {subject}", "deal 1d6 + [Gift to Foe] to it") == [
        {"amount": "1d6 + [Gift to Foe]", "subject": "it"}
    ]


def test_every_way_to_read_a_text_is_found():
    """Two adjacent slots are split in every way that their kinds allow, shortest first."""
    assert texts("{a:any} {b:any}", "one two three") == [
        {"a": "one", "b": "two three"},
        {"a": "one two", "b": "three"},
    ]


def test_the_number_of_ways_to_read_a_text_is_limited():
    """Beyond the limit no more ways are listed."""
    assert len(texts("{a:any} {b:any} {c:any} {d:any}", "x " * 30)) == MOST_MATCHES


def test_the_same_slots_are_found_once():
    """Optional parts that give the same slots count as one way."""
    assert texts("go [on] [on] {a:any}", "go on on") == [{"a": "on"}, {"a": "on on"}]


@pytest.mark.parametrize("text", ["", "push", "pull it 1 tile away from actor", "push it 1 tile away from actor soon"])
def test_another_text_is_not_matched(text: str):
    """The phrase must match the whole text."""
    assert list(PUSH.matches(text, KINDS)) == []


@pytest.mark.parametrize("text", ["a ]", "[a", "{a} {a}", "a||b", "{a b}", "(a", ")"])
def test_a_pattern_with_a_mistake_is_refused(text: str):
    """The mistake is found when the table is made, not when a text is read."""
    with pytest.raises(ValueError, match="pattern"):
        Pattern(text)


def steps(run: Callable[[], object]) -> int:
    """Counts the calls that something takes: the number is the same on every machine."""
    counted = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal counted
        counted += event == "call"

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("{a:any} to {b:any} to {c:any} end", "end " + "a to " * 2000),
        ("push {a:any} {b:any} tile|tiles away from {c:any} [{d:any}]", "push " + "tiles away from " * 625),
        ("{a:any} {b:any} {c:any} {d:any} end", "end " + "a " * 5000),
        ("{a:any} {b:any} {c:any} {d:any} end", "end " + "a " * 190),
        ("[b] [b] [b] [b] [b] [b] {a:any} [b] [b] [b] [b] c", "c " + "b " * 50),
        ("{a:any} x", "x [" * 3333),
        ("{a:any} x", 'x "' * 3333),
        ("{a:slow} x", "1" * 9998 + "! x"),
    ],
    ids=range(8),
)
def test_reading_a_text_takes_a_bounded_number_of_steps(pattern: str, text: str):
    """Reading stops after a bounded number of steps even for a text made to be slow, short or 10 kB long."""
    made = Pattern(pattern)
    assert steps(lambda: list(made.matches(text, KINDS))) < 300_000


@given(st.lists(st.sampled_from(["push", "it", "1", "tile", "away", "from", "[A b]", "until", "'", ","]), max_size=12))
def test_a_slot_has_the_text_between_its_start_and_its_end(words: list[str]):
    """The text of a slot is the clause from the slot's start to its end."""
    text = " ".join(words)
    found = [slot for slots in Pattern("{a:any} [from {b:any}]").matches(text, KINDS) for slot in slots.values()]
    assert all(text[slot.start : slot.end] == slot.text for slot in found)


TABLE = [PUSH, Pattern("draw {amount} [card|cards]"), Pattern("negate the attack's damage")]


@pytest.mark.parametrize(
    ("text", "pattern"), [("psuh it 1 tile away from me", 0), ("daw two cards", 1), ("negate atack damage", 2)]
)
def test_the_nearest_phrase_is_found(text: str, pattern: int):
    """A text with a slip is led to the phrase that was meant."""
    assert nearest(text, TABLE)[0] == TABLE[pattern]
    assert closeness(text, TABLE[pattern]) > 0.5


@pytest.mark.parametrize("text", ["", "!?", "the song of the sea is long and old"])
def test_a_text_without_words_of_a_phrase_is_near_none(text: str):
    """A text without any word of a phrase is near none."""
    assert max(closeness(text, pattern) for pattern in TABLE) < 0.3


def test_a_match_has_the_highest_closeness():
    """The highest closeness is 1."""
    assert closeness("draw 2", TABLE[1]) == 1.0


def test_at_most_the_wanted_number_of_nearest_phrases_is_given():
    """At most the requested number of phrases is returned."""
    assert len(nearest("draw the attack away", TABLE, limit=1)) == 1


def test_a_misspelt_word_gives_the_known_word_that_is_nearest():
    """A misspelt word gives the known word, in the letter case of the known word."""
    assert did_you_mean("helth", ["Mana", "Health"]) == "Health"
    assert did_you_mean("zzz", ["Mana", "Health"]) is None


def test_phrases_are_found_by_the_words_of_a_line():
    """For the example of every phrase the table gives, in its order, exactly the phrases whose required words are in the line."""
    for phrase in vocabulary.TABLE:
        words = bag(phrase.example)
        fit = [each for each in vocabulary.TABLE if each.kind == phrase.kind and each.pattern.may_fit(words)]
        assert vocabulary.TABLE.fitting(phrase.kind, words) == fit
        assert phrase in fit
