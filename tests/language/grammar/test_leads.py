"""Errors with suggestions: lines written without the docs, and the text that the error must suggest, or the gap it must name."""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from rulewright.language.check.problems import Problem

BOOKS = {
    "cards": """\
Uses: nothing
Start: Game
Stat Life: at least 0, takes damage
Stat Mana, Attack, Coins, Actions: at least 0
Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Discard: of each player
Zone Board: in play
Zone Stack: a stack
Zone Supply: seen by all
Speeds
  | on top  | slow | fast |
  | nothing | yes  | yes  |
  | slow    | no   | yes  |
  | fast    | no   | yes  |
Kind Spell: a card played from Hand, then to Discard
Kind Creature: a card played from Hand, then to Board
structure Game
  step turns: each player: take a Turn
structure Turn of a player
  step main: window actions for each player, until all pass

Scene Table
  seats Ann, Bo

""",
    "euro": """\
Uses: nothing
Start: Game
Stat Coins, Wood, Points, Workers: at least 0
Zone Players: in play
structure Game
  step rounds: repeat Round
structure Round
  step turns: each player: take a Turn
structure Turn of a player
  step act: window actions for the player, one only

Scene Table
  seats Ann, Bo

""",
    "board": """\
Uses: nothing
Start: Game
Stat Captured: at least 0
Zone Board: in play
structure Game
  step turns: repeat Round
structure Round
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor, one only

Scene Field
  map:
    . . .
    . . .
    . . .
  cast Red: Ann at 1,1
  cast Blue: Bo at 3,3

""",
    "talk": """\
Uses: nothing
Start: Game
Stat Points, Votes: at least 0
Zone Players: in play
Zone Roles: seen by nobody
Zone Hand: of each player, seen by its owner
Kind Role: a card
structure Game
  step debate: floor actions for each player, for 24 hours

Scene Table
  seats Ann, Bo

""",
    "map": """\
""",
}
"""Small books: of cards, of resources, of a board, of talk; and the encounter book, to which a text without `Uses:` adds."""

LINES = (Path(__file__).parent / "leads.txt").read_text(encoding="utf-8").splitlines()[1:]
SAMPLE = [tuple(line.split(" | ")[1:]) for line in LINES]
"""Three times forty lines, written one after another by families; each forty was written before its errors were mended."""
GAINED = {"cards": "Coins", "euro": "Coins", "board": "Captured", "talk": "Points", "map": "Health"}
DECLARED = ("Stat ", "Kind ", "Zone ")


def errors(book: str, place: str, lines: list[str], before: tuple[str, ...] = (), heads: tuple[str, ...] = ()) -> list[Problem]:
    """Gives the errors of an action with some lines in one of its places."""
    told = {"do": [], "if": ["if: " + " and ".join(lines)], "trigger": [f"Trigger: {lines[0]}"]}[place]
    does = lines if place == "do" else [f"gain 1 {GAINED[book]}"]
    name = "Feat (Triggered)" if place == "trigger" else "Feat"
    text = "\n".join([BOOKS[book], *before, "", name, *heads, *told, "do: " + "\n    ".join(does)]) + "\n"
    report = check([("feat.rules", text)], books.finder(), books.DEFAULT if book == "map" else None)
    return [problem for problem in report.problems if problem.severity == "error"]


def aimed(line: str) -> tuple[str, ...]:
    return ("Target: an enemy",) if "target" in line.casefold() else ()


@pytest.mark.parametrize(("family", "book", "place", "line", "lead", "whole"), SAMPLE)
def test_an_error_suggests_text_that_says_the_same(family: str, book: str, place: str, line: str, lead: str, whole: str):
    """The error suggests text, or says what the language lacks; best is a line that is read without an error."""
    for problem in errors(book, place, [line], heads=aimed(line))[:1]:
        assert lead in f"{problem.message} | {problem.expected} | {problem.nearest}".replace("\n", " ⏎ ")


