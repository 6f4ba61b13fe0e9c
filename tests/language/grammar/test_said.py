"""Forty lines that a designer wrote without the docs: each is read as it stands, or its error suggests what to write."""

from pathlib import Path

import pytest

from rulewright.cookbook import similar_effects
from tests.language.grammar.test_leads import BOOKS, aimed, errors

LINES = (Path(__file__).parent / "said.txt").read_text(encoding="utf-8").splitlines()[1:]
SAMPLE = [tuple(line.split(" | ")) for line in LINES]
LED = [row for row in SAMPLE if row[4] != "no lead"]


@pytest.mark.parametrize(("family", "book", "place", "line", "lead"), LED)
def test_a_line_is_read_or_its_error_suggests_something_useful(family: str, book: str, place: str, line: str, lead: str):
    """What `check` prints names the text, or the effect of the cookbook that does it, or says that the language lacks it."""
    cards = book == "cards" and "target" in line
    found = errors(book, place, [line], heads=("Target: a player or a creature",) if cards else aimed(line))
    effects = [similar_effects.lead(each.message, line, [BOOKS[book]]) for each in found[:1]]
    shown = [f"{each.message} | {each.expected} | {each.nearest} | {effects[0]}" for each in found[:1]]
    assert shown == [] if lead == "accepted" else lead in shown[0].replace("\n", " ⏎ ")


def test_eight_of_ten_lines_are_read_or_get_a_useful_suggestion():
    """This is the aim for the sample of forty lines."""
    assert len(SAMPLE) == 40 and len(LED) >= 32