@pytest.mark.parametrize(("family", "book", "place", "line", "lead", "whole"), [row for row in SAMPLE if row[5] != "-"])
def test_the_text_suggested_by_an_error_has_no_error(family: str, book: str, place: str, line: str, lead: str, whole: str):
    """In the place of the line, with the declarations that the suggestion asks for, it has no error."""
    said = re.findall(r"`([^`]*)`", lead) or [line.strip().removeprefix("do: ") for line in lead.split(" ⏎ ")]
    before = tuple(part for part in said if part.startswith(DECLARED))
    heads = tuple(part for part in said if part.startswith(("Target:", "Cost:")))
    checks = tuple(part for part in said if part.startswith("if: "))
    lines = [part for part in said if part not in (*before, *heads, *checks, "(Delayed)", "do:", "else:")]
    lines = lines or [f"gain 1 {GAINED[book]}"]
    heads += aimed(" ".join([*lines, *checks])) if not any(head.startswith("Target") for head in heads) else ()
    assert errors(book, place, lines, before, (*heads, *checks)) == []


def test_eight_of_ten_errors_suggest_something_useful_at_once():
    """This holds for every kind of game: the error suggests a text, or says plainly that there is none."""
    for family in {row[0] for row in SAMPLE}:
        rows = [row for row in SAMPLE if row[0] == family]
        led = [row for row in rows if row[5] != "-" or row[4].startswith("no phrase for ") or re.search("`|do: ", row[4])]
        assert len(led) >= 0.8 * len(rows)


def test_a_book_with_a_map_gets_no_suggestions_about_cards():
    """If a book has a map and no zones for cards, no suggestion mentions cards, and the other way round."""
    (problem,) = errors("board", "do", ["shuffle everything away"])
    assert "deck" not in problem.nearest
    (problem,) = errors("cards", "do", ["slide forwards somehow"])
    assert "tile" not in problem.nearest


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("return target to its owner's Hnd", ""),
        ("target gains 3 Coinz", "[Coins]"),
        ("take a Trun", ""),
        ("at the start of your next Trun, gain 1 Coins", "Turn"),
        ("whenever you gain Coinz, draw a card", "Coins"),
    ],
)
def test_a_misspelt_word_is_refused_with_the_word_that_was_meant(line: str, nearest: str):
    """A misspelt name gets the name that was meant and no suggestion about something else."""
    problem = errors("cards", "do", [line], heads=aimed(line))[0]
    assert problem.nearest == nearest
    assert "not understood" not in problem.message


def test_an_error_says_how_much_of_a_line_was_understood():
    """The error says which part of the line can be read and where reading stops."""
    (problem,) = errors("euro", "do", ["gain 3 Coins quietly at night"])
    assert "is not understood from 'quietly at night' on; 'gain 3 Coins' is understood" in problem.message


def test_an_error_says_how_much_of_a_trigger_was_understood():
    """The words after `when` are read as a trigger, and the last ones are not taken for a word of the text."""
    (problem,) = errors("cards", "trigger", ["when an enemy moves next to me"])
    assert problem.message == (
        "'when an enemy moves next to me' is not understood from 'next to me' on; 'an enemy moves' is understood"
    )
    assert "tell enemy" not in problem.expected


def test_an_error_about_drawing_names_the_zones_that_are_missing():
    """A text without a deck and a hand can still say what it is to draw."""
    report = check([("mine.rules", "Uses: nothing\nZone Players: in play\n\nStudy\ndo: draw 2 cards\n")], books.finder())
    (problem,) = [each for each in report.problems if each.severity == "error"]
    assert problem.message.endswith("is not understood: the zones to draw cards from and to are missing, or there are several")
    assert problem.expected.startswith("`Zone Deck: of each player, seen by nobody` and `Zone Hand: of each player, seen by its")
    assert problem.expected.endswith("or a line `Word draw …: …`")


def test_an_error_caused_by_a_text_is_reported_in_that_text():
    """If a text breaks a book that it uses, the error names the item that does so and the place that is broken."""
    report = check([("mine.rules", "Uses: honey\n\nStat Honey: a direction\n")], books.finder())
    broken = [problem for problem in report.problems if problem.severity == "error"]
    assert {(problem.span.file, problem.span.line) for problem in broken} == {("mine.rules", 3)}
    assert all("which it uses" in problem.message for problem in broken)


def test_time_that_passes_is_no_trigger():
    """After some hours something happens by a stack that pops, and no event is named."""
    (problem,) = errors("talk", "do", ["after 24 hours, each player gains 1 Points"])
    assert "Trigger:" not in problem.nearest
    assert "pops after 24 quiet hours" in problem.nearest
